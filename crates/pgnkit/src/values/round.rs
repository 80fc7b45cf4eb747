use std::fmt;
use std::str::FromStr;

/// A Round value (section 8.1.1.4), ordered as section 12 orders games: unknown, inappropriate, then by number, part by
/// part.
///
/// ```
/// use pgnkit::Round;
/// let round = |text: &str| text.parse::<Round>();
/// assert!(round("?")? < round("-")? && round("-")? < round("2")? && round("3.2")? < round("3.10")?);
/// # Ok::<(), pgnkit::ParseRoundError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Round {
    /// `?`
    #[default]
    Unknown,
    /// `-`: a round number is inappropriate.
    Inappropriate,
    /// Numbers, the most significant part first: round, game, replay.
    Parts(Vec<u32>),
}

impl FromStr for Round {
    type Err = ParseRoundError;

    fn from_str(text: &str) -> Result<Self, ParseRoundError> {
        match text {
            "?" => Ok(Self::Unknown),
            "-" => Ok(Self::Inappropriate),
            _ => {
                let parts = text
                    .split('.')
                    .map(|part| if is_number(part.as_bytes()) { part.parse().ok() } else { None });
                parts.collect::<Option<Vec<u32>>>().map(Self::Parts).ok_or(ParseRoundError)
            }
        }
    }
}

impl Round {
    /// Whether a text has the form of a round, however large its numbers.
    pub(crate) fn is_well_formed(text: &[u8]) -> bool {
        is_number(text) || matches!(text, b"?" | b"-") || text.split(|&byte| byte == b'.').all(is_number)
    }
}

fn is_number(part: &[u8]) -> bool {
    !part.is_empty() && part.iter().all(u8::is_ascii_digit)
}

impl fmt::Display for Round {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown => f.write_str("?"),
            Self::Inappropriate => f.write_str("-"),
            Self::Parts(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    if at > 0 {
                        f.write_str(".")?;
                    }
                    write!(f, "{part}")?;
                }
                Ok(())
            }
        }
    }
}

/// Error of a text that is neither `?` nor `-` nor numbers joined by periods.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseRoundError;

impl fmt::Display for ParseRoundError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected `?`, `-`, or numbers joined by periods")
    }
}

impl std::error::Error for ParseRoundError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds() {
        for good in ["?", "-", "1", "3.1", "4.1.2"] {
            assert_eq!(good.parse::<Round>().map(|round| round.to_string()), Ok(good.to_owned()));
            assert!(Round::is_well_formed(good.as_bytes()), "{good}");
        }
        for bad in ["R3", "3.", ".1", "3a", "", "+1"] {
            assert_eq!(bad.parse::<Round>(), Err(ParseRoundError), "{bad}");
            assert!(!Round::is_well_formed(bad.as_bytes()), "{bad}");
        }
        let order: Vec<Round> =
            ["?", "-", "1", "3", "3.1", "3.2", "3.10", "4"].map(|text| text.parse().unwrap()).into();
        assert!(order.is_sorted());
    }
}
