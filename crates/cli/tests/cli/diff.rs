//! `pgn diff`, and git with `pgn`.

use std::path::Path;
use std::process::Command;

use crate::rig::{BAD, Dir, Ran, pgn};

fn game(white: &str, date: &str, moves: &str) -> String {
    format!("[Date \"{date}\"]\n[White \"{white}\"]\n[Black \"Fine\"]\n\n{moves} *\n\n")
}

const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O";

#[test]
fn what_is_different_in_a_game() {
    for (old, new, expected) in [
        ("1. e4 e5", "1. e4 e5 2. Nf3", "moves from ply 3 on: the end → 2. Nf3 (1 half-move)"),
        (
            "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4",
            "1. e4 c5",
            "moves from ply 2 on: 1... e5 2. Nf3 Nc6 3. Bb5 … (6 half-moves) → 1... c5 (1 half-move)",
        ),
        ("1. e4 {good} e5", "1. e4 {best\nmove} e5", "comment after 1. e4: \"good\" → \"best move\""),
        ("1. e4 {good} e5", "1. e4 e5", "comment after 1. e4 removed: \"good\""),
        ("1. e4 e5", "{x} 1. e4 e5", "comment before the moves added: \"x\""),
        ("1. e4! e5", "1. e4 e5", "glyph after 1. e4 removed: $1"),
        ("1. e4 e5", "1. e4 e5 (1... c5 2. Nf3)", "variation added: 1... c5 2. Nf3 (2 half-moves)"),
        ("1. e4 e5 (1... c5) (1... e6)", "1. e4 e5 (1... e6)", "variation removed: 1... c5 (1 half-move)"),
        (
            "1. e4 e5 (1... c5 {x})",
            "1. e4 e5 ({y} 1... c5)",
            "comment before 1... c5 in a variation added: \"y\"|comment after 1... c5 in a variation removed: \"x\"",
        ),
        (
            "1. e4 e5 (1... c5 2. Nf3)",
            "1. e4 c5 (1... e5) 2. Nf3",
            "moves from ply 2 on: 1... e5 (1 half-move) → 1... c5 2. Nf3 (2 half-moves)",
        ),
        ("1. e4 e5", "1. e4 e5 2. Ke3", "unread text after 1... e5 added: \"2. Ke3\""),
    ] {
        let dir = Dir::with("a.pgn", game("Tal", "1960.03.15", old));
        dir.write("b.pgn", game("Tal", "1960.03.15", new));
        let ran = dir.pgn(&["diff", "a.pgn", "b.pgn"]).status(1);
        let lines: Vec<&str> = ran.out().lines().skip(1).map(str::trim).collect();
        assert_eq!(lines.join("|"), expected, "{old} / {new}");
        dir.pgn(&["diff", "b.pgn", "b.pgn"]).status(0);
    }
}

