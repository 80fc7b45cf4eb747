//! Horde: 36 pawns against an army.

use core::ops::ControlFlow;

use super::free::{self, PIECES};
use super::{BACK_RANKS, Rules, check_pawns, king_of};
use crate::board::{Bitboard, Color, PieceKind};
use crate::moves::Move;
use crate::position::{COLORS, PawnMoves, Position, SetupError, Sink, Status};

pub(super) struct Horde;

const FIRST_RANK: Bitboard = Bitboard(0xff);

/// Black as usual; White's pawns fill four ranks and four squares of the fifth.
pub(super) fn set_up(position: &mut Position) {
    let (white, black) = (0x0000_0066_ffff_ffff, 0xffff_0000_0000_0000);
    position.boards.iter_mut().for_each(|set| *set &= black);
    position.boards[PieceKind::Pawn.index()] |= white;
    position.boards[COLORS] = white;
    position.rights &= black;
}

impl Rules for Horde {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        let us = position.turn();
        if king_of(position, us).is_some() {
            return position.generate(sink);
        }
        free::generate(position, &PIECES, !position.color(us), sink)?;
        // From the first rank pawns go two squares, too.
        let free = !position.occupied();
        let pawns = position.pieces(us, PieceKind::Pawn) & FIRST_RANK;
        let over = Bitboard(pawns.0 << 8) & free;
        let double_push = Bitboard(over.0 << 8) & free;
        if us == Color::White && double_push.any() {
            sink.pawns(PawnMoves::double_pushes(us, double_push))?;
        }
        ControlFlow::Continue(())
    }

    fn play(position: &mut Position, mv: Move) {
        position.play_by_standard_rules(mv);
        // A pawn from the first rank is not taken en passant.
        position.set_ep(position.ep());
    }

    fn checks_on(position: &Position, color: Color) -> Bitboard {
        king_of(position, color).map_or(Bitboard::EMPTY, |_| position.attacks_on_king(color))
    }

    fn ending(position: &Position) -> Option<Status> {
        let loser = Color::ALL.into_iter().find(|color| position.color(*color).is_empty())?;
        Some(Status::HordeTaken { winner: !loser })
    }

    /// Nothing is said about the horde but that it needs more than one piece, unless that can become a queen: whether a few
    /// pieces can mate depends on what Black has left to shut its own king in.
    fn has_insufficient_material(position: &Position, color: Color) -> bool {
        if king_of(position, color).is_some() {
            return false;
        }
        let own = position.color(color);
        let strong = [PieceKind::Pawn, PieceKind::Rook, PieceKind::Queen];
        let is_weak = strong.into_iter().all(|kind| !own.intersects(position.kind(kind)));
        let others = position.color(!color) - position.kind(PieceKind::King);
        own.any() && is_weak && !own.many() && others.is_empty()
    }

    fn check_board(position: &Position) -> Result<(), SetupError> {
        let kings = Color::ALL.map(|color| position.pieces(color, PieceKind::King).len());
        match kings {
            [0, 1] => {
                let black = position.color(Color::Black);
                check_pawns(position, (BACK_RANKS - FIRST_RANK) | (FIRST_RANK & black))
            }
            [0, _] if kings[1] == 0 => Err(SetupError::NoKing(Color::Black)),
            [0, _] => Err(SetupError::SeveralKings(Color::Black)),
            _ => Err(SetupError::KingInHorde),
        }
    }
}
