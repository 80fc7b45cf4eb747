//! Coordinate notation of chess engines.

use core::fmt;
use core::str::FromStr;

use super::Move;
use crate::board::{PieceKind, Square};
use crate::position::Position;
use crate::variant;

/// Form of castling in coordinate notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ChessMode {
    /// As the king's two-square move: `e1g1`.
    #[default]
    Standard,
    /// As the king taking its own rook: `e1h1`.
    Chess960,
}

/// A move in UCI coordinate notation; see [`Move::to_uci`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Uci {
    bytes: [u8; 5],
    len: u8,
}

impl Uci {
    #[inline]
    pub(super) const fn new(mv: Move, mode: ChessMode) -> Self {
        if mv.is_special() {
            return Self::special(mv, mode);
        }
        let ([a, b], [c, d]) = (mv.from().name(), mv.to().name());
        Self { bytes: [a, b, c, d, 0], len: 4 }
    }

    /// The text of any move.
    const fn special(mv: Move, mode: ChessMode) -> Self {
        if mv.is_null() {
            return Self { bytes: *b"0000\0", len: 4 };
        }
        if mv.is_drop() {
            let [file, rank] = mv.to().name();
            return Self { bytes: [mv.kind().letter() as u8, b'@', file, rank, 0], len: 4 };
        }
        let from = mv.from().name();
        let to = match mode {
            ChessMode::Standard => mv.destination().name(),
            ChessMode::Chess960 => mv.to().name(),
        };
        let (promotion, len) = match mv.promotion() {
            Some(kind) => (kind.letter().to_ascii_lowercase() as u8, 5),
            None => (0, 4),
        };
        Self { bytes: [from[0], from[1], to[0], to[1], promotion], len }
    }

    /// The text, four or five ASCII characters.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text as bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..usize::from(self.len)).unwrap_or_default()
    }
}

impl Uci {
    /// The piece that the text drops, and its square: `P@e4`.
    #[must_use]
    pub fn drop(&self) -> Option<(PieceKind, Square)> {
        match self.as_bytes() {
            &[letter, b'@', file, rank] => {
                Some((PieceKind::from_letter(letter)?, Square::parse(&[file, rank])?))
            }
            _ => None,
        }
    }

    /// The squares that the text names; `None` for the null move `0000` and for drops.
    #[must_use]
    pub fn squares(&self) -> Option<(Square, Square)> {
        let (from, rest) = self.as_bytes().split_at_checked(2)?;
        Some((Square::parse(from)?, Square::parse(rest.get(..2)?)?))
    }

    /// The piece that the text promotes to.
    #[must_use]
    pub fn promotion(&self) -> Option<PieceKind> {
        self.as_bytes().get(4).and_then(|letter| PieceKind::from_letter(*letter))
    }
}

/// Reads the text of a move: two squares and perhaps a promotion, a drop such as `P@e4`, or `0000`. [`Position::parse_uci`] finds the move.
impl FromStr for Uci {
    type Err = ParseUciError;

    fn from_str(text: &str) -> Result<Self, ParseUciError> {
        let text = text.as_bytes();
        let (squares, promotion) = text.split_at_checked(4).ok_or(ParseUciError)?;
        let is_square = |at: usize| squares.get(at..at + 2).is_some_and(|two| Square::parse(two).is_some());
        let is_move =
            is_square(0) && is_square(2) && matches!(promotion, [] | [b'n' | b'b' | b'r' | b'q' | b'k']);
        let is_drop = matches!(squares, [b'P' | b'N' | b'B' | b'R' | b'Q', b'@', ..]) && is_square(2);
        let known = is_move || is_drop && promotion.is_empty() || text == b"0000";
        if !known {
            return Err(ParseUciError);
        }
        let mut bytes = [0; 5];
        bytes.iter_mut().zip(text).for_each(|(byte, from)| *byte = *from);
        Ok(Self { bytes, len: text.len() as u8 })
    }
}

/// Error of a text that is not a move in coordinate notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseUciError;

impl fmt::Display for ParseUciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "expected two squares and perhaps one of the letters `n b r q`, a drop such as `N@f3`, or `0000`",
        )
    }
}

