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
        (
            &["games.pgn", "-o", "a.jpg"][..],
            "a.jpg: diagrams are written as .svg or .png, games as .gif or .apng, text as .txt",
        ),
        (
            &["games.pgn", "-o", "a"],
            "a: diagrams are written as .svg or .png, games as .gif or .apng, text as .txt",
        ),
        (&["games.pgn", "--text", "-o", "a.png"], "a.png: a board of text is no PNG"),
        (&["games.pgn", "--to", "svg", "-o", "a.gif"], "a.gif: --to svg is no GIF"),
        (&["games.pgn", "--to", "svg", "--text"], "--to svg: --text and --ascii ask for text"),
        (&["games.pgn", "-o", "a.png.gz"], "a.png.gz: PNG is compressed already"),
        (
            &["8/8/8/3N4/8/8/8/8 w - - 0 1", "-o", "a.gif"],
            "GIF is for games; a position is drawn as .svg or .png",
        ),
        (
            &["games.pgn", "--delay", "1", "-o", "a.png"],
            "--delay, --no-loop and --no-bars are for moving pictures: -o FILE.gif or .apng",
        ),
        (
            &["games.pgn", "--no-loop"],
            "--delay, --no-loop and --no-bars are for moving pictures: -o FILE.gif or .apng",
        ),
        (
            &["games.pgn", "--arrow", "e2e4", "-o", "a.apng"],
            "--square and --arrow mark one position; a moving picture has many",
        ),
        (
            &["games.pgn", "--title", "x", "-o", "a.gif"],
            "--title is for .svg and .png; a moving picture has bars with names",
        ),
        (
            &["games.pgn", "--ply", "2-5"],
            "game 1: a picture that does not move shows one position: --ply 12, or --move 12b",
        ),
        (&["games.pgn", "--ply", "9-", "-o", "a.gif"], "game 1: it is 7 half-moves long"),
        (&["games.pgn", "--ply", "3-8", "-o", "a.gif"], "game 1: it is 7 half-moves long"),
        (&["games.pgn", "--ply", "5-2", "-o", "a.gif"], "game 1: it ends before it begins"),
        (&["games.pgn", "--move", "2-9", "-o", "a.gif"], "game 1: there is no move 9."),
        (&["games.pgn", "--text", "-o", "b.svg"], "b.svg: a board of text is no SVG"),
        (&["games.pgn", "--game", "3"], "there is no game 3: they are 2"),
        (&["games.pgn", "--ply", "8"], "game 1: it is 7 half-moves long"),
        (&["games.pgn", "--move", "4b"], "game 1: there is no move 4..."),
        (&["games.pgn", "--game", "2", "--move", "40"], "game 2: there is no move 40."),
        (
            &["games.pgn", "-o", "./games.pgn", "--text"],
            "games.pgn: it is an input; choose another file for -o",
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
        ["--delay", "0"],
        ["--to", "jpg"],
        ["--ply", "-3"],
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

/// The height and the width of a PNG, and how many frames it has.
fn png(bytes: &[u8]) -> (u32, u32, usize) {
    assert!(bytes.starts_with(b"\x89PNG\r\n\x1a\n") && bytes.ends_with(b"IEND\xaeB`\x82"), "a whole PNG");
    let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().unwrap());
    (number(16), number(20), bytes.windows(4).filter(|chunk| chunk == b"fcTL").count())
}

/// The same of a GIF, which has a control block for each frame.
fn gif(bytes: &[u8]) -> (u16, u16, usize) {
    assert!(bytes.starts_with(b"GIF89a") && bytes.ends_with(&[0, 0x3b]), "a whole GIF");
    let number = |at: usize| u16::from_le_bytes([bytes[at], bytes[at + 1]]);
    (number(6), number(8), bytes.windows(3).filter(|block| block == b"\x21\xf9\x04").count())
}

