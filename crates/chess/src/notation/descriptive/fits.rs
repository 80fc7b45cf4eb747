//! The legal moves that a word fits.

use super::{Named, Target, Word};
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::{Move, MoveList};
use crate::notation::fitting::{Fitting, legal};
use crate::notation::marks::Marks;
use crate::notation::squares::captured;
use crate::notation::wings::{Wing, Wings};
use crate::position::{Position, captured_en_passant};
use crate::san::{self, SanChanges, SanError};

impl Word {
    /// The moves that fit. Where several do, the side that a name says decides, and then a sign for check; each only if
    /// it leaves no doubt.
    pub(in crate::notation) fn fitting(&self, position: &Position, wings: &Wings, marks: Marks) -> Fitting {
        let named = legal(position, |mv| self.names(position, mv, marks) && mv.promotion() == self.promotion);
        let mut moves = self.of_wings(wings, &named);
        if moves.len() > 1
            && let Some(sign) = marks.sign
        {
            let deserving = chosen(&moves, |mv| sign.is_of(mv, &position.after(mv)));
            if deserving.len() == 1 {
                moves = deserving;
            }
        }
        Fitting { moves, changes: SanChanges::NONE }
    }

    pub(in crate::notation) fn without_piece(
        &self,
        position: &Position,
        wings: &Wings,
        marks: Marks,
    ) -> MoveList {
        let promotes = |mv: Move| self.promotion.is_none() && mv.promotion().is_some();
        let named = legal(position, |mv| promotes(mv) && self.names(position, mv, marks));
        self.of_wings(wings, &named)
    }

    /// Whether a move is of the piece and to the place that the word names, whatever the sides.
    fn names(&self, position: &Position, mv: Move, marks: Marks) -> bool {
        let turn = position.turn();
        if mv.is_castling() || mv.kind() != self.mover.kind || !self.mover.may_be(mv.from(), turn, turn) {
            return false;
        }
        let is_there = match self.target {
            Target::Square(place) => !mv.is_capture() && place.holds(mv.to(), turn),
            Target::Piece(taken) => {
                captured(position, mv) == Some(taken.kind)
                    && mv.is_capture()
                    && taken.may_be(taken_from(mv), !turn, turn)
            }
        };
        is_there && (mv.is_en_passant() || !marks.is_en_passant)
    }

    /// The moves that the sides in the names leave.
    fn of_wings(&self, wings: &Wings, named: &MoveList) -> MoveList {
        let by_mover = self.mover.of_wing(wings, named, Move::from);
        match self.target {
            Target::Square(_) => by_mover,
            Target::Piece(taken) => taken.of_wing(wings, &by_mover, taken_from),
        }
    }

    /// As algebraic notation, whose refusal says what is in the way, where the square is one.
    pub(in crate::notation) fn explain(&self, position: &Position) -> Option<SanError> {
        let Target::Square(place) = self.target else { return None };
        let turn = position.turn();
        let mut squares = Bitboard::ALL.into_iter().filter(|square| place.holds(*square, turn));
        let (Some(square), None) = (squares.next(), squares.next()) else { return None };
        let [file, rank] = square.name();
        let error = match self.mover.kind {
            PieceKind::Pawn => san::read(position, &[file, rank]).err(),
            kind => san::read(position, &[kind.letter() as u8, file, rank]).err(),
        };
        // For the other side the word names another square.
        error.filter(|error| !matches!(error, SanError::WrongSideToMove { .. }))
    }
}

/// The square of the piece that a move takes.
fn taken_from(mv: Move) -> Square {
    if mv.is_en_passant() { captured_en_passant(mv.to()) } else { mv.to() }
}

impl Named {
    /// Whether the piece of this kind and `color` on a square may have this name when it is the turn of `turn`.
    fn may_be(&self, square: Square, color: Color, turn: Color) -> bool {
        let is_on_file = self.files & (1 << square.file().index()) != 0;
        let is_there = self.place.is_none_or(|place| place.holds(square, turn));
        // The king's bishop of White began on a light square, and that of Black on a dark one.
        let is_of_wing = match self.wing {
            Some(wing) if self.kind == PieceKind::Bishop => {
                square.is_light() == ((wing == Wing::King) == (color == Color::White))
            }
            _ => true,
        };
        is_on_file && is_there && is_of_wing
    }

    /// The moves whose piece, on the square that `piece` says, came from the side in this name. Where the board
    /// contradicts it, since pieces have changed sides, nothing is decided.
    fn of_wing(&self, wings: &Wings, moves: &MoveList, piece: impl Fn(Move) -> Square) -> MoveList {
        let Some(wing) = self.wing.filter(|_| self.kind != PieceKind::Bishop) else { return moves.clone() };
        let not_of_other = chosen(moves, |mv| wings.side(piece(mv)).is_none_or(|side| side == wing));
        let of_wing = chosen(&not_of_other, |mv| wings.side(piece(mv)).is_some());
        let left = if of_wing.is_empty() { not_of_other } else { of_wing };
        let Some(first) = left.first().map(|mv| piece(*mv)) else { return left };
        let is_further = |other: Square| match wing {
            Wing::King => first.file() > other.file(),
            Wing::Queen => first.file() < other.file(),
        };
        let agrees = moves.iter().all(|mv| piece(*mv) == first || is_further(piece(*mv)));
        if agrees { left } else { moves.clone() }
    }
}

/// The moves that a test accepts.
fn chosen(moves: &MoveList, mut accepts: impl FnMut(Move) -> bool) -> MoveList {
    let mut left = MoveList::new();
    for &mv in moves {
        if accepts(mv) {
            left.push(mv);
        }
    }
    left
}
