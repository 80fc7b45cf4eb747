//! Reasons why a text is not a legal move.

use core::fmt;

use crate::board::{Bitboard, Color, File, PieceKind, Rank, Square};
use crate::position::{CastlingSide, Status};
use crate::variant::Variant;

/// A piece on its square; displayed as `the knight on d7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PieceAt {
    /// Kind of the piece.
    pub kind: PieceKind,
    /// Square of the piece.
    pub square: Square,
}

impl fmt::Display for PieceAt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", self.kind, self.square)
    }
}

/// Reason why a text is not a legal move of a position. Displayed in lower case, without a full stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SanError {
    /// The text does not have the form of a move in English letters.
    NotAMove,
    /// No piece of this kind (and origin, if given) could go there, not even with an empty board.
    NoPieceCanReach {
        /// The kind named.
        kind: PieceKind,
        /// The destination named.
        to: Square,
    },
    /// The side to move has no such piece, or none on the file or rank that the text names.
    NoSuchPiece {
        /// The kind named.
        kind: PieceKind,
        /// The side to move.
        color: Color,
        /// The file named.
        file: Option<File>,
        /// The rank named.
        rank: Option<Rank>,
    },
    /// Coordinates name an origin square on which the side to move has no piece.
    NoPieceOnSquare {
        /// The origin square named.
        from: Square,
        /// The side to move.
        color: Color,
    },
    /// Several pieces can legally make the move.
    Ambiguous {
        /// The pieces that can.
        candidates: Bitboard,
        /// Their kind.
        kind: PieceKind,
        /// The destination; `None` if the text leaves it open, as `ed` does.
        to: Option<Square>,
    },
    /// The piece is pinned to its king.
    Pinned {
        /// The piece that would move.
        piece: PieceAt,
        /// The piece that pins it.
        by: PieceAt,
    },
    /// The move would expose the own king.
    LeavesKingInCheck {
        /// The piece that would then give check.
        by: PieceAt,
    },
    /// The king is in check and the move does nothing about it.
    DoesNotAnswerCheck {
        /// The piece that gives check.
        by: PieceAt,
    },
    /// The king is in check by two pieces: only it can move.
    DoubleCheck,
    /// The king would step onto an attacked square.
    KingIntoCheck {
        /// Square to which it would step.
        to: Square,
        /// A piece that attacks the square.
        by: PieceAt,
    },
    /// The destination holds a piece of the side to move.
    OwnPieceOnDestination {
        /// The piece on the destination.
        piece: PieceAt,
    },
    /// A piece is in the way.
    PathBlocked {
        /// The piece that would move.
        piece: PieceAt,
        /// The first piece in its way.
        by: PieceAt,
    },
    /// A pawn cannot advance because the square before it, or its destination, is occupied.
    PawnCannotAdvance {
        /// The pawn's square.
        from: Square,
        /// The piece in its way.
        by: PieceAt,
    },
    /// A pawn captures on a square without a piece to capture.
    PawnCannotCapture {
        /// The pawn's square.
        from: Square,
        /// The square without a piece to capture.
        to: Square,
    },
    /// The rules of the variant have no castling.
    NobodyCastles {
        /// The variant.
        variant: Variant,
    },
    /// The side that castles has no king, as one side of Horde.
    CastlingNoKing {
        /// That side.
        color: Color,
    },
    /// The king or rook has moved, or is not where castling starts.
    CastlingNoRight {
        /// The direction.
        side: CastlingSide,
    },
    /// A piece is between king and rook, or on their destinations.
    CastlingBlocked {
        /// The direction.
        side: CastlingSide,
        /// A piece in the way.
        by: PieceAt,
    },
    /// The king would cross or reach an attacked square.
    CastlingThroughCheck {
        /// The direction.
        side: CastlingSide,
        /// The attacked square.
        square: Square,
        /// A piece that attacks it.
        by: PieceAt,
    },
    /// The king is in check.
    CastlingOutOfCheck {
        /// The direction.
        side: CastlingSide,
        /// A piece that gives check.
        by: PieceAt,
    },
    /// A capture in passing of a pawn that did not advance two squares with the last move.
    EnPassantNotPossible {
        /// The square of the pawn that would be captured.
        captured: Square,
    },
    /// The position is checkmate or stalemate: there is no legal move at all.
    GameOver {
        /// The side that could not move.
        turn: Color,
        /// Whether its king is in check: checkmate.
        checkmate: bool,
    },
    /// A promotion to a king or a pawn, or of something that does not promote.
    PromotionInvalid {
        /// The piece named.
        to: PieceKind,
    },
    /// The text is a legal move of the other side.
    WrongSideToMove {
        /// The side whose move it is.
        turn: Color,
    },
    /// A null move in check.
    NullInCheck {
        /// A piece that gives check.
        by: PieceAt,
    },
    /// The game has ended by a rule of its variant.
    VariantOver {
        /// How.
        status: Status,
    },
    /// A drop of a kind that is not in the pocket.
    NotInPocket {
        /// The kind named.
        kind: PieceKind,
    },
    /// A drop on a square that is occupied.
    DropOnPiece {
        /// The square.
        square: Square,
    },
    /// A drop of a pawn on the first or last rank.
    PawnDropOnBackRank,
    /// The king is in check and a piece dropped there does not shield it.
    DropDoesNotAnswerCheck,
    /// Something can be taken, so it must be.
    MustCapture {
        /// A piece that can take.
        from: Square,
        /// What it can take.
        to: Square,
    },
    /// The own king would explode with what is taken.
    KingWouldExplode {
        /// The square of the explosion.
        to: Square,
    },
    /// The move gives check, which these rules do not allow.
    GivesCheck {
        /// The piece that would give it, where it would be.
        by: PieceAt,
        /// The side that would be in check.
        to: Color,
    },
    /// A [`Move`](crate::Move) that was made for another position: its squares fit, the rest does not.
    OfAnotherPosition {
        /// The square the piece leaves.
        from: Square,
        /// The square the piece goes to.
        to: Square,
    },
}

