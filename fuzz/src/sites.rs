//! Records of sites: any bytes are one game or an error.

use pgnkit::Game;
use pgnkit::epd::Reader;
use pgnkit::syntax::Ignore;
use pgnkit_formats::sites::{SiteError, chess_com, lichess, livechess};
use serde_json::{Value, json};

use crate::input::{self, shown};

/// The bytes as records, as texts of the members of one, and as an archive.
pub fn check(data: &[u8]) {
    let text = String::from_utf8_lossy(&input::text(data)).into_owned();
    let choice = input::choice(data);
    pgnkit::parse_games(text.as_bytes()).for_each(|game| comes_back(&game.game));
    boards(&text, choice);
    for record in [data, text.as_bytes()] {
        let _ = livechess::Round::parse(record, Some(choice));
        let _ = (livechess::begins_round(record), livechess::begins_other_document(record));
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

/// A game that is written as lichess gives it is read with the same moves. What PGN spells in another way, as control characters and braces in
/// comments, has changed after the first time, and nothing after the second.
fn comes_back(game: &Game) {
    let Some(first) = lichess_line(game) else { return };
    let again = game_of(&first);
    let moves = |game: &Game| game.mainline().map(|node| node.mv()).collect::<Vec<_>>();
    assert_eq!(moves(&again), moves(game), "{}", shown(&first));
    let second = lichess_line(&again).expect("a game that was written before");
    let third = lichess_line(&game_of(&second)).expect("a game that was written twice");
    assert_eq!(shown(&third).to_string(), shown(&second).to_string());
}

/// The line of a game, if it can be written.
fn lichess_line(game: &Game) -> Option<Vec<u8>> {
    let mut line = Vec::new();
    let is_written = lichess::write_game(game, &mut line).is_ok();
    assert!(is_written != line.is_empty());
    is_written.then_some(line)
}

/// The game of a line, which is one.
fn game_of(line: &[u8]) -> Game {
    let mut text = String::new();
    let read = lichess::game(line, &mut text);
    assert!(read.is_ok(), "{read:?} of {}", shown(line));
    let mut games: Vec<Game> = pgnkit::parse_games(text.as_bytes()).map(|parsed| parsed.game).collect();
    assert_eq!(games.len(), 1, "{text} of {}", shown(line));
    games.remove(0)
}

/// A round whose texts are all the same, or are moves.
fn boards(text: &str, choice: u32) {
    let entry = if choice & 1 == 1 { text.to_owned() } else { format!("e4 {text}") };
    let player = json!({ "fname": text, "lname": text, "title": text, "fideid": choice });
    let index = json!({ "date": text, "pairings": [{ "white": player, "black": {}, "result": text }] });
    let game = json!({
        "live": true,
        "moves": [entry, "e5 5+3"],
        "comment": text,
        "chess960": if choice & 2 == 2 { 518 } else { choice >> 2 },
        "clock": { "white": choice, "black": choice },
    });
    let tournament = json!({ "name": text, "location": text, "timecontrol": text });
    let tournament = livechess::Tournament::parse(tournament.to_string().as_bytes());
    let round = livechess::Round::parse(index.to_string().as_bytes(), Some(choice));
    let (Ok(tournament), Ok(round)) = (tournament, round) else { panic!("{index}") };
    let mut pgn = String::new();
    if round.game(1, &tournament, Some(game.to_string().as_bytes()), &mut pgn).is_ok() {
        assert_eq!(pgnkit::parse_games(pgn.as_bytes()).count(), 1, "{pgn} of {game}");
    }
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
