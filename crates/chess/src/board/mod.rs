//! The vocabulary: colours, pieces, squares and sets of squares.

mod bitboard;
mod piece;
mod square;

pub use bitboard::{Bitboard, Squares};
pub use piece::{Color, Piece, PieceKind};
pub use square::{File, ParseSquareError, Rank, Square};
