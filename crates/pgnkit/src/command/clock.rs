use std::fmt;

/// A duration or clock reading, exact to the nanosecond: the value of `clk`, `egt`, `emt` and `mct` and of the tags
/// WhiteClock and BlackClock (supplement of 2001, sections 4 to 6).
///
/// ```
/// use pgnkit::command::{ClockForm, ClockTime};
///
/// let (time, form) = ClockTime::read(b"1:55:21").unwrap();
/// assert_eq!((time.seconds(), form), (6921, ClockForm::Exact));
/// let (time, form) = ClockTime::read(b"0:00:58.6").unwrap();
/// assert_eq!((time.nanoseconds(), form), (58_600_000_000, ClockForm::Fraction));
/// assert_eq!((time.to_string(), format!("{time:.0}")), ("0:00:58.6".into(), "0:00:58".into()));
/// assert_eq!(ClockTime::read(b"0:61:00"), None);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClockTime {
    nanoseconds: i64,
}

/// Spelling of a time: exact, or one of the lenient forms (decision A-41). If several apply, the last of them counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum ClockForm {
    /// `h:mm:ss`, hours without superfluous zeros.
    Exact,
    /// `00:01:00`: hours with superfluous zeros, as `mct` has them.
    PaddedHours,
    /// `0:1:2`: minutes or seconds of one digit.
    ShortFields,
    /// `0:00:58.6` or `0:00:58,6`.
    Fraction,
    /// `42`, `0.01`: seconds only.
    Seconds,
    /// `1:30`, read as hours and minutes, although some programs mean minutes and seconds.
    HoursMinutes,
    /// `-0:00:05`: the time has run out.
    Negative,
}

const SECOND: i64 = 1_000_000_000;

impl ClockTime {
    /// A time of whole seconds.
    pub const fn from_seconds(seconds: i32) -> Self {
        Self { nanoseconds: seconds as i64 * SECOND }
    }

    /// A time in nanoseconds.
    pub const fn from_nanoseconds(nanoseconds: i64) -> Self {
        Self { nanoseconds }
    }

    /// The whole seconds, rounded down.
    pub const fn seconds(self) -> i64 {
        self.nanoseconds.div_euclid(SECOND)
    }

    /// The time in nanoseconds.
    pub const fn nanoseconds(self) -> i64 {
        self.nanoseconds
    }

    /// The time in seconds as an exact decimal number: `180`, `58.6`, `-0.5`.
    ///
    /// ```
    /// use pgnkit::command::ClockTime;
    ///
    /// let (time, _) = ClockTime::read(b"0:03:00.250").unwrap();
    /// assert_eq!(time.in_seconds().to_string(), "180.25");
    /// ```
    pub fn in_seconds(self) -> impl fmt::Display {
        Seconds(self.nanoseconds)
    }

    /// Whether the time is a whole number of seconds, which [`ClockForm::Exact`] can represent.
    pub const fn is_whole(self) -> bool {
        self.nanoseconds % SECOND == 0
    }

    /// Reads a time in any form. `None` for anything else: other characters, 60 or more minutes or seconds, fields of
    /// more than two digits, more than six digits of hours, more than nine of bare seconds or of a fraction.
    ///
    /// ```text
    /// time = [ "-" ] ( hours ":" minutes ":" seconds | hours ":" minutes | seconds ) [ ( "." | "," ) 1*9digit ]
    /// ```
    pub fn read(text: &[u8]) -> Option<(Self, ClockForm)> {
        // The usual form.
        if let [h, b':', m @ b'0'..=b'5', n, b':', s @ b'0'..=b'5', t] = *text
            && [h, n, t].iter().all(u8::is_ascii_digit)
        {
            let [h, m, n, s, t] = [h, m, n, s, t].map(|digit| i32::from(digit - b'0'));
            let seconds = h * 3600 + (10 * m + n) * 60 + 10 * s + t;
            return Some((Self::from_seconds(seconds), ClockForm::Exact));
        }
        let (text, negative) = match text {
            [b'-', rest @ ..] => (rest, true),
            _ => (text, false),
        };
        let point = text.iter().position(|byte| matches!(byte, b'.' | b','));
        let (whole, fraction) = match point {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        };
        let mut fields = whole.split(|byte| *byte == b':');
        let (first, second, third) = (fields.next()?, fields.next(), fields.next());
        if fields.next().is_some() {
            return None;
        }
        let (seconds, mut form) = match (second, third) {
            (None, _) => (number(first, 9)?, ClockForm::Seconds),
            // Minutes have no tenths.
            (Some(minutes), None) if fraction.is_none() => {
                (number(first, 6)? * 3600 + below_60(minutes)? * 60, ClockForm::HoursMinutes)
            }
            (Some(_), None) => return None,
            (Some(minutes), Some(seconds)) => {
                let form = if minutes.len() < 2 || seconds.len() < 2 {
                    ClockForm::ShortFields
                } else if first.len() > 1 && first[0] == b'0' {
                    ClockForm::PaddedHours
                } else {
                    ClockForm::Exact
                };
                (number(first, 6)? * 3600 + below_60(minutes)? * 60 + below_60(seconds)?, form)
            }
        };
        let mut nanoseconds = seconds * SECOND;
        if let Some(digits) = fraction {
            form = form.max(ClockForm::Fraction);
            nanoseconds += number(digits, 9)? * 10i64.pow(9 - digits.len() as u32);
        }
        if negative {
            form = ClockForm::Negative;
            nanoseconds = -nanoseconds;
        }
        Some((Self { nanoseconds }, form))
    }
}

