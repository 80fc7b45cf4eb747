//! `pgn convert --to json` and `--from json`, against the schema and against what went in.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::formats::HOSTILE;
use crate::pages::page::Page;
use crate::rig::{BAD, CANONICAL, Dir, LAX, pgn};
use crate::schema::Schema;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// As strict as can be: a member that the schema does not know is a member that nobody described.
fn schema() -> Schema {
    fn close(schema: &mut Value) {
        match schema {
            Value::Object(members) => {
                if members.contains_key("properties") {
                    members.insert("additionalProperties".to_owned(), Value::Bool(false));
                }
                members.values_mut().for_each(close);
            }
            Value::Array(items) => items.iter_mut().for_each(close),
            _ => {}
        }
    }
    let mut schema = Schema::load(root().join("docs/game.schema.json"));
    close(&mut schema);
    Schema::new(schema)
}

/// Games of a text as JSON, each held against the schema.
#[track_caller]
fn objects(schema: &Schema, args: &[&str], input: &[u8]) -> Vec<Value> {
    let ran = pgn(&[&["convert", "-q", "--to", "json"], args].concat(), input);
    let object = |line: &str| {
        let object: Value = serde_json::from_str(line).unwrap();
        let faults = schema.faults(&object);
        assert!(faults.is_empty(), "{faults:?}\n{line}");
        object
    };
    ran.out().lines().map(object).collect()
}

/// The files of a directory and of those in it whose names end so.
fn files(directory: &Path, ending: &str, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files(&path, ending, found);
        } else if path.to_string_lossy().ends_with(ending) {
            found.push(path);
        }
    }
}

/// Every text of games in the repository.
fn texts() -> Vec<PathBuf> {
    let mut all = Vec::new();
    files(&root().join("examples"), ".pgn", &mut all);
    files(&root().join("conformance/cases"), ".pgn", &mut all);
    assert!(all.len() > 1000, "{}", all.len());
    all
}

#[test]
fn every_line_is_what_the_schema_says() {
    let schema = schema();
    for input in [HOSTILE, LAX.as_bytes(), BAD.as_bytes(), b"[FEN \"x\"]\n\n1. e4 *"] {
        assert!(!objects(&schema, &["--with-fen"], input).is_empty());
    }
    // All texts in one run: starting the command takes longer than a text.
    let dir = Dir::new();
    let pages = Page::all().filter(|page| page.format == "pgn" && page.code.name() != "variation-too-deep");
    let pages = pages.map(|page| dir.write(&format!("{}.pgn", page.code.name()), &page.bad));
    let texts = texts().into_iter().filter(|path| is_small(path));
    let names: Vec<_> = pages.chain(texts).collect();
    let names: Vec<&str> = names.iter().map(|path| path.to_str().unwrap()).collect();
    assert!(objects(&schema, &[&["--from", "pgn"], names.as_slice()].concat(), b"").len() > 2100);
}

/// Not one that is nested deeper than a validator can go.
fn is_small(path: &Path) -> bool {
    let text = std::fs::read(path).unwrap();
    let depth = text.iter().scan(0i32, |depth, byte| {
        *depth += i32::from(*byte == b'(') - i32::from(*byte == b')');
        Some(*depth)
    });
    depth.max().unwrap_or_default() < 20
}

/// Whether an escape line comes last, which is of no game, so that JSON has no place for it.
fn ends_with_escape(path: &Path) -> bool {
    let text = std::fs::read(path).unwrap();
    text.trim_ascii_end().rsplit(|byte| matches!(byte, b'\n' | b'\r')).next().unwrap().starts_with(b"%")
}

