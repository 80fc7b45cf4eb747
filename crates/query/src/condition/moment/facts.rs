//! Facts about a move and the position after it.

use std::borrow::Cow;

use pgnkit::chess::{Color, PieceKind, Status};

use super::{Moment, Played, tactics};
use crate::condition::value::Scalar;

/// A question about a moment.
#[derive(Clone, Copy, Debug)]
pub(in crate::condition) enum Fact {
    /// Whether something is so; none where there is no move.
    Is(fn(&Moment<'_>) -> Option<bool>),
    Value(for<'m> fn(&Moment<'m>) -> Option<Scalar<'m>>),
}

fn letter(kind: PieceKind) -> Scalar<'static> {
    Scalar::Text(Cow::Borrowed(match kind {
        PieceKind::King => "K",
        PieceKind::Queen => "Q",
        PieceKind::Rook => "R",
        PieceKind::Bishop => "B",
        PieceKind::Knight => "N",
        PieceKind::Pawn => "P",
    }))
}

/// The names of all squares, so that none is made for each move.
const SQUARES: &str = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4\
                       a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";

fn side(moment: &Moment<'_>, color: Color) -> Scalar<'static> {
    let is_white = moment.color(Color::White) == color;
    Scalar::Text(Cow::Borrowed(if is_white { "white" } else { "black" }))
}

fn square<'m>(
    moment: &Moment<'m>,
    of: fn(Played<'_>) -> Option<pgnkit::chess::Square>,
) -> Option<Scalar<'m>> {
    let at = 2 * moment.square(of(moment.real()?)?).index();
    Some(Scalar::Text(Cow::Borrowed(&SQUARES[at..at + 2])))
}

/// The kind that a move takes.
pub(super) fn captured(played: Played<'_>) -> Option<PieceKind> {
    match played.mv {
        mv if !mv.is_capture() => None,
        mv if mv.is_en_passant() => Some(PieceKind::Pawn),
        mv => played.before.kind_at(mv.to()),
    }
}

pub(in crate::condition) const PLY: Fact = Fact::Value(|moment| Some(Scalar::Integer(moment.ply as u64)));

pub(in crate::condition) const MOVE_NUMBER: Fact = Fact::Value(|moment| {
    let position = moment.played.map_or(moment.position, |played| played.before);
    Some(Scalar::Integer(position.fullmove_number().into()))
});

pub(in crate::condition) const TURN: Fact = Fact::Value(|moment| Some(side(moment, moment.position.turn())));

pub(in crate::condition) const MOVER: Fact =
    Fact::Value(|moment| moment.played.map(|_| side(moment, moment.mover())));

pub(in crate::condition) const SAN: Fact = Fact::Value(|moment| {
    let played = moment.played?;
    let san = played.before.san_with_next(played.mv, moment.position).to_string();
    // Digits are ranks, and nothing else is.
    let turned = |c: char| match c {
        '1'..='8' if moment.view == Color::Black => char::from(b'1' + b'8' - c as u8),
        c => c,
    };
    Some(Scalar::Text(Cow::Owned(san.chars().map(turned).collect())))
});

pub(in crate::condition) const PIECE: Fact =
    Fact::Value(|moment| moment.real().map(|played| letter(played.mv.kind())));

pub(in crate::condition) const CAPTURED: Fact = Fact::Value(|moment| captured(moment.real()?).map(letter));

pub(in crate::condition) const PROMOTION: Fact =
    Fact::Value(|moment| moment.real()?.mv.promotion().map(letter));

pub(in crate::condition) const FROM_SQUARE: Fact =
    Fact::Value(|moment| square(moment, |played| (!played.mv.is_drop()).then(|| played.mv.from())));

pub(in crate::condition) const TO_SQUARE: Fact =
    Fact::Value(|moment| square(moment, |played| Some(played.mv.destination())));

pub(in crate::condition) const CASTLING: Fact = Fact::Value(|moment| {
    let mv = moment.real()?.mv;
    let text = if mv.is_king_side_castling() { "O-O" } else { "O-O-O" };
    mv.is_castling().then_some(Scalar::Text(Cow::Borrowed(text)))
});

pub(in crate::condition) const HALFMOVE_CLOCK: Fact =
    Fact::Value(|moment| Some(Scalar::Integer(moment.position.halfmove_clock().into())));

pub(in crate::condition) const LEGAL_MOVES: Fact =
    Fact::Value(|moment| Some(Scalar::Integer(moment.position.legal_move_count())));

pub(in crate::condition) const REPETITIONS: Fact = Fact::Value(|moment| {
    let last = moment.keys.last()?;
    Some(Scalar::Integer(moment.keys.iter().filter(|key| *key == last).count() as u64))
});

pub(in crate::condition) const SACRIFICE: Fact =
    Fact::Value(|moment| moment.real().map(|played| Scalar::Integer(tactics::given_up(moment, played))));

pub(in crate::condition) const IS_CHECK: Fact = Fact::Is(|moment| Some(moment.position.is_check()));

pub(in crate::condition) const IS_DOUBLE_CHECK: Fact =
    Fact::Is(|moment| Some(moment.position.checkers().many()));

pub(in crate::condition) const IS_DISCOVERED_CHECK: Fact = Fact::Is(|moment| {
    let mv = moment.real()?.mv;
    let checkers = moment.position.checkers();
    // The rook that castles gives check itself.
    Some(!mv.is_castling() && (checkers - mv.destination().bit()).any())
});

pub(in crate::condition) const IS_MATE: Fact = Fact::Is(|moment| Some(moment.position.is_checkmate()));

pub(in crate::condition) const IS_STALEMATE: Fact = Fact::Is(|moment| {
    Some(matches!(moment.position.status(), Status::Stalemate | Status::StalemateWon { .. }))
});

pub(in crate::condition) const IS_CAPTURE: Fact =
    Fact::Is(|moment| moment.real().map(|played| played.mv.is_capture()));

pub(in crate::condition) const IS_EN_PASSANT: Fact =
    Fact::Is(|moment| moment.real().map(|played| played.mv.is_en_passant()));

pub(in crate::condition) const IS_CASTLING: Fact =
    Fact::Is(|moment| moment.real().map(|played| played.mv.is_castling()));

pub(in crate::condition) const IS_FORK: Fact =
    Fact::Is(|moment| moment.real().map(|played| tactics::is_fork(moment, played)));

pub(in crate::condition) const IS_PIN: Fact =
    Fact::Is(|moment| moment.real().map(|_| tactics::is_pin(moment)));

pub(in crate::condition) const IS_SKEWER: Fact =
    Fact::Is(|moment| moment.real().map(|played| tactics::is_skewer(moment, played)));

pub(in crate::condition) const IS_DISCOVERED_ATTACK: Fact =
    Fact::Is(|moment| moment.real().map(|played| tactics::is_discovered_attack(moment, played)));

pub(in crate::condition) const HAS_OPPOSITE_BISHOPS: Fact = Fact::Is(|moment| {
    let bishop = |color| moment.position.pieces(color, PieceKind::Bishop).single();
    let both = bishop(Color::White).zip(bishop(Color::Black));
    Some(both.is_some_and(|(one, other)| one.is_light() != other.is_light()))
});

pub(in crate::condition) const CLOCK: Fact =
    Fact::Value(|moment| moment.annotations?.clock.map(Scalar::Decimal));

pub(in crate::condition) const MOVE_TIME: Fact =
    Fact::Value(|moment| moment.annotations?.used.map(Scalar::Decimal));

pub(in crate::condition) const EVAL: Fact = Fact::Value(|moment| {
    let eval = moment.annotations?.eval(moment.mover())?;
    Some(Scalar::Decimal(if moment.view == Color::White { eval } else { -eval }))
});

pub(in crate::condition) const EVAL_CP: Fact = Fact::Value(|moment| {
    let eval = 1000 * moment.annotations?.eval_cp(moment.mover())?;
    Some(Scalar::Decimal(if moment.view == Color::White { eval } else { -eval }))
});

pub(in crate::condition) const COMMENT: Fact = Fact::Value(|moment| {
    let annotations = moment.annotations?;
    (!annotations.comment.is_empty()).then_some(Scalar::Text(Cow::Borrowed(&*annotations.comment)))
});
