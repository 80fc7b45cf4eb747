//! Every command that writes games writes any format: what a pipe to `pgn convert` gives, and with the files and numbers that games come from.

use crate::rig::{BAD, Dir, LAX, pgn};

const GAMES: &str = "[Event \"E\"]\n[White \"Tal\"]\n[Black \"Fine\"]\n[Date \"1960.03.15\"]\n[Result \"1-0\"]\n\n\
    1. e4 {[%clk 1:00:00] good} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n\n\
    [White \"Fine\"]\n[Black \"Keres\"]\n[Date \"1937.??.??\"]\n[Result \"0-1\"]\n\n1. d4 Nf6 (1... d5) 2. Kd2 0-1\n\n\
    [White \"Keres\"]\n[Black \"Tal\"]\n[Date \"1961.??.??\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 d5 2. g3 $1 1/2-1/2\n\n\
    [White \"Tal\"]\n[Black \"Fine\"]\n[Result \"*\"]\n\n1. e4 c5 *\n\n\
    [White \"Keres\"]\n[Black \"Tal\"]\n[Date \"1961.??.??\"]\n[Result \"1/2-1/2\"]\n\n1. Nf3 d5 2. g3 $1 1/2-1/2\n\n";

/// Each command that writes games and is not itself about a format.
const COMMANDS: [&[&str]; 11] = [
    &["filter", "white <> 'Fine'"],
    &["filter", "TRUE", "--fmt"],
    &["sort"],
    &["sort", "--by", "white desc"],
    &["merge"],
    &["merge", "--as-given"],
    &["merge", "--tree"],
    &["split", "--variations"],
    &["dedup"],
    &["edit", "--set", "Event=X"],
    &["eco"],
];

/// Formats that say nothing of files, with options of each.
const FORMATS: [&[&str]; 7] = [
    &["--to", "json"],
    &["--to", "json", "--with-fen"],
    &["--to", "lan", "--lan-style", "hyphen"],
    &["--to", "san", "--lang", "de"],
    &["--to", "uci"],
    &["--to", "epd"],
    &["--to", "pgn", "--dialect", "supplement"],
];

#[test]
fn a_format_is_that_of_a_pipe_to_convert() {
    let dir = Dir::with("a.pgn", GAMES);
    for command in COMMANDS {
        let games = dir.pgn(&[command, &["-q", "a.pgn"]].concat());
        for format in FORMATS {
            let expected = pgn(&[&["convert", "-q"], format].concat(), games.bytes());
            for jobs in ["1", "3"] {
                let ran = dir.pgn(&[command, &["a.pgn", "-j", jobs], format].concat()).status(0);
                assert_eq!(ran.out(), expected.out(), "{command:?} {format:?}: {}", ran.err());
            }
        }
    }
}

/// With what was wrong in them, as JSON has it, but for games that stay as they are because of it.
#[test]
fn games_with_errors_are_those_of_a_pipe_to_convert() {
    let dir = Dir::with("a.pgn", [LAX, "\n", BAD].concat());
    for command in COMMANDS.into_iter().filter(|command| command[0] != "merge") {
        let games = dir.pgn(&[command, &["-q", "a.pgn"]].concat());
        for format in FORMATS {
            let expected = pgn(&[&["convert", "-q"], format].concat(), games.bytes());
            let ran = dir.pgn(&[command, &["a.pgn"], format].concat()).status(1);
            assert_eq!(ran.out(), expected.out(), "{command:?} {format:?}: {}", ran.err());
            let found = ran.err().matches("illegal-move").count();
            assert_eq!(found, 1, "{command:?} {format:?}: {}", ran.err());
        }
    }
}

