use pgnkit_syntax::{Applicability, Code, Outcome, Sink};

use super::{Value, with_value};
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
    if sink.wants(Code::UnknownTermination)
        && !TERMINATIONS.iter().any(|known| known.as_bytes() == value.bytes)
    {
        let known = TERMINATIONS.into_iter().find(|known| known.as_bytes().eq_ignore_ascii_case(value.bytes));
        let what = known.map_or_else(
            || "one of the terminations of the standard".to_owned(),
            |known| format!("`{known}`"),
        );
        let diagnostic = value.expected(Code::UnknownTermination, &what);
        sink.report(with_value(diagnostic, value, Applicability::Safe, known));
    }
    if game.end.result != Outcome::Unknown
        && sink.wants(Code::TerminationContradictsResult)
        && value.bytes.eq_ignore_ascii_case(b"unterminated")
    {
        let what = format!("another termination for the result `{}`", game.end.result);
        sink.report(value.expected(Code::TerminationContradictsResult, &what));
    }
}
