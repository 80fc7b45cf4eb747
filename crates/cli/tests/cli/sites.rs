//! Games of sites, as their interfaces give them.

use crate::rig::{Dir, pgn};

const LICHESS: &str = "{\"id\":\"abcdefgh\",\"variant\":\"standard\",\"players\":{\"white\":{\"user\":{\"name\":\"Tal\"}}},\"moves\":\"e4 e5 Ke3\",\"status\":\"mate\"}\n\
    {\"id\":\"ijklmnop\",\"variant\":\"standard\",\"players\":{},\"moves\":\"d4\",\"winner\":\"white\"}\n\
    {\"id\":\"broken\n";
const CHESS_COM: &str = "{\"games\":[{\"pgn\":\"[White \\\"A\\\"]\\n\\n1. e4 *\"},{\"rules\":\"bughouse\"},{\"pgn\":\"1. d4 {a}} *\"}]}";
/// A game of each without errors.
pub(crate) const LICHESS_GAME: &str = "{\"id\":\"abcdefgh\",\"variant\":\"standard\",\"players\":{\"white\":{\"user\":{\"name\":\"Tal\"},\"rating\":2700}},\"moves\":\"e4 e5 Nf3\",\"clocks\":[6003,6003,5900],\"status\":\"resign\",\"winner\":\"white\"}\n";
pub(crate) const CHESS_COM_GAME: &str =
    "{\"games\":[{\"pgn\":\"[Event \\\"E\\\"]\\n[White \\\"A\\\"]\\n[Result \\\"1-0\\\"]\\n\\n1. e4 1-0\"}]}";
pub(crate) const PUZZLES: &str = "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags\n\
    00008,r6k/pp2r2p/4Rp1Q/3p4/8/1N1P2R1/PqP2bPP/7K b - - 0 24,f2g3 e6e7,1798,77,95,8235,crushing fork,https://lichess.org/787zsVup/black#48,\n";

#[test]
fn the_content_tells_the_form() {
    let dir = Dir::new();
    dir.write("a.ndjson", LICHESS);
    dir.write("b.json", CHESS_COM);
    dir.write("c.csv", PUZZLES);
    dir.write("d/package.json", "{\"name\":\"x\"}");
    dir.write("d/games.json", CHESS_COM);
    for (input, expected) in [
        ("a.ndjson", "pgn: 3 games (215 bytes): 2 with errors; 1 left out"),
        ("b.json", "pgn: 3 games"),
        ("c.csv", "pgn: 1 game"),
        ("d", "pgn: 3 games"),
    ] {
        let ran = dir.pgn(&["check", input]);
        assert!(ran.account().starts_with(expected), "{input}: {}", ran.account());
    }
    let ran = dir.pgn(&["fmt", "c.csv"]).status(0);
    assert!(ran.out().ends_with("24... Bxg3 25. Rxe7 *\n\n"), "{}", ran.out());
    let ran = dir.pgn(&["filter", "--count", "PuzzleThemes LIKE '%fork%'", "c.csv"]).status(0);
    assert_eq!(ran.out().trim(), "1");
}

#[test]
fn reports_are_at_the_record() {
    for (form, text, expected) in [
        ("lichess", LICHESS, [":1:1: error[PGN-C001]", ":3:1: error[PGN-R001]"]),
        ("chesscom", CHESS_COM, [":1:46: error[PGN-R001]", ":1:67: error[PGN-L010]"]),
    ] {
        for jobs in ["1", "3"] {
            let ran = pgn(&["check", "-j", jobs, "--from", form, "--format", "concise"], text).status(1);
            for expected in expected {
                assert!(ran.out().contains(expected), "{form}: {}", ran.out());
            }
        }
        let ran = pgn(&["fmt", "--on-error", "keep", "--from", form], text).status(1);
        assert_eq!(ran.out().matches("[Event").count(), 2, "{}", ran.out());
    }
}

#[test]
fn a_document_of_any_length_is_read_in_blocks() {
    let game = "{\"url\":\"x\",\"pgn\":\"[White \\\"A\\\"]\\n\\n1. e4 e5 2. Nf3 *\"}";
    let text = format!("{{\"games\":[{}]}}\n", vec![game; 30_000].join(","));
    for jobs in ["1", "3"] {
        let ran = pgn(&["check", "-j", jobs], &text).status(0);
        assert!(ran.account().starts_with("pgn: 30000 games"), "{}", ran.account());
    }
    // What breaks off is an error, and not silent.
    let ran = pgn(&["check"], &text[..text.len() - 40]).status(1);
    assert!(
        ran.account().starts_with("pgn: 30000 games") && ran.account().contains("1 with errors"),
        "{}",
        ran.account()
    );
}

