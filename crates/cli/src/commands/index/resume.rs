//! An index that is built in pieces, so that an interrupted command goes on.

use std::fmt::Write as _;
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use pgnkit_archive::files::JournaledFile;
use pgnkit_archive::{Input, Kind, Stamp};
use pgnkit_index::IndexPieces;

use super::{Batch, Recipe, each_batch, stop};
use crate::run::{Run, Stop, outputs, say};

/// Bytes that are written at a time.
const BUFFER: usize = 1 << 16;

/// Makes an index in pieces of so many games, after those that an interrupted run of the same command has left.
///
/// The games before are read again, which takes the least part of the time, so that errors and account are those of one run.
pub(super) fn build(run: &mut Run<'_>, path: &Path, every: u64, recipe: &Recipe) -> Result<(), Stop> {
    outputs::permit(path)?;
    for extension in [".part", ".journal"] {
        let mut beside = path.to_owned().into_os_string();
        beside.push(extension);
        outputs::permit_beside(&PathBuf::from(beside))?;
    }
    let inputs = run.inputs_of(Kind::Games);
    let (mut file, note) = JournaledFile::open(path, &work(&inputs)?)?;
    let pieces = note.as_deref().map_or(Some(IndexPieces::default()), IndexPieces::of_note);
    let pieces = pieces.filter(|pieces| pieces.written() == file.written());
    let mut pieces = pieces.ok_or_else(|| refusal(path, "its journal cannot be read; remove it"))?;
    let mut left = pieces.games();
    if left > 0 {
        say(&format_args!("{}: going on after {left} games", path.display()));
    }
    let jobs = run.options.pipeline.jobs.get();
    let (mut builder, mut sources) = (recipe.builder(jobs), Vec::new());
    each_batch(run, inputs, &recipe.task, |batch| {
        match batch {
            Batch::Source(name) => {
                if left > 0 {
                    sources.clear();
                }
                sources.push(name.to_owned());
            }
            Batch::Games(mut batch, before) => {
                let done = left.min(batch.len() as u64);
                left -= done;
                batch.skip(done as usize);
                builder.add(&batch, sources.len().saturating_sub(1) as u64, before).map_err(stop)?;
                if builder.len() >= every {
                    let whole = std::mem::replace(&mut builder, recipe.builder(jobs));
                    pieces.add(whole, &sources, BufWriter::with_capacity(BUFFER, &mut file)).map_err(stop)?;
                    file.note(&pieces.note())?;
                    sources.drain(..sources.len().saturating_sub(1));
                }
            }
        }
        Ok(())
    })?;
    if run.ledger.failures > 0 {
        return Err(refusal(
            path,
            "not written: an input cannot be read; the same command goes on when it can",
        ));
    }
    if !builder.is_empty() || pieces.games() == 0 {
        pieces.add(builder, &sources, BufWriter::with_capacity(BUFFER, &mut file)).map_err(stop)?;
        file.note(&pieces.note())?;
    }
    pieces.finish(&mut file).map_err(stop)?;
    Ok(file.commit()?)
}

fn refusal(path: &Path, reason: &str) -> Stop {
    Stop::Output(io::Error::other(format!("{}: {reason}", path.display())))
}

/// All that the index depends on: the arguments, and the files with their states.
fn work(inputs: &[Input]) -> Result<String, Stop> {
    let mut work = format!("{:?}", std::env::args_os().skip(1).collect::<Vec<_>>());
    for input in inputs {
        let path = input.path().ok_or_else(|| {
            Stop::Output(io::Error::other("standard input cannot be read again: --resume needs files"))
        })?;
        let state = Stamp::of_path(path)?;
        // Writing to memory cannot fail.
        let _ = write!(work, " {} {state:?}", input.name());
    }
    Ok(work)
}
