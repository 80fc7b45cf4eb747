//! Parquet files, written and read back.

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use arrow_array::{Array, RecordBatch};
use pgnkit::Replayer;
use pgnkit::diagnostics::{Code, Diagnostic, Located};
use pgnkit::syntax::{Ignore, Span};
use pgnkit_columns::parquet::{Encoders, Options, Writer};
use pgnkit_columns::{Builder, Layout, Rows};

const GAMES: &str = concat!(
    "[Event \"Rated Blitz game\"]\n[Site \"https://lichess.org/abcdefgh\"]\n[Date \"2013.01.01\"]\n[Round \"-\"]\n",
    "[White \"Élise\"]\n[Black \"b\"]\n[Result \"1-0\"]\n[UTCDate \"2013.01.01\"]\n[UTCTime \"23:59:59\"]\n",
    "[WhiteElo \"1500\"]\n[BlackElo \"?\"]\n[WhiteRatingDiff \"+5\"]\n[ECO \"C50\"]\n[TimeControl \"180+2\"]\n[Lag \"3\"]\n\n",
    "1. e4 { [%eval 0.17] [%clk 0:03:00] } e5 { [%clk 0:02:59] } 2. Nf3 $1 { good } Nc6 1-0\n\n",
    "[Event \"?\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q { [%eval #9] } *\n\n",
    "[White \"nobody\"]\n\n*\n\n",
    "1. e5 1/2-1/2\n",
);

pub(crate) fn batch(layout: &Layout, times: usize) -> RecordBatch {
    let mut builder = Builder::new(layout);
    let illegal = Located::all_bytes(vec![Diagnostic::new(Code::IllegalMove, Span::new(0, 1), "")], 0);
    for time in 0..times {
        let mut replayer = Replayer::new(GAMES.as_bytes());
        let mut number = 4 * time as u64;
        while replayer.read_game(builder.visitor(), &mut Ignore).is_some() {
            number += 1;
            builder.add(number, None, if number.is_multiple_of(4) { &illegal } else { &[] });
        }
    }
    builder.finish().unwrap()
}

pub(crate) fn options(rows: Rows, row_group_rows: usize) -> Options {
    let mut options = Options::new(rows);
    options.row_group_rows = row_group_rows;
    options
}

fn file(batches: &[RecordBatch], options: &Options, jobs: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new(batches[0].schema(), options, &Arc::new(Encoders::new(jobs))).unwrap();
    for batch in batches {
        writer.write(batch, &mut out).unwrap();
    }
    writer.finish(&mut out).unwrap();
    out
}

pub(crate) fn read(file: Vec<u8>) -> RecordBatch {
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file)).unwrap();
    let rows = usize::try_from(builder.metadata().file_metadata().num_rows()).unwrap();
    builder.with_batch_size(rows.max(1)).build().unwrap().next().unwrap().unwrap()
}

#[test]
fn all_columns_come_back() {
    for rows in Rows::ALL {
        let batch = batch(&Layout::all(rows), 5);
        assert!(batch.num_rows() > 5);
        let read = read(file(std::slice::from_ref(&batch), &options(rows, 7), 1));
        assert_eq!(read.schema().fields(), batch.schema().fields(), "{rows:?}");
        for (at, field) in batch.schema().fields().iter().enumerate() {
            assert_eq!(read.column(at).to_data(), batch.column(at).to_data(), "{rows:?} {}", field.name());
        }
    }
}

#[test]
fn row_groups_are_full_however_batches_are_cut() {
    let batch = batch(&Layout::new(Rows::Games), 10);
    let batches: Vec<_> =
        [(0, 3), (3, 0), (3, 30), (33, 7)].map(|(at, length)| batch.slice(at, length)).into();
    let file = file(&batches, &options(Rows::Games, 16), 1);
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file.clone())).unwrap();
    let groups: Vec<_> = builder.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [16, 16, 8]);
    let sorted = builder.metadata().row_group(0).sorting_columns().unwrap();
    assert_eq!((sorted.len(), sorted[0].column_idx), (1, 0));
    assert_eq!(read(file).columns(), batch.columns());
}

#[test]
fn threads_change_no_byte() {
    for rows in Rows::ALL {
        let batch = batch(&Layout::all(rows), 40);
        let batches: Vec<_> = (0..batch.num_rows())
            .step_by(9)
            .map(|at| batch.slice(at, 9.min(batch.num_rows() - at)))
            .collect();
        let alone = file(&batches, &options(rows, 50), 1);
        for jobs in [2, 5] {
            assert!(file(&batches, &options(rows, 50), jobs) == alone, "{rows:?}, {jobs} threads");
        }
    }
}

