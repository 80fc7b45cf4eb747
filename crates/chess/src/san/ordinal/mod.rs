//! Moves as ordinals (section 20.2): places in the list of all legal moves, sorted by their SAN in ASCII order.
//!
//! Neither text nor list is made. The order has a structure that sets of squares can count:
//!
//! * First by letter: `B K N O Q R`, then pawns by their file, `a` to `h`.
//! * Pieces of a letter: first moves disambiguated by rank; then by the file that follows the letter, plain moves
//!   before moves disambiguated by the whole origin square, and these before moves disambiguated by file; last captures
//!   without disambiguation, since `x` comes after all files. See [`targets`] and [`crowd`].
//! * Pawns of a file: pushes by rank, captures by destination, each with `=B =N =Q =R` where it promotes. See
//!   [`pawns`].
//!
//! Marks of check and mate do not change the order: both are below every digit and letter and below `-`, so a text with
//! a mark sorts like the text alone, before every longer text that begins with it: `O-O+` before `O-O-O`, `Qa1#` before
//! `Qa1b2`.

mod crowd;
mod order;
mod pawns;
mod targets;

use crate::board::{Color, PieceKind, Square};
use crate::moves::Move;
use crate::position::{Position, Restraints};
use crate::variant;
use pawns::PawnOrder;
use targets::Targets;

/// A move found by its ordinal.
enum Nth {
    /// One piece goes from one square to another, where it takes what is there.
    Plain { kind: PieceKind, from: Square, to: Square },
    /// Castling, en passant, promotion.
    Other(Move),
}

/// The kinds by the first character of their moves; castling is one of its own.
const LETTERS: [PieceKind; 6] = [
    PieceKind::Bishop,
    PieceKind::King,
    PieceKind::Knight,
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Rook,
];
/// The place of castling among them.
const CASTLING: usize = 3;

impl Position {
    /// The ordinal of a legal move: its index, from 0, in the list of all legal moves sorted ascending by their
    /// canonical SAN in ASCII order (section 20.2).
    ///
    /// `None` for a move that is not legal here, such as [`Move::NULL`], and for the 257th move and those after it: an
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
    #[inline(always)] // A caller compiled for newer processors then counts with their instruction.
    #[must_use]
    pub fn ordinal(&self, mv: Move) -> Option<u8> {
        if !self.is_standard() {
            return variant::ordinal(self, mv);
        }
        // Twice, so that for each colour the compiler knows which it is.
        let index = match self.turn() {
            Color::White => self.index_in_order(Color::White, mv),
            Color::Black => self.index_in_order(Color::Black, mv),
        };
        u8::try_from(index?).ok()
    }

    /// The legal move with this ordinal: the inverse of [`Position::ordinal`]. `None` when there are no more than
    /// `ordinal` legal moves.
    #[inline(always)]
    #[must_use]
    pub fn move_at_ordinal(&self, ordinal: u8) -> Option<Move> {
        if !self.is_standard() {
            return variant::move_at_ordinal(self, ordinal);
        }
        Some(match self.nth_in_order(self.turn(), ordinal)? {
            Nth::Plain { kind, from, to } => self.piece_move(kind, from, to),
            Nth::Other(mv) => mv,
        })
    }

    /// In a game of standard chess, plays the move that [`move_at_ordinal`](Self::move_at_ordinal) would give, writing the position after it to
    /// `next`: for replaying games, quicker than finding and playing it. When there is no such move, `next` stays as it
    /// is.
    ///
    /// `us` is the side to move. It is asked for because who replays a game knows it, and a known colour makes quicker
    /// code; with the other colour the result is meaningless.
    ///
    /// ```
    /// use pgnkit_chess::{Color, Position};
    /// let (start, mut next) = (Position::START, Position::START);
    /// let mv = start.follow_ordinal(Color::White, 2, &mut next).unwrap();
    /// assert_eq!((start.san(mv).to_string(), next), ("Nf3".into(), start.after(mv)));
    /// ```
    #[doc(hidden)]
    #[inline(always)]
    pub fn follow_ordinal(&self, us: Color, ordinal: u8, next: &mut Self) -> Option<Move> {
        Some(match self.nth_in_order(us, ordinal)? {
            Nth::Plain { kind, from, to } => {
                let captures = self.occupied().contains(to);
                self.advance(us, kind.index(), from, to, captures, next);
                self.piece_move(kind, from, to)
            }
            Nth::Other(mv) => {
                self.play_into(us, mv, next);
                mv
            }
        })
    }

