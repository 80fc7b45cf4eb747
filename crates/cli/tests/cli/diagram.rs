//! `pgn diagram`.

use crate::rig::{BAD, Dir, Ran, pgn, snapshot};

const GAMES: &str = "\
[White \"Tal, M.\"]\n[Black \"<b>&\"]\n[Date \"1960.05.01\"]\n[Result \"1-0\"]\n\n\
1. e4 {[%cal Re4e5] [%csl Gd5]} 1... e5 2. Bc4 Nc6 3. Qh5 {[%mark f7 red]} Nf6 4. Qxf7# 1-0\n\n\
[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40\"]\n\n40... Kd7 41. e4 *\n";

/// What a picture is of, in words: title and description.
fn words(ran: &Ran) -> (String, String) {
    let between = |from: &str, to: &str| {
        let text = ran.out().split_once(from).unwrap().1;
        text.split_once(to).unwrap().0.to_owned()
    };
    (between("<title>", "</title>"), between("<desc>", "</desc>"))
}

#[test]
fn the_position_that_is_asked_for() {
    for (args, title, end) in [
        (
            &[][..],
            "Tal, M. - &lt;b&gt;&amp;, 1960, after 4. Qxf7#",
            "Black to move, checkmate. Last move: h5 to f7.",
        ),
        (&["--ply", "0"], "Tal, M. - &lt;b&gt;&amp;, 1960, the initial position", "White to move."),
        (
            &["--ply", "1"],
            "Tal, M. - &lt;b&gt;&amp;, 1960, after 1. e4",
            "Black to move. Last move: e2 to e4. Red arrow from e4 to e5. Green square d5.",
        ),
        (
            &["--move", "3"],
            "Tal, M. - &lt;b&gt;&amp;, 1960, after 3. Qh5",
            "Last move: d1 to h5. Red square f7.",
        ),
        (&["--move", "3b"], "Tal, M. - &lt;b&gt;&amp;, 1960, after 3... Nf6", "Last move: g8 to f6."),
        (&["--game", "2"], "after 41. e4", "Last move: e2 to e4."),
        (&["--game", "2", "--move", "40..."], "after 40... Kd7", "Last move: e8 to d7."),
        (&["--game", "2", "--ply", "0"], "Chess position", "Black: king e8. Black to move."),
        (&["--title", "My\ngame"], "My game", "checkmate. Last move: h5 to f7."),
        (
            &["--ply", "1", "--no-marks", "--no-last-move"],
            "Tal, M. - &lt;b&gt;&amp;, 1960, after 1. e4",
            "Black to move.",
        ),
        (
            &["--ply", "0", "--arrow", "e2e4,d2d4:red", "--square", "e5:blue"],
            "Tal, M. - &lt;b&gt;&amp;, 1960, the initial position",
            "White to move. Blue square e5. Green arrow from e2 to e4. Red arrow from d2 to d4.",
        ),
    ] {
        let ran = pgn(&[&["diagram"], args].concat(), GAMES).status(0);
        let (found, description) = words(&ran);
        assert_eq!(found, title, "{args:?}");
        assert!(description.ends_with(end), "{args:?}: {description}");
        assert_eq!(ran.err(), "");
    }
}

#[test]
fn positions() {
    let fen = "8/8/8/8/8/5k2/6q1/7K w - - 0 1";
    for (position, end) in [
        (fen, "White: king h1. Black: king f3, queen g2. White to move, checkmate."),
        ("8/8/8/8/8/5k2/6q1/7K w - -", "White: king h1. Black: king f3, queen g2. White to move, checkmate."),
        ("8/8/8/3N4/8/8/8/8 w - - 0 1", "White: knight d5. Black: no pieces. White to move."),
        (
            "4k3/8/8/8/8/8/8/4K3[Qpp] w - - 0 1",
            "White: king e1, in hand queen. Black: king e8, in hand 2 pawns. White to move.",
        ),
    ] {
        let ran = pgn(&["diagram", position], "").status(0);
        assert_eq!(words(&ran), ("Chess position".to_owned(), end.to_owned()), "{position}");
    }
    // Records of positions are read as games are.
    let dir = Dir::with("a.epd", "8/8/8/8/8/5k2/6q1/7K w - - bm Kh2;\n4k3/8/8/8/8/8/8/4K3 b - -\n");
    let ran = dir.pgn(&["diagram", "--game", "2", "a.epd"]).status(0);
    assert_eq!(words(&ran).1, "White: king e1. Black: king e8. Black to move.");
    let error = pgn(&["diagram", "9/8/8/8/8/8/8/8 w - - 0 1"], "").status(2);
    assert!(error.err().starts_with("pgn: 9/8/8/8/8/8/8/8 w - - 0 1: "), "{}", error.err());
    let error = pgn(&["diagram", fen, "--ply", "3"], "").status(2);
    assert_eq!(
        error.err(),
        "pgn: --game, --ply and --move choose a position of a file; this is one already\n"
    );
}

