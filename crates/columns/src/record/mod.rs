//! Rows of games back to games.
//!
//! A batch with the [columns of whole games](crate::Layout::lossless) gives whole games back, and others give what they have, also those of
//! other programs. The moves are those of the first column in this order that has any: `pgn` (a whole game as text), `moves` (bytes, or a text or
//! list like the next ones), `movetext`, `san` and `uci` (lists, or texts of words). Tags are in columns of their names and in the map `tags`; a column
//! of another name is a tag, too, if it begins with a capital letter and holds text, numbers, dates or times. Clocks and evaluations become comments
//! as lichess writes them.

mod arrays;
mod assemble;
mod tags;
mod text;

use std::fmt;

use arrow_array::cast::AsArray;
use arrow_array::{Array, Int64Array, RecordBatch};
use arrow_schema::DataType;
use pgnkit::internals::Assembler;
use pgnkit::syntax::Ignore;
use pgnkit::{Export, GameBuilder, Replayer};

use arrays::{Bytes, Lists, Texts, integers};
use assemble::Sides;
use tags::Tags;

/// The reason why a batch, or one of its rows, gives no games.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecordError {
    /// No column holds moves.
    NoMoves,
    /// A row is a move or a position.
    NotGames,
    /// Rows follow a newer schema, or are no games: the value of `pgnkit.schema`.
    Schema(String),
    /// The values of a column are of a type that it cannot have.
    Type {
        /// The name of the column.
        column: String,
        /// The type.
        found: DataType,
    },
    /// A row is no game.
    Row {
        /// The row of the batch, from 0.
        row: usize,
        /// What is wrong.
        reason: String,
    },
}

impl RecordError {
    /// A row is no game, for this reason.
    pub fn row(row: usize, reason: String) -> Self {
        Self::Row { row, reason }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMoves => {
                f.write_str("no games: expected a column moves, san, uci, movetext or pgn, found none")
            }
            Self::NotGames => f.write_str("no games: a row is a move or a position, and not a game"),
            Self::Schema(found) => write!(f, "expected rows of games/1, found {}", found.escape_debug()),
            Self::Type { column, found } => {
                let name = column.escape_debug();
                let expected = expected(column);
                write!(f, "column {name}: expected {expected}, found {found}; cast it, or leave it out")
            }
            Self::Row { row, reason } => write!(f, "row {}: {reason}", row + 1),
        }
    }
}

impl std::error::Error for RecordError {}

/// The types that a column can have.
fn expected(column: &str) -> &'static str {
    match column {
        "pgn" => "text",
        "moves" => "bytes, text or lists of text",
        "movetext" | "san" | "uci" => "text or lists of text",
        "tags" => "a map of texts, or lists of their pairs",
        "clocks_white" | "clocks_black" | "evals" | "evals_cp" => "lists of whole numbers",
        "comments" => "lists of structs (node, text)",
        "nags" => "lists of structs (node, nag)",
        "variations" => "lists of structs (node, start, plies, moves)",
        _ => "text, numbers, dates or times",
    }
}

fn type_error(column: &str, array: &dyn Array) -> RecordError {
    RecordError::Type { column: column.to_owned(), found: array.data_type().clone() }
}

/// The games of a batch.
///
/// ```
/// use pgnkit::{Game, GameBuilder, syntax::Span};
/// use pgnkit_columns::{Builder, Layout, Rows, record::Games};
///
/// let game: Game = "[White \"Tal\"]\n\n1. e4 {best} (1. d4 $1 d5) e5 {[%clk 0:03:00]} 1-0\n".parse()?;
/// let mut builder = Builder::new(&Layout::new(Rows::Games).lossless()?);
/// game.visit(Span::default(), builder.visitor());
/// builder.add(1, Some(&game), &[]);
/// let mut games = Games::new(&builder.finish()?)?;
/// let mut again = GameBuilder::new();
/// games.read_into(0, &mut again)?;
/// assert_eq!(again.game().to_string(), game.to_string());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Games {
    rows: usize,
    tags: Tags,
    pgn: Option<Texts>,
    moves: Option<Bytes>,
    words: Vec<Words>,
    sides: Sides,
    text: Vec<u8>,
    builder: GameBuilder,
}

