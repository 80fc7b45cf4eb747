//! `pgn convert`: games in other notations, in binary coding, as JSON, as tables, as records of their positions, and back.

#[cfg(feature = "columns")]
mod columns;

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use pgnkit::annotations::Dialect;
use pgnkit::pgc;
use pgnkit_archive::output::{self, NamedOutput, OutputOption, OutputOptions, ROSTER};
use pgnkit_archive::step::RewriteAnnotations;
use pgnkit_archive::task::{Rewrite, TagNames};
use pgnkit_archive::{FindingFilter, Input, InputError, Inputs, RunEvent, RunInput, run};

use super::rewrite;
use crate::args::{AnnotationDialect, ConvertArgs, PgcDialect, Rows, WITHOUT_COLUMNS};
use crate::run::{Run, Status, complain};

pub(crate) fn run(args: &ConvertArgs) -> Status {
    let form = form(args).and_then(|to| Ok((to, options(args, to)?)));
    let (to, mut options) = match form {
        Ok(form) => form,
        Err(message) => {
            complain(&message);
            return Status::Failed;
        }
    };
    if let Some(option) = without_effect(args, to, &options) {
        complain(&format_args!("{option} has no effect on what --to {} writes", to.name));
        return Status::Failed;
    }
    let Some(mut run) = Run::new(&args.common, args.from_lang) else { return Status::Failed };
    let inputs = run.inputs();
    if options.tags.as_ref().is_some_and(|tags| tags.iter().any(|name| name == "all")) {
        match all_tags(&run, &inputs) {
            Ok(tags) => options.tags = Some(tags),
            Err(message) => {
                complain(&message);
                return Status::Failed;
            }
        }
    }
    #[cfg(feature = "columns")]
    if let (Some(by), Some(directory)) = (&args.partition, &args.output) {
        let result = columns::to_directory(&mut run, &options, by, directory, inputs);
        return run.finish(result.err().as_ref());
    }
    let mut task = Rewrite::new((to.make)(&options));
    if let Some(dialect) = args.annotations {
        task = task.step(RewriteAnnotations(match dialect {
            AnnotationDialect::Lichess => Dialect::Lichess,
            AnnotationDialect::Supplement => Dialect::Supplement,
            AnnotationDialect::Plain => Dialect::Plain,
        }));
    }
    write(run, &task, args.output.as_deref(), |_| inputs)
}

/// The names of all tags of the inputs, which are read once for that: the roster, then the others as they come. The result
/// has a column of its own.
fn all_tags(run: &Run<'_>, inputs: &[Input]) -> Result<Vec<String>, String> {
    let again = again(inputs, "--tags all").map_err(|reason| format!("{reason}; name the tags"))?;
    let mut tags: Vec<String> = ROSTER.map(str::to_owned).to_vec();
    let flow = run::run(again, &TagNames, &run.options, |event| {
        if let RunEvent::Entries(_, _, done) = event {
            for name in done.value {
                if name != "Result" && !tags.contains(&name) {
                    tags.push(name);
                }
            }
        }
        ControlFlow::<()>::Continue(())
    });
    let _ = flow.map_err(|error| error.to_string())?;
    Ok(tags)
}

/// The inputs once more, for an option that reads them twice.
pub(super) fn again(inputs: &[Input], option: &str) -> Result<Vec<Result<RunInput, InputError>>, String> {
    let mut again = Vec::new();
    for input in inputs {
        let path = input.path().filter(|path| path.is_file()).ok_or_else(|| {
            format!("{}: {option} needs to read its input twice, so it must be a regular file", input.name())
        })?;
        // What cannot be read is said in its turn.
        let found = Inputs::new([path]).flatten();
        again.extend(found.map(|input| Ok(RunInput::new(input, Arc::new(FindingFilter::default())))));
    }
    Ok(again)
}

