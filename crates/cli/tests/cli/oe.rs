//! Files of counts of the Free Chess Club: `pgn index -o x.oe`, `pgn tree --index x.oe`, `pgn index check x.oe`.

use std::fs;

use serde_json::Value;

use crate::rig::Dir;

fn example(name: &str) -> String {
    fs::read_to_string(format!("{}/../../examples/{name}.pgn", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// All rows of a tree of moves that two games or more have played, without what counts do not have.
fn rows(dir: &Dir, index: &str, options: &[&str]) -> Vec<Value> {
    let args = [&["tree", "--index", index, "--report", "json", "--min-games", "2"], options].concat();
    let ran = dir.pgn(&args).status(0);
    let row = |line: &str| {
        let mut row: Value = serde_json::from_str(line).unwrap();
        let object = row.as_object_mut().unwrap();
        // Those that go on with other moves are not counted.
        for name in ["example", "first_year", "performance", "of_games"] {
            object.remove(name);
        }
        row
    };
    ran.out().lines().map(row).collect()
}

/// Without games that have no result, which do not count.
fn indexed(dir: &Dir, file: &str, options: &[&str]) {
    let decided = ["--where", "result != '*'"];
    dir.pgn(&[&["index", "-q", file, "-o", "x.idx"], &decided[..]].concat()).status(0);
    dir.pgn(&[&["index", "-q", file, "-o", "x.oe"], options].concat()).status(0);
}

/// The moves of a position; what follows is another matter, since an index counts there the games that came by the position.
#[test]
fn moves_of_a_position_are_counted_as_in_the_index() {
    for name in ["games", "clocks"] {
        let dir = Dir::with("a.pgn", example(name));
        indexed(&dir, "a.pgn", &[]);
        let all = rows(&dir, "x.idx", &["--depth", "40"]);
        let lines = all.iter().step_by(all.len().div_ceil(24)).map(|row| row["line"].as_str().unwrap());
        let mut options: Vec<_> = lines.map(|line| ["--moves", line]).collect();
        options.push(["--depth", "1"]);
        options.push(["--fen", "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2"]);
        let mut found = 0;
        for options in &options {
            let expected = rows(&dir, "x.idx", options);
            found += expected.len();
            assert_eq!(rows(&dir, "x.oe", options), expected, "{name} {options:?}");
        }
        assert!(found > 10, "{name}: {found}");
    }
}

#[test]
fn counts_are_shown_without_what_they_do_not_have() {
    let dir = Dir::with("a.pgn", example("clocks"));
    dir.pgn(&["index", "a.pgn", "-o", "x.oe", "--min-games", "3"]).status(0);
    let ran = dir.pgn(&["tree", "--index", "x.oe", "--depth", "2"]).status(0);
    assert_eq!(
        ran.out(),
        "\
the initial position: 28 games
move        games      %   white  draw black   score  perf   Elo  years      game
1. e4          21   75.0    42.9   0.0  57.1    42.9     -  1594  -2021      -
  1... e5       9   69.2    44.4   0.0  55.6    55.6     -  1372  -2021      -
  1... c5       4   30.8    50.0   0.0  50.0    50.0     -  1842  -2021      -
1. d4           7   25.0    42.9   0.0  57.1    42.9     -  1610  -2021      -
  1... d5       3  100.0    66.7   0.0  33.3    33.3     -  1526  -2021      -
"
    );
    let ran = dir.pgn(&["tree", "--index", "x.oe", "--report", "pgn"]).status(0);
    assert!(ran.out().contains("1. e4 {21 games, 42.9 %, Elo 1594, to 2021}"), "{}", ran.out());
    let ran = dir.pgn(&["tree", "--index", "x.oe", "--moves", "a4 a5 a3"]).status(2);
    assert!(ran.err().contains("--moves"), "{}", ran.err());
    let ran = dir.pgn(&["tree", "--index", "x.oe", "--moves", "1. a3 a6 2. h3"]).status(0);
    assert_eq!(ran.out(), "after 1. a3 a6 2. h3: 0 games\n");
}

#[test]
fn the_name_or_an_option_says_what_is_written() {
    let dir = Dir::with("a.pgn", example("clocks"));
    let ran = dir.pgn(&["index", "a.pgn", "-o", "x.oe"]).status(0);
    assert!(ran.account().contains("counts: "), "{}", ran.err());
    let counts = fs::read(dir.path("x.oe")).unwrap();
    assert!(counts.starts_with(b"FCOE\x01\0\x03\0\x08"));
    // All but the revision, which is the time.
    let same = |other: &[u8]| assert_eq!((&other[..9], &other[17..]), (&counts[..9], &counts[17..]));
    dir.pgn(&["index", "a.pgn", "-o", "y", "--to", "oe", "--memory", "1M", "-j", "1"]).status(0);
    same(&fs::read(dir.path("y")).unwrap());
    same(dir.pgn(&["index", "a.pgn", "-o", "-", "--to", "OE"]).status(0).bytes());
    dir.pgn(&["index", "a.pgn", "-o", "a.idx"]).status(0);
    dir.pgn(&["index", "a.idx", "-o", "z.OE"]).status(0);
    same(&fs::read(dir.path("z.OE")).unwrap());
    // Games that were added later count like the others.
    let (first, rest) = (dir.path("first.idx"), "a.pgn");
    dir.pgn(&["index", rest, "--games", "1-20", "-o", "first.idx"]).status(0);
    dir.pgn(&["index", "add", "--index", "first.idx", rest, "--games", "21-"]).status(0);
    assert!(first.exists());
    dir.pgn(&["index", "first.idx", "-o", "both.oe"]).status(0);
    same(&fs::read(dir.path("both.oe")).unwrap());
    // Fewer half-moves, fewer positions.
    dir.pgn(&["index", "a.pgn", "-o", "early.oe", "--max-ply", "2"]).status(0);
    let early = rows(&dir, "early.oe", &["--depth", "9"]);
    assert_eq!(early, rows(&dir, "x.oe", &["--depth", "2"]));
    for (args, text) in [
        (&["-o", "n.oe", "--to", "idx"][..], "n.oe: --to idx and the extension of oe contradict each other"),
        (&["-o", "n.idx", "--min-games", "3"], "--min-games has no effect on an index; see --to"),
        (&["-o", "n.idx", "--max-ply", "3"], "--max-ply has no effect on an index; see --to"),
    ] {
        let ran = dir.pgn(&[&["index", "a.pgn"], args].concat()).status(2);
        assert_eq!(ran.err(), format!("pgn: {text}\n"));
        assert!(!dir.path(args[1]).exists());
    }
}

#[test]
fn castling_promotions_and_captures_in_passing_come_back() {
    let text = "\
[SetUp \"1\"]\n[FEN \"4k2r/P7/8/8/5p2/8/4P3/R3K3 w Qk - 0 1\"]\n[WhiteElo \"2001\"]\n[Date \"1999.01.01\"]\n\n\
1. O-O-O O-O 2. e4 fxe3 3. a8=N e2 4. Nc7 e1=R 1-0\n\n";
    let dir = Dir::with("a.pgn", text.repeat(2));
    dir.pgn(&["index", "a.pgn", "-o", "x.oe"]).status(0);
    let fen = "4k2r/P7/8/8/5p2/8/4P3/R3K3 w Qk - 0 1";
    let rows = rows(&dir, "x.oe", &["--fen", fen, "--depth", "9"]);
    let sans: Vec<_> = rows.iter().map(|row| row["san"].as_str().unwrap()).collect();
    assert_eq!(sans, ["O-O-O", "O-O", "e4", "fxe3", "a8=N", "e2", "Nc7", "e1=R"]);
    assert!(rows.iter().all(|row| row["games"] == 2 && row["white"] == 2 && row["last_year"] == 1999));
    assert_eq!((&rows[0]["elo"], &rows[1]["elo"]), (&Value::from(2001), &Value::Null));
}

#[test]
fn a_file_is_checked_and_what_it_has_is_said() {
    let dir = Dir::with("a.pgn", example("clocks"));
    dir.pgn(&["index", "-q", "a.pgn", "-o", "x.oe"]).status(0);
    let ran = dir.pgn(&["index", "check", "x.oe"]).status(0);
    let lines: Vec<_> = ran.out().lines().collect();
    assert!(
        lines[0].starts_with("x.oe: 13 positions with 23 moves") && lines[0].ends_with(", without games"),
        "{lines:?}"
    );
    assert_eq!(
        lines[2..5],
        ["ratings                yes", "years                  yes", "key size                 8"]
    );
    let bytes = fs::read(dir.path("x.oe")).unwrap();
    dir.write("cut.oe", &bytes[..bytes.len() - 1]);
    let cut = format!(
        "pgn: cut.oe: entry 13, at byte {}: expected more bytes, found the end of the file\n",
        bytes.len() - 1
    );
    for args in [
        &["index", "check", "cut.oe"][..],
        &["tree", "--index", "cut.oe"],
        #[cfg(feature = "serve")]
        &["serve", "cut.oe"],
    ] {
        assert_eq!(dir.pgn(args).status(2).err(), cut, "{args:?}");
    }
}

#[test]
fn what_counts_cannot_answer_is_refused() {
    let dir = Dir::with("a.pgn", example("clocks"));
    dir.pgn(&["index", "-q", "a.pgn", "-o", "x.oe"]).status(0);
    for args in [
        &["find", "--index", "x.oe", "e4"][..],
        &["filter", "--index", "x.oe", "plies > 3"],
        &["convert", "x.oe", "--to", "pgn"],
        &["check", "x.oe"],
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(
            ran.err().contains("counts of moves for the Free Chess Club (.oe), without games"),
            "{}",
            ran.err()
        );
    }
    let before = fs::read(dir.path("x.oe")).unwrap();
    let ran = dir.pgn(&["index", "add", "--index", "x.oe", "a.pgn"]).status(2);
    assert!(ran.err().contains("which has counts alone"), "{}", ran.err());
    assert_eq!(fs::read(dir.path("x.oe")).unwrap(), before);
    let ran = dir.pgn(&["tree", "--index", "x.oe", "--where", "year > 2000"]).status(2);
    assert!(ran.err().contains("cannot be used with"), "{}", ran.err());
}