#[test]
fn the_name_of_the_output_says_the_format() {
    let dir = Dir::with("a.pgn", GAMES);
    for command in COMMANDS {
        let expected = dir.pgn(&[command, &["-q", "--to", "json", "a.pgn"]].concat());
        dir.pgn(&[command, &["-o", "x.json", "a.pgn"]].concat()).status(0);
        assert_eq!(dir.read("x.json"), expected.out(), "{command:?}");
        // As they are, whatever the name is.
        let plain = dir.pgn(&[command, &["-q", "a.pgn"]].concat());
        for name in ["x.pgn", "x.txt"] {
            dir.pgn(&[command, &["-o", name, "a.pgn"]].concat()).status(0);
            assert_eq!(dir.read(name), plain.out(), "{command:?} {name}");
        }
        dir.pgn(&[command, &["-o", "x.jsonl.gz", "a.pgn"]].concat()).status(0);
        let unpacked = dir.pgn(&["convert", "-q", "--to", "json", "x.jsonl.gz"]);
        let again = pgn(&["convert", "-q", "--from", "json", "--to", "json", "-"], expected.bytes());
        assert_eq!(unpacked.out(), again.out(), "{command:?}");
    }
}

#[test]
fn rows_name_the_file_and_number_that_their_games_come_from() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.write("b.pgn", "[White \"Adams\"]\n[Date \"1900.01.01\"]\n\n1. c4 *\n\n");
    let csv: &[&str] = &["--to", "csv", "--rows", "games", "--tags", "White", "a.pgn", "b.pgn"];
    for (command, expected) in [
        (&["sort"][..], "a.pgn 4, b.pgn 6, a.pgn 2, a.pgn 1, a.pgn 3, a.pgn 5"),
        (&["sort", "--where", "white <> 'Tal'"], "b.pgn 6, a.pgn 2, a.pgn 3, a.pgn 5"),
        (&["filter", "white <> 'Tal'"], "a.pgn 2, a.pgn 3, a.pgn 5, b.pgn 6"),
        (&["filter", "--games", "1,4"], "a.pgn 1, a.pgn 4, b.pgn 6"),
        (&["edit", "--set", "Event=X"], "a.pgn 1, a.pgn 2, a.pgn 3, a.pgn 4, a.pgn 5, b.pgn 6"),
        (&["eco"], "a.pgn 1, a.pgn 2, a.pgn 3, a.pgn 4, a.pgn 5, b.pgn 6"),
    ] {
        let ran = dir.pgn(&[command, csv].concat()).status(0);
        let rows = ran.out().lines().skip(1).map(|row| {
            let mut fields = row.split(',');
            format!("{} {}", fields.next().unwrap(), fields.next().unwrap())
        });
        assert_eq!(rows.collect::<Vec<_>>().join(", "), expected, "{command:?}");
    }
    let ran = dir.pgn(&[
        "filter",
        "white = 'Adams'",
        "--to",
        "csv",
        "--rows",
        "games",
        "--tags",
        "White",
        "a.pgn",
        "b.pgn",
    ]);
    assert!(ran.out().lines().nth(1).is_some_and(|row| row.starts_with("b.pgn,6,Adams,")), "{}", ran.out());
}

#[test]
fn files_of_split_are_in_the_format() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.pgn(&["split", "--by", "year", "--to", "json", "a.pgn"]).status(0);
    assert_eq!(dir.names(), ["0000.json", "1937.json", "1960.json", "1961.json", "a.pgn"]);
    let year = pgn(&["filter", "year = 1961", "-q", "--to", "json"], GAMES);
    assert_eq!(dir.read("1961.json"), year.out());
    dir.pgn(&["split", "-o", "{white}.csv", "--rows", "games", "--tags", "White", "a.pgn"]).status(0);
    assert_eq!(dir.read("Fine.csv"), "file,game,White,plies,result\na.pgn,2,Fine,3,0-1\n");
}

#[test]
fn each_output_has_the_format_of_its_name() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.pgn(&["filter", "white = 'Tal'", "-o", "tal.json", "--not-to", "others.pgn", "a.pgn"]).status(0);
    assert_eq!(dir.read("tal.json").lines().count(), 2);
    assert_eq!(dir.read("others.pgn").matches("[White ").count(), 3);
    dir.pgn(&["dedup", "--removed", "removed.json", "-o", "rest.pgn", "a.pgn"]).status(0);
    assert_eq!(dir.read("removed.json").lines().count(), 1);
    assert_eq!(dir.read("rest.pgn").matches("[White ").count(), 4);
}

