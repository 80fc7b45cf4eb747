//! `pgn index`: games by their positions.

mod existing;
mod plan;
mod resume;
#[cfg(feature = "columns")]
mod rows;

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use pgnkit_archive::{Compression, Input, Kind, Stamp};
use pgnkit_collections::position_index::GatherGames;
use pgnkit_index::oe::{OeError, OeOptions};
use pgnkit_index::{GameBatch, Index, IndexBuilder, IndexError, Level};

use super::rewrite::keep_as_they_are;
use crate::args::{
    CommonArgs, CountsArgs, FALLBACK_PGN, IndexAddArgs, IndexArgs, IndexCommand, IndexContentArgs, IndexForm,
    MemoryArgs,
};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};

pub(super) use existing::{IndexFile, open, open_either};

pub(crate) fn run(args: IndexArgs) -> Status {
    let IndexArgs { command, output, to, level, plan, resume, content, counts, memory, common } = args;
    match command {
        Some(IndexCommand::Check(args)) => return existing::check(&args),
        Some(IndexCommand::Add(args)) => return add(*args),
        None => {}
    }
    let path = output.as_deref();
    let form = match form(to, path) {
        Ok(form) => form,
        Err(message) => return refused(&message),
    };
    let of_counts = [("--min-games", counts.min_games.is_some()), ("--max-ply", counts.max_ply.is_some())];
    let of_index = [("--level", level.is_some()), ("--plan", plan), ("--resume", resume.is_some())];
    let (others, what) =
        if form == IndexForm::Idx { (&of_counts[..], "an index") } else { (&of_index[..], "counts") };
    if let Some((option, _)) = others.iter().find(|(_, is_given)| *is_given) {
        return refused(&format_args!("{option} has no effect on {what}; see --to"));
    }
    if resume.is_some() && path == Some(Path::new("-")) {
        return refused(&"--resume keeps what is done beside the index: it needs -o FILE");
    }
    if let Some(message) = memory.refusal() {
        return refused(&message);
    }
    let (common, recipe) = (as_read(common), Recipe::new(&memory, level.unwrap_or_default(), content));
    if plan {
        return plan::show(&common, &recipe);
    }
    if form == IndexForm::Idx {
        plan::announce(&common, &recipe);
    }
    Run::with(&common, None, |run| match (form, path, resume) {
        (IndexForm::Oe, ..) => write_counts(run, path, counts, recipe),
        #[cfg(feature = "columns")]
        (IndexForm::Parquet, Some(path), _) => rows::to_directory(run, path, counts, recipe),
        (_, Some(path), Some(every)) => resume::build(run, path, every, &recipe),
        _ => build(run, path, &recipe),
    })
}

/// The form that an option or the name of the output asks for, if it can be written there.
fn form(to: Option<IndexForm>, output: Option<&Path>) -> Result<IndexForm, String> {
    let name = output.map(Path::to_string_lossy).unwrap_or_default();
    let plain = match Compression::of_name(&name) {
        Compression::Plain => &name,
        _ => name.rsplit_once('.').map_or("", |(plain, _)| plain),
    };
    let is_named_oe = plain.to_ascii_lowercase().ends_with(".oe");
    match (to, is_named_oe) {
        (Some(IndexForm::Idx), true) => {
            Err(format!("{name}: --to idx and the extension of oe contradict each other"))
        }
        (Some(IndexForm::Parquet), true) => {
            Err(format!("{name}: --to parquet and the extension of oe contradict each other"))
        }
        #[cfg(not(feature = "columns"))]
        (Some(IndexForm::Parquet), _) => Err(format!("--to parquet: {}", crate::args::WITHOUT_COLUMNS)),
        #[cfg(feature = "columns")]
        (Some(IndexForm::Parquet), _) if output.is_none_or(|path| path == Path::new("-")) => {
            Err("--to parquet writes a directory; name it with -o".to_owned())
        }
        (None, true) => Ok(IndexForm::Oe),
        (to, _) => Ok(to.unwrap_or(IndexForm::Idx)),
    }
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

impl Recipe {
    fn new(memory: &MemoryArgs, level: Level, content: IndexContentArgs) -> Self {
        let (memory, folder) = memory.limits();
        Self { level, task: GatherGames::default().moves_only(content.moves_only), memory, folder }
    }

    /// A builder with so many threads.
    fn builder(&self, jobs: usize) -> IndexBuilder {
        IndexBuilder::new(&self.folder, self.memory).level(self.level).threads(jobs)
    }

    /// The same for counts, which need nothing but tags and moves.
    fn of_counts(self) -> Self {
        Self { task: self.task.moves_only(true), ..self }
    }
}

fn build(run: &mut Run<'_>, path: Option<&Path>, recipe: &Recipe) -> Result<(), Stop> {
    let mut out = Destination::create(path)?;
    let result = gather(run, recipe)
        .and_then(|(builder, sources)| builder.finish(&sources, &mut out).map(drop).map_err(stop));
    out.finish(run, result)
}

/// Makes an index of another one and of games after its own.
fn add(args: IndexAddArgs) -> Status {
    let IndexAddArgs { index: path, content, memory, common } = args;
    if let Some(message) = memory.refusal() {
        return refused(&message);
    }
    let state = Stamp::of_path(&path).map_err(|error| format!("{}: {error}", path.display()));
    let (old, state) = match state.and_then(|state| Ok((open(&path)?, state))) {
        Ok(opened) => opened,
        Err(message) => return refused(&message),
    };
    let recipe = Recipe::new(&memory, old.level(), content);
    Run::with(&as_read(common), None, |run| add_to(run, &path, &old, state, &recipe))
}

/// The same, of an index whose file had that state.
fn add_to(run: &mut Run<'_>, path: &Path, old: &Index, state: Stamp, recipe: &Recipe) -> Result<(), Stop> {
    let mut out = Destination::replacing(path, state)?;
    let result = gather(run, recipe)
        .and_then(|(builder, sources)| builder.finish_with(old, &sources, &mut out).map(drop).map_err(stop));
    out.finish(run, result)
}

/// Writes counts of moves as the Free Chess Club has them.
fn write_counts(
    run: &mut Run<'_>,
    path: Option<&Path>,
    counts: CountsArgs,
    recipe: Recipe,
) -> Result<(), Stop> {
    let mut out = Destination::create(path)?;
    let recipe = recipe.of_counts();
    let result = gather(run, &recipe).and_then(|(builder, _)| {
        let mut options = OeOptions::default();
        options.min_games = counts.min_games.unwrap_or(options.min_games);
        options.plies = counts.max_ply.map_or(options.plies, |plies| plies as usize);
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        options.revision = now.map_or(0, |time| time.as_millis() as u64);
        (options.memory, options.folder) = (recipe.memory, recipe.folder.clone());
        let summary = builder.finish_oe(&options, &mut out).map_err(stop_oe)?;
        run.ledger.account.tally("counts", &[("positions", summary.positions), ("moves", summary.moves)]);
        Ok(())
    });
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

fn stop_oe(error: OeError) -> Stop {
    match error {
        OeError::Io(error) => error.into(),
        error => std::io::Error::other(error).into(),
    }
}
