//! Questions about the state of the game.

use core::fmt;

use super::Position;
use crate::board::{Bitboard, Color, PieceKind};
use crate::variant;

/// A direction of castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CastlingSide {
    /// Towards the h-file: `O-O`, the king ends on the g-file.
    King,
    /// Towards the a-file: `O-O-O`, the king ends on the c-file.
    Queen,
}

/// Whether a game can go on, and why not (FIDE Laws, articles 5.1, 5.2 and 9.6; the ends of variants).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// The side to move can play on.
    Ongoing,
    /// The side to move is mated.
    Checkmate {
        /// The side that mates.
        winner: Color,
    },
    /// The side to move has no legal move and is not in check: a draw.
    Stalemate,
    /// Neither side can be mated any more; see [`Position::is_insufficient_material`]. A draw.
    InsufficientMaterial,
    /// 75 moves of each side without a capture and without a move of a pawn: a draw.
    SeventyFiveMoves,
    /// The same position for the fifth time: a draw. A [`Position`] alone does not know what came before.
    FivefoldRepetition,
    /// The third check was given, in [`Variant::ThreeCheck`](crate::Variant::ThreeCheck).
    ThirdCheck {
        /// The side that gave it.
        winner: Color,
    },
    /// A king is in the centre, in [`Variant::KingOfTheHill`](crate::Variant::KingOfTheHill).
    KingOnTheHill {
        /// The side of that king.
        winner: Color,
    },
    /// A side has no pieces left and has won, in [`Variant::Antichess`](crate::Variant::Antichess).
    EverythingLost {
        /// The side without pieces.
        winner: Color,
    },
    /// The side to move has no legal move, and one side has won: the one to move in
    /// [`Variant::Antichess`](crate::Variant::Antichess), the one with fewer pieces in
    /// [`Variant::Suicide`](crate::Variant::Suicide).
    StalemateWon {
        /// The side that cannot move.
        winner: Color,
    },
    /// A king has exploded, in [`Variant::Atomic`](crate::Variant::Atomic).
    KingExploded {
        /// The other side.
        winner: Color,
    },
    /// All pieces of a side are taken, in [`Variant::Horde`](crate::Variant::Horde).
    HordeTaken {
        /// The side that took them.
        winner: Color,
    },
    /// One king has come to the eighth rank, in [`Variant::RacingKings`](crate::Variant::RacingKings).
    RaceWon {
        /// The side of that king.
        winner: Color,
    },
    /// Both kings have come to the eighth rank, in [`Variant::RacingKings`](crate::Variant::RacingKings): a draw.
    RaceDrawn,
}

impl Status {
    /// Whether the game is over.
    #[must_use]
    pub const fn is_over(self) -> bool {
        !matches!(self, Self::Ongoing)
    }

    /// Whether the game is drawn.
    #[must_use]
    pub const fn is_draw(self) -> bool {
        self.is_over() && self.winner().is_none()
    }

    /// The side that has won.
    #[must_use]
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner }
            | Self::ThirdCheck { winner }
            | Self::KingOnTheHill { winner }
            | Self::EverythingLost { winner }
            | Self::StalemateWon { winner }
            | Self::KingExploded { winner }
            | Self::HordeTaken { winner }
            | Self::RaceWon { winner } => Some(winner),
            _ => None,
        }
    }
}

impl fmt::Display for Status {
    /// In words, such as `checkmate`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Ongoing => "ongoing",
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::SeventyFiveMoves => "75 moves without capture or pawn move",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::ThirdCheck { .. } => "third check",
            Self::KingOnTheHill { .. } => "king in the centre",
            Self::EverythingLost { .. } => "no pieces left, which wins",
            Self::StalemateWon { .. } => "stalemate, which wins",
            Self::KingExploded { .. } => "king exploded",
            Self::HordeTaken { .. } => "all pieces taken",
            Self::RaceWon { .. } => "race won",
            Self::RaceDrawn => "race drawn",
        })
    }
}

pub(crate) const LIGHT_SQUARES: Bitboard = Bitboard(0x55aa_55aa_55aa_55aa);

