//! Rows of other programs, and rows that are no games.

use std::sync::Arc;

use arrow_array::builder::{ListBuilder, StringBuilder, StringDictionaryBuilder};
use arrow_array::types::Int8Type;
use arrow_array::{
    ArrayRef, BinaryArray, Date32Array, Float64Array, Int32Array, Int64Array, LargeStringArray, ListArray,
    RecordBatch, StringArray, StringViewArray, StructArray, Time32MillisecondArray, UInt8Array,
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field};
use pgnkit::GameBuilder;
use pgnkit_columns::record::{Games, RecordError};

fn batch(columns: Vec<(&str, ArrayRef)>) -> RecordBatch {
    RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, array)| (name, array, true)))
        .unwrap()
}

fn text(values: &[Option<&str>]) -> ArrayRef {
    Arc::new(StringArray::from(values.to_vec()))
}

fn words(lists: &[Option<&[&str]>]) -> ArrayRef {
    let mut builder = ListBuilder::new(StringBuilder::new());
    for list in lists {
        list.iter().copied().flatten().for_each(|word| builder.values().append_value(word));
        builder.append(list.is_some());
    }
    Arc::new(builder.finish())
}

/// A list of structs in one row.
fn structs(fields: Vec<(&str, ArrayRef)>) -> ArrayRef {
    let columns: Vec<ArrayRef> = fields.iter().map(|(_, array)| Arc::clone(array)).collect();
    let fields: Vec<Field> =
        fields.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true)).collect();
    let structs = StructArray::new(fields.into(), columns, None);
    let offsets = OffsetBuffer::from_lengths([arrow_array::Array::len(&structs)]);
    let field = Arc::new(Field::new("element", arrow_array::Array::data_type(&structs).clone(), true));
    Arc::new(ListArray::new(field, offsets, Arc::new(structs), None))
}

/// A list of numbers in one row.
fn numbers(values: &[Option<i32>]) -> ArrayRef {
    let values = Int32Array::from(values.to_vec());
    let offsets = OffsetBuffer::from_lengths([arrow_array::Array::len(&values)]);
    Arc::new(ListArray::new(
        Arc::new(Field::new("element", DataType::Int32, true)),
        offsets,
        Arc::new(values),
        None,
    ))
}

/// The movetext and the tags of a row, without the roster's that are unknown.
fn shown(batch: &RecordBatch, row: usize) -> Result<String, RecordError> {
    let mut builder = GameBuilder::new();
    Games::new(batch)?.read_into(row, &mut builder)?;
    let text = builder.game().to_string();
    let known = text.lines().filter(|line| !line.contains("\"?") && !line.is_empty());
    Ok(known.collect::<Vec<_>>().join(" "))
}

#[test]
fn tables_of_lichess_on_hugging_face_are_read() {
    let mut openings = StringDictionaryBuilder::<Int8Type>::new();
    openings.append_value("Sicilian Defense");
    let batch = batch(vec![
        ("Event", text(&[Some("Rated Blitz game")])),
        ("White", Arc::new(LargeStringArray::from(vec!["a"]))),
        ("Black", Arc::new(StringViewArray::from(vec!["b \"c\" \\"]))),
        ("Result", text(&[Some("1-0")])),
        ("WhiteElo", Arc::new(Float64Array::from(vec![1500.0]))),
        ("BlackElo", Arc::new(Int64Array::from(vec![None]))),
        ("WhiteRatingDiff", Arc::new(Int32Array::from(vec![6]))),
        ("UTCDate", Arc::new(Date32Array::from(vec![18_993]))),
        ("UTCTime", Arc::new(Time32MillisecondArray::from(vec![3_723_000]))),
        ("Opening", Arc::new(openings.finish())),
        ("Board", Arc::new(Int32Array::from(vec![7]))),
        ("length", Arc::new(Int32Array::from(vec![3]))),
        ("movetext", text(&[Some("1. e4 { [%clk 0:03:00] } 1... c5 { [%clk 0:03:00] } 1-0")])),
    ]);
    assert_eq!(
        shown(&batch, 0).unwrap(),
        "[Event \"Rated Blitz game\"] [White \"a\"] [Black \"b \\\"c\\\" \\\\\"] [Result \"1-0\"] [Board \"7\"] \
         [Opening \"Sicilian Defense\"] [UTCDate \"2022.01.01\"] [UTCTime \"01:02:03\"] [WhiteElo \"1500\"] \
         [WhiteRatingDiff \"+6\"] 1. e4 {[%clk 0:03:00]} 1... c5 {[%clk 0:03:00]} 1-0"
    );
}

