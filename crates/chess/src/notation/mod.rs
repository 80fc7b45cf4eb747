//! Notations of moves other than SAN: the numeric one of correspondence chess, coordinates, and the English descriptive
//! one.
//!
//! Each is read strictly. A word names a legal move, and exactly one, or it is refused: nothing is guessed, and a
//! promotion needs its piece. What a word leaves open, only the legal moves of the position decide, or a sign for check
//! that one of them alone deserves.
//!
//! ```
//! use pgnkit_chess::{Position, notation::{OtherNotation, Wings}};
//!
//! let (start, wings) = (Position::START, Wings::START);
//! for (notation, word) in [
//!     (OtherNotation::Iccf, "7163"),
//!     (OtherNotation::Smith, "g1f3"),
//!     (OtherNotation::Descriptive, "KN-B3"),
//! ] {
//!     let reading = notation.read(&start, &wings, word.as_bytes()).unwrap();
//!     assert_eq!(reading.san.to_string(), "Nf3");
//! }
//! let error = OtherNotation::Descriptive.read(&start, &wings, b"N-B3").unwrap_err();
//! assert_eq!(error.to_string(), "several legal moves fit");
//! ```

mod descriptive;
mod error;
mod fitting;
mod iccf;
mod marks;
mod smith;
mod squares;
mod wings;

use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::san::{self, Reading, SanChanges, SanError};

pub use error::NotationError;
pub use iccf::Iccf;
pub use wings::Wings;

use fitting::{Fitting, legal};
use marks::Marks;

/// A notation other than SAN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OtherNotation {
    /// The numeric notation of the International Correspondence Chess Federation: two squares of two digits each, and a
    /// digit for the piece a pawn becomes: `5254`, `57581`.
    Iccf,
    /// Coordinates as engines and old programs write them: `e2e4`, `e2-e4`, `e7e8Q`, and with the letters of Smith's
    /// notation for what is captured: `d4e5p`, `e1g1c`.
    Smith,
    /// The notation of English books before algebraic notation: `P-K4`, `Kt-KB3`, `BxP ch`.
    Descriptive,
}

impl OtherNotation {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Iccf, Self::Smith, Self::Descriptive];

    /// The word for it in options: `iccf`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Iccf => "iccf",
            Self::Smith => "smith",
            Self::Descriptive => "descriptive",
        }
    }

    /// Its name in a sentence.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            Self::Iccf => "ICCF numeric notation",
            Self::Smith => "coordinate notation",
            Self::Descriptive => "descriptive notation",
        }
    }

    /// Length of the move that a text begins with, if it begins with one, signs for check after it included. At most
    /// some 80 bytes are looked at.
    ///
    /// ```
    /// use pgnkit_chess::notation::OtherNotation;
    /// assert_eq!(OtherNotation::Descriptive.length_in(b"B-Kt5 ch P-B3"), Some(8));
    /// assert_eq!(OtherNotation::Descriptive.length_in(b"Bb5+"), None);
    /// ```
    #[must_use]
    pub fn length_in(self, text: &[u8]) -> Option<usize> {
        let (_, _, length) = self.parse(text)?;
        Some(length)
    }

    /// [`length_in`](Self::length_in) as a function, for readers of text that know nothing of notations.
    #[must_use]
    pub fn words(self) -> fn(&[u8]) -> Option<usize> {
        match self {
            Self::Iccf => |text| Self::Iccf.length_in(text),
            Self::Smith => |text| Self::Smith.length_in(text),
            Self::Descriptive => |text| Self::Descriptive.length_in(text),
        }
    }

    /// The legal move that a word names. `wings` are the sides that pieces came from: `KR` and `QN` ask for them.
    ///
    /// Of the changes in the answer only those are noted that contradict the word: a capture that is none, a check that
    /// is none. That a word is not SAN is no change.
    ///
    /// # Errors
    /// Says why the word names no move; see [`NotationError`].
    pub fn read(self, position: &Position, wings: &Wings, word: &[u8]) -> Result<Reading, NotationError> {
        let Some((claim, marks, length)) = self.parse(word) else { return Err(NotationError::NotAMove) };
        if length != word.len() {
            return Err(NotationError::NotAMove);
        }
        let fitting = claim.fitting(position, wings, marks);
        let [mv] = *fitting.moves.as_slice() else {
            return Err(match fitting.moves.is_empty() {
                false => NotationError::Ambiguous,
                true if !claim.without_piece(position, wings, marks).is_empty() => {
                    NotationError::PromotionMissing
                }
                true => NotationError::NoLegalMove { why: claim.explain(position) },
            });
        };
        let after = position.after(mv);
        let san = position.san_with_next(mv, &after);
        let mut changes = fitting.changes;
        if marks.sign.is_some_and(|sign| !sign.is_of(mv, &after)) {
            changes |= SanChanges::MARK_CORRECTED;
        }
        Ok(Reading { mv, san, changes })
    }

    /// The legal moves that a word may name: one if it is read, several if it is ambiguous, the promotions if it lacks
    /// their piece, and none if no legal move fits.
    #[must_use]
    pub fn candidates(self, position: &Position, wings: &Wings, word: &[u8]) -> MoveList {
        let Some((claim, marks, _)) = self.parse(word) else { return MoveList::new() };
        let fitting = claim.fitting(position, wings, marks).moves;
        if fitting.is_empty() { claim.without_piece(position, wings, marks) } else { fitting }
    }

    /// The move that a text begins with, the signs after it, and where they end.
    fn parse(self, text: &[u8]) -> Option<(Claim, Marks, usize)> {
        let (claim, at) = match self {
            Self::Iccf => iccf::parse(text).map(|(squares, at)| (Claim::Squares(squares), at)),
            Self::Smith => smith::parse(text),
            Self::Descriptive => descriptive::parse(text),
        }?;
        let (marks, end) = marks::parse(text, at, self == Self::Descriptive);
        ends_word(text.get(end).copied()).then_some((claim, marks, end))
    }
}

