//! Games in columns that come back whole: `pgn convert --lossless`, and Parquet and Arrow as input of every command.

use std::fs;

use crate::rig::{Dir, pgn};

const GAMES: &str = "\
[White \"Tal\"]\n[WhiteElo \"?\"]\n\n{start} 1. e4 {[%clk 0:03:00]} (1. d4 $1 {queen's} d5 (1... Nf6)) e5 2. Nf3 $2 {good} 1-0\n
[White \"x\"]\n\n1. e4 e5 2. Ke3 Nc6 *\n
[Variant \"Duck chess\"]\n\n1. e4 @e5 *\n
[FEN \"7k/P7/8/8/8/8/8/7K w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=N *\n";

const FORMS: [&str; 3] = ["parquet", "arrow", "arrows"];

fn columns(form: &str) -> Vec<u8> {
    pgn(&["convert", "-q", "--to", form, "--lossless"], GAMES).status(1).bytes().to_vec()
}

#[test]
fn there_and_back() {
    let expected = pgn(&["fmt", "-q"], GAMES).status(1);
    for form in FORMS {
        let bytes = columns(form);
        for args in [&["fmt", "-q"][..], &["convert", "-q", "--to", "pgn"], &["fmt", "-q", "-j", "1"]] {
            assert_eq!(pgn(args, &bytes).status(1).out(), expected.out(), "{form} {args:?}");
        }
        let again = pgn(&["convert", "-q", "--to", form, "--lossless"], &bytes).status(1);
        assert_eq!(pgn(&["fmt", "-q"], again.bytes()).status(1).out(), expected.out(), "{form}");
        let json = pgn(&["convert", "-q", "--to", "json"], &bytes).status(1);
        assert_eq!(pgn(&["fmt", "-q"], json.bytes()).out(), expected.out(), "{form}");
    }
}

#[test]
fn files_are_known_by_name_and_by_content() {
    let expected = pgn(&["fmt", "-q"], GAMES).status(1).out().to_owned();
    for form in FORMS {
        let dir = Dir::with("a", columns(form));
        dir.write(&format!("folder/year=1960/part-0.{form}"), columns(form));
        dir.write(&format!("b.{form}"), columns(form));
        dir.write("text.pgn", "1. d4 *\n");
        dir.pgn(&["convert", "-q", "text.pgn", "-o", "text.json.gz"]).status(0);
        let ran = dir.pgn(&["fmt", "-q", "a", &format!("b.{form}"), "folder"]).status(1);
        assert_eq!(ran.out(), expected.repeat(3), "{form}");
        let ran = dir.pgn(&["filter", "-q", "white = 'Tal'", &format!("b.{form}")]).status(1);
        assert!(ran.out().contains("[White \"Tal\"]") && !ran.out().contains("Duck"), "{}", ran.out());
    }
}

#[test]
fn what_is_wrong_is_found_in_rows() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.pgn(&["fmt", "-q", "a.pgn", "-o", "b.pgn"]).status(1);
    dir.pgn(&["convert", "-q", "b.pgn", "-o", "c.parquet", "--lossless"]).status(1);
    let found = |file| dir.pgn(&["check", "--format", "concise", file]).status(1).out().replace(file, "");
    // The same, but for the places: rows, and half-moves in them.
    let rows: Vec<String> = found("c.parquet").lines().map(str::to_owned).collect();
    let texts: Vec<String> = found("b.pgn").lines().map(str::to_owned).collect();
    let fault = |line: &String| line.split_once("[PGN-").map(|(_, fault)| fault.to_owned());
    assert_eq!(rows.iter().map(fault).collect::<Vec<_>>(), texts.iter().map(fault).collect::<Vec<_>>());
    assert!(rows[0].starts_with(": row 2, ply 2: error[PGN-C001] illegal-move"), "{rows:?}");
}

/// Values that a directory cannot have as they are, and games without the tag.
fn odd_values() -> String {
    let values = [
        "Tal, Mihail",
        "",
        "..",
        ".",
        "a/b=%",
        "%41",
        "Élise ",
        "a\\\\b",
        "\\\"x\\\"",
        "__HIVE_DEFAULT_PARTITION__",
        "?",
        "*",
        "x:y|z",
        "nul",
    ];
    let tags = |at: usize| {
        [
            format!("[ECO \"B{at:02}\"]\n[WhiteElo \"2{at:03}\"]\n"),
            "[WhiteElo \"?\"]\n".to_owned(),
            String::new(),
        ]
    };
    let results = ["1-0", "0-1", "1/2-1/2", "*"];
    let game = |(at, value): (usize, &&str)| {
        let (tags, result) = (&tags(at)[at % 3], results[at % 4]);
        format!(
            "[Date \"20{at:02}.0{}.??\"]\n[White \"{value}\"]\n[Result \"{result}\"]\n{tags}[UTCDate \"2013.01.{:02}\"]\n\n1. e4 {{ {at} }} {result}\n\n",
            1 + at % 9,
            at + 1
        )
    };
    values.iter().enumerate().map(game).collect()
}

#[test]
fn games_come_back_from_partitions() {
    let dir = Dir::with("a.pgn", odd_values());
    let sorted = |ran: &str| {
        let mut games: Vec<&str> = ran.split("[Event ").collect();
        games.sort_unstable();
        games.join("[Event ")
    };
    let expected = sorted(dir.pgn(&["fmt", "-q", "a.pgn"]).status(0).out());
    // Every column that rows can be divided by, and several at once.
    let partitions =
        pgnkit_columns::COLUMNS.iter().filter(|column| column.rows.contains(&pgnkit_columns::Rows::Games));
    let mut count = 0;
    for by in partitions.map(|column| column.name).chain([
        "ECO,White",
        "year,Result",
        "Result,WhiteElo,UTCDate,White",
    ]) {
        let ran = dir.pgn(&["convert", "-q", "a.pgn", "-o", "out", "--partition", by, "--lossless"]);
        if ran.err().contains("rows cannot be divided by") {
            continue;
        }
        ran.status(0);
        count += 1;
        let again = dir.pgn(&["fmt", "-q", "out"]).status(0);
        assert_eq!(sorted(again.out()), expected, "{by}");
        // Files still know where they were.
        if by == "ECO,White" {
            let mut moved = 0;
            for eco in fs::read_dir(dir.path("out")).unwrap() {
                for white in fs::read_dir(eco.unwrap().path()).unwrap() {
                    moved += 1;
                    fs::create_dir_all(dir.path("flat")).unwrap();
                    fs::copy(
                        white.unwrap().path().join("part-0.parquet"),
                        dir.path(&format!("flat/{moved}.parquet")),
                    )
                    .unwrap();
                }
            }
            assert_eq!(sorted(dir.pgn(&["fmt", "-q", "flat"]).status(0).out()), expected, "moved");
        }
        fs::remove_dir_all(dir.path("out")).unwrap();
    }
    assert!(count > 35, "{count}");
}

#[test]
fn damaged_files_are_refused_in_words() {
    let dir = Dir::new();
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut next = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for form in FORMS {
        let whole = columns(form);
        for number in 0..250 {
            let mut damaged = whole.clone();
            for _ in 0..=next(3) {
                let at = next(damaged.len());
                damaged[at] = [0, 0x7f, 0x80, 0xff, damaged[at] ^ 1 << next(8)][next(5)];
            }
            dir.write(&format!("all/{number}.{form}"), damaged);
        }
    }
    // A run says nothing but what is wrong with each file; `status` looks for panics.
    let ran = dir.pgn(&["check", "-q", "all"]).status(2);
    for line in ran.err().lines() {
        assert!(line.starts_with("pgn: all/") && line.contains("cannot read: "), "{line}");
    }
}

#[test]
fn such_files_are_not_replaced() {
    let dir = Dir::with("a.parquet", columns("parquet"));
    let before = fs::read(dir.path("a.parquet")).unwrap();
    for (args, expected) in [
        (&["fmt", "-i", "a.parquet"][..], "a table or a database cannot be formatted in place; use -o"),
        (&["check", "--fix", "a.parquet"], ""),
        (&["edit", "-i", "--remove", "White", "a.parquet"], "cannot be edited in place"),
        (&["sort", "-i", "a.parquet"], "cannot be sorted in place"),
        (&["dedup", "-i", "a.parquet"], "cannot be deduplicated in place"),
    ] {
        let ran = dir.pgn(args);
        assert!(ran.err().contains(expected), "{args:?}: {}", ran.err());
        assert_eq!(fs::read(dir.path("a.parquet")).unwrap(), before, "{args:?}");
    }
}

#[test]
fn files_without_games_and_damaged_ones_are_refused() {
    let dir = Dir::with("a.pgn", "1. e4 e5 *\n");
    dir.pgn(&["convert", "-q", "a.pgn", "-o", "plies.parquet", "--rows", "plies"]).status(0);
    dir.pgn(&["convert", "-q", "a.pgn", "-o", "tags.parquet", "--columns", "game,White"]).status(0);
    for (file, expected) in [
        ("plies.parquet", "plies.parquet: cannot read: no games: a row is a move or a position"),
        (
            "tags.parquet",
            "tags.parquet: cannot read: no games: expected a column moves, san, uci, movetext or pgn, found none",
        ),
    ] {
        let ran = dir.pgn(&["check", file]).status(2);
        assert!(ran.err().contains(expected), "{}", ran.err());
    }
    for form in FORMS {
        let file = format!("x.{form}");
        let whole = columns(form);
        for length in [0, 4, 9, whole.len() / 2, whole.len() - 3] {
            dir.write(&file, &whole[..length]);
            let ran = dir.pgn(&["check", &file]);
            // The end of a stream need not be said.
            let is_whole = form == "arrows" && length == whole.len() - 3;
            assert!(
                is_whole || ran.err().contains(&format!("{file}: cannot read: ")),
                "{length}: {}",
                ran.err()
            );
        }
        dir.write(&file, "1. e4 *\n");
        let ran = dir.pgn(&["fmt", &file]).status(2);
        assert!(ran.err().contains(&format!("{file}: cannot read: ")), "{}", ran.err());
    }
}

#[test]
fn options_without_effect_are_refused() {
    let ran = pgn(&["convert", "--to", "json", "--lossless"], GAMES).status(2);
    assert!(ran.err().contains("--lossless has no effect on what --to json writes"), "{}", ran.err());
    let ran = pgn(&["convert", "--to", "arrow", "--lossless", "--rows", "plies"], GAMES).status(2);
    assert!(ran.err().contains("--lossless is for rows of games, not of plies"), "{}", ran.err());
}

/// Damage of a row group is an error of its rows: all others are read, and the numbers of their games stay.
#[test]
fn a_damaged_row_group_ends_nothing() {
    let games: String = (1..=40)
        .map(|number| format!("[White \"{number}\"]\n[Result \"*\"]\n\n1. e4 {{{number} x}} *\n\n"))
        .collect();
    let dir = Dir::with("a.pgn", games);
    dir.pgn(&["convert", "-q", "a.pgn", "-o", "a.parquet", "--lossless", "--row-group", "10"]).status(0);
    let whole = std::fs::read(dir.path("a.parquet")).unwrap();
    let mut damaged = 0;
    for place in (4..whole.len() * 3 / 4).step_by(whole.len() / 40) {
        let mut bytes = whole.clone();
        bytes[place..place + 12].fill(0xa5);
        dir.write("b.parquet", &bytes);
        let ran = dir.pgn(&["convert", "--to", "csv", "--rows", "games", "--tags", "White", "b.parquet"]);
        assert!(!ran.err().contains("panicked"), "{}", ran.err());
        let rows: Vec<&str> = ran.out().lines().skip(1).collect();
        if ran.err().contains("damaged-record") && rows.len() == 30 {
            damaged += 1;
            assert_eq!(ran.0.status.code(), Some(1), "{}", ran.err());
            assert!(ran.account().starts_with("pgn: 40 games ("), "{}", ran.err());
            assert!(ran.account().contains("10 with errors"), "{}", ran.err());
            for row in rows {
                let [_, number, white, ..] = row.split(',').collect::<Vec<_>>()[..] else { panic!("{row}") };
                assert_eq!(number, white, "{}", ran.out());
            }
        }
    }
    assert!(damaged > 3, "{damaged} of 40");
}
