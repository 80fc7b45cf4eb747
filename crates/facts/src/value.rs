//! Values and their kinds.

use std::borrow::Cow;
use std::fmt;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// Text, compared by code points.
    Text,
    /// A number without sign or fraction.
    Integer,
    /// A number with sign and fraction.
    Decimal,
    /// Year, month and day.
    Date,
    /// A round.
    Round,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Text => "text",
            Self::Integer => "number",
            Self::Decimal => "decimal",
            Self::Date => "date",
            Self::Round => "round",
        })
    }
}

/// The value of a fact.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value<'g> {
    /// There is none, or it is not of its kind.
    Missing,
    /// Text.
    Text(Cow<'g, str>),
    /// A number without sign or fraction.
    Integer(u64),
    /// A number with sign and fraction.
    Decimal(Decimal),
    /// Year, month and day; 0 for what is not known.
    Date([u16; 3]),
    /// A round.
    Round(Round<'g>),
}

/// The text of a value as tags have it; nothing of one that is missing.
impl fmt::Display for Value<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => Ok(()),
            Self::Text(text) => f.write_str(text),
            Self::Integer(number) => number.fmt(f),
            Self::Decimal(number) => number.fmt(f),
            Self::Date([year, month, day]) => write!(f, "{year:04}.{month:02}.{day:02}"),
            Self::Round(Round::Parts(parts)) => f.write_str(parts),
            Self::Round(Round::Inappropriate) => f.write_str("-"),
            Self::Round(Round::Unknown) => f.write_str("?"),
        }
    }
}

/// A number in thousandths: pawns, seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i64);

impl Decimal {
    /// A number given in thousandths.
    pub const fn of_thousandths(thousandths: i64) -> Self {
        Self(thousandths)
    }

    /// The number of thousandths.
    pub const fn thousandths(self) -> i64 {
        self.0
    }

    /// Reads a number, as `-1.5`; none where it has more than three decimals or is out of range.
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, digits) = text.strip_prefix('-').map_or((false, text), |digits| (true, digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let are_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || fraction.len() > 3 || !are_digits(whole) || !are_digits(fraction) {
            return None;
        }
        let number: i64 = format!("{whole}{fraction:0<3}").parse().ok()?;
        Some(Self(if is_negative { -number } else { number }))
    }
}

/// Without zeros at the end: `0.5`, `-12`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, fraction) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        match format!("{fraction:03}").trim_end_matches('0') {
            "" => write!(f, "{sign}{whole}"),
            digits => write!(f, "{sign}{whole}.{digits}"),
        }
    }
}

/// A round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Round<'g> {
    /// Not known.
    Unknown,
    /// Rounds are not appropriate.
    Inappropriate,
    /// One or several numbers, joined by periods, however large.
    Parts(&'g str),
}

impl<'g> Round<'g> {
    /// Reads the value of the tag; what is no round is not known (decision A-63).
    pub fn of(value: &'g str) -> Self {
        let value = value.trim();
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        match value {
            "-" => Self::Inappropriate,
            value if value.split('.').all(is_number) => Self::Parts(value),
            _ => Self::Unknown,
        }
    }
}

/// Year, month and day of a date, question marks as zeros; `None` for what is no date. Dates with hyphens and slashes are
/// read where the year comes first, and what is missing at the end is not known, as they are written in export format (decision A-98).
pub fn date(value: &str) -> Option<[u16; 3]> {
    usual_date(value.as_bytes()).or_else(|| date_of_parts(value))
}

/// A date as the standard writes it.
#[inline]
fn usual_date(value: &[u8]) -> Option<[u16; 3]> {
    let [a, b, c, d, b'.', e, f, b'.', g, h] = *value else { return None };
    let is_digit = |byte: u8| byte.is_ascii_digit() | (byte == b'?');
    if ![a, b, c, d, e, f, g, h].into_iter().fold(true, |all, byte| all & is_digit(byte)) {
        return None;
    }
    let digit = |byte: u8| if byte == b'?' { 0 } else { u16::from(byte - b'0') };
    let pair = |tens: u8, ones: u8| 10 * digit(tens) + digit(ones);
    Some([100 * pair(a, b) + pair(c, d), pair(e, f), pair(g, h)])
}

fn date_of_parts(value: &str) -> Option<[u16; 3]> {
    let number = |digits: &str| {
        digits
            .bytes()
            .fold(0, |number, byte| 10 * number + u16::from(byte.wrapping_sub(b'0') * u8::from(byte != b'?')))
    };
    Some(date_parts(value)?.map(number))
}

