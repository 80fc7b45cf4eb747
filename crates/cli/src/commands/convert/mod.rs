//! `pgn convert`: games in other notations, in binary coding, as JSON, as tables, as records of their positions, and back.

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use pgnkit_archive::output::ROSTER;
use pgnkit_archive::task::{Rewrite, TagNames};
use pgnkit_archive::{FindingFilter, Input, InputError, Inputs, RunEvent, RunInput, run};

use super::rewrite;
use crate::args::ConvertArgs;
use crate::form::Form;
#[cfg(feature = "columns")]
use crate::form::columns;
use crate::run::{Run, Status, complain};

pub(crate) fn run(args: &ConvertArgs) -> Status {
    let mut form = match Form::expected(&args.form, args.output.as_deref()) {
        Ok(form) => form,
        Err(message) => {
            complain(&message);
            return Status::Failed;
        }
    };
    let Some(mut run) = Run::new(&args.common, args.from_lang) else { return Status::Failed };
    let inputs = run.inputs();
    if form.wants_all_tags() {
        match all_tags(&run, &inputs) {
            Ok(tags) => form.options.tags = Some(tags),
            Err(message) => {
                complain(&message);
                return Status::Failed;
            }
        }
    }
    #[cfg(feature = "columns")]
    if let (Some(by), Some(directory)) = (&form.partition, &args.output) {
        let result = columns::to_directory(&mut run, &form.options, by, directory, inputs);
        return run.finish(result.err().as_ref());
    }
    let task = form.task();
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
