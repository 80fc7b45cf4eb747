//! The rules of chess: positions, legal moves, SAN, UCI notation and FEN, for standard chess and Chess960.
#![no_std]
#![forbid(unsafe_code)]

pub mod attacks;
mod bitset;
mod board;
pub mod fen;
mod hash;
mod moves;
mod position;
pub mod san;
pub use board::{Bitboard, Color, File, Piece, PieceKind, Rank, Square, Squares};
pub use moves::{ChessMode, Move, MoveList, Uci};
pub use position::{CastlingSide, Position};
