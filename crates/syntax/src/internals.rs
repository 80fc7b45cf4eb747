//! Short ways through plain text, and what the parser knows of words and characters. They expect much of their callers,
//! as the hidden methods of [`Parser`](crate::Parser) do. For the crates of this workspace only: semantic versioning does
//! not hold here.

use crate::Outcome;
pub use crate::parser::{
    LOOK_AHEAD, NumberText, Plain, PlainCursor, PlainWord, is_plain_tag, plain_tag, rest_of_move,
};
pub use crate::scan::{
    Either, ends_exact_clock, has_form, is_move_like, is_odd_comment, is_tag_start, last_space_up_to,
};
pub use pgnkit_diagnostics::internals::{decode_char, quoted_up_to};

/// The longest line of movetext in export format (section 8.2.1, decision A-04), in characters.
pub const EXPORT_WIDTH: usize = 79;

/// The tag names of sections 8.1.1 and 9, of the supplement, and a few that everybody uses.
#[rustfmt::skip]
pub const KNOWN_TAGS: [&str; 47] = [
    "Event", "Site", "Date", "Round", "White", "Black", "Result",
    "WhiteTitle", "BlackTitle", "WhiteElo", "BlackElo", "WhiteUSCF", "BlackUSCF", "WhiteNA", "BlackNA", "WhiteType",
    "BlackType", "EventDate", "EventSponsor", "Section", "Stage", "Board", "Opening", "Variation", "SubVariation",
    "ECO", "NIC", "Time", "UTCTime", "UTCDate", "TimeControl", "SetUp", "FEN", "Termination", "Annotator", "Mode",
    "PlyCount", "Clock", "WhiteClock", "BlackClock", "Variant", "WhiteTeam", "BlackTeam", "WhiteFideId", "BlackFideId",
    "WhiteECF", "BlackECF",
];

/// Whether a marker is one only where nothing but comments follows in the game (decisions ).
pub fn is_forfeit(marker: &[u8]) -> bool {
    Outcome::from_forfeit(marker).is_some() || Outcome::is_double_forfeit(marker)
}
