//! `--baseline`: what is known is not reported again.

use crate::rig::{Dir, pgn};

/// An error and a warning.
const GAMES: &str = "[Event \"a\"]\n[Date \"1992.02.31\"]\n\n1. e4 e5 2. Ke3 *\n\n[Event \"b\"]\n[Date \"1992.02.31\"]\n\n1. e4 *\n";

const UPDATE: &[&str] = &["check", "--baseline", "known.json", "--update-baseline"];

#[test]
fn what_is_recorded_is_not_reported_wherever_it_moves() {
    let dir = Dir::with("a/x.pgn", GAMES);
    dir.pgn(&["check", "a"]).status(1);
    let ran = dir.pgn(&[UPDATE, &["a"]].concat()).status(0);
    assert_eq!(ran.out(), "");
    assert!(ran.err().contains("known.json: written\n"), "{}", ran.err());
    let recorded = dir.read("known.json");
    assert!(recorded.contains("\"a/x.pgn\": ["), "{recorded}");
    assert!(
        recorded.contains("\"name\": \"impossible-date\"") && recorded.contains("\"count\": 2}"),
        "{recorded}"
    );

    let check = &["check", "--baseline", "known.json"][..];
    // In a directory, by its name, in another order, with lines before it, with CRLF.
    for (args, text) in [
        (&["."][..], GAMES.to_owned()),
        (&["a/x.pgn"], format!("; new\n\n[Event \"n\"]\n\n1. d4 *\n\n{GAMES}")),
        (&["a/../a/x.pgn", "-j1"], GAMES.replace('\n', "\r\n")),
    ] {
        dir.write("a/x.pgn", &text);
        let ran = dir.pgn(&[check, args].concat()).status(0);
        assert_eq!(ran.out(), "", "{args:?}");
        assert!(ran.account().contains("; 3 in the baseline"), "{}", ran.account());
        assert!(!ran.account().contains("no longer"), "{}", ran.account());
    }
    // Another file, another line, or once more than recorded: new.
    dir.write("a/x.pgn", GAMES);
    dir.write("a/y.pgn", GAMES);
    let ran = dir.pgn(&[check, &["--format", "concise", "."]].concat()).status(1);
    assert!(ran.out().lines().all(|line| line.starts_with("./a/y.pgn:")), "{}", ran.out());
    assert_eq!(ran.out().lines().count(), 3);
    dir.write("a/x.pgn", format!("{GAMES}\n[Date \"1992.02.31\"]\n\n1. d4 *\n"));
    let ran = dir.pgn(&[check, &["--format", "concise", "a/x.pgn"]].concat()).status(0);
    assert_eq!(ran.out().lines().count(), 1, "{}", ran.out());
    dir.write("a/x.pgn", GAMES.replace("2. Ke3", "2. Ke4"));
    let ran = dir.pgn(&[check, &["a/x.pgn"]].concat()).status(1);
    assert!(ran.out().contains("Ke4"), "{}", ran.out());
    assert!(
        ran.account().contains("; 2 in the baseline; 1 of the baseline no longer found"),
        "{}",
        ran.account()
    );
}

#[test]
fn every_form_of_output_is_without_it() {
    let dir = Dir::with("x.pgn", GAMES);
    dir.pgn(&[UPDATE, &["x.pgn"]].concat()).status(0);
    dir.write("x.pgn", format!("{GAMES}\n[Event \"c\"]\n\n1. Nf6 *\n"));
    for format in ["text", "concise", "json", "sarif", "github"] {
        let ran = dir.pgn(&["check", "--baseline", "known.json", "--format", format, "x.pgn"]).status(1);
        assert!(ran.out().contains("Nf6") && !ran.out().contains("Ke3"), "{format}: {}", ran.out());
    }
    let ran = dir.pgn(&["check", "--baseline", "known.json", "--statistics", "x.pgn"]).status(1);
    assert!(!ran.out().contains("impossible-date"), "{}", ran.out());
    let args = ["check", "--baseline", "known.json", "--account", "json", "x.pgn"];
    let ran = dir.pgn(&args).status(1);
    assert!(ran.account().contains("\"baseline\":{\"gone\":0,\"known\":3}"), "{}", ran.account());
    // Limits are about what is left.
    let ran = dir.pgn(&["check", "--baseline", "known.json", "--max-diagnostics", "1", "x.pgn"]).status(1);
    assert!(ran.out().contains("Nf6"), "{}", ran.out());
}

