//! What FENs of variants have besides the six fields.

use super::parse::{Field, error};
use super::{FenError, FenErrorKind, FenText};
use crate::board::{Color, Piece, PieceKind};
use crate::position::Position;
use crate::variant::{Extra, MAX_POCKET, Variant};

/// The board and the pocket of a placement, which is in brackets after it or, without them, a ninth rank.
pub(super) fn split_pocket<'a>(placement: &Field<'a>) -> (Field<'a>, Option<Field<'a>>) {
    let text = placement.text;
    let bracket = text.iter().position(|byte| *byte == b'[');
    let ninth = text.iter().enumerate().filter(|(_, byte)| **byte == b'/').nth(7).map(|(at, _)| at);
    let Some(at) = bracket.or(ninth) else { return (placement.clone(), None) };
    let (board, rest) = text.split_at(at);
    let pocket = rest.get(1..).unwrap_or_default();
    let pocket = if bracket.is_some() { pocket.strip_suffix(b"]").unwrap_or(pocket) } else { pocket };
    let board = Field { text: board, start: placement.start };
    (board, Some(Field { text: pocket, start: placement.start + at + 1 }))
}

/// The letters of the pieces in both pockets, capitals for White; `-` for none.
pub(super) fn read_pocket(extra: &mut Extra, pocket: &Field<'_>) -> Result<(), FenError> {
    if pocket.text == b"-" {
        return Ok(());
    }
    for (at, &byte) in (pocket.start..).zip(pocket.text) {
        match Piece::from_letter(byte) {
            Some(Piece { color, kind }) if kind != PieceKind::King => {
                let count = extra.pocket(color, kind);
                if count == MAX_POCKET {
                    return error(FenErrorKind::TooManyPieces, at..at + 1);
                }
                extra.set_pocket(color, kind, count + 1);
            }
            _ => return error(FenErrorKind::BadPocketByte(byte), at..at + 1),
        }
    }
    Ok(())
}

/// The checks that White and Black have still to give: `3+3`.
pub(super) fn remaining_checks(text: &[u8]) -> Option<[u8; 2]> {
    match *text {
        [white @ b'0'..=b'3', b'+', black @ b'0'..=b'3'] => Some([white - b'0', black - b'0']),
        _ => None,
    }
}

/// The checks that White and Black have given: `+0+0`.
pub(super) fn checks_given(text: &[u8]) -> Option<[u8; 2]> {
    match *text {
        [b'+', white @ b'0'..=b'3', b'+', black @ b'0'..=b'3'] => Some([b'3' - white, b'3' - black]),
        _ => None,
    }
}

/// Writes the pockets after the placement, in Crazyhouse.
pub(super) fn write_pocket(position: &Position, text: &mut FenText) {
    if position.variant() != Variant::Crazyhouse {
        return;
    }
    text.put(b'[');
    for color in Color::ALL {
        for kind in PieceKind::ALL.into_iter().rev() {
            let letter = Piece { color, kind }.letter() as u8;
            (0..position.pocket(color, kind)).for_each(|_| text.put(letter));
        }
    }
    text.put(b']');
}

/// Writes the checks still to give, with a space before them, in Three-check.
pub(super) fn write_checks(position: &Position, text: &mut FenText) {
    if position.variant() == Variant::ThreeCheck {
        let [white, black] = Color::ALL.map(|color| position.extra.checks(color));
        [b' ', b'0' + white, b'+', b'0' + black].into_iter().for_each(|byte| text.put(byte));
    }
}