#[test]
fn moves_are_read_as_they_are_there() {
    let result = || ("Result", text(&[Some("0-1")]));
    for (name, column, expected) in [
        ("san", words(&[Some(&["e4", "e5", "Nf3"])]), "1. e4 e5 2. Nf3 0-1"),
        ("san", text(&[Some("e4 e5 Nf3")]), "1. e4 e5 2. Nf3 0-1"),
        ("uci", words(&[Some(&["e2e4", "e7e5", "e1e2"])]), "1. e4 e5 2. Ke2 0-1"),
        ("uci", words(&[Some(&["e2e4", "e7e5", "e1e3", "a7a6"])]), "1. e4 e5 ;[%unread] e1e3 a7a6 0-1"),
        ("moves", words(&[Some(&["d4", "d5"])]), "1. d4 d5 0-1"),
        ("moves", text(&[Some("1.d4 d5 {x} 2.c4")]), "1. d4 d5 {x} 2. c4 0-1"),
        ("moves", Arc::new(BinaryArray::from(vec![&[28_u8, 36][..]])), "1. e4 e5 0-1"),
        ("movetext", text(&[Some("1. d4 ; rest")]), "1. d4 {rest} 0-1"),
        ("movetext", text(&[Some("")]), "0-1"),
        ("movetext", text(&[None]), "0-1"),
        ("pgn", text(&[Some("[White \"x\"]\n\n1. c4 1-0\n\n")]), "1. c4 1-0"),
    ] {
        let batch = batch(vec![result(), (name, column)]);
        let found = shown(&batch, 0).unwrap();
        assert!(found.ends_with(expected), "{name}: {found}");
    }
}

#[test]
fn clocks_and_evaluations_become_comments() {
    let batch = batch(vec![
        ("san", words(&[Some(&["e4", "e5", "Nf3", "Nc6"])])),
        ("clocks_white", numbers(&[Some(180), None, Some(1)])),
        ("clocks_black", numbers(&[Some(3661)])),
        ("evals", numbers(&[Some(-5), Some(32_764), None, Some(120)])),
    ]);
    assert!(shown(&batch, 0).unwrap().ends_with(
        "1. e4 {[%eval -0.05] [%clk 0:03:00]} 1... e5 {[%eval #3] [%clk 1:01:01]} 2. Nf3 Nc6 {[%eval 1.2]} *"
    ));
}

#[test]
fn batches_that_are_no_games_are_refused() {
    let moves = || ("moves", Arc::new(BinaryArray::from(vec![&[28_u8][..]])) as ArrayRef);
    let games = |columns| Games::new(&batch(columns)).unwrap_err().to_string();
    assert!(games(vec![("White", text(&[Some("x")]))]).starts_with("no games: expected a column moves, san"));
    assert!(games(vec![("ply", numbers(&[])), ("san", text(&[Some("e4")]))]).starts_with("no games"));
    for (name, column) in [
        ("moves", Arc::new(Int32Array::from(vec![1])) as ArrayRef),
        ("pgn", Arc::new(Int32Array::from(vec![1]))),
        ("san", numbers(&[Some(1)])),
        ("tags", text(&[Some("x")])),
        ("evals", words(&[Some(&["x"])])),
        ("comments", numbers(&[Some(1)])),
        ("comments", structs(vec![("node", text(&[Some("x")])), ("text", text(&[Some("x")]))])),
        ("nags", structs(vec![("node", Arc::new(Int32Array::from(vec![1])))])),
        ("variations", structs(vec![("node", Arc::new(Int32Array::from(vec![1])))])),
        ("White", Arc::new(BinaryArray::from(vec![&[0_u8][..]]))),
    ] {
        let mut columns = vec![(name, column)];
        if name != "moves" {
            columns.push(moves());
        }
        let error = games(columns);
        assert!(error.starts_with(&format!("column {name}: ")), "{error}");
    }
    let newer = batch(vec![moves()]);
    for version in ["games/2.0", "plies/1.0", "positions/1.0"] {
        let schema =
            newer.schema().as_ref().clone().with_metadata([("pgnkit.schema".into(), version.into())].into());
        let newer = RecordBatch::try_new(Arc::new(schema), newer.columns().to_vec()).unwrap();
        let error = Games::new(&newer).unwrap_err().to_string();
        assert_eq!(error, format!("expected rows of games/1, found {version}"));
    }
}