    /// A move of one piece from one square to another, where it takes what is there.
    #[inline(always)]
    fn piece_move(&self, kind: PieceKind, from: Square, to: Square) -> Move {
        let flags = if self.occupied().contains(to) { Move::CAPTURE } else { 0 };
        Move::new(kind, from, to, flags)
    }

    /// The legal move of `us`, the side to move, with this ordinal.
    #[inline(always)]
    fn nth_in_order(&self, us: Color, ordinal: u8) -> Option<Nth> {
        let restraints = Restraints::new(self, us);
        let n = u32::from(ordinal);
        // All are counted before one is chosen: which one a game goes on with cannot be foretold, and a processor that has gone
        // a wrong way loses more than the counting takes.
        let [bishops, rooks, queens] = Targets::of_sliders(self, restraints);
        let king = Targets::king(self, restraints);
        let knights = Targets::new(self, restraints, PieceKind::Knight);
        let mut castling = [None; 2];
        if restraints.may_castle(self) {
            castling = restraints.castling_moves(self);
        }
        let castles = Targets::none(castling.iter().flatten().count() as u32);
        let letters = [bishops, king, knights, castles, queens, rooks];
        let (mut starts, mut end, mut letter) = ([0; LETTERS.len()], 0, 0);
        for (start, targets) in starts.iter_mut().zip([&bishops, &king, &knights, &castles, &queens, &rooks])
        {
            *start = end;
            end += targets.count;
            letter += usize::from(n >= end);
        }
        let Some(kind) = LETTERS.get(letter) else {
            return PawnOrder::new(self, restraints).nth(self, n - end);
        };
        let n = n - starts[letter];
        if letter == CASTLING {
            return castling.into_iter().flatten().nth(n as usize).map(Nth::Other);
        }
        let (from, to) = letters[letter].nth(self, restraints, *kind, n)?;
        Some(Nth::Plain { kind: *kind, from, to })
    }

    /// The index of a legal move of `us`, the side to move, in the sorted list; `None` for others.
    #[inline(always)]
    fn index_in_order(&self, us: Color, mv: Move) -> Option<u32> {
        let restraints = Restraints::new(self, us);
        let (kind, from, to) = (mv.kind(), mv.from(), mv.to());
        let mut n = 0;
        let targets = 'pieces: {
            let bishops = Targets::new(self, restraints, PieceKind::Bishop);
            if kind == PieceKind::Bishop {
                break 'pieces bishops;
            }
            n += bishops.count;
            let king = Targets::king(self, restraints);
            if kind == PieceKind::King && !mv.is_castling() {
                break 'pieces king;
            }
            n += king.count;
            let knights = Targets::new(self, restraints, PieceKind::Knight);
            if kind == PieceKind::Knight {
                break 'pieces knights;
            }
            n += knights.count;
            if restraints.may_castle(self) {
                for castling in restraints.castling_moves(self).into_iter().flatten() {
                    if castling == mv {
                        return Some(n);
                    }
                    n += 1;
                }
            }
            let queens = Targets::new(self, restraints, PieceKind::Queen);
            if kind == PieceKind::Queen {
                break 'pieces queens;
            }
            n += queens.count;
            let rooks = Targets::new(self, restraints, PieceKind::Rook);
            if kind == PieceKind::Rook {
                break 'pieces rooks;
            }
            n += rooks.count;
            return Some(n + PawnOrder::new(self, restraints).index(self, mv)?);
        };
        if mv != self.piece_move(kind, from, to) {
            return None;
        }
        Some(n + targets.index(self, restraints, kind, from, to)?)
    }
}
