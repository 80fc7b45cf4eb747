//! Counts as a table of Parquet, whose files are divided by the keys of positions.

use std::io;
use std::path::Path;

use pgnkit::chess::Variant;
use pgnkit_columns::parquet::{Dataset, Options};
use pgnkit_columns::{CountRow, CountRows, Rows};
use pgnkit_index::{GroupOptions, GroupRow, IndexBuilder, IndexError};

use super::Recipe;
use crate::args::CountsArgs;
use crate::run::{Run, Stop, finish_whole, interrupt};

/// Rows of a batch.
const BATCH: usize = 1 << 14;

/// The bits of a key that the directories do not have in their names.
const REST: u32 = 56;

/// Writes the counts of all games to a directory.
pub(super) fn to_directory(
    run: &mut Run<'_>,
    path: &Path,
    args: CountsArgs,
    recipe: Recipe,
) -> Result<(), Stop> {
    let directory = interrupt::create_directory(path)?;
    let recipe = recipe.of_counts();
    let result = super::gather(run, &recipe).and_then(|(builder, _)| {
        let mut options = GroupOptions::default();
        options.min_games = args.min_games.unwrap_or(options.min_games);
        options.plies = args.max_ply.map_or(options.plies, |plies| plies as usize);
        (options.memory, options.folder) = (recipe.memory, recipe.folder.clone());
        write(run, builder, &options, directory.path())
    });
    finish_whole(run, result, Some(path), || interrupt::commit(|| directory.commit()))
}

/// Writes rows, each into the directory of the first byte of its key.
fn write(
    run: &mut Run<'_>,
    builder: IndexBuilder,
    options: &GroupOptions,
    directory: &Path,
) -> Result<(), Stop> {
    let mut rows = CountRows::default();
    let (schema, jobs) = (rows.schema().clone(), run.options.pipeline.jobs.get());
    let files = Dataset::new(directory, schema, Options::new(Rows::Positions), jobs);
    let mut parts = Parts { files, partition: 0, written: 0 };
    builder.finish_groups(options, |row| {
        let partition = row.key >> REST;
        if rows.len() >= BATCH || partition != parts.partition {
            parts.write(&mut rows)?;
            parts.partition = partition;
        }
        push(row, &mut rows);
        Ok::<(), Failure>(())
    })?;
    parts.write(&mut rows)?;
    parts.files.finish()?;
    run.ledger.account.tally("rows", &[("written", parts.written)]);
    run.ledger.account.tally("files", &[("written", parts.files.files() as u64)]);
    Ok(())
}

struct Parts {
    files: Dataset,
    /// The first byte of the keys of the rows that wait.
    partition: u64,
    written: u64,
}

impl Parts {
    fn write(&mut self, rows: &mut CountRows) -> io::Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        self.written += rows.len() as u64;
        let batch = rows.finish().map_err(io::Error::other)?;
        self.files.write(&format!("key_partition={}", self.partition), batch)
    }
}

fn push(row: &GroupRow, rows: &mut CountRows) {
    rows.push(&CountRow {
        key: row.key,
        variant: name(row.variant),
        mv: &row.uci,
        speed: row.speed.map(pgnkit_index::Speed::name),
        rating_group: row.rating_group,
        year: row.year,
        games: row.games,
        results: row.results,
        ratings: row.ratings,
    });
}

/// The name of a variant that lichess uses.
fn name(variant: Variant) -> &'static str {
    match variant {
        Variant::Crazyhouse => "crazyhouse",
        Variant::ThreeCheck => "threeCheck",
        Variant::KingOfTheHill => "kingOfTheHill",
        Variant::Antichess => "antichess",
        Variant::Atomic => "atomic",
        Variant::Horde => "horde",
        Variant::RacingKings => "racingKings",
        Variant::Suicide => "suicide",
        _ => "standard",
    }
}

/// The index, or an output.
struct Failure(Stop);

impl From<IndexError> for Failure {
    fn from(error: IndexError) -> Self {
        Self(super::stop(error))
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self(error.into())
    }
}

impl From<Failure> for Stop {
    fn from(Failure(stop): Failure) -> Self {
        stop
    }
}