#[test]
fn what_a_format_cannot_hold_is_named_and_counted() {
    let game = "[White \"x\"]\n\n1. e4 {a} *\n\n";
    let direct = pgn(&["convert", "--to", "csv", "--rows", "games"], game);
    let sorted = pgn(&["sort", "--to", "csv", "--rows", "games"], game);
    let without = |account: &str| account.split("; ").last().unwrap_or_default().to_owned();
    assert!(sorted.account().contains("without 1 comment"), "{}", sorted.err());
    assert_eq!(without(sorted.account()), without(direct.account()));
}

#[test]
fn options_of_formats_are_refused_where_they_have_no_effect() {
    let dir = Dir::with("a.pgn", GAMES);
    for (args, expected) in [
        (&["sort", "--rows", "games"][..], "--rows has no effect on games as they are; use --to"),
        (&["sort", "--to", "json", "--rows", "games"], "--rows has no effect on what --to json writes"),
        (&["sort", "-i", "--to", "json"], "--to has no effect with -i"),
        (&["edit", "-i", "--set", "A=x", "--to", "json"], "--to has no effect with -i"),
        (&["edit", "--diff", "--set", "A=x", "--to", "json"], "--to has no effect with --diff"),
        (&["filter", "TRUE", "--count", "--to", "json"], "--to has no effect with --count"),
        (&["dedup", "--list", "--to", "json"], "--to has no effect with --list"),
        (&["eco", "--explain", "--to", "json"], "--to has no effect with --explain"),
        (
            &["sort", "--to", "json", "-o", "x.csv"],
            "x.csv: --to json and the extension of csv contradict each other",
        ),
        (
            &["sort", "--to", "csv", "--tags", "all"],
            "--tags all reads files twice, which `pgn convert` does; name the tags",
        ),
    ] {
        let ran = dir.pgn(&[args, &["a.pgn"]].concat()).status(2);
        assert_eq!(ran.err().lines().next(), Some(format!("pgn: {expected}").as_str()), "{args:?}");
        assert_eq!(dir.names(), ["a.pgn"]);
        assert_eq!(dir.read("a.pgn"), GAMES);
    }
}

/// The output of a run that fails is not there, and a pipe that is closed ends the run.
#[test]
fn a_run_that_fails_leaves_no_output() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.write("broken.pgn.gz", [0x1f, 0x8b, 8, 0]);
    let ran = dir.pgn(&["sort", "-o", "x.json", "a.pgn", "broken.pgn.gz"]).status(2);
    assert!(ran.err().contains("x.json: not written"), "{}", ran.err());
    assert_eq!(dir.names(), ["a.pgn", "broken.pgn.gz"]);
    let ran = dir.pgn(&["filter", "TRUE", "--on-error", "stop", "-o", "x.json", "a.pgn"]);
    assert_eq!(ran.0.status.code(), Some(0));
}

#[cfg(feature = "columns")]
mod columns {
    use super::*;

    #[test]
    fn games_in_columns_come_back_whole() {
        let dir = Dir::with("a.pgn", GAMES);
        for command in COMMANDS {
            let expected = dir.pgn(&[command, &["-q", "a.pgn"]].concat());
            let expected = pgn(&["fmt", "-q"], expected.bytes());
            for name in ["x.parquet", "x.arrow", "x.arrows"] {
                dir.pgn(&[command, &["--lossless", "-o", name, "a.pgn"]].concat()).status(0);
                let again = dir.pgn(&["fmt", "-q", name]);
                assert_eq!(again.out(), expected.out(), "{command:?} {name}");
            }
        }
    }

    #[test]
    fn partitions_are_directories() {
        let dir = Dir::with("a.pgn", GAMES);
        for (at, command) in COMMANDS.iter().enumerate().filter(|(_, command)| command[0] != "split") {
            let path = format!("x{at}");
            let options: &[&str] = &["--partition", "White", "--lossless", "-o", &path, "a.pgn"];
            let ran = dir.pgn(&[*command, options].concat()).status(0);
            assert!(ran.account().contains("files: "), "{command:?}: {}", ran.err());
            let again = dir.pgn(&["sort", "-q", "--fmt", &path]);
            let expected = dir.pgn(&[*command, &["-q", "a.pgn"]].concat());
            let expected = pgn(&["sort", "-q", "--fmt"], expected.bytes());
            assert_eq!(again.out(), expected.out(), "{command:?}");
        }
    }
}
