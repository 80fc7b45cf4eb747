//! `pgn convert --to parquet|arrow|arrows`.

use std::fs::{self, File};
use std::path::Path;

use pgnkit_columns::RecordBatch;
use pgnkit_columns::internals::arrow_array::cast::AsArray as _;
use pgnkit_columns::internals::arrow_array::types::UInt64Type;
use pgnkit_columns::internals::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::rig::{Dir, pgn};

const GAMES: &str = "\
[White \"Tal\"]\n[Date \"1960.03.15\"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:03:00]} e5 2. Nf3 $1 {good} (2. d4) 1-0\n
[White \"Tal\"]\n[Date \"1960.05.??\"]\n\n1. d4 *\n
[White \"a/b\"]\n\n*\n";

fn read(path: impl AsRef<Path>) -> RecordBatch {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    let schema = reader.schema().clone();
    let batches: Vec<_> = reader.build().unwrap().map(Result::unwrap).collect();
    match &batches[..] {
        [] => RecordBatch::new_empty(schema),
        [batch] => batch.clone(),
        _ => panic!("more than the usual batch"),
    }
}

fn names(batch: &RecordBatch) -> Vec<String> {
    batch.schema().fields().iter().map(|field| field.name().clone()).collect()
}

fn numbers(batch: &RecordBatch) -> Vec<u64> {
    batch.column_by_name("game").unwrap().as_primitive::<UInt64Type>().values().to_vec()
}

/// All files below a directory, sorted, with the games in them.
fn files(root: &Path) -> Vec<(String, Vec<u64>)> {
    let mut found = Vec::new();
    let mut directories = vec![root.to_owned()];
    while let Some(directory) = directories.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                directories.push(path);
            } else {
                let name = path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
                found.push((name, numbers(&read(path))));
            }
        }
    }
    found.sort();
    found
}

#[test]
fn games_become_rows() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.write("b.pgn", GAMES);
    let ran = dir.pgn(&["convert", "a.pgn", "b.pgn", "-o", "out.parquet"]).status(0);
    let left = "; wrote 6; without 2 comments, 2 variations, 2 glyphs";
    assert!(ran.account().ends_with(left), "{}", ran.account());
    let batch = read(dir.path("out.parquet"));
    // Numbers go on from file to file.
    assert_eq!(numbers(&batch), [1, 2, 3, 4, 5, 6]);
    let white = batch.column_by_name("White").unwrap().as_string::<i32>();
    assert_eq!([white.value(0), white.value(5)], ["Tal", "a/b"]);

    let ran = dir.pgn(&["convert", "a.pgn", "-o", "out.parquet", "--rows", "plies"]).status(0);
    assert!(ran.account().ends_with("; without 1 variation"), "{}", ran.account());
    assert_eq!(numbers(&read(dir.path("out.parquet"))), [1, 1, 1, 2]);
    dir.pgn(&["convert", "a.pgn", "-o", "out.parquet", "--rows", "positions", "--fen"]).status(0);
    let positions = read(dir.path("out.parquet"));
    assert_eq!(numbers(&positions), [1, 1, 1, 1, 2, 2, 3]);
    assert!(positions.column_by_name("fen").unwrap().as_string::<i32>().value(1).contains(" b KQkq e3 "));
    let with_all = dir.pgn(&["convert", "a.pgn", "-o", "out.parquet", "--columns", "+movetext"]).status(0);
    assert!(!with_all.account().contains("without"), "{}", with_all.account());
}

#[test]
fn columns_are_chosen() {
    let dir = Dir::with("a.pgn", GAMES);
    let columns = |columns: &str| {
        dir.pgn(&["convert", "a.pgn", "-o", "out.parquet", "--columns", columns]).status(0);
        names(&read(dir.path("out.parquet")))
    };
    assert_eq!(columns("White,game"), ["White", "game"]);
    assert!(columns("all").contains(&"movetext".to_owned()));
    let changed = columns("-Event,+san");
    assert!(changed.contains(&"san".to_owned()) && !changed.contains(&"Event".to_owned()));
    let refused = |args: &[&str], reason: &str| {
        let ran = dir.pgn(&[&["convert", "a.pgn", "-o", "new.parquet"][..], args].concat()).status(2);
        assert!(ran.err().contains(reason), "{}", ran.err());
        assert_eq!(dir.names(), ["a.pgn", "out.parquet"]);
    };
    refused(
        &["--columns", "what"],
        "rows of games have no column what; they may have game, file, game_in_file, Event",
    );
    refused(&["--columns", "-what"], "rows of games have no column what");
    refused(&["--columns", "+san,White"], "White has neither + nor -");
    refused(
        &["--columns", "White", "--rows", "plies", "--tags", "ECO"],
        "--tags has no effect on what --to parquet writes",
    );
    refused(&["--fen"], "--with-fen has no effect");
    refused(&["--compression-level", "23"], "23 is not in 1..=22");
    refused(&["--row-group", "0"], "0 is not in 1..");
}

