//! Values of tags as types (sections 8.1.1 and 9).

mod date;
mod round;
mod time_control;

pub use date::{Date, ParseDateError};
pub use round::{ParseRoundError, Round};
pub use time_control::{ParseTimeControlError, TimeControl, TimeStage};
