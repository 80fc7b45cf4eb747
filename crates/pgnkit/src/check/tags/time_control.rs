use pgnkit_syntax::{Applicability, Code, Sink};

use super::{Value, with_value};
use crate::values::{TimeControl, TimeStage};

/// Section 9.6.1.
pub(super) fn check(value: &Value<'_>, sink: &mut dyn Sink) {
    if is_usual(value.bytes) {
        return;
    }
    let last = value.items().count() - 1;
    let mut unusual = None;
    for (at, item) in value.items().enumerate() {
        let fault = match TimeStage::from_bytes(item) {
            None => of_unknown_form(item),
            Some(stage) => of_stage(stage, item, at == last, last == 0),
        };
        match fault {
            None => {}
            Some(Fault::Invalid(what)) => {
                if sink.wants(Code::InvalidTimeControl) {
                    let diagnostic = value.expected(Code::InvalidTimeControl, what);
                    sink.report(with_value(diagnostic, value, Applicability::Unsafe, in_seconds(value)));
                }
                return;
            }
            Some(Fault::Unusual(what)) => unusual = unusual.or(Some(what)),
        }
    }
    if let Some(what) = unusual.filter(|_| sink.wants(Code::UnusualTimeControl)) {
        let diagnostic = value.expected(Code::UnusualTimeControl, what);
        let shorter = in_whole_seconds(value);
        let applicability = if shorter.is_some() { Applicability::Safe } else { Applicability::Unsafe };
        let replacement = shorter.or_else(|| in_seconds(value));
        sink.report(with_value(diagnostic, value, applicability, replacement));
    }
}

/// Whether this is what servers write: `300+3`, or seconds alone.
fn is_usual(text: &[u8]) -> bool {
    let mut signs = 0;
    for byte in text {
        match byte {
            b'0'..=b'9' => {}
            b'+' => signs += 1,
            _ => return false,
        }
    }
    signs <= 1 && matches!(text, [b'1'..=b'9', .., b'0'..=b'9'] | [b'1'..=b'9']) && text.len() < 10
}

/// Expected form of a stage.
enum Fault {
    /// It breaks a rule.
    Invalid(&'static str),
    /// Everybody understands it, but the standard has not got it (decision A-40).
    Unusual(&'static str),
}

/// More kinds may be defined, and some write sentences; neither looks like the six there are.
fn of_unknown_form(item: &[u8]) -> Option<Fault> {
    let is_digit_or_sign = |byte: &u8| matches!(byte, b'0'..=b'9' | b'*' | b'+' | b'/' | b'.');
    let is_another = item.first().is_some_and(|byte| !is_digit_or_sign(byte)) || item.contains(&b' ');
    Some(if is_another {
        Fault::Unusual("one of the six kinds of time control")
    } else {
        Fault::Invalid(
            "seconds, moves/seconds, seconds+increment or *seconds, all positive and joined by colons",
        )
    })
}

fn of_stage(stage: TimeStage, item: &[u8], is_last: bool, is_only: bool) -> Option<Fault> {
    match stage {
        TimeStage::Unknown | TimeStage::Untimed => {
            (!is_only).then_some(Fault::Unusual("`?` and `-` to stand alone in a time control"))
        }
        TimeStage::Timed { moves: None, .. } | TimeStage::Sandclock { .. } if !is_last => {
            Some(Fault::Invalid("a number of moves for each stage of a time control but the last"))
        }
        TimeStage::Timed { moves: Some(_), .. } if item.contains(&b'+') => {
            Some(Fault::Unusual("either a number of moves or an increment in a time control"))
        }
        // An increment of zero is what servers write where there is none (decision A-93).
        TimeStage::Timed { base, .. } if base.is_zero() => {
            Some(Fault::Unusual("positive numbers in a time control"))
        }
        _ if item.contains(&b'.') => Some(Fault::Unusual("whole seconds in a time control")),
        _ => None,
    }
}

/// `180` for `180.0`.
fn in_whole_seconds(value: &Value<'_>) -> Option<String> {
    let shown = std::str::from_utf8(value.bytes).ok()?.parse::<TimeControl>().ok()?.to_string();
    let is_exact =
        shown.split(':').count() == 1 && !shown.contains(['+', '.']) && shown.as_bytes() != value.bytes;
    is_exact.then_some(shown)
}

/// `5400+30` for `90 min + 30 sec`, where that is certainly meant (decision A-241).
fn in_seconds(value: &Value<'_>) -> Option<String> {
    let text = std::str::from_utf8(value.bytes).ok()?;
    let shown = TimeControl::read(text)?.to_string();
    (text.parse::<TimeControl>().is_err()).then_some(shown)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit_syntax::{Collect, RawTag};

    #[test]
    fn time_controls() {
        for (text, expected) in [
            ("?", ""),
            ("-", ""),
            ("300", ""),
            ("40/9000", ""),
            ("40/7200:3600", ""),
            ("5400+60", ""),
            ("40/7200:20/3600:900+30", ""),
            ("*180", ""),
            ("1/86400", ""),
            ("40/7200:?", "unusual-time-control"),
            ("180+0", ""),
            ("0+0", "invalid-time-control"),
            ("0+1", "unusual-time-control"),
            ("60+0.6", "unusual-time-control"),
            ("40/5400+30:1800+30", "unusual-time-control"),
            ("G/60", "unusual-time-control"),
            ("15 min. + 10 s. per move", "unusual-time-control"),
            ("0/60", "invalid-time-control"),
            ("40/", "invalid-time-control"),
            ("40/2h", "invalid-time-control"),
            ("300:40/7200", "invalid-time-control"),
            ("5400+30:1800+30", "invalid-time-control"),
            ("*180:300", "invalid-time-control"),
            ("180*", "invalid-time-control"),
            ("1:30:00", "invalid-time-control"),
            ("40/7200:", "invalid-time-control"),
        ] {
            let mut found = Collect::default();
            check(&Value { tag: &RawTag::default(), bytes: text.as_bytes() }, &mut found);
            let names: Vec<_> = found.iter().map(|diagnostic| diagnostic.code.name()).collect();
            assert_eq!(names.join(" "), expected, "{text}");
        }
    }

    #[test]
    fn what_is_usual_has_no_fault() {
        for (text, usual) in [
            ("300", true),
            ("5", true),
            ("300+3", true),
            ("60+0", true),
            ("86400+00", true),
            ("1234567+8", true),
            ("300+", false),
            ("+3", false),
            ("300++3", false),
            ("0+3", false),
            ("", false),
            ("300+3.5", false),
            ("40/9000", false),
            ("1234567890", false),
        ] {
            assert_eq!(is_usual(text.as_bytes()), usual, "{text}");
            let stage = TimeStage::from_bytes(text.as_bytes());
            let fault = stage.is_none_or(|stage| of_stage(stage, text.as_bytes(), true, true).is_some());
            assert!(!usual || !fault, "{text}");
        }
    }
}
