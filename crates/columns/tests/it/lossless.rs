//! PGN to columns and back: the same bytes as export format.

use std::path::{Path, PathBuf};

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, UInt8Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use pgnkit::syntax::{Ignore, Span};
use pgnkit::{Export, GameBuilder, Replayer};
use pgnkit_columns::record::Games;
use pgnkit_columns::{Builder, Layout, Rows};
use proptest::prelude::*;

use crate::cases;

fn lossless() -> Layout {
    Layout::new(Rows::Games).lossless().unwrap()
}

/// The rows of the games of a text, and their export format.
fn rows(text: &[u8], layout: &Layout) -> (RecordBatch, Vec<Vec<u8>>) {
    let (mut builder, mut games) = (Builder::new(layout), GameBuilder::new());
    let (mut replayer, mut exports) = (Replayer::new(text), Vec::new());
    while replayer.read_into(&mut games, &mut Ignore).is_some() {
        let game = games.game();
        game.visit(Span::default(), builder.visitor());
        exports.push(Vec::new());
        builder.add(exports.len() as u64, Some(game), &[]);
        Export::default().write_game(game, exports.last_mut().unwrap());
    }
    (builder.finish().unwrap(), exports)
}

/// The rows as PGN, each in export format.
fn back(batch: &RecordBatch) -> Vec<Vec<u8>> {
    let (mut games, mut builder) = (Games::new(batch).unwrap(), GameBuilder::new());
    let read = |row| {
        let (mut text, mut again) = (Vec::new(), Vec::new());
        games.read_into(row, &mut builder).unwrap();
        Export::default().write_game(builder.game(), &mut text);
        games.write_pgn(row, &mut again).unwrap();
        assert_eq!(String::from_utf8_lossy(&text), String::from_utf8_lossy(&again));
        text
    };
    (0..batch.num_rows()).map(read).collect()
}

/// Number of rows that had to be kept as text.
fn round_trip(name: &str, text: &[u8]) -> (usize, usize) {
    let (batch, exports) = rows(text, &lossless());
    for (found, expected) in back(&batch).iter().zip(&exports) {
        assert_eq!(String::from_utf8_lossy(found), String::from_utf8_lossy(expected), "{name}");
    }
    assert_eq!(batch.num_rows(), exports.len());
    let kept = batch.column_by_name("pgn").unwrap().as_string::<i32>();
    (exports.len(), exports.len() - kept.null_count())
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn texts_of_the_repository_survive() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths = Vec::new();
    for directory in
        ["examples", "conformance/cases", "crates/diagnostics/src/code/pages", "crates/pgnkit/tests"]
    {
        files(&root.join(directory), &mut paths);
    }
    let (mut games, mut kept) = (0, 0);
    for path in &paths {
        let (those, texts) = round_trip(&path.display().to_string(), &std::fs::read(path).unwrap());
        (games, kept) = (games + those, kept + texts);
    }
    assert!(games > 1000 && kept > 10, "{games} games, {kept} kept as text");
}

/// Rows of the columns of places, as text.
fn places(batch: &RecordBatch, column: &str) -> Vec<String> {
    let lists = batch.column_by_name(column).unwrap().as_list::<i32>();
    let structs = lists.value(0);
    let structs = structs.as_struct();
    let number = |name: &str, row| match structs.column_by_name(name).unwrap().data_type() {
        DataType::UInt8 => {
            i32::from(structs.column_by_name(name).unwrap().as_primitive::<UInt8Type>().value(row))
        }
        _ => structs.column_by_name(name).unwrap().as_primitive::<Int32Type>().value(row),
    };
    let show = |row| match column {
        "comments" => {
            let text = structs.column_by_name("text").unwrap();
            format!("{} {}", number("node", row), text.as_string::<i32>().value(row))
        }
        "nags" => format!("{} ${}", number("node", row), number("nag", row)),
        _ => {
            let moves = structs.column_by_name("moves").unwrap().as_binary::<i32>();
            let numbers = ["node", "start", "plies"].map(|name| number(name, row));
            format!("{numbers:?} {} bytes", moves.value(row).len())
        }
    };
    (0..structs.len()).map(show).collect()
}

#[test]
fn places_are_numbered_main_line_first() {
    let text =
        b"{start} 1. e4 {a} {b\n  c} (1. d4 $1 d5 (1... Nf6 {in} 2. c4) 2. c4 {end}) (1. c4 $14) e5 $2 *";
    let (batch, _) = rows(text, &lossless());
    assert_eq!(places(&batch, "comments"), ["0 start", "1 a", "1 b c", "8 in", "6 end"]);
    assert_eq!(places(&batch, "nags"), ["4 $1", "11 $14", "2 $2"]);
    assert_eq!(
        places(&batch, "variations"),
        ["[1, 3, 3] 3 bytes", "[5, 7, 2] 2 bytes", "[1, 10, 1] 1 bytes"]
    );
    round_trip("numbers", text);
}

