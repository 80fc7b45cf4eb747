//! `pgn book make`, `pgn book show` and `pgn book merge`.

use crate::rig::{BAD, Dir, pgn};

const GAMES: &str = "\
[White \"Tal\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n\
[White \"Fine\"]\n[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 d6 1-0\n\n\
[White \"Tal\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 e5 2. e4 Nc6 1/2-1/2\n\n\
[White \"Fine\"]\n[Result \"0-1\"]\n\n1. d4 d5 0-1\n";

#[test]
fn a_book_is_made_and_shown() {
    let dir = Dir::with("a.pgn", GAMES);
    let ran = dir.pgn(&["book", "make", "--min-games", "1", "a.pgn", "-o", "a.bin"]).status(0);
    assert_eq!(
        (ran.out(), ran.account()),
        ("", "pgn: 4 games (217 bytes): no errors; book: 4 games counted, 8 moves")
    );
    let bytes = std::fs::read(dir.path("a.bin")).unwrap();
    assert_eq!(bytes.len(), 8 * 16);
    for jobs in ["1", "3"] {
        let ran =
            dir.pgn(&["book", "make", "-q", "-j", jobs, "--min-game", "1", "-o", "-", "a.pgn"]).status(0);
        assert_eq!((ran.bytes(), ran.err()), (&bytes[..], ""));
    }
    let ran = dir.pgn(&["book", "show", "a.bin"]).status(0);
    assert_eq!(
        ran.out(),
        "a.bin: 8 moves in 7 positions\nthe initial position: 2 moves\nmove    weight      %\n\
         1. e4        4   80.0\n1. Nf3       1   20.0\n"
    );
    let ran = dir.pgn(&["book", "show", "a.bin", "--moves", "e4", "--depth", "9"]).status(0);
    assert_eq!(ran.out(), "a.bin: 8 moves in 7 positions\nafter 1. e4: 0 moves\n");
    let ran = dir.pgn(&["book", "show", "a.bin", "--moves", "Nf3", "--depth", "9"]).status(0);
    assert_eq!(
        ran.out(),
        "a.bin: 8 moves in 7 positions\nafter 1. Nf3: 1 move\nmove          weight      %\n\
         1... e5            1  100.0\n  2. e4            1  100.0\n    2... Nc6       1  100.0\n"
    );
    let ran = dir.pgn(&["book", "show", "a.bin", "--report", "json", "--depth", "2"]).status(0);
    assert_eq!(
        ran.out(),
        "{\"line\":\"1. e4\",\"percent\":80.0,\"ply\":1,\"san\":\"e4\",\"weight\":4}\n\
         {\"line\":\"1. Nf3\",\"percent\":20.0,\"ply\":1,\"san\":\"Nf3\",\"weight\":1}\n\
         {\"line\":\"1. Nf3 e5\",\"percent\":100.0,\"ply\":2,\"san\":\"e5\",\"weight\":1}\n"
    );
    let fen = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    let ran = dir.pgn(&["book", "show", "a.bin", "--fen", fen, "--to", "pgn", "-o", "a-book.pgn"]).status(0);
    assert_eq!(ran.out(), "");
    let game = dir.read("a-book.pgn");
    assert!(game.contains(fen), "{game}");
    assert!(
        game.ends_with(
            "1... e5 {weight 1, 100.0 %} 2. e4 {weight 1, 100.0 %} 2... Nc6 {weight 1,\n100.0 %} *\n\n"
        ),
        "{game}"
    );
    dir.pgn(&["check", "-q", "a-book.pgn"]).status(0);
}

