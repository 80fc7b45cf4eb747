//! Finding the reason why a claimed move is not legal.

use super::error::{PieceAt, SanError};
use super::shape::PieceClaim;
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{CastlingSide, Position};
use crate::variant::{self, Variant};

fn piece_at(position: &Position, square: Square) -> PieceAt {
    // Only called for occupied squares.
    PieceAt { kind: position.kind_at(square).unwrap_or(PieceKind::King), square }
}

fn first_checker(position: &Position) -> PieceAt {
    piece_at(position, position.checkers().lowest())
}

pub(super) fn null_in_check(position: &Position) -> SanError {
    SanError::NullInCheck { by: first_checker(position) }
}

/// Whether it is worth asking if the other side could have made the move.
pub(super) fn may_be_the_other_sides(error: &SanError) -> bool {
    matches!(
        error,
        SanError::NoPieceCanReach { .. }
            | SanError::NoSuchPiece { .. }
            | SanError::NoPieceOnSquare { .. }
            | SanError::PathBlocked { .. }
            | SanError::PawnCannotAdvance { .. }
            | SanError::PawnCannotCapture { .. }
    )
}

/// Reason why a drop is not legal.
pub(super) fn drop(position: &Position, kind: PieceKind, to: Square) -> SanError {
    if position.variant() != Variant::Crazyhouse {
        return SanError::NotAMove;
    }
    variant::refuse(position, kind, Some(to), to).unwrap_or(SanError::DropDoesNotAnswerCheck)
}

/// Reason why castling is not legal.
pub(super) fn castling(position: &Position, king_side: bool) -> SanError {
    let side = if king_side { CastlingSide::King } else { CastlingSide::Queen };
    if let Some(status) = variant::ending(position) {
        return SanError::VariantOver { status };
    }
    if !position.variant().castles() {
        return SanError::NobodyCastles { variant: position.variant() };
    }
    let Some(rook) = position.castling_rook(position.turn(), side) else {
        let color = position.turn();
        let has_king = position.pieces(color, PieceKind::King).any();
        return if has_king {
            SanError::CastlingNoRight { side }
        } else {
            SanError::CastlingNoKing { color }
        };
    };
    let mv = Move::castling(position.king(position.turn()), rook);
    if position.is_check() {
        return SanError::CastlingOutOfCheck { side, by: first_checker(position) };
    }
    if let Some(obstacle) = position.castling_obstacles(mv).first() {
        return SanError::CastlingBlocked { side, by: piece_at(position, obstacle) };
    }
    match position.castling_attack(mv) {
        Some((square, by)) => SanError::CastlingThroughCheck { side, square, by: piece_at(position, by) },
        None => SanError::CastlingNoRight { side },
    }
}

/// Reason why no legal move fits the claim.
pub(super) fn piece_move(position: &Position, claim: &PieceClaim) -> SanError {
    let us = position.turn();
    let mut kind = claim.kind.unwrap_or(PieceKind::Pawn);
    if claim.kind.is_none() {
        let Some(from) = claim.origin().first() else { return SanError::NotAMove };
        if !position.color(us).contains(from) {
            return SanError::NoPieceOnSquare { from, color: us };
        }
        kind = position.kind_at(from).unwrap_or(kind);
    }
    let Some(to) = claim.to() else {
        // `ed`: nothing on the neighbouring file can be taken. Any square of it represents the file.
        return abbreviated_capture(position, claim);
    };
    let origins = position.pieces(us, kind) & claim.origin();
    if !position.is_standard()
        && let Some(reason) = variant::refuse(position, kind, claim.origin().single(), to)
    {
        return reason;
    }
    if let Some(promotion) = claim.promotion {
        let last_rank = matches!(to.rank().index(), 0 | 7);
        let to_king = matches!(position.variant(), Variant::Antichess | Variant::Suicide);
        let possible = promotion != PieceKind::Pawn && (promotion != PieceKind::King || to_king);
        if kind != PieceKind::Pawn || !last_rank || !possible {
            return SanError::PromotionInvalid { to: promotion };
        }
    }
    if !origins.any() {
        return SanError::NoSuchPiece { kind, color: us, file: claim.from_file, rank: claim.from_rank };
    }
    if kind == PieceKind::Pawn {
        return pawn_move(position, claim, to, origins);
    }
    let aligned = origins & attacks::origins(us, kind, to);
    if !aligned.any() {
        return SanError::NoPieceCanReach { kind, to };
    }
    if position.color(us).contains(to) {
        return SanError::OwnPieceOnDestination { piece: piece_at(position, to) };
    }
    let reaching = aligned & attacks::of(us, kind, to, position.occupied());
    match (reaching.first(), aligned.first()) {
        (Some(from), _) => unsafe_move(position, kind, from, to),
        (None, Some(from)) => {
            let piece = PieceAt { kind, square: from };
            match first_between(position, from, to) {
                Some(by) => SanError::PathBlocked { piece, by: piece_at(position, by) },
                None => SanError::NoPieceCanReach { kind, to },
            }
        }
        (None, None) => SanError::NoPieceCanReach { kind, to },
    }
}

