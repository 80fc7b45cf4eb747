use pgnkit_syntax::{Applicability, Code, Diagnostic, Sink, quoted};

use super::{Value, with_value};
use crate::check::Finished;
use crate::read::Known;
use crate::values::{Date, ParseDateError, certain_date, is_usual_date};

/// The form of a date, and whether there is such a day (section 8.1.1.3).
pub(super) fn check(value: &Value<'_>, sink: &mut dyn Sink) {
    if is_usual_date(value.bytes) {
        return;
    }
    match Date::from_bytes(value.bytes) {
        Ok(date) => {
            if (date.day().is_none() || date.month().is_none() || date.year().is_none())
                && (sink.wants(Code::PartialDate) || sink.wants(Code::IncompleteDate))
            {
                check_unknown_parts(value, date, sink);
            }
        }
        Err(error) => report(value, error, sink),
    }
}

#[cold]
fn report(value: &Value<'_>, error: ParseDateError, sink: &mut dyn Sink) {
    let (code, what) = match error {
        ParseDateError::Shape => (Code::InvalidDate, "a date of the form YYYY.MM.DD, `?` for unknown digits"),
        ParseDateError::NoSuchDay => (Code::ImpossibleDate, "a day that exists"),
    };
    if !sink.wants(code) {
        return;
    }
    let diagnostic = value.expected(code, what);
    sink.report(match error {
        ParseDateError::Shape => match certain_date(value.bytes) {
            Some(date) => with_value(diagnostic, value, Applicability::Safe, Some(date)),
            None => with_value(diagnostic, value, Applicability::Unsafe, day_first(value.bytes)),
        },
        // Zeros mean an unknown part, or a slip.
        ParseDateError::NoSuchDay => {
            with_value(diagnostic, value, Applicability::Unsafe, without_zeros(value.bytes))
        }
    });
}

/// Whether parts are unknown that ought to be known.
#[cold]
fn check_unknown_parts(value: &Value<'_>, date: Date, sink: &mut dyn Sink) {
    let parts = value.bytes.split(|&byte| byte == b'.');
    let is_mixed = |part: &[u8]| part.contains(&b'?') && part.iter().any(u8::is_ascii_digit);
    if parts.into_iter().any(is_mixed) && sink.wants(Code::PartialDate) {
        sink.report(value.expected(Code::PartialDate, "each field of a date known or unknown as a whole"));
    } else if (date.day() > None && date.month().is_none() || date.month() > None && date.year().is_none())
        && sink.wants(Code::PartialDate)
    {
        sink.report(value.expected(Code::PartialDate, "a date known from the year on"));
    }
    if sink.wants(Code::IncompleteDate) {
        sink.report(value.expected(Code::IncompleteDate, "a date known to the day"));
    }
}

/// Whether the event began before the game was over.
pub(super) fn check_order(game: &Finished<'_>, sink: &mut dyn Sink) {
    let (Some(event), Some(day)) = (game.tag(Known::EVENT_DATE), game.tag(Known::DATE)) else { return };
    let [begin, played] = [event, day].map(|tag| Date::from_bytes(&tag.value(game.text)).ok());
    let (Some(begin), Some(played)) = (begin, played) else { return };
    if is_later(begin, played) && sink.wants(Code::EventDateAfterDate) {
        let message = format!(
            "expected an event that began on {played} or before, found {}",
            quoted(&event.value(game.text))
        );
        sink.report(
            Diagnostic::new(Code::EventDateAfterDate, event.value, message)
                .label(day.value, "the date of the game"),
        );
    }
}

/// Whether the one date is certainly after the other.
fn is_later(one: Date, other: Date) -> bool {
    let fields = |date: Date| [date.year(), date.month().map(u16::from), date.day().map(u16::from)];
    for pair in fields(one).into_iter().zip(fields(other)) {
        match pair {
            (Some(one), Some(other)) if one == other => {}
            (Some(one), Some(other)) => return one > other,
            _ => return false,
        }
    }
    false
}

