//! Typed values of tags (sections 8.1.1 and 9).

mod date;
mod nation;
mod rating;
mod round;
mod running_clock;
mod time_control;
mod time_of_day;

pub use date::{Date, ParseDateError};
pub(crate) use date::{certain_date, is_usual_date};
pub use nation::Nation;
pub use rating::{ParseRatingError, Rating};
pub use round::{ParseRoundError, Round};
pub(crate) use running_clock::wall_clock;
pub use running_clock::{ParseClockError, RunningClock};
pub use time_control::{ParseTimeControlError, TimeControl, TimeStage};
pub(crate) use time_of_day::is_usual_time;
pub use time_of_day::{ParseTimeError, TimeOfDay};

/// Splits a value that may consist of several items joined by colons (section 8.1): the players of a consultation game,
/// their ratings and titles.
///
/// ```
/// assert!(pgnkit::split_values("Smith, John Q.:Woodpusher 2000").eq(["Smith, John Q.", "Woodpusher 2000"]));
/// ```
pub fn split_values(value: &str) -> impl Iterator<Item = &str> {
    value.split(':')
}
