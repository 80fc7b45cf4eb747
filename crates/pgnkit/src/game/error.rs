use std::fmt;

use pgnkit_chess::san::SanError;

use super::NodeId;
use crate::command::CommandError;

/// The reason why a game cannot be changed so. The game is as it was then.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EditError {
    /// The game has no such node, or no longer.
    UnknownNode(NodeId),
    /// The move is not legal there.
    IllegalMove(IllegalMoveError),
    /// No rules are known by which a move could be legal: the game is of another variant, or its FEN gives no position.
    UnknownStart,
    /// The move has no comment with this index.
    UnknownComment {
        /// The place.
        node: NodeId,
        /// The index, from 0.
        index: usize,
    },
    /// The move does not have this annotation.
    UnknownNag {
        /// The place.
        node: NodeId,
        /// The annotation.
        nag: u8,
    },
    /// The node begins a line and is no move.
    NotAMove(NodeId),
    /// The node is in the main line, and not in a variation.
    MainLine(NodeId),
    /// No variation comes after this one.
    LastVariation(NodeId),
    /// The game has moves, which its start cannot be changed under.
    HasMoves,
    /// The games start from different positions or have different rules.
    OtherStart,
    /// The score is infinite or no number.
    Score,
    /// The command cannot be written.
    Command(CommandError),
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownNode(node) => write!(f, "the game has no node {}", node.index()),
            Self::IllegalMove(error) => error.fmt(f),
            Self::UnknownStart => f.write_str("the rules or the start of the game are unknown"),
            Self::UnknownComment { node, index } => {
                write!(f, "node {} has no comment number {index}", node.index())
            }
            Self::UnknownNag { node, nag } => write!(f, "node {} has no annotation ${nag}", node.index()),
            Self::NotAMove(node) => write!(f, "node {} is no move but the beginning of a line", node.index()),
            Self::MainLine(node) => write!(f, "node {} is in the main line", node.index()),
            Self::LastVariation(node) => {
                write!(f, "no variation comes after the one of node {}", node.index())
            }
            Self::HasMoves => f.write_str("the start of a game with moves cannot be changed"),
            Self::OtherStart => f.write_str("the games start from different positions"),
            Self::Score => f.write_str("expected a finite score"),
            Self::Command(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for EditError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::IllegalMove(error) => Some(error),
            Self::Command(error) => Some(error),
            _ => None,
        }
    }
}

impl From<CommandError> for EditError {
    fn from(error: CommandError) -> Self {
        Self::Command(error)
    }
}

/// A move that is not legal in the position it was to be played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct IllegalMoveError {
    /// The number of the move among those that were to be added, from 0.
    pub index: usize,
    /// The reason why it is not legal.
    pub reason: SanError,
}

impl fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "illegal move: {}", self.reason)
    }
}

impl std::error::Error for IllegalMoveError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.reason)
    }
}
