//! `pgn index`: games by their positions.

#[cfg(feature = "columns")]
mod rows;

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use pgnkit::render::safe;
use pgnkit_archive::{Compression, Kind, Output, Stamp};
use pgnkit_collections::position_index::GatherGames;
use pgnkit_index::oe::{OeError, OeFile, OeOptions};
use pgnkit_index::{Index, IndexBuilder, IndexError};

use super::rewrite::keep_as_they_are;
use crate::args::{
    CommonArgs, CountsArgs, FALLBACK_PGN, IndexAddArgs, IndexArgs, IndexCheckArgs, IndexCommand,
    IndexContentArgs, IndexForm, MemoryArgs,
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
                Ok((old, stamp)) => {
                    make(Some(&index), &Product::Added(&old, stamp), task(content), &memory, common)
                }
                Err(message) => refused(&message),
            }
        }
        None => match product_of(args.to, args.output.as_deref(), args.counts) {
            Ok(product) => {
                make(args.output.as_deref(), &product, task(args.content), &args.memory, args.common)
            }
            Err(message) => refused(&message),
        },
    }
}

fn task(content: IndexContentArgs) -> GatherGames {
    GatherGames::default().moves_only(content.moves_only)
}

/// The thing that is made of the games.
enum Product<'i> {
    /// An index.
    Index,
    /// An index with the games of another one before them, whose file had that state.
    Added(&'i Index, Stamp),
    /// A file of counts.
    Counts(CountsArgs),
    /// Counts as a directory of Parquet.
    #[cfg(feature = "columns")]
    Rows(CountsArgs),
}

/// The thing that an option or the name of the output asks for.
fn product_of(
    to: Option<IndexForm>,
    output: Option<&Path>,
    counts: CountsArgs,
) -> Result<Product<'static>, String> {
    let name = output.map(Path::to_string_lossy).unwrap_or_default();
    let plain = match Compression::of_name(&name) {
        Compression::Plain => &name,
        _ => name.rsplit_once('.').map_or("", |(plain, _)| plain),
    };
    let is_named_oe = plain.to_ascii_lowercase().ends_with(".oe");
    let form = match (to, is_named_oe) {
        (Some(IndexForm::Idx), true) => {
            return Err(format!("{name}: --to idx and the extension of oe contradict each other"));
        }
        (Some(IndexForm::Parquet), true) => {
            return Err(format!("{name}: --to parquet and the extension of oe contradict each other"));
        }
        (None, true) => IndexForm::Oe,
        (to, _) => to.unwrap_or(IndexForm::Idx),
    };
    match form {
        IndexForm::Oe => Ok(Product::Counts(counts)),
        #[cfg(not(feature = "columns"))]
        IndexForm::Parquet => Err(format!("--to parquet: {}", crate::args::WITHOUT_COLUMNS)),
        #[cfg(feature = "columns")]
        IndexForm::Parquet if output.is_none_or(|path| path == Path::new("-")) => {
            Err("--to parquet writes a directory; name it with -o".to_owned())
        }
        #[cfg(feature = "columns")]
        IndexForm::Parquet => Ok(Product::Rows(counts)),
        IndexForm::Idx => {
            let given =
                [("--min-games", counts.min_games.is_some()), ("--max-ply", counts.max_ply.is_some())];
            match given.into_iter().find(|(_, is_given)| *is_given) {
                Some((option, _)) => Err(format!("{option} has no effect on an index; see --to")),
                None => Ok(Product::Index),
            }
        }
    }
}

/// Makes an index, or what else is asked for.
fn make(
    path: Option<&Path>,
    product: &Product<'_>,
    task: GatherGames,
    memory: &MemoryArgs,
    mut common: CommonArgs,
) -> Status {
    if let Some(message) = memory.refusal() {
        return refused(&message);
    }
    common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut common);
    // Nothing else is needed for counts.
    let is_index = matches!(product, Product::Index | Product::Added(..));
    let task = if is_index { task } else { task.moves_only(true) };
    let limits = memory.limits();
    Run::with(&common, None, |run| match (path, product) {
        #[cfg(feature = "columns")]
        (Some(path), Product::Rows(args)) => rows::to_directory(run, path, *args, &task, limits),
        _ => build(run, path, product, &task, limits),
    })
}

