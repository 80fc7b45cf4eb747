//! Standard Algebraic Notation (section 8.2.3): writing it, and reading it at two speeds.
//!
//! * [`San`] is the canonical notation of one move, made by [`Position::san`](crate::Position::san).
//! * [`SanWord`] is text in the canonical *shape*, decoded from eight bytes without loops;
//!   [`Position::resolve`](crate::Position::resolve) finds the legal move it names. This is the way
//!   for replaying millions of games.
//! * [`read`] accepts other spellings of people and programs too, and returns the differences, or the reason why there
//!   is no such move. [`read_in`] does so in the piece letters of another [`Language`].
//! * [`Position::ordinal`](crate::Position::ordinal) is the index of a move among all legal ones sorted by notation
//!   (section 20.2), computed without writing any of them.
//!
//! ```
//! use pgnkit_chess::{Position, san::{self, SanWord}};
//! let start = Position::START;
//! let mv = start.resolve(SanWord::parse(b"Nf3").unwrap()).unwrap();
//! assert_eq!(san::read(&start, b"Ng1-f3").unwrap().mv, mv);
//! ```

mod canonical;
mod changes;
mod error;
mod explain;
mod language;
mod legal;
mod national;
mod ordinal;
mod read;
mod resolve;
mod shape;
mod word;

pub use canonical::{CheckMark, San};
pub use changes::SanChanges;
pub use error::{PieceAt, SanError};
pub use language::{Language, UnknownLanguage};
pub use national::{read_in, readings_by_language};
pub use read::{Reading, alternatives, read};
pub use word::SanWord;