#[test]
fn options_of_columns_belong_to_columns() {
    let dir = Dir::with("a.pgn", GAMES);
    for (args, reason) in [
        (
            &["--to", "csv", "--rows", "positions"][..],
            "--rows positions has no effect on what --to csv writes",
        ),
        (&["--to", "csv", "--columns", "game"], "--columns has no effect on what --to csv writes"),
        (
            &["--to", "arrow", "--compression-level", "3"],
            "--compression-level has no effect on what --to arrow writes",
        ),
        (
            &["--to", "arrow", "-o", "x", "--partition", "year"],
            "--partition has no effect on what --to arrow",
        ),
        (
            &["--to", "parquet", "-o", "-", "--partition", "year"],
            "--partition writes a directory; name it with -o",
        ),
        (&["-o", "x.parquet.gz"], "x.parquet.gz: Parquet is compressed in itself"),
        (&["--to", "parquet", "-o", "x.arrow"], "contradict each other"),
    ] {
        let ran = dir.pgn(&[&["convert", "a.pgn"][..], args].concat()).status(2);
        assert!(ran.err().contains(reason), "{args:?}: {}", ran.err());
        assert_eq!(dir.names(), ["a.pgn"]);
    }
}

#[test]
fn row_groups_and_threads() {
    let dir = Dir::with("a.pgn", GAMES.repeat(40));
    let parquet = |more: &[&str]| {
        let ran = dir.pgn(&[&["convert", "a.pgn", "--to", "parquet"][..], more].concat()).status(0);
        ran.bytes().to_vec()
    };
    let alone = parquet(&["--row-group", "50", "--jobs", "1"]);
    assert!(parquet(&["--row-group", "50", "--jobs", "3"]) == alone);
    dir.write("out.parquet", &alone);
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(File::open(dir.path("out.parquet")).unwrap()).unwrap();
    let groups: Vec<_> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    assert_eq!(groups, [50, 50, 20]);

    let names: String = (0..2000).map(|n| format!("[White \"Name {}\"]\n\n*\n\n", n * 7919 % 2000)).collect();
    let sizes = ["1", "19"].map(|level| {
        let args = ["convert", "--to", "parquet", "--columns", "White", "--level", level];
        pgn(&args, &names).status(0).bytes().len()
    });
    // Files of so few bytes need not become smaller.
    assert!(sizes[1] != sizes[0], "{sizes:?}");
}

#[test]
fn arrow_is_written_too() {
    for (form, magic) in [("arrow", &b"ARROW1"[..]), ("arrows", b"\xff\xff\xff\xff")] {
        let ran = pgn(&["convert", "--to", form], GAMES).status(0);
        assert!(ran.bytes().starts_with(magic), "{form}");
    }
}

#[test]
fn partitions_are_directories() {
    let dir = Dir::with("a.pgn", GAMES);
    dir.write("b.pgn", GAMES);
    let args = ["convert", "a.pgn", "b.pgn", "-o", "out", "--partition"];
    let ran = dir.pgn(&[&args[..], &["year,month"]].concat()).status(0);
    assert!(
        ran.account().contains("; wrote 6; ") && ran.account().ends_with("; files: 3 written"),
        "{}",
        ran.account()
    );
    let null = "year=__HIVE_DEFAULT_PARTITION__/month=__HIVE_DEFAULT_PARTITION__/part-0.parquet";
    let expected = [
        ("year=1960/month=03/part-0.parquet".to_owned(), vec![1, 4]),
        ("year=1960/month=05/part-0.parquet".to_owned(), vec![2, 5]),
        (null.to_owned(), vec![3, 6]),
    ];
    assert_eq!(files(&dir.path("out")), expected);
    let one = read(dir.path("out").join(&expected[0].0));
    assert!(!names(&one).iter().any(|name| name == "year" || name == "month"));

    // It is not replaced.
    let again = dir.pgn(&[&args[..], &["year"]].concat()).status(2);
    assert!(again.err().starts_with("pgn: out: cannot write: the directory is not empty"), "{}", again.err());
    assert_eq!(files(&dir.path("out")), expected);
    fs::remove_dir_all(dir.path("out")).unwrap();
    fs::create_dir(dir.path("out")).unwrap();

    dir.pgn(&[&args[..], &["White", "--rows", "plies"]].concat()).status(0);
    // A game without moves has no rows.
    assert_eq!(
        files(&dir.path("out")),
        [("White=Tal/part-0.parquet".to_owned(), vec![1, 1, 1, 2, 4, 4, 4, 5])]
    );
    assert_eq!(dir.names(), ["a.pgn", "b.pgn", "out"]);
}

#[test]
fn partitions_that_fail_leave_nothing() {
    let dir = Dir::with("a.pgn", GAMES);
    for (args, reason) in [
        (&["a.pgn", "--partition", "moves"][..], "rows cannot be divided by moves: it holds neither"),
        (&["a.pgn", "--partition", "what"], "rows of games have no column what"),
        (&["a.pgn", "--partition", "game"], "each game has its own number"),
        (
            &["a.pgn", "missing.pgn", "--partition", "year"],
            "out: not written: the output would be incomplete",
        ),
    ] {
        let ran = dir.pgn(&[&["convert", "-o", "out"][..], args].concat()).status(2);
        assert!(ran.err().contains(reason), "{args:?}: {}", ran.err());
        assert_eq!(dir.names(), ["a.pgn"], "{args:?}");
    }
    let long = format!("[White \"{}\"]\n\n*\n", "x".repeat(300));
    let dir = Dir::with("a.pgn", long);
    let ran = dir.pgn(&["convert", "a.pgn", "-o", "out", "--partition", "White"]).status(2);
    assert!(ran.err().contains("White=xxx"), "{}", ran.err());
    assert_eq!(dir.names(), ["a.pgn"]);
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let dir = Dir::with("a.pgn", GAMES);
    let ran = dir.pgn(&["convert", "a.pgn", "--to", "parquet", "-o", "/dev/full"]).status(2);
    assert!(ran.err().starts_with("pgn: /dev/full: cannot write: "), "{}", ran.err());
}
