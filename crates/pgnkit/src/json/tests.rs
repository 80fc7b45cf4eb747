use pgnkit_syntax::{Collect, Ignore, LineIndex, Location, Sink};

use super::*;
use crate::game::{Game, GameBuilder, Node};
use crate::read::{Replayer, games};
use crate::write::Export;

fn written(game: &Game) -> String {
    let mut out = Vec::new();
    Writer::new().write_game(game, &mut out);
    String::from_utf8(out).unwrap()
}

/// The next game of a reader.
fn next(reader: &mut Reader<'_>, sink: &mut dyn Sink) -> Option<Game> {
    let mut builder = GameBuilder::new();
    reader.read_into(&mut builder, sink)?;
    Some(builder.into_game())
}

/// The first game of a text, and the names of what was wrong.
fn read(text: &str) -> (Game, Vec<&'static str>) {
    let mut found = Collect::default();
    let game = next(&mut Reader::new(text.as_bytes()), &mut found).unwrap();
    (game, found.iter().map(|found| found.code.name()).collect())
}

/// The movetext without numbers, comments as they are.
fn movetext(game: &Game) -> String {
    let mut words = Vec::new();
    line(game.root(), &mut words);
    words.push(game.result().to_string());
    words.join(" ")
}

fn line(start: Node<'_>, words: &mut Vec<String>) {
    let notes = |node: Node<'_>, words: &mut Vec<String>| {
        words.extend(node.nags().map(|nag| format!("${nag}")));
        words.extend(node.comments().map(|comment| format!("{{{comment}}}")));
    };
    notes(start, words);
    for node in start.following() {
        words.push(node.san().to_string());
        notes(node, words);
        for variation in node.variations() {
            words.push("(".to_owned());
            line(variation, words);
            words.push(")".to_owned());
        }
    }
}

/// Everything that a game keeps, place by place.
fn everything(game: &Game) -> String {
    let mut all = format!("{:?} {:?} {}\n", game.tags().collect::<Vec<_>>(), game.start(), game.result());
    let mut lines = vec![(0, game.root())];
    while let Some((depth, start)) = lines.pop() {
        let mut place: Option<Node<'_>> = Some(start);
        while let Some(node) = place {
            let notes: Vec<_> = node.notes().collect();
            all += &format!("{depth} {} {:?} {notes:?}\n", node.san(), node.mv());
            let mut variations: Vec<_> = node.variations().map(|start| (depth + 1, start)).collect();
            variations.reverse();
            lines.extend(variations);
            place = node.next();
        }
    }
    all
}

#[track_caller]
fn survives(game: &Game) {
    let json = written(game);
    assert!(!json.trim_end().contains(['\n', '\r']), "{json}");
    let mut found = Collect::default();
    let mut reader = Reader::new(json.as_bytes());
    let again = next(&mut reader, &mut found).unwrap();
    assert_eq!(everything(&again), everything(game), "{json}");
    // A null move is one in JSON, too.
    assert!(found.iter().all(|found| found.code.name() == "null-move"), "{json}\n{found:?}");
    assert_eq!(reader.consumed(), json.len());
    assert_eq!(written(&again), json);
    assert_eq!(again.to_string(), game.to_string());
}

#[test]
fn everything_that_a_game_keeps_survives() {
    for text in [
        "*",
        "1. e4 e5 1-0",
        "[White \"a \\\"b\\\" \\\\ c\"]\n[Zzz \"M\u{fc}ller \u{202e}\"]\n[A \"\"]\n\n{before}\n1. e4 $1 {a} $2 {b [%clk 0:03:00]} $1 e5!? *",
        "1. e4 {one} (1. d4 {d} d5 (1... Nf6 $13 2. c4) (1... f5) 2. c4) ({alone} 1. c4 {x}) {two} e5 (1... c5) 0-1",
        "%first line\n1. e4 {a}\n%second line\n$5 ;rest of line\ne5 *",
        "(1. d4) 1. e4 e5 *",
        "[White\u{0}% \"a\"]\n[A\u{a0}\u{85}b \"\"]\n[C\u{c}' \"\\\"\"]\n\n*",
        "1. e4 (1. d4 {nothing to be alternative to} (1... )) *",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 3 17\"]\n[SetUp \"1\"]\n\n17. e4 Kd7 *",
        "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *",
        "[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w KQkq - 0 1\"]\n\n1. Ng3 Ng6 2. O-O *",
        "[Variant \"Chess960\"]\n\n1. e4 *",
        "[FEN \"1rk2r2/8/8/8/8/8/8/1RK2R2 w FBfb - 0 1\"]\n\n1. O-O O-O-O *",
        "[FEN \"nonsense\"]\n\n1. e4 e5 {x} 1-0",
        "[Variant \"Bughouse\"]\n\n1. e4 (1. d4) 1-0",
        "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[Variant \"Crazyhouse\"]\n\n1. e4 1-0",
        "[fen \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0",
        "1. e4 e5 2. Ke3 {why} Nc6 (2... d6) 1-0",
        "1. e4 -- 2. e5 Z0 *",
        "1. e4 {[%eval 0.3,12][%csl Ge4][%cal Re2e4][%x \"a, b\", c]} {\u{1b}\u{0} \u{7f} tab\there} *",
        "[Result \"1-0\"]\n\n1. e4 0-1",
        "1. e4 {} {  } e5 { a  b } *",
        "{only}\n*",
    ] {
        for game in crate::parse_games(text.as_bytes()).map(|parsed| parsed.game) {
            survives(&game);
            survives(&game.clone().with_mode(pgnkit_chess::ChessMode::Chess960));
        }
    }
    let position = pgnkit_chess::fen::parse(b"8/8/4k3/8/8/8/4K3/8 b - - 7 90").unwrap().position;
    let mut made = Game::from_position(position);
    made.add_nag(crate::NodeId::ROOT, 255).unwrap();
    made.add_comment(crate::NodeId::ROOT, "two\nlines").unwrap();
    survives(&made);
}

