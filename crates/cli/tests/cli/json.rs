//! `pgn check --format json` against its schema, and against the text it speaks of.

use serde_json::Value;

use crate::formats::HOSTILE;
use crate::pages::page::Page;
use crate::rig::{BAD, LAX, pgn};
use crate::schema::Schema;

fn schema() -> Schema {
    let path = format!("{}/../../docs/check-output.schema.json", env!("CARGO_MANIFEST_DIR"));
    // As strict as can be: a member that the schema does not know is a member that nobody described.
    let mut strict = Schema::load(path);
    strict["additionalProperties"] = Value::Bool(false);
    Schema::new(strict)
}

#[track_caller]
fn objects(args: &[&str], input: &[u8]) -> Vec<Value> {
    let ran = pgn(&[&["check", "-q", "--format", "json", "--notes"], args].concat(), input);
    let schema = schema();
    ran.out()
        .lines()
        .map(|line| {
            let object: Value = serde_json::from_str(line).unwrap();
            let faults = schema.faults(&object);
            assert!(faults.is_empty(), "{faults:?}\n{line}");
            object
        })
        .collect()
}

#[test]
fn every_line_is_what_the_schema_says() {
    let example = format!("{}/../../examples/broken.pgn", env!("CARGO_MANIFEST_DIR"));
    for input in [std::fs::read(example).unwrap(), HOSTILE.to_vec(), format!("{LAX}{BAD}").into_bytes()] {
        assert!(!objects(&[], &input).is_empty());
    }
    assert!(objects(&[], b"1. e4 *").is_empty());
    for page in Page::all().filter(|page| !page.format.contains('-')) {
        assert!(!objects(&["--level", page.code.level().as_str()], &page.bad).is_empty(), "{}", page.code);
    }
}

#[test]
fn bytes_are_those_of_the_input() {
    let good = "[Event \"x\"]\n\n1. e4 {a\nb} *\n\n".repeat(60_000);
    let input = format!("{good}{BAD}");
    let found = objects(&["-j", "2"], input.as_bytes());
    let illegal = &found[0];
    let (start, end) = (illegal["byte_start"].as_u64().unwrap(), illegal["byte_end"].as_u64().unwrap());
    assert_eq!(&input[start as usize..end as usize], "Ke3");
    assert_eq!(illegal["game"], 60_001);
    assert_eq!(illegal["line"], 60_000 * 5 + 4);
    assert_eq!((&illegal["column"], &illegal["end_column"]), (&Value::from(13), &Value::from(16)));
}

#[test]
fn edits_mend() {
    let input = "[Event \"a \"b\" c\"]\n\n1. e2-e4 e7e5 2. Ng1-f3 0-0-0 *\n\n1. Ng1f3 *\n";
    let mut edits: Vec<(usize, usize, String)> = Vec::new();
    for object in objects(&[], input.as_bytes()) {
        for edit in object["fix"]["edits"].as_array().into_iter().flatten() {
            assert_eq!(object["fix"]["applicability"], "safe");
            let number = |key: &str| edit[key].as_u64().unwrap() as usize;
            edits.push((number("byte_start"), number("byte_end"), edit["text"].as_str().unwrap().to_owned()));
        }
    }
    let mut mended = input.to_owned();
    for (start, end, text) in edits.iter().rev() {
        mended.replace_range(start..end, text);
    }
    assert_eq!(mended, "[Event \"a \\\"b\\\" c\"]\n\n1. e4 e5 2. Nf3 0-0-0 *\n\n1. Nf3 *\n");
}

#[test]
fn plies_are_counted_in_the_main_line() {
    let plies = |text: &str| -> Vec<(String, Value)> {
        let pair = |object: Value| (object["name"].as_str().unwrap().to_owned(), object["ply"].clone());
        objects(&[], text.as_bytes()).into_iter().map(pair).collect()
    };
    let at = |name: &str, ply: Option<u64>| (name.to_owned(), ply.map_or(Value::Null, Value::from));
    // In tags none, in a variation those before it.
    assert_eq!(
        plies("[event \"x\"]\n\n1. e2e4 e5 (1... c7c5 2. Nf3) 2. g1f3 *\n"),
        [
            at("tag-name-case", Some(0)),
            at("lax-move", Some(0)),
            at("lax-move", Some(2)),
            at("lax-move", Some(2))
        ]
    );
    // The illegal move has a place; what stands behind it has none.
    assert_eq!(
        plies("[Result \"1-0\"]\n\n1. e4 e5 7. Ke3 Nc6 0-1\n"),
        [at("wrong-move-number", Some(2)), at("illegal-move", Some(2)), at("result-mismatch", None)]
    );
    // Outside games.
    assert_eq!(plies("1. e4 *\n\n)")[0].1, Value::Null);
}

#[test]
fn positions_and_titles() {
    let found = objects(&[], BAD.as_bytes());
    assert_eq!(found[0]["fen"], "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2");
    assert_eq!(found[0]["title"]["white"], "Bad");
    assert_eq!(found[0]["title"]["black"], Value::Null);
    // What a terminal would obey stands there as an escape: the value is that of the file.
    let hostile = objects(&[], HOSTILE);
    assert!(hostile.iter().any(|object| object["title"]["white"] == "A \u{1b}[31m\"B\", C::\u{e9}"));
}
