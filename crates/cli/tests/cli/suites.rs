//! `pgn analyse --epd`: test suites, by one engine and by two.

use std::process::Command;

use crate::engine::TestEngine;
use crate::rig::{Dir, Ran};

/// The engine counts material two half-moves deep: it takes what is free, and plays the first move in ASCII order if nothing is.
const SUITE: &str = "\
4k3/8/8/3q4/4P3/8/8/4K3 w - - bm exd5; id \"Take.001\"; c0 \"exd5=10, e5=3\"; Zz 7;
4k3/8/8/3q4/4P3/8/8/4K3 w - - am exd5; id \"Take.002\"; c0 \"e5=10\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8; dm 1; id \"Mate.001\";
6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Kf2; am Ra8#; pm Kf2; id \"Mate.002\";
";

fn suite(dir: &Dir, engine: &TestEngine, args: &[&str]) -> Ran {
    let mut command: Command =
        dir.command(&["analyse", "--epd", "--engine", &engine.text(), "--nodes", "100"]);
    command.args(args).envs(engine.environment());
    Ran(command.output().unwrap())
}

#[test]
fn results_are_listed() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.epd", SUITE);
    let ran = suite(&dir, &engine, &["a.epd"]).status(0);
    let out = ran.out();
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "Counter 1, 100 nodes");
    for (at, mark, parts) in [
        (3, "✓ solved  exd5", &["10/10", "bm exd5", "Take.001"][..]),
        (4, "✗ missed  exd5", &["0/10", "am exd5", "Take.002"]),
        (5, "✓ solved  Ra8#", &["#1", "bm Ra8#; dm 1", "Mate.001"]),
        (6, "✗ missed  Ra8#", &["#1", "bm Kf2; am Ra8#", "Mate.002"]),
    ] {
        assert!(
            lines[at].contains(mark) && parts.iter().all(|part| lines[at].contains(part)),
            "{}",
            lines[at]
        );
    }
    for part in [
        "\nTake       1/2 (50.0 %)        10/20 (50.0 %)\n",
        "solved 2 of 4 (50.0 %), points 10 of 20 (50.0 %); ",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    // The same position was searched once.
    assert_eq!(engine.searched().len(), 2);
    // The list is the same for any number of engines, except times.
    let bare = |jobs: &str| {
        let ran = suite(&dir, &TestEngine::new(), &["-j", jobs, "--report", "csv", "a.epd"]).status(0);
        let is_time = |at: usize| [17, 20].contains(&at);
        let cells = |line: &str| -> Vec<String> {
            let cells = line.split(',').enumerate().filter(|(at, _)| !is_time(*at));
            cells.map(|(_, cell)| cell.to_owned()).collect()
        };
        ran.out().lines().map(cells).collect::<Vec<_>>()
    };
    let one = bare("1");
    assert_eq!((one.len(), &one), (5, &bare("3")));
}

#[test]
fn records_get_their_analyses() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.epd", SUITE);
    let ran = suite(&dir, &engine, &["a.epd", "-o", "b.epd"]).status(0);
    assert!(ran.out().contains("solved 2 of 4"), "{}", ran.out());
    // A machine can be slow.
    let without_time = |text: String| text.replace(" acs 1;", " acs 0;");
    let text = without_time(dir.read("b.epd"));
    let lines: Vec<&str> = text.lines().collect();
    for (at, parts) in [
        (
            0,
            &[
                " Zz 7;",
                " acd 2;",
                " acs 0;",
                " bm exd5;",
                " c0 \"exd5=10, e5=3\";",
                " ce 100;",
                " id \"Take.001\";",
                " pv exd5",
            ][..],
        ),
        (2, &[" bm Ra8#;", " ce 32766;", " dm 1;", " pv Ra8#;"]),
        // As the standard wants it.
        (3, &[" am Ra8#;", " bm Kf2;", " pm Ra8#;", " pv Ra8#;"]),
    ] {
        for part in parts {
            assert!(lines[at].contains(part), "{part}: {}", lines[at]);
        }
    }
    assert_eq!(lines.len(), 4);
    let stdout = suite(&dir, &engine, &["-q", "--to", "epd", "a.epd"]).status(0);
    assert_eq!(without_time(stdout.out().to_owned()), text);
    // A suite with analyses is a suite.
    suite(&dir, &engine, &["b.epd", "-o", "c.epd"]).status(0);
    assert_eq!(without_time(dir.read("c.epd")), text);
}

