//! Generation of legal moves.

use core::ops::ControlFlow;

use super::Position;
use crate::attacks;
use crate::board::{Bitboard, PieceKind, Square};
use crate::moves::{Move, MoveList};

/// Receives legal moves, grouped by the piece that makes them; can stop the generation.
trait Sink {
    /// Moves of one piece, castling aside; a pawn reaching the last rank promotes.
    fn targets(&mut self, kind: PieceKind, from: Square, targets: Bitboard) -> ControlFlow<()>;
    /// A castling move.
    fn castling(&mut self, mv: Move) -> ControlFlow<()>;
}

const LAST_RANKS: Bitboard = Bitboard(0xff00_0000_0000_00ff);

struct Count(u64);

impl Sink for Count {
    fn targets(&mut self, kind: PieceKind, _: Square, targets: Bitboard) -> ControlFlow<()> {
        self.0 += u64::from(targets.len());
        if kind == PieceKind::Pawn {
            self.0 += 3 * u64::from((targets & LAST_RANKS).len());
        }
        ControlFlow::Continue(())
    }

    fn castling(&mut self, _: Move) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Stops at the first move.
struct Any;

impl Sink for Any {
    fn targets(&mut self, _: PieceKind, _: Square, targets: Bitboard) -> ControlFlow<()> {
        if targets.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn castling(&mut self, _: Move) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

struct Collect<'a> {
    position: &'a Position,
    list: &'a mut MoveList,
}

impl Sink for Collect<'_> {
    fn targets(&mut self, kind: PieceKind, from: Square, targets: Bitboard) -> ControlFlow<()> {
        for to in targets {
            if kind == PieceKind::Pawn {
                let mv = self.position.plain_move(kind, from, to, None);
                if LAST_RANKS.contains(to) {
                    for promotion in [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight]
                    {
                        self.list.push(mv.with_promotion(promotion as u32));
                    }
                } else {
                    self.list.push(mv);
                }
            } else {
                let captures = self.position.color(!self.position.turn()).contains(to);
                self.list.push(Move::new(kind, from, to, if captures { Move::CAPTURE } else { 0 }));
            }
        }
        ControlFlow::Continue(())
    }

    fn castling(&mut self, mv: Move) -> ControlFlow<()> {
        self.list.push(mv);
        ControlFlow::Continue(())
    }
}

impl Position {
    /// All legal moves, [`Move::NULL`] not among them. The order is fixed but has no meaning.
    #[must_use]
    pub fn legal_moves(&self) -> MoveList {
        let mut list = MoveList::new();
        let _ = self.generate(&mut Collect { position: self, list: &mut list });
        list
    }

    /// Whether the side to move has a legal move; stops at the first one found.
    #[must_use]
    pub fn has_legal_move(&self) -> bool {
        // Asked most often after a check, which the king can mostly leave.
        self.safe_king_steps().next().is_some() || self.generate(&mut Any).is_break()
    }

    /// The squares that the king may go to, castling aside.
    fn safe_king_steps(&self) -> impl Iterator<Item = Square> {
        let (us, them) = (self.turn(), !self.turn());
        let king = self.king(us);
        let without_king = self.occupied() - king.bit();
        let steps = attacks::king(king) - self.color(us);
        steps.into_iter().filter(move |to| !self.attackers(*to, them, without_king).any())
    }

    /// The number of legal moves.
    #[must_use]
    pub fn legal_move_count(&self) -> u64 {
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
        match depth {
            0 => 1,
            1 => self.legal_move_count(),
            // Recursion is bounded by the caller's depth, of which each further ply costs a factor.
            _ => self.legal_moves().iter().map(|mv| self.after(*mv).perft(depth - 1)).sum(),
        }
    }

    fn generate<S: Sink>(&self, sink: &mut S) -> ControlFlow<()> {
        let (us, them) = (self.turn(), !self.turn());
        let (ours, theirs) = (self.color(us), self.color(them));
        let occupied = ours | theirs;
        let king = self.king(us);

        sink.targets(PieceKind::King, king, self.safe_king_steps().collect())?;

        // In check, other pieces may only take the checker or stand in its way.
        let mut allowed = !ours;
        let checkers = self.checkers();
        if checkers.any() {
            let Some(checker) = checkers.single() else { return ControlFlow::Continue(()) };
            allowed = attacks::between(king, checker) | checker.bit();
        }
        let pinned = self.pinned();

        for kind in [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen] {
            for from in self.kind(kind) & ours {
                let mut targets = attacks::of(us, kind, from, occupied) & allowed;
                if pinned.contains(from) {
                    targets &= attacks::line(king, from);
                }
                sink.targets(kind, from, targets)?;
            }
        }

        let passed = Bitboard(self.ep) - occupied;
        for from in self.pieces(us, PieceKind::Pawn) {
            let pseudo = self.pawn_targets(from);
            let mut targets = (pseudo & allowed) - passed;
            if pinned.contains(from) {
                targets &= attacks::line(king, from);
            }
            if let Some(to) = (pseudo & passed).first()
                && self.is_safe_en_passant(from, to)
            {
                targets |= passed;
            }
            sink.targets(PieceKind::Pawn, from, targets)?;
        }

        for mv in self.castling_moves() {
            sink.castling(mv)?;
        }
        ControlFlow::Continue(())
    }
}
