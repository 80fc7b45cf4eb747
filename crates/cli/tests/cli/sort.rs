//! `pgn sort`.

use crate::rig::{BAD, Dir, pgn};

const OLD: &str =
    "[Event \"B\"]\n[Date \"1992.11.04\"]\n[White \"Tal\"]\n[WhiteElo \"2600\"]\n\n1.e4 e5 1-0\n\n";
const NEW: &str = "[Event \"A\"]\n[Date \"2001.??.??\"]\n[White \"Fine\"]\n\n1.d4 1-0\n\n";
const BARE: &str = "1. c4 *\n\n";

#[test]
fn in_order() {
    for (args, expected) in [
        (&[][..], [BARE, OLD, NEW]),
        (&["--reverse"], [NEW, OLD, BARE]),
        (&["--by", "date desc, white"], [NEW, OLD, BARE]),
        (&["--by", "WHITE"], [BARE, NEW, OLD]),
        (&["--by", "whiteelo desc"], [OLD, NEW, BARE]),
        (&["--by", "plies desc, event", "--jobs", "1", "--memory", "1M"], [OLD, BARE, NEW]),
    ] {
        let ran = pgn(&[&["sort"], args].concat(), [NEW, OLD, BARE].concat()).status(0);
        assert_eq!(ran.out(), expected.concat(), "{args:?}");
        assert!(ran.account().ends_with("3 games (145 bytes): no errors; wrote 3"), "{}", ran.account());
    }
}

#[test]
fn by_expressions() {
    let game = |white: &str, elos: [&str; 2]| {
        let [one, other] = elos.map(|elo| if elo.is_empty() { "?" } else { elo });
        format!("[White \"{white}\"]\n[WhiteElo \"{one}\"]\n[BlackElo \"{other}\"]\n\n1. e4 *\n")
    };
    let games = [game("a", ["2500", "2501"]), game("b", ["2700", "2300"]), game("c", ["", "2900"])];
    let input = games.join("\n");
    let order = |by: &str| {
        let ran = pgn(&["sort", "-q", &format!("--by={by}")], &input).status(0);
        let names = ran.out().lines().filter_map(|line| line.strip_prefix("[White \""));
        names.map(|rest| rest.trim_end_matches("\"]").to_owned()).collect::<String>()
    };
    for (by, expected) in [
        // What is not known comes first, as of fields.
        ("(white_elo + black_elo) / 2", "cba"),
        ("(white_elo + black_elo) / 2 desc", "abc"),
        ("white_elo - black_elo", "cab"),
        ("-(white_elo - black_elo), white", "cba"),
        ("black_elo / (white_elo - 2500) desc, white desc", "bca"),
        ("(white_elo) desc", "bac"),
    ] {
        assert_eq!(order(by), expected, "{by}");
    }
    for (by, message) in [
        ("white + 1", "expected a number, found the text white"),
        ("(white_elo + ) / 2", "expected an expression, found )"),
        ("white_elo + withe", "found withe; is it white?"),
    ] {
        let ran = pgn(&["sort", "--by", by], &input).status(2);
        assert!(ran.err().contains(message), "{}", ran.err());
    }
}

#[test]
fn several_files_of_any_form() {
    let dir = Dir::with("a.pgn", NEW);
    dir.write("b.pgn.zst", zstd::encode_all(OLD.trim_end().as_bytes(), 1).unwrap());
    let json = dir.pgn(&["convert", "--to", "json", "a.pgn"]).status(0);
    dir.write("c.json", json.bytes());
    let ran = dir.pgn(&["sort", "a.pgn", "c.json", "b.pgn.zst"]).status(0);
    let exported = dir.pgn(&["fmt", "a.pgn"]).status(0);
    assert_eq!(ran.out(), [OLD, NEW, exported.out()].concat());
    // Records alone become games; among games they are left out.
    dir.write("d.epd", "4k3/8/8/8/8/8/4P3/4K3 w - - pm e4;\n");
    assert!(dir.pgn(&["sort", "d.epd"]).status(0).out().contains("\n1. e4 *\n"));
    let ran = dir.pgn(&["sort", "."]).status(0);
    assert!(ran.err().contains("d.epd: left out, it holds records"), "{}", ran.err());
}

#[test]
fn an_output_that_is_an_input() {
    let dir = Dir::with("a.pgn", NEW);
    dir.write("b.pgn", [OLD, NEW].concat());
    dir.pgn(&["sort", "--unique", "a.pgn", "b.pgn", "-o", "a.pgn"]).status(2);
    assert_eq!(dir.read("a.pgn"), NEW);
    let ran = dir.pgn(&["sort", "--unique", "a.pgn", "b.pgn", "-o", "d.pgn"]).status(0);
    assert_eq!(dir.read("d.pgn"), [OLD, NEW].concat());
    std::fs::rename(dir.path("d.pgn"), dir.path("a.pgn")).unwrap();
    assert!(ran.account().ends_with("wrote 2; duplicates: 1 left out"), "{}", ran.account());
    dir.pgn(&["sort", "a.pgn", "-o", "c.pgn.gz"]).status(0);
    assert_eq!(dir.pgn(&["fmt", "c.pgn.gz"]).out(), dir.pgn(&["fmt", "a.pgn"]).out());
    // A part is not better than nothing.
    let ran = dir.pgn(&["sort", "a.pgn", "missing.pgn", "-o", "b.pgn"]).status(2);
    assert!(ran.err().contains("pgn: b.pgn: not written: the output would be incomplete\n"), "{}", ran.err());
    assert_eq!(dir.names(), ["a.pgn", "b.pgn", "c.pgn.gz"]);
}

