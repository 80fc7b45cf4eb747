//! Records of sites: any bytes are one game or an error.

use pgnkit::epd::Reader;
use pgnkit::syntax::Ignore;
use pgnkit_formats::sites::{SiteError, chess_com, lichess};
use serde_json::{Value, json};

use crate::input::{self, shown};

/// The bytes as records, as texts of the members of one, and as an archive.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(&input::text(data)).into_owned();
    let choice = input::choice(data);
    for record in [data, text.as_bytes()] {
        one_game(lichess::game, record);
        one_game(lichess::puzzle, record);
        let _ = chess_com::game(record, &mut String::new());
        let _ = (lichess::begins_game(record), lichess::begins_puzzle(record));
        archive(record);
    }
    let record = lichess_record(&text, choice);
    one_game(lichess::game, record.to_string().as_bytes());
    let puzzle = format!("00008,{text},{text},{text},77,95,1,{text},{text},");
    one_game(lichess::puzzle, puzzle.as_bytes());
    for record in [data, evaluations(&text, choice).to_string().as_bytes()] {
        one_position(record);
        let _ = lichess::begins_evaluation(record);
    }
    let whole = json!({ "games": [{ "pgn": text }, record, { "pgn": "1. e4 *" }] }).to_string();
    assert!(chess_com::begins_archive(whole.as_bytes()));
    assert_eq!(archive(whole.as_bytes()), 3, "{whole}");
}

/// A record whose texts are all the same, with the members that the choice says.
fn lichess_record(text: &str, choice: u32) -> Value {
    let mut record = json!({
        "moves": text,
        "id": text,
        "variant": text,
        "initialFen": text,
        "status": text,
        "winner": "white",
        "players": { "white": { "user": { "name": text, "title": text } }, "black": { "name": text } },
        "opening": { "eco": text, "name": text },
        "clocks": [choice, choice / 7],
        "analysis": [{ "eval": choice, "variation": text, "judgment": { "name": "Blunder", "comment": text } }],
        "createdAt": choice,
        "perf": text,
    });
    if let Some(members) = record.as_object_mut() {
        let mut bit = 0;
        members.retain(|name, _| {
            bit += 1;
            name == "moves" || choice >> bit & 1 == 1
        });
        if choice & 1 == 1 {
            members.insert("moves".to_owned(), json!("e4 e5"));
        }
    }
    record
}

/// Evaluations whose texts are all the same, or are of the start.
fn evaluations(text: &str, choice: u32) -> Value {
    let position =
        if choice & 1 == 1 { text } else { "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -" };
    let line = if choice & 2 == 2 { text } else { "e2e4 e7e5 g1f3" };
    let score = if choice & 4 == 4 { "mate" } else { "cp" };
    let lines = [json!({ score: choice as i32 >> 3, "line": line }), json!({ "cp": choice })];
    json!({ "fen": position, "evals": [{ "pvs": lines, "depth": choice % 99, "knodes": choice }, { "pvs": [] }] })
}

/// Evaluations that are converted are one record of EPD without a fault of form.
fn one_position(record: &[u8]) {
    let mut text = String::new();
    if lichess::evaluation(record, &mut text).is_ok() {
        let mut reader = Reader::new(text.as_bytes());
        let first = reader.read_record(&mut Ignore).and_then(|record| record.epd);
        assert!(first.is_some_and(|epd| epd.evaluation().is_some()), "{text} of {}", shown(record));
        assert!(reader.read_record(&mut Ignore).is_none(), "{text} of {}", shown(record));
    }
}

/// A record that is converted is one game, or none at all.
fn one_game(convert: fn(&[u8], &mut String) -> Result<(), SiteError>, record: &[u8]) {
    let mut text = String::new();
    match convert(record, &mut text) {
        Ok(()) if text.is_empty() => {}
        Ok(()) => assert_eq!(pgnkit::parse_games(text.as_bytes()).count(), 1, "{text} of {}", shown(record)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

/// The number of records of an archive, which are in it and in order.
fn archive(bytes: &[u8]) -> usize {
    let (mut at, mut count) = (0, 0);
    while let Some(record) = chess_com::next_game(&bytes[at..]) {
        assert!(record.start < record.end && at + record.end <= bytes.len());
        assert!(bytes[at + record.start] == b'{');
        at += record.end;
        count += 1;
    }
    count
}
