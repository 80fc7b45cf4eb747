//! Forsyth-Edwards Notation (section 16.1), its Chess960 extensions, and the four EPD fields.
//!
//! Reading is lenient and reports the deviations it accepted; writing follows the standard to the letter.
//!
//! ```text
//! fen        = placement " " colour " " castling " " passed " " halfmoves " " fullmove
//! placement  = rank 7( "/" rank )              ; rank 8 first, files a to h
//! rank       = 1*( piece / "1".."8" )          ; eight squares
//! colour     = "w" / "b"
//! castling   = "-" / 1*( "K" / "Q" / "k" / "q" / "A".."H" / "a".."h" )
//! passed     = "-" / square                    ; after every double pawn push
//! ```
//!
//! Variants add to it: pockets after the placement (`[Qnp]`, or a ninth rank), `~` after a piece that was a pawn, and the
//! checks still to give (`3+3` before the clocks, or the checks given, `+0+0`, after them).
//!
//! `K Q k q` mean the outermost rook on that side of the king (X-FEN, which is the standard's
//! meaning in standard positions); file letters name the rook's file (Shredder-FEN).

mod castling;
mod error;
mod extra;
mod issues;
mod parse;
mod spelling;
mod write;

pub use error::{FenError, FenErrorKind};
pub use issues::FenIssues;
pub use parse::{Fen, parse, parse_as, parse_variant, shown_variant};
pub use write::{EnPassant, FenText};