/// The columns that may hold moves.
const MOVES: [&str; 5] = ["pgn", "moves", "movetext", "san", "uci"];

/// Moves as words.
#[derive(Debug)]
enum Words {
    /// Movetext, with whatever is among the moves.
    Text(Texts),
    /// A list of moves; whether they are in SAN.
    List(Lists<Texts>, bool),
}

impl Games {
    /// The games of a batch. One without rows tells whether a schema has games.
    ///
    /// # Errors
    /// When its rows are no games.
    pub fn new(all: &RecordBatch) -> Result<Self, RecordError> {
        let fields = all.schema_ref().fields().iter().enumerate();
        let typed: Vec<usize> =
            fields.filter(|(_, field)| !arrays::is_nothing(field.data_type())).map(|(at, _)| at).collect();
        let batch = &all.project(&typed).map_err(|_| RecordError::NoMoves)?;
        if batch.column_by_name("ply").is_some() {
            return Err(RecordError::NotGames);
        }
        if let Some(schema) = batch.schema_ref().metadata().get("pgnkit.schema")
            && !schema.starts_with("games/1.")
        {
            return Err(RecordError::Schema(schema.clone()));
        }
        let pgn = match batch.column_by_name("pgn") {
            Some(array) => Some(Texts::new(array).ok_or_else(|| type_error("pgn", array))?),
            None => None,
        };
        let moves = batch.column_by_name("moves").and_then(|array| Bytes::new(array));
        let mut words = Vec::new();
        for name in ["movetext", "moves", "san", "uci"] {
            let Some(array) = batch.column_by_name(name) else { continue };
            if name == "moves" && moves.is_some() {
                continue;
            }
            words.push(Words::new(array, name != "uci").ok_or_else(|| type_error(name, array))?);
        }
        // Where all moves are missing, programs know no type of them.
        let is_known = MOVES.iter().any(|name| all.column_by_name(name).is_some());
        if pgn.is_none() && moves.is_none() && words.is_empty() && !is_known {
            return Err(RecordError::NoMoves);
        }
        Ok(Self {
            rows: batch.num_rows(),
            tags: Tags::new(batch)?,
            pgn,
            moves,
            words,
            sides: Sides::new(batch)?,
            text: Vec::new(),
            builder: GameBuilder::new(),
        })
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Reads the game of a row into a builder that is used again and again. Faults of moves that are kept as words are treated as those
    /// of PGN are: nothing is lost, and nothing reported.
    ///
    /// # Errors
    /// When the row is no game; then the builder has a part of one.
    pub fn read_into(&mut self, row: usize, builder: &mut GameBuilder) -> Result<(), RecordError> {
        let wrong = |reason| RecordError::Row { row, reason };
        if self.write_text(row).map_err(wrong)? {
            let mut replayer = Replayer::new(&self.text);
            let read = replayer.read_into(builder, &mut Ignore);
            return read.map(|_| ()).ok_or_else(|| wrong("expected a game, found none".to_owned()));
        }
        self.assemble(row, builder).map_err(|(error, _)| error)
    }

    /// The text of a row whose moves are kept as words: of one game, unless the words are those of several. `None` for rows whose games are
    /// [assembled](Self::assemble).
    ///
    /// # Errors
    /// When the row is no game.
    pub fn text(&mut self, row: usize) -> Result<Option<&[u8]>, RecordError> {
        let written = self.write_text(row).map_err(|reason| RecordError::Row { row, reason })?;
        Ok(written.then_some(&self.text[..]))
    }

    /// Assembles the game of a row whose moves are kept as bytes.
    ///
    /// # Errors
    /// When something in the row cannot be read; then the game has what comes before it, and `true` comes with the error if that are its tags
    /// at least.
    pub fn assemble(&self, row: usize, builder: &mut GameBuilder) -> Result<(), (RecordError, bool)> {
        let wrong = |reason| RecordError::Row { row, reason };
        if row >= self.rows {
            return Err((wrong("there is no such row".to_owned()), false));
        }
        let mut game = Assembler::new(builder);
        self.tags.each(row, |name, value| game.tag(name, value)).map_err(|reason| (wrong(reason), false))?;
        game.result(self.tags.result(row));
        let moves = self.moves.as_ref().and_then(|moves| moves.get(row));
        assemble::assemble(moves, &self.sides, row, &mut game).map_err(|reason| (wrong(reason), true))
    }

    /// Appends the game of a row as PGN: in export format, or, where its moves are kept as words, as these are.
    ///
    /// # Errors
    /// When the row is no game; then nothing is appended.
    pub fn write_pgn(&mut self, row: usize, out: &mut Vec<u8>) -> Result<(), RecordError> {
        let wrong = |reason| RecordError::Row { row, reason };
        if self.write_text(row).map_err(wrong)? {
            out.extend_from_slice(&self.text);
            return Ok(());
        }
        let mut builder = std::mem::take(&mut self.builder);
        let assembled = self.assemble(row, &mut builder);
        if assembled.is_ok() {
            Export::default().write_game(builder.game(), out);
        }
        self.builder = builder;
        assembled.map_err(|(error, _)| error)
    }

    /// Writes the text of a game whose moves are kept as words; false, and nothing is written, for others.
    fn write_text(&mut self, row: usize) -> Result<bool, String> {
        self.text.clear();
        if let Some(game) = self.pgn.as_ref().and_then(|texts| texts.get(row)) {
            self.text.extend_from_slice(game.as_bytes());
            text::end_game(&mut self.text);
            return Ok(true);
        }
        if self.moves.as_ref().is_some_and(|moves| moves.get(row).is_some()) {
            return Ok(false);
        }
        for words in &self.words {
            match words {
                Words::Text(texts) => {
                    if let Some(movetext) = texts.get(row) {
                        text::write_tags(&self.tags, row, &mut self.text)?;
                        text::write_movetext(movetext, self.tags.result(row), &mut self.text);
                        return Ok(true);
                    }
                }
                Words::List(lists, is_san) => {
                    if let Some(places) = lists.get(row) {
                        text::write_tags(&self.tags, row, &mut self.text)?;
                        let moves = places.map(|at| lists.values.get(at).unwrap_or_default());
                        let said = self.sides.said(row);
                        text::write_moves(moves, *is_san, said, self.tags.result(row), &mut self.text);
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }
}

impl Words {
    fn new(array: &dyn Array, is_san: bool) -> Option<Self> {
        match Texts::new(array) {
            Some(texts) => Some(Self::Text(texts)),
            None => Some(Self::List(Lists::new(array)?.of(|values| Texts::new(&values))?, is_san)),
        }
    }
}

/// A column of lists of numbers.
fn numbers(batch: &RecordBatch, name: &str) -> Result<Option<Lists<Int64Array>>, RecordError> {
    let Some(array) = batch.column_by_name(name) else { return Ok(None) };
    let lists = Lists::new(array).and_then(|lists| lists.of(|values| integers(&values)));
    lists.map(Some).ok_or_else(|| type_error(name, array))
}

/// A column of lists of structs: each of its fields by a function of all.
fn structs<T>(
    batch: &RecordBatch,
    name: &str,
    fields: impl FnOnce(&dyn Fn(&str) -> Option<arrow_array::ArrayRef>) -> Option<T>,
) -> Result<Option<Lists<T>>, RecordError> {
    let Some(array) = batch.column_by_name(name) else { return Ok(None) };
    let lists = Lists::new(array).and_then(|lists| {
        lists.of(|values| {
            let structs = values.as_struct_opt()?;
            fields(&|name| structs.column_by_name(name).cloned())
        })
    });
    lists.map(Some).ok_or_else(|| type_error(name, array))
}
