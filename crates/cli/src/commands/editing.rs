//! The part that commands which edit games in their bytes share: to an output, into the files, or only shown.

use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

use pgnkit_archive::MARK;
use pgnkit_archive::origin::{OriginSource, OriginTracker, WithPlaces};
use pgnkit_archive::{Input, Output, Task, Unified};
use pgnkit_collections::edit::EditedBlock;

use super::rewrite::replaceable;
use crate::args::{FormArgs, OnError};
use crate::form::{self, Form, GameOutput};
use crate::run::inputs::with_first_errors;
use crate::run::{Errors, Event, InPlace, Run, Status, Stop, say};

/// Refusals shown before only their number is said.
const SHOWN: usize = 10;

/// The destination of edited games.
pub(super) enum EditsTo<'a> {
    /// Each file is written into itself.
    Themselves,
    /// Only what would change is shown.
    Diff,
    /// Only the files are named that would change.
    Names,
    /// A file, or standard output, in a format.
    Output(Option<&'a Path>, Option<Form>),
}

/// Edits the games of inputs; for a diff the task keeps what changes.
pub(super) fn edit<T>(mut run: Run<'_>, task: T, inputs: Vec<Input>, to: EditsTo<'_>) -> Status
where
    T: Task<Out = EditedBlock>,
{
    run.keep_others();
    let compares = matches!(to, EditsTo::Diff | EditsTo::Names);
    let mut said = Said::default();
    let result = match to {
        EditsTo::Themselves => into_themselves(&mut run, &task, inputs, &mut said),
        EditsTo::Diff => compare(&mut run, &task, inputs, true, &mut said),
        EditsTo::Names => compare(&mut run, &task, inputs, false, &mut said),
        EditsTo::Output(path, form) => to_output(&mut run, task, path, form, inputs, &mut said),
    };
    let status = run.finish(result.err().as_ref());
    let differs = said.refused > 0 || (said.edited > 0 && compares);
    if differs { status.max(Status::Unclean) } else { status }
}

/// The format of the output of a command that edits; `shows` is the option by which it writes no games.
///
/// # Errors
/// When the command cannot do that.
pub(super) fn form_of(
    command: &str,
    on_error: Option<OnError>,
    args: &FormArgs,
    output: Option<&Path>,
    shows: Option<&str>,
) -> Result<Option<Form>, String> {
    if on_error == Some(OnError::Drop) {
        return Err(format!("{command} keeps every game, so --on-error can only be leave or stop"));
    }
    match shows {
        Some(option) => form::refusal(args, option).map_or(Ok(None), Err),
        None => Form::of(args, output),
    }
}

/// Messages and counts of edits.
#[derive(Default)]
struct Said {
    edited: u64,
    refused: usize,
}

impl Said {
    fn count(&mut self, name: &str, games_before: u64, block: &EditedBlock) {
        self.edited += block.edited;
        for one in &block.refused {
            self.refused += 1;
            if self.refused <= SHOWN {
                let (number, line, reason) = (games_before + one.number, one.line, &one.reason);
                say(&format_args!("{name}:{line}: game {number} is left as it is: {reason}"));
            } else if self.refused == SHOWN + 1 {
                say(&"… more games are left as they are; the account has their number");
            }
        }
    }
}

/// Everything to standard output or to one file.
fn to_output(
    run: &mut Run<'_>,
    task: impl Task<Out = EditedBlock>,
    path: Option<&Path>,
    form: Option<Form>,
    inputs: Vec<Input>,
    said: &mut Said,
) -> Result<(), Stop> {
    let mut out = GameOutput::create(run, form, path)?;
    let mut tracker = OriginTracker::new(OriginSource::Inputs { has_places: false });
    let mut errors = Errors::default();
    // In one text made of several a mark would be in the middle, or before text that is not UTF-8.
    let joins = inputs.len() > 1;
    let mut begins = false;
    let result = run.all(with_first_errors(inputs), &WithPlaces(task), |_, event| match event {
        Event::Begin(_) => {
            begins = joins;
            Ok(())
        }
        Event::Entries(input, numbers, done) => {
            errors.show(&input.name, numbers, &done);
            let (block, places) = done.value;
            said.count(&input.name, numbers.before_in_input, &block);
            out.mark(tracker.block(input, numbers, places).origins);
            let text = &*block.fixed.text;
            let is_first = std::mem::take(&mut begins);
            out.write(if is_first { text.strip_prefix(MARK).unwrap_or(text) } else { text })?;
            if input.is_pipe { out.flush() } else { Ok(()) }
        }
        Event::End(_) => Ok(()),
    });
    out.finish(run, result)
}

/// Each file into itself, if anything changes in it.
fn into_themselves(
    run: &mut Run<'_>,
    task: &impl Task<Out = EditedBlock>,
    inputs: Vec<Input>,
    said: &mut Said,
) -> Result<(), Stop> {
    let mut errors = Errors::default();
    let mut open: Option<(InPlace, u64)> = None;
    let inputs = replaceable(run, inputs, "edited");
    let result = run.all(inputs, task, |ledger, event| match event {
        Event::Begin(input) => {
            open = Some((InPlace::begin(input, ledger)?, said.edited));
            Ok(())
        }
        Event::Entries(input, numbers, done) => {
            errors.show(&input.name, numbers, &done);
            said.count(&input.name, numbers.before_in_input, &done.value);
            open.as_mut().map_or(Ok(()), |(out, _)| out.write(&done.value.fixed.text))
        }
        Event::End(_) => match open.take() {
            Some((out, edited)) if said.edited > edited => out.finish(ledger),
            Some((out, _)) => {
                out.give_up(ledger);
                Ok(())
            }
            None => Ok(()),
        },
    });
    if let Some((out, _)) = open {
        out.give_up(&mut run.ledger);
    }
    result
}

/// Shows what would change, or only in which files anything would.
fn compare(
    run: &mut Run<'_>,
    task: &impl Task<Out = EditedBlock>,
    inputs: Vec<Input>,
    shows: bool,
    said: &mut Said,
) -> Result<(), Stop> {
    let (mut out, mut errors) = (Output::stdout(), Errors::default());
    let for_terminal = std::io::stdout().is_terminal();
    let mut open: Option<(Unified, u64)> = None;
    run.all(with_first_errors(inputs), task, |ledger, event| {
        match event {
            Event::Begin(input) => open = Some((Unified::new(&input.name, for_terminal), said.edited)),
            Event::Entries(input, numbers, done) => {
                errors.show(&input.name, numbers, &done);
                said.count(&input.name, numbers.before_in_input, &done.value);
                if let Some((unified, _)) = open.as_mut().filter(|_| shows) {
                    unified.take(&done.value.fixed, &mut out)?;
                }
                if input.is_pipe {
                    out.flush()?;
                }
            }
            Event::End(input) => {
                (ledger.account.written, ledger.account.left) = (0, 0);
                let Some((unified, edited)) = open.take() else { return Ok(()) };
                if shows {
                    unified.finish(&mut out)?;
                } else if said.edited > edited {
                    let games = said.edited - edited;
                    let plural = if games == 1 { "" } else { "s" };
                    let name = pgnkit::render::safe(&input.name);
                    writeln!(out, "{name}: {games} game{plural} would change")?;
                }
            }
        }
        Ok(())
    })?;
    out.finish()?;
    Ok(())
}
