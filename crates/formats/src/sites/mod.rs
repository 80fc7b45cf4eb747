//! Games of sites, as their interfaces give them: text of another form, which becomes PGN.
//!
//! - [`lichess`]: games in JSON, one a line, the lines of its puzzles, and those of its evaluations of positions, which become EPD.
//! - [`livechess`]: rounds of LiveChess, the program for boards of DGT, whose documents belong together.
//! - [`chess_com`]: the archive of a month, a document of JSON that has the PGN of each game.
//!
//! Each function takes the bytes of one record and appends a game in PGN, or a position in EPD, which is then read like any other. What a record says and PGN has no
//! place for is not taken.
//!
//! ```
//! use pgnkit_formats::sites::lichess;
//!
//! let mut pgn = String::new();
//! lichess::game(br#"{"id":"abcdefgh","status":"mate","winner":"black","moves":"f3 e5 g4 Qh4#"}"#, &mut pgn)?;
//! assert!(pgn.ends_with("1. f3 e5 2. g4 Qh4# 0-1\n\n"));
//! # Ok::<(), pgnkit_formats::sites::SiteError>(())
//! ```

pub mod chess_com;
pub mod lichess;
pub mod livechess;
mod times;

use std::error::Error;
use std::fmt;

use serde_json::{Map, Value};

/// A record that gives no game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SiteError {
    /// It is no JSON, or no object; where and why.
    Json(String),
    /// A member that a game needs is missing, or has another type.
    Member(&'static str),
    /// A line of a table has fewer columns than it needs; the first that is missing.
    Column(&'static str),
    /// A move that is not legal, or cannot be read, of a line of moves as engines speak them.
    Move(String),
    /// A start position that cannot be read.
    Fen(String),
}

impl fmt::Display for SiteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => write!(f, "expected an object of JSON: {error}"),
            Self::Member(name) => write!(f, "expected a member `{name}`, found none that can be read"),
            Self::Column(name) => write!(f, "expected a column {name}, found the end of the line"),
            Self::Move(text) => write!(f, "expected a legal move, found {}", text.escape_debug()),
            Self::Fen(text) => write!(f, "expected a position, found {}", text.escape_debug()),
        }
    }
}

impl Error for SiteError {}

/// The members of an object.
type Object = Map<String, Value>;

fn object(record: &[u8]) -> Result<Object, SiteError> {
    serde_json::from_slice(record).map_err(|error| SiteError::Json(error.to_string()))
}

fn text<'o>(object: &'o Object, name: &str) -> Option<&'o str> {
    object.get(name)?.as_str()
}

fn inner<'o>(object: &'o Object, name: &str) -> Option<&'o Object> {
    object.get(name)?.as_object()
}