#[test]
fn games_are_matched_wherever_they_stand() {
    let (a, b, c) = (
        game("A", "1960.??.??", "1. a4"),
        game("B", "1961.??.??", "1. b4"),
        game("C", "1962.??.??", "1. c4"),
    );
    let dir = Dir::with("old.pgn", [&*a, &b, &c, BAD].concat());
    let b_changed = b.replace("1961.??.??", "1961.02.03").replace("*\n", "1-0\n");
    let d = game("D", "1963.??.??", "1. d4");
    dir.write("new.pgn", [BAD, &*c.replace("1. c4", "1.c2-c4"), &d, &b_changed].concat());
    let expected = "\
removed: old.pgn, game 1: A – Fine, ?, 1960.??.??, *
changed: old.pgn, game 2 → new.pgn, game 4: B – Fine, ?, 1961.02.03, 1-0
  tag Date: \"1961.??.??\" → \"1961.02.03\"
  result: * → 1-0
added: new.pgn, game 3: D – Fine, ?, 1963.??.??, *
";
    for args in [&[][..], &["--memory", "1M", "-j", "1"]] {
        let ran = dir.pgn(&[&["diff", "old.pgn", "new.pgn"], args].concat()).status(1);
        assert_eq!(ran.out(), expected);
        let account = "games: 1 the same, 1 only written in another way, 1 changed, 1 removed, 1 added";
        assert!(ran.account().ends_with(account), "{}", ran.account());
    }
    let brief = dir.pgn(&["diff", "--brief", "--label", "x", "old.pgn", "new.pgn"]).status(1);
    assert_eq!(brief.out().lines().count(), 3);
    assert!(brief.out().starts_with("removed: x, game 1: "), "{}", brief.out());
    let json = dir.pgn(&["diff", "--json", "old.pgn", "new.pgn"]).status(1);
    let lines: Vec<serde_json::Value> =
        json.out().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[1]["game"], "changed");
    assert_eq!(lines[1]["new"]["game"], 4);
    assert_eq!(lines[1]["matched"], "same players and moves");
    assert_eq!(
        lines[1]["changes"][0],
        serde_json::json!({"what": "tag", "name": "Date", "old": "1961.??.??", "new": "1961.02.03"})
    );
    assert_eq!(lines[2]["old"], serde_json::Value::Null);
    // Text outside games is not overlooked.
    dir.write("note.pgn", [&*dir.read("old.pgn"), "; end\n"].concat());
    let ran = dir.pgn(&["diff", "old.pgn", "note.pgn"]).status(1);
    assert_eq!(ran.out(), "changed: the text after the last game\n");
}

#[test]
fn the_status_is_that_of_diff() {
    let dir = Dir::with("a.pgn", [BAD, &game("A", "1960.??.??", MOVES)].concat());
    dir.write("b.pgn", [&game("A", "1960.??.??", MOVES), BAD].concat());
    dir.write("empty.pgn", "");
    for (args, status) in [
        (&["a.pgn", "b.pgn"][..], 0),
        (&["a.pgn", "empty.pgn"], 1),
        (&["empty.pgn", "empty.pgn"], 0),
        (&["a.pgn", "missing.pgn"], 2),
        (&["a.pgn"], 2),
        (&["a.pgn", "a.pgn", "a.pgn"], 2),
        (&["-", "-"], 2),
        (&["--json", "--brief", "a.pgn", "b.pgn"], 2),
        (&["--temp-dir", "missing", "a.pgn", "b.pgn"], 2),
    ] {
        let ran = dir.pgn(&[&["diff"], args].concat()).status(status);
        assert!(status == 1 || ran.out().is_empty(), "{args:?}: {}", ran.out());
    }
    let ran = pgn(&["diff", "-", dir.path("a.pgn").to_str().unwrap()], dir.read("a.pgn")).status(0);
    assert!(ran.account().ends_with("games: 2 the same"), "{}", ran.account());
}

/// A repository of its own, where `pgn` is the one that is tested; nothing where there is no git.
fn repository() -> Option<Dir> {
    let dir = Dir::new();
    let is_there = Command::new("git").arg("--version").output().is_ok_and(|ran| ran.status.success());
    if !is_there {
        eprintln!("left out: there is no git");
        return None;
    }
    git(&dir, &["init", "-q"]).status(0);
    Some(dir)
}

fn git(dir: &Dir, args: &[&str]) -> Ran {
    let bin = Path::new(env!("CARGO_BIN_EXE_pgn")).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap_or_default());
    let mut command = Command::new("git");
    command
        .current_dir(dir.path(""))
        .args(["-c", "user.name=x", "-c", "user.email=x@example.org"])
        .args(args);
    command.env("PATH", path).env("HOME", dir.path("")).env("GIT_CONFIG_NOSYSTEM", "1");
    Ran(command.output().unwrap())
}

