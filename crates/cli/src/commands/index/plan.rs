//! The size of an index before it is built, from the first games of some inputs.

use std::io::IsTerminal as _;
use std::path::Path;

use indicatif::{DecimalBytes, HumanCount};
use pgnkit_archive::{Input, Kind};
use pgnkit_index::Level;

use super::{Recipe, stop};
use crate::args::CommonArgs;
use crate::run::inputs::with_first_errors;
use crate::run::{Event, Run, Status, Stop, print, say};

/// Inputs that are looked into, and games that are read of each.
const INPUTS: usize = 10;
const GAMES: u64 = 20_000;

/// Bytes of inputs from which on a terminal shows the plan before the work begins.
const LARGE: u64 = 200_000_000;

/// Bytes that a record takes in memory and in temporary files besides its content.
const RECORD: u64 = 24;

/// The size of what will be made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Plan {
    inputs: u64,
    stored: u64,
    games: u64,
    index: u64,
    temporary: u64,
}

/// Says how large an index will be, and builds none.
pub(super) fn show(common: &CommonArgs, recipe: &Recipe) -> Status {
    let mut status = Status::Failed;
    let planned = Run::with(&silent(common), None, |run| {
        let inputs = run.inputs_of(Kind::Games);
        let Plan { inputs, stored, games, index, temporary } = plan(run, inputs, recipe)?;
        let text = format!(
            "inputs           {}, {}\n\
             games            about {}\n\
             index            about {}, {} bytes a game\n\
             temporary files  {}\n",
            HumanCount(inputs),
            DecimalBytes(stored),
            HumanCount(games),
            DecimalBytes(index),
            index / games.max(1),
            temporary_files(temporary, recipe)
        );
        status = print(text.as_bytes());
        Ok(())
    });
    // Errors of some games are those of a sample.
    if planned == Status::Failed { planned } else { status }
}

/// Says on a terminal how large the index of many games will be. Whatever is wrong with the inputs is said when they are read.
pub(super) fn announce(common: &CommonArgs, recipe: &Recipe) {
    let is_there = |path: &std::path::PathBuf| path != Path::new("-") && path.exists();
    let is_wanted = !common.quiet && std::io::stderr().is_terminal();
    if !is_wanted || common.files.is_empty() || !common.files.iter().all(is_there) {
        return;
    }
    Run::with(&silent(common), None, |run| {
        let inputs = run.inputs_of(Kind::Games);
        if inputs.iter().map(size).sum::<u64>() < LARGE {
            return Ok(());
        }
        let plan = plan(run, inputs, recipe)?;
        say(&format_args!(
            "about {} games, an index of about {}, temporary files: {}",
            HumanCount(plan.games),
            DecimalBytes(plan.index),
            temporary_files(plan.temporary, recipe)
        ));
        Ok(())
    });
}

fn temporary_files(bytes: u64, recipe: &Recipe) -> String {
    match bytes {
        0 => "none".to_owned(),
        bytes => format!("up to {} in {}", DecimalBytes(bytes), recipe.folder.display()),
    }
}

/// The same options for a sample, of which nothing is written.
fn silent(common: &CommonArgs) -> CommonArgs {
    CommonArgs { quiet: true, rejects: None, ..common.clone() }
}

/// The size of the file of an input; 0 of what is none.
fn size(input: &Input) -> u64 {
    let metadata = input.path().and_then(|path| std::fs::metadata(path).ok());
    metadata.map_or(0, |metadata| metadata.len())
}

/// Reads a sample of the games, and makes an index of it in a temporary file.
fn plan(run: &mut Run<'_>, inputs: Vec<Input>, recipe: &Recipe) -> Result<Plan, Stop> {
    let (count, total) = (inputs.len(), inputs.iter().map(size).sum::<u64>());
    let every = count.div_ceil(INPUTS).max(1);
    let (mut builder, mut names) = (recipe.builder(run.options.pipeline.jobs.get()), Vec::new());
    // Bytes of the sample in its files, and those of its games as they are sorted.
    let (mut read, mut sorted) = (0, 0);
    for input in inputs.into_iter().step_by(every) {
        let (mut games, mut bytes, whole) = (0, 0, size(&input));
        let outcome = run.all(with_first_errors(vec![input]), &recipe.task, |_, event| {
            match event {
                Event::Begin(input) => names.push(input.name.clone()),
                Event::Entries(input, numbers, done) => {
                    let batch = done.value.batch;
                    games += batch.len() as u64;
                    bytes = input.progress.stored_bytes_read();
                    sorted += batch.bytes() as u64;
                    let source = names.len().saturating_sub(1) as u64;
                    builder.add(&batch, source, numbers.before_in_input).map_err(stop)?;
                    if games >= GAMES {
                        return Err(Stop::Enough);
                    }
                }
                Event::End(_) => bytes = whole,
            }
            Ok(())
        });
        match outcome {
            Ok(()) | Err(Stop::Enough) => read += bytes,
            Err(stop) => return Err(stop),
        }
    }
    let games = builder.len();
    let bytes = builder.finish(&names, Vec::new()).map_err(stop)?.len() as u64;
    // Games, and their moves once more; of each position that a game has alone a record, which is some six times as long as what becomes of it.
    let all = if recipe.level >= Level::Occurrences { 6 * bytes } else { bytes };
    let temporary = sorted + games * RECORD + all;
    let scaled = |part: u64| match read {
        0 => part,
        _ => (u128::from(part) * u128::from(total) / u128::from(read)) as u64,
    };
    Ok(Plan {
        inputs: count as u64,
        stored: total,
        games: scaled(games),
        index: scaled(bytes),
        temporary: if scaled(sorted) < recipe.memory as u64 / 4 { 0 } else { scaled(temporary) },
    })
}
