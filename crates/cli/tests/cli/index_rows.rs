//! `pgn index --to parquet`: counts as tables.

use std::collections::BTreeMap;
use std::fs;

use pgnkit_columns::internals::arrow_array::cast::AsArray;
use pgnkit_columns::internals::arrow_array::types::{Int16Type, Int64Type, UInt64Type};
use pgnkit_columns::internals::arrow_array::{Array, RecordBatch};
use pgnkit_columns::internals::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use serde_json::Value;

use crate::rig::Dir;

fn example(name: &str) -> String {
    fs::read_to_string(format!("{}/../../examples/{name}.pgn", env!("CARGO_MANIFEST_DIR"))).unwrap()
}

/// The rows below a directory, with the first byte of their keys as the names of directories have it.
fn batches(dir: &Dir, name: &str) -> Vec<(u64, RecordBatch)> {
    let mut batches = Vec::new();
    for entry in fs::read_dir(dir.path(name)).unwrap() {
        let path = entry.unwrap().path();
        let directory = path.file_name().unwrap().to_str().unwrap();
        let partition = directory.strip_prefix("key_partition=").unwrap().parse().unwrap();
        let names: Vec<_> = fs::read_dir(&path).unwrap().map(|file| file.unwrap().file_name()).collect();
        assert_eq!(names, ["part-0.parquet"]);
        let file = fs::File::open(path.join("part-0.parquet")).unwrap();
        let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
        batches.extend(reader.map(|batch| (partition, batch.unwrap())));
    }
    batches
}

/// Sums by position and move: games, White, draws, Black, ratings, and how many are known.
type Sums = BTreeMap<(u64, String), [i64; 6]>;

fn sums(dir: &Dir, name: &str) -> Sums {
    let mut sums = Sums::new();
    for (partition, batch) in batches(dir, name) {
        let numbers = ["games", "white", "draws", "black", "rating_sum", "rating_count"];
        let keys = batch.column_by_name("key").unwrap().as_primitive::<UInt64Type>();
        assert!(keys.values().is_sorted() && keys.values().iter().all(|key| key >> 56 == partition));
        for (row, key) in keys.values().iter().enumerate() {
            let text =
                |name: &str| batch.column_by_name(name).unwrap().as_string::<i32>().value(row).to_owned();
            assert_eq!(text("variant"), "standard");
            let sum = sums.entry((*key, text("move"))).or_default();
            for (sum, name) in sum.iter_mut().zip(numbers) {
                *sum += batch.column_by_name(name).unwrap().as_primitive::<Int64Type>().value(row);
            }
        }
    }
    sums
}

/// The key and the moves of a position, as the tree of an index has them.
fn tree(dir: &Dir, index: &str, line: &str) -> BTreeMap<String, [i64; 4]> {
    let moves: &[&str] = if line.is_empty() { &[] } else { &["--moves", line] };
    let ran = dir.pgn(&[&["tree", "--index", index, "--report", "json"], moves].concat()).status(0);
    let row = |line: &str| {
        let row: Value = serde_json::from_str(line).unwrap();
        let number = |name: &str| row[name].as_i64().unwrap();
        let counts = ["games", "white", "draws", "black"].map(number);
        (row["san"].as_str().unwrap().to_owned(), counts)
    };
    ran.out().lines().map(row).collect()
}

/// Moves in SAN and in UCI.
type Moves = &'static [(&'static str, &'static str)];

/// Positions with their keys, and their moves in both notations.
const POSITIONS: [(&str, u64, Moves); 3] = [
    ("", 0x463b_9618_1691_fc9c, &[("e4", "e2e4"), ("d4", "d2d4"), ("Nf3", "g1f3"), ("c4", "c2c4")]),
    ("1. e4", 0x823c_9b50_fd11_4196, &[("e5", "e7e5"), ("c5", "c7c5"), ("e6", "e7e6"), ("d5", "d7d5")]),
    ("1. e4 d5", 0x0756_b944_61c5_0fb0, &[("exd5", "e4d5"), ("e5", "e4e5")]),
];

