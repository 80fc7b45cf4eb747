//! The castling field: from letters to rooks, and back.

use super::FenIssues;
use crate::board::{Bitboard, Color, File, PieceKind, Square};
use crate::moves::ChessMode;
use crate::position::{CastlingSide, Position};

/// The rooks with which a colour could castle, judged by the squares of king and rooks.
fn rooks_in_place(position: &Position, color: Color) -> Option<(Square, Bitboard)> {
    let back_rank = Bitboard(if color == Color::White { 0xff } else { 0xff << 56 });
    let king = position.pieces(color, PieceKind::King).single().filter(|_| position.variant().castles())?;
    back_rank.contains(king).then(|| (king, position.pieces(color, PieceKind::Rook) & back_rank))
}

fn rook_for(position: &Position, mode: Option<ChessMode>, color: Color, letter: u8) -> Option<Square> {
    let (king, rooks) = rooks_in_place(position, color)?;
    let right = rooks - Bitboard(king.bit().0 | (king.bit().0 - 1));
    let left = rooks - right;
    let rook = match letter {
        b'K' => right.last()?,
        b'Q' => left.first()?,
        _ => (rooks & File::new(letter - b'A')?.squares()).first()?,
    };
    let classical = is_classical(king, rook);
    (classical || mode != Some(ChessMode::Standard)).then_some(rook)
}

/// Whether king and rook are on the squares from which standard chess castles.
fn is_classical(king: Square, rook: Square) -> bool {
    king.file().index() == 4 && matches!(rook.file().index(), 0 | 7)
}

/// Reads the castling field into `position`; the error is the first invalid byte.
pub(super) fn parse(
    position: &mut Position,
    field: &[u8],
    mode: Option<ChessMode>,
    issues: &mut FenIssues,
) -> Result<bool, (usize, u8)> {
    if field == b"-" {
        return Ok(false);
    }
    let mut chess960 = false;
    let mut last_order = 0;
    for (i, &byte) in field.iter().enumerate() {
        let color = if byte.is_ascii_uppercase() { Color::White } else { Color::Black };
        let letter = byte.to_ascii_uppercase();
        if !matches!(letter, b'K' | b'Q' | b'A'..=b'H') {
            return Err((i, byte));
        }
        if field.iter().take(i).any(|&earlier| earlier == byte) {
            issues.insert(FenIssues::CASTLING_REPEATED);
        }
        // K before Q, White before Black; files from h to a, the order of Shredder's own `HAha`.
        let order = match letter {
            b'K' => 1,
            b'Q' => 10,
            _ => 10 - (letter - b'A'),
        } + 20 * color as u8;
        if order < last_order {
            issues.insert(FenIssues::CASTLING_ORDER);
        }
        last_order = order;
        if matches!(letter, b'A'..=b'H') {
            issues.insert(FenIssues::CASTLING_FILES);
            chess960 = true;
        }
        match rook_for(position, mode, color, letter) {
            Some(rook) => {
                if !is_classical(position.king(color), rook) {
                    issues.insert(FenIssues::CASTLING_CHESS960);
                    chess960 = true;
                }
                position.rights |= rook.bit().0;
            }
            None => issues.insert(FenIssues::CASTLING_IMPOSSIBLE),
        }
    }
    Ok(chess960)
}

/// Writes the castling field: `KQkq` for outermost rooks, the file letter for others (X-FEN).
pub(super) fn write(position: &Position, mut put: impl FnMut(u8)) {
    if position.castling_rooks().is_empty() {
        return put(b'-');
    }
    for color in Color::ALL {
        let Some((king, rooks)) = rooks_in_place(position, color) else { continue };
        let case = |letter: u8| if color == Color::White { letter } else { letter.to_ascii_lowercase() };
        let above = Bitboard(!(king.bit().0 | (king.bit().0 - 1)));
        for side in [CastlingSide::King, CastlingSide::Queen] {
            let (mut rights, outermost, name) = match side {
                CastlingSide::King => {
                    (position.castling_rooks() & rooks & above, (rooks & above).last(), b'K')
                }
                CastlingSide::Queen => (position.castling_rooks() & (rooks - above), rooks.first(), b'Q'),
            };
            while let Some(rook) = rights.last() {
                rights = rights - rook.bit();
                put(case(if Some(rook) == outermost {
                    name
                } else {
                    rook.file().letter().to_ascii_uppercase()
                }));
            }
        }
    }
}
