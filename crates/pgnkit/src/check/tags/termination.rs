use pgnkit_syntax::{Code, Outcome, Sink};

use super::Value;
use crate::check::Finished;

const TERMINATIONS: [&str; 8] = [
    "abandoned",
    "adjudication",
    "death",
    "emergency",
    "normal",
    "rules infraction",
    "time forfeit",
    "unterminated",
];

/// Section 9.8.1.
pub(super) fn check(value: &Value<'_>, game: &Finished<'_>, sink: &mut dyn Sink) {
    // What nearly all servers write most of the time.
    if matches!(value.bytes, b"Normal" | b"Time forfeit" | b"normal" | b"time forfeit") {
        return;
    }
    // Servers begin the words with a capital letter (decision A-93).
    if sink.wants(Code::UnknownTermination)
        && !TERMINATIONS.iter().any(|known| known.as_bytes().eq_ignore_ascii_case(value.bytes))
    {
        sink.report(value.expected(Code::UnknownTermination, "one of the terminations of the standard"));
    }
    if game.end.result != Outcome::Unknown
        && sink.wants(Code::TerminationContradictsResult)
        && value.bytes.eq_ignore_ascii_case(b"unterminated")
    {
        let what = format!("another termination for the result `{}`", game.end.result);
        sink.report(value.expected(Code::TerminationContradictsResult, &what));
    }
}
