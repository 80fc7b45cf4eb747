//! The part that commands which write entries share: to standard output or a file, or each input into itself.

use std::io::Write as _;
use std::path::Path;

use pgnkit::syntax::Code;
use pgnkit_archive::task::Rewrite;
use pgnkit_archive::{Input, InputError, RunInput, output};

use crate::args::{CommonArgs, OnError};
use crate::run::inputs::with_first_errors_and;
use crate::run::{Destination, Errors, Event, InPlace, Run, Stop, refuse_in_place};

/// Treatment of games with errors if games are written as they are: to keep such a game is to leave it so.
pub(super) fn keep_as_they_are(fmt: bool, common: &mut CommonArgs) {
    if !fmt && matches!(common.on_error, None | Some(OnError::Keep)) {
        common.on_error = Some(OnError::Leave);
    }
}

/// Puts inputs through a task into one output; none or `-` is standard output.
pub(super) fn to_output(
    run: &mut Run<'_>,
    task: &Rewrite,
    path: Option<&Path>,
    inputs: impl FnOnce(&mut Run<'_>) -> Vec<Input>,
) -> Result<(), Stop> {
    let inputs = inputs(run);
    let mut out = Destination::create(path)?;
    // Where a game that would be altered stays as it is, there is nothing to say.
    let inputs = with_first_errors_and(inputs, &shown(run, task));
    let mut errors = Errors::default();
    let mut assembler = output::assembler(&*task.output, run.options.pipeline.jobs.get());
    let written = assembler.begin(&mut out).map_err(Stop::from);
    let result = written.and_then(|()| {
        run.all(inputs, task, |_, event| {
            let Event::Entries(input, numbers, done) = event else { return Ok(()) };
            errors.show(&input.name, numbers, &done);
            assembler.add(done.value, numbers, &input.name, &mut out)?;
            if input.is_pipe {
                out.flush()?;
            }
            Ok(())
        })
    });
    let result = result.and_then(|()| Ok(assembler.end(&mut out)?));
    out.finish(run, result)
}

/// Puts each input through a task into itself; `done` says what happens to it, for messages.
pub(super) fn in_place(
    run: &mut Run<'_>,
    task: &Rewrite,
    done: &str,
    inputs: Vec<Input>,
) -> Result<(), Stop> {
    run.leave_by_default();
    let mut errors = Errors::default();
    let mut out: Option<InPlace> = None;
    let jobs = run.options.pipeline.jobs.get();
    let mut assembler = output::assembler(&*task.output, jobs);
    let inputs = replaceable_and(run, inputs, done, &shown(run, task));
    let result = run.all(inputs, task, |ledger, event| match event {
        Event::Begin(input) => {
            let mut file = InPlace::begin(input, ledger)?;
            assembler = output::assembler(&*task.output, jobs);
            assembler.begin(&mut file)?;
            out = Some(file);
            Ok(())
        }
        Event::Entries(input, numbers, done) => {
            errors.show(&input.name, numbers, &done);
            out.as_mut().map_or(Ok(()), |out| Ok(assembler.add(done.value, numbers, &input.name, out)?))
        }
        Event::End(_) => out.take().map_or(Ok(()), |mut out| {
            assembler.end(&mut out)?;
            out.finish(ledger)
        }),
    });
    if let Some(out) = out {
        out.give_up(&mut run.ledger);
    }
    result
}

/// The inputs, with an error in the place of each that cannot be replaced.
pub(super) fn replaceable(
    run: &Run<'_>,
    inputs: Vec<Input>,
    done: &str,
) -> Vec<Result<RunInput, InputError>> {
    replaceable_and(run, inputs, done, &[])
}

/// The codes of what a task reports besides errors: what its steps could not do, and what it alters, which is not silent.
fn shown(run: &Run<'_>, task: &Rewrite) -> Vec<Code> {
    let of_steps = task.steps.iter().flat_map(|step| step.reports());
    of_steps.chain(altered(run, task)).copied().collect()
}

/// The codes of what a task alters.
fn altered(run: &Run<'_>, task: &Rewrite) -> &'static [Code] {
    match task.output.alters() {
        // A game that would lose characters stays as it is.
        codes if run.options.on_error == pgnkit_archive::OnError::Leave => {
            if codes.contains(&Code::NeedlessSetUp) { &[Code::NeedlessSetUp] } else { &[] }
        }
        codes => codes,
    }
}

/// The same, with diagnostics of other codes than errors as well.
fn replaceable_and(
    run: &Run<'_>,
    inputs: Vec<Input>,
    done: &str,
    also: &[Code],
) -> Vec<Result<RunInput, InputError>> {
    let refused: Vec<_> = inputs.iter().map(|input| refuse_in_place(input, &run.options, done)).collect();
    let inputs = with_first_errors_and(inputs, also).into_iter().zip(refused);
    inputs.map(|(input, refused)| refused.map_or(input, Err)).collect()
}