impl Position {
    /// Whether the side to move is in check.
    #[inline]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether the side to move is in check and has no legal move.
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && !self.has_legal_move()
    }

    /// Whether the side to move is not in check and has no legal move.
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && !self.has_legal_move()
    }

    /// Whether no sequence of legal moves can mate: bare kings, a single minor piece, or only
    /// bishops that are all on squares of one colour.
    #[must_use]
    pub fn is_insufficient_material(&self) -> bool {
        if !self.is_standard() {
            return Color::ALL.into_iter().all(|color| variant::has_insufficient_material(self, color));
        }
        let kings = self.kind(PieceKind::King);
        let bishops = self.kind(PieceKind::Bishop);
        let others = self.occupied() - kings;
        if !(others - bishops).any() {
            return !(bishops & LIGHT_SQUARES).any() || !(bishops - LIGHT_SQUARES).any();
        }
        others == self.kind(PieceKind::Knight) && !others.many()
    }

    /// Whether no sequence of legal moves can end with `color` giving mate, judged by the pieces alone: it has a bare
    /// king, bishops on squares of one colour where no pawn or knight can block the others, or a single knight against
    /// king and queens.
    ///
    /// ```
    /// use pgnkit_chess::{Color, fen};
    /// let position = fen::parse(b"8/8/4k3/8/8/2R5/8/4K3 w - - 0 1").unwrap().position;
    /// assert!(!position.has_insufficient_material(Color::White));
    /// assert!(position.has_insufficient_material(Color::Black));
    /// ```
    #[must_use]
    pub fn has_insufficient_material(&self, color: Color) -> bool {
        if self.is_standard() {
            self.has_insufficient_material_by_standard_rules(color)
        } else {
            variant::has_insufficient_material(self, color)
        }
    }

    pub(crate) fn has_insufficient_material_by_standard_rules(&self, color: Color) -> bool {
        let [pawns, knights, bishops, rooks, queens, kings] = [
            PieceKind::Pawn,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Rook,
            PieceKind::Queen,
            PieceKind::King,
        ]
        .map(|kind| self.kind(kind));
        let own = self.color(color);
        if own.intersects(pawns | rooks | queens) {
            return false;
        }
        let pieces = own - kings;
        if own.intersects(knights) {
            // Any other piece of the opponent, but a queen, can shut its own king in.
            return !pieces.many() && !(self.color(!color) - kings - queens).any();
        }
        // A king can flee to squares of the other colour, unless pawns or knights are there.
        let one_colour = !(bishops & LIGHT_SQUARES).any() || !(bishops - LIGHT_SQUARES).any();
        !pieces.any() || one_colour && !(pawns | knights).any()
    }

    /// Status of the game, judged by the position alone. Mate takes precedence over the count of moves (FIDE Laws,
    /// article 9.6.2).
    ///
    /// ```
    /// use pgnkit_chess::{Color, Position, Status};
    ///
    /// assert_eq!(Position::START.status(), Status::Ongoing);
    /// let mate: Position = "7k/5KQ1/8/8/8/8/8/8 b - - 150 200".parse()?;
    /// assert_eq!(mate.status(), Status::Checkmate { winner: Color::White });
    /// let bare: Position = "7k/5K2/8/8/8/8/8/8 b - - 0 1".parse()?;
    /// assert_eq!(bare.status(), Status::InsufficientMaterial);
    /// # Ok::<(), pgnkit_chess::fen::FenError>(())
    /// ```
    #[must_use]
    pub fn status(&self) -> Status {
        if !self.is_standard() {
            return variant::status(self);
        }
        if !self.has_legal_move() {
            return if self.is_check() {
                Status::Checkmate { winner: !self.turn() }
            } else {
                Status::Stalemate
            };
        }
        if self.is_insufficient_material() {
            Status::InsufficientMaterial
        } else if self.halfmove_clock() >= 150 {
            Status::SeventyFiveMoves
        } else {
            Status::Ongoing
        }
    }

    /// Whether the side to move may claim a draw because there were 50 moves of each side without a capture and without
    /// a move of a pawn (FIDE Laws, article 9.3).
    #[must_use]
    pub const fn can_claim_fifty_moves(&self) -> bool {
        self.halfmove_clock() >= 100
    }

    /// The rook with which a side may still castle in a direction. If a foreign position gives two,
    /// the outer one.
    #[must_use]
    pub fn castling_rook(&self, color: Color, side: CastlingSide) -> Option<crate::Square> {
        let rooks = self.castling_rooks() & self.color(color);
        let king = self.king(color).bit().0;
        match side {
            CastlingSide::King => (rooks - Bitboard(king | (king - 1))).last(),
            CastlingSide::Queen => (rooks & Bitboard(king - 1)).first(),
        }
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;
    use crate::fen;

    #[test]
    fn who_cannot_mate_with_the_pieces_there_are() {
        for (board, white, black) in [
            ("4k3/8/8/8/8/8/8/4K3", true, true),
            ("4k3/8/8/8/8/8/8/4KB2", true, true),
            ("4k3/8/8/8/8/8/8/4KN2", true, true),
            ("4k3/8/8/8/8/8/8/3NKN2", false, true),
            ("4k3/8/8/8/8/8/5P2/4K3", false, true),
            ("4k3/8/8/8/8/8/8/4K2R", false, true),
            ("4k3/8/8/8/8/8/8/4K2Q", false, true),
            // Bishops of one colour, of both colours.
            ("2b1k3/8/8/8/8/8/8/4KB2", true, true),
            ("4kb2/8/8/8/8/8/8/4KB2", false, false),
            ("4k3/8/8/8/8/8/8/2B1KB2", false, true),
            ("4k3/8/8/8/8/8/6B1/4KB2", true, true),
            // The opponent's own pieces can shut his king in.
            ("3nk3/8/8/8/8/8/8/4KB2", false, false),
            ("3nk3/8/8/8/8/8/8/4KN2", false, false),
            ("4k3/4p3/8/8/8/8/8/4KB2", false, false),
            ("4k3/4p3/8/8/8/8/8/4KN2", false, false),
            ("4k2r/8/8/8/8/8/8/4KN2", false, false),
            ("4k2r/8/8/8/8/8/8/4KB2", true, false),
            ("4k2q/8/8/8/8/8/8/4KN2", true, false),
        ] {
            let position = fen::parse(std::format!("{board} w - - 0 1").as_bytes()).unwrap().position;
            assert_eq!(position.has_insufficient_material(Color::White), white, "{board}: White");
            assert_eq!(position.has_insufficient_material(Color::Black), black, "{board}: Black");
            assert_eq!(position.is_insufficient_material(), white && black, "{board}: nobody");
        }
    }

    #[test]
    fn games_end_in_these_ways() {
        for (fen, status) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", Status::Ongoing),
            (
                "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
                Status::Checkmate { winner: Color::Black },
            ),
            ("7k/5KQ1/8/8/8/8/8/8 b - - 150 1", Status::Checkmate { winner: Color::White }),
            ("7k/5K2/6Q1/8/8/8/8/8 b - - 150 1", Status::Stalemate),
            ("7k/8/8/8/8/8/8/K6N b - - 150 1", Status::InsufficientMaterial),
            ("7k/8/8/8/8/8/8/K6R b - - 150 100", Status::SeventyFiveMoves),
            ("7k/8/8/8/8/8/8/K6R b - - 149 100", Status::Ongoing),
        ] {
            let position: Position = fen.parse().unwrap();
            assert_eq!(position.status(), status, "{fen}");
            assert_eq!(position.can_claim_fifty_moves(), position.halfmove_clock() >= 100);
            let is_mate = matches!(status, Status::Checkmate { .. });
            assert_eq!(
                (status.is_over(), status.is_draw()),
                (status != Status::Ongoing, status.is_over() && !is_mate)
            );
            assert_eq!(status.winner(), is_mate.then_some(!position.turn()));
        }
    }
}