#[test]
fn in_place_games_with_errors_are_kept_to_the_byte() {
    let dir = Dir::with("a.pgn", [NEW, BAD, OLD].concat());
    let packed = zstd::encode_all([NEW, OLD].concat().as_bytes(), 1).unwrap();
    dir.write("b.pgn.zst", packed);
    dir.write("c.pgn", "; nothing\n");
    let ran = dir.pgn(&["sort", "-i", "a.pgn", "b.pgn.zst", "c.pgn"]).status(1);
    assert_eq!(dir.read("a.pgn"), [BAD, OLD, NEW].concat());
    let unpacked = zstd::decode_all(&*std::fs::read(dir.path("b.pgn.zst")).unwrap()).unwrap();
    assert_eq!(unpacked, [OLD, NEW].concat().as_bytes());
    assert_eq!(dir.read("c.pgn"), "; nothing\n");
    assert!(ran.account().contains("1 with errors; wrote 5"), "{}", ran.account());
    dir.pgn(&["sort", "-i"]).status(2);
}

#[test]
fn games_with_errors() {
    let input = [NEW, BAD].concat();
    for (args, expected, status) in [
        (&[][..], [BAD, NEW].concat(), 1),
        (&["--on-error", "keep"], [BAD, NEW].concat(), 1),
        (&["--on-error", "drop"], NEW.to_owned(), 1),
        (&["--on-error", "stop"], String::new(), 1),
    ] {
        assert_eq!(pgn(&[&["sort"], args].concat(), &input).status(status).out(), expected, "{args:?}");
    }
    let ran = pgn(&["sort", "--fmt"], &input).status(1);
    assert!(
        ran.out().contains("1. e4 e5 ;[%unread] 2. Ke3") || ran.out().contains("[%unread]"),
        "{}",
        ran.out()
    );
}

#[test]
fn what_cannot_be_done() {
    let dir = Dir::with("a.pgn", NEW);
    for (args, message) in [
        (&["--by", "dte"][..], "`dte` is none of date, event,"),
        (&["--by", "date up"], "expected a comma, `asc` or `desc`, found `up`"),
        (&["--by", ""], "expected a field"),
        (&["--memory", "10k"], "sorting needs at least 1M"),
        (&["--memory", "much"], "expected a number of bytes"),
        (&["--temp-dir", "missing"], "pgn: --temp-dir: there is no directory missing\n"),
    ] {
        let ran = dir.pgn(&[&["sort", "a.pgn"], args].concat()).status(2);
        assert!(ran.err().contains(message) && ran.out().is_empty(), "{}", ran.err());
    }
    for input in ["", "\n\n"] {
        assert_eq!(pgn(&["sort"], input).status(0).out(), "");
    }
}

/// A text of some megabytes, in reverse order.
fn many() -> String {
    let filler = "x".repeat(300);
    (0..8_000).rev().map(|at| format!("[Round \"{at}\"]\n\n1. e4 {{{filler} {at}}} *\n\n")).collect()
}

#[test]
fn more_than_memory_holds() {
    let dir = Dir::with("a.pgn", many());
    std::fs::create_dir(dir.path("tmp")).unwrap();
    let once = dir.pgn(&["sort", "a.pgn"]).status(0);
    assert!(once.out().starts_with("[Round \"0\"]\n"));
    assert_eq!(once.out().len(), many().len());
    for jobs in ["1", "2", "3"] {
        let args = ["sort", "a.pgn", "--memory", "1M", "--temp-dir", "tmp", "-j", jobs];
        let ran = dir.pgn(&args).status(0);
        assert!(ran.out() == once.out(), "{jobs}");
    }
    assert_eq!(std::fs::read_dir(dir.path("tmp")).unwrap().count(), 0);
}

/// The system takes back the temporary file of a run that is killed.
#[test]
#[cfg(unix)]
fn nothing_is_left_of_a_run_that_is_killed() {
    use std::io::Write as _;

    let dir = Dir::with("old.pgn", NEW);
    std::fs::create_dir(dir.path("tmp")).unwrap();
    let args = ["sort", "-", "-o", "old.pgn", "--memory", "1M", "--temp-dir", "tmp"];
    let mut child = dir.command(&args).stdin(std::process::Stdio::piped()).spawn().unwrap();
    // More than memory holds, and the end of the input does not come.
    child.stdin.as_mut().unwrap().write_all(many().as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(200));
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(std::fs::read_dir(dir.path("tmp")).unwrap().count(), 0);
    assert_eq!(dir.read("old.pgn"), NEW);
    dir.write("new.txt", NEW);
    let ran = dir.pgn(&["sort", "new.txt", "-o", "old.pgn"]).status(0);
    assert!(ran.err().contains(": removed: left by an interrupted run"), "{}", ran.err());
    assert_eq!(dir.names(), ["new.txt", "old.pgn", "tmp"]);
}