#[test]
fn comments_that_clocks_and_evaluations_say_take_no_place() {
    for (text, expected) in [
        ("1. e4 { [%eval 0.17] [%clk 0:03:00] } e5 { [%eval 0.0] [%clk 0:02:58] } *", &[][..]),
        ("1. e4 {[%clk 0:03:00]} e5 {[%eval #-3]} 2. Nf3 *", &[]),
        ("1. e4 {[%clk 0:03:00.1]} e5 {[%clk 00:02:58]} *", &["1 [%clk 0:03:00.1]", "2 [%clk 00:02:58]"]),
        (
            "1. e4 {[%clk 0:03:00] good} e5 {[%clk 0:02:58]} {x} *",
            &["1 [%clk 0:03:00] good", "2 [%clk 0:02:58]", "2 x"],
        ),
        (
            "{[%clk 0:03:00]} 1. e4 ({[%eval 0.1]} 1. d4 {[%clk 0:01:00]}) *",
            &["0 [%clk 0:03:00]", "2 [%eval 0.1]", "3 [%clk 0:01:00]"],
        ),
        ("1. e4 {[%eval 0.20]} e5 {+0.31/14 2.1s} *", &["1 [%eval 0.20]", "2 +0.31/14 2.1s"]),
    ] {
        let (batch, _) = rows(text.as_bytes(), &lossless());
        let is_empty = batch.column_by_name("comments").unwrap().is_null(0);
        let found = if is_empty { Vec::new() } else { places(&batch, "comments") };
        assert_eq!(found, expected, "{text}");
        assert_eq!(round_trip(text, text.as_bytes()), (1, 0), "{text}");
    }
    // Without the columns the comments are there.
    let layout = lossless().without("clocks_black");
    let (batch, exports) = rows(b"1. e4 {[%clk 0:03:00]} e5 {[%clk 0:02:58]} *", &layout);
    assert_eq!(places(&batch, "comments").len(), 2);
    assert_eq!(back(&batch), exports);
}

#[test]
fn what_columns_cannot_give_back_is_kept_as_text() {
    for text in [
        "1. e4 e5 2. Ke3 Nc6 *",
        "[Variant \"Duck chess\"]\n\n1. e4 @e5 *",
        "[FEN \"8/8/8/8 w\"]\n\n1. e4 *",
        "%pgnkit: ignore illegal-move\n[White \"x\"]\n\n1. e4 (1. d4 d6 2. Ke3) *",
    ] {
        assert_eq!(round_trip(text, text.as_bytes()), (1, 1), "{text}");
    }
    for text in [
        "[Result \"1-0\"]\n\n1. e4 0-1",
        "[Result \"white wins\"]\n[WhiteElo \"?\"]\n[BlackElo \"02700\"]\n[UTCDate \"2020.02.30\"]\n\n1. e4 1-0",
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[plycount \"x\"]\n\n*",
        "[FEN \"7k/8/8/8/8/8/8/K7 b - - 3 40\"]\n\n40... Kg7 {[%clk 0:01:00]} (40... Kh7 41. Ka2) 41. Kb1 *",
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 (2. Nc3 d4) Qxd5 3. P@e4 $1 *",
        "{a} (1. d4) 1. e4 ({b}) *",
    ] {
        assert_eq!(round_trip(text, text.as_bytes()), (1, 0), "{text}");
    }
    // A column that is not there is a reason, too.
    let (batch, exports) = rows(b"[White \"x\"]\n\n1. e4 *", &lossless().without("White"));
    assert!(batch.column_by_name("pgn").unwrap().is_valid(0));
    assert_eq!(back(&batch), exports);
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn games_of_any_words_survive(
        words in prop::collection::vec(prop::sample::select(vec![
            "e4", "e5", "d4", "d5", "Nf3", "Nc6", "c4", "Nf6", "--", "(", ")", "(", ")", "{a}", "{b  c}", "{ }", "{[%clk 0:01:00]}",
            "{[%eval 0.5]}", "{[%csl Ge4] x\ny}", "; rest\n", "$1", "$6", "$0", "$300", "!", "1-0", "%esc\n", "}", "\u{85}", "<x>",
        ]), 0..40),
        tags in prop::collection::vec(("[A-Za-z_]{1,3}|White|WhiteElo|Result|Date|UTCTime|FEN|Variant", "[ -~\\x00é]{0,8}|1-0|2700|12:00:00"), 0..6),
    ) {
        let mut text = String::new();
        for (name, value) in tags {
            text += &format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""));
        }
        text += &format!("\n{} *\n", words.join(" "));
        round_trip(&text, text.as_bytes());
    }
}
