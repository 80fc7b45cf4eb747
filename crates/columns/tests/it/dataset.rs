//! Files of partitions.

use std::fs;
use std::path::Path;

use ::parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use arrow_array::RecordBatch;
use arrow_array::cast::AsArray as _;
use arrow_array::types::UInt64Type;
use pgnkit_columns::parquet::Dataset;
use pgnkit_columns::{Layout, Partitioning, Rows};

use crate::parquet::{batch, options, read};

/// Writes games divided by the player, in batches of some rows; the files, each with the sizes of its row groups and the games in it.
fn write(
    root: &Path,
    row_group_rows: usize,
    most_bytes: usize,
    at_once: usize,
    jobs: usize,
) -> Vec<(Vec<i64>, Vec<u64>)> {
    let all = batch(&Layout::new(Rows::Games), 30);
    let partitioning = Partitioning::new(all.schema_ref(), ["White"]).unwrap();
    let mut dataset =
        Dataset::new(root, partitioning.schema().clone(), options(Rows::Games, row_group_rows), jobs)
            .max_waiting_bytes(most_bytes);
    for at in (0..all.num_rows()).step_by(at_once) {
        let rows = all.slice(at, at_once.min(all.num_rows() - at));
        for (name, rows) in partitioning.divide(&rows).unwrap() {
            dataset.write(&name, rows).unwrap();
        }
    }
    dataset.finish().unwrap();
    assert_eq!(dataset.files(), 3);
    let names = ["White=Élise", "White=__HIVE_DEFAULT_PARTITION__", "White=nobody"];
    names.map(|name| groups_and_games(fs::read(root.join(name).join("part-0.parquet")).unwrap())).into()
}

fn groups_and_games(file: Vec<u8>) -> (Vec<i64>, Vec<u64>) {
    let reader = ParquetRecordBatchReaderBuilder::try_new(bytes::Bytes::from(file.clone())).unwrap();
    let groups = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
    let batch: RecordBatch = read(file);
    (groups, batch.column_by_name("game").unwrap().as_primitive::<UInt64Type>().values().to_vec())
}

#[test]
fn every_row_is_in_its_file_in_order() {
    let games = |first: u64| (0..30).map(|time| 4 * time + first).collect::<Vec<_>>();
    let others: Vec<u64> = (0..30).flat_map(|time| [4 * time + 2, 4 * time + 4]).collect();
    for at_once in [1, 7, 120] {
        for jobs in [1, 3] {
            let dir = tempfile::tempdir().unwrap();
            let files = write(dir.path(), 25, usize::MAX, at_once, jobs);
            let expected =
                [(vec![25, 5], games(1)), (vec![25, 25, 10], others.clone()), (vec![25, 5], games(3))];
            assert_eq!(files, expected, "{at_once} {jobs}");
        }
    }
}

/// The metadata of a file have no order of their own.
#[test]
fn the_same_rows_make_the_same_bytes() {
    let once = || {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), 25, usize::MAX, 120, 2);
        fs::read(dir.path().join("White=nobody/part-0.parquet")).unwrap()
    };
    let first = once();
    // With two keys in a random order, one chance in a thousand to see nothing.
    assert!((0..10).all(|_| once() == first));
}

#[test]
fn the_fullest_is_written_when_much_waits() {
    let dir = tempfile::tempdir().unwrap();
    let files = write(dir.path(), 1000, 1, 12, 1);
    // Nothing may wait: each batch becomes a row group.
    assert_eq!(files[0].0, [3; 10]);
    assert_eq!(files[1].0, [6; 10]);
    assert_eq!(files[1].1.len(), 60);
}

#[test]
fn files_that_are_there_are_not_written_again() {
    let dir = tempfile::tempdir().unwrap();
    write(dir.path(), 25, usize::MAX, 120, 1);
    let all = batch(&Layout::new(Rows::Games), 1);
    let partitioning = Partitioning::new(all.schema_ref(), ["White"]).unwrap();
    let mut dataset = Dataset::new(dir.path(), partitioning.schema().clone(), options(Rows::Games, 25), 1);
    let (name, rows) = partitioning.divide(&all).unwrap().remove(0);
    let error = dataset.write(&name, rows).unwrap_err();
    assert_eq!(error.kind(), std::io::ErrorKind::AlreadyExists);
    assert!(error.to_string().contains("part-0.parquet"), "{error}");
}

#[test]
fn too_many_partitions_are_refused() {
    let dir = tempfile::tempdir().unwrap();
    let all = batch(&Layout::of(Rows::Games, ["game"]).unwrap(), 1);
    let mut dataset = Dataset::new(dir.path(), all.schema(), options(Rows::Games, 25), 1).max_files(3);
    let write = |number: usize| dataset.write(&format!("n={number}"), all.clone());
    let error = (0..5).try_for_each(write).unwrap_err();
    assert!(error.to_string().contains("more than 3 partitions"), "{error}");
    assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 3);
}
