use pgnkit_syntax::{Code, Diagnostic, Outcome, Sink};

use super::Value;
use crate::check::Finished;

/// Clock: whose clock runs, and what it shows (section S5.1). It is there for games that are being played.
pub(super) fn check_running<S: Sink + ?Sized>(value: &Value<'_>, game: &Finished<'_>, sink: &mut S) {
    let is_valid = matches!(value.bytes, [b'W' | b'B' | b'N', b'/', time @ ..] if is_clock(time));
    if !is_valid && sink.wants(Code::InvalidClockTag) {
        sink.report(value.expected(Code::InvalidClockTag, "W, B or N, a slash and h:mm:ss"));
    }
    if game.end.result != Outcome::Unknown && sink.wants(Code::ClockInFinishedGame) {
        let message =
            format!("expected no Clock tag in a game that is over, with the result `{}`", game.end.result);
        sink.report(Diagnostic::new(Code::ClockInFinishedGame, value.tag.span, message));
    }
}

/// WhiteClock and BlackClock: what they show before the first move (section S6).
pub(super) fn check_start<S: Sink + ?Sized>(value: &Value<'_>, sink: &mut S) {
    if !is_clock(value.bytes) && sink.wants(Code::InvalidClockTag) {
        sink.report(value.expected(Code::InvalidClockTag, "a clock of the form h:mm:ss"));
    }
}

/// Hours with any number of digits, minutes and seconds with two.
fn is_clock(text: &[u8]) -> bool {
    let [hours @ .., b':', m1, m2, b':', s1, s2] = text else { return false };
    let below_sixty = |tens: &u8, ones: &u8| matches!(tens, b'0'..=b'5') && ones.is_ascii_digit();
    !hours.is_empty() && hours.iter().all(u8::is_ascii_digit) && below_sixty(m1, m2) && below_sixty(s1, s2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks() {
        for good in ["0:45:56", "1:07:00", "12:00:00", "100:00:00"] {
            assert!(is_clock(good.as_bytes()), "{good}");
        }
        for bad in ["45:56", ":45:56", "0:61:00", "0:1:2", "0:45:5", "0 45 56", "", "0:45:56.5"] {
            assert!(!is_clock(bad.as_bytes()), "{bad}");
        }
    }
}