pub(crate) const SERVER_LOG: &str = "fics% oldmoves 3\n\nAlpha (1626) vs. Beta (1678) --- Mon Nov  4, 08:38 CET 2002\n\
        Rated blitz match, initial time: 5 minutes, increment: 2 seconds.\n\n\
        Move  Alpha           Beta\n----  -------------   -------------\n\
        \x20 1.  e4     (0:00)   e5     (0:00)\n      {Black resigns} 1-0\n\nBeta(100): good game\n";

#[test]
fn a_log_of_a_server_gives_its_games() {
    let log = SERVER_LOG;
    let ran = pgn(&["fmt"], log).status(0);
    assert!(
        ran.out().contains("[White \"Alpha\"]") && ran.out().contains("{Black resigns} 1-0"),
        "{}",
        ran.out()
    );
    let ran = pgn(&["check", "--from", "ics", "--format", "concise"], log).status(0);
    assert!(ran.out().contains("PGN-R002") && ran.out().contains("lines of talk"), "{}", ran.out());
    assert_eq!(
        pgn(&["check", "--from", "ics"], "only talk\n").account(),
        "pgn: 0 games (0 bytes): no errors"
    );
}

/// Made after the description of the file of evaluations: the deepest evaluation is not the first, castling takes the rook.
const EVALUATIONS: &str = "{\"fen\":\"r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq -\",\"evals\":[\
    {\"pvs\":[{\"cp\":20,\"line\":\"d2d3 d7d6\"},{\"cp\":11,\"line\":\"e1h1\"}],\"knodes\":900,\"depth\":20},\
    {\"pvs\":[{\"cp\":-12,\"line\":\"e1h1 d7d6 d2d3\"}],\"knodes\":2500,\"depth\":31}]}\n\
    {\"fen\":\"6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - -\",\"evals\":[{\"pvs\":[{\"mate\":1,\"line\":\"h7h6 d1d8\"}],\"knodes\":1,\"depth\":9}]}\n\
    {\"fen\":\"6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -\",\"evals\":[{\"pvs\":[{\"cp\":1,\"line\":\"d1d9\"}],\"knodes\":1,\"depth\":9}]}\n";

#[test]
fn evaluations_of_lichess_are_positions() {
    let ran = pgn(&["convert", "--to", "epd", "--on-error", "keep"], EVALUATIONS).status(1);
    assert_eq!(
        ran.out(),
        "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - acd 31; acn 2500000; ce -12; pv O-O d6 d3;\n\
         6k1/5ppp/8/8/8/8/5PPP/3R2K1 b - - acd 9; acn 1000; ce -32765; pv h6 Rd8+;\n"
    );
    let ran = pgn(&["check", "--format", "concise"], EVALUATIONS).status(1);
    for expected in [":1:1: warning[PGN-R002]", ":3:1: error[PGN-R001]"] {
        assert!(ran.out().contains(expected), "{}", ran.out());
    }
    // As games, too, and recognised in directories.
    let dir = Dir::new();
    dir.write("d/evals.jsonl", EVALUATIONS);
    let ran = dir.pgn(&["convert", "--to", "pgn", "--on-error", "keep", "d"]).status(1);
    assert_eq!(ran.out().matches("[FEN \"").count(), 2, "{}", ran.out());
}

#[test]
fn json_of_something_else_is_one_error_that_names_what_is_read() {
    let ran = pgn(&["check"], "{\"name\":\"x\",\"scripts\":{},\"private\":true}\n").status(1);
    assert!(
        ran.out().contains("evaluations of lichess") && ran.account().contains("1 with errors"),
        "{}",
        ran.out()
    );
}