#[test]
fn files_without_rows_have_a_schema() {
    let batch = batch(&Layout::new(Rows::Games), 1).slice(0, 0);
    let file = file(std::slice::from_ref(&batch), &Options::new(Rows::Games), 2);
    let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file)).unwrap();
    assert_eq!(builder.schema(), &batch.schema());
    let metadata = builder.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(
        metadata.iter().any(|pair| pair.key == "pgnkit.schema" && pair.value.as_deref() == Some("games/1.2"))
    );
}

struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn errors_of_the_output_are_reported() {
    let batch = batch(&Layout::new(Rows::Games), 10);
    for (room, jobs) in [(0, 1), (100, 3), (6000, 3)] {
        let mut out = Full(room);
        let encoders = Arc::new(Encoders::new(jobs));
        let mut writer = Writer::new(batch.schema(), &options(Rows::Games, 15), &encoders).unwrap();
        let result = writer.write(&batch, &mut out).and_then(|()| writer.finish(&mut out));
        assert_eq!(result.unwrap_err().kind(), io::ErrorKind::StorageFull, "{room}");
    }
}

#[test]
fn a_column_that_cannot_be_encoded_is_an_error() {
    let batch = batch(&Layout::new(Rows::Games), 10);
    // Another order of columns: the encoders get arrays of types that they do not expect.
    let mut fields: Vec<_> = batch.schema().fields().iter().cloned().collect();
    let mut columns = batch.columns().to_vec();
    fields.reverse();
    columns.reverse();
    let wrong = RecordBatch::try_new(Arc::new(arrow_schema::Schema::new(fields)), columns).unwrap();
    for jobs in [1, 3] {
        let mut writer =
            Writer::new(batch.schema(), &options(Rows::Games, 15), &Arc::new(Encoders::new(jobs))).unwrap();
        let result = writer.write(&wrong, &mut io::sink()).and_then(|()| writer.finish(&mut io::sink()));
        let text = result.unwrap_err().to_string();
        assert!(text.starts_with("cannot encode the column "), "{text}");
    }
}

#[test]
fn wrong_levels_are_refused() {
    let schema = Layout::new(Rows::Games).schema();
    let mut options = Options::new(Rows::Games);
    options.level = 99;
    assert!(Writer::new(schema, &options, &Arc::new(Encoders::new(1))).is_err());
}

/// Games of these players, as a file.
fn games_of<'n>(players: impl Iterator<Item = &'n str>) -> Vec<u8> {
    let layout = Layout::new(Rows::Games);
    let mut builder = Builder::new(&layout);
    for (number, white) in (1..).zip(players) {
        let game = format!("[White \"{white}\"]\n[Black \"B\"]\n\n1. e4 {{[%clk 0:03:00]}} *\n");
        Replayer::new(game.as_bytes()).read_game(builder.visitor(), &mut Ignore);
        builder.add(number, None, &[]);
    }
    file(&[builder.finish().unwrap()], &options(Rows::Games, 1000), 1)
}

#[test]
fn names_have_a_dictionary_where_they_repeat() {
    let names: Vec<String> = (0..100).map(|number| format!("player{number}")).collect();
    let once = games_of(names.iter().map(String::as_str));
    let often = games_of(names.iter().map(|name| &name[..7]));
    for (file, has_dictionary) in [(once, false), (often, true)] {
        let metadata =
            ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file)).unwrap().metadata().clone();
        let has_dictionary_of = |name: &str| {
            let mut columns = metadata.row_group(0).columns().iter();
            let column = columns.find(|column| column.column_path().string() == name).unwrap();
            column.dictionary_page_offset().is_some()
        };
        assert_eq!(has_dictionary_of("White"), has_dictionary);
        assert!(has_dictionary_of("Black"));
    }
}

#[test]
fn statistics_are_of_columns_by_which_rows_are_passed_over() {
    let with_statistics = |file: Vec<u8>| {
        let builder = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file)).unwrap();
        let columns = builder.metadata().row_group(0).columns().iter();
        let columns = columns.filter(|column| column.statistics().is_some());
        columns.map(|column| column.column_path().string()).collect::<Vec<_>>()
    };
    let games = with_statistics(games_of(["A", "B"].into_iter()));
    for name in ["game", "White", "Result", "WhiteElo", "UTCDate", "ECO", "year", "plies"] {
        assert!(games.iter().any(|other| other == name), "{name}");
    }
    let never = |name: &str| name == "moves" || name.contains('.');
    assert!(!games.iter().any(|name| never(name)), "{games:?}");
    let layout = Layout::new(Rows::Positions);
    let positions = with_statistics(file(&[batch(&layout, 1)], &options(Rows::Positions, 1000), 1));
    assert_eq!(positions, ["game", "ply", "Result", "WhiteElo", "BlackElo"]);
}