/// The digits and question marks of year, month and day; nothing for what is missing.
pub fn date_parts(value: &str) -> Option<[&str; 3]> {
    let value = value.trim();
    let separator = value.chars().find(|&c| matches!(c, '.' | '-' | '/')).unwrap_or('.');
    let mut date = [""; 3];
    let (mut parts, mut ended) = (value.split(separator), false);
    for (at, part) in date.iter_mut().enumerate() {
        let Some(digits) = parts.next() else { break };
        ended |= digits.is_empty();
        let has_length =
            if at == 0 { digits.len() == 4 } else { digits.is_empty() == ended && digits.len() <= 2 };
        if !has_length || !digits.bytes().all(|byte| byte == b'?' || byte.is_ascii_digit()) {
            return None;
        }
        *part = digits;
    }
    // `1992.11.04.`
    (parts.next().is_none_or(str::is_empty) && parts.next().is_none()).then_some(date)
}

/// The year in a text that need not be a date otherwise, as `12.03.2024`: its first number of four digits.
pub fn year_in(value: &str) -> Option<u16> {
    let is_year = |part: &&str| part.len() == 4;
    value.split(|c: char| !c.is_ascii_digit()).find(is_year)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_the_usual_form_are_read_as_others() {
        let signs = ['0', '1', '9', '?', '.', '-', '/', ' ', 'x'];
        for at in 0..10 {
            for sign in signs {
                for other in 0..10 {
                    for another in signs {
                        let mut text: Vec<char> = "1960.11.0?".chars().collect();
                        (text[at], text[other]) = (sign, another);
                        let text: String = text.into_iter().collect();
                        let quick = usual_date(text.as_bytes());
                        assert!(quick.is_none() || quick == date_of_parts(&text), "{text}");
                    }
                }
            }
        }
        for (text, expected) in
            [("1951.??.??", [1951, 0, 0]), ("????.??.??", [0; 3]), ("19?1.1?.3?", [1901, 10, 30])]
        {
            assert_eq!(usual_date(text.as_bytes()), Some(expected), "{text}");
        }
    }

    #[test]
    fn decimals() {
        for (text, thousandths, shown) in [
            ("1", Some(1000), "1"),
            ("-1.5", Some(-1500), "-1.5"),
            ("0.050", Some(50), "0.05"),
            ("-0.001", Some(-1), "-0.001"),
            ("12.345", Some(12345), "12.345"),
            ("1.", Some(1000), "1"),
            ("1.2345", None, ""),
            (".5", None, ""),
            ("", None, ""),
            ("-", None, ""),
            ("1e3", None, ""),
            ("99999999999999999999", None, ""),
        ] {
            let read = Decimal::parse(text);
            assert_eq!(read.map(Decimal::thousandths), thousandths, "{text}");
            assert_eq!(read.map_or_else(String::new, |number| number.to_string()), shown, "{text}");
        }
    }

    #[test]
    fn dates() {
        for (text, expected) in [
            ("1992.11.04", Some([1992, 11, 4])),
            ("199?.??.??", Some([1990, 0, 0])),
            ("2024.1.5", Some([2024, 1, 5])),
            ("2001-01-02", Some([2001, 1, 2])),
            (" 2001/1/2 ", Some([2001, 1, 2])),
            ("1992", Some([1992, 0, 0])),
            ("1992.11", Some([1992, 11, 0])),
            ("1992-11.04", None),
            ("04.11.1992", None),
            ("1992..", Some([1992, 0, 0])),
            ("2025.11.", Some([2025, 11, 0])),
            ("1992.11.04.", Some([1992, 11, 4])),
            ("2025-11-", Some([2025, 11, 0])),
            ("1992..04", None),
            ("1992.11.04.1", None),
            ("1992.11.04..", None),
            (".11.04", None),
            ("99999.01.01", None),
            ("-1.01.01", None),
            ("", None),
        ] {
            assert_eq!(date(text), expected, "{text}");
        }
    }

    #[test]
    fn rounds() {
        for (text, expected) in [
            ("?", Round::Unknown),
            ("", Round::Unknown),
            ("R3", Round::Unknown),
            ("3.", Round::Unknown),
            ("3.-", Round::Unknown),
            ("-", Round::Inappropriate),
            ("3.10", Round::Parts("3.10")),
            (" 3.10 ", Round::Parts("3.10")),
            ("- ", Round::Inappropriate),
        ] {
            assert_eq!(Round::of(text), expected, "{text}");
        }
    }

    #[test]
    fn years() {
        for (text, expected) in [
            ("12.03.2024", Some(2024)),
            ("Nov 2025", Some(2025)),
            ("2025.11.", Some(2025)),
            ("1992-11.04", Some(1992)),
            ("199?", None),
            ("99999.01.01", None),
            ("", None),
        ] {
            assert_eq!(year_in(text), expected, "{text}");
        }
    }
}