/// Puts the inputs of a run through a task, to standard output or to a file.
pub(super) fn write(
    mut run: Run<'_>,
    task: &Rewrite,
    output: Option<&Path>,
    inputs: impl FnOnce(&mut Run<'_>) -> Vec<Input>,
) -> Status {
    let result = rewrite::to_output(&mut run, task, output, inputs);
    run.finish(result.err().as_ref())
}

fn options(args: &ConvertArgs, to: &NamedOutput) -> Result<OutputOptions, String> {
    let mut options = OutputOptions::default();
    options.fen = args.with_fen;
    options.tags.clone_from(&args.tags);
    options.lossy = args.lossy;
    options.language = args.lang;
    options.long_style = args.lan_style.map(Into::into);
    options.dialect = args.dialect.map(|dialect| match dialect {
        PgcDialect::Pgn2pgc => pgc::Dialect::Pgn2pgc,
        PgcDialect::Standard => pgc::Dialect::Standard,
    });
    #[cfg(feature = "columns")]
    if (to.uses)(OutputOption::Columns, &options) {
        columns::set(args, to, &mut options)?;
        return Ok(options);
    }
    options.rows = match args.rows {
        None => None,
        Some(Rows::Plies) => Some(output::Rows::Plies),
        Some(Rows::Games) => Some(output::Rows::Games),
        Some(Rows::Positions) => {
            return Err(format!("--rows positions has no effect on what --to {} writes", to.name));
        }
    };
    Ok(options)
}

/// The output format: the requested one, or that of the extension; both must agree.
fn form(args: &ConvertArgs) -> Result<&'static NamedOutput, String> {
    let name = args.output.as_deref().map(Path::to_string_lossy);
    // Directories have no extensions.
    let (to, name) = match &args.partition {
        Some(_) => {
            let to = args.to.or_else(|| output::by_name("parquet")).ok_or(WITHOUT_COLUMNS)?;
            (Some(to), None)
        }
        None => (args.to, name),
    };
    let Some(to) = to else {
        let by_name = name.as_deref().and_then(output::by_file_name);
        return by_name.ok_or_else(|| {
            let name = name.unwrap_or_default();
            if output::left_out_by_file_name(&name).is_some() {
                return format!("{name}: {WITHOUT_COLUMNS}");
            }
            format!("{name}: cannot infer the format from the extension; use --to")
        });
    };
    match name.as_deref().and_then(|name| Some((name, to.contradicts(name)?))) {
        Some((name, other)) => {
            Err(format!("{name}: --to {} and the extension of {other} contradict each other", to.name))
        }
        None => Ok(to),
    }
}

/// An option that is given and has no effect on the form of output.
fn without_effect(args: &ConvertArgs, to: &NamedOutput, options: &OutputOptions) -> Option<&'static str> {
    let given = [
        ("--with-fen", args.with_fen, OutputOption::Fen),
        ("--rows", args.rows.is_some(), OutputOption::Rows),
        ("--columns", args.columns.is_some(), OutputOption::Columns),
        ("--lossless", args.lossless, OutputOption::Columns),
        ("--partition", args.partition.is_some(), OutputOption::Partitions),
        ("--compression-level", args.compression_level.is_some(), OutputOption::RowGroups),
        ("--row-group", args.row_group.is_some(), OutputOption::RowGroups),
        ("--tags", args.tags.is_some(), OutputOption::Tags),
        ("--annotations", args.annotations.is_some(), OutputOption::Annotations),
        ("--lossy", args.lossy, OutputOption::Lossy),
        ("--lang", args.lang.is_some(), OutputOption::Language),
        ("--lan-style", args.lan_style.is_some(), OutputOption::LongStyle),
        ("--dialect", args.dialect.is_some(), OutputOption::Dialect),
    ];
    let is_idle = |option| !(to.uses)(option, options);
    given.into_iter().find_map(|(name, is_given, option)| (is_given && is_idle(option)).then_some(name))
}