#[test]
fn rows_add_up_to_the_tree_of_the_index() {
    for name in ["games", "clocks"] {
        let dir = Dir::with("a.pgn", example(name));
        dir.pgn(&["index", "a.pgn", "-o", "a.idx"]).status(0);
        let ran = dir.pgn(&["index", "a.pgn", "--to", "parquet", "-o", "rows"]).status(0);
        assert!(ran.account().contains("rows: "), "{}", ran.err());
        let rows = sums(&dir, "rows");
        let mut compared = 0;
        for (line, key, moves) in POSITIONS {
            let tree = tree(&dir, "a.idx", line);
            for (san, uci) in moves {
                let found =
                    rows.get(&(key, (*uci).to_owned())).map(|sums| [sums[0], sums[1], sums[2], sums[3]]);
                assert_eq!(found, tree.get(*san).copied(), "{name} {line} {san}");
                compared += usize::from(found.is_some());
            }
            let of_key = rows.iter().filter(|((other, _), _)| *other == key);
            assert_eq!(of_key.count(), tree.len(), "{name} {line}");
        }
        assert!(compared > 5, "{name} {compared}");
    }
}

#[test]
fn parts_of_games_add_up_to_all() {
    let dir = Dir::with("a.pgn", example("games"));
    let index = |games: &str, to: &str, min_games: &str| {
        let args = ["index", "-q", "a.pgn", "--games", games, "--to", "parquet", "-o", to];
        dir.pgn(&[&args[..], &["--min-games", min_games, "--max-ply", "30"]].concat()).status(0);
        sums(&dir, to)
    };
    let (all, mut added) = (index("1-", "all", "2"), index("1-200", "first", "1"));
    for (place, sums) in index("201-", "second", "1") {
        let own = added.entry(place).or_default();
        own.iter_mut().zip(sums).for_each(|(own, more)| *own += more);
    }
    // As HAVING sum(games) >= 2 of a position does.
    let mut games = BTreeMap::new();
    added.iter().for_each(|((key, _), sums)| *games.entry(*key).or_insert(0) += sums[0]);
    added.retain(|(key, _), _| games[key] >= 2);
    assert!(all.len() > 1000);
    assert_eq!(added, all);
}

#[test]
fn groups_are_those_of_the_tags() {
    let game = |event: &str, elo: &str| {
        format!(
            "[Date \"2021.03.04\"]\n[WhiteElo \"{elo}\"]\n[BlackElo \"1900\"]\n[TimeControl \"{event}\"]\n\n1. d4 1-0\n\n"
        )
    };
    let text =
        [game("180+0", "1850"), game("180+0", "1810"), game("?", "2150"), "1. d4 *\n".to_owned()].concat();
    let dir = Dir::with("a.pgn", text);
    dir.pgn(&["index", "a.pgn", "--to", "parquet", "-o", "rows"]).status(0);
    let [(70, batch)] = &batches(&dir, "rows")[..] else { panic!() };
    let column = |name: &str| batch.column_by_name(name).unwrap().clone();
    let (speed, group, year) = (column("speed"), column("rating_group"), column("year"));
    let small =
        |column: &dyn Array, row| column.is_valid(row).then(|| column.as_primitive::<Int16Type>().value(row));
    let rows: Vec<_> = (0..batch.num_rows())
        .map(|row| {
            let speed = speed.is_valid(row).then(|| speed.as_string::<i32>().value(row));
            let number = |name: &str| column(name).as_primitive::<Int64Type>().value(row);
            let numbers = ["games", "white", "rating_sum", "rating_count"].map(number);
            (speed, small(&group, row), small(&year, row), numbers)
        })
        .collect();
    assert_eq!(
        rows,
        [
            (None, None, None, [1, 0, 0, 0]),
            (None, Some(2000), Some(2021), [1, 1, 2150, 1]),
            (Some("blitz"), Some(1800), Some(2021), [2, 2, 3660, 2]),
        ]
    );
}

#[test]
fn the_directory_is_whole_or_not_there() {
    let dir = Dir::with("a.pgn", example("clocks"));
    for args in [&["--to", "parquet"][..], &["--to", "parquet", "-o", "-"]] {
        let ran = dir.pgn(&[&["index", "a.pgn"], args].concat()).status(2);
        let text =
            if args.len() == 2 { "--output" } else { "--to parquet writes a directory; name it with -o" };
        assert!(ran.err().contains(text), "{}", ran.err());
    }
    dir.write("full/x", "");
    let ran = dir.pgn(&["index", "a.pgn", "--to", "parquet", "-o", "full"]).status(2);
    assert!(ran.err().contains("full"), "{}", ran.err());
    let ran = dir.pgn(&["index", "missing.pgn", "--to", "parquet", "-o", "new"]).status(2);
    assert!(ran.err().contains("missing.pgn"), "{}", ran.err());
    assert_eq!(dir.names(), ["a.pgn", "full"]);
}
