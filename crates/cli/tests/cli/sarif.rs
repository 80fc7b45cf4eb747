//! `pgn check --format sarif`: what the standard asks, by hand.
//!
//! The official schema is not kept here. With its path in `PGN_SARIF_SCHEMA` the logs are held against it too:
//! `PGN_SARIF_SCHEMA=sarif-schema-2.1.0.json cargo test -p pgnkit-cli sarif`.

use serde_json::Value;

use crate::formats::HOSTILE;
use crate::rig::{BAD, Dir, LAX, pgn};
use crate::schema::Schema;

#[track_caller]
fn valid(text: &str) -> Value {
    let log: Value = serde_json::from_str(text).unwrap();
    if let Some(path) = std::env::var_os("PGN_SARIF_SCHEMA") {
        let mut schema = Schema::load(path);
        // Its one regular expression that is none: a bracket is closed that was never opened.
        for holder in ["run", "toolComponent"] {
            schema["definitions"][holder]["properties"]["language"]["pattern"] = "".into();
        }
        let faults = Schema::new(schema).faults(&log);
        assert!(faults.is_empty(), "{faults:?}");
    }
    assert_eq!(log["version"], "2.1.0");
    assert!(log["$schema"].as_str().unwrap().ends_with("/sarif-schema-2.1.0.json"));
    let runs = log["runs"].as_array().unwrap();
    assert_eq!(runs.len(), 1);
    let run = &runs[0];
    assert_eq!(run["columnKind"], "unicodeCodePoints");
    assert!(run["invocations"][0]["executionSuccessful"].is_boolean());
    let driver = &run["tool"]["driver"];
    assert_eq!(driver["name"], "pgn");
    let rules = driver["rules"].as_array().unwrap();
    for rule in rules {
        assert!(rule["id"].as_str().unwrap().starts_with("PGN-"));
        assert!(!rule["name"].as_str().unwrap().is_empty());
        assert!(!rule["shortDescription"]["text"].as_str().unwrap().is_empty());
        is_level(&rule["defaultConfiguration"]["level"]);
        if let Some(uri) = rule.get("helpUri") {
            assert!(uri.as_str().unwrap().starts_with("https://"), "{uri}");
        }
    }
    for result in run["results"].as_array().unwrap() {
        let rule = &rules[result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        is_level(&result["level"]);
        assert!(!result["message"]["text"].as_str().unwrap().is_empty());
        let locations = result["locations"].as_array().unwrap();
        assert_eq!(locations.len(), 1);
        let related = result["relatedLocations"].as_array().into_iter().flatten();
        for location in locations.iter().chain(related) {
            is_location(&location["physicalLocation"]);
        }
        for fix in result["fixes"].as_array().into_iter().flatten() {
            for change in fix["artifactChanges"].as_array().unwrap() {
                is_reference(&change["artifactLocation"]["uri"]);
                for replacement in change["replacements"].as_array().unwrap() {
                    assert!(replacement["deletedRegion"]["byteOffset"].is_u64());
                    assert!(replacement["deletedRegion"]["byteLength"].is_u64());
                    assert!(replacement["insertedContent"]["text"].is_string());
                }
            }
        }
    }
    log
}

#[track_caller]
fn is_level(level: &Value) {
    assert!(matches!(level.as_str(), Some("error" | "warning" | "note")), "{level}");
}

#[track_caller]
fn is_location(location: &Value) {
    is_reference(&location["artifactLocation"]["uri"]);
    let number = |key: &str| location["region"][key].as_u64().unwrap();
    assert!(number("startLine") >= 1 && number("startColumn") >= 1);
    let (start, end) =
        ((number("startLine"), number("startColumn")), (number("endLine"), number("endColumn")));
    assert!(start <= end, "{location}");
    let _ = (number("byteOffset"), number("byteLength"));
}

#[track_caller]
fn is_reference(uri: &Value) {
    let uri = uri.as_str().unwrap();
    assert!(uri.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~/%:".contains(&byte)), "{uri}");
}

#[test]
fn logs_are_valid() {
    let example = format!("{}/../../examples/broken.pgn", env!("CARGO_MANIFEST_DIR"));
    for input in
        [std::fs::read(example).unwrap(), HOSTILE.to_vec(), format!("{LAX}{BAD}").into_bytes(), vec![]]
    {
        let ran = pgn(&["check", "-q", "--notes", "--format", "sarif"], &input);
        valid(ran.out());
    }
    let dir = Dir::with("a b.pgn", BAD);
    let path = dir.path("a b.pgn");
    let ran =
        dir.pgn(&["check", "--format", "sarif", "a b.pgn", path.to_str().unwrap(), "missing"]).status(2);
    let log = valid(ran.out());
    let uri = |at: usize| {
        log["runs"][0]["results"][at]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            .as_str()
            .unwrap()
    };
    assert_eq!(uri(0), "a%20b.pgn");
    // An absolute name below the working directory is one from there on.
    assert_eq!(uri(1), "a%20b.pgn");
}

#[test]
fn regions_are_those_of_the_text() {
    let log =
        valid(pgn(&["check", "-q", "--format", "sarif"], "1. e4 {\u{68cb}} e2e4 e7e5 *\n").status(1).out());
    let result = &log["runs"][0]["results"][0];
    let region = &result["locations"][0]["physicalLocation"]["region"];
    let expected = serde_json::json!({
        "startLine": 1, "startColumn": 11, "endLine": 1, "endColumn": 15, "byteOffset": 12, "byteLength": 4,
    });
    assert_eq!(region, &expected);
    assert_eq!(result["properties"]["ply"], 1);
}

#[test]
fn braces_are_doubled_in_messages_only() {
    let log = valid(pgn(&["check", "-q", "--format", "sarif"], "1. e4 e5 } *\n\n1. e4 {x").status(1).out());
    let texts: Vec<_> = log["runs"][0]["results"]
        .as_array()
        .unwrap()
        .iter()
        .map(|result| result["message"]["text"].as_str().unwrap())
        .collect();
    assert!(texts.iter().any(|text| text.contains("`}}`")), "{texts:?}");
    assert!(texts.iter().all(|text| !text.contains("`}`") && !text.contains("`{`")), "{texts:?}");
}

#[test]
fn a_log_ends_well_when_the_run_ends_early() {
    let ran =
        pgn(&["check", "-q", "--format", "sarif", "--on-error", "stop"], format!("{BAD}{BAD}")).status(1);
    assert_eq!(valid(ran.out())["runs"][0]["results"].as_array().unwrap().len(), 1);
}
