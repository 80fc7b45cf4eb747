//! Moves as ordinals (section 20.2): places in the list of all legal moves, sorted by their SAN in ASCII order.
//!
//! Neither text nor list is made. The order has a structure that sets of squares can count:
//!
//! * First by letter: `B K N O Q R`, then pawns by the file they stand on, `a` to `h`.
//! * Pieces of a letter: those that are told apart by their rank; then by file of what follows the letter, moves to a
//!   square before moves told apart by the whole origin square and these before those told apart by their file; last
//!   the captures that nothing tells apart, since `x` is behind all files. See [`targets`] and [`crowd`].
//! * Pawns of a file: pushes by rank, captures by destination, each with `=B =N =Q =R` where it promotes. See [`pawns`].
//!
//! Marks of check and mate do not change the order: both are below every digit and letter and below `-`, so a text with a
//! mark stands where the text alone would, before whatever it is the beginning of: `O-O+` before `O-O-O`, `Qa1#` before `Qa1b2`.

mod crowd;
mod order;
mod pawns;
mod targets;

use crate::board::{Bitboard, PieceKind};
use crate::moves::Move;
use crate::position::{Position, Restraints};
use pawns::PawnOrder;
use targets::Targets;

impl Position {
    /// The ordinal of a legal move: its index, from 0, in the list of all legal moves sorted ascending by their canonical
    /// SAN in ASCII order (section 20.2).
    ///
    /// `None` for a move that is not legal here, among them [`Move::NULL`], and for the 257th move and those behind it: an
    /// ordinal is a byte. Only composed positions have so many; those of real games have at most 218.
    ///
    /// ```
    /// use pgnkit_chess::{Position, Square};
    /// let start = Position::START;
    /// let mv = start.find_move(Square::G1, Square::F3, None).unwrap();
    /// // Na3 Nc3 Nf3 Nh3 a3 a4 b3 …
    /// assert_eq!(start.ordinal(mv), Some(2));
    /// assert_eq!(start.move_at_ordinal(2), Some(mv));
    /// ```
    #[must_use]
    pub fn ordinal(&self, mv: Move) -> Option<u8> {
        let index = self.index_in_order(mv)?;
        u8::try_from(index).ok()
    }

    /// The legal move with this ordinal: the inverse of [`Position::ordinal`]. `None` when there are no more than
    /// `ordinal` legal moves.
    #[must_use]
    pub fn move_at_ordinal(&self, ordinal: u8) -> Option<Move> {
        let mut n = u32::from(ordinal);
        let restraints = Restraints::new(self);
        for group in
            [Group::Bishops, Group::King, Group::Knights, Group::Castling, Group::Queens, Group::Rooks]
        {
            let Some(kind) = group.kind() else {
                match self.castlings(&restraints).nth(n as usize) {
                    Some(mv) => return Some(mv),
                    None => n -= self.castlings(&restraints).count() as u32,
                }
                continue;
            };
            let targets = Targets::new(self, &restraints, kind);
            if n < targets.len() {
                let (from, to) = targets.nth(n)?;
                return Some(self.plain_move(kind, from, to, None));
            }
            n -= targets.len();
        }
        PawnOrder::new(self, &restraints).nth(self, n)
    }

    /// The index of a legal move in the sorted list; `None` for others.
    #[inline(always)]
    fn index_in_order(&self, mv: Move) -> Option<u32> {
        let mut n = 0;
        let restraints = Restraints::new(self);
        let own = Group::of(mv)?;
        for group in
            [Group::Bishops, Group::King, Group::Knights, Group::Castling, Group::Queens, Group::Rooks]
        {
            let Some(kind) = group.kind() else {
                if own == group {
                    let place = self.castlings(&restraints).position(|other| other == mv)?;
                    return Some(n + place as u32);
                }
                n += self.castlings(&restraints).count() as u32;
                continue;
            };
            let targets = Targets::new(self, &restraints, kind);
            if own == group {
                let legal = mv == self.plain_move(kind, mv.from(), mv.to(), None);
                return if legal { Some(n + targets.index(mv.from(), mv.to())?) } else { None };
            }
            n += targets.len();
        }
        Some(n + PawnOrder::new(self, &restraints).index(self, mv)?)
    }

    /// The legal castling moves in order, to the king's side first. Where a foreign position gives the right to castle to
    /// a side with two rooks, the inner one is in the outer one's way: there is one move to each side at most.
    fn castlings(&self, restraints: &Restraints) -> impl Iterator<Item = Move> {
        let us = self.turn();
        let king = self.king(us);
        let mut rooks = self.castling_rooks() & self.color(us);
        if restraints.is_check() {
            rooks = Bitboard::EMPTY;
        }
        // The highest square first: the rooks above the king.
        core::iter::from_fn(move || {
            let rook = rooks.last()?;
            rooks = rooks - rook.bit();
            Some(Move::castling(king, rook))
        })
        .filter(|mv| self.is_legal_castling(*mv))
    }
}

/// The moves that begin with the same letter, pawns aside.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Bishops,
    King,
    Knights,
    Castling,
    Queens,
    Rooks,
    Pawns,
}

impl Group {
    /// `None` for the null move.
    #[inline(always)]
    fn of(mv: Move) -> Option<Self> {
        if mv.is_null() {
            return None;
        }
        Some(match mv.kind() {
            _ if mv.is_castling() => Self::Castling,
            PieceKind::Pawn => Self::Pawns,
            PieceKind::Knight => Self::Knights,
            PieceKind::Bishop => Self::Bishops,
            PieceKind::Rook => Self::Rooks,
            PieceKind::Queen => Self::Queens,
            PieceKind::King => Self::King,
        })
    }

    /// The kind of its pieces; `None` for castling.
    #[inline(always)]
    fn kind(self) -> Option<PieceKind> {
        match self {
            Self::Bishops => Some(PieceKind::Bishop),
            Self::King => Some(PieceKind::King),
            Self::Knights => Some(PieceKind::Knight),
            Self::Castling => None,
            Self::Queens => Some(PieceKind::Queen),
            Self::Rooks => Some(PieceKind::Rook),
            Self::Pawns => Some(PieceKind::Pawn),
        }
    }
}