#[test]
fn rows_that_are_no_games_are_errors() {
    let places = |nodes: &[i32]| -> ArrayRef { Arc::new(Int32Array::from(nodes.to_vec())) };
    let binary = |bytes: &[&[u8]]| -> ArrayRef { Arc::new(BinaryArray::from(bytes.to_vec())) };
    let variation = |node: i32, start: i32, moves: &[u8]| {
        structs(vec![("node", places(&[node])), ("start", places(&[start])), ("moves", binary(&[moves]))])
    };
    for (name, column, expected) in [
        (
            "comments",
            structs(vec![("node", places(&[7])), ("text", text(&[Some("x")]))]),
            "comments: expected places",
        ),
        (
            "comments",
            structs(vec![("node", places(&[2, 1])), ("text", text(&[Some("x"), Some("y")]))]),
            "comments: expected places of the game in the order of its text, found 1",
        ),
        (
            "nags",
            structs(vec![("node", places(&[-1])), ("nag", Arc::new(UInt8Array::from(vec![1])))]),
            "nags: ",
        ),
        ("variations", variation(0, 3, &[27]), "variations: "),
        ("variations", variation(9, 3, &[27]), "variations: "),
        (
            "variations",
            variation(1, i32::MAX, &[27, 27]),
            "moves of a variation: expected a legal move at byte 1",
        ),
        ("moves", binary(&[&[28, 28]]), "moves: expected a legal move at byte 1"),
        ("moves", binary(&[&[0, 1, 2]]), "moves: expected the start of a game at byte 0"),
    ] {
        let mut columns = vec![(name, column)];
        if name != "moves" {
            columns.push(("moves", binary(&[&[28, 36]])));
        }
        let batch = batch(columns);
        let error = shown(&batch, 0).unwrap_err();
        assert!(error.to_string().starts_with(&format!("row 1: {expected}")), "{error}");
        let mut out = b"before".to_vec();
        assert_eq!(Games::new(&batch).unwrap().write_pgn(0, &mut out), Err(error));
        assert_eq!(out, b"before");
    }
    let one = batch(vec![("moves", binary(&[&[28, 36]]))]);
    assert!(shown(&one, 1).is_err(), "there is no second row");
    let numbered = batch(vec![("moves", binary(&[&[28, 36]])), ("variations", variation(1, -5, &[27]))]);
    assert!(shown(&numbered, 0).unwrap().ends_with("1. e4 (1. d4) 1... e5 *"), "numbers are only names");
}

#[test]
fn names_of_tags_are_those_of_pgn() {
    use arrow_array::builder::{MapBuilder, MapFieldNames};
    let names = || MapFieldNames { entry: "key_value".into(), key: "key".into(), value: "value".into() };
    for (pairs, expected) in [
        (&[("Board", "1"), ("WhiteElo", "?")][..], Ok("[Board \"1\"]")),
        (&[("a b", "1")], Err("expected the name of a tag, found \"a b\"")),
        (&[("", "1")], Err("expected the name of a tag, found \"\"")),
        (&[("x]\n", "1")], Err("expected the name of a tag")),
        (&[("A", "1"), ("A", "2")], Err("expected each tag once, found \"A\" again")),
    ] {
        for count in [0, 40] {
            let mut map = MapBuilder::new(Some(names()), StringBuilder::new(), StringBuilder::new());
            for number in 0..count {
                map.keys().append_value(format!("Tag{number}"));
                map.values().append_value("?");
            }
            for (name, value) in pairs {
                map.keys().append_value(name);
                map.values().append_value(value);
            }
            map.append(true).unwrap();
            let batch = batch(vec![
                ("tags", Arc::new(map.finish())),
                ("WhiteElo", Arc::new(Int32Array::from(vec![2700]))),
                ("moves", Arc::new(BinaryArray::from(vec![&[][..]]))),
            ]);
            match (shown(&batch, 0), expected) {
                (Ok(found), Ok(expected)) => {
                    assert!(found.contains(expected) && !found.contains("2700"), "{found}")
                }
                (found, Err(expected)) => assert!(found.as_ref().unwrap_err().to_string().contains(expected)),
                (Err(error), _) => panic!("{error}"),
            }
        }
    }
}
