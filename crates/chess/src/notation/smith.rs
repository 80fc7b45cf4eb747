//! Coordinates: `e2e4`, `e2-e4`, `g1xf3`, `e7e8Q`, `e7e8=Q`, `e7e8q`, and the letters of Smith's notation after them, a
//! small one for the piece that is taken (`d4e5p`, `E` for a pawn in passing, `c` and `C` for castling) and a capital for
//! the piece a pawn becomes (`e7d8rQ`).

use super::squares::{Capture, Squares};
use super::{Claim, castling};
use crate::board::{PieceKind, Square};

pub(super) fn parse(text: &[u8]) -> Option<(Claim, usize)> {
    if let Some((king_side, end)) = castling(text) {
        return Some((Claim::Castling(Some(king_side)), end));
    }
    let square = |at: usize| Square::parse(text.get(at..at + 2)?);
    let from = square(0)?;
    let sign = text.get(2).copied();
    let second = 2 + usize::from(matches!(sign, Some(b'-' | b'x')));
    let to = square(second)?;
    let mut end = second + 2;
    let mut capture = if sign == Some(b'x') { Capture::Any } else { Capture::Unsaid };
    let said = match text.get(end) {
        Some(b'E') => Some(Capture::EnPassant),
        Some(b'c') => Some(Capture::Castling(true)),
        Some(b'C') => Some(Capture::Castling(false)),
        Some(letter @ (b'p' | b'n' | b'b' | b'r' | b'q' | b'k')) => {
            PieceKind::from_letter(*letter).map(Capture::Of)
        }
        _ => None,
    };
    if let Some(said) = said {
        (capture, end) = (said, end + 1);
    }
    let has_sign = text.get(end) == Some(&b'=');
    let letter = text.get(end + usize::from(has_sign)).copied().filter(u8::is_ascii_uppercase);
    let promotion = match letter {
        Some(letter) => Some(piece(letter)?),
        None if has_sign => return None,
        None => None,
    };
    end += usize::from(has_sign) + usize::from(promotion.is_some());
    Some((Claim::Squares(Squares { from, to, promotion, capture }), end))
}

/// The piece a pawn becomes, by its capital.
fn piece(letter: u8) -> Option<PieceKind> {
    PieceKind::from_letter(letter).filter(|kind| !matches!(kind, PieceKind::Pawn | PieceKind::King))
}
