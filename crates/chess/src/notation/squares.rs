//! Moves that are named by two squares.

use super::fitting::{Fitting, legal};
use crate::board::{PieceKind, Square};
use crate::moves::{Move, MoveList};
use crate::position::Position;
use crate::san::{self, SanChanges, SanError};

/// A move from one square to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Squares {
    pub(super) from: Square,
    pub(super) to: Square,
    pub(super) promotion: Option<PieceKind>,
    pub(super) capture: Capture,
}

/// A statement about a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Capture {
    /// Nothing: the notation has one form for captures and other moves.
    Unsaid,
    /// That something is taken.
    Any,
    /// The kind that is taken, or what a pawn becomes: engines write both in small letters.
    Of(PieceKind),
    EnPassant,
    /// That it is castling, and whether towards the king's side.
    Castling(bool),
}

impl Squares {
    pub(super) fn fitting(&self, position: &Position) -> Fitting {
        let moves = legal(position, |mv| self.is_from_to(mv) && self.promotes(position, mv));
        let changes = match *moves.as_slice() {
            [mv] => self.contradictions(position, mv),
            _ => SanChanges::NONE,
        };
        Fitting { moves, changes }
    }

    pub(super) fn without_piece(&self, position: &Position) -> MoveList {
        legal(position, |mv| self.is_from_to(mv) && mv.promotion().is_some() && self.promotion.is_none())
    }

    /// Whether a move has the promotion that is said. A small letter says it, unless it may be that of what is taken.
    fn promotes(&self, position: &Position, mv: Move) -> bool {
        match (self.promotion, mv.promotion()) {
            (None, Some(kind)) => self.capture == Capture::Of(kind) && captured(position, mv) != Some(kind),
            (said, promotion) => said == promotion,
        }
    }

    /// Castling is a move of the king, to the square where it ends or to its rook.
    fn is_from_to(&self, mv: Move) -> bool {
        let is_there = mv.to() == self.to || (mv.is_castling() && mv.destination() == self.to);
        let is_kind = match self.capture {
            Capture::Castling(king_side) => mv.is_castling() && mv.is_king_side_castling() == king_side,
            _ => true,
        };
        mv.from() == self.from && is_there && is_kind
    }

    fn contradictions(&self, position: &Position, mv: Move) -> SanChanges {
        let is_right = match self.capture {
            Capture::Unsaid | Capture::Castling(_) => true,
            Capture::Any => mv.is_capture(),
            Capture::Of(kind) => {
                self.promotion.is_none() && mv.promotion().is_some() || captured(position, mv) == Some(kind)
            }
            Capture::EnPassant => mv.is_en_passant(),
        };
        match is_right {
            true => SanChanges::NONE,
            false if mv.is_capture() => SanChanges::CAPTURE_SIGN,
            false => SanChanges::CAPTURE_REMOVED,
        }
    }

    /// As coordinates, whose refusal says what is in the way.
    pub(super) fn explain(&self, position: &Position) -> Option<SanError> {
        let mut text = [0; 5];
        text[..2].copy_from_slice(&self.from.name());
        text[2..4].copy_from_slice(&self.to.name());
        let length = match self.promotion {
            Some(kind) => {
                text[4] = kind.letter() as u8;
                5
            }
            None => 4,
        };
        san::read(position, &text[..length]).err()
    }
}

/// The kind of piece that a move takes.
pub(super) fn captured(position: &Position, mv: Move) -> Option<PieceKind> {
    if mv.is_en_passant() { Some(PieceKind::Pawn) } else { position.kind_at(mv.to()) }
}