/// The commands are those of docs/diff.md.
fn documented(key: &str) -> String {
    let page =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/diff.md")).unwrap();
    let begin = format!("git config {key} '");
    let line = page.lines().find_map(|line| line.strip_prefix(&begin)).unwrap();
    line.strip_suffix('\'').unwrap().to_owned()
}

#[test]
#[cfg(unix)] // the commands are those of a shell
fn git_shows_what_has_become_of_games() {
    let Some(dir) = repository() else { return };
    dir.write(".gitattributes", "*.pgn diff=pgn\n");
    dir.write("games.pgn", [game("A", "1960.??.??", MOVES), game("B", "1961.??.??", "1. b4")].concat());
    git(&dir, &["add", "."]).status(0);
    git(&dir, &["commit", "-qm", "x"]).status(0);
    git(&dir, &["config", "diff.pgn.command", &documented("diff.pgn.command")]).status(0);
    dir.write(
        "games.pgn",
        [game("B", "1961.??.??", "1. b4"), game("A", "1960.??.??", &MOVES.replace("a6", "a6 {Morphy}"))]
            .concat(),
    );
    let expected = "\
changed: a/games.pgn, game 1 → b/games.pgn, game 2: A – Fine, ?, 1960.??.??, *
  comment after 3... a6 added: \"Morphy\"
";
    assert_eq!(git(&dir, &["diff"]).status(0).out(), expected);
    // A new file, a file that goes, and one whose games only change their places.
    dir.write("new.pgn", game("C", "1962.??.??", "1. c4"));
    git(&dir, &["add", "new.pgn"]).status(0);
    let ran = git(&dir, &["diff", "--cached"]).status(0);
    assert_eq!(ran.out(), "added: b/new.pgn, game 1: C – Fine, ?, 1962.??.??, *\n");
    std::fs::remove_file(dir.path("games.pgn")).unwrap();
    assert_eq!(git(&dir, &["diff", "--", "games.pgn"]).status(0).out().lines().count(), 2);
    dir.write("games.pgn", [game("B", "1961.??.??", "1. b4"), game("A", "1960.??.??", MOVES)].concat());
    assert_eq!(git(&dir, &["diff", "--", "games.pgn"]).status(0).out(), "");
    // The lines of the canonical text.
    git(&dir, &["config", "--unset", "diff.pgn.command"]).status(0);
    git(&dir, &["config", "diff.pgn.textconv", &documented("diff.pgn.textconv")]).status(0);
    dir.write(
        "games.pgn",
        [
            game("A", "1960.??.??", &MOVES.replace("1. e4 e5", "1.e4 e5")),
            game("B", "1961.??.??", "1.b4 2. Ke5"),
        ]
        .concat(),
    );
    let ran = git(&dir, &["diff", "--", "games.pgn"]).status(0);
    assert!(ran.out().contains("-1. b4 *\n+1. b4\n+;[%unread] 2. Ke5\n+*\n"), "{}", ran.out());
    assert!(!ran.out().contains("1. e4"), "{}", ran.out());
}

#[test]
#[cfg(unix)]
fn git_keeps_games_in_export_format() {
    let Some(dir) = repository() else { return };
    dir.write(".gitattributes", "*.pgn filter=pgn\n");
    git(&dir, &["config", "filter.pgn.clean", &documented("filter.pgn.clean")]).status(0);
    dir.write("games.pgn", crate::rig::LAX);
    dir.write("bad.pgn", BAD);
    git(&dir, &["add", "."]).status(0);
    assert_eq!(git(&dir, &["show", ":games.pgn"]).status(0).out(), crate::rig::CANONICAL);
    // What has errors stays as it is.
    assert_eq!(git(&dir, &["show", ":bad.pgn"]).status(0).out(), BAD);
    // Nothing is left to be done.
    git(&dir, &["commit", "-qm", "x"]).status(0);
    assert_eq!(git(&dir, &["status", "--porcelain"]).status(0).out(), "");
}
