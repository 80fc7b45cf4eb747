//! Columns and the list of facts agree.

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Float64Type, Int8Type, Int16Type, Int32Type, UInt64Type};
use arrow_array::{Array, RecordBatch};
use arrow_schema::DataType;
use pgnkit::syntax::Ignore;
use pgnkit::{Game, Replayer};
use pgnkit_columns::{Builder, COLUMNS, Layout, Rows};
use pgnkit_facts::{Kind, Round, Shape, Subject, Unit, Value};

const GAMES: [&str; 5] = [
    "[Event \"E\"]\n[Site \"S\"]\n[Date \"1992.11.04\"]\n[Round \"3.12\"]\n[White \"Tal\"]\n[Black \"Fine\"]\n\
     [Result \"1-0\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2650\"]\n[WhiteTitle \"GM\"]\n[BlackTitle \"IM\"]\n\
     [WhiteFideId \"1503014\"]\n[BlackFideId \"7\"]\n[ECO \"C20\"]\n[Opening \"O\"]\n[TimeControl \"180+2\"]\n\
     [Termination \"normal\"]\n[EventDate \"1992.11.01\"]\n[Board \"2\"]\n\n1. e4 {[%clk 0:03:00]} e5 1-0\n",
    "[Date \"199?.??.??\"]\n[Round \"1\"]\n[BlackElo \"2000\"]\n[TimeControl \"40/7200:3600\"]\n\n1. d4 *\n",
    "[Date \"04.11.1992\"]\n[TimeControl \"-\"]\n\n*\n",
    "[Date \"1992.13.40\"]\n[WhiteElo \"x\"]\n[TimeControl \"0+0\"]\n\n1. c4 c5 2. b3 1/2-1/2\n",
    "*\n",
];

/// The types that values of a fact may have in columns.
fn fits(shape: Shape, data_type: &DataType) -> bool {
    let is_whole = |data_type: &DataType| data_type.is_integer();
    match (shape, data_type) {
        // A date of which not everything may be known, and a round, are text as they are written.
        (Shape::One(Kind::Text | Kind::Date | Kind::Round), DataType::Utf8) => true,
        (Shape::One(Kind::Integer) | Shape::Signed, data_type) => is_whole(data_type),
        (Shape::One(Kind::Decimal), DataType::Float64) => true,
        (Shape::Day, DataType::Date32) | (Shape::Time, DataType::Time32(_)) => true,
        (Shape::Bytes, DataType::Binary) | (Shape::Map, DataType::Map(..)) => true,
        (Shape::List(Kind::Text), DataType::List(of)) => *of.data_type() == DataType::Utf8,
        (Shape::List(Kind::Integer), DataType::List(of)) => is_whole(of.data_type()),
        (Shape::Records, DataType::List(of)) => matches!(of.data_type(), DataType::Struct(_)),
        _ => false,
    }
}

#[test]
fn columns_have_the_types_units_and_names_of_their_facts() {
    for column in COLUMNS {
        let fact = column.fact;
        assert!(fact.is_called(column.name), "{}", column.name);
        assert_eq!(fact.subject == Subject::Game, column.rows.contains(&Rows::Games), "{}", column.name);
        let schema = Layout::all(column.rows[0]).schema();
        let field = schema.field_with_name(column.name).unwrap();
        assert!(fits(fact.shape, field.data_type()), "{}: {} {}", column.name, fact.shape, field.data_type());
        assert_eq!(field.metadata().get("description").map(String::as_str), Some(fact.doc));
        assert_eq!(field.metadata().get("unit").map(String::as_str), fact.unit.name(), "{}", column.name);
    }
    let unit = |rows: Rows, name: &str| rows.columns().find(|column| column.name == name).unwrap().fact.unit;
    assert_eq!(unit(Rows::Plies, "eval_cp"), Unit::Centipawns);
    assert_eq!(unit(Rows::Plies, "clock"), Unit::Seconds);
}

/// A value of a batch as the list of facts writes it.
fn shown(batch: &RecordBatch, name: &str) -> String {
    let array = batch.column_by_name(name).unwrap();
    if array.is_null(0) {
        return String::new();
    }
    match array.data_type() {
        DataType::Utf8 => array.as_string::<i32>().value(0).to_owned(),
        DataType::Int8 => array.as_primitive::<Int8Type>().value(0).to_string(),
        DataType::Int16 => array.as_primitive::<Int16Type>().value(0).to_string(),
        DataType::Int32 => array.as_primitive::<Int32Type>().value(0).to_string(),
        DataType::UInt64 => array.as_primitive::<UInt64Type>().value(0).to_string(),
        DataType::Float64 => array.as_primitive::<Float64Type>().value(0).to_string(),
        DataType::Date32 => array.as_primitive::<Date32Type>().value(0).to_string(),
        other => panic!("{name}: {other}"),
    }
}

#[test]
fn the_builder_and_the_list_give_the_same_values() {
    let mut compared = 0;
    for text in GAMES {
        let mut builder = Builder::new(&Layout::all(Rows::Games));
        let mut replayer = Replayer::new(text.as_bytes());
        assert!(replayer.read_game(builder.visitor(), &mut Ignore).is_some());
        let game: Game = text.parse().unwrap();
        builder.add(1, Some(&game), &[]);
        let batch = builder.finish().unwrap();
        // Facts that are computed from games, besides dates and rounds, of which tables have the text.
        let is_computed =
            |name: &&str| *name != "Variant" && pgnkit_facts::find(pgnkit_facts::GAMES, name).is_some();
        for name in Rows::Games.columns().map(|column| column.name).filter(is_computed) {
            let fact = pgnkit_facts::game(name).unwrap();
            let expected = match (fact.of(&game), game.tag(name)) {
                (Value::Date(_) | Value::Round(Round::Parts(_)), Some(written)) => written.to_owned(),
                // What is not known is NULL in tables, and may have a sign in conditions.
                (Value::Text(text), None) if text == "?" => String::new(),
                (Value::Round(_), _) => game.tag(name).unwrap_or_default().to_owned(),
                (Value::Missing, Some(written)) if fact.kind() == Kind::Date => written.to_owned(),
                (value, _) => value.to_string(),
            };
            assert_eq!(shown(&batch, name), expected, "{name} of {text}");
            compared += 1;
        }
    }
    assert!(compared >= 100, "{compared}");
}
