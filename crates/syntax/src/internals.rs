//! Short ways through plain text, and what the parser knows of words and characters. They expect much of their callers,
//! as the hidden methods of [`Parser`](crate::Parser) do. For the crates of this workspace only: semantic versioning does
//! not hold here.

pub use crate::parser::{NumberText, Plain, PlainCursor, PlainWord, rest_of_move};
pub use crate::scan::{is_move_like, is_tag_start};
pub use pgnkit_diagnostics::internals::decode_char;

/// The longest line of movetext in export format (section 8.2.1, decision A-04), in characters.
pub const EXPORT_WIDTH: usize = 79;
