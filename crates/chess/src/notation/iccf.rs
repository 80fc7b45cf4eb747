//! The numeric notation of the International Correspondence Chess Federation: files and ranks are digits from 1 to 8,
//! and a fifth digit is the piece a pawn becomes, 1 for a queen, 2 for a rook, 3 for a bishop, 4 for a knight. Castling
//! is a move of the king. Some write the two squares with a hyphen between them.

use core::fmt;

use super::squares::{Capture, Squares};
use crate::board::{File, PieceKind, Rank, Square};
use crate::moves::Move;

/// The pieces of the fifth digit.
const PIECES: [PieceKind; 4] = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];

pub(super) fn parse(text: &[u8]) -> Option<(Squares, usize)> {
    let from = square(text, 0)?;
    let second = 2 + usize::from(text.get(2) == Some(&b'-'));
    let to = square(text, second)?;
    let end = second + 2;
    let promotion = match text.get(end) {
        Some(digit @ b'1'..=b'4') => Some(PIECES[usize::from(digit - b'1')]),
        _ => None,
    };
    let squares = Squares { from, to, promotion, capture: Capture::Unsaid };
    Some((squares, end + usize::from(promotion.is_some())))
}

fn square(text: &[u8], at: usize) -> Option<Square> {
    let digit = |at: usize| text.get(at)?.checked_sub(b'1');
    Some(Square::at(File::new(digit(at)?)?, Rank::new(digit(at + 1)?)?))
}

/// A move in ICCF numeric notation, for display.
///
/// ```
/// use pgnkit_chess::{Position, notation::Iccf};
/// let start = Position::START;
/// assert_eq!(Iccf(start.parse_uci(b"e2e4").unwrap()).to_string(), "5254");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Iccf(pub Move);

impl fmt::Display for Iccf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(mv) = *self;
        for square in [mv.from(), mv.destination()] {
            write!(f, "{}{}", square.file().index() + 1, square.rank().index() + 1)?;
        }
        let digit = mv.promotion().and_then(|kind| (1..).zip(PIECES).find(|(_, piece)| *piece == kind));
        match digit {
            Some((digit, _)) => write!(f, "{digit}"),
            None => Ok(()),
        }
    }
}
