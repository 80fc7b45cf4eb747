//! Reading, layer by layer.
//!
//! 1. [`games`]: slices of whole games.
//! 2. [`RawGame`]: the tags and events of one, undecoded.
//! 3. [`Replayer`]: events put through the rules: moves, positions, legality.
//! 4. [`Game`](crate::Game): everything, owned.
//!
//! All four pull from one [`Parser`](pgnkit_syntax::Parser).

mod games;
mod letters;
mod line;
mod moves;
mod names;
mod refusal;
mod replay;
mod result;
mod start;
mod tags;
mod text;
mod visitor;

pub use games::{Games, RawGame, games};
pub use letters::PieceLetters;
#[cfg(feature = "json")]
pub(crate) use line::MAX_DEPTH;
pub(crate) use line::{Closed, Line};
#[cfg(feature = "json")]
pub(crate) use moves::read as read_move;
pub(crate) use moves::{check_spelling, report_spelling};
pub(crate) use names::ExactNames;
pub use names::canonical_tag_name;
pub(crate) use names::{Known, ROSTER, is_start_in_other_case};
pub(crate) use refusal::{code as refusal_code, refusal};
pub use replay::Replayer;
pub(crate) use result::{resolve as resolve_result, understood as understood_result};
pub use start::Start;
pub(crate) use start::{described as described_fen, tag_variant};
pub(crate) use tags::{TagSection, remove_tag};
pub(crate) use text::Source;
pub use text::Text;
pub(crate) use visitor::Both;
pub use visitor::{EndOfGame, Extent, Flow, Ply, TagNames, Variation, Visitor};
