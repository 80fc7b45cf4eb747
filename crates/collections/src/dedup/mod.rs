//! Duplicates: games that are in a collection more than once, each found for a [`Reason`].
//!
//! [`Survey`] is the task that gathers games with some hashes of each, on all cores; [`Games`] takes what it gathers, compares
//! the games whose hashes say that they may be equal, and says which are duplicates of which.
//!
//! * **No game is a duplicate by its hash.** Hashes only say which games are compared: their bytes, or their moves, names and
//!   dates.
//! * **Length and evidence decide.** [`Evidence`] has its weights; short draws, theory and play-offs of one day are not duplicates
//!   because their moves are equal.
//! * **Each duplicate is one of a game that stays.** What is a duplicate of a duplicate stays unless it is one of the game that
//!   stays, too.
//! * **Games with errors** are duplicates only where they are the same byte for byte.
//! * **What stays keeps its bytes and its order**, unless its duplicates are joined into it ([`Keep::Merge`]); text outside games is treated as in [sorting](crate::sort).
//! * **Memory is bounded.** Games go to a temporary file where they do not fit, as in sorting; besides there are 48 bytes for each
//!   game, and those that are compared, up to half of [`SortOptions::memory`](crate::sort::SortOptions::memory): where that is not
//!   enough, those that are compared are first brought together by sorting them once more.

mod candidates;
mod clusters;
mod compare;
mod evidence;
mod facts;
mod games;
mod join;
#[cfg(feature = "report")]
mod report;
mod survey;
mod together;

pub use clusters::{Duplicate, Keep};
pub use evidence::{Evidence, REQUIRED_POINTS, Reason, Verdict};
pub use games::{DedupOptions, DedupResult, Games};
pub use join::JoinedCounts;
#[cfg(feature = "report")]
pub use report::list_head;
pub use survey::{Survey, SurveyBatch};
