use std::fmt;
use std::str::FromStr;

use pgnkit_syntax::internals::has_form;

/// A date with unknown parts: `1992.11.04`, `1993.??.??` (section 8.1.1.3).
///
/// Ordered as section 12 orders games: an unknown part counts as zero.
///
/// ```
/// use pgnkit::Date;
/// let date: Date = "1993.??.??".parse()?;
/// assert_eq!((date.year(), date.month()), (Some(1993), None));
/// assert!(date < "1993.01.01".parse()?);
/// assert_eq!(date.to_string(), "1993.??.??");
/// # Ok::<(), pgnkit::ParseDateError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

impl Date {
    /// A date; parts that are `None` are unknown. `None` when a part is out of its range (years 1 to 9999) or the day
    /// does not exist.
    pub fn new(year: Option<u16>, month: Option<u8>, day: Option<u8>) -> Option<Self> {
        let in_range = year.is_none_or(|year| (1..=9999).contains(&year))
            && month.is_none_or(|month| (1..=12).contains(&month))
            && day.is_none_or(|day| day >= 1 && day <= days_of(year, month));
        in_range.then(|| Self { year: year.unwrap_or(0), month: month.unwrap_or(0), day: day.unwrap_or(0) })
    }

    /// The year, if known.
    pub fn year(self) -> Option<u16> {
        (self.year > 0).then_some(self.year)
    }

    /// The month from 1 to 12, if known.
    pub fn month(self) -> Option<u8> {
        (self.month > 0).then_some(self.month)
    }

    /// The day from 1 to 31, if known.
    pub fn day(self) -> Option<u8> {
        (self.day > 0).then_some(self.day)
    }
}

/// Days of a month; if month or year are unknown, the largest possible number.
fn days_of(year: Option<u16>, month: Option<u8>) -> u8 {
    match (month, year) {
        (Some(4 | 6 | 9 | 11), _) => 30,
        (Some(2), Some(year))
            if !year.is_multiple_of(4) || (year.is_multiple_of(100) && !year.is_multiple_of(400)) =>
        {
            28
        }
        (Some(2), _) => 29,
        _ => 31,
    }
}

impl FromStr for Date {
    type Err = ParseDateError;

    fn from_str(text: &str) -> Result<Self, ParseDateError> {
        Self::from_bytes(text.as_bytes())
    }
}

impl Date {
    /// Reads a date from any bytes.
    pub(crate) fn from_bytes(text: &[u8]) -> Result<Self, ParseDateError> {
        let [y1, y2, y3, y4, b'.', m1, m2, b'.', d1, d2] = *text else {
            return Err(ParseDateError::Shape);
        };
        let year = part(&[y1, y2, y3, y4])?;
        let month = part(&[m1, m2])?;
        let day = part(&[d1, d2])?;
        let small = |part: Option<u16>| part.map(|value| value.min(255) as u8);
        Self::new(year, small(month), small(day)).ok_or(ParseDateError::NoSuchDay)
    }
}

/// Whether a text is a date that is seen at once to be known to the day: up to the 28th, which all months have.
#[inline]
pub(crate) fn is_usual_date(text: &[u8]) -> bool {
    let [y1, y2, y3, y4, s1, m1, m2, s2, d1, d2] = *text else { return false };
    let is_month = matches!([m1, m2], [b'0', b'1'..=b'9'] | [b'1', b'0'..=b'2']);
    let is_day = matches!([d1, d2], [b'0', b'1'..=b'9'] | [b'1', b'0'..=b'9'] | [b'2', b'0'..=b'8']);
    is_month
        && is_day
        && y1 != b'0'
        && has_form([y1, y2, y3, y4, s1, m1, m2, s2], *b"0000.00.", [9, 9, 9, 9, 0, 9, 9, 0])
}

/// Digits, or question marks in their place; a mix counts as unknown (decision A-16).
#[inline]
fn part(text: &[u8]) -> Result<Option<u16>, ParseDateError> {
    let mut value = 0;
    for byte in text {
        if !byte.is_ascii_digit() {
            let is_unknown = text.iter().all(|byte| byte.is_ascii_digit() || *byte == b'?');
            return if is_unknown { Ok(None) } else { Err(ParseDateError::Shape) };
        }
        value = value * 10 + u16::from(byte - b'0');
    }
    Ok(Some(value))
}

