//! Differences between two collections: changed, removed, added and unchanged games, wherever they are.
//!
//! [`Gather`] is the task that gathers games with some hashes of each, on all cores; [`Sides`] takes the games of both sides
//! and finds those that belong together ([`Level`]), and [`Differences`] reports each that is changed, removed or added, and
//! its differences.
//!
//! * **By content, not by place.** The order of games does not count, nor how they are written.
//! * **Games with errors** are compared as they are read, with what could not be read.
//! * **Memory is bounded.** Games go to a temporary file where they do not fit, as in [sorting](crate::sort); besides there are
//!   64 bytes for each game, and 24 more while they are matched. The texts of those that are different are then gone through once.

mod changes;
mod gather;
mod matching;
#[cfg(feature = "report")]
mod report;
mod sides;

pub use changes::{Change, ChangeKind, Place};
pub use gather::{Gather, SideBatch};
pub use matching::Level;
#[cfg(feature = "report")]
pub use report::DiffForm;
pub use sides::{DiffOptions, Difference, Differences, Fate, Side, Sides};