struct Side(CastlingSide);

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            CastlingSide::King => "king-side",
            CastlingSide::Queen => "queen-side",
        })
    }
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NotAMove => f.write_str("this is not a move"),
            Self::NoPieceCanReach { kind, to } => write!(f, "no {kind} can reach {to}"),
            Self::NoSuchPiece { kind, color, file, rank } => {
                write!(f, "{color} has no {kind}")?;
                match (file, rank) {
                    (Some(file), Some(rank)) => write!(f, " on {file}{rank}"),
                    (Some(file), None) => write!(f, " on the {file}-file"),
                    (None, Some(rank)) => write!(f, " on rank {rank}"),
                    (None, None) => Ok(()),
                }
            }
            Self::NoPieceOnSquare { from, color } => write!(f, "{color} has no piece on {from}"),
            Self::Ambiguous { candidates, kind, to } => {
                write!(f, "the {kind}s on ")?;
                let count = candidates.len();
                for (i, square) in (1..).zip(candidates) {
                    let separator = match count - i {
                        0 => "",
                        1 => " and ",
                        _ => ", ",
                    };
                    write!(f, "{square}{separator}")?;
                }
                match to {
                    Some(to) => write!(f, " can go to {to}"),
                    None => f.write_str(" or several squares fit"),
                }
            }
            Self::Pinned { piece, by } => write!(f, "{piece} is pinned by {by}"),
            Self::LeavesKingInCheck { by } => write!(f, "the move exposes its own king to {by}"),
            Self::DoesNotAnswerCheck { by } => write!(f, "the king is in check by {by}"),
            Self::DoubleCheck => f.write_str("the king is in double check and must move"),
            Self::KingIntoCheck { to, by } if by.kind == PieceKind::King => {
                write!(f, "{to} is next to {by}")
            }
            Self::KingIntoCheck { to, by } => write!(f, "{to} is attacked by {by}"),
            Self::OwnPieceOnDestination { piece } => {
                write!(f, "{piece} belongs to the same side")
            }
            Self::PathBlocked { piece, by } => write!(f, "{piece} is blocked by {by}"),
            Self::PawnCannotAdvance { from, by } => write!(f, "the pawn on {from} is blocked by {by}"),
            Self::PawnCannotCapture { from, to } => {
                write!(f, "the pawn on {from} has nothing to capture on {to}")
            }
            Self::EnPassantNotPossible { captured } => {
                write!(f, "en passant is possible only directly after the pawn on {captured} has moved there")
            }
            Self::GameOver { turn, checkmate } => {
                write!(f, "{turn} is {}", if checkmate { "checkmated" } else { "stalemated" })
            }
            Self::NobodyCastles { variant } => write!(f, "there is no castling in {variant}"),
            Self::CastlingNoKing { color } => write!(f, "{color} has no king"),
            Self::CastlingNoRight { side } => {
                write!(f, "king or rook is not in place for {} castling, or has moved", Side(side))
            }
            Self::CastlingBlocked { side, by } => write!(f, "{} castling is blocked by {by}", Side(side)),
            Self::CastlingThroughCheck { side, square, by } => {
                write!(f, "{} castling crosses {square}, which is attacked by {by}", Side(side))
            }
            Self::CastlingOutOfCheck { side, by } => {
                write!(f, "{} castling is not possible in check by {by}", Side(side))
            }
            Self::PromotionInvalid { to } => write!(f, "a promotion to a {to} is not possible here"),
            Self::WrongSideToMove { turn } => write!(f, "it is {turn}'s move"),
            Self::NullInCheck { by } => write!(f, "a null move is not possible in check by {by}"),
            Self::VariantOver { status } => write!(f, "the game is over: {status}"),
            Self::NotInPocket { kind } => write!(f, "there is no {kind} in the pocket"),
            Self::DropOnPiece { square } => write!(f, "{square} is occupied"),
            Self::PawnDropOnBackRank => f.write_str("a pawn cannot be dropped on the first or last rank"),
            Self::DropDoesNotAnswerCheck => {
                f.write_str("the king is in check, and a piece dropped there does not shield it")
            }
            Self::MustCapture { from, to } => {
                write!(f, "taking is compulsory, and the piece on {from} can take on {to}")
            }
            Self::KingWouldExplode { to } => write!(f, "the capture on {to} would explode its own king"),
            Self::GivesCheck { by, to } => {
                write!(f, "the move gives check to {to} by {by}, which is not allowed")
            }
            Self::OfAnotherPosition { from, to } => {
                write!(f, "the move from {from} to {to} was made for another position")
            }
        }
    }
}

impl core::error::Error for SanError {}
