use pgnkit_syntax::{Applicability, Code, Sink};

use super::{Value, with_value};
use crate::TimeOfDay;
use crate::values::is_usual_time;

/// `HH:MM:SS` (section 9.5.1), or `?` for digits that are not known (decision A-16).
pub(super) fn check(value: &Value<'_>, sink: &mut dyn Sink) {
    if !is_usual_time(value.bytes)
        && TimeOfDay::from_bytes(value.bytes).is_none()
        && sink.wants(Code::InvalidTime)
    {
        let diagnostic = value.expected(Code::InvalidTime, "a time of day of the form HH:MM:SS");
        sink.report(with_value(diagnostic, value, Applicability::Safe, certain(value.bytes)));
    }
}

/// The time that a text in another form is beyond doubt: `17.05.00`, `7:05:00`.
fn certain(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?.replace('.', ":");
    let time = if text.find(':') == Some(1) { format!("0{text}") } else { text };
    TimeOfDay::from_bytes(time.as_bytes()).map(|_| time)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_other_forms() {
        for (bad, time) in [
            ("17.05.00", Some("17:05:00")),
            ("7:05:00", Some("07:05:00")),
            ("7:05", None),
            ("24:00:00", None),
        ] {
            assert_eq!(certain(bad.as_bytes()).as_deref(), time, "{bad}");
        }
    }
}
