//! Crazyhouse: pieces that were taken come back.

use core::ops::ControlFlow;

use super::free::PIECES;
use super::{BACK_RANKS, Rules, check_standard_board, king_of};
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{COLORS, Position, SetupError, Sink, captured_en_passant};
use crate::san::SanError;

pub(super) struct Crazyhouse;

/// The squares on which a piece may be put: free ones; in check, those between king and checker.
fn drop_squares(position: &Position) -> Bitboard {
    let free = !position.occupied();
    let us = position.turn();
    let checkers = position.attacks_on_king(us);
    match (checkers.single(), king_of(position, us)) {
        _ if checkers.is_empty() => free,
        (Some(checker), Some(king)) => attacks::between(king, checker) & free,
        _ => Bitboard::EMPTY,
    }
}

impl Rules for Crazyhouse {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        position.generate(sink)?;
        let us = position.turn();
        let targets = drop_squares(position);
        if targets.any() {
            for kind in PIECES {
                if position.pocket(us, kind) > 0 {
                    sink.drops(kind, targets)?;
                }
            }
            if position.pocket(us, PieceKind::Pawn) > 0 {
                sink.drops(PieceKind::Pawn, targets - BACK_RANKS)?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(position: &mut Position, mv: Move) {
        let us = position.turn();
        let (from, to) = (mv.from().bit().0, mv.to().bit().0);
        if mv.is_drop() {
            let count = position.pocket(us, mv.kind());
            position.extra.set_pocket(us, mv.kind(), count.saturating_sub(1));
            position.boards[mv.kind().index()] |= to;
            position.boards[COLORS + us.index()] |= to;
            position.set_ep(Bitboard::EMPTY);
            position.halfmoves = if mv.is_irreversible() { 0 } else { position.halfmoves.wrapping_add(1) };
            position.ply = position.ply.wrapping_add(1);
            return;
        }
        if mv.is_capture() {
            let square = if mv.is_en_passant() { captured_en_passant(mv.to()) } else { mv.to() };
            let taken = position.kind_at(square).unwrap_or(PieceKind::Pawn);
            let kind = if position.promoted().contains(square) { PieceKind::Pawn } else { taken };
            let count = position.pocket(us, kind);
            position.extra.set_pocket(us, kind, count.saturating_add(1));
        }
        let was_promoted = position.extra.promoted & from != 0;
        if !mv.is_castling() {
            position.extra.promoted &= !(from | to);
            if was_promoted || mv.promotion().is_some() {
                position.extra.promoted |= to;
            }
        }
        position.play_by_standard_rules(mv);
    }

    /// Nothing leaves the game for good, and a bishop comes back on squares of either colour.
    fn has_insufficient_material(position: &Position, _: Color) -> bool {
        const MATING: [PieceKind; 3] = [PieceKind::Pawn, PieceKind::Rook, PieceKind::Queen];
        let is_absent = |kind| {
            position.kind(kind).is_empty()
                && Color::ALL.iter().all(|color| position.pocket(*color, kind) == 0)
        };
        position.occupied().len() + position.extra.pocketed() <= 3
            && position.promoted().is_empty()
            && MATING.into_iter().all(is_absent)
    }

    /// As many as fit on the board can be written in a FEN, and are more than in any game.
    fn check_board(position: &Position) -> Result<(), SetupError> {
        if position.occupied().len() + position.extra.pocketed() > 64 {
            return Err(SetupError::TooManyPieces);
        }
        check_standard_board(position)
    }

    fn refuse(position: &Position, kind: PieceKind, from: Option<Square>, to: Square) -> Option<SanError> {
        // A drop names no origin but its destination.
        if from != Some(to) {
            return None;
        }
        if position.pocket(position.turn(), kind) == 0 {
            return Some(SanError::NotInPocket { kind });
        }
        if position.occupied().contains(to) {
            return Some(SanError::DropOnPiece { square: to });
        }
        if kind == PieceKind::Pawn && BACK_RANKS.contains(to) {
            return Some(SanError::PawnDropOnBackRank);
        }
        None
    }
}
