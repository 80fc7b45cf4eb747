//! Atomic chess: what takes explodes.

use core::ops::ControlFlow;

use super::free::{self, OneByOne, PIECES};
use super::{BACK_RANKS, Rules, check_pawns, king_of};
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{LIGHT_SQUARES, Position, SetupError, Sink, Status, captured_en_passant};
use crate::san::SanError;

pub(super) struct Atomic;

/// What a capture on a square takes from the board besides the pieces that take and are taken.
fn blast(position: &Position, center: Square) -> Bitboard {
    attacks::king(center) & position.occupied() & !position.kind(PieceKind::Pawn)
}

/// The pieces of `by` that could take a king on `square`. Kings side by side protect each other: taking one would end
/// the other.
fn attackers(position: &Position, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
    let king = position.pieces(by, PieceKind::King);
    if king.is_empty() || attacks::king(square).intersects(king) {
        return Bitboard::EMPTY;
    }
    position.attackers(square, by, occupied) & occupied
}

/// What decides about single moves, computed once.
struct Situation<'p> {
    position: &'p Position,
    us: Color,
    king: Square,
    their_king: Bitboard,
    touching: bool,
    checkers: Bitboard,
    pinned: Bitboard,
}

impl<'p> Situation<'p> {
    fn new(position: &'p Position) -> Option<Self> {
        let us = position.turn();
        let king = king_of(position, us)?;
        let their_king = position.pieces(!us, PieceKind::King);
        let touching = attacks::king(king).intersects(their_king);
        let (checkers, pinned) = position.checkers_and_pinned(us);
        their_king.any().then_some(Self { position, us, king, their_king, touching, checkers, pinned })
    }

    /// Whether a move that is legal but for the kings is legal.
    fn allows(&self, mv: Move) -> bool {
        let (position, them) = (self.position, !self.us);
        let (from, to) = (mv.from(), mv.to());
        if mv.is_capture() {
            let mut gone = blast(position, to) | from.bit() | to.bit();
            if mv.is_en_passant() {
                gone |= captured_en_passant(to).bit();
            }
            return !gone.contains(self.king)
                && (gone.intersects(self.their_king)
                    || attackers(position, self.king, them, position.occupied() - gone).is_empty());
        }
        let occupied = (position.occupied() - from.bit()) | to.bit();
        if mv.kind() == PieceKind::King {
            return attackers(position, to, them, occupied).is_empty();
        }
        self.touching
            || self.checkers.is_empty() && !self.pinned.contains(from)
            || attackers(position, self.king, them, occupied).is_empty()
    }

    fn castling_moves(&self) -> impl Iterator<Item = Move> + '_ {
        let (position, them) = (self.position, !self.us);
        let rooks = position.castling_rooks() & position.color(self.us);
        let in_check = !self.touching && self.checkers.any();
        rooks.into_iter().map(|rook| Move::castling(self.king, rook)).filter(move |mv| {
            let (king, rook) = mv.castling_squares();
            let without = position.occupied() - mv.from().bit();
            let arrived = (without - mv.to().bit()) | king.bit() | rook.bit();
            let mut path = attacks::between(mv.from(), king).into_iter();
            !in_check
                && position.castling_obstacles(*mv).is_empty()
                && path.all(|square| attackers(position, square, them, without).is_empty())
                && attackers(position, king, them, arrived).is_empty()
        })
    }
}

impl Rules for Atomic {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        let Some(situation) = Situation::new(position) else { return ControlFlow::Continue(()) };
        let us = position.turn();
        let mut checked = OneByOne::new(position, sink, |mv, sink: &mut S| {
            if situation.allows(mv) { sink.special(mv) } else { ControlFlow::Continue(()) }
        });
        // A king that takes would explode.
        let steps = attacks::king(situation.king) - position.occupied();
        checked.piece(PieceKind::King, situation.king, steps)?;
        free::generate(position, &PIECES, !position.color(us), &mut checked)?;
        situation.castling_moves().try_for_each(|mv| sink.special(mv))
    }

    fn play(position: &mut Position, mv: Move) {
        position.play_by_standard_rules(mv);
        if mv.is_capture() {
            let kept = !(blast(position, mv.to()) | mv.to().bit()).0;
            position.boards.iter_mut().for_each(|set| *set &= kept);
            position.rights &= kept;
            for color in Color::ALL {
                if king_of(position, color).is_none() {
                    let others = position.color(!color);
                    position.set_castling_rooks(position.castling_rooks() & others);
                }
            }
        }
    }

    fn checks_on(position: &Position, color: Color) -> Bitboard {
        let occupied = position.occupied();
        king_of(position, color).map_or(Bitboard::EMPTY, |king| attackers(position, king, !color, occupied))
    }

    fn ending(position: &Position) -> Option<Status> {
        let loser = Color::ALL.into_iter().find(|color| king_of(position, *color).is_none())?;
        Some(Status::KingExploded { winner: !loser })
    }

    fn has_insufficient_material(position: &Position, color: Color) -> bool {
        let kings = position.kind(PieceKind::King);
        let [bishops, knights] = [PieceKind::Bishop, PieceKind::Knight].map(|kind| position.kind(kind));
        let (own, theirs) = (position.color(color) - kings, position.color(!color) - kings);
        if position.pieces(!color, PieceKind::King).is_empty() {
            return false;
        }
        if own.is_empty() {
            return true;
        }
        let others = own | theirs;
        if theirs.any() {
            // One of its own pieces can explode beside the king, unless there are only bishops that never meet.
            let side_by_side = |own: Bitboard, theirs: Bitboard| {
                !own.intersects(LIGHT_SQUARES) && (theirs - LIGHT_SQUARES).is_empty()
            };
            return others == others & bishops && (side_by_side(own, theirs) || side_by_side(theirs, own));
        }
        if others.intersects(position.kind(PieceKind::Queen) | position.kind(PieceKind::Pawn)) {
            return false;
        }
        // A bare king is not mated by a single piece, nor by two knights.
        others.len() == 1 || others == others & knights && others.len() <= 2
    }

    fn check_board(position: &Position) -> Result<(), SetupError> {
        for color in Color::ALL {
            if position.pieces(color, PieceKind::King).many() {
                return Err(SetupError::SeveralKings(color));
            }
        }
        if position.kind(PieceKind::King).is_empty() {
            return Err(SetupError::NoKing(Color::White));
        }
        check_pawns(position, BACK_RANKS)
    }

    fn refuse(position: &Position, kind: PieceKind, from: Option<Square>, to: Square) -> Option<SanError> {
        let us = position.turn();
        if !position.color(!us).contains(to) {
            return None;
        }
        if kind == PieceKind::King {
            return Some(SanError::KingWouldExplode { to });
        }
        let able = position.pieces(us, kind) & from.map_or(Bitboard::ALL, Square::bit);
        let reaches = attacks::origins(us, kind, to).intersects(able);
        let explodes = blast(position, to).intersects(position.pieces(us, PieceKind::King));
        (reaches && explodes).then_some(SanError::KingWouldExplode { to })
    }
}