/// A number of one to `most` digits.
fn number(digits: &[u8], most: usize) -> Option<i64> {
    if digits.is_empty() || digits.len() > most || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0, |value, digit| value * 10 + i64::from(digit - b'0')))
}

fn below_60(digits: &[u8]) -> Option<i64> {
    number(digits, 2).filter(|value| *value < 60)
}

/// `h:mm:ss` with the whole fraction, or with as many of its digits as the precision, truncated.
impl fmt::Display for ClockTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.nanoseconds < 0 { "-" } else { "" };
        let nanoseconds = self.nanoseconds.unsigned_abs();
        let (seconds, fraction) = (nanoseconds / SECOND.unsigned_abs(), nanoseconds % SECOND.unsigned_abs());
        write!(f, "{sign}{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)?;
        let digits = format!("{fraction:09}");
        let shown = match f.precision() {
            Some(precision) => &digits[..precision.min(9)],
            None => digits.trim_end_matches('0'),
        };
        if shown.is_empty() { Ok(()) } else { write!(f, ".{shown}") }
    }
}

/// Nanoseconds, displayed as seconds.
struct Seconds(i64);

impl fmt::Display for Seconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nanoseconds = self.0.unsigned_abs();
        let (seconds, fraction) = (nanoseconds / SECOND.unsigned_abs(), nanoseconds % SECOND.unsigned_abs());
        write!(f, "{}{seconds}", if self.0 < 0 { "-" } else { "" })?;
        match fraction {
            0 => Ok(()),
            fraction => f.write_str(format!(".{fraction:09}").trim_end_matches('0')),
        }
    }
}

impl From<std::time::Duration> for ClockTime {
    /// Saturates after 292 years.
    fn from(time: std::time::Duration) -> Self {
        Self { nanoseconds: time.as_nanos().try_into().unwrap_or(i64::MAX) }
    }
}

impl std::ops::Add for ClockTime {
    type Output = Self;

    /// Saturates after 292 years.
    fn add(self, other: Self) -> Self {
        Self { nanoseconds: self.nanoseconds.saturating_add(other.nanoseconds) }
    }
}

impl std::ops::Sub for ClockTime {
    type Output = Self;

    /// Saturates after 292 years.
    fn sub(self, other: Self) -> Self {
        Self { nanoseconds: self.nanoseconds.saturating_sub(other.nanoseconds) }
    }
}

impl std::ops::Mul<u32> for ClockTime {
    type Output = Self;

    /// Saturates after 292 years.
    fn mul(self, count: u32) -> Self {
        Self { nanoseconds: self.nanoseconds.saturating_mul(i64::from(count)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_told_apart() {
        use ClockForm::*;
        for (text, written, form) in [
            ("1:55:21", "1:55:21", Exact),
            ("0:00:00", "0:00:00", Exact),
            ("17:10:42", "17:10:42", Exact),
            ("100:00:00", "100:00:00", Exact),
            ("00:01:00", "0:01:00", PaddedHours),
            ("0:1:2", "0:01:02", ShortFields),
            ("00:1:02", "0:01:02", ShortFields),
            ("0:00:58.6", "0:00:58.6", Fraction),
            ("0:00:58,6", "0:00:58.6", Fraction),
            ("0:00:58.600000001", "0:00:58.600000001", Fraction),
            ("00:00:58.0", "0:00:58", Fraction),
            ("42", "0:00:42", Seconds),
            ("90", "0:01:30", Seconds),
            ("0.01", "0:00:00.01", Seconds),
            ("1:02", "1:02:00", HoursMinutes),
            ("-0:00:05", "-0:00:05", Negative),
            ("-0:00:05.5", "-0:00:05.5", Negative),
            ("999999:59:59.999999999", "999999:59:59.999999999", Fraction),
        ] {
            let (time, found) = ClockTime::read(text.as_bytes()).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((time.to_string().as_str(), found), (written, form), "{text}");
            assert_eq!(ClockTime::read(written.as_bytes()).unwrap().0, time, "{text}");
        }
        for text in [
            "",
            "x",
            "-",
            ":",
            "0:61:00",
            "0:00:60",
            "0:60",
            "1:2:3:4",
            "0::1",
            "0:001:00",
            "0:00:1:",
            "0:00:01.",
            ".5",
            "1:30.5",
            "+1",
            "1 :00:00",
            "1000000:00:00",
            "0:00:00.0000000001",
            "--1",
            "0:00:0x",
            "\u{661}:00:00",
        ] {
            assert_eq!(ClockTime::read(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn arithmetic() {
        let time = |text: &str| ClockTime::read(text.as_bytes()).unwrap().0;
        assert_eq!(time("1:00:00") - time("0:00:00.5"), time("0:59:59.5"));
        assert_eq!(time("0:59:59.5") + time("0.5"), ClockTime::from_seconds(3600));
        assert_eq!(time("-0:00:00.5").seconds(), -1);
        assert!(time("0:00:01").is_whole() && !time("0:00:01.1").is_whole());
    }
}