/// The first piece met on the way.
fn first_between(position: &Position, from: Square, to: Square) -> Option<Square> {
    let obstacles = attacks::between(from, to) & position.occupied();
    if to.index() > from.index() { obstacles.first() } else { obstacles.last() }
}

/// Reason why a pawn cannot go to `to`.
fn pawn_move(position: &Position, claim: &PieceClaim, to: Square, pawns: Bitboard) -> SanError {
    let us = position.turn();
    let none = SanError::NoPieceCanReach { kind: PieceKind::Pawn, to };
    let near = pawns & attacks::origins(us, PieceKind::Pawn, to);
    let captures = claim.capture || claim.from_file.is_some_and(|file| file != to.file());
    let near = if captures { near - to.file().squares() } else { near & to.file().squares() };
    // The closest pawn: another one on its file may be two squares off.
    let nearest = match us {
        Color::White => near.last(),
        Color::Black => near.first(),
    };
    let Some(from) = nearest else { return none };
    if position.pawn_targets(from).contains(to) {
        return unsafe_move(position, PieceKind::Pawn, from, to);
    }
    if position.color(us).contains(to) {
        return SanError::OwnPieceOnDestination { piece: piece_at(position, to) };
    }
    if captures {
        let beside = Square::at(to.file(), from.rank());
        let passed = position.pieces(!us, PieceKind::Pawn).contains(beside);
        // The fifth rank, as counted by each side.
        let fifth = match us {
            Color::White => 4,
            Color::Black => 3,
        };
        if passed && from.rank().index() == fifth {
            return SanError::EnPassantNotPossible { captured: beside };
        }
        return SanError::PawnCannotCapture { from, to };
    }
    let blocker = first_between(position, from, to).or(position.occupied().contains(to).then_some(to));
    match blocker {
        Some(by) => SanError::PawnCannotAdvance { from, by: piece_at(position, by) },
        None => none,
    }
}

fn abbreviated_capture(position: &Position, claim: &PieceClaim) -> SanError {
    let us = position.turn();
    let pawns = position.pieces(us, PieceKind::Pawn) & claim.origin();
    let mut nearest = None;
    for from in pawns {
        if let Some(to) = (attacks::pawn(us, from) & claim.to_file.squares()).first() {
            if position.pawn_targets(from).contains(to) {
                return unsafe_move(position, PieceKind::Pawn, from, to);
            }
            nearest = Some(SanError::PawnCannotCapture { from, to });
        }
    }
    nearest.unwrap_or(SanError::NotAMove)
}

/// Reason why a pseudo-legal move is not legal, which concerns the king.
fn unsafe_move(position: &Position, kind: PieceKind, from: Square, to: Square) -> SanError {
    if !position.variant().has_royal_kings()
        && position.pieces(position.turn(), PieceKind::King).single().is_none()
    {
        return SanError::NoPieceCanReach { kind, to };
    }
    let (us, them) = (position.turn(), !position.turn());
    if kind == PieceKind::King {
        let occupied = position.occupied() - from.bit();
        return match position.attackers(to, them, occupied).first() {
            Some(by) => SanError::KingIntoCheck { to, by: piece_at(position, by) },
            None => SanError::NoPieceCanReach { kind, to },
        };
    }
    if let Some(by) = position.pinner(from) {
        let off_line = !attacks::line(position.king(us), from).contains(to);
        if off_line {
            let piece = PieceAt { kind, square: from };
            return SanError::Pinned { piece, by: piece_at(position, by) };
        }
    }
    if position.checkers().many() {
        return SanError::DoubleCheck;
    }
    if position.is_check() {
        return SanError::DoesNotAnswerCheck { by: first_checker(position) };
    }
    // Left: en passant, where two pawns leave a line at once.
    let after = position.after(position.plain_move(kind, from, to, None));
    let by = after.attackers(after.king(us), them, after.occupied()).first();
    match by {
        Some(by) => SanError::LeavesKingInCheck { by: piece_at(&after, by) },
        None => SanError::NoPieceCanReach { kind, to },
    }
}