#[test]
fn a_round_of_livechess_has_its_games_beside_it() {
    let dir = Dir::new();
    let index = r#"{"date":"2024-05-01","pairings":[{"white":{"lname":"Berg"},"black":{"lname":"Eng"},"result":"1-0"},{"white":{"lname":"Foss"},"black":{"lname":"Hall"},"result":"*"}]}"#;
    dir.write("open/round-2/index.json", index);
    dir.write("open/round-2/game-1.json", r#"{"live":false,"result":"1-0","moves":["e4 5400","e5 +3"]}"#);
    dir.write("open/round-2/game-2.json", r#"{"live":true,"moves":["d4","d5","Kd3"]}"#);
    dir.write("open/tournament.json", r#"{"name":"Open","rounds":[],"eboards":[]}"#);
    for input in ["open", "open/round-2/index.json"] {
        let ran = dir.pgn(&["fmt", input]).status(1);
        assert!(
            ran.out().contains("[Event \"Open\"]\n") && ran.out().contains("[Round \"2.1\"]"),
            "{}",
            ran.out()
        );
        assert!(ran.out().contains("1. e4 {[%clk 1:30:00]} 1... e5 {[%emt 0:00:03]} 1-0"), "{}", ran.out());
        assert!(ran.err().contains("index.json: board 2: error[PGN-C001]"), "{}", ran.err());
        assert!(ran.account().starts_with("pgn: 2 games"), "{}", ran.account());
    }
    // A document that is no round says what to read.
    for input in ["open/tournament.json", "open/round-2/game-1.json"] {
        let ran = dir.pgn(&["check", input]).status(2);
        assert!(ran.err().contains("it is read with the index of its round"), "{}", ran.err());
    }
    let ran = pgn(&["check", "--format", "concise"], index).status(1);
    assert!(ran.out().contains("game-1.json is not with it; name a file, not a stream"), "{}", ran.out());
    std::fs::remove_file(dir.path("open/round-2/game-2.json")).unwrap();
    let ran = dir.pgn(&["check", "--format", "concise", "open"]).status(1);
    assert!(ran.out().contains("there is no file game-2.json beside it"), "{}", ran.out());
    // What is there and cannot be read is not missing.
    std::fs::create_dir(dir.path("open/round-2/game-2.json")).unwrap();
    let ran = dir.pgn(&["check", "--format", "concise", "open"]).status(1);
    assert!(!ran.out().contains("there is no file"), "{}", ran.out());
    assert!(ran.out().contains("game-2.json: ") && ran.account().contains("1 left out"), "{}", ran.out());
    std::fs::remove_file(dir.path("open/tournament.json")).unwrap();
    assert!(dir.pgn(&["fmt", "open"]).status(1).out().contains("[Event \"?\"]\n"));
    std::fs::create_dir(dir.path("open/tournament.json")).unwrap();
    let ran = dir.pgn(&["fmt", "open"]).status(2);
    assert!(ran.err().contains("index.json: cannot read: tournament.json: "), "{}", ran.err());
    std::fs::remove_dir(dir.path("open/tournament.json")).unwrap();
    dir.write("open/tournament.json", "[]");
    let ran = dir.pgn(&["fmt", "open"]).status(2);
    assert!(ran.err().contains("index.json: cannot read: tournament.json: "), "{}", ran.err());
}

#[test]
fn games_are_written_as_lichess_gives_them() {
    let dir = Dir::new();
    dir.write("a.pgn", "[Event \"Rated blitz game\"]\n[Board \"3\"]\n\n1. e4 {[%clk 0:05:00]} e5 {[%clk 0:05:00] fine} *\n\n1. e4 -- *\n");
    let ran = dir.pgn(&["convert", "--to", "lichess", "a.pgn"]).status(1);
    assert!(ran.out().contains("\"moves\":\"e4 e5\",\"clocks\":[30000,30000]"), "{}", ran.out());
    assert!(ran.err().contains("JSON of lichess would lose a part of the game"), "{}", ran.err());
    assert!(ran.account().contains("1 left out") || ran.account().contains("1 dropped"), "{}", ran.account());
    assert!(
        ran.err().contains("without: 1 tags, 1 comments") || ran.err().contains("1 comment"),
        "{}",
        ran.err()
    );
    dir.pgn(&["convert", "--to", "lichess", "a.pgn", "-o", "b.ndjson", "--on-error", "drop"]).status(1);
    let ran = dir.pgn(&["fmt", "b.ndjson"]).status(0);
    assert!(ran.out().contains("[Event \"Rated blitz game\"]"), "{}", ran.out());
}