impl core::fmt::Display for OtherNotation {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// The meaning of a word, whatever the position.
#[derive(Clone, Copy, Debug)]
enum Claim {
    Squares(squares::Squares),
    /// Castling, and whether it is towards the king's side, if that is said.
    Castling(Option<bool>),
    Descriptive(descriptive::Word),
}

impl Claim {
    fn fitting(&self, position: &Position, wings: &Wings, marks: Marks) -> Fitting {
        match self {
            Self::Squares(squares) => squares.fitting(position),
            Self::Castling(side) => {
                let is_said = |mv: Move| side.is_none_or(|king_side| mv.is_king_side_castling() == king_side);
                let moves = legal(position, |mv| mv.is_castling() && is_said(mv));
                Fitting { moves, changes: SanChanges::NONE }
            }
            Self::Descriptive(word) => word.fitting(position, wings, marks),
        }
    }

    /// The promotions that would fit if the word named the piece.
    fn without_piece(&self, position: &Position, wings: &Wings, marks: Marks) -> MoveList {
        match self {
            Self::Squares(squares) => squares.without_piece(position),
            Self::Castling(_) => MoveList::new(),
            Self::Descriptive(word) => word.without_piece(position, wings, marks),
        }
    }

    fn explain(&self, position: &Position) -> Option<SanError> {
        match self {
            Self::Squares(squares) => squares.explain(position),
            Self::Castling(Some(false)) => san::read(position, b"O-O-O").err(),
            Self::Castling(_) => san::read(position, b"O-O").err(),
            Self::Descriptive(word) => word.explain(position),
        }
    }
}

/// Whether a word ends before this byte.
fn ends_word(next: Option<u8>) -> bool {
    next.is_none_or(|byte| !(byte.is_ascii_alphanumeric() || b"_+#=:-/@%&".contains(&byte)))
}

/// Whether a castling is towards the king's side, and where the text of it ends: `O-O`, `0-0-0`, `o-o`.
fn castling(text: &[u8]) -> Option<(bool, usize)> {
    let is_oh = |at: usize| matches!(text.get(at), Some(b'O' | b'o' | b'0'));
    let is_dash = |at: usize| text.get(at) == Some(&b'-');
    if !(is_oh(0) && is_dash(1) && is_oh(2)) {
        return None;
    }
    Some(if is_dash(3) && is_oh(4) { (false, 5) } else { (true, 3) })
}
