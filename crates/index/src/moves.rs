//! Moves and first positions as bytes of an index.

use pgnkit_chess::{Bitboard, Color, Move, PieceKind, Position, Square, Variant, attacks, fen};

/// The null move.
const NULL: u32 = 31 << 4;
/// The first code of a move that is written by its squares.
const SQUARES: u32 = 512;
/// The first byte of two, and that of three.
const TWO: u8 = 240;
const THREE: u8 = 242;

/// A move as a number, which has a meaning in the position alone.
///
/// In standard chess, of a side with 16 men or fewer: the number of the man among those of its side, a1 first, and 16 times the number of the
/// square that it goes to among those that it could go to if its king were never in check; of a promotion four times that, and 0 for a queen, 1 for a rook,
/// 2 for a bishop, 3 for a knight. The king castles to the square of the rook. The null move is 496. Most moves are a byte.
///
/// Any other move is 512 more than 16 bits: from, to, and from bit 12 what it promotes to, or 8 more than that what is dropped.
#[must_use]
pub fn code(position: &Position, mv: Move) -> u32 {
    if mv.is_null() {
        return NULL;
    }
    let own = position.color(position.turn());
    if !has_short_codes(position) {
        return SQUARES + u32::from(by_squares(mv));
    }
    let man = (own & below(mv.from())).len();
    let square = (targets(position, mv.from(), mv.kind()) & below(mv.to())).len();
    let target = match mv.promotion() {
        Some(kind) => 4 * square + PROMOTIONS.iter().position(|one| *one == kind).unwrap_or(0) as u32,
        None => square,
    };
    target << 4 | man
}

/// The move of a code, if there is one in the position.
#[must_use]
pub fn decode(position: &Position, code: u32) -> Option<Move> {
    if code == NULL {
        return position.is_legal(Move::NULL).then_some(Move::NULL);
    }
    if let Some(bits) = code.checked_sub(SQUARES) {
        let found = of_squares(position, u16::try_from(bits).ok()?);
        return found.filter(|_| !has_short_codes(position));
    }
    let (from, to, promotion) = squares(position, code)?;
    let found = position.find_move(from, to, promotion)?;
    // The other spelling of castling has no code.
    (found.to() == to).then_some(found)
}

/// The move of a code that was made of a legal move in this position.
pub(crate) fn decode_known(position: &Position, code: u32) -> Option<Move> {
    if code >= NULL {
        return decode(position, code);
    }
    let (from, to, promotion) = squares(position, code)?;
    position.known_move(from, to, promotion)
}

/// Whether moves have the codes of a man and its target.
fn has_short_codes(position: &Position) -> bool {
    position.variant() == Variant::Standard && position.color(position.turn()).len() <= 16
}

/// The squares and the promotion of a code of a man and its target.
fn squares(position: &Position, code: u32) -> Option<(Square, Square, Option<PieceKind>)> {
    if !has_short_codes(position) {
        return None;
    }
    let own = position.color(position.turn());
    let from = own.into_iter().nth((code & 15) as usize)?;
    let kind = position.kind_at(from)?;
    let (target, promotion) = match kind {
        PieceKind::Pawn if is_before_last(position, from) => {
            (code >> 6, Some(PROMOTIONS[(code >> 4 & 3) as usize]))
        }
        _ => (code >> 4, None),
    };
    let to = targets(position, from, kind).into_iter().nth(target as usize)?;
    Some((from, to, promotion))
}

const PROMOTIONS: [PieceKind; 4] = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];

fn is_before_last(position: &Position, square: Square) -> bool {
    square.rank().index() == if position.turn() == Color::White { 6 } else { 1 }
}

/// The squares before one.
fn below(square: Square) -> Bitboard {
    Bitboard((1 << square.index()) - 1)
}

/// The squares that a man could go to if its king were never in check.
fn targets(position: &Position, from: Square, kind: PieceKind) -> Bitboard {
    let (us, own, occupied) = (position.turn(), position.color(position.turn()), position.occupied());
    match kind {
        PieceKind::Pawn => {
            let (bit, free) = (1_u64 << from.index(), !occupied.0);
            let pushes = if us == Color::White {
                let one = bit << 8 & free;
                one | (one & 0xff_0000) << 8 & free
            } else {
                let one = bit >> 8 & free;
                one | (one & 0xff00_0000_0000) >> 8 & free
            };
            let en_passant = position.ep_square().map_or(0, |square| 1 << square.index());
            let taken = attacks::pawn(us, from).0 & (position.color(!us).0 | en_passant & free);
            Bitboard(pushes | taken)
        }
        PieceKind::King => {
            let rooks = position.castling_rooks() & own;
            Bitboard(attacks::king(from).0 & !own.0 | rooks.0)
        }
        _ => Bitboard(attacks::of(us, kind, from, occupied).0 & !own.0),
    }
}

