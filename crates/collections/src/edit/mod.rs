//! Edits of games in their bytes: whatever is not edited stays as it is, byte for byte.
//!
//! [`EditGames`] is the task: it puts each game through [`Step`](pgnkit_archive::step::Step)s that edit text, [`Operation`]s as a rule, one
//! file each, and gives the text of its block with the edits. A new operation is a file here; the command that offers it pushes it. What
//! an operation asks for is made and proven by [`pgnkit::edit`].
//!
//! * **A game is edited whole or not at all.** Where one edit cannot be made, or would change something else besides, the game
//!   stays as it is and is among those that are [refused](EditedBlock::refused).
//! * **Games with errors stay as they are**, whatever [`OnError`](pgnkit_archive::OnError) says, unless the errors are those that an
//!   operation [fixes](pgnkit_archive::step::Step::fixes).
//! * **Text outside games stays**, too.
//!
//! ```
//! use pgnkit_collections::edit::{EditGames, SetTag};
//!
//! let task = EditGames::new(vec![Box::new(SetTag::new("Event", "Club 2025"))]);
//! let edited = task.edit_text(b"[Event \"?\"]\n[White \"Tal\"]\n\n1.e4   e5 *\n");
//! assert_eq!(edited.fixed.text, b"[Event \"Club 2025\"]\n[White \"Tal\"]\n\n1.e4   e5 *\n");
//! ```

mod annotations;
mod begin;
mod counts;
mod event_date;
#[cfg(feature = "conditions")]
mod mark;
mod moves;
mod names;
mod result;
mod table;
mod tags;
mod task;

pub use annotations::{CommentsAfterMoves, DropCommands, DropComments, DropNags};
pub use begin::BeginAt;
pub use counts::SetPlyCount;
pub use event_date::{EventDays, GatherEventDays, SetEventDate};
#[cfg(feature = "conditions")]
pub use mark::{Mark, MarkPlaces};
pub use moves::{DropVariations, MaxPlies, PromoteLine};
pub use names::CorrectNames;
pub use pgnkit_archive::step::Operation;
pub use result::{ResultFrom, SetResult};
pub use table::{TableError, TagTable};
pub use tags::{OrderTags, RemoveTag, RenameTag, SetTag};
pub(crate) use task::accepts;
pub use task::{EditGames, EditedBlock, Refusal};

/// Whether a tag says nothing: it is missing, empty, or of question marks and periods.
pub(crate) fn says_nothing(value: Option<&str>) -> bool {
    value.is_none_or(|value| value.chars().all(|c| matches!(c, '?' | '.' | ' ')))
}
