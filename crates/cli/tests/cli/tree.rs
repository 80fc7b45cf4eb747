//! `pgn tree`.

use pgnkit::chess::Position;

use crate::rig::{BAD, Dir, pgn, snapshot};

const GAMES: &str = "\
[WhiteElo \"2700\"]\n[BlackElo \"2600\"]\n[Date \"1999.??.??\"]\n[Result \"1-0\"]\n\n1. d4 Nf6 2. c4 e6 1-0\n\n\
[WhiteElo \"2500\"]\n[Date \"2003.01.01\"]\n[Result \"1/2-1/2\"]\n\n1. c4 Nf6 2. d4 g6 1/2-1/2\n\n\
[Result \"0-1\"]\n\n1. e4 c5 2. Nf3 0-1\n\n\
1. d4 d5 *\n";

#[test]
fn what_is_shown() {
    let dir = Dir::with("games.pgn", format!("{GAMES}\n{BAD}"));
    let with = |args: &[&str]| {
        for jobs in ["1", "2"] {
            dir.pgn(&[&["tree", "--jobs", jobs], args, &["games.pgn"]].concat()).status(1);
        }
        let ran = dir.pgn(&[&["tree"], args, &["games.pgn"]].concat()).status(1);
        format!("{}{}", ran.out(), ran.err())
    };
    snapshot("tree-text", &with(&["--depth", "4"]));
    snapshot("tree-json", &with(&["--depth", "4", "--report", "json"]));
    snapshot("tree-pgn", &with(&["--depth", "4", "--report", "pgn"]));
}

#[test]
fn the_position_it_begins_with() {
    let lines = |args: &[&str]| {
        let ran = pgn(&[&["tree"], args].concat(), GAMES).status(0);
        let moves = ran.out().lines().map(|line| line.split("  ").next().unwrap_or_default().to_owned());
        moves.collect::<Vec<_>>()
    };
    assert_eq!(lines(&["--moves", "1. d4"]), ["after 1. d4: 2 games", "move", "1... Nf6", "1... d5"]);
    assert_eq!(
        lines(&["--moves", "d4 Nf6 c4"]),
        ["after 1. d4 Nf6 2. c4: 2 games", "move", "2... e6", "2... g6"]
    );
    let fen = "rnbqkb1r/pppppppp/5n2/8/2PP4/8/PP2PPPP/RNBQKBNR b KQkq - 0 2";
    assert_eq!(lines(&["--fen", fen])[1..], ["move", "2... e6", "2... g6"]);
    assert_eq!(lines(&["--min-games", "2"]), ["the initial position: 4 games", "move", "1. d4"]);
    assert_eq!(lines(&["--where", "year < 2000"]), ["the initial position: 1 game", "move", "1. d4"]);
    assert_eq!(lines(&["--moves", "a3"]), ["after 1. a3: 0 games"]);
    let book = pgn(&["tree", "--moves", "d4 Nf6", "--report", "pgn"], GAMES).status(0);
    assert!(
        book.out().ends_with("1. d4 Nf6 2. c4 {1 game, 100.0 %, performance 3400, Elo 2700, 1999} *\n\n"),
        "{}",
        book.out()
    );
    let book = pgn(&["tree", "--fen", fen, "--report", "pgn"], GAMES).status(0);
    assert!(book.out().contains(fen), "{}", book.out());
}

#[test]
fn several_files_and_memory() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.write("b.pgn", "[WhiteElo \"2900\"]\n\n1. e4 c5 *\n");
    let ran = dir.pgn(&["tree", "--moves", "e4", "a.pgn", "b.pgn"]).status(0);
    assert!(ran.out().ends_with("b.pgn#1\n"), "{}", ran.out());
    // Games of random moves need more than a megabyte.
    let mut text = String::new();
    let mut random = 1_u64;
    for _ in 0..1500 {
        let mut position = Position::START;
        for _ in 0..12 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = moves[(random >> 33) as usize % moves.len()];
            text += &format!("{} ", position.san(mv));
            position.play(mv);
        }
        text += "*\n\n";
    }
    let ran = pgn(&["tree", "--depth", "12", "--memory", "1M", "--min-games", "40"], &text).status(0);
    let said = "half-moves: memory limit of 1 MB reached (raise it with --memory)";
    assert!(ran.err().contains(said), "{}", ran.err());
    assert!(ran.out().contains("\n1. "), "{}", ran.out());
}

#[test]
fn what_is_no_position_is_refused() {
    for (args, said) in [
        (&["--fen", "nonsense"][..], "--fen: "),
        (&["--moves", "e5"], "--moves: expected a legal move, found `e5`"),
        (&["--moves", "{x}"], "--moves: expected"),
        (&["--moves", "e4 (d4)"], "--moves: expected moves from the initial position"),
        (&["--depth", "0"], "0 is not in 1..=400"),
        (&["--moves", "e4", "--fen", "x"], "cannot be used with"),
        (&["--where", "elo"], "expected"),
    ] {
        let ran = pgn(&[&["tree"], args].concat(), GAMES).status(2);
        assert!(ran.err().contains(said), "{args:?}: {}", ran.err());
    }
}
