//! Marks as people type them: `e4`, `e2e4:red`.

use std::fmt;

use pgnkit::chess::Square;
use pgnkit::command::{Mark, MarkColor};

/// A text is no mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseMarkError {
    /// It does not begin with one or two squares.
    Squares,
    /// There is no such colour.
    Color,
}

impl fmt::Display for ParseMarkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Squares => "expected a square or two, as e4 or e2e4:red",
            Self::Color => "the colours are green, red, yellow and blue",
        })
    }
}

impl std::error::Error for ParseMarkError {}

/// Reads a mark: a square or the two of an arrow, and a colour after a colon; green without one.
///
/// ```
/// let mark = pgnkit_view::parse_mark("g1f3:blue")?;
/// assert_eq!((mark.square.to_string(), mark.to.unwrap().to_string()), ("g1".into(), "f3".into()));
/// # Ok::<(), pgnkit_view::ParseMarkError>(())
/// ```
///
/// # Errors
/// When the squares or the colour cannot be read.
pub fn parse_mark(text: &str) -> Result<Mark, ParseMarkError> {
    let (squares, color) = text.split_once(':').unwrap_or((text, "green"));
    let color = MarkColor::named(&color.to_ascii_lowercase())
        .or_else(|| MarkColor::named(&color.to_ascii_uppercase()))
        .ok_or(ParseMarkError::Color)?;
    let squares = squares.as_bytes();
    let (from, to) = squares.split_at_checked(2).ok_or(ParseMarkError::Squares)?;
    let to = match to {
        [] => None,
        to => Some(Square::parse(to).ok_or(ParseMarkError::Squares)?),
    };
    Ok(Mark { color, square: Square::parse(from).ok_or(ParseMarkError::Squares)?, to })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks() {
        let ok = |color, square: &str, to: Option<&str>| {
            let at = |text: &str| Square::parse(text.as_bytes()).unwrap();
            Ok(Mark { color, square: at(square), to: to.map(at) })
        };
        for (text, expected) in [
            ("e4", ok(MarkColor::Green, "e4", None)),
            ("e4:red", ok(MarkColor::Red, "e4", None)),
            ("e2e4:Y", ok(MarkColor::Yellow, "e2", Some("e4"))),
            ("e2e4:blue", ok(MarkColor::Blue, "e2", Some("e4"))),
            ("", Err(ParseMarkError::Squares)),
            ("e", Err(ParseMarkError::Squares)),
            ("e9", Err(ParseMarkError::Squares)),
            ("e2e", Err(ParseMarkError::Squares)),
            ("e2e4e5", Err(ParseMarkError::Squares)),
            ("éé", Err(ParseMarkError::Squares)),
            ("e4:", Err(ParseMarkError::Color)),
            ("e4:pink", Err(ParseMarkError::Color)),
        ] {
            assert_eq!(parse_mark(text), expected, "{text}");
        }
    }
}