#[test]
fn pictures_of_pixels() {
    let dir = Dir::with("games.pgn", GAMES);
    let read = |name: &str| std::fs::read(dir.path(name)).unwrap();
    let made = |args: &[&str], name: &str| {
        dir.pgn(&[&["diagram", "games.pgn", "-o", name], args].concat()).status(0);
        read(name)
    };
    assert_eq!(png(&made(&[], "a.png")), (400, 400, 0));
    assert_eq!(png(&made(&["--size", "97", "--ply", "3", "--no-coordinates"], "A.PNG")), (97, 97, 0));
    assert_eq!(png(&made(&[], "a.apng")), (400, 466, 8));
    assert_eq!(gif(&made(&["--size", "120"], "a.gif")), (120, 140, 8));
    assert_eq!(png(pgn(&["diagram", "--to", "PNG"], GAMES).status(0).bytes()), (400, 400, 0));
    assert_eq!(gif(pgn(&["diagram", "--to", "gif", "-o", "-"], GAMES).status(0).bytes()).2, 8);
    dir.pgn(&["diagram", "8/8/8/3N4/8/8/8/8 w - - 0 1", "--to", "png", "-o", "position"]).status(0);
    png(&read("position"));
    for (args, frames) in [
        (&["--no-bars", "--ply", "3"][..], 4),
        (&["--no-bars", "--ply", "1-7"], 8),
        (&["--no-bars", "--ply", "0-7"], 8),
        (&["--no-bars", "--ply", "4-"], 5),
        (&["--no-bars", "--ply", "4-4"], 2),
        (&["--no-bars", "--ply", "0"], 1),
        (&["--no-bars", "--move", "2-3b"], 5),
        (&["--no-bars", "--move", "2b-"], 5),
        // Nobody is named, and there are no clocks.
        (&["--game", "2"], 3),
        (&["--game", "2", "--move", "41-"], 2),
    ] {
        assert_eq!(gif(&made(&[args, &["--size", "40"]].concat(), "b.gif")), (40, 40, frames), "{args:?}");
    }
    // Every option shows.
    let plain = made(&["--size", "64"], "a.gif");
    for option in [
        &["--flip"][..],
        &["--theme", "print"],
        &["--pieces", "discs"],
        &["--no-coordinates"],
        &["--no-last-move"],
        &["--no-check"],
        &["--no-marks"],
        &["--no-bars"],
        &["--no-loop"],
        &["--delay", "0.25"],
    ] {
        assert!(made(&[&["--size", "64"], option].concat(), "b.gif") != plain, "{option:?}");
    }
    for option in
        [&["--flip"][..], &["--arrow", "e2e4"], &["--square", "e4"], &["--title", "x"], &["--no-check"]]
    {
        assert!(made(option, "b.png") != read("a.png"), "{option:?}");
    }
    assert!(made(&[], "b.png") == read("a.png"), "the same every time");
}

#[test]
fn games_that_cannot_be_shown_whole() {
    let moving = |input: &str| pgn(&["diagram", "--to", "gif", "--size", "40"], input);
    let ran = moving(BAD).status(1);
    assert_eq!(ran.err(), "pgn: game 1 has errors; this is what could be read, `pgn check` says more\n");
    gif(ran.bytes());
    let unknown = moving("[Variant \"Bughouse\"]\n\n1. e4 *\n").status(2);
    assert_eq!(unknown.err(), "pgn: game 1: its variant is not known, so it has no positions\n");
    let fen = moving("[SetUp \"1\"]\n[FEN \"x\"]\n\n1. e4 *\n").status(2);
    assert_eq!(fen.err(), "pgn: game 1: its FEN tag gives no position\n");
    for variant in ["Crazyhouse", "Atomic", "Antichess", "Chess960", "Horde"] {
        assert_eq!(gif(moving(&format!("[Variant \"{variant}\"]\n\n*\n")).bytes()).2, 1, "{variant}");
    }
    let hostile = format!("[White \"{}\"]\n\n1. e4 *\n", "\u{202e}\x1b<刘>".repeat(30_000));
    assert!(gif(moving(&hostile).bytes()).2 == 2);
}

#[cfg(target_os = "linux")]
#[test]
fn a_disk_that_is_full_and_a_reader_that_leaves() {
    use std::process::Stdio;
    let dir = Dir::with("games.pgn", GAMES);
    for form in ["png", "gif", "apng"] {
        let ran = pgn(&["diagram", "--to", form, "-o", "/dev/full"], GAMES);
        assert!(ran.err().contains("/dev/full"), "{}", ran.err());
        ran.status(2);
        let mut command = dir.command(&["diagram", "games.pgn", "--size", "720", "--to", form]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let ended = child.wait_with_output().unwrap();
        assert_eq!((ended.status.code(), ended.stderr.len()), (Some(0), 0), "{form}");
    }
    // Nothing half is left.
    assert_eq!(dir.names(), ["games.pgn"]);
}

#[test]
fn a_board_alone_is_drawn_whoever_moves() {
    let board = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let squares = |fen: &str| {
        let drawn = pgn(&["diagram", fen, "--to", "text", "--ascii"], "").status(0);
        drawn
            .out()
            .lines()
            .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()))
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let whole = squares(&format!("{board} w KQkq - 0 1"));
    assert_eq!(whole.len(), 8, "{whole:?}");
    for fen in [
        board.to_owned(),
        format!("{board}/"),
        format!("{board}_w_KQkq_-_0_1"),
        format!("{board} w KQkq – 0 1;"),
    ] {
        assert_eq!(squares(&fen), whole, "{fen}");
    }
    // The king of Black is in check, so it is Black's move.
    pgn(&["diagram", "4k3/8/8/8/8/8/8/K3R3"], "").status(0);
}
