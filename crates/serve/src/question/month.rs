//! Months of games.

use std::fmt;
use std::str::FromStr;

/// A month of a year from 1000 to 3000.
///
/// ```
/// use pgnkit_serve::Month;
///
/// let month: Month = "2016/09".parse()?;
/// assert_eq!(month, Month::new(2016, 9).unwrap());
/// assert_eq!(month.to_string(), "2016-09");
/// # Ok::<(), pgnkit_serve::ParseMonthError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(u16);

impl Month {
    /// A month of a year, from 1; `None` if there is no such month, or the year is not from 1000 to 3000.
    #[must_use]
    pub fn new(year: u16, month: u8) -> Option<Self> {
        let is_known = (1000..=3000).contains(&year) && (1..=12).contains(&month);
        is_known.then(|| Self(year * 12 + u16::from(month) - 1))
    }

    /// The year.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.0 / 12
    }

    /// The number of the month in its year, from 1.
    #[must_use]
    pub const fn month(self) -> u8 {
        (self.0 % 12) as u8 + 1
    }

    /// The month after it; `None` after the last one.
    #[must_use]
    pub fn next(self) -> Option<Self> {
        (self.0 < 3000 * 12 + 11).then_some(Self(self.0 + 1))
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}", self.year(), self.month())
    }
}

/// A text that is no month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseMonthError;

impl fmt::Display for ParseMonthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a month such as `2016-09`")
    }
}

impl std::error::Error for ParseMonthError {}

/// Reads `2016-09` or `2016/09`.
impl FromStr for Month {
    type Err = ParseMonthError;

    fn from_str(text: &str) -> Result<Self, ParseMonthError> {
        let (year, month) = text.split_once(['-', '/']).ok_or(ParseMonthError)?;
        let year = number(year).ok_or(ParseMonthError)?;
        let month = number(month).ok_or(ParseMonthError)?;
        Self::new(year, month).ok_or(ParseMonthError)
    }
}

/// Digits alone, without the sign that integers may have.
pub(super) fn number<T: FromStr>(text: &str) -> Option<T> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?
}