#[test]
fn json_has_the_results_and_a_summary() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.epd", SUITE);
    let cached =
        |engine: &TestEngine| suite(&dir, engine, &["--cache", "x.cache", "a.epd", "-o", "a.json"]).status(0);
    cached(&engine);
    let text = dir.read("a.json");
    let values: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(values.len(), 5);
    assert_eq!(values[2]["results"][0]["solution"]["depth"], 2);
    assert_eq!(values[2]["results"][0]["mate"], 1);
    assert_eq!(values[2]["bm"][0], "Ra8#");
    assert_eq!(values[4]["summary"]["engines"][0]["solved"], 2);
    assert_eq!(values[4]["summary"]["themes"][1]["theme"], "Mate");
    // From the cache it is the same, with its times.
    let again = TestEngine::new();
    cached(&again);
    assert_eq!((again.searched().len(), dir.read("a.json")), (0, text));
}

#[test]
fn two_engines_are_compared() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.epd", SUITE);
    let args = ["--versus", &engine.text(), "--cache", "x.cache", "a.epd"];
    let ran = suite(&dir, &engine, &args).status(0);
    let out = ran.out();
    for part in [
        "1: Counter 1, 100 nodes\n2: Counter 1, 100 nodes\n",
        "both solved 2, only 1 0, only 2 0, neither 2\nno record was solved by only one of them",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
}

#[test]
fn records_of_any_kind() {
    let engine = TestEngine::new();
    let many = "Kf2 ".repeat(5000);
    let dir = Dir::with(
        "a.epd",
        format!(
            "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Qh9; id \"illegal\";\n\
             7k/5Q2/6K1/8/8/8/8/8 b - - bm Kg8; id \"stalemate\";\n\
             6k1/5ppp/8/8/8/8/8/R5K1 w - - id \"nothing\";\n\
             6k1/5ppp/8/8/8/8/8/R5K1 w - - bm {many}; c0 \"Qh9=5\"; id \"many\";\n\
             no position\n"
        ),
    );
    let ran = suite(&dir, &engine, &["a.epd"]).status(1);
    let out = ran.out();
    for part in [
        "- no goal Ra8#",
        "- ended",
        "✗ missed  Ra8#",
        "solved 0 of 1 (0.0 %); ",
        "   3 records without a move to find\n",
    ] {
        assert!(out.contains(part), "{part}: {out}");
    }
    assert!(out.lines().all(|line| line.chars().count() < 150), "{out}");
    // Nothing is lost of what cannot be read.
    suite(&dir, &engine, &["a.epd", "-o", "b.epd"]).status(1);
    assert!(dir.read("b.epd").ends_with("\nno position\n"));
    // A position without a result.
    let crashing = TestEngine::crashing_on("6k1/5ppp/8/8/8/8/8/R5K1");
    let dir = Dir::with("a.epd", SUITE);
    let ran = suite(&dir, &crashing, &["a.epd", "-o", "b.epd"]).status(1);
    assert!(ran.err().contains("no evaluation of the position: "), "{}", ran.err());
    assert!(
        ran.out().contains("! failed") && ran.out().contains("   2 records without a result\n"),
        "{}",
        ran.out()
    );
    assert!(dir.read("b.epd").contains(" pm Kf2;\n"), "{}", dir.read("b.epd"));
}

#[test]
fn what_makes_no_sense_is_refused() {
    let engine = TestEngine::new();
    let dir = Dir::with("a.epd", SUITE);
    for (args, expected) in [
        (&["--only", "white", "a.epd"][..], "--only is about games and has no effect with --epd"),
        (&["--style", "nags", "a.epd"], "--style is about games"),
        (&["--skip-book", "a.epd"], "--skip-book is about games"),
        (&["-i", "a.epd"], "--in-place is about games"),
        (&["--tags", "accuracy", "a.epd"], "--tags has no effect with a test suite"),
        (&["--to", "csv", "a.epd"], "--to csv has no effect with a test suite"),
        (&["--to", "epd", "--report", "csv", "a.epd"], "--report: the records go to standard output already"),
        (&["-o", "x.pgn", "a.epd"], "expected .epd for the records"),
        (&["--versus", "/no/such/engine", "a.epd"], "--versus: expected an engine"),
        (&["--versus-option", "Hash=1", "a.epd"], "--versus"),
    ] {
        let ran = suite(&dir, &engine, args).status(2);
        assert!(ran.err().contains(expected), "{args:?}: {}", ran.err());
        assert_eq!(ran.out(), "", "{args:?}");
    }
    let none = dir.command(&["analyse", "--epd", "--engine", "none", "a.epd"]).output().unwrap();
    assert!(Ran(none).status(2).err().contains("a test suite is for an engine"));
    let games = Dir::with("a.pgn", "1. e4 e5 *\n");
    let ran = suite(&games, &engine, &["a.pgn"]).status(2);
    assert!(ran.err().contains("a.pgn: left out, "), "{}", ran.err());
}
