//! `pgn index`: games by their positions.

mod plan;
mod resume;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use pgnkit::render::safe;
use pgnkit_archive::{Input, Kind, Output, Stamp};
use pgnkit_collections::position_index::GatherGames;
use pgnkit_index::{GameBatch, Index, IndexBuilder, IndexError, Level};

use super::rewrite::keep_as_they_are;
use crate::args::{
    CommonArgs, FALLBACK_PGN, IndexAddArgs, IndexArgs, IndexCheckArgs, IndexCommand, IndexContentArgs,
    MemoryArgs,
};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};

pub(crate) fn run(args: IndexArgs) -> Status {
    let IndexArgs { command, output, level, resume, plan, content, memory, common } = args;
    match command {
        Some(IndexCommand::Check(args)) => check(&args),
        Some(IndexCommand::Add(args)) => {
            let IndexAddArgs { index, content, memory, common } = *args;
            let stamp = Stamp::of_path(&index).map_err(|error| format!("{}: {error}", index.display()));
            match stamp.and_then(|stamp| Ok((open(&index)?, stamp))) {
                Ok((old, stamp)) => make(&memory, common, |run| {
                    add(run, &index, &old, stamp, &recipe(&memory, old.level(), content))
                }),
                Err(message) => refused(&message),
            }
        }
        None => {
            let (path, recipe) = (output.as_deref(), recipe(&memory, level, content));
            if plan {
                return match memory.refusal() {
                    Some(message) => refused(&message),
                    None => plan::show(&as_read(common), &recipe),
                };
            }
            plan::announce(&as_read(common.clone()), &recipe);
            match (resume, path) {
                (Some(_), Some(path)) if path == Path::new("-") => {
                    refused(&"--resume keeps what is done beside the index: it needs -o FILE")
                }
                (Some(every), Some(path)) => {
                    make(&memory, common, |run| resume::build(run, path, every, &recipe))
                }
                _ => make(&memory, common, |run| build(run, path, &recipe)),
            }
        }
    }
}

/// Makes an index of the games that a run reads.
fn make(
    memory: &MemoryArgs,
    common: CommonArgs,
    work: impl FnOnce(&mut Run<'_>) -> Result<(), Stop>,
) -> Status {
    if let Some(message) = memory.refusal() {
        return refused(&message);
    }
    Run::with(&as_read(common), None, work)
}

/// The options as games for an index are read.
fn as_read(mut common: CommonArgs) -> CommonArgs {
    common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut common);
    common
}

/// The parts that an index gets, and the memory and the folder that it is built with.
struct Recipe {
    level: Level,
    task: GatherGames,
    memory: usize,
    folder: PathBuf,
}

fn recipe(memory: &MemoryArgs, level: Level, content: IndexContentArgs) -> Recipe {
    let (memory, folder) = memory.limits();
    Recipe { level, task: GatherGames::default().moves_only(content.moves_only), memory, folder }
}

impl Recipe {
    /// A builder with so many threads.
    fn builder(&self, jobs: usize) -> IndexBuilder {
        IndexBuilder::new(&self.folder, self.memory).level(self.level).threads(jobs)
    }
}

fn build(run: &mut Run<'_>, path: Option<&Path>, recipe: &Recipe) -> Result<(), Stop> {
    let mut out = Destination::create(path)?;
    let gathered = gather(run, recipe);
    let result =
        gathered.and_then(|(builder, sources)| builder.finish(&sources, &mut out).map(drop).map_err(stop));
    out.finish(run, result)
}

/// Makes an index of another one, whose file had that state, and of games after its own.
fn add(run: &mut Run<'_>, path: &Path, old: &Index, state: Stamp, recipe: &Recipe) -> Result<(), Stop> {
    let mut out = Destination::replacing(path, state)?;
    let gathered = gather(run, recipe);
    let result = gathered
        .and_then(|(builder, sources)| builder.finish_with(old, &sources, &mut out).map(drop).map_err(stop));
    out.finish(run, result)
}

/// All games, and the names of their sources.
fn gather(run: &mut Run<'_>, recipe: &Recipe) -> Result<(IndexBuilder, Vec<String>), Stop> {
    let (mut builder, mut sources) = (recipe.builder(run.options.pipeline.jobs.get()), Vec::new());
    let inputs = run.inputs_of(Kind::Games);
    each_batch(run, inputs, &recipe.task, |batch| {
        match batch {
            Batch::Source(name) => sources.push(name.to_owned()),
            Batch::Games(batch, before) => {
                builder.add(&batch, sources.len().saturating_sub(1) as u64, before).map_err(stop)?;
            }
        }
        Ok(())
    })?;
    Ok((builder, sources))
}

/// A source that begins, or some of its games and the number of those before them.
enum Batch<'b> {
    Source(&'b str),
    Games(GameBatch, u64),
}

/// Reads all games in order.
fn each_batch(
    run: &mut Run<'_>,
    inputs: Vec<Input>,
    task: &GatherGames,
    mut take: impl FnMut(Batch<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut errors = Errors::default();
    run.all(with_first_errors(inputs), task, |_, event| match event {
        Event::Begin(input) => take(Batch::Source(&input.name)),
        Event::Entries(input, numbers, done) => {
            errors.show(&input.name, numbers, &done);
            take(Batch::Games(done.value.batch, numbers.before_in_input))
        }
        Event::End(_) => Ok(()),
    })
}

fn stop(error: IndexError) -> Stop {
    match error {
        IndexError::Io(error) => error.into(),
        error => std::io::Error::other(error).into(),
    }
}

/// Opens an index; the message says why it cannot be.
pub(super) fn open(path: &Path) -> Result<Index, String> {
    Index::open(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn check(args: &IndexCheckArgs) -> Status {
    let path = &args.index;
    let index = match open(path) {
        Ok(index) => index,
        Err(message) => return refused(&message),
    };
    if let Err(error) = index.check() {
        return refused(&format_args!("{}: {error}", path.display()));
    }
    let mut out = Output::stdout();
    let written = write!(out, "{}", description(&index, &path.display().to_string()));
    match written.and_then(|()| out.finish()) {
        Err(error) if !pgnkit_archive::is_broken_pipe(&error) => refused(&error),
        _ => Status::Clean,
    }
}

/// Numbers of games and positions, and the bytes of the parts.
fn description(index: &Index, name: &str) -> String {
    let (games, positions, sources) = (index.games(), index.positions(), index.sources().len());
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let mut text = format!(
        "{}: {games} game{} of {sources} file{}, {positions} position{} that more than one has, level {}\n",
        safe(name),
        plural(games),
        plural(sources as u64),
        plural(positions),
        index.level().number()
    );
    for (part, bytes) in index.sizes() {
        let a_game = bytes as f64 / games.max(1) as f64;
        let _ = writeln!(text, "{part:<11}  {bytes:>12} bytes  {a_game:>6.1} a game");
    }
    text
}