/// PGN, JSON and PGN again is the same to the byte, and so is the JSON of it.
#[test]
fn there_and_back_is_the_same() {
    let dir = Dir::new();
    let names: Vec<_> = texts().into_iter().filter(|path| !ends_with_escape(path)).collect();
    let names: Vec<&str> = names.iter().map(|path| path.to_str().unwrap()).collect();
    let args = |command: &[&'static str]| [command, &["-q", "--from", "pgn"], &names].concat().join("\n");
    // Some of them have errors.
    let run = |args: String| {
        let args: Vec<&str> = args.lines().collect();
        dir.pgn(&args)
    };
    let canonical = run(args(&["fmt", "-o", "a.pgn"]));
    assert!(canonical.err().lines().count() < 20, "{}", canonical.err());
    run(args(&["convert", "--to", "json", "-o", "a.jsonl"]));
    dir.pgn(&["convert", "--to", "pgn", "a.jsonl", "-o", "b.pgn"]);
    assert!(dir.read("a.pgn") == dir.read("b.pgn"));
    assert!(dir.read("a.pgn").matches("[Event ").count() > 2000);
    // What is canonical gives the same once more, and JSON of JSON is the same.
    dir.pgn(&["convert", "--to", "json", "a.pgn", "-o", "c.jsonl"]);
    dir.pgn(&["fmt", "c.jsonl", "-o", "c.pgn"]);
    assert!(dir.read("a.pgn") == dir.read("c.pgn"));
    dir.pgn(&["convert", "--to", "json", "c.jsonl", "-o", "d.jsonl"]);
    let without = |text: String| -> Vec<String> {
        text.lines().map(|line| line.split(",\"diagnostics\":").next().unwrap().to_owned()).collect()
    };
    assert!(without(dir.read("c.jsonl")) == without(dir.read("d.jsonl")));
}

#[test]
fn the_output_does_not_depend_on_threads() {
    let game = format!("{LAX}\n{BAD}");
    let input = game.repeat(4000);
    let one = pgn(&["convert", "-q", "--to", "json", "-j", "1"], &input);
    let two = pgn(&["convert", "-q", "--to", "json", "-j", "3"], &input);
    assert!(one.bytes() == two.bytes() && one.out().lines().count() == 8000);
    let back = |jobs: &str| pgn(&["convert", "-q", "--to", "pgn", "-j", jobs], one.bytes());
    assert!(back("1").bytes() == back("3").bytes());
    // Places are those of the input, wherever its blocks begin.
    let last: Value = serde_json::from_str(one.out().lines().last().unwrap()).unwrap();
    let illegal = &last["diagnostics"][0];
    let (start, end) = (illegal["byte_start"].as_u64().unwrap(), illegal["byte_end"].as_u64().unwrap());
    assert_eq!(&input[start as usize..end as usize], "Ke3");
    let lines = input[..start as usize].lines().count() as u64;
    assert_eq!((illegal["line"].as_u64().unwrap(), illegal["column"].as_u64().unwrap()), (lines, 13));
}

#[test]
fn a_game_as_json() {
    let ran = pgn(&["convert", "--to", "json"], LAX).status(0);
    let line = concat!(
        r#"{"version":1,"tags":[{"name":"White","value":"Tal"},{"name":"Result","value":"1-0"}],"#,
        r#""tag":{"White":"Tal","Result":"1-0"},"moves":["#,
        r#"{"san":"e4","uci":"e2e4"},{"san":"e5","uci":"e7e5"},{"san":"Nf3","uci":"g1f3","notes":[{"nag":1}]},"#,
        r#"{"san":"Nc6","uci":"b8c6","notes":[{"comment":"good"}],"variations":[{"moves":[{"san":"d6","uci":"d7d6"}]}]},"#,
        r#"{"san":"Bb5","uci":"f1b5"}],"result":"1-0""#
    );
    assert!(ran.out().starts_with(line), "{}", ran.out());
    assert!(ran.account().ends_with("no errors; wrote 1"));
    for args in [&["convert", "--to", "pgn"][..], &["fmt"]] {
        assert_eq!(pgn(args, ran.bytes()).status(0).out(), CANONICAL);
    }
    let fens = pgn(&["convert", "--to", "fen"], ran.bytes()).status(0);
    assert_eq!(fens.out(), pgn(&["convert", "--to", "fen"], LAX).out());
}

#[test]
fn formats_are_told_by_option_name_and_content() {
    let json = pgn(&["convert", "--to", "json"], LAX);
    for name in ["a.json", "a.jsonl", "a.ndjson", "a.txt"] {
        let dir = Dir::with(name, json.bytes());
        assert_eq!(dir.pgn(&["fmt", name]).status(0).out(), CANONICAL, "{name}");
    }
    assert_eq!(pgn(&["fmt", "--from", "json"], json.bytes()).status(0).out(), CANONICAL);
    // A comment may begin with a quote.
    assert!(pgn(&["fmt"], "{\"Best\" is what it is} 1. e4 *").status(0).out().contains("{\"Best\" is"));
}

#[test]
fn what_is_wrong_with_json_is_said() {
    let input = "{\"moves\":[{\"san\":\"e4\"},{\"san\":\"Ke3\"}]}\n{\"moves\":[}\n{\"moves\":[]}\n";
    let dir = Dir::with("a.json", input);
    let ran = dir.pgn(&["convert", "--to", "pgn", "a.json"]).status(1);
    assert!(
        ran.err()
            .starts_with("a.json:1:32: error[PGN-C001] illegal-move: expected a legal move, found `Ke3`")
    );
    assert!(
        ran.err().contains("\na.json:2:11: error[PGN-J001] invalid-json: expected JSON, found `}`"),
        "{}",
        ran.err()
    );
    assert!(ran.account().ends_with("2 with errors; wrote 3"));
    assert!(ran.out().contains("1. e4 ;{\"san\":\"Ke3\"}\n*"), "{}", ran.out());
    let checked = dir.pgn(&["check", "--format", "concise", "a.json"]).status(1);
    assert_eq!(checked.out().lines().count(), 2);
    let dropped = dir.pgn(&["fmt", "--on-error", "drop", "--rejects", "bad.json", "a.json"]).status(1);
    assert!(dropped.account().ends_with("2 with errors; 2 left out; wrote 1"));
    assert_eq!(
        dir.read("bad.json"),
        input.lines().take(2).map(|line| format!("{line}\n")).collect::<String>()
    );
    for args in [
        &["fmt", "-i", "a.json"][..],
        &["fmt", "--check", "a.json"],
        &["epd", "sort", "--from", "json", "a.json"],
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(ran.err().contains("a.json: left out, ") && ran.err().contains("games"), "{}", ran.err());
    }
    dir.pgn(&["check", "--fix", "a.json"]);
    assert_eq!(dir.read("a.json"), input, "it stays as it is");
}

#[test]
fn records_become_games() {
    let epd = "4k3/8/8/8/8/8/4P3/4K3 w - - bm e4; id \"x\";\n";
    let ran = pgn(&["convert", "--from", "epd", "--to", "json"], epd).status(0);
    let object: Value = serde_json::from_str(ran.out()).unwrap();
    assert_eq!(object["start"]["fen"], "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1");
}

#[test]
fn options_belong_to_formats() {
    for args in [
        &["--to", "pgn", "--with-fen"][..],
        &["--to", "json", "--rows", "plies"],
        &["--to", "epd", "--tags", "A"],
    ] {
        let ran = pgn(&[&["convert"], args].concat(), "").status(2);
        assert!(
            ran.err().contains(&format!("{} has no effect on what --to {} writes", args[2], args[1])),
            "{}",
            ran.err()
        );
    }
    for to in ["json", "csv"] {
        let ran = pgn(&["convert", "--to", to], "").status(0);
        assert_eq!(ran.out().lines().count(), usize::from(to == "csv"));
    }
}
