//! Racing Kings: the first king on the eighth rank wins, and nobody gives check.

use core::ops::ControlFlow;

use super::Rules;
use super::free::OneByOne;
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{COLORS, Position, Sink, Status};
use crate::san::{PieceAt, SanError};

pub(super) struct RacingKings;

const GOAL: Bitboard = Bitboard(0xff << 56);

/// Both sides begin on the first two ranks, White on the right.
pub(super) fn set_up(position: &mut Position) {
    let (white, black) = (0xf0f0, 0x0f0f);
    position.boards = [0, 0x1818, 0x2424, 0x4242, 0x0081, 0x8100, 0, 0];
    position.boards[COLORS] = white;
    position.boards[COLORS + 1] = black;
    position.rights = 0;
}

/// The piece that gives check after a move, on the square where it is then.
fn check_given(position: &Position, mv: Move) -> Option<PieceAt> {
    let us = position.turn();
    let king = position.king(!us);
    let (from, to) = (mv.from(), mv.to());
    let occupied = (position.occupied() - from.bit()) | to.bit();
    let kind = mv.promotion().unwrap_or(mv.kind());
    if attacks::of(us, kind, to, occupied).contains(king) {
        return Some(PieceAt { kind, square: to });
    }
    let square = (position.attackers(king, us, occupied) - from.bit()).first()?;
    Some(PieceAt { kind: position.kind_at(square)?, square })
}

impl Rules for RacingKings {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        if Self::ending(position).is_some() {
            return ControlFlow::Continue(());
        }
        // A plain step of a king gives no check but by what it uncovers, so all are asked alike.
        position.generate(&mut OneByOne::new(position, sink, |mv, sink: &mut S| {
            if check_given(position, mv).is_none() { sink.special(mv) } else { ControlFlow::Continue(()) }
        }))
    }

    fn ending(position: &Position) -> Option<Status> {
        let arrived = position.kind(PieceKind::King) & GOAL;
        let by_black = arrived.intersects(position.color(Color::Black));
        if arrived.is_empty() {
            return None;
        }
        let by_white = arrived.intersects(position.color(Color::White));
        if by_white && by_black {
            return Some(Status::RaceDrawn);
        }
        if by_black {
            return Some(Status::RaceWon { winner: Color::Black });
        }
        // White moved first, so that Black has one more move.
        let can_follow = || {
            let king = position.king(Color::Black);
            let steps = attacks::king(king) & GOAL & !position.color(Color::Black);
            let occupied = position.occupied();
            steps.into_iter().any(|to| position.attackers(to, Color::White, occupied).is_empty())
        };
        let goes_on = position.turn() == Color::Black && can_follow();
        (!goes_on).then_some(Status::RaceWon { winner: Color::White })
    }

    /// A king can always walk.
    fn has_insufficient_material(_: &Position, _: Color) -> bool {
        false
    }

    fn refuse(position: &Position, kind: PieceKind, from: Option<Square>, to: Square) -> Option<SanError> {
        let us = position.turn();
        let mut able = None;
        let _ = position.generate(&mut OneByOne::new(position, &mut crate::position::Any, |mv, _| {
            if mv.kind() == kind && mv.to() == to && from.is_none_or(|from| from == mv.from()) {
                able = able.or(Some(mv));
            }
            ControlFlow::Continue(())
        }));
        let by = check_given(position, able?)?;
        Some(SanError::GivesCheck { by, to: !us })
    }
}
