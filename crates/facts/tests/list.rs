//! The list: names, units, values.

use std::collections::BTreeMap;

use pgnkit::Game;
use pgnkit_facts::{Extent, GAMES, Kind, POSITIONS, Shape, Subject, Unit, Value, all, game, position};

/// A name without what [`game`] and [`position`] do not look at.
fn folded(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

#[test]
fn no_name_belongs_to_two_facts() {
    let mut owners: BTreeMap<(bool, String), &str> = BTreeMap::new();
    let mut doubles = Vec::new();
    for fact in all() {
        for name in fact.aliases.iter().chain([&fact.name]) {
            let of_game = fact.subject == Subject::Game;
            if let Some(other) = owners.insert((of_game, folded(name)), fact.name) {
                doubles.push((other, fact.name));
            }
        }
    }
    // The rules of a game, and its tag in tables, which is called as in PGN.
    assert_eq!(doubles, [("variant", "Variant")]);
    // A game has the list of what its moves have, and the tag FEN.
    let of_both =
        owners.keys().filter(|(of_game, name)| *of_game && owners.contains_key(&(false, name.clone())));
    assert_eq!(of_both.map(|(_, name)| name.as_str()).collect::<Vec<_>>(), ["fen", "nags", "san", "uci"]);
}

#[test]
fn a_fact_is_found_by_all_of_its_names() {
    for fact in all() {
        let find = |name: &str| match fact.subject {
            Subject::Position => position(name),
            _ => game(name),
        };
        for name in fact.aliases.iter().chain([&fact.name]) {
            assert_eq!(find(name), Some(fact), "{name}");
            assert!(fact.is_called(&name.to_uppercase()) && fact.is_called(&format!("_{name}_")), "{name}");
        }
        assert!(!fact.is_called("") && !fact.is_called(&format!("{}x", fact.name)), "{}", fact.name);
    }
    for (name, subject, expected) in [
        ("White_Elo", Subject::Game, Some("whiteelo")),
        ("TIME_INITIAL", Subject::Game, Some("time_control_base")),
        ("Variant", Subject::Game, Some("Variant")),
        ("variant", Subject::Game, Some("variant")),
        ("FEN", Subject::Game, Some("FEN")),
        ("fen", Subject::Position, Some("fen")),
        ("number", Subject::Position, Some("move_number")),
        ("number", Subject::Game, None),
        ("eval", Subject::Position, Some("eval")),
        ("eval", Subject::Game, None),
        ("clock", Subject::Game, None),
    ] {
        let fact = if subject == Subject::Game { game(name) } else { position(name) };
        assert_eq!(fact.map(|fact| fact.name), expected, "{name}");
    }
}

/// A unit in a name is the unit of the fact, and every evaluation and time has one.
#[test]
fn names_and_units_agree() {
    let units = [
        ("_seconds", Unit::Seconds),
        ("_ms", Unit::Milliseconds),
        ("_cp", Unit::Centipawns),
        ("_pawns", Unit::Pawns),
        ("elo", Unit::Rating),
        ("eval", Unit::Pawns),
        ("clock", Unit::Seconds),
    ];
    for fact in all() {
        for name in fact.aliases.iter().chain([&fact.name]) {
            if let Some((_, unit)) = units.iter().find(|(end, _)| name.ends_with(end)) {
                let is_other = matches!(fact.name, "halfmove_clock");
                assert_eq!(fact.unit == *unit, !is_other, "{name}");
            }
        }
        let may_have_unit = !matches!(fact.kind(), Kind::Text | Kind::Date | Kind::Round)
            || matches!(fact.shape, Shape::List(Kind::Integer));
        assert!(fact.unit == Unit::None || may_have_unit, "{}", fact.name);
        assert!(!fact.doc.is_empty() && !fact.doc.ends_with('.'), "{}", fact.name);
    }
}

#[test]
fn values_are_of_the_kind_of_their_fact() {
    let full = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2001.02.03\"]\n[Round \"3.1\"]\n[White \"W\"]\n\
                [Black \"B\"]\n[Result \"1-0\"]\n[Board \"4\"]\n[ECO \"C20\"]\n[EventDate \"2001.02.01\"]\n\
                [Opening \"O\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1999\"]\n[TimeControl \"60+1\"]\n\
                [WhiteTitle \"GM\"]\n[BlackTitle \"IM\"]\n[WhiteFideId \"1\"]\n[BlackFideId \"2\"]\n\
                [Termination \"normal\"]\n[Variant \"Chess 960\"]\n\n\
                1. e4 {x} e5 1-0\n";
    let full: Game = full.parse().unwrap();
    let empty = Game::new();
    for fact in GAMES {
        let kind = |value: &Value<'_>| match value {
            Value::Missing => None,
            Value::Text(_) => Some(Kind::Text),
            Value::Integer(_) => Some(Kind::Integer),
            Value::Decimal(_) => Some(Kind::Decimal),
            Value::Date(_) => Some(Kind::Date),
            Value::Round(_) => Some(Kind::Round),
        };
        assert_eq!(kind(&fact.of(&full)), Some(fact.kind()), "{}", fact.name);
        assert!(kind(&fact.of(&empty)).is_none_or(|kind| kind == fact.kind()), "{}", fact.name);
        assert!(fact.reads != Extent::Place && !fact.example.is_empty(), "{}", fact.name);
    }
    assert!(POSITIONS.iter().all(|fact| fact.of(&full) == Value::Missing && !fact.example.is_empty()));
    let of = |name| game(name).unwrap().of(&full);
    assert_eq!(of("MoveText"), Value::Text("1. e4 {x} 1... e5 1-0".into()));
    assert_eq!(of("elo_diff"), Value::Integer(1));
    assert!(game("text").is_none());
}

#[test]
fn parts_of_tags() {
    let parts = |date: &str, control: &str| {
        let text = format!("[Date \"{date}\"]\n[TimeControl \"{control}\"]\n\n*");
        let parsed: Game = text.parse().unwrap();
        let names = ["year", "month", "day", "time_initial", "time_increment"];
        names.map(|name| match game(name).unwrap().of(&parsed) {
            Value::Integer(number) => Some(number),
            _ => None,
        })
    };
    for (date, control, expected) in [
        ("1992.11.04", "180+2", [Some(1992), Some(11), Some(4), Some(180), Some(2)]),
        ("1992.11.??", "40/7200:3600", [Some(1992), Some(11), None, Some(7200), Some(0)]),
        ("199?.??.??", "600", [Some(1990), None, None, Some(600), Some(0)]),
        ("1992.13.32", "60+0", [Some(1992), None, None, Some(60), Some(0)]),
        ("0000.00.00", "0+1", [None, None, None, Some(0), Some(1)]),
        ("1992-1-2", "-", [Some(1992), Some(1), Some(2), None, None]),
        ("04.11.1992", "?", [Some(1992), None, None, None, None]),
        ("????.??.??", "0+0", [None; 5]),
        ("", "*180", [None; 5]),
        ("x", "1+", [None; 5]),
    ] {
        assert_eq!(parts(date, control), expected, "{date} {control}");
    }
}
