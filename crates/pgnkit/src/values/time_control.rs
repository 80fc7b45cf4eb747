mod spelling;

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A TimeControl value (section 9.6.1): the stages of each player's clock.
///
/// All six kinds of the standard are read, and common extensions (decision A-40): a number of moves with an increment,
/// an increment or a base time of zero, fractions of a second. `Display` writes the same value, without an increment of
/// zero.
///
/// ```
/// use pgnkit::{TimeControl, TimeStage};
/// use std::time::Duration;
///
/// let control: TimeControl = "40/5400+30:1800+30".parse()?;
/// let [first, TimeStage::Timed { moves: None, base, increment }] = control.stages() else { panic!() };
/// assert!(matches!(first, TimeStage::Timed { moves: Some(40), .. }));
/// assert_eq!((base.as_secs(), increment.as_secs()), (1800, 30));
/// assert_eq!(control.initial(), Some(Duration::from_secs(5400)));
/// assert_eq!(control.to_string(), "40/5400+30:1800+30");
/// # Ok::<(), pgnkit::ParseTimeControlError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TimeControl {
    stages: Vec<TimeStage>,
}

/// One stage of a [`TimeControl`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TimeStage {
    /// `?`: unknown.
    Unknown,
    /// `-`: no time control.
    Untimed,
    /// `40/9000`, `300`, `5400+60`, or all parts together: `40/5400+30`.
    Timed {
        /// Number of moves, at least one; `None` for the rest of the game.
        moves: Option<u32>,
        /// The time for these moves.
        base: Duration,
        /// Time added for each move. Base and increment are not both zero.
        increment: Duration,
    },
    /// `*180`: an hourglass. Time used by one player is added to the other's.
    Sandclock {
        /// Total of the sand, more than zero; each side starts with half of it.
        total: Duration,
    },
}

impl TimeControl {
    /// The stages in order, at least one. The last is repeated until the game ends.
    pub fn stages(&self) -> &[TimeStage] {
        &self.stages
    }

    /// Reading of each clock before the first move, without the first increment; `None` if unknown or if no clock is
    /// used.
    ///
    /// ```
    /// let seconds = |text: &str| Some(text.parse::<pgnkit::TimeControl>().ok()?.initial()?.as_secs());
    /// assert_eq!(seconds("40/7200:3600"), Some(7200));
    /// assert_eq!(seconds("*180"), Some(90));
    /// assert_eq!(seconds("-"), None);
    /// ```
    pub fn initial(&self) -> Option<Duration> {
        match *self.stages.first()? {
            TimeStage::Timed { base, .. } => Some(base),
            TimeStage::Sandclock { total } => Some(total / 2),
            TimeStage::Unknown | TimeStage::Untimed => None,
        }
    }
}

impl TimeControl {
    /// Reads also what people write where the meaning is certain (decision A-241): `1:30:00+30`, `90 min + 30 sec`,
    /// `40/90'+30"`, `G/60`, `3|2`. `None` for everything else, and for what could be either of two times, such as `5 0`.
    ///
    /// ```
    /// use pgnkit::TimeControl;
    ///
    /// let read = |text: &str| TimeControl::read(text).map(|control| control.to_string());
    /// assert_eq!(read("1:30:00+30").as_deref(), Some("5400+30"));
    /// assert_eq!(read("15 min + 10 sec").as_deref(), Some("900+10"));
    /// assert_eq!(read("3:00+2"), None);
    /// ```
    pub fn read(text: &str) -> Option<Self> {
        text.parse().ok().or_else(|| spelling::read(text))
    }

    /// Of stages in the order that they have: only the last may be without a number of moves.
    fn of(stages: Vec<TimeStage>) -> Option<Self> {
        let (_, others) = stages.split_last()?;
        let ends = |stage: &TimeStage| {
            !matches!(stage, TimeStage::Timed { moves: None, .. } | TimeStage::Sandclock { .. })
        };
        others.iter().all(ends).then_some(Self { stages })
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        let stages = text.split(':').map(TimeStage::from_str).collect::<Result<_, _>>()?;
        Self::of(stages).ok_or(ParseTimeControlError)
    }
}

impl FromStr for TimeStage {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<Self, ParseTimeControlError> {
        Self::from_bytes(text.as_bytes()).ok_or(ParseTimeControlError)
    }
}

