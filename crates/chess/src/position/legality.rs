//! Attacks, pins and the legality of single moves.

use super::Position;
use super::make::captured_en_passant;
use crate::attacks;
use crate::board::{Bitboard, Color, PieceKind, Square};
use crate::moves::Move;
use crate::variant;

impl Position {
    /// The pieces of `by` that attack `square`, sliders seeing through everything not in `occupied`.
    #[inline]
    #[must_use]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let queens = self.kind(PieceKind::Queen);
        self.color(by)
            & ((attacks::knight(square) & self.kind(PieceKind::Knight))
                | (attacks::king(square) & self.kind(PieceKind::King))
                | (attacks::pawn(!by, square) & self.kind(PieceKind::Pawn))
                | (attacks::bishop(square, occupied) & (self.kind(PieceKind::Bishop) | queens))
                | (attacks::rook(square, occupied) & (self.kind(PieceKind::Rook) | queens)))
    }

    /// The pieces of the side to move that shield their king from a slider.
    #[must_use]
    pub fn pinned(&self) -> Bitboard {
        self.checkers_and_pinned(self.turn()).1
    }

    /// The pieces that give check to `us`, the side to move, and those that shield its king from a slider.
    #[inline(always)]
    pub(crate) fn checkers_and_pinned(&self, us: Color) -> (Bitboard, Bitboard) {
        let king = self.king(us);
        let (ours, theirs) = (self.color(us), self.color(!us));
        let mut checkers = theirs
            & ((attacks::knight(king) & self.kind(PieceKind::Knight))
                | (attacks::pawn(us, king) & self.kind(PieceKind::Pawn)));
        let mut pinned = Bitboard::EMPTY;
        for sniper in self.snipers(king, !us) {
            let shield = attacks::between(king, sniper) & (ours | theirs);
            if shield.is_empty() {
                checkers |= sniper.bit();
            } else if !shield.many() {
                pinned |= shield & ours;
            }
        }
        (checkers, pinned)
    }

    /// The sliders of a colour that would attack `square` on an otherwise empty board.
    pub(crate) fn snipers(&self, square: Square, by: Color) -> Bitboard {
        let queens = self.kind(PieceKind::Queen);
        self.color(by)
            & ((attacks::origins(by, PieceKind::Bishop, square) & (self.kind(PieceKind::Bishop) | queens))
                | (attacks::origins(by, PieceKind::Rook, square) & (self.kind(PieceKind::Rook) | queens)))
    }

    /// The slider that pins the piece on `square` to the king of the side to move, if one does.
    #[must_use]
    pub fn pinner(&self, square: Square) -> Option<Square> {
        let (us, them) = (self.turn(), !self.turn());
        let king = self.king(us);
        let snipers = self.snipers(king, them) & attacks::beyond(king, square);
        snipers.into_iter().find(|sniper| attacks::between(king, *sniper) & self.occupied() == square.bit())
    }

    /// Whether a pseudo-legal move that neither castles nor takes en passant leaves its own king safe.
    pub(crate) fn is_safe(&self, kind: PieceKind, from: Square, to: Square) -> bool {
        let (us, them) = (self.turn(), !self.turn());
        let king = self.king(us);
        if kind == PieceKind::King {
            return !self.attackers(to, them, self.occupied() ^ from.bit()).any();
        }
        let checkers = self.checkers();
        if checkers.any() {
            let Some(checker) = checkers.single() else { return false };
            if !(attacks::between(king, checker) | checker.bit()).contains(to) {
                return false;
            }
        }
        self.pinner(from).is_none() || attacks::line(king, from).contains(to)
    }

    /// Whether an en passant capture from `from` leaves its own king safe. Two pawns leave their
    /// squares at once, so lines are looked at as they will be.
    pub(crate) fn is_safe_en_passant(&self, from: Square, to: Square) -> bool {
        let captured = captured_en_passant(to).bit();
        let occupied = (self.occupied() ^ from.bit() ^ captured) | to.bit();
        let king = self.king(self.turn());
        !(self.attackers(king, !self.turn(), occupied) - captured).any()
    }

    /// Whether castling is legal now, right included.
    pub(crate) fn is_legal_castling(&self, mv: Move) -> bool {
        self.castling_rooks().contains(mv.to())
            && self.color(self.turn()).contains(mv.to())
            && self.king(self.turn()) == mv.from()
            && self.castling_obstacles(mv).is_empty()
            && self.is_castling_safe(mv, Bitboard::EMPTY)
    }

    /// Whether the king is attacked neither where it is, nor on its way, nor where it comes to: without the reason, which
    /// [`castling_attack`](Self::castling_attack) gives. The `safe` squares are known not to be attacked where the king has left its own.
    #[inline]
    pub(super) fn is_castling_safe(&self, mv: Move, safe: Bitboard) -> bool {
        let (king, rook) = mv.castling_squares();
        let is_safe = |square, occupied| self.attackers(square, !self.turn(), occupied).is_empty();
        let occupied = self.occupied() - mv.from().bit();
        let way = attacks::between(mv.from(), king) | mv.from().bit();
        // In Chess960 the rook's departure can open the back rank.
        let arrived = (occupied - mv.to().bit()) | king.bit() | rook.bit();
        (way - safe).into_iter().all(|square| is_safe(square, occupied)) && is_safe(king, arrived)
    }

    /// The pieces in the way of castling: on the paths of king and rook, other than these two.
    pub(crate) fn castling_obstacles(&self, mv: Move) -> Bitboard {
        let (king, rook) = mv.castling_squares();
        let path =
            attacks::between(mv.from(), king) | attacks::between(mv.to(), rook) | king.bit() | rook.bit();
        path & (self.occupied() - (mv.from().bit() | mv.to().bit()))
    }

    /// The first square on the king's castling path that is attacked, and an attacker. The king's own square does not
    /// count: being in check is a separate reason.
    pub(crate) fn castling_attack(&self, mv: Move) -> Option<(Square, Square)> {
        let (king, rook) = mv.castling_squares();
        let them = !self.turn();
        let occupied = self.occupied() - mv.from().bit();
        let attacked = |square: Square, occupied| {
            self.attackers(square, them, occupied).first().map(|attacker| (square, attacker))
        };
        // Walk from the king, so that the square named is the first it cannot cross.
        let path = attacks::between(mv.from(), king);
        let found = if king.index() > mv.from().index() {
            path.into_iter().find_map(|square| attacked(square, occupied))
        } else {
            let mut rest = path;
            core::iter::from_fn(|| {
                let square = rest.last()?;
                rest = rest - square.bit();
                Some(square)
            })
            .find_map(|square| attacked(square, occupied))
        };
        // In Chess960 the rook's departure can open the back rank.
        let arrived = (occupied - mv.to().bit()) | king.bit() | rook.bit();
        found.or_else(|| attacked(king, arrived))
    }

    /// Whether a move is legal in this position: for moves of unknown origin.
    ///
    /// [`Move::NULL`] counts as legal unless the side to move is in check.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        if !self.is_standard() {
            return variant::is_legal(self, mv);
        }
        if mv.is_null() {
            return mv == Move::NULL && !self.is_check();
        }
        if mv.is_castling() {
            return mv == Move::castling(mv.from(), mv.to()) && self.is_legal_castling(mv);
        }
        let (us, kind, from, to) = (self.turn(), mv.kind(), mv.from(), mv.to());
        if !self.pieces(us, kind).contains(from)
            || self.color(us).contains(to)
            || mv != self.plain_move(kind, from, to, mv.promotion())
        {
            return false;
        }
        if kind == PieceKind::Pawn {
            let last_rank = matches!(to.rank().index(), 0 | 7);
            let promotes_well = !matches!(mv.promotion(), Some(PieceKind::King | PieceKind::Pawn));
            if !self.pawn_targets(from).contains(to)
                || last_rank != mv.promotion().is_some()
                || !promotes_well
            {
                return false;
            }
            if mv.is_en_passant() {
                return self.is_safe_en_passant(from, to);
            }
        } else if mv.promotion().is_some() || !attacks::of(us, kind, from, self.occupied()).contains(to) {
            return false;
        }
        self.is_safe(kind, from, to)
    }

    /// Squares to which a pawn of the side to move could go, regardless of its king's safety.
    pub(crate) fn pawn_targets(&self, from: Square) -> Bitboard {
        let free = !self.occupied();
        let bit = from.bit().0;
        let pushes = match self.turn() {
            Color::White => {
                let one = bit << 8 & free.0;
                one | ((one & 0xff_0000) << 8 & free.0)
            }
            Color::Black => {
                let one = bit >> 8 & free.0;
                one | ((one & 0xff00_0000_0000) >> 8 & free.0)
            }
        };
        let ep = self.ep() & free;
        Bitboard(pushes) | (attacks::pawn(self.turn(), from) & (self.color(!self.turn()) | ep))
    }

    /// The pawns that attack the en passant square.
    #[inline]
    pub(crate) fn en_passant_captors(&self) -> Bitboard {
        self.ep_square().map_or(Bitboard::EMPTY, |to| {
            attacks::pawn(!self.turn(), to) & self.pieces(self.turn(), PieceKind::Pawn)
        })
    }
}
