//! Expectation of `read` in the file of a case.
//!
//! An absent member of a game or move means that there is none of it, or that it is not asked for: see each.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// The expected answer to `read`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// The games; `None`: not asked for.
    pub games: Option<Vec<Game>>,
    /// The records of EPD or FEN; `None`: not asked for.
    pub records: Option<Vec<Record>>,
    /// Everything that is wrong with the input; `None`: not asked for.
    pub diagnostics: Option<Vec<Diagnostic>>,
    /// Advice that must be given; there may be more.
    #[serde(default)]
    pub notes: Vec<Diagnostic>,
}

/// A game.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The tag pairs, in order.
    pub tags: Option<Vec<Tag>>,
    /// FEN of the first position; `None`: the usual one.
    pub start: Option<String>,
    /// Comments before the first move.
    #[serde(default)]
    pub comments: Vec<Comment>,
    /// The main line.
    pub moves: Option<Vec<Move>>,
    /// The result of the game.
    pub result: Option<String>,
    /// FEN of the last position; `None`: not asked for.
    #[serde(rename = "final")]
    pub last: Option<String>,
    /// The text of escaped lines; `None`: not asked for.
    pub escapes: Option<Vec<String>>,
}

/// A tag pair.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tag {
    /// Its name.
    pub name: String,
    /// Its value, decoded.
    pub value: String,
    /// Typed value; `None`: not requested.
    #[serde(default, deserialize_with = "even_null")]
    pub typed: Option<Value>,
}

/// A move with what hangs on it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Move {
    /// The move in UCI notation.
    pub uci: String,
    /// The move in canonical SAN.
    pub san: Option<String>,
    /// Numeric annotation glyphs.
    #[serde(default)]
    pub nags: Vec<u32>,
    /// Comments after the move.
    #[serde(default)]
    pub comments: Vec<Comment>,
    /// Variations that replace the move.
    #[serde(default)]
    pub variations: Vec<Variation>,
}

/// A variation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Variation {
    /// Comments before its first move.
    #[serde(default)]
    pub comments: Vec<Comment>,
    /// Its moves.
    pub moves: Vec<Move>,
}

/// A comment: its text, or its text and the commands embedded in it.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub enum Comment {
    /// The text alone; commands are not asked for.
    Plain(String),
    /// The text whole, and its commands.
    Full(CommandText),
}

/// The text of a comment and the commands embedded in it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CommandText {
    /// The whole text, commands included.
    pub text: String,
    /// The commands: name, operands and perhaps what they say; `None`: not asked for.
    pub commands: Option<Vec<EmbeddedCommand>>,
}

/// A command embedded in a comment (section 3.2 of the supplement).
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmbeddedCommand {
    /// Its name, without `%`.
    pub name: String,
    /// Its operands.
    #[serde(default)]
    pub operands: Vec<String>,
    /// Typed operands; `None`: not requested.
    #[serde(default, deserialize_with = "even_null")]
    pub typed: Option<Value>,
}

/// A record of EPD or FEN.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// FEN, of a FEN record.
    pub fen: Option<String>,
    /// The four fields of the position, of an EPD record.
    pub position: Option<String>,
    /// The operations, of an EPD record.
    pub operations: Option<Vec<Operation>>,
    /// Scanning registers after the record; `None`: not requested.
    pub registers: Option<Map<String, Value>>,
    /// Result of the game by the record; `None`: not requested.
    pub result: Option<String>,
}

/// An EPD operation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operation {
    /// Its opcode.
    pub opcode: String,
    /// Its operands.
    #[serde(default)]
    pub operands: Vec<Operand>,
    /// Moves to mate, negative if the side to move is mated; `None`: not asked for.
    pub mate: Option<i64>,
}

/// An operand of an EPD operation.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Operand {
    /// `move`, `integer`, `float`, `string` or `word`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The value, of all but moves.
    pub value: Option<Value>,
    /// UCI, of a move.
    pub uci: Option<String>,
    /// SAN, of a move.
    pub san: Option<String>,
}

/// A diagnostic or a note.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Diagnostic {
    /// A name of `kinds.tsv`.
    pub kind: String,
    /// The byte it begins at; `None`: not asked for.
    pub offset: Option<u64>,
}

/// Keeps `null` apart from an absent member.
fn even_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}
