//! `pgn.toml`: found upward from each file, beaten by the command line, shown with its place when it is wrong.

use crate::rig::{BAD, Dir, snapshot};

const WARNINGS: &str = "1. e2e4 e7e5 *\n";

fn check<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&["check", "-q", "--format", "concise"], more].concat()
}

#[test]
fn the_nearest_file_counts() {
    let dir = Dir::with("pgn.toml", "[check]\nignore = [\"C001\"]\n");
    dir.write("a.pgn", BAD);
    dir.write("strict/pgn.toml", "# nothing\n");
    dir.write("strict/deep/b.pgn", BAD);
    dir.write("c/d/e.pgn", BAD);
    let ran = dir.pgn(&check(&["."])).status(1);
    assert!(
        ran.out().starts_with("./strict/deep/b.pgn:4:13: ") && ran.out().lines().count() == 1,
        "{}",
        ran.out()
    );
    // Standard input stands in the working directory.
    dir.pgn(&check(&["a.pgn", "c"])).status(0);
    let stdin =
        dir.command(&check(&["-"])).stdin(std::fs::File::open(dir.path("a.pgn")).unwrap()).output().unwrap();
    assert_eq!(stdin.status.code(), Some(0));
    // From elsewhere, by an absolute path too.
    let path = dir.path("c/d/e.pgn");
    Dir::new().pgn(&check(&[path.to_str().unwrap()])).status(0);
}

#[test]
fn one_file_or_none_for_all() {
    let dir = Dir::with("pgn.toml", "[check]\nignore = [\"C\"]\n");
    dir.write("a.pgn", BAD);
    dir.write("other.toml", "[check]\nselect = [\"lexical\"]\n");
    dir.write("empty.toml", "");
    dir.pgn(&check(&["a.pgn"])).status(0);
    dir.pgn(&check(&["--isolated", "a.pgn"])).status(1);
    dir.pgn(&check(&["--config", "empty.toml", "a.pgn"])).status(1);
    dir.pgn(&check(&["--config", "other.toml", "a.pgn"])).status(0);
    dir.pgn(&check(&["--config", "other.toml", "--isolated", "a.pgn"])).status(2);
    let ran = dir.pgn(&check(&["--config", "missing.toml", "a.pgn"])).status(2);
    assert!(ran.err().starts_with("pgn: missing.toml: cannot be read: "), "{}", ran.err());
    // A broken file that nobody asks does no harm.
    dir.write("pgn.toml", "[check\n");
    dir.pgn(&check(&["--isolated", "a.pgn"])).status(1);
    dir.pgn(&check(&["a.pgn"])).status(2);
}

#[test]
fn the_command_line_beats_the_file() {
    let dir = Dir::with("pgn.toml", "[check]\nselect = [\"C\"]\nignore = [\"M010\"]\nformat = \"github\"\n");
    dir.write("a.pgn", format!("{WARNINGS}\n{BAD}"));
    let ran = dir.pgn(&["check", "-q", "a.pgn"]).status(1);
    assert!(ran.out().starts_with("::error ") && ran.out().lines().count() == 1, "{}", ran.out());
    assert!(dir.pgn(&["check", "--statistics", "a.pgn"]).status(1).out().ends_with("  illegal-move\n"));
    let run = |more: &[&str]| dir.pgn(&check(&[more, &["a.pgn"]].concat()));
    assert_eq!(run(&["--extend-select", "M010"]).status(1).out().lines().count(), 3);
    assert_eq!(run(&["--select", "lax-move", "--ignore", "C"]).status(0).out(), "");
    assert_eq!(run(&["--select", "ALL"]).status(1).out().lines().count(), 1);
    assert_eq!(run(&["--ignore", "C001"]).status(0).out(), "");
}