fn build(
    run: &mut Run<'_>,
    path: Option<&Path>,
    product: &Product<'_>,
    task: &GatherGames,
    (memory, folder): (usize, PathBuf),
) -> Result<(), Stop> {
    let mut out = match (path, product) {
        (Some(path), Product::Added(_, stamp)) => Destination::replacing(path, *stamp)?,
        _ => Destination::create(path)?,
    };
    let result = gather(run, task, memory, &folder).and_then(|(builder, sources)| match product {
        Product::Added(old, _) => builder.finish_with(old, &sources, &mut out).map(drop).map_err(stop),
        Product::Counts(args) => {
            let mut options = OeOptions::default();
            options.min_games = args.min_games.unwrap_or(options.min_games);
            options.plies = args.max_ply.map_or(options.plies, |plies| plies as usize);
            options.revision = SystemTime::now()
                .duration_since(SystemTime::UNIX_EPOCH)
                .map_or(0, |time| time.as_millis() as u64);
            (options.memory, options.folder) = (memory, folder);
            let summary = builder.finish_oe(&options, &mut out).map_err(stop_oe)?;
            run.ledger.account.tally("counts", &[("positions", summary.positions), ("moves", summary.moves)]);
            Ok(())
        }
        _ => builder.finish(&sources, &mut out).map(drop).map_err(stop),
    });
    out.finish(run, result)
}

/// Gathers the games of all inputs, with the names of these.
fn gather(
    run: &mut Run<'_>,
    task: &GatherGames,
    memory: usize,
    folder: &Path,
) -> Result<(IndexBuilder, Vec<String>), Stop> {
    let (mut builder, mut sources) =
        (IndexBuilder::new(folder, memory).threads(run.options.pipeline.jobs.get()), Vec::new());
    let mut errors = Errors::default();
    let inputs = with_first_errors(run.inputs_of(Kind::Games));
    run.all(inputs, task, |_, event| {
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
    })?;
    Ok((builder, sources))
}

fn stop_oe(error: OeError) -> Stop {
    match error {
        OeError::Io(error) => error.into(),
        error => std::io::Error::other(error).into(),
    }
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

/// An index, or a file of counts, which has no games.
pub(super) enum IndexFile {
    Index(Box<Index>),
    Counts(OeFile),
}

/// Opens either; the message says why it cannot be.
pub(super) fn open_either(path: &Path) -> Result<IndexFile, String> {
    let failed = |error: &dyn std::error::Error| format!("{}: {error}", path.display());
    match Index::open(path) {
        Ok(index) => Ok(IndexFile::Index(Box::new(index))),
        Err(IndexError::CountsOnly) => match OeFile::open(path) {
            Ok(counts) => Ok(IndexFile::Counts(counts)),
            Err(error) => Err(failed(&error)),
        },
        Err(error) => Err(failed(&error)),
    }
}

fn check(args: &IndexCheckArgs) -> Status {
    let path = &args.index;
    let name = path.display().to_string();
    let text = match open_either(path) {
        Ok(IndexFile::Index(index)) => match index.check() {
            Ok(()) => description(&index, &name),
            Err(error) => return refused(&format_args!("{name}: {error}")),
        },
        // All of it was read.
        Ok(IndexFile::Counts(counts)) => description_of_counts(&counts, &name),
        Err(message) => return refused(&message),
    };
    let mut out = Output::stdout();
    let written = write!(out, "{text}");
    match written.and_then(|()| out.finish()) {
        Err(error) if !pgnkit_archive::is_broken_pipe(&error) => refused(&error),
        _ => Status::Clean,
    }
}

/// Numbers of positions and moves, and what is known of these.
fn description_of_counts(counts: &OeFile, name: &str) -> String {
    let (head, positions, moves) = (counts.head(), counts.positions(), counts.moves());
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let has = |has: bool| if has { "yes" } else { "no" };
    let a_position = counts.bytes() as f64 / positions.max(1) as f64;
    let name = safe(name);
    format!(
        "{name}: {positions} position{} with {moves} move{}, without games\n\
         bytes         {:>12}  {a_position:.1} a position\n\
         ratings       {:>12}\n\
         years         {:>12}\n\
         key size      {:>12}\n\
         base year     {:>12}\n\
         revision      {:>12}\n",
        plural(positions),
        plural(moves),
        counts.bytes(),
        has(head.has_ratings),
        has(head.has_years),
        head.key_size,
        head.base_year,
        head.revision,
    )
}

/// Numbers of games and positions, and the bytes of the parts.
fn description(index: &Index, name: &str) -> String {
    let (games, positions, sources) = (index.games(), index.positions(), index.sources().len());
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    let mut text = format!(
        "{}: {games} game{} of {sources} file{}, {positions} position{} that more than one has\n",
        safe(name),
        plural(games),
        plural(sources as u64),
        plural(positions)
    );
    for (part, bytes) in index.sizes() {
        let a_game = bytes as f64 / games.max(1) as f64;
        let _ = writeln!(text, "{part:<11}  {bytes:>12} bytes  {a_game:>6.1} a game");
    }
    text
}
