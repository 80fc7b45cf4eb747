use std::fmt;
use std::str::FromStr;

/// A rating: WhiteElo, BlackUSCF and the like (sections 9.1.2 and 9.1.3). Ratings of several players are joined by
/// colons; see [`split_values`](crate::split_values).
///
/// ```
/// use pgnkit::Rating;
/// assert_eq!("2785".parse(), Ok(Rating::Points(2785)));
/// assert_eq!("-".parse(), Ok(Rating::Unrated));
/// assert!("0".parse::<Rating>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Rating {
    /// `-`: the player has none.
    Unrated,
    /// Points, at least one.
    Points(u32),
}

impl FromStr for Rating {
    type Err = ParseRatingError;

    fn from_str(text: &str) -> Result<Self, ParseRatingError> {
        match text.parse() {
            _ if text == "-" => Ok(Self::Unrated),
            Ok(points) if points > 0 && !text.starts_with('+') => Ok(Self::Points(points)),
            _ => Err(ParseRatingError),
        }
    }
}

impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unrated => f.write_str("-"),
            Self::Points(points) => points.fmt(f),
        }
    }
}

/// Error of a text that is not a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRatingError;

impl fmt::Display for ParseRatingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a positive number, or `-` for no rating")
    }
}

impl std::error::Error for ParseRatingError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings() {
        for good in ["1", "2785", "-", "4294967295"] {
            assert_eq!(good.parse::<Rating>().unwrap().to_string(), good);
        }
        for bad in ["", "0", "000", "?", "+5", "-5", "2000:2100", "4294967296", "2000 "] {
            assert_eq!(bad.parse::<Rating>(), Err(ParseRatingError), "{bad}");
        }
    }
}
