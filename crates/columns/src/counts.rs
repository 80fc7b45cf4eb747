//! Rows of counts: the games of a group that play a move in a position.

use std::sync::Arc;

use arrow_array::builder::{Int16Builder, Int64Builder, StringBuilder, UInt64Builder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

/// Games of a group that play a move in a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CountRow<'r> {
    /// The key of the position.
    pub key: u64,
    /// The rules, as lichess names them: `standard`.
    pub variant: &'r str,
    /// The move in UCI.
    pub mv: &'r str,
    /// The speed, as lichess names it.
    pub speed: Option<&'r str>,
    /// The lowest mean rating of the group.
    pub rating_group: Option<u16>,
    /// The year.
    pub year: Option<u16>,
    /// All games.
    pub games: u64,
    /// Won by White, drawn, won by Black.
    pub results: [u64; 3],
    /// The sum of the ratings of those who play the move, and how many are known.
    pub ratings: (u64, u64),
}

/// Gathers rows of counts. Their columns are `key`, unsigned with 64 bits; `variant`, `move` and `speed`, texts; `rating_group` and `year`, with 16 bits;
/// `games`, `white`, `draws`, `black`, `rating_sum` and `rating_count`, with 64 bits and a sign.
#[derive(Debug)]
pub struct CountRows {
    schema: SchemaRef,
    key: UInt64Builder,
    texts: [StringBuilder; 3],
    small: [Int16Builder; 2],
    numbers: [Int64Builder; 6],
    rows: usize,
}

impl Default for CountRows {
    fn default() -> Self {
        let column = |name: &str, data_type, is_nullable| Field::new(name, data_type, is_nullable);
        let numbers = ["games", "white", "draws", "black", "rating_sum", "rating_count"];
        let fields = [
            column("key", DataType::UInt64, false),
            column("variant", DataType::Utf8, false),
            column("move", DataType::Utf8, false),
            column("speed", DataType::Utf8, true),
            column("rating_group", DataType::Int16, true),
            column("year", DataType::Int16, true),
        ];
        let fields = fields.into_iter().chain(numbers.map(|name| column(name, DataType::Int64, false)));
        Self {
            schema: Arc::new(Schema::new(fields.collect::<Vec<_>>())),
            key: UInt64Builder::new(),
            texts: Default::default(),
            small: Default::default(),
            numbers: Default::default(),
            rows: 0,
        }
    }
}

impl CountRows {
    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The number of rows since the last batch.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a row. Numbers above 2^63 are that.
    pub fn push(&mut self, row: &CountRow<'_>) {
        let CountRow { key, variant, mv, speed, rating_group, year, games, results, ratings } = *row;
        self.key.append_value(key);
        let [variants, moves, speeds] = &mut self.texts;
        variants.append_value(variant);
        moves.append_value(mv);
        speeds.append_option(speed);
        for (column, value) in self.small.iter_mut().zip([rating_group, year]) {
            column.append_option(value.and_then(|value| i16::try_from(value).ok()));
        }
        let [white, draws, black] = results;
        for (column, value) in self.numbers.iter_mut().zip([games, white, draws, black, ratings.0, ratings.1])
        {
            column.append_value(i64::try_from(value).unwrap_or(i64::MAX));
        }
        self.rows += 1;
    }

    /// The rows as a batch; it begins anew.
    ///
    /// # Errors
    /// None that is known: columns are of the same length.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.key.finish())];
        columns.extend(self.texts.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.extend(self.small.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        columns.extend(self.numbers.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef));
        RecordBatch::try_new(self.schema.clone(), columns)
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::{Int16Type, Int64Type, UInt64Type};

    use super::*;

    #[test]
    fn rows_are_columns() {
        let mut rows = CountRows::default();
        let row = CountRow { key: u64::MAX, variant: "standard", mv: "e2e4", ..CountRow::default() };
        rows.push(&row);
        rows.push(&CountRow {
            speed: Some("blitz"),
            rating_group: Some(2500),
            year: Some(2021),
            games: 9,
            results: [4, 3, 1],
            ratings: (7000, 3),
            ..row
        });
        assert_eq!((rows.len(), rows.is_empty()), (2, false));
        let batch = rows.finish().unwrap();
        assert!(rows.is_empty());
        let column = |name: &str| batch.column_by_name(name).unwrap();
        assert_eq!(column("key").as_primitive::<UInt64Type>().value(0), u64::MAX);
        assert_eq!(column("move").as_string::<i32>().value(1), "e2e4");
        assert!(column("speed").is_null(0) && column("year").is_null(0) && column("rating_group").is_null(0));
        assert_eq!(column("speed").as_string::<i32>().value(1), "blitz");
        assert_eq!(column("rating_group").as_primitive::<Int16Type>().value(1), 2500);
        let numbers = ["games", "white", "draws", "black", "rating_sum", "rating_count"];
        let numbers = numbers.map(|name| column(name).as_primitive::<Int64Type>().value(1));
        assert_eq!(numbers, [9, 4, 3, 1, 7000, 3]);
    }
}