/// The date that `31.8.1992` is where the day comes first, as it does with dots: nearly everywhere; other signs leave that
/// open unless the day is past 12.
fn day_first(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?.trim_ascii();
    let separator = text.chars().find(|c| matches!(c, '.' | '-' | '/'))?;
    let parts: Vec<&str> = text.split(separator).collect();
    let [day, month, year] = parts.as_slice() else { return None };
    let is_number = |part: &str, lengths: &[usize]| {
        lengths.contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    if !is_number(day, &[1, 2]) || !is_number(month, &[1, 2]) || !is_number(year, &[4]) {
        return None;
    }
    let is_certain = separator == '.' || day.parse::<u8>().is_ok_and(|day| day > 12);
    let date = format!("{year}.{month:0>2}.{day:0>2}");
    (is_certain && date.parse::<Date>().is_ok()).then_some(date)
}

/// The date with fields of zeros unknown, if that is a date.
fn without_zeros(text: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(text).ok()?;
    let mut fields: Vec<_> = text.split('.').collect();
    for (field, unknown) in fields.iter_mut().zip(["????", "??", "??"]) {
        if field.bytes().all(|byte| byte == b'0') {
            *field = unknown;
        }
    }
    let date = fields.join(".");
    date.parse::<Date>().is_ok().then_some(date)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_with_the_day_first() {
        for (text, date) in [
            ("12.03.2024", Some("2024.03.12")),
            ("1.2.1992", Some("1992.02.01")),
            ("31/08/1992", Some("1992.08.31")),
            ("31-8-1992", Some("1992.08.31")),
            // May be the eighth of March or the third of August.
            ("03/08/1992", None),
            ("08/31/1992", None),
            ("31.02.1992", None),
            ("12.03.24", None),
            ("12.03.2024 ", Some("2024.03.12")),
            ("1992.08.31", None),
        ] {
            assert_eq!(day_first(text.as_bytes()).as_deref(), date, "{text}");
        }
    }

    #[test]
    fn dates_in_other_forms() {
        for (text, date) in [
            ("1992.8.31", Some("1992.08.31")),
            ("1992-08-31", Some("1992.08.31")),
            ("1992/8/1", Some("1992.08.01")),
            (" 1992.08.31 ", Some("1992.08.31")),
            ("1992.08", Some("1992.08.??")),
            ("1992", Some("1992.??.??")),
            ("2025.11.", Some("2025.11.??")),
            ("2025.11.04.", Some("2025.11.04")),
            ("2025/11/", Some("2025.11.??")),
            ("2025..", Some("2025.??.??")),
            ("2025..04", None),
            ("2025.11.04..", None),
            ("1992.?.?", Some("1992.??.??")),
            ("????", Some("????.??.??")),
            ("?", Some("????.??.??")),
            ("-", Some("????.??.??")),
            ("??.??.????", Some("????.??.??")),
            ("92.08.31", None),
            ("31.08.1992", None),
            ("1992-08.31", None),
            ("1992.13.1", None),
            ("1992.02.30.1", None),
            ("August 1992", None),
            ("1992.A.1", None),
        ] {
            assert_eq!(certain_date(text.as_bytes()).as_deref(), date, "{text}");
        }
        assert_eq!(without_zeros(b"1992.00.00").as_deref(), Some("1992.??.??"));
        assert_eq!(without_zeros(b"1992.02.30"), None);
    }

    #[test]
    fn only_what_is_certain_is_later() {
        for (one, other, later) in [
            ("1992.09.02", "1992.11.04", false),
            ("1992.11.04", "1992.11.04", false),
            ("1992.11.05", "1992.11.04", true),
            ("1993.??.??", "1992.11.04", true),
            ("1992.??.31", "1992.11.04", false),
            ("1992.12.??", "1992.11.04", true),
            ("????.12.31", "1992.11.04", false),
        ] {
            let [one, other] = [one, other].map(|text| text.parse::<Date>().unwrap());
            assert_eq!(is_later(one, other), later, "{one} {other}");
        }
    }
}
