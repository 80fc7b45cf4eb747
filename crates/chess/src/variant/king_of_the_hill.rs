//! King of the Hill: the king that comes to the centre wins.

use core::ops::ControlFlow;

use super::Rules;
use crate::board::{Bitboard, Color, PieceKind};
use crate::position::{Position, Sink, Status};

pub(super) struct KingOfTheHill;

/// d4, e4, d5 and e5.
const HILL: Bitboard = Bitboard(0x18_1800_0000);

impl Rules for KingOfTheHill {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        if Self::ending(position).is_some() { ControlFlow::Continue(()) } else { position.generate(sink) }
    }

    fn ending(position: &Position) -> Option<Status> {
        let arrived = |color: &Color| position.pieces(*color, PieceKind::King).intersects(HILL);
        let winner = Color::ALL.into_iter().find(arrived)?;
        Some(Status::KingOnTheHill { winner })
    }

    /// A king can always walk.
    fn has_insufficient_material(_: &Position, _: Color) -> bool {
        false
    }
}
