use std::fmt;
use std::str::FromStr;

use pgnkit_chess::Color;

use crate::command::{ClockForm, ClockTime};

/// A value of the Clock tag: the side whose clock runs in a game in progress, and its reading (supplement of 2001,
/// section 5.1).
///
/// ```
/// use pgnkit::RunningClock;
/// use pgnkit::chess::Color;
///
/// let clock: RunningClock = "B/0:45:56".parse()?;
/// assert_eq!((clock.side, clock.time.seconds()), (Some(Color::Black), 2756));
/// # Ok::<(), pgnkit::ParseClockError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RunningClock {
    /// The side whose clock runs; `None` if neither does.
    pub side: Option<Color>,
    /// The reading of that clock.
    pub time: ClockTime,
}

impl RunningClock {
    /// Reads a value from any bytes.
    pub(crate) fn from_bytes(text: &[u8]) -> Option<Self> {
        let (side, time) = match text {
            [b'W', b'/', time @ ..] => (Some(Color::White), time),
            [b'B', b'/', time @ ..] => (Some(Color::Black), time),
            [b'N', b'/', time @ ..] => (None, time),
            _ => return None,
        };
        wall_clock(time).map(|time| Self { side, time })
    }
}

/// A clock reading in the form of the tags about clocks: `h:mm:ss`.
pub(crate) fn wall_clock(text: &[u8]) -> Option<ClockTime> {
    let (time, form) = ClockTime::read(text)?;
    matches!(form, ClockForm::Exact | ClockForm::PaddedHours).then_some(time)
}

impl FromStr for RunningClock {
    type Err = ParseClockError;

    fn from_str(text: &str) -> Result<Self, ParseClockError> {
        Self::from_bytes(text.as_bytes()).ok_or(ParseClockError)
    }
}

impl fmt::Display for RunningClock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let side = match self.side {
            Some(Color::White) => 'W',
            Some(Color::Black) => 'B',
            None => 'N',
        };
        write!(f, "{side}/{}", self.time)
    }
}

/// Error of a text that is not a Clock value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseClockError;

impl fmt::Display for ParseClockError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected W, B or N, a slash and h:mm:ss")
    }
}

impl std::error::Error for ParseClockError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks() {
        for good in ["W/0:45:56", "B/1:07:00", "N/12:00:00", "W/100:00:00"] {
            assert_eq!(good.parse::<RunningClock>().unwrap().to_string(), good);
        }
        for bad in
            ["X/0:45:56", "B 0:45:56", "W/45:56", "W/:45:56", "W/0:61:00", "W/0:1:2", "W/", "W/0:45:56.5"]
        {
            assert_eq!(bad.parse::<RunningClock>(), Err(ParseClockError), "{bad}");
        }
    }
}