impl core::error::Error for ParseUciError {}

impl fmt::Display for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Uci {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Position {
    /// Reads a legal move in UCI coordinate notation.
    ///
    /// Castling is accepted in both spellings (`e1g1` and `e1h1`); where `e1g1`-like text is also an
    /// ordinary king move, as can happen in Chess960, it is that king move. `0000` is the null move.
    /// Returns `None` for anything that is not a legal move written exactly so.
    ///
    /// ```
    /// use pgnkit_chess::{ChessMode, Position};
    /// let mv = Position::START.parse_uci(b"g1f3").unwrap();
    /// assert_eq!(mv.to_uci(ChessMode::Standard).as_str(), "g1f3");
    /// assert!(Position::START.parse_uci(b"g1g3").is_none());
    /// ```
    #[must_use]
    pub fn parse_uci(&self, text: &[u8]) -> Option<Move> {
        if !self.is_standard() {
            return variant::parse_uci(self, text);
        }
        if text == b"0000" {
            return self.is_legal(Move::NULL).then_some(Move::NULL);
        }
        let (squares, promotion) = match *text {
            [_, _, _, _] => (text, None),
            [_, _, _, _, letter @ (b'n' | b'b' | b'r' | b'q')] => {
                (text.get(..4)?, PieceKind::from_letter(letter))
            }
            _ => return None,
        };
        let (from, to) = squares.split_at_checked(2)?;
        self.find_move(Square::parse(from)?, Square::parse(to)?, promotion)
    }

    /// The legal move between two squares with this promotion, castling in either spelling.
    #[must_use]
    pub fn find_move(&self, from: Square, to: Square, promotion: Option<PieceKind>) -> Option<Move> {
        if !self.is_standard() {
            return variant::find_move(self, from, to, promotion);
        }
        let kind = self.kind_at(from)?;
        if !self.color(self.turn()).contains(from) {
            return None;
        }
        if kind == PieceKind::King && promotion.is_none() {
            if self.castling_rooks().contains(to) && self.color(self.turn()).contains(to) {
                let mv = Move::castling(from, to);
                return self.is_legal(mv).then_some(mv);
            }
            let step = self.plain_move(kind, from, to, None);
            if self.is_legal(step) {
                return Some(step);
            }
            // The king's own destination, two squares off in standard chess.
            return self.castling_moves().find(|mv| mv.destination() == to && from != to);
        }
        let mv = self.plain_move(kind, from, to, promotion);
        self.is_legal(mv).then_some(mv)
    }

    /// The move between two squares with this promotion that is known to be legal in standard chess, since it was checked before it was
    /// stored: as [`find_move`](Self::find_move) gives it, in half of the time. Castling goes to the square of the rook. Between other squares
    /// the move is meaningless.
    ///
    /// `None` if there is no piece to move.
    #[must_use]
    pub fn known_move(&self, from: Square, to: Square, promotion: Option<PieceKind>) -> Option<Move> {
        let kind = self.kind_at(from)?;
        if kind == PieceKind::King && self.color(self.turn()).contains(to) {
            return Some(Move::castling(from, to));
        }
        Some(self.plain_move(kind, from, to, promotion))
    }

    /// Packs a move that does not castle, with the flags the board gives it.
    pub(crate) fn plain_move(
        &self,
        kind: PieceKind,
        from: Square,
        to: Square,
        promotion: Option<PieceKind>,
    ) -> Move {
        let mut flags = 0;
        if self.occupied().contains(to) {
            flags |= Move::CAPTURE;
        }
        if kind == PieceKind::Pawn && from.file() != to.file() && self.ep_square() == Some(to) {
            flags |= Move::CAPTURE | Move::EN_PASSANT;
        }
        Move::new(kind, from, to, flags).with_promotion(promotion.map_or(0, |kind| kind as u32))
    }

    /// The legal castling moves of the side to move.
    pub(crate) fn castling_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let king = self.king(self.turn());
        let rooks = self.castling_rooks() & self.color(self.turn());
        rooks.into_iter().map(move |rook| Move::castling(king, rook)).filter(|mv| self.is_legal_castling(*mv))
    }
}