#[test]
fn standard_input_has_the_name_it_is_given() {
    let dir = Dir::with("x.pgn", GAMES);
    dir.pgn(&[UPDATE, &["x.pgn"]].concat()).status(0);
    let mut child = dir
        .command(&["check", "--baseline", "known.json", "--stdin-filename", "x.pgn"])
        .stdin(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    crate::rig::feed(&mut child, GAMES.as_bytes().to_vec());
    assert_eq!(child.wait_with_output().unwrap().status.code(), Some(0));
}

#[test]
fn an_update_takes_the_place_of_what_was_known_of_the_files_that_are_read() {
    let dir = Dir::with("x.pgn", GAMES);
    dir.write("y.pgn", GAMES);
    dir.pgn(&[UPDATE, &["x.pgn", "y.pgn"]].concat()).status(0);
    dir.write("x.pgn", GAMES.replace("2. Ke3 ", ""));
    dir.pgn(&[UPDATE, &["x.pgn"]].concat()).status(0);
    let known = dir.read("known.json");
    assert_eq!(known.matches("illegal-move").count(), 1, "{known}");
    assert!(known.find("x.pgn").unwrap() < known.find("impossible-date").unwrap());
    dir.pgn(&["check", "--baseline", "known.json", "."]).status(0);
    // A file that cannot be read is no reason to forget what is known.
    dir.pgn(&[UPDATE, &["x.pgn", "missing.pgn"]].concat()).status(2);
    assert_eq!(dir.read("known.json"), known);
}

#[test]
fn the_settings_may_name_it() {
    let dir = Dir::with("x.pgn", GAMES);
    dir.write("pgn.toml", "[check]\nbaseline = \"known/all.json\"\n");
    let ran = dir.pgn(&["check", "x.pgn"]).status(2);
    let missing = "known/all.json: there is no such file; --update-baseline writes it";
    assert!(
        ran.err().contains(missing) && !ran.err().contains(dir.path("").to_str().unwrap()),
        "{}",
        ran.err()
    );
    std::fs::create_dir(dir.path("known")).unwrap();
    dir.pgn(&["check", "--update-baseline", "x.pgn"]).status(0);
    assert!(dir.read("known/all.json").contains("\"../x.pgn\": ["), "{}", dir.read("known/all.json"));
    assert!(dir.pgn(&["check", "."]).status(0).account().contains("; 3 in the baseline"));
    // From a directory below, too; not from outside, with others, or without settings.
    let mut below = dir.command(&["check", "../x.pgn"]);
    below.current_dir(dir.path("known"));
    assert_eq!(below.output().unwrap().status.code(), Some(0));
    dir.pgn(&["check", "--isolated", "x.pgn"]).status(1);
    dir.pgn(&["check", "--baseline", "other.json", "--update-baseline", "x.pgn"]).status(0);
    assert!(dir.read("other.json").contains("\"x.pgn\": ["));
    // A run of another directory has its own.
    let other = Dir::new();
    other.pgn(&["check", dir.path("x.pgn").to_str().unwrap()]).status(1);
    let ran = other.pgn(&["check", "--update-baseline", dir.path("x.pgn").to_str().unwrap()]).status(2);
    assert!(ran.err().contains("--update-baseline needs a file: --baseline FILE"), "{}", ran.err());
}

#[test]
fn faults_are_told_apart() {
    let dir = Dir::with("x.pgn", GAMES);
    let ran = dir.pgn(&["check", "--baseline", "none.json", "x.pgn"]).status(2);
    assert!(
        ran.err().contains("none.json: there is no such file; --update-baseline writes it"),
        "{}",
        ran.err()
    );
    dir.write("bad.json", "{}");
    let ran = dir.pgn(&["check", "--baseline", "bad.json", "x.pgn"]).status(2);
    assert!(ran.err().contains("bad.json: not a baseline of this version"), "{}", ran.err());
    assert_eq!(dir.pgn(&["check", "--update-baseline", "x.pgn"]).status(2).out(), "");
    let fix = ["check", "--baseline", "k.json", "--update-baseline", "--fix", "x.pgn"];
    dir.pgn(&fix).status(2);
    assert!(pgn(&["check", "--baseline", "x"], "").status(2).out().is_empty());
}

#[test]
fn many_blocks_decide_as_one() {
    let mut games = String::new();
    for number in 0..3000 {
        games += &format!(
            "[Event \"{}\"]\n[Date \"1992.02.31\"]\n\n1. e4 e5 2. Ke3 {{{}}} *\n\n",
            number % 7,
            "x".repeat(300)
        );
    }
    let dir = Dir::with("x.pgn", &games);
    dir.pgn(&[UPDATE, &["x.pgn"]].concat()).status(0);
    dir.write("x.pgn", format!("{games}{games}"));
    let ran = |jobs| {
        dir.pgn(&[
            "check",
            "-q",
            "--baseline",
            "known.json",
            "--format",
            "concise",
            "--max-per-game",
            "0",
            "-j",
            jobs,
            "x.pgn",
        ])
    };
    let one = ran("1").status(1);
    assert_eq!(one.out().lines().count(), 6000);
    assert!(one.out().starts_with("x.pgn:15002:"), "{}", &one.out()[..40]);
    assert_eq!(one.out(), ran("3").status(1).out());
}
