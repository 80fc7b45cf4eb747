//! The tests and the values of moments that take arguments.

use pgnkit::chess::{Bitboard, Color, PieceKind, attacks};

use super::sets::Set;
use super::{BookKeys, Moment, Pawns, tactics};
use crate::condition::search::{Material, Pattern, Reaches};
use crate::condition::value::Scalar;

/// A test of a moment.
#[derive(Clone, Debug)]
pub(in crate::condition) enum Look {
    Is(fn(&Moment<'_>) -> Option<bool>),
    Pattern(Pattern),
    Material(Material),
    Reaches(Reaches),
    InBook(BookKeys),
    /// A glyph of the move.
    Nag(u8),
}

/// A value of a moment.
#[derive(Clone, Debug)]
pub(in crate::condition) enum Measure {
    Fact(for<'m> fn(&Moment<'m>) -> Option<Scalar<'m>>),
    /// Number of these.
    Pieces(Set),
    /// Number of the first that the second attack.
    Attacked(Set, Set),
    /// Number of the second that attack one of the first.
    Attackers(Set, Set),
    /// Number of these that are pinned to their king.
    Pinned(Set),
    /// Pawns of a side.
    Pawns(Pawns, Color),
    /// Points of the pieces of a side.
    Points(Color),
}

impl Look {
    #[inline]
    pub(in crate::condition) fn test(&self, moment: &Moment<'_>) -> Option<bool> {
        match self {
            Self::Is(is) => is(moment),
            Self::Pattern(pattern) => Some(pattern.is_on(moment)),
            Self::Material(material) => Some(material.is_on(moment)),
            Self::Reaches(reaches) => Some(reaches.is(moment)),
            Self::InBook(book) => Some(book.has(moment)),
            Self::Nag(nag) => moment.annotations.map(|annotations| annotations.nags.contains(nag)),
        }
    }

    /// Approximate cost of the test, comparable with that of other parts of conditions.
    pub(in crate::condition) fn cost(&self) -> u32 {
        match self {
            Self::Is(_) | Self::Nag(_) => 2,
            Self::Pattern(_) | Self::Material(_) | Self::Reaches(_) => 3,
            Self::InBook(_) => 6,
        }
    }
}

impl Measure {
    #[inline]
    pub(in crate::condition) fn value<'m>(&self, moment: &Moment<'m>) -> Option<Scalar<'m>> {
        match self {
            Self::Fact(value) => value(moment),
            _ => self.count(moment).map(Scalar::Integer),
        }
    }

    /// Its value where it is always a number.
    #[inline]
    pub(in crate::condition) fn count(&self, moment: &Moment<'_>) -> Option<u64> {
        let count = match self {
            Self::Fact(_) => return None,
            Self::Pieces(set) => set.squares(moment).len(),
            Self::Attacked(targets, pieces) => {
                let all = pieces.squares(moment).into_iter().map(|square| attacked(moment, square));
                let all = all.fold(Bitboard::EMPTY, |all, one| all | one);
                (targets.squares(moment) & all).len()
            }
            Self::Attackers(targets, pieces) => {
                let targets = targets.squares(moment);
                let pieces = pieces.squares(moment).into_iter();
                pieces.map(|square| u32::from(attacked(moment, square).intersects(targets))).sum()
            }
            Self::Pinned(set) => (set.squares(moment) & tactics::pinned(moment.position)).len(),
            Self::Pawns(pawns, color) => pawns.of(moment.position, moment.color(*color)).len(),
            Self::Points(color) => points(moment, moment.color(*color)),
        };
        Some(count.into())
    }

    /// Approximate cost of the test, comparable with that of other parts of conditions.
    pub(in crate::condition) fn cost(&self) -> u32 {
        match self {
            Self::Fact(_) => 1,
            Self::Pieces(_) | Self::Points(_) | Self::Pawns(..) => 2,
            Self::Attacked(..) | Self::Attackers(..) | Self::Pinned(_) => 6,
        }
    }
}

/// The squares that the piece on a square attacks.
fn attacked(moment: &Moment<'_>, square: pgnkit::chess::Square) -> Bitboard {
    let position = moment.position;
    position
        .piece_at(square)
        .map_or(Bitboard::EMPTY, |piece| attacks::of(piece.color, piece.kind, square, position.occupied()))
}

fn points(moment: &Moment<'_>, color: Color) -> u32 {
    let of = |kind: PieceKind| tactics::points(kind) * moment.position.pieces(color, kind).len();
    let kinds = PieceKind::ALL.into_iter().filter(|kind| *kind != PieceKind::King);
    kinds.map(of).sum()
}
