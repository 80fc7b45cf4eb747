//! `pgn serve` of a file of counts.

use std::fs;

use serde_json::{Value, json};

use crate::rig::Dir;
use crate::serve::{Server, counts, names};

const GAMES: &str = "\
[Date \"2020.03.01\"]\n[WhiteElo \"2400\"]\n[BlackElo \"2300\"]\n\n1. e4 c5 2. Nf3 1-0\n\n\
[Date \"2021.03.01\"]\n[WhiteElo \"2501\"]\n\n1. e4 c5 2. c3 0-1\n\n\
1. e4 e5 1/2-1/2\n\n1. d4 d5 1-0\n\n1. d4 Nf6 1-0\n\n1. c4 1-0\n\n1. e4 *\n\n";

#[test]
fn counts_are_answered_without_games() {
    let dir = Dir::with("games.pgn", GAMES);
    dir.pgn(&["index", "games.pgn", "-o", "x.oe"]).status(0);
    let server = Server::begin(&dir, &["x.oe", "--log", "none"]);
    for path in
        ["/masters", "/lichess", "/masters?topGames=15&moves=12", "/lichess?variant=standard&recentGames=4"]
    {
        let answer = server.get(path).json();
        // What one game alone has is not in the file.
        assert_eq!(counts(&answer), [3, 1, 1], "{path}");
        assert_eq!(names(&answer["moves"], "uci"), ["e2e4", "d2d4"], "{path}");
        assert_eq!(counts(&answer["moves"][0]), [1, 1, 1], "{path}");
        let of = |name: &str| {
            answer["moves"].as_array().unwrap().iter().map(|one| one[name].clone()).collect::<Vec<_>>()
        };
        assert_eq!(of("averageRating")[0], json!(2451), "{path}");
        assert_eq!(of("game"), [Value::Null, Value::Null], "{path}");
        assert_eq!(answer["topGames"], json!([]), "{path}");
    }
    let answer = server.get("/masters?play=e2e4").json();
    assert_eq!((counts(&answer), names(&answer["moves"], "san")), ([1, 0, 1], vec!["c5"]));
    assert_eq!(answer["opening"], json!({ "eco": "B00", "name": "King's Pawn Game" }));
    assert_eq!(answer["moves"][0]["opening"], json!({ "eco": "B20", "name": "Sicilian Defense" }));
    assert_eq!(counts(&server.get("/masters?moves=1").json()), [3, 1, 1]);
    assert_eq!(counts(&server.get("/lichess?variant=atomic").json()), [0, 0, 0]);
    assert_eq!(counts(&server.get("/lichess?play=a2a3").json()), [0, 0, 0]);
    assert_eq!(server.get("/").status, 200);
    assert_eq!(server.get("/masters/pgn/abcdEF12").status, 404);
    for (target, name) in [
        ("/masters?since=2020", "since"),
        ("/lichess?until=2020-01", "until"),
        ("/lichess?speeds=blitz", "speeds"),
        ("/lichess?ratings=2500", "ratings"),
        ("/lichess?history=true", "history"),
        ("/player?player=Tal&color=white", "player"),
        ("/api/games?player=Tal", "games"),
    ] {
        let response = server.get(target);
        assert_eq!(response.status, 400, "{target}");
        assert_eq!(response.body, format!("bad request: {name}: the server has counts of moves alone (.oe)"));
    }
}

#[test]
fn counts_and_an_index_take_each_others_place() {
    let dir = Dir::with("games.pgn", GAMES);
    dir.pgn(&["index", "games.pgn", "-o", "x.oe"]).status(0);
    dir.pgn(&["index", "games.pgn", "-o", "y.idx"]).status(0);
    let server = Server::begin(&dir, &["x.oe", "--log", "none"]);
    fs::rename(dir.path("y.idx"), dir.path("x.oe")).unwrap();
    assert_eq!(server.line(), "pgn: x.oe: replaced: 7 games");
    assert_eq!(counts(&server.get("/masters").json()), [4, 1, 1]);
}