#[test]
fn severities() {
    let severity = "severity = { illegal-move = \"note\", \"M\" = \"warning\", \"PGN-M010\" = \"error\" }";
    let dir = Dir::with("pgn.toml", format!("[check]\n{severity}\n"));
    dir.write("warnings.pgn", WARNINGS);
    dir.write("bad.pgn", BAD);
    let ran = dir.pgn(&check(&["warnings.pgn"])).status(1);
    assert!(ran.out().starts_with("warnings.pgn:1:4: error[PGN-M010]"), "{}", ran.out());
    // Advice now: shown when asked for, and no error; the game is as unreadable as before.
    assert_eq!(dir.pgn(&check(&["bad.pgn"])).status(0).out(), "");
    let ran = dir.pgn(&["check", "--format", "concise", "--notes", "bad.pgn"]).status(0);
    assert!(ran.out().contains(": note[PGN-C001]"), "{}", ran.out());
    assert!(ran.account().contains(": 1 with errors"), "{}", ran.account());
    // Denied all the same.
    dir.pgn(&check(&["--notes", "--deny", "notes", "bad.pgn"])).status(1);
    // A note that is made a warning is shown without asking.
    dir.write("note.pgn", "1. e4 e5 2. Ng1f3 d5 3. ed5 *\n");
    let ran = dir.pgn(&check(&["note.pgn"])).status(0);
    assert!(ran.out().contains(": warning[PGN-M011]"), "{}", ran.out());
}

#[test]
fn levels() {
    let dir = Dir::with("pgn.toml", "[check]\nlevel = \"export\"\nignore = [\"missing-roster-tag\"]\n");
    dir.write("a.pgn", "1. e4!\n*\n\n");
    let run = |more: &[&str]| dir.pgn(&check(&[more, &["a.pgn"]].concat())).status(0).out().to_owned();
    assert_eq!(
        run(&[]),
        "a.pgn:1:6: warning[PGN-X009] suffix-annotation: expected `$1`, found the suffix `!`\n\
         a.pgn:2:1: warning[PGN-X005] line-fill: expected `*` on the line before, which has room for it, found it on a new line\n"
    );
    // The command line beats the file, in selecting, too.
    assert_eq!(run(&["--level", "import"]), "");
    assert_eq!(run(&["--select", "suffix-annotation"]).lines().count(), 1);
    assert_eq!(run(&["--level", "import", "--select", "export"]).lines().count(), 2);
}

#[test]
fn limits_and_the_rest() {
    let dir = Dir::with("pgn.toml", "[check]\nmax-per-game = 2\nmax-diagnostics = 3\ndeny = \"warnings\"\n");
    dir.write("a.pgn", "1. e2e4 e7e5 2. g1f3 *\n".repeat(2));
    assert_eq!(dir.pgn(&check(&["a.pgn"])).status(1).out().lines().count(), 3);
    assert_eq!(dir.pgn(&check(&["--max-diagnostics", "9", "a.pgn"])).status(1).out().lines().count(), 4);
    dir.write("pgn.toml", "[check]\nshow-board = \"ascii\"\nextend-select = [\"glyph\"]\n");
    dir.write("b.pgn", BAD);
    assert!(dir.pgn(&["check", "b.pgn"]).status(1).out().contains("   a b c d e f g h\n"));
}

#[test]
fn faults_are_shown_in_their_place() {
    let faults = [
        ("selector", "[check]\nselect = [\n  \"C001\",\n  \"ilegal-move\", # \u{fc}\n]\n"),
        ("key", "[check]\nselct = [\"C001\"]\n"),
        ("severity", "[check]\nseverity = { stray-word = \"grave\" }\n"),
        ("severity-key", "[check]\nseverity = { stray-wort = \"note\" }\n"),
        ("type", "[check]\n\tignore = \"C001\"\n"),
        ("syntax", "[check]\nignore = [\"C001\"\n\nformat = \"json\"\n"),
        ("format", "[check]\nformat = \"xml\"\n"),
        ("table", "[chekc]\n"),
    ];
    let mut all = String::new();
    let dir = Dir::with("a.pgn", BAD);
    for (name, text) in faults {
        dir.write(&format!("{name}.toml"), text);
        let ran = dir.pgn(&["check", "--config", &format!("{name}.toml"), "a.pgn"]).status(2);
        assert_eq!(ran.out(), "");
        all.push_str(ran.err());
        all.push('\n');
    }
    snapshot("config-faults", &all);
    let ran = dir.pgn(&["check", "--color", "always", "--config", "type.toml", "a.pgn"]).status(2);
    assert!(ran.err().contains("\x1b["));
    dir.write("binary.toml", b"\xff");
    dir.pgn(&["check", "--config", "binary.toml", "a.pgn"]).status(2);
}