#[test]
fn the_examples_survive() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/");
    for file in ["games.pgn", "broken.pgn", "clocks.pgn"] {
        let text = std::fs::read(format!("{root}{file}")).unwrap();
        let mut count = 0;
        for parsed in crate::parse_games(&text) {
            survives(&parsed.game);
            count += 1;
        }
        assert!(count > 1 && count <= games(&text).count().max(2), "{file}");
    }
}

#[test]
fn positions_are_there_on_request() {
    let game: Game = "1. e4 (1. d4 d5) e5 *".parse().unwrap();
    let mut out = Vec::new();
    Writer::new().fen(true).write_game(&game, &mut out);
    let json = String::from_utf8(out).unwrap();
    let mut fens = json.split("\"fen\":\"").skip(1).map(|rest| rest.split_once('"').unwrap().0);
    for expected in [
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq d3 0 1",
        "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq d6 0 2",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2",
    ] {
        assert_eq!(fens.next(), Some(expected));
    }
    assert_eq!(fens.next(), None);
    assert_eq!(written(&read(&json).0), written(&game));
}

#[test]
fn diagnostics_have_places_where_they_are_known() {
    let text = b"[White \"x\"]\n1. e4 e5 2. Ke3 *";
    let mut found = Collect::default();
    let game = Game::read(text, &mut found).unwrap();
    let lines = &mut LineIndex::new(text, Location { line: 10, column: 1 });
    let located = Located::all(found, lines, 1000);
    let mut out = Vec::new();
    Writer::new().write_game_with(&game, &[], &located, &mut out);
    let json = String::from_utf8(out).unwrap();
    let place =
        "\"byte_start\":1024,\"byte_end\":1027,\"line\":11,\"column\":13,\"end_line\":11,\"end_column\":16";
    assert!(json.contains(place), "{json}");
    let (mut reader, mut faults) = (Reader::new(json.as_bytes()), Collect::default());
    let again = next(&mut reader, &mut faults).unwrap();
    assert_eq!((reader.recorded()[0].span.start, faults.len()), (1024, 0));
    assert_eq!(reader.recorded()[0], located[0].diagnostic);
    // What was recorded comes before what is found now.
    let mut out = Vec::new();
    Writer::new().write_game_with(&again, reader.recorded(), &located, &mut out);
    let both = String::from_utf8(out).unwrap();
    let first = both.find("\"byte_start\":1024,\"byte_end\":1027").unwrap();
    let second = both.find(place).unwrap();
    assert!(
        first < second && both.matches("\"code\"").count() == 2 * json.matches("\"code\"").count(),
        "{both}"
    );
}

#[test]
fn members_may_come_in_any_order() {
    let (game, found) = read(
        r#" {"result" : "1-0", "moves":[{"variations":[{"moves":[{"notes":[{"nag":4}],"uci":"c2c4"}],"notes":[{"comment":"x"}]}],
        "notes":[{"comment":"y","commands":5}],"uci":"e2e4"},{"fen":0,"san":"\u00655","uci":"e7e5"}], "notes":null,
        "tags":[{"value":"Tal","name":"White"}]} "#
            .replace('\n', " ")
            .as_str(),
    );
    assert_eq!(found, [""; 0]);
    assert_eq!((movetext(&game).as_str(), game.tag("White")), ("e4 {y} ( {x} c4 $4 ) e5 1-0", Some("Tal")));
}

