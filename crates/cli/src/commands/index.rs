//! `pgn index`: games by their positions.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use pgnkit::render::safe;
use pgnkit_archive::{Kind, Output, Stamp};
use pgnkit_collections::position_index::GatherGames;
use pgnkit_index::{Index, IndexBuilder, IndexError, Level};

use super::rewrite::keep_as_they_are;
use crate::args::{
    CommonArgs, FALLBACK_PGN, IndexAddArgs, IndexArgs, IndexCheckArgs, IndexCommand, IndexContentArgs,
    MemoryArgs,
};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};

pub(crate) fn run(args: IndexArgs) -> Status {
    match args.command {
        Some(IndexCommand::Check(args)) => check(&args),
        Some(IndexCommand::Add(args)) => {
            let IndexAddArgs { index, content, memory, common } = *args;
            let stamp = Stamp::of_path(&index).map_err(|error| format!("{}: {error}", index.display()));
            match stamp.and_then(|stamp| Ok((open(&index)?, stamp))) {
                Ok((old, stamp)) => make(Some(&index), Some((&old, stamp)), old.level(), task(content), &memory, common),
                Err(message) => refused(&message),
            }
        }
        None => make(args.output.as_deref(), None, args.level, task(args.content), &args.memory, args.common),
    }
}

fn task(content: IndexContentArgs) -> GatherGames {
    GatherGames::default().moves_only(content.moves_only)
}

/// Makes an index of games, after those of another one if there is one, whose file had that state.
fn make(
    path: Option<&Path>,
    old: Option<(&Index, Stamp)>,
    level: Level,
    task: GatherGames,
    memory: &MemoryArgs,
    mut common: CommonArgs,
) -> Status {
    if let Some(message) = memory.refusal() {
        return refused(&message);
    }
    common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut common);
    Run::with(&common, None, |run| build(run, path, old, level, &task, memory))
}

fn build(
    run: &mut Run<'_>,
    path: Option<&Path>,
    old: Option<(&Index, Stamp)>,
    level: Level,
    task: &GatherGames,
    memory: &MemoryArgs,
) -> Result<(), Stop> {
    let (memory, folder) = memory.limits();
    let mut out = match (path, old) {
        (Some(path), Some((_, stamp))) => Destination::replacing(path, stamp)?,
        _ => Destination::create(path)?,
    };
    let jobs = run.options.pipeline.jobs.get();
    let mut builder = IndexBuilder::new(&folder, memory).threads(jobs).level(level);
    let mut sources = Vec::new();
    let mut errors = Errors::default();
    let inputs = with_first_errors(run.inputs_of(Kind::Games));
    let gathered = run.all(inputs, task, |_, event| {
        match event {
            Event::Begin(input) => sources.push(input.name.clone()),
            Event::Entries(input, numbers, done) => {
                errors.show(&input.name, numbers, &done);
                let source = sources.len().saturating_sub(1) as u64;
                builder.add(&done.value.batch, source, numbers.before_in_input).map_err(stop)?;
            }
            Event::End(_) => {}
        }
        Ok(())
    });
    let result = gathered.and_then(|()| {
        let written = match old {
            Some((old, _)) => builder.finish_with(old, &sources, &mut out),
            None => builder.finish(&sources, &mut out),
        };
        written.map(drop).map_err(stop)
    });
    out.finish(run, result)
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
