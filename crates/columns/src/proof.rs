//! Proof that columns give games back.

use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::builder::StringBuilder;
use arrow_schema::ArrowError;
use pgnkit::{Export, Game, GameBuilder};

use crate::record::Games;

/// The games of a batch in export format, until the batch is there to be compared with them.
#[derive(Debug, Default)]
pub(crate) struct Proof {
    text: Vec<u8>,
    ends: Vec<usize>,
    again: GameBuilder,
    again_text: Vec<u8>,
}

impl Proof {
    /// Keeps the game of the next row. Without one nothing is proven of the row.
    pub(crate) fn expect(&mut self, game: Option<&Game>) {
        if let Some(game) = game {
            Export::default().write_game(game, &mut self.text);
        }
        self.ends.push(self.text.len());
    }

    /// Makes each game again out of its row, and puts into the column the export format of those that come out otherwise.
    pub(crate) fn complete(&mut self, batch: RecordBatch, column: usize) -> Result<RecordBatch, ArrowError> {
        let Self { text, ends, again, again_text } = self;
        let mut games = Games::new(&batch).ok();
        let mut texts = StringBuilder::new();
        let mut start = 0;
        for (row, end) in ends.drain(..).enumerate() {
            let expected = text.get(start..end).unwrap_or_default();
            start = end;
            again_text.clear();
            if let Some(games) = &mut games
                && games.read_into(row, again).is_ok()
            {
                Export::default().write_game(again.game(), again_text);
            }
            let is_proven = expected.is_empty() || again_text == expected;
            texts.append_option((!is_proven).then(|| String::from_utf8_lossy(expected)));
        }
        text.clear();
        let mut columns = batch.columns().to_vec();
        columns[column] = Arc::new(texts.finish());
        RecordBatch::try_new(batch.schema(), columns)
    }
}
