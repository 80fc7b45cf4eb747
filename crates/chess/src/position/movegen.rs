//! Generation of legal moves.

use core::ops::ControlFlow;

use super::Position;
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::{Move, MoveList};
use crate::variant;

/// Receives legal moves in groups; can stop the generation.
pub(crate) trait Sink {
    /// Moves of one piece that is no pawn, castling aside.
    fn piece(&mut self, kind: PieceKind, from: Square, targets: Bitboard) -> ControlFlow<()>;
    /// Moves of pawns, en passant aside; those that reach the last rank promote.
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()>;
    /// Castling, or a capture en passant.
    fn special(&mut self, mv: Move) -> ControlFlow<()>;
    /// Drops of one kind.
    fn drops(&mut self, kind: PieceKind, targets: Bitboard) -> ControlFlow<()>;
}

/// Moves of all pawns of one colour at once.
#[derive(Clone, Copy)]
pub(crate) struct PawnMoves {
    us: Color,
    pub(crate) push: Bitboard,
    pub(crate) double_push: Bitboard,
    /// Captures towards the a-file.
    pub(crate) west: Bitboard,
    /// Captures towards the h-file.
    pub(crate) east: Bitboard,
}

pub(super) const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
pub(super) const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
pub(crate) const LAST_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);
const PROMOTIONS: [PieceKind; 4] = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];

impl PawnMoves {
    pub(crate) const fn double_pushes(us: Color, double_push: Bitboard) -> Self {
        let [push, west, east] = [Bitboard::EMPTY; 3];
        Self { us, push, double_push, west, east }
    }

    /// Whether a pawn reaches the last rank.
    pub(crate) fn promotes(&self) -> bool {
        (self.push | self.west | self.east).intersects(LAST_RANKS)
    }

    /// Moves of `pawns` to squares of `allowed`.
    #[inline(always)]
    pub(crate) fn new(
        us: Color,
        pawns: Bitboard,
        free: Bitboard,
        theirs: Bitboard,
        allowed: Bitboard,
    ) -> Self {
        let ahead = |set: Bitboard| match us {
            Color::White => Bitboard(set.0 << 8),
            Color::Black => Bitboard(set.0 >> 8),
        };
        let third_rank = Bitboard(match us {
            Color::White => 0xff << 16,
            Color::Black => 0xff << 40,
        });
        let (front, taken) = (ahead(pawns), theirs & allowed);
        let push = front & free;
        Self {
            us,
            push: push & allowed,
            double_push: ahead(push & third_rank) & free & allowed,
            west: Bitboard((front - FILE_A).0 >> 1) & taken,
            east: Bitboard((front - FILE_H).0 << 1) & taken,
        }
    }
}

pub(crate) struct Count(pub(crate) u64);

