use pgnkit_syntax::{Code, Diagnostic, Outcome, Sink};

use super::Value;
use crate::RunningClock;
use crate::check::Finished;
use crate::values::wall_clock;

/// Clock: whose clock runs, and what it shows (section S5.1). It is there for games that are being played.
pub(super) fn check_running(value: &Value<'_>, game: &Finished<'_>, sink: &mut dyn Sink) {
    if RunningClock::from_bytes(value.bytes).is_none() && sink.wants(Code::InvalidClockTag) {
        sink.report(value.expected(Code::InvalidClockTag, "W, B or N, a slash and h:mm:ss"));
    }
    if game.end.result != Outcome::Unknown && sink.wants(Code::ClockInFinishedGame) {
        let message =
            format!("expected no Clock tag in a game that is over, with the result `{}`", game.end.result);
        sink.report(Diagnostic::new(Code::ClockInFinishedGame, value.tag.span, message));
    }
}

/// WhiteClock and BlackClock: what they show before the first move (section S6).
pub(super) fn check_start(value: &Value<'_>, sink: &mut dyn Sink) {
    if wall_clock(value.bytes).is_none() && sink.wants(Code::InvalidClockTag) {
        sink.report(value.expected(Code::InvalidClockTag, "a clock of the form h:mm:ss"));
    }
}