#[test]
fn how_it_looks() {
    let with = |args: &[&str]| pgn(&[&["diagram"], args].concat(), GAMES).status(0).out().to_owned();
    assert!(with(&["--flip"]).contains("<use href=\"#pgn-k\" x=\"300\" y=\"704\"/>"));
    assert!(with(&["--theme", "blue"]).contains("fill=\"#86a4be\""));
    assert!(with(&["--theme", "print"]).contains("-hatch"));
    assert!(with(&["--pieces", "discs"]).contains("a38 38"));
    assert!(with(&["--size", "720"]).contains("height=\"720\""));
    assert!(with(&["--no-coordinates"]).contains("viewBox=\"0 0 800 800\""));
    assert!(with(&[]).contains("-check"));
    assert!(!with(&["--no-check"]).contains("-check"));
    assert!(with(&[]).len() <= 15_000);
    snapshot("diagram-text", &with(&["--text", "--move", "2"]));
    snapshot("diagram-ascii", &with(&["--ascii", "--flip", "--no-coordinates"]));
}

#[test]
fn files() {
    let dir = Dir::with("games.pgn", GAMES);
    let svg = dir.pgn(&["diagram", "games.pgn"]).status(0).out().to_owned();
    assert_eq!(dir.pgn(&["diagram", "games.pgn", "-o", "a.svg"]).status(0).out(), "");
    assert_eq!(dir.read("a.svg"), svg);
    dir.pgn(&["diagram", "games.pgn", "-o", "a.TXT"]).status(0);
    assert!(dir.read("a.TXT").starts_with("8 ♜ . ♝ ♛ ♚ ♝ . ♜\n"));
    dir.pgn(&["diagram", "games.pgn", "--text", "-o", "board"]).status(0);
    dir.pgn(&["diagram", "games.pgn", "-o", "a.svg.gz"]).status(0);
    assert_eq!(dir.names(), ["a.TXT", "a.svg", "a.svg.gz", "board", "games.pgn"]);
    for (args, message) in [
        (&["games.pgn", "-o", "a.png"][..], "a.png: diagrams are written as .svg, or as text into .txt"),
        (&["games.pgn", "-o", "a"], "a: diagrams are written as .svg, or as text into .txt"),
        (&["games.pgn", "--text", "-o", "b.svg"], "b.svg: a board of text is no SVG"),
        (&["games.pgn", "--game", "3"], "there is no game 3: they are 2"),
        (&["games.pgn", "--ply", "8"], "game 1: it is 7 half-moves long"),
        (&["games.pgn", "--move", "4b"], "game 1: there is no move 4..."),
        (&["games.pgn", "--game", "2", "--move", "40"], "game 2: there is no move 40."),
        (
            &["games.pgn", "-o", "./games.pgn", "--text"],
            "games.pgn: a picture does not take the place of what it is made from",
        ),
    ] {
        let ran = dir.pgn(&[&["diagram"], args].concat()).status(2);
        assert_eq!(ran.err(), format!("pgn: {message}\n"), "{args:?}");
    }
    assert_eq!(dir.names(), ["a.TXT", "a.svg", "a.svg.gz", "board", "games.pgn"]);
    assert_eq!(dir.read("games.pgn"), GAMES);
    dir.pgn(&["diagram", "none.pgn"]).status(2);
    assert_eq!(pgn(&["diagram"], "").status(2).err(), "pgn: there is no game\n");
    for bad in [
        ["--arrow", "e2"],
        ["--square", "e2e4"],
        ["--arrow", "e2e4:pink"],
        ["--move", "x"],
        ["--theme", "x"],
        ["--size", "1"],
    ] {
        dir.pgn(&[&["diagram", "games.pgn"][..], &bad].concat()).status(2);
    }
}

#[test]
fn what_cannot_be_read() {
    let ran = pgn(&["diagram"], BAD).status(1);
    assert_eq!(ran.err(), "pgn: game 1 has errors; this is what could be read, `pgn check` says more\n");
    assert!(words(&ran).1.ends_with("White to move. Last move: e7 to e5."));
    let unknown = pgn(&["diagram"], "[Variant \"Bughouse\"]\n\n1. e4 *\n").status(2);
    assert_eq!(unknown.err(), "pgn: game 1: its variant is not known, so it has no positions\n");
    let fen = pgn(&["diagram"], "[SetUp \"1\"]\n[FEN \"x\"]\n\n1. e4 *\n").status(2);
    assert_eq!(fen.err(), "pgn: game 1: its FEN tag gives no position\n");
    let german = pgn(&["diagram", "--lang", "de"], "1. Sf3 *").status(0);
    assert!(words(&german).1.ends_with("Last move: g1 to f3."));
    let hostile =
        "[White \"\x1b[31m\u{202e}</title><script>\"]\n[Black \"\u{9b}\0x\"]\n\n1. e4 {[%csl \x1bGe4]} *\n";
    let ran = pgn(&["diagram"], hostile);
    let bad = ran.out().chars().find(|c| (c.is_control() && *c != '\n') || *c == '\u{202e}');
    assert_eq!(bad, None);
    assert!(!ran.out().contains("<script"));
}
