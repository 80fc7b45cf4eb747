//! Antichess: taking is compulsory, and losing everything wins.

use core::ops::ControlFlow;

use super::free::{self, OneByOne};
use super::{BACK_RANKS, Rules, check_pawns};
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{Any, LIGHT_SQUARES, PawnMoves, Position, SetupError, Sink, Status};
use crate::san::SanError;

pub(super) struct Antichess;

const KINDS: [PieceKind; 5] =
    [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::King];

fn captures<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
    free::generate(position, &KINDS, position.color(!position.turn()), sink)
}

/// Adds the promotions to a king, which the sink below does not know.
struct WithKings<'s, S> {
    position: &'s Position,
    sink: &'s mut S,
}

impl<S: Sink> Sink for WithKings<'_, S> {
    fn piece(&mut self, kind: PieceKind, from: Square, targets: Bitboard) -> ControlFlow<()> {
        self.sink.piece(kind, from, targets)
    }

    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        if moves.promotes() {
            let king = PieceKind::King.index() as u32;
            OneByOne::new(self.position, self.sink, |mv, sink: &mut S| match mv.promotion() {
                Some(PieceKind::Queen) => sink.special(mv.promoting_to(king)),
                _ => ControlFlow::Continue(()),
            })
            .pawns(moves)?;
        }
        self.sink.pawns(moves)
    }

    fn special(&mut self, mv: Move) -> ControlFlow<()> {
        self.sink.special(mv)
    }

    fn drops(&mut self, kind: PieceKind, targets: Bitboard) -> ControlFlow<()> {
        self.sink.drops(kind, targets)
    }
}

impl Rules for Antichess {
    fn generate<S: Sink>(position: &Position, sink: &mut S) -> ControlFlow<()> {
        let mut sink = WithKings { position, sink };
        if captures(position, &mut Any).is_break() {
            return captures(position, &mut sink);
        }
        free::generate(position, &KINDS, !position.occupied(), &mut sink)
    }

    fn checks_on(_: &Position, _: Color) -> Bitboard {
        Bitboard::EMPTY
    }

    fn ending(position: &Position) -> Option<Status> {
        // The side that has just taken the last piece has lost; it cannot be on both sides.
        let winner = Color::ALL.into_iter().find(|color| position.color(*color).is_empty())?;
        Some(Status::EverythingLost { winner })
    }

    fn without_moves(position: &Position) -> Status {
        Status::StalemateWon { winner: position.turn() }
    }

    /// Bishops that never meet, or two knights of which it is certain who takes whom.
    fn has_insufficient_material(position: &Position, color: Color) -> bool {
        let (own, theirs, all) = (position.color(color), position.color(!color), position.occupied());
        if own.is_empty() || theirs.is_empty() {
            return !own.is_empty();
        }
        if all == position.kind(PieceKind::Bishop) {
            let on_light = |set: Bitboard| set.intersects(LIGHT_SQUARES);
            let on_dark = |set: Bitboard| (set - LIGHT_SQUARES).any();
            return on_light(own) && !on_light(theirs) || on_dark(own) && !on_dark(theirs);
        }
        if all == position.kind(PieceKind::Knight) && !own.many() && !theirs.many() {
            // Each move of a knight changes the colour of its square, and only knights on squares of different colours
            // take each other: from squares of one colour the side to move never takes, and wins by being taken.
            let same = own.intersects(LIGHT_SQUARES) == theirs.intersects(LIGHT_SQUARES);
            return same != (position.turn() == color);
        }
        false
    }

    fn check_board(position: &Position) -> Result<(), SetupError> {
        check_pawns(position, BACK_RANKS)
    }

    fn refuse(position: &Position, _: PieceKind, _: Option<Square>, to: Square) -> Option<SanError> {
        let mut capture = None;
        let _ = captures(
            position,
            &mut OneByOne::new(position, &mut Any, |mv, _| {
                capture = capture.or(Some(mv));
                ControlFlow::Continue(())
            }),
        );
        let capture = capture.filter(|_| !position.color(!position.turn()).contains(to))?;
        Some(SanError::MustCapture { from: capture.from(), to: capture.to() })
    }
}