#[test]
fn moves_and_games_are_chosen() {
    let dir = Dir::with("a.pgn", format!("{GAMES}\n{BAD}"));
    let moves = |args: &[&str], status| {
        let made = dir.pgn(&[&["book", "make", "-q", "a.pgn", "-o", "a.bin"], args].concat());
        made.status(status);
        let shown = dir.pgn(&["book", "show", "a.bin", "--report", "json", "--depth", "400"]).status(0);
        let moves = shown.out().lines().map(|line| line.split('"').nth(3).unwrap().to_owned());
        moves.collect::<Vec<_>>()
    };
    assert_eq!(moves(&[], 1), [] as [&str; 0]);
    assert_eq!(moves(&["--min-games", "2"], 1), ["1. e4"]);
    let white = ["--min-games", "1", "--only-white", "--max-ply", "1"];
    assert_eq!(moves(&white, 1), ["1. e4", "1. Nf3"]);
    assert_eq!(moves(&["--min-games", "1", "--min-score", "60"], 1), ["1. e4"]);
    assert_eq!(
        moves(&["--min-games", "1", "--where", "white = 'Tal' AND result <> '1-0'", "--limit", "1"], 0).len(),
        4
    );
    assert_eq!(moves(&["--min-games", "1", "--games", "4", "--only-black"], 0), [] as [&str; 0]);
    let shown = dir.pgn(&["book", "show", "a.bin", "--moves", "d4"]).status(0);
    assert!(shown.out().ends_with("1... d5       2  100.0\n"), "{}", shown.out());
    dir.pgn(&["book", "make", "--only-white", "--only-black", "a.pgn", "-o", "b.bin"]).status(2);
    dir.pgn(&["book", "make", "--min-score", "101", "a.pgn", "-o", "b.bin"]).status(2);
    dir.pgn(&["book", "make", "a.pgn"]).status(2);
    // A game with an error does not count, with any treatment; the book of the others is written.
    let ran = dir.pgn(&["book", "make", "--min-games", "1", "a.pgn", "-o", "b.bin"]).status(1);
    assert!(ran.account().ends_with("book: 4 games counted, 8 moves"), "{}", ran.account());
}

#[test]
fn memory_has_a_limit() {
    let mut text = String::new();
    let mut random = 1_u64;
    for _ in 0..3000 {
        let mut position = pgnkit::chess::Position::START;
        for _ in 0..16 {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mv = moves[(random >> 33) as usize % moves.len()];
            text.push_str(&format!("{} ", position.san(mv)));
            position.play(mv);
        }
        text.push_str("*\n\n");
    }
    let dir = Dir::with("a.pgn", text);
    let ran = dir.pgn(&["book", "make", "--memory", "1M", "a.pgn", "-o", "a.bin"]).status(2);
    assert!(ran.err().contains("they need more than 1 MB"), "{}", ran.err());
    assert_eq!(dir.names(), ["a.pgn"]);
    dir.pgn(&["book", "make", "-q", "a.pgn", "-o", "a.bin"]).status(0);
}

#[test]
fn books_are_merged() {
    let dir = Dir::with("a.pgn", GAMES);
    let make = |games: &str, file: &str| {
        dir.pgn(&["book", "make", "-q", "--min-games", "1", "--games", games, "a.pgn", "-o", file]).status(0);
    };
    make("1-2", "a.bin");
    make("3-4", "b.bin");
    make("1-4", "c.bin");
    assert_eq!(dir.pgn(&["book", "merge", "a.bin", "b.bin", "-o", "d.bin.gz"]).status(0).out(), "");
    let shown = |file: &str| {
        dir.pgn(&["book", "show", file, "--depth", "9"])
            .status(0)
            .out()
            .split_once('\n')
            .unwrap()
            .1
            .to_owned()
    };
    assert_eq!(shown("d.bin.gz"), shown("c.bin"));
    assert_eq!(
        dir.pgn(&["book", "merge", "a.bin", "b.bin", "-o", "-"]).status(0).bytes(),
        std::fs::read(dir.path("c.bin")).unwrap()
    );
    // No input is an output.
    for args in [
        &["book", "merge", "a.bin", "b.bin", "-o", "a.bin"][..],
        &["book", "show", "a.bin", "-o", "a.bin"],
        &["book", "make", "a.pgn", "-o", "a.pgn"],
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(ran.err().contains("it is an input"), "{}", ran.err());
    }
    dir.pgn(&["book", "merge", "-o", "e.bin"]).status(2);
    assert!(
        dir.pgn(&["book", "merge", "missing.bin", "-o", "e.bin"]).status(2).err().contains("missing.bin")
    );
}

