//! PGC, the binary coding of PGN (section 20).
//!
//! A file is a sequence of records. A game is one record, where it has nothing but the seven tags of the roster and
//! moves, or else all records between two others. A move is a byte: its place among the legal moves in the order of
//! their notation ([`Position::ordinal`](pgnkit_chess::Position::ordinal)).
//!
//! ```
//! use pgnkit::pgc::{self, Writer};
//! use pgnkit::{Game, GameBuilder, syntax::Ignore};
//!
//! let game: Game = "[White \"A\"]\n[Black \"B\"]\n\n1. f3 e5 2. g4 Qh4# 0-1".parse()?;
//! let mut file = Vec::new();
//! Writer::new().write_game(&game, &mut file).unwrap();
//! assert_eq!(&file[file.len() - 6..], b"\x04\x00\x0e\x0c\x10\x0e");
//!
//! let mut reader = pgc::Reader::new(&file);
//! let mut builder = GameBuilder::new();
//! reader.read_into(&mut builder, &mut Ignore).unwrap();
//! assert_eq!(builder.game().to_string(), game.to_string());
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```
//!
//! # What it cannot hold
//!
//! There is no record for comments, strings have at most 255 characters of ISO 8859-1, and only legal moves have an
//! ordinal. A [`Writer`] refuses a game that would lose something and returns the [`Losses`], unless it is set to write
//! the rest.
//!
//! # Reading
//!
//! A [`Reader`] reports every deviation from the standard with its byte offset, and reads as far as possible: an
//! ordinal without a move ends its line of play; after an unknown marker or a truncated record the beginning of the
//! next record is unknown. Files of the program pgn2pgc of the 1990s, the only one known to have written PGC, differ in
//! two respects and are read too ([`Dialect::Pgn2pgc`]).
//!
//! A game is read into a [`GameBuilder`](crate::GameBuilder), or passed to a [`Visitor`](crate::Visitor) move by move,
//! which builds nothing.
//!
//! Reading needs the bytes of a whole game. A stream is read in pieces that [`whole_games`] finds without looking into
//! them.

mod check;
mod loss;
mod order;
mod outline;
mod places;
mod play;
mod read;
mod record;
mod transcript;
mod write;

pub use loss::Losses;
pub use outline::{begins_file, games, whole_game, whole_games};
#[doc(hidden)]
pub use read::Place;
pub use read::Reader;
pub use write::{Dialect, Writer};
