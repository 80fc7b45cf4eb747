//! The rules of chess for [pgnkit](https://docs.rs/pgnkit): positions, legal moves, SAN, UCI notation,
//! FEN and position keys, for standard chess and Chess960. Sections named in this documentation are
//! those of the PGN standard of 1994.
//!
//! No allocation, no dependencies, no `std`, no unsafe code, and no panic on any input.
//!
//! # Positions and moves
//!
//! A [`Position`] is a small `Copy` value; playing a move makes a new one.
//!
//! ```
//! use pgnkit_chess::{Position, Square};
//!
//! let start = Position::START;
//! assert_eq!(start.legal_moves().len(), 20);
//! let mv = start.find_move(Square::E2, Square::E4, None).unwrap();
//! let next = start.after(mv);
//! assert_eq!(next.ep_square(), Some(Square::E3));
//! assert!(!next.is_check());
//! ```
//!
//! # FEN
//!
//! [`fen::parse`] reads the FEN variants found in files, [`Position::fen`] writes the form of the standard.
//!
//! ```
//! use pgnkit_chess::fen::{self, FenIssues};
//!
//! let fen = fen::parse(b"8/8/8/8/R4p1k/8/4P3/4K3 w - -").unwrap();
//! assert_eq!(fen.issues, FenIssues::MISSING_CLOCKS);
//! let next = fen.position.after(fen.position.parse_uci(b"e2e4").unwrap());
//! assert_eq!(next.fen(Default::default()).as_str(), "8/8/8/8/R3Pp1k/8/8/4K3 b - e3 0 1");
//! ```
//!
//! # SAN
//!
//! [`Position::san`] writes canonical text. There are two readers: [`san::read`] accepts any usual spelling and
//! explains errors, [`Position::resolve`] accepts canonical forms and is quick.
//!
//! ```
//! use pgnkit_chess::{Position, san::{self, SanChanges, SanWord}};
//!
//! let mut position = Position::START;
//! for text in ["e4", "f6", "Nc3", "g5"] {
//!     let word = SanWord::parse(text.as_bytes()).unwrap();
//!     position.play(position.resolve(word).unwrap());
//! }
//! let reading = san::read(&position, b"Qd1-h5mate").unwrap();
//! assert_eq!(reading.san.to_string(), "Qh5#");
//! assert!(reading.changes.contains(SanChanges::LONG_ALGEBRAIC | SanChanges::MARK_SPELLING));
//!
//! let error = san::read(&position, b"O-O").unwrap_err();
//! assert_eq!(error.to_string(), "king-side castling is blocked by the bishop on f1");
//! ```
//!
//! # How it is built
//!
//! | module | its one job |
//! | --- | --- |
//! | `board` | colours, kinds, squares, sets of squares |
//! | [`attacks`] | tables of what attacks what, computed at compile time |
//! | `position` | the state; playing, legality, generation, status |
//! | `moves` | the packed move, lists, coordinate notation |
//! | [`fen`] | reading and writing positions |
//! | [`san`] | reading and writing moves |
//! | `hash` | Polyglot and repetition keys |
//! | [`notation`] | reading moves in other notations than SAN |
//! | [`variant`] | the rules of variants, one file each, and their names |
//!
//! Everything is bitboards; there is no board of 64 pieces. Text is resolved backwards, from the destination to the
//! pieces that could have come from there, and a move is legal when its own king is safe in the position after it.

#![no_std]
#![forbid(unsafe_code)]

pub mod attacks;
mod bitset;
mod board;
pub mod fen;
mod hash;
mod moves;
pub mod notation;
mod position;
pub mod san;
#[cfg(feature = "serde")]
mod serde;
pub mod variant;

pub use board::{Bitboard, Color, File, ParseSquareError, Piece, PieceKind, Rank, Square, Squares};
pub use moves::{ChessMode, Move, MoveList, ParseUciError, Uci};
pub use position::{
    BoardText, CastlingSide, PackedPosition, Position, Setup, SetupError, Status, UnalignedPosition,
};
pub use variant::Variant;

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