impl Sink for Count {
    #[inline(always)]
    fn piece(&mut self, _: PieceKind, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(targets.len());
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        // A push ends on a free square and a capture does not, so these are sums.
        let sums = [moves.push | moves.west, moves.double_push | moves.east];
        for sum in sums {
            self.0 += u64::from(sum.len());
            if sum.intersects(LAST_RANKS) {
                self.0 += 3 * u64::from((sum & LAST_RANKS).len());
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn special(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }

    fn drops(&mut self, _: PieceKind, targets: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(targets.len());
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
pub(crate) struct Any;

impl Sink for Any {
    fn piece(&mut self, _: PieceKind, _: Square, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        let any = moves.push | moves.double_push | moves.west | moves.east;
        if any.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn special(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }

    fn drops(&mut self, kind: PieceKind, targets: Bitboard) -> ControlFlow<()> {
        self.piece(kind, Square::A1, targets)
    }
}

/// Calls a function with each move.
pub(crate) struct Each<F> {
    pub(crate) theirs: Bitboard,
    pub(crate) call: F,
}

impl<F: FnMut(Move)> Sink for Each<F> {
    #[inline(always)]
    fn piece(&mut self, kind: PieceKind, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            let flags = if self.theirs.contains(to) { Move::CAPTURE } else { 0 };
            (self.call)(Move::new(kind, from, to, flags));
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn pawns(&mut self, moves: PawnMoves) -> ControlFlow<()> {
        let PawnMoves { us, push, double_push, west, east } = moves;
        for (targets, aside, ranks, flags) in [
            (push, 0, 1, 0),
            (double_push, 0, 2, 0),
            (west, -1, 1, Move::CAPTURE),
            (east, 1, 1, Move::CAPTURE),
        ] {
            let step = aside + 8 * if us == Color::White { ranks } else { -ranks };
            for to in targets {
                let from = Square::wrap((to.index() as i32 - step) as u32);
                let mv = Move::new(PieceKind::Pawn, from, to, flags);
                if LAST_RANKS.contains(to) {
                    for promotion in PROMOTIONS {
                        (self.call)(mv.with_promotion(promotion as u32));
                    }
                } else {
                    (self.call)(mv);
                }
            }
        }
        ControlFlow::Continue(())
    }

    #[inline(always)]
    fn special(&mut self, mv: Move) -> ControlFlow<()> {
        (self.call)(mv);
        ControlFlow::Continue(())
    }

    fn drops(&mut self, kind: PieceKind, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            (self.call)(Move::drop(kind, to));
        }
        ControlFlow::Continue(())
    }
}

impl Position {
    /// All legal moves, [`Move::NULL`] not among them. The order is fixed but has no meaning.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.list_legal_moves(&mut list);
        list
    }

    /// Puts all legal moves into a list, in place of what it holds. Who lists the moves of many positions saves the making
    /// of as many lists, which is a good part of the time.
    ///
    /// ```
    /// use pgnkit_chess::{MoveList, Position};
    /// let mut list = MoveList::new();
    /// Position::START.list_legal_moves(&mut list);
    /// assert_eq!(list.len(), 20);
    /// ```
    pub fn list_legal_moves(&self, list: &mut MoveList) {
        if self.is_standard() {
            list.refill(|filling| self.for_each_legal_move(|mv| filling.push(mv)));
        } else {
            list.clear();
            variant::legal_moves(self, list);
        }
    }

    #[inline(always)]
    fn for_each_legal_move(&self, call: impl FnMut(Move)) {
        let _ = self.generate(&mut Each { theirs: self.color(!self.turn()), call });
    }

    /// Whether the side to move has a legal move; stops at the first one found.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        if self.is_standard() { self.has_move_by_standard_rules() } else { variant::has_legal_move(self) }
    }

    #[inline(always)]
    pub(crate) fn has_move_by_standard_rules(&self) -> bool {
        // Asked most often after a check, which the king can mostly leave.
        self.safe_king_steps().next().is_some() || self.has_move_of_others()
    }

    /// Apart, so that the usual answer is not slowed down by what this one needs.
    #[inline(never)]
    fn has_move_of_others(&self) -> bool {
        self.generate(&mut Any).is_break()
    }

    /// The squares that the king may go to, castling aside.
    fn safe_king_steps(&self) -> impl Iterator<Item = Square> {
        let (us, them) = (self.turn(), !self.turn());
        let king = self.king(us);
        let without_king = self.occupied() - king.bit();
        let steps = attacks::king(king) - self.color(us);
        steps.into_iter().filter(move |to| !self.attackers(*to, them, without_king).any())
    }

    /// The same all at once, by what each piece of the other side attacks: most sliders look elsewhere, which is quicker to see
    /// than where they look.
    #[inline(always)]
    fn all_safe_king_steps(&self) -> Bitboard {
        let (us, them) = (self.turn(), !self.turn());
        let (king, theirs) = (self.king(us), self.color(them));
        let pawns = self.pieces(them, PieceKind::Pawn);
        let sides = ((pawns - FILE_A).0 >> 1) | ((pawns - FILE_H).0 << 1);
        let pawn_attacks = match us {
            Color::White => sides >> 8,
            Color::Black => sides << 8,
        };
        let mut steps = attacks::king(king) - self.color(us) - Bitboard(pawn_attacks);
        let without_king = self.occupied() - king.bit();
        if !steps.many() {
            return steps.into_iter().filter(|to| !self.attackers(*to, them, without_king).any()).collect();
        }
        // In Horde there is none.
        for from in self.pieces(them, PieceKind::King) {
            steps = steps - attacks::king(from);
        }
        for from in self.pieces(them, PieceKind::Knight) {
            steps = steps - attacks::knight(from);
        }
        let queens = self.kind(PieceKind::Queen);
        for from in theirs & (self.kind(PieceKind::Bishop) | queens) {
            if steps.intersects(attacks::origins(us, PieceKind::Bishop, from)) {
                steps = steps - attacks::bishop(from, without_king);
            }
        }
        for from in theirs & (self.kind(PieceKind::Rook) | queens) {
            if steps.intersects(attacks::origins(us, PieceKind::Rook, from)) {
                steps = steps - attacks::rook(from, without_king);
            }
        }
        steps
    }

    /// The number of legal moves.
    #[must_use]
    pub fn legal_move_count(&self) -> u64 {
        if !self.is_standard() {
            return variant::legal_move_count(self);
        }
        let mut count = Count(0);
        let _ = self.generate(&mut count);
        count.0
    }

    /// The number of move sequences of `depth` plies: the usual proof of a move generator.
    ///
    /// ```
    /// assert_eq!(pgnkit_chess::Position::START.perft(3), 8902);
    /// ```
    #[must_use]
    pub fn perft(&self, depth: u8) -> u64 {
        if self.is_standard() { self.perft_by_standard_rules(depth) } else { variant::perft(self, depth) }
    }

    fn perft_by_standard_rules(&self, depth: u8) -> u64 {
        match depth {
            0 => 1,
            1 => {
                let mut count = Count(0);
                let _ = self.generate(&mut count);
                count.0
            }
            _ => {
                let (us, mut nodes, mut next) = (self.turn(), 0, *self);
                // Recursion is bounded by the caller's depth, of which each further ply costs a factor.
                self.for_each_legal_move(|mv| {
                    self.play_into(us, mv, &mut next);
                    nodes += next.perft_by_standard_rules(depth - 1);
                });
                nodes
            }
        }
    }

    /// The legal moves by the rules of standard chess.
    #[inline(always)]
    pub(crate) fn generate<S: Sink>(&self, sink: &mut S) -> ControlFlow<()> {
        let us = self.turn();
        let (ours, theirs) = (self.color(us), self.color(!us));
        let occupied = ours | theirs;
        let king = self.king(us);

        let king_steps = self.all_safe_king_steps();
        sink.piece(PieceKind::King, king, king_steps)?;

        // In check, other pieces may only take the checker or block it.
        let (checkers, pinned) = self.checkers_and_pinned(self.turn());
        let mut allowed = !ours;
        if checkers.any() {
            let Some(checker) = checkers.single() else { return ControlFlow::Continue(()) };
            allowed = attacks::between(king, checker) | checker.bit();
        }

        // Each kind apart, so that the compiler knows which it is: a jump by the kind would be foretold wrongly as often as not.
        let limits = Limits { king, allowed, pinned };
        self.generate_kind(PieceKind::Knight, limits, sink)?;
        self.generate_kind(PieceKind::Bishop, limits, sink)?;
        self.generate_kind(PieceKind::Rook, limits, sink)?;
        self.generate_kind(PieceKind::Queen, limits, sink)?;

        let pawns = self.pieces(us, PieceKind::Pawn);
        sink.pawns(PawnMoves::new(us, pawns - pinned, !occupied, theirs, allowed))?;
        for from in pawns & pinned {
            let allowed = allowed & attacks::line(king, from);
            sink.pawns(PawnMoves::new(us, from.bit(), !occupied, theirs, allowed))?;
        }
        if let Some(to) = self.ep_square() {
            for from in self.en_passant_captors() {
                if self.is_safe_en_passant(from, to) {
                    sink.special(self.plain_move(PieceKind::Pawn, from, to, None))?;
                }
            }
        }
        if checkers.is_empty() {
            for rook in self.castling_rooks() & ours {
                let mv = Move::castling(king, rook);
                let safe = king_steps | king.bit();
                if self.castling_obstacles(mv).is_empty() && self.is_castling_safe(mv, safe) {
                    sink.special(mv)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// The legal moves of one kind of piece, which is neither pawn nor king.
    #[inline(always)]
    fn generate_kind<S: Sink>(&self, kind: PieceKind, limits: Limits, sink: &mut S) -> ControlFlow<()> {
        let Limits { king, allowed, pinned } = limits;
        let occupied = self.occupied();
        for from in self.pieces(self.turn(), kind) {
            let attacked = match kind {
                PieceKind::Knight => attacks::knight(from),
                PieceKind::Bishop => attacks::bishop(from, occupied),
                PieceKind::Rook => attacks::rook(from, occupied),
                _ => attacks::queen(from, occupied),
            };
            let mut targets = attacked & allowed;
            if pinned.contains(from) {
                targets &= attacks::line(king, from);
            }
            sink.piece(kind, from, targets)?;
        }
        ControlFlow::Continue(())
    }
}

/// Limits of the moves of pieces other than the king.
#[derive(Clone, Copy)]
struct Limits {
    king: Square,
    /// The squares that they may go to: in check, those that answer it.
    allowed: Bitboard,
    pinned: Bitboard,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Variant, fen};

    /// Each position that moves of two plies lead to.
    fn each_after(position: &Position, depth: u8, call: &mut impl FnMut(&Position)) {
        call(position);
        if depth > 0 {
            for mv in &position.legal_moves() {
                each_after(&position.after(*mv), depth - 1, call);
            }
        }
    }

    #[test]
    fn safe_steps_of_a_king_are_those_to_squares_that_nothing_attacks() {
        // With steps in check from afar and from near, next to the other king, and in Horde, where there is none.
        let (mut count, mut checks) = (0, 0);
        for (variant, text) in [
            (Variant::Standard, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"),
            (Variant::Standard, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
            (Variant::Standard, "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8"),
            (Variant::Standard, "8/8/3q4/2n1k3/8/2K4R/1p6/8 w - - 0 1"),
            (Variant::Horde, "8/8/8/8/8/P7/8/1k6 b - - 0 1"),
            (Variant::Horde, "8/8/8/8/8/PP1R1N2/2B5/k7 b - - 0 1"),
        ] {
            let fen = fen::parse_variant(text.as_bytes(), variant, None);
            let position = fen.unwrap_or_else(|error| panic!("{text}: {error}")).position;
            each_after(&position, 2, &mut |position| {
                if position.pieces(position.turn(), PieceKind::King).any() {
                    let steps: Bitboard = position.safe_king_steps().collect();
                    assert_eq!(position.all_safe_king_steps(), steps, "{position:?}");
                    count += 1;
                    checks += usize::from(position.checkers().any());
                }
            });
        }
        assert!(count > 4000 && checks > 200, "{count} {checks}");
    }
}