impl TimeStage {
    /// Reads a stage from any bytes.
    pub(crate) fn from_bytes(text: &[u8]) -> Option<Self> {
        match text {
            b"?" => return Some(Self::Unknown),
            b"-" => return Some(Self::Untimed),
            [b'*', total @ ..] => {
                return positive(seconds(total)?).map(|total| Self::Sandclock { total });
            }
            _ => {}
        }
        let (moves, time) = match split(text, b'/') {
            (moves, Some(time)) => (Some(number(moves)?), time),
            (time, None) => (None, time),
        };
        let (base, increment) = match split(time, b'+') {
            (base, Some(increment)) => (seconds(base)?, seconds(increment)?),
            (base, None) => (seconds(base)?, Duration::ZERO),
        };
        positive(base + increment)?;
        (moves != Some(0)).then_some(Self::Timed { moves, base, increment })
    }
}

/// The text before and after the first `at`.
fn split(text: &[u8], at: u8) -> (&[u8], Option<&[u8]>) {
    match text.iter().position(|&byte| byte == at) {
        Some(place) => (&text[..place], Some(&text[place + 1..])),
        None => (text, None),
    }
}

fn number(digits: &[u8]) -> Option<u32> {
    if digits.is_empty() {
        return None;
    }
    digits.iter().try_fold(0u32, |value, &byte| {
        let digit = byte.is_ascii_digit().then(|| u32::from(byte - b'0'))?;
        value.checked_mul(10)?.checked_add(digit)
    })
}

/// Seconds with up to nine digits after a decimal point.
fn seconds(text: &[u8]) -> Option<Duration> {
    let (whole, fraction) = split(text, b'.');
    let nanoseconds = match fraction {
        Some(fraction) if fraction.len() <= 9 => number(fraction)? * 10u32.pow(9 - fraction.len() as u32),
        Some(_) => return None,
        None => 0,
    };
    Some(Duration::new(number(whole)?.into(), nanoseconds))
}

fn positive(time: Duration) -> Option<Duration> {
    (!time.is_zero()).then_some(time)
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, stage) in self.stages.iter().enumerate() {
            if at > 0 {
                f.write_str(":")?;
            }
            stage.fmt(f)?;
        }
        Ok(())
    }
}

impl fmt::Display for TimeStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Unknown => f.write_str("?"),
            Self::Untimed => f.write_str("-"),
            Self::Sandclock { total } => {
                f.write_str("*")?;
                write_seconds(total, f)
            }
            Self::Timed { moves, base, increment } => {
                if let Some(moves) = moves {
                    write!(f, "{moves}/")?;
                }
                write_seconds(base, f)?;
                if !increment.is_zero() {
                    f.write_str("+")?;
                    write_seconds(increment, f)?;
                }
                Ok(())
            }
        }
    }
}

/// Without zeros at the end of a fraction.
fn write_seconds(time: Duration, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(f, "{}", time.as_secs())?;
    let (mut fraction, mut digits) = (time.subsec_nanos(), 9);
    if fraction == 0 {
        return Ok(());
    }
    while fraction % 10 == 0 {
        fraction /= 10;
        digits -= 1;
    }
    write!(f, ".{fraction:0digits$}")
}

/// Error of a text that is not a time control of a known kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTimeControlError;

impl fmt::Display for ParseTimeControlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected `?`, `-`, seconds, moves/seconds, seconds+increment or *seconds, joined by colons",
        )
    }
}

impl std::error::Error for ParseTimeControlError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_controls() {
        for (text, shown) in [
            ("?", "?"),
            ("-", "-"),
            ("40/9000", "40/9000"),
            ("40/7200:3600", "40/7200:3600"),
            ("300", "300"),
            ("5400+60", "5400+60"),
            ("*180", "*180"),
            ("40/7200:?", "40/7200:?"),
            ("1/86400", "1/86400"),
            ("40/5400+30:1800+30", "40/5400+30:1800+30"),
            ("0+1", "0+1"),
            ("180+0", "180"),
            ("60+0.60", "60+0.6"),
            ("10+0.05", "10+0.05"),
            ("0300", "300"),
        ] {
            assert_eq!(text.parse::<TimeControl>().map(|control| control.to_string()), Ok(shown.to_owned()));
        }
        for bad in [
            "",
            "0",
            "0+0",
            "0/60",
            "40/",
            "40/2h",
            "/60",
            "180*",
            "*0",
            "*",
            "*60+1",
            "G/60",
            "1:30:00",
            "1:30:00+30",
            "300:40/7200",
            "*180:300",
            "300:",
            ":300",
            "4e3",
            "+5",
            "5+",
            "5.",
            ".5",
            "1.0000000001",
            "99999999999",
            "5400+30+1",
            " 300",
            "40/60/60",
        ] {
            assert_eq!(bad.parse::<TimeControl>(), Err(ParseTimeControlError), "{bad}");
        }
    }
}
