//! Positions that trees begin with.

use pgnkit::chess::fen::{self, EnPassant};
use pgnkit::chess::{Move, Position};

use pgnkit_query::movetext;

/// A position that a tree begins with, and how people know it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Root {
    /// The position.
    pub position: Position,
    /// The moves to it from the usual initial position, where it was given by them.
    pub moves: Option<Vec<Move>>,
    /// Its name: `after 1. e4 c5`, or its FEN.
    pub name: String,
}

/// The usual initial position.
impl Default for Root {
    fn default() -> Self {
        Self { position: Position::START, moves: None, name: "the initial position".to_owned() }
    }
}

impl Root {
    /// Reads a FEN.
    ///
    /// # Errors
    /// Says why it is none.
    pub fn of_fen(text: &str) -> Result<Self, String> {
        let position = fen::parse(text.as_bytes()).map_err(|error| error.to_string())?.position;
        Ok(Self { position, moves: None, name: position.fen(EnPassant::Legal).as_str().to_owned() })
    }

    /// Reads moves from the usual initial position, with numbers or without.
    ///
    /// # Errors
    /// Says which of them cannot be played, or what they should be.
    pub fn of_moves(text: &str) -> Result<Self, String> {
        let moves = movetext::read(text)?.ok_or("expected moves from the initial position, as '1. e4 c5'")?;
        let name = format!("after {}", movetext::write(Position::START, &moves));
        Ok(Self { position: movetext::played(&moves), moves: Some(moves), name })
    }
}
