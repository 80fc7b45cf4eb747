//! Moves and first positions as bytes of an index.

use pgnkit_chess::{Move, PieceKind, Position, Square, Variant, fen};

/// A move as 16 bits: from, to (castling: the square of the rook), and from bit 12 what it promotes to, or 8 more than that what is dropped. The null
/// move is 0.
///
/// The order of these numbers is the order of games in an index.
#[must_use]
pub fn pack(mv: Move) -> u16 {
    if mv.is_null() {
        return 0;
    }
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    let kind = if mv.is_drop() { 8 | kind_number(mv.kind()) } else { mv.promotion().map_or(0, kind_number) };
    squares | kind << 12
}

/// The move of these bits, if it is legal in a position.
///
/// Takes the time of asking whether one move is legal; of a drop, that of listing all.
#[must_use]
pub fn unpack(position: &Position, bits: u16) -> Option<Move> {
    if bits == 0 {
        return position.is_legal(Move::NULL).then_some(Move::NULL);
    }
    let square = |bits: u16| Square::new(bits as u8 & 63);
    let kind = bits >> 12;
    if kind & 8 != 0 {
        return position.legal_moves().iter().copied().find(|mv| pack(*mv) == bits);
    }
    let promotion = if kind == 0 { None } else { Some(*PieceKind::ALL.get(usize::from(kind) - 1)?) };
    let found = position.find_move(square(bits)?, square(bits >> 6)?, promotion)?;
    // The other spelling of castling is no move of an index.
    (pack(found) == bits).then_some(found)
}

fn kind_number(kind: PieceKind) -> u16 {
    kind.index() as u16 + 1
}

/// The place of a move among the legal moves of a position, in the order of [`pack`], from 1; 0 is the null move.
///
/// Takes the time of listing all legal moves.
#[must_use]
pub fn ordinal(position: &Position, mv: Move) -> u64 {
    if mv.is_null() {
        return 0;
    }
    let bits = pack(mv);
    1 + position.legal_moves().iter().filter(|other| pack(**other) < bits).count() as u64
}

/// All legal moves in the order of their [`ordinal`]s, from that of 1.
#[must_use]
pub fn in_order(position: &Position) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().iter().copied().collect();
    moves.sort_unstable_by_key(|mv| pack(*mv));
    moves
}

/// Numbers of variants in files.
const VARIANTS: [Variant; 9] = [
    Variant::Standard,
    Variant::Crazyhouse,
    Variant::ThreeCheck,
    Variant::KingOfTheHill,
    Variant::Antichess,
    Variant::Atomic,
    Variant::Horde,
    Variant::RacingKings,
    Variant::Suicide,
];

fn variant_number(variant: Variant) -> u8 {
    VARIANTS.iter().position(|one| *one == variant).map_or(u8::MAX, |number| number as u8)
}

/// The key of a position in an index: the [repetition key](Position::repetition_key) in standard chess and Chess960; in a variant another one for
/// the same board.
#[must_use]
pub fn key(position: &Position) -> u64 {
    let variant = u64::from(variant_number(position.variant()));
    position.repetition_key() ^ variant.wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// Appends the first position of a game: a byte for the variant, and the FEN where it is not the start of the variant; then a zero.
pub(crate) fn put_start(position: &Position, out: &mut Vec<u8>) {
    let variant = position.variant();
    out.push(variant_number(variant) + 1);
    if *position != variant.start() {
        out.extend_from_slice(position.fen(fen::EnPassant::Always).as_bytes());
    }
    out.push(0);
}

/// The length of a first position at the beginning of bytes, its zero included.
pub(crate) fn start_len(bytes: &[u8]) -> Option<usize> {
    Some(1 + bytes.iter().position(|byte| *byte == 0)?)
}

/// The position of what [`put_start`] wrote, with or without the zero.
pub(crate) fn start(bytes: &[u8]) -> Option<Position> {
    let (number, fen) = bytes.split_first()?;
    let fen = fen.strip_suffix(&[0]).unwrap_or(fen);
    let variant = *VARIANTS.get(usize::from(number.checked_sub(1)?))?;
    if fen.is_empty() {
        return Some(variant.start());
    }
    fen::parse_variant(fen, variant, None).ok().map(|fen| fen.position)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All moves of all variants, some half-moves deep.
    #[test]
    fn moves_and_positions_come_back() {
        let mut state = 7_u64;
        for variant in VARIANTS {
            for _ in 0..40 {
                let mut position = variant.start();
                for _ in 0..60 {
                    let moves = in_order(&position);
                    for (place, mv) in moves.iter().enumerate() {
                        assert_eq!(unpack(&position, pack(*mv)), Some(*mv), "{position} {mv:?}");
                        assert_eq!(ordinal(&position, *mv), place as u64 + 1);
                    }
                    let mut bytes = Vec::new();
                    put_start(&position, &mut bytes);
                    assert_eq!(start_len(&bytes), Some(bytes.len()));
                    assert_eq!(start(&bytes), Some(position), "{position}");
                    state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                    let Some(mv) = moves.get((state >> 33) as usize % moves.len().max(1)) else { break };
                    position.play(*mv);
                }
            }
        }
        assert_eq!(unpack(&Position::START, 0), Some(Move::NULL));
        assert_eq!(unpack(&Position::START, 0xffff), None);
        assert_ne!(key(&Variant::Atomic.start()), key(&Position::START));
    }
}
