use pgnkit_syntax::{Applicability, Code, Sink};

use super::{Value, with_value};

/// `HH:MM:SS` (section 9.5.1), or `?` for digits that are not known (decision A-16).
pub(super) fn check<S: Sink + ?Sized>(value: &Value<'_>, sink: &mut S) {
    if !is_time_of_day(value.bytes) && sink.wants(Code::InvalidTime) {
        let diagnostic = value.expected(Code::InvalidTime, "a time of day of the form HH:MM:SS");
        sink.report(with_value(diagnostic, value, Applicability::Safe, certain(value.bytes)));
    }
}

/// The time that a text in another form is beyond doubt: `17.05.00`, `7:05:00`.
fn certain(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?.replace('.', ":");
    let time = if text.find(':') == Some(1) { format!("0{text}") } else { text };
    is_time_of_day(time.as_bytes()).then_some(time)
}

fn is_time_of_day(text: &[u8]) -> bool {
    let [h1, h2, b':', m1, m2, b':', s1, s2] = *text else { return false };
    let below = |limit: u8, tens: u8, ones: u8| {
        let is_digit = |byte: u8| byte.is_ascii_digit() || byte == b'?';
        is_digit(tens)
            && is_digit(ones)
            && (tens == b'?' || ones == b'?' || (tens - b'0') * 10 + (ones - b'0') < limit)
    };
    below(24, h1, h2) && below(60, m1, m2) && below(60, s1, s2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day() {
        for good in ["17:05:00", "00:00:00", "23:59:59", "??:??:??", "17:??:??"] {
            assert!(is_time_of_day(good.as_bytes()), "{good}");
        }
        for bad in
            ["17.05.00", "7:05:00", "24:00:00", "12:60:00", "12:00:60", "17:05", "17:05:00Z", "aa:bb:cc"]
        {
            assert!(!is_time_of_day(bad.as_bytes()), "{bad}");
        }
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
