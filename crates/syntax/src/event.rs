use crate::{RawTag, Span};

/// Outcome of a game: the four termination markers of section 8.2.6, in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Outcome {
    /// `1-0`
    #[cfg_attr(feature = "serde", serde(rename = "1-0"))]
    WhiteWins,
    /// `0-1`
    #[cfg_attr(feature = "serde", serde(rename = "0-1"))]
    BlackWins,
    /// `1/2-1/2`
    #[cfg_attr(feature = "serde", serde(rename = "1/2-1/2"))]
    Draw,
    /// `*`: in progress, abandoned, or not known.
    #[default]
    #[cfg_attr(feature = "serde", serde(rename = "*"))]
    Unknown,
}

impl Outcome {
    /// The marker as the standard writes it.
    #[inline]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// Reads a marker spelled exactly as the standard writes it.
    pub const fn from_exact(text: &[u8]) -> Option<Self> {
        match text {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// Reads a marker in any spelling met in practice (`1/2`, `½-½`, `1:0`, `1–0`, letter O for zero …).
    pub fn from_lax(text: &[u8]) -> Option<Self> {
        if let Some(exact) = Self::from_exact(text) {
            return Some(exact);
        }
        let mut folded = [0; FOLDED];
        match fold(text, &mut folded)? {
            b"1/2" | b"0.5-0.5" | b".5-.5" => Some(Self::Draw),
            exact => Self::from_exact(exact),
        }
    }

    /// Reads what tables of tournaments have for a game that was decided without play: `+:-`, `-/+`, `=:=`, `1-0F`. Movetext has
    /// the same signs for evaluations.
    pub fn from_forfeit(text: &[u8]) -> Option<Self> {
        let mut folded = [0; FOLDED];
        let folded = fold(text, &mut folded)?;
        match folded {
            b"+--" | b"+/-" | b"+-" => Some(Self::WhiteWins),
            b"--+" | b"-/+" | b"-+" => Some(Self::BlackWins),
            b"=-=" | b"=/=" | b"=" => Some(Self::Draw),
            _ => {
                let played = folded.strip_suffix(b"FF").or(folded.strip_suffix(b"F"))?;
                Self::from_exact(played).filter(|outcome| *outcome != Self::Unknown)
            }
        }
    }

    /// Whether both have lost, which no marker of the standard says: `0-0`, `0:0`, `0–0`.
    pub(crate) fn is_double_forfeit(text: &[u8]) -> bool {
        fold(text.trim_ascii(), &mut [0; FOLDED]).is_some_and(|folded| folded == b"0-0")
    }
}

/// The longest marker that is looked at, after folding.
const FOLDED: usize = 24;

/// A marker with one spelling of dashes, zeros and halves; `None` if it is too long or has other characters.
fn fold<'f>(text: &[u8], folded: &'f mut [u8; FOLDED]) -> Option<&'f [u8]> {
    let mut n = 0;
    let mut rest = text;
    while !rest.is_empty() {
        let (c, len) = crate::decode_char(rest);
        rest = &rest[len..];
        let piece: &[u8] = match c {
            '½' => b"1/2",
            ':' | '\u{2010}'..='\u{2015}' | '\u{2212}' => b"-",
            'O' | 'o' => b"0",
            c if c.is_ascii() => &[c as u8],
            _ => return None,
        };
        let into = folded.get_mut(n..n + piece.len())?;
        into.copy_from_slice(piece);
        n += piece.len();
    }
    Some(&folded[..n])
}

/// Reads a marker in any spelling met in practice, as [`Outcome::from_lax`] does.
///
/// ```
/// use pgnkit_syntax::Outcome;
///
/// assert_eq!("1/2-1/2".parse(), Ok(Outcome::Draw));
/// assert_eq!("1:0".parse(), Ok(Outcome::WhiteWins));
/// assert!("2-0".parse::<Outcome>().is_err());
/// ```
impl core::str::FromStr for Outcome {
    type Err = ParseOutcomeError;

    fn from_str(text: &str) -> Result<Self, ParseOutcomeError> {
        Self::from_lax(text.as_bytes()).ok_or(ParseOutcomeError)
    }
}

/// A text that is no result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseOutcomeError;

impl core::fmt::Display for ParseOutcomeError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("expected `1-0`, `0-1`, `1/2-1/2` or `*`")
    }
}

impl core::error::Error for ParseOutcomeError {}

impl core::fmt::Display for Outcome {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.as_str())
    }
}

/// One thing read from the text, in the order of the text.
///
/// Every game is a run of events closed by [`Event::GameEnd`]: comments and escape lines before the tags, tag pairs,
/// movetext, at most one termination, comments on the marker's line. Variations are balanced: each `RavBegin` has its
/// `RavEnd`, even where the text forgot it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)] // A byte that tells the kind is quicker to look at than one that is hidden in a tag's fields.
pub enum Event {
    /// A tag pair (section 8.1).
    Tag(RawTag),
    /// A move: a word that has the shape of one (section 8.2.3), not yet checked against a position.
    Move(Span),
    /// A move number indication (section 8.2.2): the integer and the number of periods after it.
    MoveNumber {
        /// Digits and periods.
        span: Span,
        /// The integer, saturating.
        number: u32,
        /// Number of periods that follow.
        periods: u32,
    },
    /// A numeric annotation glyph (`$14`), a move suffix (`!?`) or an equivalent sign (`+-`). Values over 255 are
    /// passed on, although the standard does not allow them.
    Nag {
        /// The token.
        span: Span,
        /// The value.
        value: u32,
    },
    /// A comment; the span covers the text without its braces or semicolon. So are an embedded command outside any
    /// comment and a second termination marker, or one in a variation: the span covers the whole token then.
    Comment(Span),
    /// A line beginning with `%` (section 6); the span covers the text after it.
    Escape(Span),
    /// `(`
    RavBegin(usize),
    /// `)`; where the text has none, the place at which the variation was closed.
    RavEnd(usize),
    /// The termination marker (section 8.2.6).
    Termination {
        /// The token.
        span: Span,
        /// Its meaning.
        outcome: Outcome,
    },
    /// Text that is no token, and was reported as such: a word that is no move, a bracket, a string. A tag section may
    /// hold such text, too.
    Unread(Span),
    /// The game is over; the span covers it from its first to its last token.
    GameEnd(Span),
}