#[test]
fn damaged_books() {
    let dir = Dir::new();
    let entry =
        |key: u64, bits: u16| [&key.to_be_bytes()[..], &bits.to_be_bytes(), &[0, 1, 0, 0, 0, 0]].concat();
    let start = pgnkit::chess::Position::START.polyglot_key();
    dir.write("a.bin", [entry(start, 0o1434), entry(start, 0o1444), entry(1, 1), b"end".to_vec()].concat());
    let ran = dir.pgn(&["book", "show", "a.bin"]).status(1);
    assert_eq!(
        ran.err(),
        "pgn: a.bin: entry 2: expected a key that is not less than the one before, found a lesser one\n\
         pgn: a.bin: entry 3: expected a whole entry, found 3 bytes at the end\n\
         pgn: a.bin: expected a legal move of rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1, found e2e5\n"
    );
    assert!(ran.out().ends_with("1. e4       1  100.0\n"), "{}", ran.out());
    // Joined, it is in order.
    dir.pgn(&["book", "merge", "a.bin", "-o", "b.bin"]).status(1);
    assert_eq!(dir.pgn(&["book", "merge", "b.bin", "-o", "-"]).status(0).bytes().len(), 3 * 16);
    let ran = pgn(&["book", "show", "-"], "1. e4 *").status(2);
    assert!(
        ran.err().contains("<stdin>: expected a book of Polyglot (.bin), found no entry"),
        "{}",
        ran.err()
    );
    assert_eq!(
        pgn(&["book", "show", "-"], "").status(0).out(),
        "<stdin>: 0 moves in 0 positions\nthe initial position: 0 moves\n"
    );
    // Of another form its name says which.
    for (name, form) in
        [("a.ctg", "ChessBase (.ctg)"), ("a.ABK.gz", "Arena (.abk)"), ("a.bin", "Polyglot (.bin)")]
    {
        dir.write(name, "1. e4 *");
        let ran = dir.pgn(&["book", "show", name]).status(2);
        assert!(
            ran.err().contains(&format!("{name}: expected a book of {form}, found no entry")),
            "{}",
            ran.err()
        );
    }
    dir.write("a.ctg", [0; 5000]);
    let ran = dir.pgn(&["book", "show", "a.ctg"]).status(2);
    assert!(
        ran.err().contains("a.ctg: entry 0: expected a whole page, found 904 bytes at the end"),
        "{}",
        ran.err()
    );
    let ran = dir.pgn(&["filter", "in_book('a.ctg')", "-"]).status(2);
    assert!(
        ran.err().contains("expected a book of ChessBase (.ctg), entry 0: expected a whole page"),
        "{}",
        ran.err()
    );
    for fault in [&["--fen", "x"][..], &["--moves", "e5"]] {
        dir.pgn(&[&["book", "show", "b.bin"], fault].concat()).status(2);
    }
}

/// A book of Arena: 1. e4 in nine games and 1. d4 in three.
#[test]
fn a_book_of_arena() {
    let mut bytes = vec![0; 900 * 28];
    bytes[..4].copy_from_slice(b"\x03ABK");
    for (squares, games, beside) in [([11, 27], 3, 901), ([12, 28], 9, -1)] {
        bytes.extend_from_slice(&[squares[0], squares[1], 0, 5]);
        for number in [games, 0, 0, 0, -1, beside] {
            bytes.extend_from_slice(&i32::to_le_bytes(number));
        }
    }
    let dir = Dir::with("a.abk", bytes);
    let ran = dir.pgn(&["book", "show", "a.abk"]).status(0);
    assert!(ran.out().ends_with("1. e4       9   75.0\n1. d4       3   25.0\n"), "{}", ran.out());
    dir.pgn(&["book", "merge", "a.abk", "-o", "a.bin"]).status(0);
    assert_eq!(dir.pgn(&["book", "show", "a.bin"]).out(), ran.out().replace("a.abk", "a.bin"));
    // Conditions take both.
    dir.write("a.pgn", "1. e4 e5 *\n\n1. f4 *\n\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. Kd1 *\n");
    for book in ["a.abk", "a.bin"] {
        let condition = format!("in_book('{book}')");
        assert_eq!(dir.pgn(&["filter", &condition, "--count", "a.pgn"]).out(), "2\n");
    }
    let ran = dir.pgn(&["filter", "in_book('a.pgn')", "a.pgn"]).status(2);
    assert!(ran.err().contains("expected a book of Polyglot (.bin)"), "{}", ran.err());
}

/// Without these words `pgn book` prints games; a file may have such a name.
#[test]
fn files_with_the_names_of_subcommands() {
    let dir = Dir::with("make", "1. e4 *\n");
    let ran = dir.pgn(&["book", "--to", "typst", "./make"]).status(0);
    assert!(ran.out().contains("#game(1"), "{}", ran.out());
}
