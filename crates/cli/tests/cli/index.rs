//! `pgn index` and `pgn tree --index`.

use std::fs;
use std::io::Write as _;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::rig::{BAD, Dir, LAX, pgn};

fn example(name: &str) -> String {
    fs::read_to_string(format!("{}/../../examples/{name}.pgn", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The games of the examples, with some that are not counted.
fn desk() -> Dir {
    let dir = Dir::with("games.pgn", example("games"));
    dir.write("clocks.pgn", example("clocks"));
    dir.write("others.pgn", format!("{LAX}\n{BAD}\n[Variant \"Atomic\"]\n\n1. e4 e5 *\n\n1. e4 *\n"));
    dir
}

/// The same tree by the index as by the files, whatever is asked for.
fn assert_same_trees(dir: &Dir, files: &[&str], index: &str, status: i32) {
    for options in [
        &[][..],
        &["--depth", "3"],
        &["--depth", "8", "--min-games", "2"],
        &["--depth", "2", "--report", "json"],
        &["--depth", "12", "--min-games", "3", "--report", "pgn"],
        &["--moves", "1. e4 c5", "--depth", "6"],
        &["--moves", "d4 Nf6 c4", "--depth", "4", "--report", "json"],
        &["--moves", "1. a3 a6 2. h3"],
        &["--fen", "rnbqkb1r/pppppppp/5n2/8/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 1 2", "--depth", "40"],
    ] {
        let of_files = dir.pgn(&[&["tree"], options, files].concat()).status(status);
        let of_index = dir.pgn(&[&["tree", "--index", index], options].concat()).status(0);
        assert_eq!(of_index.out(), of_files.out(), "{options:?}");
        assert_eq!(of_index.err(), "", "{options:?}");
    }
}

#[test]
fn a_tree_of_an_index_is_that_of_its_games() {
    let dir = desk();
    let ran = dir.pgn(&["index", "games.pgn", "-o", "games.idx"]).status(0);
    assert_eq!(ran.out(), "");
    assert!(ran.account().starts_with("pgn: 432 games ("), "{}", ran.err());
    assert_same_trees(&dir, &["games.pgn"], "games.idx", 0);
}

/// Games that come back to a position, begin elsewhere, castle in Chess960, promote, or have no move.
const ODD: &str = "\
1. Nf3 Nf6 2. Ng1 Ng8 3. e4 e5 1-0\n\n1. e4 e5 0-1\n\n\
[SetUp \"1\"]\n[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 4 3\"]\n\n1. d4 Nf6 2. Nf3 Ng8 3. Ng1 d5 1/2-1/2\n\n\
[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/1RK5 w B - 0 1\"]\n\n1. O-O-O Ke7 *\n\n\
[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. a8=N Kd7 2. O-O 1-0\n\n\
[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. O-O Kd7 2. a8=Q 1-0\n\n*\n";

/// Games with comments everywhere, also before tags, variations in variations and before moves, glyphs, an escape line, no marker, and a move that cannot be.
const ANNOTATED: &str = "\
[Event \"a \\\"quoted\\\" \\\\ name\"]\n[Result \"1-0\"]\n\n{before} 1. e4 $1 {after} $14 {again} e5 (1... c5 {in} 2. Nf3 (2. c3 d5 $6) (2. d4) 2... d6) \
(1... e6) 2. Nf3 Nc6 {end} 1-0\n\n\
[Event \"b\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Ke3 {lost} Nc6 1-0\n\n\
[Event \"c\"]\n[Result \"1-0\"]\n\n1. d4 d5\n%an escape\n2. c4 1-0\n\n\
[Event \"d\"]\n[Result \"1/2-1/2\"]\n\n1. d4 (1. c4 c5 {[%clk 0:01:02]}) 1... -- 2. d5 ; to the end of the line\n\n\
{of e} [Event \"e\"]\n\n1. d4 Nf6 (1... d5 (1... f5)) *\n\n\
[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 (2... Nf6) 3. Nc3 Qa5 4. P@d5 *\n\n\
[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"rkrnbbqn/pppppppp/8/8/8/8/PPPPPPPP/RKRNBBQN w CAca - 0 1\"]\n\n1. Ng3 {960} Ng6 *\n\n";

/// As games of an index come back, they are the games of the files: sorted in the same way, both are the same text.
#[test]
fn games_come_back_whole() {
    let dir = desk();
    dir.write("odd.pgn", ODD);
    dir.write("annotated.pgn", ANNOTATED);
    for (input, status) in [("games.pgn", 0), ("clocks.pgn", 0), ("odd.pgn", 0), ("annotated.pgn", 1)] {
        dir.pgn(&["index", "-q", input, "-o", "x.idx"]).status(status);
        for form in [&["--to", "pgn"][..], &["--to", "json"]] {
            let text = |input| {
                let ran = dir.pgn(&[&["convert", "-q", "--on-error", "drop", input], form].concat());
                let text = ran.out();
                let games: Vec<String> = match form[1] {
                    "json" => text.lines().map(without_places).collect(),
                    _ => text
                        .split("\n\n[")
                        .map(|game| game.trim_start_matches('[').trim().to_owned())
                        .collect(),
                };
                let mut games = games;
                games.sort_unstable();
                games
            };
            let (found, expected) = (text("x.idx"), text(input));
            assert_eq!(found.len(), expected.len(), "{input} {form:?}");
            found.iter().zip(&expected).for_each(|(found, expected)| assert_eq!(found, expected));
        }
        let ran = dir.pgn(&["check", "-q", "x.idx"]);
        assert!(!ran.out().contains("damaged"), "{}", ran.out());
    }
}

/// JSON of a game without its diagnostics, which are those of a text.
fn without_places(line: &str) -> String {
    line.split(",\"diagnostics\":").next().unwrap_or(line).trim_end_matches('}').to_owned()
}

#[test]
fn levels_have_more_and_more() {
    let dir = desk();
    for level in ["1", "2", "3"] {
        dir.pgn(&["index", "-q", "--level", level, "games.pgn", "-o", &format!("{level}.idx")]).status(0);
        let check = dir.pgn(&["index", "check", &format!("{level}.idx")]).status(0);
        assert!(check.out().contains(&format!("more than one has, level {level}\n")), "{}", check.out());
        let parts = ["texts", "occurrences"].map(|part| check.out().contains(part));
        assert_eq!(parts, [level > "1", level > "2"], "{}", check.out());
    }
    let sizes = ["1.idx", "2.idx", "3.idx"].map(|index| fs::metadata(dir.path(index)).unwrap().len());
    assert!(sizes.is_sorted(), "{sizes:?}");
    assert_same_trees(&dir, &["games.pgn"], "3.idx", 0);
    for args in [
        &["find", "1. e4 c5", "--index", "1.idx"][..],
        &["convert", "1.idx", "--to", "pgn"],
        &["index", "1.idx", "-o", "again.idx"],
    ] {
        let ran = dir.pgn(args).status(2);
        let said = "expected an index with its games, found one of positions alone (level 1)";
        assert!(ran.err().contains(said), "{args:?} {}", ran.err());
    }
    // A tree has the counts of moves that two games have.
    let rows = |index: &str| {
        let tree = dir.pgn(&["tree", "--index", index, "--report", "json", "--min-games", "2"]).status(0);
        let example = regex_lite::Regex::new(r#""example":\{[^}]*\},"#).unwrap();
        let numbers = |line: &str| example.replace(line, "").into_owned();
        tree.out().lines().map(numbers).collect::<Vec<_>>()
    };
    assert!(rows("1.idx").len() > 5);
    assert_eq!(rows("1.idx"), rows("2.idx"));
    // A file that is added in parts is one file.
    dir.pgn(&["index", "add", "-q", "--index", "2.idx", "games.pgn"]).status(0);
    let check = dir.pgn(&["index", "check", "2.idx"]).status(0);
    assert!(check.out().starts_with("2.idx: 864 games of 1 file, "), "{}", check.out());
    let tree = dir.pgn(&["tree", "--index", "2.idx"]).status(0);
    assert!(!tree.out().contains("games.pgn"), "{}", tree.out());
    // What is added gets the same parts.
    dir.pgn(&["index", "add", "-q", "--index", "3.idx", "clocks.pgn"]).status(0);
    assert_same_trees(&dir, &["games.pgn", "clocks.pgn"], "3.idx", 0);
    let wrong = dir.pgn(&["index", "--level", "4", "games.pgn", "-o", "4.idx"]).status(2);
    assert!(wrong.err().contains("expected 1, 2 or 3"), "{}", wrong.err());
}

#[test]
fn a_plan_says_how_large_an_index_will_be() {
    let dir = desk();
    dir.pgn(&["index", "-q", "games.pgn", "clocks.pgn", "-o", "x.idx"]).status(0);
    let bytes = fs::metadata(dir.path("x.idx")).unwrap().len();
    let plan = dir.pgn(&["index", "--plan", "games.pgn", "clocks.pgn"]).status(0);
    let stored = (fs::metadata(dir.path("games.pgn")).unwrap().len()
        + fs::metadata(dir.path("clocks.pgn")).unwrap().len()) as f64;
    let kilobytes = |bytes: f64| format!("{:.2} kB", bytes / 1000.0);
    let lines: Vec<&str> = plan.out().lines().collect();
    assert_eq!(lines[0], format!("inputs           2, {}", kilobytes(stored)));
    assert_eq!(lines[1], "games            about 466");
    // All games are in the sample.
    assert_eq!(
        lines[2],
        format!("index            about {}, {} bytes a game", kilobytes(bytes as f64), bytes / 466)
    );
    assert_eq!(lines[3..], ["temporary files  none"]);
    assert_eq!(plan.err(), "");
    let missing = dir.pgn(&["index", "--plan", "missing.pgn"]).status(2);
    assert!(missing.err().contains("missing.pgn"), "{}", missing.err());
    dir.pgn(&["index", "--plan", "games.pgn", "-o", "y.idx"]).status(2);
}

#[test]
fn an_interrupted_index_goes_on() {
    let dir = desk();
    let files = ["games.pgn", "clocks.pgn", "odd.pgn", "more.pgn"];
    dir.write("odd.pgn", ODD);
    dir.write("more.pgn", example("games"));
    let args = [&["index", "-q", "--resume=30", "-o", "x.idx"][..], &files].concat();
    let beside = [dir.path("x.idx.part"), dir.path("x.idx.journal")];
    // The place is taken, so that what is done stays beside it.
    fs::create_dir_all(dir.path("x.idx/full")).unwrap();
    dir.pgn(&args).status(2);
    let [part, journal] = beside.each_ref().map(|path| fs::read(path).unwrap());
    let journal = String::from_utf8(journal).unwrap();
    // A block of a file is not divided, and the few games of the third go with those of the fourth.
    assert_eq!(journal.lines().count(), 1 + 3, "{journal}");
    fs::remove_dir_all(dir.path("x.idx")).unwrap();
    // Other work, and files that have changed, do not go on.
    let other = dir.pgn(&[&["index", "--resume=31", "-o", "x.idx"][..], &files].concat()).status(2);
    assert!(other.err().contains("x.idx.journal is of other work"), "{}", other.err());
    dir.pgn(&args).status(0);
    assert!(beside.iter().all(|path| !path.exists()));
    assert_same_trees(&dir, &files, "x.idx", 0);
    let check = dir.pgn(&["index", "check", "x.idx"]).status(0);
    assert!(check.out().contains(" games of 4 files, "), "{}", check.out());
    let expected = fs::read(dir.path("x.idx")).unwrap();
    for kept in 1..=journal.lines().count() {
        let lines: String = journal.split_inclusive('\n').take(kept).collect();
        // Killed after so many pieces, with a part of the next one.
        fs::write(&beside[0], &part).unwrap();
        fs::write(&beside[1], lines).unwrap();
        let ran = dir.pgn(&args).status(0);
        let said = ran.err().lines().filter(|line| line.contains("going on after ")).count();
        assert_eq!(said, usize::from(kept > 1), "{}", ran.err());
        assert!(fs::read(dir.path("x.idx")).unwrap() == expected, "{kept}");
    }
    fs::write(&beside[0], &part).unwrap();
    fs::write(&beside[1], journal.replace(" 1", " 2")).unwrap();
    dir.pgn(&args).status(2);
    for (args, said) in [
        (&["index", "--resume", "-o", "y.idx"][..], "--resume needs files"),
        (&["index", "--resume", "games.pgn", "-o", "-"], "it needs -o FILE"),
        (&["index", "--resume", "games.pgn", "-o", "games.pgn"], "games.pgn"),
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(ran.err().contains(said), "{args:?}: {}", ran.err());
    }
}

#[test]
fn odd_games_are_in_the_same_trees() {
    let dir = Dir::with("odd.pgn", ODD);
    dir.pgn(&["index", "odd.pgn", "-o", "odd.idx"]).status(0);
    for root in [
        &["--min-games", "1"][..],
        &["--moves", "Nf3 Nf6"],
        &["--moves", "e4"],
        &["--fen", "4k3/8/8/8/8/8/8/1RK5 w B - 0 1"],
        &["--fen", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"],
    ] {
        for depth in ["1", "3", "7"] {
            let options = [root, &["--depth", depth, "--report", "json"]].concat();
            let of_games = dir.pgn(&[&["tree", "odd.pgn"][..], &options].concat()).status(0);
            let of_index = dir.pgn(&[&["tree", "--index", "odd.idx"][..], &options].concat()).status(0);
            assert_eq!(of_index.out(), of_games.out(), "{options:?}");
        }
    }
    let tree = dir.pgn(&["tree", "--index", "odd.idx", "--fen", "4k3/P7/8/8/8/8/8/4K2R w K - 0 1"]).status(0);
    assert!(tree.out().contains("1. O-O") && tree.out().contains("1. a8=N"), "{}", tree.out());
}

#[test]
fn several_files_are_named_beside_their_games() {
    let dir = desk();
    let files = ["clocks.pgn", "others.pgn", "games.pgn"];
    let ran = dir.pgn(&[&["index", "-o", "all.idx"][..], &files].concat()).status(1);
    assert!(ran.err().contains("others.pgn:9:13: error[PGN-C001]"), "{}", ran.err());
    assert_same_trees(&dir, &files, "all.idx", 1);
    let tree = dir.pgn(&["tree", "--index", "all.idx", "--report", "json"]).status(0);
    assert!(tree.out().contains("\"file\":\"clocks.pgn\""), "{}", tree.out());
    let check = dir.pgn(&["index", "check", "all.idx"]).status(0);
    let said = format!("all.idx: {} games of 3 files, ", 34 + 3 + 432);
    assert!(check.out().starts_with(&said), "{}", check.out());
}

#[test]
fn compressed_input_standard_input_and_directories() {
    let dir = desk();
    dir.pgn(&["index", "games.pgn", "-o", "plain.idx"]).status(0);
    let trees = |index: &str| {
        let args = ["tree", "--index", index, "--depth", "6", "--min-games", "2"];
        dir.pgn(&args).status(0).out().to_owned()
    };
    fs::create_dir(dir.path("packed")).unwrap();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(example("games").as_bytes()).unwrap();
    dir.write("packed/games.pgn.gz", packed.finish().unwrap());
    dir.pgn(&["index", "packed", "-o", "packed.idx"]).status(0);
    assert_eq!(trees("packed.idx"), trees("plain.idx"));
    dir.write("games.pgn.zst", zstd::encode_all(example("games").as_bytes(), 1).unwrap());
    dir.pgn(&["index", "games.pgn.zst", "-o", "zst.idx"]).status(0);
    assert_eq!(trees("zst.idx"), trees("plain.idx"));
    // An index can go through a pipe, too.
    let piped = pgn(&["index", "-o", "-"], example("games")).status(0);
    dir.write("piped.idx", piped.bytes());
    assert_eq!(trees("piped.idx"), trees("plain.idx"));
    let chosen = dir.pgn(&["index", "--where", "white_elo >= 2000", "games.pgn", "-o", "some.idx"]).status(0);
    assert!(chosen.account().contains("432 games"), "{}", chosen.account());
    let tree = dir.pgn(&["tree", "--where", "white_elo >= 2000", "games.pgn"]).status(0);
    assert_eq!(dir.pgn(&["tree", "--index", "some.idx"]).status(0).out(), tree.out());
}

#[test]
fn no_games_make_an_index_of_none() {
    let dir = Dir::new();
    let ran = pgn(&["index", "-o", "-"], "").status(0);
    dir.write("none.idx", ran.bytes());
    let check = dir.pgn(&["index", "check", "none.idx"]).status(0);
    assert!(check.out().starts_with("none.idx: 0 games of 1 file, 0 positions "), "{}", check.out());
    let tree = dir.pgn(&["tree", "--index", "none.idx"]).status(0);
    assert_eq!(tree.out(), "the initial position: 0 games\n");
}

#[test]
fn memory_and_threads_change_no_byte() {
    let dir = desk();
    let bytes = |options: &[&str]| {
        let files = ["clocks.pgn", "others.pgn", "games.pgn", "-o", "x.idx"];
        dir.pgn(&[&["index"], options, &files].concat()).status(1);
        fs::read(dir.path("x.idx")).unwrap()
    };
    let expected = bytes(&[]);
    for options in [&["-j", "1"][..], &["-j", "4"], &["--memory", "1M"], &["--memory", "1M", "-j", "3"]] {
        assert!(bytes(options) == expected, "{options:?}");
    }
    fs::create_dir(dir.path("temporary")).unwrap();
    assert!(bytes(&["--temp-dir", "temporary", "--memory", "1M"]) == expected);
    assert_eq!(fs::read_dir(dir.path("temporary")).unwrap().count(), 0, "nothing is left");
}

#[test]
fn games_with_errors_are_left_out_and_reported() {
    let dir = Dir::with("games.pgn", format!("{LAX}\n{BAD}\n{LAX}"));
    let ran = dir.pgn(&["index", "games.pgn", "-o", "games.idx"]).status(1);
    assert!(ran.err().contains("error[PGN-C001] illegal-move"), "{}", ran.err());
    assert!(ran.account().contains("1 with errors"), "{}", ran.account());
    let check = dir.pgn(&["index", "check", "games.idx"]).status(0);
    assert!(check.out().starts_with("games.idx: 2 games of 1 file, "), "{}", check.out());
    let tree = dir.pgn(&["tree", "--index", "games.idx"]).status(0);
    assert!(tree.out().starts_with("the initial position: 2 games\n"), "{}", tree.out());
}

#[test]
fn check_says_what_an_index_has() {
    let dir = desk();
    dir.pgn(&["index", "games.pgn", "-o", "games.idx"]).status(0);
    let ran = dir.pgn(&["index", "check", "games.idx"]).status(0);
    let mut lines = ran.out().lines();
    let first = lines.next().unwrap();
    assert!(first.starts_with("games.idx: 432 games of 1 file, "), "{first}");
    assert!(first.ends_with(" positions that more than one has, level 2"), "{first}");
    let parts: Vec<(&str, u64)> = lines
        .map(|line| {
            let mut words = line.split_whitespace();
            let (part, bytes) = (words.next().unwrap(), words.next().unwrap());
            assert!(line.ends_with(" a game"), "{line}");
            (part, bytes.parse().unwrap())
        })
        .collect();
    let names: Vec<&str> = parts.iter().map(|(name, _)| *name).collect();
    assert_eq!(
        names,
        ["positions", "facts", "places", "moves", "phases", "texts", "annotations", "identifiers", "players"]
    );
    let (all, length) = (
        parts.iter().map(|(_, bytes)| bytes).sum::<u64>(),
        fs::metadata(dir.path("games.idx")).unwrap().len(),
    );
    assert!(all <= length && length < all + 4096, "{all} of {length} bytes");
}

#[test]
fn what_is_damaged_is_refused_and_its_part_is_named() {
    let dir = desk();
    dir.pgn(&["index", "games.pgn", "-o", "games.idx"]).status(0);
    let whole = fs::read(dir.path("games.idx")).unwrap();
    let said = |bytes: &[u8]| {
        dir.write("bad.idx", bytes);
        let ran = dir.pgn(&["index", "check", "bad.idx"]).status(2);
        assert_eq!(ran.out(), "");
        ran.err().to_owned()
    };
    let names_part = |said: &str| {
        let places = ["the head of", "the end of", "the list of parts of", "the list of pages of the"];
        let parts = ["facts", "sums", "places", "moves", "beginnings", "phases", "texts", "annotations"];
        let is_of_part = parts.iter().any(|part| said.contains(&format!(" of the {part} of")));
        let is_damaged = said.ends_with(" the index is damaged\n")
            && (is_of_part || places.iter().any(|place| said.contains(place)));
        said.starts_with("pgn: bad.idx: ")
            && (is_damaged
                || said.contains("bad.idx: positions of the index: ")
                || said.contains("expected an index of pgnkit, found another file")
                || said.contains("expected an index of version 1, found version "))
    };
    let step = whole.len() / 37;
    for at in (0..whole.len()).step_by(step).chain(whole.len() - 30..whole.len()).step_by(2) {
        let mut bytes = whole.clone();
        bytes[at] ^= 0x41;
        let said = said(&bytes);
        assert!(names_part(&said), "byte {at} of {}: {said}", whole.len());
    }
    for length in [0, 3, 15, 16, 30, whole.len() / 3, whole.len() - 20, whole.len() - 1] {
        let said = said(&whole[..length]);
        assert!(names_part(&said), "{length} bytes: {said}");
    }
    // The other commands refuse it as well.
    dir.write("bad.idx", &whole[..whole.len() - 1]);
    let ran = dir.pgn(&["tree", "--index", "bad.idx"]).status(2);
    assert_eq!(ran.err(), "pgn: bad.idx: the end of the index is damaged\n");
    let ran = dir.pgn(&["tree", "--index", "games.pgn"]).status(2);
    assert_eq!(ran.err(), "pgn: games.pgn: expected an index of pgnkit, found another file\n");
    let ran = dir.pgn(&["tree", "--index", "missing.idx"]).status(2);
    assert!(ran.err().starts_with("pgn: missing.idx: "), "{}", ran.err());
}

#[test]
fn an_output_is_no_input_and_is_needed() {
    let dir = desk();
    for args in [
        &["index", "games.pgn", "-o", "games.pgn"][..],
        &["index", "clocks.pgn", "games.pgn", "-o", "./games.pgn"],
        &["index", ".", "-o", "new.pgn"],
    ] {
        let ran = dir.pgn(args).status(2);
        assert!(
            ran.err().contains("is an input") || ran.err().contains("which is read"),
            "{args:?}: {}",
            ran.err()
        );
    }
    assert_eq!(dir.read("games.pgn"), example("games"));
    let ran = dir.pgn(&["index", "games.pgn"]).status(2);
    assert!(ran.err().contains("--output <FILE>"), "{}", ran.err());
    let ran = dir.pgn(&["tree", "--index", "games.idx", "games.pgn"]).status(2);
    assert!(ran.err().contains("cannot be used with"), "{}", ran.err());
    dir.pgn(&["index", "missing.pgn", "games.pgn", "-o", "new.idx"]).status(2);
    let ran = dir.pgn(&["index", "games.pgn", "-o", "/dev/full"]).status(2);
    assert!(ran.err().contains("/dev/full"), "{}", ran.err());
}

#[test]
fn an_index_is_the_old_one_or_the_new_one_whenever_a_run_is_killed() {
    let dir = desk();
    dir.pgn(&["index", "clocks.pgn", "-o", "games.idx"]).status(0);
    let old = fs::read(dir.path("games.idx")).unwrap();
    let args = ["index", "--memory", "1M", "games.pgn", "-o", "games.idx"];
    let begin = Instant::now();
    dir.pgn(&args).status(0);
    let time = begin.elapsed().min(Duration::from_millis(400));
    let new = fs::read(dir.path("games.idx")).unwrap();
    let mut killed = 0;
    for part in 1..=10 {
        dir.write("games.idx", &old);
        let mut child = dir.command(&args).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(time * part / 9);
        let _ = child.kill();
        killed += u32::from(child.wait().unwrap().code().is_none());
        let found = fs::read(dir.path("games.idx")).unwrap();
        assert!(found == old || found == new, "after {part} of 9 parts of {time:?}: {} bytes", found.len());
        dir.pgn(&["index", "check", "games.idx"]).status(0);
    }
    assert!(killed > 0, "no run was killed in {time:?}");
    // The next run removes what they have left.
    dir.pgn(&args).status(0);
    assert!(fs::read(dir.path("games.idx")).unwrap() == new);
    assert_eq!(dir.names(), ["clocks.pgn", "games.idx", "games.pgn", "others.pgn"]);
}

#[test]
fn games_are_added_and_no_one_elses_are_lost() {
    let dir = desk();
    dir.pgn(&["index", "games.pgn", "-o", "both.idx"]).status(0);
    let before = fs::read(dir.path("both.idx")).unwrap();
    dir.write("more.pgn", "[White \"A\"]\n\n1. a3 a6 2. h3 *\n\n1. e4 e5 2. Ke3 *\n");
    dir.pgn(&["index", "add", "--index", "both.idx", "more.pgn"]).status(1);
    let check = dir.pgn(&["index", "check", "both.idx"]).status(0);
    assert!(check.out().contains(" of 2 files, "), "{}", check.out());
    for args in [&["--depth", "3"][..], &["--moves", "1. a3 a6"]] {
        let text = dir.pgn(&[&["tree", "games.pgn", "more.pgn"], args].concat()).status(1);
        let index = dir.pgn(&[&["tree", "--index", "both.idx"], args].concat()).status(0);
        assert_eq!(text.out(), index.out());
    }
    // Another one has come while games were read.
    let files = || fs::read_dir(dir.path("")).unwrap().count();
    let few = files();
    let mut child =
        dir.command(&["index", "add", "--index", "both.idx", "-"]).stdin(Stdio::piped()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"1. d3 d6 *\n\n1. d3 e5 *\n\n").unwrap();
    // The new index has begun, so the old one was looked at.
    let begin = Instant::now();
    while files() == few {
        assert!(begin.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(5));
    }
    dir.write("other.idx", &before);
    fs::rename(dir.path("other.idx"), dir.path("both.idx")).unwrap();
    drop(stdin);
    let ran = child.wait_with_output().unwrap();
    assert_eq!(ran.status.code(), Some(2));
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(said.contains("both.idx: changed while it was read; left as it is"), "{said}");
    assert_eq!(fs::read(dir.path("both.idx")).unwrap(), before);
    let missing = dir.pgn(&["index", "add", "--index", "none.idx", "more.pgn"]).status(2);
    assert!(missing.err().contains("none.idx: "), "{}", missing.err());
    assert!(!dir.path("none.idx").exists());
}

/// The lines of games without the file and the number, in order.
fn games_of(text: &str) -> Vec<&str> {
    let mut games: Vec<_> = text.lines().map(|line| line.split_once(": game ").unwrap().1).collect();
    games.iter_mut().for_each(|game| *game = game.split_once(": ").unwrap().1);
    games.sort_unstable();
    games
}

#[test]
fn games_with_a_position_are_found_in_an_index_as_in_files() {
    let dir = desk();
    let more = "[Variant \"Atomic\"]\n[White \"A\"]\n\n1. e4 c5 *\n\n1. e4 c5 2. Nf3 d6 3. d4 a6 (3... cxd4 4. Nxd4) *\n\n";
    dir.write("odd.pgn", format!("{ODD}{more}"));
    dir.pgn(&["index", "-q", "games.pgn", "odd.pgn", "-o", "x.idx"]).status(0);
    dir.pgn(&["index", "-q", "games.pgn", "-o", "added.idx"]).status(0);
    dir.pgn(&["index", "add", "-q", "--index", "added.idx", "odd.pgn"]).status(0);
    for position in [
        "e4 c5",
        "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6",
        "e4 c5 Nf3 d6 d4 a6",
        "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O",
        "d4 Nf6 a4 h5",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "4k3/P7/8/8/8/8/8/4K2R w K - 0 1",
        "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ] {
        for options in [&[][..], &["--variations"], &["--where", "result = '1-0' AND white LIKE 'F%'"]] {
            let of_files =
                dir.pgn(&[&["find", "-q", position, "games.pgn", "odd.pgn"], options].concat()).status(0);
            for index in ["x.idx", "added.idx"] {
                let of_index =
                    dir.pgn(&[&["find", "-q", position, "--index", index], options].concat()).status(0);
                assert_eq!(games_of(of_index.out()), games_of(of_files.out()), "{position} {options:?}");
                let count =
                    dir.pgn(&[&["find", "-q", "--count", position, index], options].concat()).status(0);
                assert_eq!(count.out(), format!("{}\n", games_of(of_files.out()).len()));
            }
        }
    }
}

#[test]
fn an_index_gives_the_games_that_are_needed_and_their_numbers() {
    let dir = desk();
    dir.pgn(&["index", "-q", "games.pgn", "-o", "x.idx"]).status(0);
    let condition = "reaches('e4 c5 Nf3 Nc6 d4') AND white_elo IS NULL";
    let ran = dir.pgn(&["filter", condition, "--list", "x.idx"]).status(0);
    let lines: Vec<&str> = ran.out().lines().collect();
    assert!(lines.len() > 1);
    // No other game was read.
    let read = ran.account().split(' ').nth(1).unwrap().parse::<usize>().unwrap();
    assert_eq!(read, lines.len(), "{}", ran.account());
    for line in lines {
        let (number, _) = line.split_once("x.idx: game ").unwrap().1.split_once(": ").unwrap();
        let one = dir.pgn(&["filter", "-q", "--games", number, "--list", "x.idx"]).status(0);
        assert_eq!(one.out().lines().next().unwrap(), line.rsplit_once("; after").unwrap().0);
        let both = dir.pgn(&["filter", "-q", condition, "--games", number, "--list", "x.idx"]).status(0);
        assert_eq!(both.out().trim_end(), line);
    }
    // So it is for the games that any other command chooses, and the others are read where they are asked for.
    let count = |args: &[&str]| dir.pgn(args).status(0).out().matches("[Event ").count();
    let whole = count(&["convert", "-q", "--to", "pgn", "x.idx"]);
    let chosen = count(&["convert", "-q", "--to", "pgn", "--where", condition, "x.idx"]);
    assert_eq!(chosen, read);
    let ran = dir.pgn(&["filter", "-q", condition, "--not-to", "-", "-o", "chosen.pgn", "x.idx"]).status(0);
    assert_eq!(ran.out().matches("[Event ").count(), whole - chosen);
    // In a directory it is left out: its games are there already.
    dir.write("there/games.pgn", example("games"));
    dir.pgn(&["index", "-q", "there", "-o", "there/y.idx"]).status(0);
    assert_eq!(count(&["convert", "-q", "--to", "pgn", "there"]), whole);
    // Its openings, and one that asks nothing of positions.
    let codes = dir.pgn(&["eco", "-q", "--explain", "--index", "x.idx"]).status(0);
    assert_eq!(codes.out().lines().count(), whole);
    let all =
        dir.pgn(&["filter", "-q", "plies > 0 OR reaches('e4')", "--count", "--index", "x.idx"]).status(0);
    assert_eq!(all.out(), format!("{whole}\n"));
    for (position, message) in [
        ("e5", "pgn: e5: expected moves or a FEN: expected a legal move, found `e5`"),
        ("x/y", "pgn: x/y: expected a position in FEN: "),
    ] {
        let ran = dir.pgn(&["find", position, "--index", "x.idx"]).status(2);
        assert!(ran.err().contains(message), "{}", ran.err());
    }
}

/// Indexes are joined, and made anew, as files of games are indexed.
#[test]
fn an_index_of_indexes_has_all_games() {
    let dir = desk();
    dir.write("odd.pgn", ODD);
    dir.pgn(&["index", "-q", "games.pgn", "-o", "one.idx"]).status(0);
    dir.pgn(&["index", "-q", "odd.pgn", "-o", "two.idx"]).status(0);
    dir.pgn(&["index", "-q", "one.idx", "two.idx", "-o", "both.idx"]).status(0);
    dir.pgn(&["index", "add", "-q", "--index", "one.idx", "two.idx"]).status(0);
    dir.pgn(&["index", "-q", "one.idx", "-o", "anew.idx"]).status(0);
    let counts = |args: &[&str]| {
        let tree = dir.pgn(&[&["tree", "-q", "--depth", "9", "--report", "json"], args].concat()).status(0);
        // Its examples are numbered in each index.
        let mut rows = String::new();
        for row in tree.out().lines() {
            let (before, after) = row.split_once("\"example\":").unwrap();
            rows.extend([before, after.split_once('}').unwrap().1, "\n"]);
        }
        rows
    };
    let expected = counts(&["games.pgn", "odd.pgn"]);
    for index in ["both.idx", "one.idx", "anew.idx"] {
        assert_eq!(counts(&["--index", index]), expected, "{index}");
        assert_eq!(counts(&[index]), expected, "{index}");
    }
    // The order of games in an index is that of their moves, however they came there.
    let games = |index| dir.pgn(&["convert", "-q", "--to", "pgn", index]).status(0).out().to_owned();
    assert_eq!(games("anew.idx").len(), games("both.idx").len());
    assert!(dir.pgn(&["index", "one.idx", "-o", "one.idx"]).status(2).err().contains("one.idx"));
}