#[test]
fn a_start_that_is_no_position_is_kept() {
    let (game, found) = read(r#"{"start":{"fen":"8/8"},"moves":[{"san":"e4"}]}"#);
    assert_eq!((game.tag("FEN"), found), (Some("8/8"), vec!["invalid-fen", "unchecked-moves"]));
    survives(&game);
    let (game, _) = read(r#"{"tags":[{"name":"FEN","value":"x"}],"start":{"fen":"8/8"},"moves":[]}"#);
    assert_eq!(game.tag("FEN"), Some("x"));
}

#[test]
fn without_a_start_the_tags_tell_it() {
    for (tags, moves, expected, faults) in [
        (r#"{"name":"FEN","value":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 7"}"#, "e4", "e4 *", "missing-setup"),
        (
            r#"{"name":"FEN","value":"4k3/8"}"#,
            "e4",
            "{{\"san\":\"e4\"}} *",
            "missing-setup invalid-fen unchecked-moves",
        ),
        (
            r#"{"name":"Variant","value":"Shatranj"}"#,
            "e4",
            "{{\"san\":\"e4\"}} *",
            "unsupported-variant wrong-member",
        ),
        (r#"{"name":"White","value":"FEN"}"#, "e4", "e4 *", ""),
    ] {
        let (game, found) = read(&format!(r#"{{"tags":[{tags}],"moves":[{{"san":"{moves}"}}]}}"#));
        assert_eq!(
            game.start().position.fullmove_number(),
            if expected == "e4 *" && !faults.is_empty() { 7 } else { 1 }
        );
        assert_eq!((movetext(&game).as_str(), found.join(" ").as_str()), (expected, faults), "{tags}");
    }
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_lost() {
    let moves = |list: &str| format!(r#"{{"moves":[{list}]}}"#);
    for (json, expected, faults) in [
        // Moves.
        (moves(r#"{"san":"e4"},{"san":"Ke7"},{"san":"Nf3"}"#), r#"e4 {{"san":"Ke7"},{"san":"Nf3"}} *"#, "illegal-move"),
        (moves(r#"{"san":"e4"},{"uci":"e8e7"}"#), r#"e4 {{"uci":"e8e7"}} *"#, "illegal-move"),
        (moves(r#"{"san":"Nf3"},{"san":"d5"},{"san":"Nd2","x":1}"#), r#"Nf3 d5 {{"san":"Nd2","x":1}} *"#, "unknown-member illegal-move"),
        (moves(r#"{"san":"e2-e4"},{"uci":"e7-e5"}"#), "e4 e5 *", "lax-move lax-move"),
        (moves(r#"{"san":"e4","uci":"d2d4"},{"san":"e5"}"#), r#"{{"san":"e4","uci":"d2d4"},{"san":"e5"}} *"#, "contradicting-members"),
        (moves(r#"{"san":"e4","uci":7}"#), r#"{{"san":"e4","uci":7}} *"#, "contradicting-members"),
        (moves(r#"{"san":"e4","san":"d4"}"#), "e4 *", "contradicting-members"),
        (moves(r#"{"san":5}"#), r#"{{"san":5}} *"#, "wrong-member"),
        (moves("5"), "{5} *", "wrong-member"),
        (moves("{}"), "{{}} *", "wrong-member"),
        (moves(r#"{"san":"--"},{"uci":"0000"}"#), "-- -- *", "null-move"),
        // Variations.
        (moves(r#"{"san":"e4","variations":[{"moves":[{"san":"d4"},{"san":"x"},{"san":"y"}]}]},{"san":"e5"}"#), "e4 ( d4 {{\"san\":\"x\"},{\"san\":\"y\"}} ) e5 *", "illegal-move"),
        (moves(r#"{"san":"e4","variations":[{"notes":[{"comment":"c"}],"moves":[]},{"moves":[{"san":"x"}]}]}"#), "e4 {c} {{\"san\":\"x\"}} *", "empty-variation illegal-move"),
        (moves(r#"{"san":"e4","variations":[{"notes":[]},7]}"#), "e4 *", "wrong-member wrong-member"),
        (moves(r#"{"san":"e4","variations":7}"#), "e4 *", "wrong-member"),
        // Notes.
        (moves(r#"{"san":"e4","notes":[{"nag":256},{"nag":-1},{"nag":1.0},{"nag":"1"}]}"#), "e4 *", "wrong-member wrong-member wrong-member wrong-member"),
        (moves(r#"{"san":"e4","notes":[{"nag":1,"comment":"x"},{},7,{"comment":5},{"escape":"a\nb"}]}"#), "e4 *", "wrong-member wrong-member wrong-member wrong-member wrong-member"),
        (moves(r#"{"san":"e4","notes":{}}"#), "e4 *", "wrong-member"),
        // The game.
        ("{}".into(), "*", "wrong-member"),
        (r#"{"moves":{}}"#.into(), "*", "wrong-member"),
        (r#"{"moves":[],"result":"2-0"}"#.into(), "*", "wrong-member"),
        (r#"{"moves":[],"tags":[{"name":"Result","value":"1-0"}]}"#.into(), "1-0", ""),
        (r#"{"moves":[],"more":{"moves":[1,2]}}"#.into(), "*", "unknown-member"),
        (r#"{"moves":[],"start":{"fen":"x"}}"#.into(), "*", "invalid-fen"),
        (r#"{"moves":[],"start":{"mode":"x","playable":1,"fen":2}}"#.into(), "*", "wrong-member wrong-member wrong-member"),
        (r#"{"moves":[],"diagnostics":[{},{"code":"PGN-Z999"}]}"#.into(), "*", "wrong-member wrong-member"),
        // Tags.
        (r#"{"moves":[],"tags":[{"name":"A b","value":"x"},{"name":"A"},{"name":"A","value":5},7]}"#.into(), "*", "wrong-member wrong-member wrong-member wrong-member"),
        (r#"{"moves":[],"tags":[{"name":"A","value":"x"},{"name":"A","value":"x"},{"name":"A","value":"y"}]}"#.into(), "*", "repeated-tag contradicting-tag"),
        (r#"{"moves":[],"tags":[{"name":"fen","value":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"},{"name":"FeN","value":"x"}]}"#.into(), "*", "tag-name-case tag-name-case contradicting-tag missing-setup"),
        (r#"{"moves":[],"tags":[{"name":"event","value":"a"},{"name":"Event","value":"b"}]}"#.into(), "*", ""),
        // No game.
        ("[]".into(), "{[]} *", "invalid-json"),
        ("nonsense } here".into(), "{nonsense } here} *", "invalid-json"),
        (r#"{"moves":[{"san":"e4"},]}"#.into(), r#"{{"moves":[{"san":"e4"},]}} *"#, "invalid-json"),
    ] {
        let (game, found) = read(&json);
        assert_eq!(movetext(&game), expected, "{json}");
        let mut expected_faults: Vec<&str> = faults.split_whitespace().collect();
        let mut found = found;
        expected_faults.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected_faults, "{json}");
    }
}

#[test]
fn places_are_those_of_the_text() {
    let text = "{\"moves\":[]}\r\n\r\n\u{feff}{\"moves\":[{\"san\":\"e4\"},{\"san\":\"Ke3\"}]}\nx";
    let (mut reader, mut found) = (Reader::new(text.as_bytes()), Collect::default());
    let mut builder = GameBuilder::new();
    let mut ends = Vec::new();
    while let Some(end) = reader.read_into(&mut builder, &mut found) {
        ends.push((end.span.text(text.as_bytes()), end.complete));
    }
    assert_eq!(
        ends,
        [("{\"moves\":[]}", true), ("{\"moves\":[{\"san\":\"e4\"},{\"san\":\"Ke3\"}]}", false), ("x", false)]
    );
    let places: Vec<_> = found.iter().map(|found| found.span.text(text.as_bytes())).collect();
    assert_eq!(places, ["Ke3", "x"]);
}

#[test]
fn nesting_takes_no_stack() {
    let depth = 200_000;
    let text = format!("1. e4 {} *", "(1. d4 ".repeat(depth) + &")".repeat(depth));
    let mut builder = GameBuilder::new();
    Replayer::new(text.as_bytes()).read_into(&mut builder, &mut Ignore).unwrap();
    let json = written(builder.game());
    let mut found = Collect::default();
    let again = next(&mut Reader::new(json.as_bytes()), &mut found).unwrap();
    assert_eq!(found, []);
    assert_eq!(written(&again), json);
    let mut text = Vec::new();
    Export::default().write_game(&again, &mut text);
    assert_eq!(text.iter().filter(|byte| **byte == b'(').count(), depth);
}

#[test]
fn an_object_that_has_nothing_of_a_game_is_one_error_and_kept() {
    for text in [r#"{"name":"x","scripts":{"a":"b"},"files":[]}"#, r#"{"id":"abcdefgh","rated":true}"#] {
        let mut found = Collect::default();
        let game = next(&mut Reader::new(text.as_bytes()), &mut found).unwrap();
        assert_eq!(found.iter().map(|found| found.code.name()).collect::<Vec<_>>(), ["invalid-json"]);
        assert!(found[0].help.iter().any(|help| help.contains("lichess")), "{:?}", found[0]);
        assert_eq!(game.root().comments().collect::<Vec<_>>(), [text]);
    }
    assert_eq!(read("{}").1, ["wrong-member"]);
    assert_eq!(read(r#"{"version":1,"x":1}"#).1, ["unknown-member", "wrong-member"]);
}
