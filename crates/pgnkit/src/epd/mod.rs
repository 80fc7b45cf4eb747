//! Extended Position Description (section 16.2), and files of FEN records (section 16.1).
//!
//! A record is a line: a position, and operations that describe it. [`Reader`] reads any text and reports its faults;
//! [`Epd`] is a record with typed access to every opcode of the standard. `Display` writes it in canonical form.
//!
//! ```
//! use pgnkit::epd::Epd;
//!
//! let epd: Epd = "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - ce 32766; bm Qxf7;".parse()?;
//! assert_eq!(epd.best_moves().next().unwrap().1.to_string(), "Qxf7#");
//! assert_eq!(epd.evaluation().unwrap().mate(), Some(1));
//! assert!(epd.to_string().ends_with(" w KQkq - bm Qxf7#; ce 32766;"));
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```

mod check;
mod evaluation;
mod fit;
mod from_game;
mod game;
mod label;
mod lexer;
mod merge;
mod opcode;
mod operand;
mod operands;
mod operations;
mod order;
mod read;
mod record;
mod registers;
mod variant;
mod write;

pub use evaluation::Centipawns;
pub use from_game::{Positions, RecordOptions, Records};
pub use merge::{Conflict, Merger, PositionKey};
pub use opcode::Opcode;
pub use operand::{Operand, Operation};
pub use order::id_order;
pub use read::{Reader, Record, RecordFormat};
pub use record::Epd;
pub use registers::Registers;
