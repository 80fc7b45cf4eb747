use std::fmt;
use std::str::FromStr;

use pgnkit_syntax::internals::has_form;

/// A time of day, the value of Time and UTCTime: `17:05:00` (section 9.5), with `?` for unknown digits (decision A-16).
///
/// ```
/// use pgnkit::TimeOfDay;
/// let time: TimeOfDay = "17:05:??".parse()?;
/// assert_eq!((time.hour(), time.minute(), time.second()), (Some(17), Some(5), None));
/// # Ok::<(), pgnkit::ParseTimeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TimeOfDay {
    digits: [[u8; 2]; 3],
}

impl TimeOfDay {
    /// Reads a time from any bytes.
    pub(crate) fn from_bytes(text: &[u8]) -> Option<Self> {
        let [h1, h2, b':', m1, m2, b':', s1, s2] = *text else { return None };
        let digits = [[h1, h2], [m1, m2], [s1, s2]];
        let is_part = |(part, limit): ([u8; 2], u8)| {
            part.iter().all(|&byte| byte.is_ascii_digit() || byte == b'?')
                && number(part).is_none_or(|number| number < limit)
        };
        digits.into_iter().zip([24, 60, 60]).all(is_part).then_some(Self { digits })
    }

    /// The hour from 0 to 23, if known.
    pub fn hour(self) -> Option<u8> {
        number(self.digits[0])
    }

    /// The minute from 0 to 59, if known.
    pub fn minute(self) -> Option<u8> {
        number(self.digits[1])
    }

    /// The second from 0 to 59, if known.
    pub fn second(self) -> Option<u8> {
        number(self.digits[2])
    }
}

/// Whether a text is a time that is known to the second.
#[inline]
pub(crate) fn is_usual_time(text: &[u8]) -> bool {
    let Ok(text) = <[u8; 8]>::try_from(text) else { return false };
    has_form(text, *b"00:00:00", [2, 9, 0, 5, 9, 0, 5, 9]) && (text[0] < b'2' || text[1] < b'4')
}

/// `None` unless both digits are known.
fn number([tens, ones]: [u8; 2]) -> Option<u8> {
    (tens != b'?' && ones != b'?').then(|| (tens - b'0') * 10 + (ones - b'0'))
}

impl FromStr for TimeOfDay {
    type Err = ParseTimeError;

    fn from_str(text: &str) -> Result<Self, ParseTimeError> {
        Self::from_bytes(text.as_bytes()).ok_or(ParseTimeError)
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [[h1, h2], [m1, m2], [s1, s2]] = self.digits.map(|part| part.map(char::from));
        write!(f, "{h1}{h2}:{m1}{m2}:{s1}{s2}")
    }
}

/// Error of a text that is not a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTimeError;

impl fmt::Display for ParseTimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a time of day of the form HH:MM:SS")
    }
}

impl std::error::Error for ParseTimeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day() {
        for good in ["17:05:00", "00:00:00", "23:59:59", "??:??:??", "17:??:??", "1?:05:00"] {
            assert_eq!(good.parse::<TimeOfDay>().unwrap().to_string(), good);
        }
        for bad in
            ["17.05.00", "7:05:00", "24:00:00", "12:60:00", "12:00:60", "17:05", "17:05:00Z", "aa:bb:cc"]
        {
            assert_eq!(bad.parse::<TimeOfDay>(), Err(ParseTimeError), "{bad}");
        }
    }

    #[test]
    fn what_is_usual_is_every_time_without_unknown_digits() {
        for hour in 0..100 {
            for minute in 0..100 {
                for text in [format!("{hour:02}:{minute:02}:07"), format!("{hour:02}:07:{minute:02}")] {
                    let expected = text.parse::<TimeOfDay>().is_ok();
                    assert_eq!(is_usual_time(text.as_bytes()), expected, "{text}");
                }
            }
        }
        for other in ["17:05:0?", "17:05:0", "17:05:000", "17.05:00", "1x:05:00", "1::05:00", "/7:05:00", ""]
        {
            assert!(!is_usual_time(other.as_bytes()), "{other}");
        }
    }
}
