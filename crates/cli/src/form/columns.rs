//! Columns: which, and into which files.

use std::io::{self, IsTerminal as _};
use std::path::Path;

use pgnkit_archive::output::{NamedOutput, OutputOptions};
use pgnkit_archive::task::Rewrite;
use pgnkit_archive::{Compression, Input};
use pgnkit_columns::Layout;

use crate::args::{FormArgs, Rows};
use crate::run::inputs::with_first_errors;
use crate::run::{Errors, Event, Run, Stop, finish_whole, interrupt};

/// Sets the options of such a form, or says why it cannot be written so.
pub(super) fn set(
    args: &FormArgs,
    to: &NamedOutput,
    output: Option<&Path>,
    options: &mut OutputOptions,
) -> Result<(), String> {
    options.level = args.compression_level;
    options.row_group_rows = args.row_group.map(|rows| rows as usize);
    options.layout = Some(layout(args)?);
    let path = output.filter(|path| *path != Path::new("-"));
    let Some(path) = path else {
        return match () {
            () if args.partition.is_some() => {
                Err("--partition writes a directory; name it with -o".to_owned())
            }
            () if io::stdout().is_terminal() => {
                Err(format!("--to {} writes no text; use -o or a pipe", to.name))
            }
            () => Ok(()),
        };
    };
    let name = path.to_string_lossy();
    if to.name == "parquet" && args.partition.is_none() && Compression::of_name(&name) != Compression::Plain {
        return Err(format!(
            "{name}: Parquet is compressed in itself, and cannot be read so; see --compression-level"
        ));
    }
    Ok(())
}

fn layout(args: &FormArgs) -> Result<Layout, String> {
    let rows = match args.rows.unwrap_or(Rows::Games) {
        Rows::Games => pgnkit_columns::Rows::Games,
        Rows::Plies => pgnkit_columns::Rows::Plies,
        Rows::Positions => pgnkit_columns::Rows::Positions,
    };
    let mut layout = match args.columns.as_deref() {
        None => Layout::new(rows),
        Some(names) if names.iter().any(|name| name.starts_with(['+', '-'])) => {
            names.iter().try_fold(Layout::new(rows), |layout, name| changed(layout, name))?
        }
        Some([all]) if all == "all" => Layout::all(rows),
        Some(names) => {
            Layout::of(rows, names.iter().map(String::as_str)).map_err(|error| error.to_string())?
        }
    };
    if args.with_fen && rows != pgnkit_columns::Rows::Games {
        layout = layout.with("fen").map_err(|error| error.to_string())?;
    }
    if args.lossless {
        let rows = layout.rows().name();
        layout = layout.lossless().map_err(|_| format!("--lossless is for rows of games, not of {rows}"))?;
    }
    if layout.columns().is_empty() {
        return Err("--columns: no column is left".to_owned());
    }
    Ok(layout)
}

/// The columns with one more, or without one.
fn changed(layout: Layout, name: &str) -> Result<Layout, String> {
    let rows = layout.rows();
    match name.split_at_checked(1) {
        Some(("+", name)) => layout.with(name).map_err(|error| error.to_string()),
        Some(("-", name)) => {
            Layout::of(rows, [name]).map_err(|error| error.to_string())?;
            Ok(layout.without(name))
        }
        _ => Err(format!("--columns: {name} has neither + nor -, which the others have")),
    }
}

/// Puts inputs through a task into a directory of Parquet files.
pub(crate) fn to_directory(
    run: &mut Run<'_>,
    options: &OutputOptions,
    by: &[String],
    path: &Path,
    inputs: Vec<Input>,
) -> Result<(), Stop> {
    let columns = match options.parquet().divided_by(by) {
        Ok(columns) => columns,
        Err(message) => {
            run.fail(&format_args!("--partition: {message}"));
            return Ok(());
        }
    };
    let directory = interrupt::create_directory(path)?;
    let task = Rewrite::new(Box::new(columns.clone()));
    let Some(mut files) = columns.partitioned(directory.path(), run.options.pipeline.jobs.get()) else {
        return Ok(());
    };
    let inputs = with_first_errors(inputs);
    let mut errors = Errors::default();
    let result = run.all(inputs, &task, |_, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        Ok(files.add(done.value, numbers, &input.name)?)
    });
    let result = result.and_then(|()| {
        let count = files.finish()?;
        run.ledger.account.tally("files", &[("written", count as u64)]);
        Ok(())
    });
    finish_whole(run, result, Some(path), || interrupt::commit(|| directory.commit()))
}
