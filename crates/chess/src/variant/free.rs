//! Generation without regard to kings, and sinks that filter.

use core::ops::ControlFlow;

use crate::attacks;
use crate::board::{Bitboard, PieceKind};
use crate::moves::Move;
use crate::position::{Each, PawnMoves, Position, Sink};

/// Passes on the moves of pieces of these kinds and of pawns to `targets`, and captures en passant, whatever becomes of any
/// king.
pub(super) fn generate<S: Sink>(
    position: &Position,
    kinds: &[PieceKind],
    targets: Bitboard,
    sink: &mut S,
) -> ControlFlow<()> {
    let us = position.turn();
    let (occupied, theirs) = (position.occupied(), position.color(!us));
    for &kind in kinds {
        for from in position.pieces(us, kind) {
            sink.piece(kind, from, attacks::of(us, kind, from, occupied) & targets)?;
        }
    }
    let pawns = position.pieces(us, PieceKind::Pawn);
    sink.pawns(PawnMoves::new(us, pawns, !occupied, theirs, targets))?;
    if let Some(to) = position.ep_square() {
        for from in position.en_passant_captors() {
            sink.special(position.plain_move(PieceKind::Pawn, from, to, None))?;
        }
    }
    ControlFlow::Continue(())
}

/// Every kind but pawns and kings.
pub(super) const PIECES: [PieceKind; 4] =
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// Passes on, one by one, what a function makes of each move.
pub(super) struct OneByOne<'s, S, F> {
    theirs: Bitboard,
    sink: &'s mut S,
    /// Passes a move on, or not.
    pass: F,
}

impl<'s, S: Sink, F: FnMut(Move, &mut S) -> ControlFlow<()>> OneByOne<'s, S, F> {
    pub(super) fn new(position: &Position, sink: &'s mut S, pass: F) -> Self {
        Self { theirs: position.color(!position.turn()), sink, pass }
    }

    fn each(
        &mut self,
        group: impl FnOnce(&mut Each<&mut dyn FnMut(Move)>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut flow = ControlFlow::Continue(());
        let mut call = |mv| {
            if flow.is_continue() {
                flow = (self.pass)(mv, self.sink);
            }
        };
        let _ = group(&mut Each { theirs: self.theirs, call: &mut call });
        flow
    }
}

impl<S: Sink, F: FnMut(Move, &mut S) -> ControlFlow<()>> Sink for OneByOne<'_, S, F> {
    fn piece(&mut self, kind: PieceKind, from: crate::Square, targets: Bitboard) -> ControlFlow<()> {
        self.each(|each| each.piece(kind, from, targets))
    }

    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        self.each(|each| each.pawns(moves))
    }

    fn special(&mut self, mv: Move) -> ControlFlow<()> {
        (self.pass)(mv, self.sink)
    }

    fn drops(&mut self, kind: PieceKind, targets: Bitboard) -> ControlFlow<()> {
        self.each(|each| each.drops(kind, targets))
    }
}
