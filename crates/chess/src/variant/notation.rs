//! Moves of variants and their texts: found among all legal ones, since each variant has its own.

use super::{Variant, is_legal, legal_moves};
use crate::attacks;
use crate::board::{PieceKind, Square};
use crate::moves::{Move, MoveList};
use crate::position::{CastlingSide, Position};
use crate::san::{San, SanWord};

fn moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    legal_moves(position, &mut list);
    list
}

/// [`Position::parse_uci`] for variants: with drops such as `P@e4`, and promotions to a king in Antichess.
#[inline(never)]
pub(crate) fn parse_uci(position: &Position, text: &[u8]) -> Option<Move> {
    if text == b"0000" {
        return is_legal(position, Move::NULL).then_some(Move::NULL);
    }
    let (squares, rest) = text.split_at_checked(4)?;
    let to = Square::parse(squares.get(2..)?)?;
    if let [letter, b'@', ..] = *squares {
        let kind = PieceKind::from_letter(letter)?;
        return find(position, |mv| mv.is_drop() && mv.kind() == kind && mv.to() == to && rest.is_empty());
    }
    let promotion = match *rest {
        [] => None,
        [letter @ (b'n' | b'b' | b'r' | b'q' | b'k')] => Some(PieceKind::from_letter(letter)?),
        _ => return None,
    };
    find_move(position, Square::parse(squares.get(..2)?)?, to, promotion)
}

/// The first legal move that is wanted.
pub(crate) fn find(position: &Position, is_wanted: impl Fn(Move) -> bool) -> Option<Move> {
    moves(position).into_iter().find(|mv| is_wanted(*mv))
}

/// [`Position::find_move`] for variants.
#[inline(never)]
pub(crate) fn find_move(
    position: &Position,
    from: Square,
    to: Square,
    promotion: Option<PieceKind>,
) -> Option<Move> {
    let mut castling = None;
    for mv in moves(position) {
        if mv.from() != from || mv.is_drop() || mv.promotion() != promotion {
            continue;
        }
        if mv.to() == to {
            return Some(mv);
        }
        if mv.is_castling() && mv.destination() == to {
            castling = Some(mv);
        }
    }
    castling
}

/// [`Position::resolve`] for variants.
#[inline(never)]
pub(crate) fn resolve(position: &Position, word: SanWord) -> Option<Move> {
    if let Some(side) = word.castling() {
        return find(position, |mv| {
            mv.is_castling() && mv.is_king_side_castling() == (side == CastlingSide::King)
        });
    }
    let (kind, to, promotion) = (word.kind(), word.to()?, word.promotion());
    let mut found = None;
    for mv in moves(position) {
        let is_meant = mv.kind() == kind
            && mv.to() == to
            && mv.promotion() == promotion
            && mv.is_drop() == word.is_drop()
            && !mv.is_castling()
            && (mv.is_drop() || word.origin().contains(mv.from()))
            && (kind != PieceKind::Pawn || mv.is_capture() == word.is_capture());
        if is_meant && found.replace(mv).is_some() {
            return None;
        }
    }
    found
}

/// [`Position::ordinal`] for variants.
#[inline(never)]
pub(crate) fn ordinal(position: &Position, mv: Move) -> Option<u8> {
    let moves = moves(position);
    let text = moves.contains(&mv).then(|| position.san(mv).to_word())?;
    let before = moves.iter().filter(|other| comes_before(position.san(**other).to_word(), text)).count();
    u8::try_from(before).ok()
}

/// [`Position::move_at_ordinal`] for variants.
#[inline(never)]
pub(crate) fn move_at_ordinal(position: &Position, wanted: u8) -> Option<Move> {
    find(position, |mv| ordinal(position, mv) == Some(wanted))
}

/// Whether one text comes before another in ASCII order; both are words with the first character lowest.
fn comes_before((one, _): (u64, usize), (other, _): (u64, usize)) -> bool {
    one.swap_bytes() < other.swap_bytes()
}

/// The canonical text of a legal move of a variant, with the mark that `next` gives it: `#` for every move that wins.
#[inline(never)]
pub(crate) fn san(position: &Position, mv: Move, next: &Position) -> San {
    let mut san = San::undisambiguated(mv);
    // Pieces of the kind that could go there if nothing stood between; which pawn it is can always be seen.
    let alike = position.pieces(position.turn(), mv.kind()) - mv.from().bit();
    let may_have_rivals = mv.kind() != PieceKind::Pawn && !mv.is_drop() && !mv.is_castling();
    if may_have_rivals && alike.intersects(attacks::origins(position.turn(), mv.kind(), mv.to())) {
        let (mut all, mut on_file, mut on_rank) = (false, false, false);
        for rival in moves(position) {
            if rival.kind() == mv.kind()
                && rival.to() == mv.to()
                && !rival.is_drop()
                && rival.from() != mv.from()
            {
                all = true;
                on_file |= rival.from().file() == mv.from().file();
                on_rank |= rival.from().rank() == mv.from().rank();
            }
        }
        san = san.disambiguated_by(mv.from(), all, on_file, on_rank);
    }
    let is_won = match position.variant() {
        // Nothing but mate ends the game.
        Variant::Standard | Variant::Crazyhouse => next.is_checkmate(),
        _ => next.status().winner().is_some(),
    };
    match (is_won, next.is_check()) {
        (true, _) => san.with_mark(b'#'),
        (false, true) => san.with_mark(b'+'),
        (false, false) => san,
    }
}
