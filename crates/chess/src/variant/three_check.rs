//! Three-check: the third check wins.

use core::ops::ControlFlow;

use super::Rules;
use crate::board::{Color, PieceKind};
use crate::moves::Move;
use crate::position::{Position, Sink, Status};

pub(super) struct ThreeCheck;

impl Rules for ThreeCheck {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        if Self::ending(position).is_some() { ControlFlow::Continue(()) } else { position.generate(sink) }
    }

    fn play(position: &mut Position, mv: Move) {
        let us = position.turn();
        position.play_by_standard_rules(mv);
        if position.attacks_on_king(position.turn()).any() {
            let left = position.extra.checks(us);
            position.extra.set_checks(us, left.saturating_sub(1));
        }
    }

    fn ending(position: &Position) -> Option<Status> {
        let winner = Color::ALL.into_iter().find(|color| position.extra.checks(*color) == 0)?;
        Some(Status::ThirdCheck { winner })
    }

    /// Every piece but the king can give check.
    fn has_insufficient_material(position: &Position, color: Color) -> bool {
        position.color(color) == position.pieces(color, PieceKind::King)
    }
}