/// The date that a text in another form is beyond doubt: `1992.8.31`, `1992-08-31`, `1992/08`, `1992.08.`, `1992`, `?`.
pub(crate) fn certain_date(text: &[u8]) -> Option<String> {
    let text = text.trim_ascii();
    if text.iter().all(|byte| matches!(byte, b'?' | b'-' | b'.' | b'/')) {
        return Some(Date::default().to_string());
    }
    let separator = text.iter().copied().find(|byte| matches!(byte, b'.' | b'-' | b'/')).unwrap_or(b'.');
    let mut parts = text.split(|&byte| byte == separator);
    let year = Some(parts.next()?).filter(|year| year.len() == 4)?;
    let mut date = String::from_utf8(year.to_vec()).ok()?;
    let mut has_ended = false;
    for _ in 0..2 {
        match parts.next() {
            None | Some(b"") => {
                has_ended = true;
                date.push_str(".??");
            }
            // `1992..31` leaves open what is missing.
            Some(_) if has_ended => return None,
            Some([b @ b'0'..=b'9']) => date.extend(['.', '0', char::from(*b)]),
            Some(b"?") => date.push_str(".??"),
            Some([a, b]) => date.extend(['.', char::from(*a), char::from(*b)]),
            Some(_) => return None,
        }
    }
    // `1992.08.31.`
    (parts.next().is_none_or(<[u8]>::is_empty) && parts.next().is_none() && date.parse::<Date>().is_ok())
        .then_some(date)
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.year() {
            Some(year) => write!(f, "{year:04}")?,
            None => f.write_str("????")?,
        }
        for part in [self.month(), self.day()] {
            match part {
                Some(part) => write!(f, ".{part:02}")?,
                None => f.write_str(".??")?,
            }
        }
        Ok(())
    }
}

/// Reason why a text is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseDateError {
    /// It is not ten characters of the form `YYYY.MM.DD`.
    Shape,
    /// There is no such day.
    NoSuchDay,
}

impl fmt::Display for ParseDateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shape => "expected ten characters of the form YYYY.MM.DD, with ? for unknown digits",
            Self::NoSuchDay => "expected a day that exists",
        })
    }
}

impl std::error::Error for ParseDateError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_usual_is_a_date_up_to_the_28th() {
        for month in 0..100 {
            for day in 0..100 {
                for year in [0, 1, 999, 1000, 1992, 9999] {
                    let text = format!("{year:04}.{month:02}.{day:02}");
                    let expected = text.parse::<Date>().is_ok() && day <= 28 && year >= 1000;
                    assert_eq!(is_usual_date(text.as_bytes()), expected, "{text}");
                }
            }
        }
        for other in [
            "1992.11.0?",
            "1992.1?.04",
            "199?.11.04",
            "1992-11-04",
            "1992.11.4",
            "1992.11.041",
            "1:92.11.04",
            "",
        ] {
            assert!(!is_usual_date(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn dates() {
        for good in ["1992.08.31", "1993.??.??", "????.??.??", "2000.02.29", "1992.??.05", "????.02.29"] {
            assert_eq!(good.parse::<Date>().map(|date| date.to_string()), Ok(good.to_owned()));
        }
        for (bad, error) in [
            ("1992.8.31", ParseDateError::Shape),
            ("1992-08-31", ParseDateError::Shape),
            ("?", ParseDateError::Shape),
            ("92.08.31", ParseDateError::Shape),
            ("2001.13.01", ParseDateError::NoSuchDay),
            ("1999.02.29", ParseDateError::NoSuchDay),
            ("1900.02.29", ParseDateError::NoSuchDay),
            ("2000.00.10", ParseDateError::NoSuchDay),
        ] {
            assert_eq!(bad.parse::<Date>(), Err(error), "{bad}");
        }
    }
}