/// From and to with six bits each, and from bit 12 what it promotes to, a pawn being 1, or 8 more than that what is dropped.
pub(crate) fn by_squares(mv: Move) -> u16 {
    let squares = mv.from().index() as u16 | (mv.to().index() as u16) << 6;
    let number = |kind: PieceKind| kind.index() as u16 + 1;
    let kind = if mv.is_drop() { 8 | number(mv.kind()) } else { mv.promotion().map_or(0, number) };
    squares | kind << 12
}

/// The legal move with these bits.
pub(crate) fn of_squares(position: &Position, bits: u16) -> Option<Move> {
    let square = |bits: u16| Square::new(bits as u8 & 63);
    let kind = bits >> 12;
    if kind & 8 != 0 {
        return position.legal_moves().iter().copied().find(|mv| by_squares(*mv) == bits);
    }
    let promotion = if kind == 0 { None } else { Some(*PieceKind::ALL.get(usize::from(kind) - 1)?) };
    let found = position.find_move(square(bits)?, square(bits >> 6)?, promotion)?;
    (by_squares(found) == bits).then_some(found)
}

/// The order of moves that were played equally often: by the squares from which and to which they go.
pub(crate) fn order(mv: Move) -> u16 {
    by_squares(mv)
}

/// Appends a [code]: one byte below 240, two below 512, three of the others. None begins as another does.
pub fn put_code(code: u32, out: &mut Vec<u8>) {
    if code < u32::from(TWO) {
        out.push(code as u8);
    } else if code < SQUARES {
        let [low, high, ..] = (code - u32::from(TWO)).to_le_bytes();
        out.extend_from_slice(&[TWO + high, low]);
    } else {
        let [low, high, ..] = (code - SQUARES).to_le_bytes();
        out.extend_from_slice(&[THREE, low, high]);
    }
}

/// Takes a [code] off the beginning of bytes; `None` if they begin with none.
pub fn take_code(bytes: &mut &[u8]) -> Option<u32> {
    let (code, rest) = match *bytes {
        [byte, rest @ ..] if *byte < TWO => (u32::from(*byte), rest),
        [byte, low, rest @ ..] if *byte < THREE => {
            (u32::from(TWO) + u32::from(*low) + (u32::from(byte - TWO) << 8), rest)
        }
        [THREE, low, high, rest @ ..] => (SQUARES + u32::from(*low) + (u32::from(*high) << 8), rest),
        _ => return None,
    };
    *bytes = rest;
    Some(code)
}

/// The moves of a game, from its first position.
#[derive(Clone, Debug, Default)]
pub struct Line {
    bytes: Vec<u8>,
    /// The position after the last move.
    last: Option<Position>,
}

impl Line {
    /// Begins another game.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.last = None;
    }

    /// Adds the next move, which is legal in the first position, and leads to the second.
    pub fn push(&mut self, mv: Move, before: &Position, after: &Position) {
        put_code(code(before, mv), &mut self.bytes);
        self.last = Some(*after);
    }

    /// The line of these moves after a position.
    #[must_use]
    pub fn of(mut position: Position, moves: &[Move]) -> Self {
        let mut line = Self::default();
        for mv in moves {
            let after = position.after(*mv);
            line.push(*mv, &position, &after);
            position = after;
        }
        line
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The position after the last move; `None` without moves.
    pub(crate) fn last(&self) -> Option<&Position> {
        self.last.as_ref()
    }
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

/// Whether a first position is one of standard chess or Chess960. Games of these come before those of variants.
pub(crate) fn is_standard(start: &[u8]) -> bool {
    start.first() == Some(&1)
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
                    let moves: Vec<Move> = position.legal_moves().iter().copied().collect();
                    let mut codes = Vec::new();
                    for mv in moves.iter().copied().chain(position.is_legal(Move::NULL).then_some(Move::NULL))
                    {
                        let code = code(&position, mv);
                        assert_eq!(decode(&position, code), Some(mv), "{position} {mv:?}");
                        assert_eq!(decode_known(&position, code), Some(mv), "{position} {mv:?}");
                        let mut bytes = Vec::new();
                        put_code(code, &mut bytes);
                        let mut rest = &bytes[..];
                        assert_eq!((take_code(&mut rest), rest), (Some(code), &[][..]));
                        codes.push(code);
                    }
                    let all = codes.len();
                    codes.sort_unstable();
                    codes.dedup();
                    assert_eq!(codes.len(), all, "{position}");
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
        for code in 0..(1 << 17) {
            if let Some(mv) = decode(&Position::START, code) {
                assert_eq!(super::code(&Position::START, mv), code);
            }
        }
        // More men than one side has in a game.
        let crowd = "NNNNNNNN/NNNNNNNN/8/8/8/8/8/K6k w - - 0 1";
        let crowd = fen::parse(crowd.as_bytes()).unwrap().position;
        for mv in crowd.legal_moves().iter() {
            assert_eq!(decode(&crowd, code(&crowd, *mv)), Some(*mv));
        }
        assert_ne!(key(&Variant::Atomic.start()), key(&Position::START));
    }
}
