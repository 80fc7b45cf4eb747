//! Batches of games, moves and positions.

use arrow_array::cast::AsArray;
use arrow_array::types::{Int16Type, Int32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use pgnkit::diagnostics::{Code, Diagnostic, Located};
use pgnkit::syntax::{Ignore, Span};
use pgnkit::{Game, Replayer};

use crate::{Builder, Layout, Rows, numbered_from};

const GAMES: &str = r#"[Event "Rated Blitz game"]
[Site "https://lichess.org/abcdefgh"]
[Date "2013.01.??"]
[White "Müller"]
[Black "B"]
[Result "0-1"]
[WhiteElo "1500"]
[BlackElo "?"]
[WhiteRatingDiff "+5"]
[UTCDate "2013.01.31"]
[UTCTime "22:59:01"]
[TimeControl "180+2"]
[Source "x"]

{before} 1. e4 $1 { [%eval 0.17] [%clk 0:03:00] } e5 { [%eval #-3] [%clk 0:02:58.5] } (1... c5 {[%clk 0:00:01]}) 2. Nf3 {good} 0-1

[FEN "4k3/8/8/8/8/8/8/R3K3 b Q - 5 40"]
[SetUp "1"]
[Result "1-0"]

40... Kd8 41. O-O-O+ Ke7 *

1. d4 *

[Variant "Bughouse"]

1. e4 N@f3 *
"#;

fn located(code: Code) -> Vec<Located> {
    Located::all_bytes(vec![Diagnostic::new(code, Span::new(0, 1), "")], 0)
}

fn batch(layout: &Layout) -> RecordBatch {
    let mut builder = Builder::new(layout).reading_on(true);
    let mut replayer = Replayer::new(GAMES.as_bytes());
    let mut number = 0;
    while replayer.read_game(builder.visitor(), &mut Ignore).is_some() {
        number += 1;
        let game: Option<Game> = builder.needs_game().then(|| "1. e4 {x} *".parse().unwrap());
        let wrong = if number == 2 { located(Code::MissingSetUp) } else { Vec::new() };
        builder.add(number, game.as_ref(), &wrong);
    }
    builder.finish().unwrap()
}

/// A value as people would write it.
fn shown(array: &dyn Array, at: usize) -> String {
    if array.is_null(at) {
        return "NULL".to_owned();
    }
    if let Some(list) = array.as_list_opt::<i32>() {
        let values = list.value(at);
        return format!("{:?}", (0..values.len()).map(|at| shown(&values, at)).collect::<Vec<_>>())
            .replace('"', "");
    }
    if let Some(map) = array.as_map_opt() {
        let entries = map.value(at);
        let text = |column: usize, at| entries.column(column).as_string::<i32>().value(at).to_owned();
        return (0..entries.len())
            .map(|at| format!("{}={}", text(0, at), text(1, at)))
            .collect::<Vec<_>>()
            .join(" ");
    }
    if let Some(text) = array.as_string_opt::<i32>() {
        return text.value(at).to_owned();
    }
    if let Some(bytes) = array.as_binary_opt::<i32>() {
        return format!("{} bytes", bytes.value(at).len());
    }
    let values = array.slice(at, 1).to_data();
    let number = match values.data_type().primitive_width() {
        Some(1) => i64::from(values.buffers()[0].as_slice()[0]),
        Some(2) => array.as_primitive_opt::<Int16Type>().map_or(0, |array| array.value(at).into()),
        Some(4) => i64::from(i32::from_le_bytes(values.buffers()[0].as_slice()[..4].try_into().unwrap())),
        _ => match array.as_primitive_opt::<arrow_array::types::Float64Type>() {
            Some(array) => return array.value(at).to_string(),
            None => array.as_primitive::<UInt64Type>().value(at) as i64,
        },
    };
    number.to_string()
}

#[track_caller]
fn assert_columns(batch: &RecordBatch, expected: &[(&str, &[&str])]) {
    for (name, expected) in expected {
        let column = batch.column_by_name(name).unwrap_or_else(|| panic!("{name}"));
        let found: Vec<String> = (0..batch.num_rows()).map(|at| shown(column, at)).collect();
        assert_eq!(found, *expected, "{name}");
    }
}

#[test]
fn games_are_rows() {
    let batch = batch(&Layout::all(Rows::Games));
    assert_eq!(batch.num_rows(), 4);
    assert_columns(
        &batch,
        &[
            ("game", &["1", "2", "3", "4"]),
            ("White", &["Müller", "NULL", "NULL", "NULL"]),
            ("Result", &["0-1", "1-0", "*", "*"]),
            ("WhiteElo", &["1500", "NULL", "NULL", "NULL"]),
            ("BlackElo", &["NULL", "NULL", "NULL", "NULL"]),
            ("WhiteRatingDiff", &["5", "NULL", "NULL", "NULL"]),
            ("UTCDate", &["15736", "NULL", "NULL", "NULL"]),
            ("UTCTime", &["82741000", "NULL", "NULL", "NULL"]),
            ("year", &["2013", "NULL", "NULL", "NULL"]),
            ("month", &["1", "NULL", "NULL", "NULL"]),
            ("day", &["NULL", "NULL", "NULL", "NULL"]),
            ("time_initial", &["180", "NULL", "NULL", "NULL"]),
            ("time_increment", &["2", "NULL", "NULL", "NULL"]),
            ("plies", &["3", "3", "1", "2"]),
            ("moves", &["3 bytes", "45 bytes", "1 bytes", "NULL"]),
            ("san", &["[e4, e5, Nf3]", "[Kd8, O-O-O+, Ke7]", "[d4]", "[e4, N@f3]"]),
            ("uci", &["[e2e4, e7e5, g1f3]", "[e8d8, e1c1, d8e7]", "[d2d4]", "NULL"]),
            ("clocks_white", &["[180, NULL]", "NULL", "NULL", "NULL"]),
            ("clocks_black", &["[178]", "NULL", "NULL", "NULL"]),
            ("evals_cp", &["[17, -32764, NULL]", "NULL", "NULL", "NULL"]),
            // What a column cannot give back is among the others.
            ("tags", &["Source=x BlackElo=?", "SetUp=1", "NULL", "NULL"]),
            ("diagnostics", &["NULL", "[PGN-T006]", "NULL", "NULL"]),
            ("movetext", &["1. e4 {x} *"; 4]),
        ],
    );
}

#[test]
fn moves_are_rows() {
    let batch = batch(&Layout::all(Rows::Plies));
    assert_columns(
        &batch,
        &[
            ("game", &["1", "1", "1", "2", "2", "2", "3", "4", "4"]),
            ("ply", &["1", "2", "3", "1", "2", "3", "1", "1", "2"]),
            ("move_number", &["1", "1", "2", "40", "41", "41", "1", "1", "1"]),
            ("color", &["white", "black", "white", "black", "white", "black", "white", "white", "black"]),
            ("san", &["e4", "e5", "Nf3", "Kd8", "O-O-O+", "Ke7", "d4", "e4", "N@f3"]),
            ("clock", &["180", "178.5", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"]),
            ("eval_cp", &["17", "-32764", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"]),
            ("nags", &["[1]", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"]),
            ("comment", &["NULL", "NULL", "good", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"]),
            ("White", &["Müller", "Müller", "Müller", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL"]),
        ],
    );
    let keys = batch.column_by_name("key").unwrap().as_primitive::<UInt64Type>();
    assert_eq!(keys.value(0), 0x823c_9b50_fd11_4196, "the key of Polyglot after 1. e4");
    assert!(keys.is_null(7));
    assert_eq!(shown(batch.column_by_name("fen").unwrap(), 4), "3k4/8/8/8/8/8/8/2KR4 b - - 7 41");
}

#[test]
fn positions_are_rows() {
    let batch = batch(&Layout::new(Rows::Positions));
    assert_columns(
        &batch,
        &[
            ("game", &["1", "1", "1", "1", "2", "2", "2", "2", "3", "3", "4", "4", "4"]),
            ("ply", &["0", "1", "2", "3", "0", "1", "2", "3", "0", "1", "0", "1", "2"]),
            (
                "move",
                &[
                    "e2e4", "e7e5", "g1f3", "NULL", "e8d8", "e1c1", "d8e7", "NULL", "d2d4", "NULL", "NULL",
                    "NULL", "NULL",
                ],
            ),
            (
                "WhiteElo",
                &[
                    "1500", "1500", "1500", "1500", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL", "NULL",
                    "NULL", "NULL",
                ],
            ),
        ],
    );
    let keys = batch.column_by_name("key").unwrap().as_primitive::<UInt64Type>();
    assert_eq!((keys.value(0), keys.value(8)), (0x463b_9618_1691_fc9c, 0x463b_9618_1691_fc9c));
}

#[test]
fn games_without_moves_are_not_replayed() {
    let layout = Layout::of(Rows::Games, ["White", "Result"]).unwrap();
    let mut builder = Builder::new(&layout);
    // The move is not even legal.
    let mut replayer = Replayer::new(b"[White \"x\"]\n\n1. e9 1-0\n");
    let mut found = Vec::new();
    replayer.read_game(builder.visitor(), &mut found).unwrap();
    builder.add(1, None, &[]);
    assert_columns(&builder.finish().unwrap(), &[("White", &["x"]), ("Result", &["1-0"])]);
    assert_eq!(found, []);
    assert_eq!(builder.finish().unwrap().num_rows(), 0);
}

#[test]
fn numbers_go_on_from_block_to_block() {
    let batch = numbered_from(batch(&Layout::of(Rows::Games, ["plies", "game"]).unwrap()), 10);
    assert_columns(&batch, &[("game", &["11", "12", "13", "14"])]);
    assert_eq!(batch.column(0).as_primitive::<Int32Type>().value(0), 3);
}
