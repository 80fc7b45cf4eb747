//! Suicide, as FICS plays it: Antichess, but for the end without moves.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use super::Rules;
use super::antichess::Antichess;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::position::{Position, SetupError, Sink, Status};
use crate::san::SanError;

pub(super) struct Suicide;

impl Rules for Suicide {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        Antichess::generate(position, sink)
    }

    fn checks_on(position: &Position, color: Color) -> Bitboard {
        Antichess::checks_on(position, color)
    }

    fn ending(position: &Position) -> Option<Status> {
        Antichess::ending(position)
    }

    /// Who has fewer pieces has won, of whatever kind they are.
    fn without_moves(position: &Position) -> Status {
        let [white, black] = Color::ALL.map(|color| position.color(color).len());
        match white.cmp(&black) {
            Ordering::Less => Status::StalemateWon { winner: Color::White },
            Ordering::Greater => Status::StalemateWon { winner: Color::Black },
            Ordering::Equal => Status::Stalemate,
        }
    }

    /// Bishops and knights on an open board are never without a move.
    fn has_insufficient_material(position: &Position, color: Color) -> bool {
        Antichess::has_insufficient_material(position, color)
    }

    fn check_board(position: &Position) -> Result<(), SetupError> {
        Antichess::check_board(position)
    }

    fn refuse(position: &Position, kind: PieceKind, from: Option<Square>, to: Square) -> Option<SanError> {
        Antichess::refuse(position, kind, from, to)
    }
}
