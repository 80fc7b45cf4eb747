//! Games made again of their columns.

use std::sync::Arc;

use datafusion::arrow::array::{Array, ArrayRef, BinaryArray};
use datafusion::arrow::datatypes::{DataType, Field, Schema};
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::error::{DataFusionError, Result};
use pgnkit::{Game, GameBuilder};
use pgnkit_columns::record::Games;
use pgnkit_query::condition::Expression;

/// The columns that an expression needs, or what is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NeededColumns {
    /// Names.
    Columns(Vec<String>),
    /// It asks about comments, glyphs or variations, and no column has them.
    Movetext,
    /// It asks about moves, and no column has them.
    Moves,
}

/// Columns that have the moves of a game, the best first. `pgn` has games that are in no other way whole.
const MOVES: [&str; 5] = ["moves", "san", "uci", "movetext", "pgn"];
/// What is among the moves, in columns of its own.
const AMONG: [&str; 3] = ["comments", "nags", "variations"];
/// Numbers that are said of moves.
const NUMBERS: [&str; 3] = ["clocks_white", "clocks_black", "evals_cp"];

/// The columns that an expression needs, among those that there are.
pub fn needed(expression: &Expression, has: &dyn Fn(&str) -> bool) -> NeededColumns {
    let reads = expression.reads();
    let mut names = reads.tags.clone();
    if reads.result || reads.moves || reads.annotations {
        names.extend(["FEN", "Variant", "Result"].map(str::to_owned));
    }
    if reads.annotations {
        // Times that were used are those of the clocks, with what is added for each move.
        names.push("TimeControl".to_owned());
    }
    // A value that is not of the kind of its column is among the other tags.
    names.push("tags".to_owned());
    let mut all = |wanted: &[&str]| names.extend(wanted.iter().map(|name| (*name).to_owned()));
    // Rows of moves have columns of the same names.
    let is_of_moves = has("ply") && !has("moves");
    if reads.annotations && has("movetext") {
        all(&["movetext", "pgn"]);
    } else if reads.annotations && AMONG.into_iter().all(has) && has("moves") {
        all(&["moves", "pgn"]);
        all(&AMONG);
        all(&NUMBERS);
    } else if reads.annotations && asks_for_words(expression.as_str()) {
        return NeededColumns::Movetext;
    } else if reads.moves || reads.annotations {
        match MOVES.into_iter().find(|name| has(name) && !is_of_moves) {
            Some(name) => all(&[name, "pgn"]),
            None => return NeededColumns::Moves,
        }
        if reads.annotations {
            all(&NUMBERS);
        }
    }
    names.retain(|name| has(name));
    names.sort_unstable();
    names.dedup();
    NeededColumns::Columns(names)
}

/// Whether something among the moves is asked for that is no number.
fn asks_for_words(text: &str) -> bool {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let mut words = words.map(str::to_ascii_lowercase);
    words.any(|word| {
        matches!(&*word, "comment" | "comments" | "nag" | "nags" | "variations" | "movetext" | "theme")
    })
}

/// Makes games of rows.
pub(super) struct Rebuilder {
    games: Games,
    /// Columns of which one at least must have something.
    moves: Vec<ArrayRef>,
    builder: GameBuilder,
}

impl Rebuilder {
    /// Makes games of columns of these names.
    pub(super) fn new(names: &[&str], columns: Vec<ArrayRef>, rows: usize) -> Result<Self> {
        let mut columns: Vec<(&str, ArrayRef)> = names.iter().copied().zip(columns).collect();
        let moves: Vec<ArrayRef> = columns
            .iter()
            .filter(|(name, _)| MOVES.contains(name))
            .map(|(_, column)| column.clone())
            .collect();
        if moves.is_empty() {
            // Tags alone are a game, too.
            columns.push(("moves", Arc::new(BinaryArray::new_null(rows))));
        }
        let field = |(name, column): &(&str, ArrayRef)| Field::new(*name, column.data_type().clone(), true);
        let schema = Schema::new(columns.iter().map(field).collect::<Vec<_>>());
        let columns = columns.into_iter().map(|(_, column)| column).collect();
        let batch = RecordBatch::try_new(Arc::new(schema), columns)?;
        let games = Games::new(&batch).map_err(|error| DataFusionError::External(Box::new(error)))?;
        Ok(Self { games, moves, builder: GameBuilder::new() })
    }

    /// The game of a row; `None` where its moves are not known although they are needed.
    pub(super) fn game(&mut self, row: usize) -> Result<Option<&Game>> {
        let is_there = |column: &ArrayRef| column.is_valid(row) && *column.data_type() != DataType::Null;
        if !self.moves.is_empty() && !self.moves.iter().any(is_there) {
            return Ok(None);
        }
        let read = self.games.read_into(row, &mut self.builder);
        read.map_err(|error| DataFusionError::External(Box::new(error)))?;
        Ok(Some(self.builder.game()))
    }
}
