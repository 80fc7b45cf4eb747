//! Small things: advice, refusals of what has no effect, manual pages, tables with all tags.

use crate::rig::{BAD, Dir, LAX, pgn};

#[test]
fn words_that_are_no_subcommand() {
    for (args, advice) in [
        (
            &["games.pgn"][..],
            "pgn: to check games: `pgn check games.pgn`; to format them: `pgn fmt games.pgn`\n",
        ),
        (&["lint", "x.pgn"], "pgn: that is `pgn check`\n"),
        (&["Validate"], "pgn: that is `pgn check`\n"),
    ] {
        let ran = pgn(args, "").status(2);
        assert!(ran.err().ends_with(advice), "{}", ran.err());
    }
    assert!(!pgn(&["nonsense"], "").status(2).err().contains("pgn: "));
}

#[test]
fn options_without_effect_are_refused() {
    let dir = Dir::with("a.epd", "4k3/8/8/8/8/8/8/4K3 w - -\n");
    for option in [
        &["--reduced"][..],
        &["--tags", "White"],
        &["--width", "30"],
        &["--no-comments"],
        &["--no-variations"],
    ] {
        let ran = dir.pgn(&[&["epd", "fmt", "a.epd"], option].concat()).status(2);
        assert!(ran.err().contains(&format!("{} is about games", option[0])), "{}", ran.err());
    }
    for command in [&["check"][..], &["epd", "check"]] {
        let ran = dir.pgn(&[command, &["--on-error", "drop", "a.epd"]].concat()).status(2);
        assert!(ran.err().contains("--on-error can only be keep or stop"), "{}", ran.err());
    }
}

#[test]
fn an_output_in_a_directory_that_is_not_there() {
    let dir = Dir::with("in.pgn", LAX);
    let ran = dir.pgn(&["fmt", "in.pgn", "-o", "missing/out.pgn"]).status(2);
    assert!(
        ran.err().starts_with("pgn: missing/out.pgn: cannot write: there is no directory missing\n"),
        "{}",
        ran.err()
    );
}

#[test]
fn lines_have_colours_when_asked_for() {
    let plain = pgn(&["check", "--format", "concise"], BAD).status(1);
    let coloured = pgn(&["check", "--format", "concise", "--color", "always"], BAD).status(1);
    assert!(coloured.out().contains("\x1b[1m\x1b[91merror[PGN-C001]\x1b[0m"), "{}", coloured.out());
    let stripped = coloured.out().replace("\x1b[1m\x1b[91m", "").replace("\x1b[0m", "");
    assert_eq!(stripped, plain.out());
}

#[test]
fn every_subcommand_has_a_page_examples_and_an_exit_status() {
    for command in [
        "check",
        "fmt",
        "convert",
        "clocks",
        "explain",
        "man",
        "epd check",
        "epd fmt",
        "epd sort",
        "epd merge",
        "epd from-pgn",
        "epd to-pgn",
        "epd perft",
        "epd minimax",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        let help = pgn(&[&["help"], words.as_slice()].concat(), "").status(0);
        assert!(help.out().contains("Exit status: 0 "), "{command}");
        assert!(help.out().contains("Examples:\n") || command.ends_with("check"), "{command}");
        let wide = help.out().lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "{command}");
        let page = pgn(&[&["man"], words.as_slice()].concat(), "").status(0);
        assert_eq!(page.out().matches(".TH ").count(), 1, "{command}");
        assert!(page.out().contains(&format!(".TH pgn-{} 1", words.join("-"))), "{command}");
    }
    pgn(&["man", "nonsense"], "").status(2);
    let dir = Dir::new();
    dir.pgn(&["man", "--dir", "."]).status(0);
    let names = dir.names();
    assert!(names.len() > 15 && names.iter().all(|name| name.ends_with(".1")), "{names:?}");
    assert!(dir.read("pgn-check.1").contains(".TH pgn-check 1"));
    dir.pgn(&["man", "--dir", "missing"]).status(2);
}

#[test]
fn a_table_of_all_tags() {
    let dir = Dir::with(
        "a.pgn",
        "[ECO \"C20\"]\n[White \"A\"]\n\n1. e4 *\n\n[WhiteElo \"2400\"]\n[ECO \"A40\"]\n\n1. d4 1-0\n",
    );
    let ran = dir.pgn(&["convert", "--to", "csv", "--rows", "games", "--tags", "all", "a.pgn"]).status(0);
    let mut lines = ran.out().lines();
    assert_eq!(lines.next(), Some("file,game,Event,Site,Date,Round,White,Black,ECO,WhiteElo,plies,result"));
    assert_eq!(lines.next(), Some("a.pgn,1,,,,,A,,C20,,1,*"));
    assert_eq!(lines.next(), Some("a.pgn,2,,,,,,,A40,2400,1,1-0"));
    let ran = pgn(&["convert", "--to", "csv", "--tags", "all"], LAX).status(2);
    assert!(ran.err().contains("<stdin>: --tags all needs to read its input twice"), "{}", ran.err());
}

#[test]
fn languages_are_in_the_short_help_and_completed() {
    for command in ["check", "fmt"] {
        assert!(pgn(&[command, "-h"], "").status(0).out().contains("--from-lang"), "{command}");
    }
    assert!(pgn(&["completions", "bash"], "").status(0).out().contains("cs da nl en et fi fr de hu"));
}

#[test]
fn every_help_ends_with_examples_and_the_exit_status() {
    let commands = "check fmt convert clocks epd book explain completions man";
    let of_epd =
        "check fmt sort merge minimax perft to-pgn from-pgn".split(' ').map(|name| format!("epd {name}"));
    for command in commands.split(' ').map(str::to_owned).chain(of_epd) {
        let args: Vec<&str> = command.split(' ').chain(["--help"]).collect();
        let help = pgn(&args, "").status(0);
        assert!(help.out().contains("\nExamples:\n  pgn "), "{command}");
        assert!(help.out().contains("\nExit status: 0 "), "{command}");
    }
}
