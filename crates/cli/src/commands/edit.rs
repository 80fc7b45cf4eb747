//! `pgn edit`: tags, results, comments and moves changed in the bytes of games.

use std::io::{IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::path::Path;

use pgnkit_archive::edit::{
    CommentsAfterMoves, CorrectNames, DropCommands, DropComments, DropNags, DropVariations, EditGames,
    EditedBlock, EventDays, GatherEventDays, MaxPlies, Operation, OrderTags, RemoveTag, RenameTag,
    SetEventDate, SetPlyCount, SetResult, SetTag, TableError, TagTable,
};
use pgnkit_archive::{Input, Kind, Output, RunEvent, Task, Unified};

use super::convert::again;
use super::rewrite::{Target, contradiction, keep_as_they_are, replaceable, target};
use crate::args::{EditArgs, FALLBACK_PGN, OnError};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, InPlace, Run, Status, Stop, complain, say};

/// Refusals shown before only their number is said.
const SHOWN: usize = 10;

pub(crate) fn run(mut args: EditArgs) -> Status {
    let mut operations = match refusal(&args).map_or_else(|| operations(&args), Err) {
        Ok(operations) => operations,
        Err(message) => {
            complain(&message);
            return Status::Failed;
        }
    };
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut args.common);
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    let inputs = run.inputs_of(Kind::Games);
    if args.event_date {
        match event_days(&run, &inputs) {
            Ok(days) => operations.push(Box::new(SetEventDate::new(days))),
            Err(message) => {
                complain(&message);
                return Status::Failed;
            }
        }
    }
    if let Some(names) = &args.order {
        operations.push(Box::new(OrderTags(names.clone())));
    }
    if operations.is_empty() {
        complain(&"there is nothing to do; `pgn help edit` shows what can be edited, as --set");
        return Status::Failed;
    }
    let mut task = EditGames::new(operations);
    if let Some(condition) = args.only.take() {
        task = task.only(condition);
    }
    let destination = match args.output.as_deref() {
        _ if args.in_place => EditsTo::Themselves,
        _ if args.diff => EditsTo::Diff,
        _ if args.check => EditsTo::Names,
        output => EditsTo::Output(output),
    };
    let task = if args.diff { task.keep_changes() } else { task };
    edit(run, &task, inputs, destination)
}

/// Where edited games go.
pub(super) enum EditsTo<'a> {
    /// Each file is written into itself.
    Themselves,
    /// Only what would change is shown.
    Diff,
    /// Only the files are named that would change.
    Names,
    /// A file, or standard output.
    Output(Option<&'a Path>),
}

/// Edits the games of inputs; for a diff the task keeps what changes.
pub(super) fn edit<T>(mut run: Run<'_>, task: &T, inputs: Vec<Input>, to: EditsTo<'_>) -> Status
where
    T: Task<Out = EditedBlock>,
{
    let compares = matches!(to, EditsTo::Diff | EditsTo::Names);
    let mut said = Said::default();
    let result = match to {
        EditsTo::Themselves => into_themselves(&mut run, task, inputs, &mut said),
        EditsTo::Diff => compare(&mut run, task, inputs, true, &mut said),
        EditsTo::Names => compare(&mut run, task, inputs, false, &mut said),
        EditsTo::Output(path) => to_output(&mut run, task, path, inputs, &mut said),
    };
    let status = run.finish(result.err().as_ref());
    let differs = said.refused > 0 || (said.edited > 0 && compares);
    if differs { status.max(Status::Unclean) } else { status }
}

/// Why nothing can be done, if so.
fn refusal(args: &EditArgs) -> Option<String> {
    refused("edit", args.common.on_error, args.output.as_deref())
}

/// Why a command that edits cannot do that, if so.
pub(super) fn refused(command: &str, on_error: Option<OnError>, output: Option<&Path>) -> Option<String> {
    if on_error == Some(OnError::Drop) {
        return Some(format!("{command} keeps every game, so --on-error can only be leave or stop"));
    }
    contradiction(output?, command)
}

/// What is asked for, in the order in which it is done.
fn operations(args: &EditArgs) -> Result<Vec<Box<dyn Operation>>, String> {
    let mut all: Vec<Box<dyn Operation>> = Vec::new();
    if let Some(path) = &args.names {
        all.push(Box::new(read_table(path, CorrectNames::read)?));
    }
    if let Some(path) = &args.table {
        all.push(Box::new(read_table(path, |text| TagTable::read(text, &args.key))?));
    }
    for (from, to) in &args.rename {
        all.push(Box::new(RenameTag { from: from.clone(), to: to.clone() }));
    }
    for name in &args.remove {
        all.push(Box::new(RemoveTag(name.clone())));
    }
    for (name, value) in &args.set {
        all.push(Box::new(SetTag::new(name, value)));
    }
    for (name, value) in &args.set_missing {
        all.push(Box::new(SetTag::new(name, value).if_missing()));
    }
    if let Some(line) = &args.promote {
        all.push(Box::new(line.clone()));
    }
    if args.no_variations {
        all.push(Box::new(DropVariations));
    }
    if args.no_nags {
        all.push(Box::new(DropNags));
    }
    if args.no_commands {
        all.push(Box::new(DropCommands));
    }
    if args.no_comments {
        all.push(Box::new(DropComments));
    }
    if args.comments_after_moves {
        all.push(Box::new(CommentsAfterMoves));
    }
    if let Some(plies) = args.max_plies {
        all.push(Box::new(MaxPlies(plies)));
    }
    if let Some(source) = args.result {
        all.push(Box::new(SetResult(source.into())));
    }
    if args.ply_count {
        all.push(Box::new(SetPlyCount { max_plies: args.max_plies }));
    }
    Ok(all)
}

/// The days of the events of the inputs, which are read once for that.
fn event_days(run: &Run<'_>, inputs: &[Input]) -> Result<EventDays, String> {
    let again = again(inputs, "--event-date")?;
    let mut days = EventDays::default();
    let flow = pgnkit_archive::run::run(again, &GatherEventDays, &run.options, |event| {
        if let RunEvent::Entries(_, _, done) = event {
            days.add(done.value);
        }
        ControlFlow::<()>::Continue(())
    });
    let _ = flow.map_err(|error| error.to_string())?;
    Ok(days)
}

/// A table in a file.
fn read_table<T>(path: &Path, read: impl FnOnce(&str) -> Result<T, TableError>) -> Result<T, String> {
    let name = path.display();
    let text = std::fs::read(path).map_err(|error| format!("{name}: {error}"))?;
    let text = String::from_utf8(text).map_err(|_| format!("{name}: it is not UTF-8"))?;
    read(&text).map_err(|error| format!("{name}: {error}"))
}

/// What was said and counted of edits.
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

/// Everything to standard output or to one file; a file that is the only input is written as with -i.
fn to_output(
    run: &mut Run<'_>,
    task: &impl Task<Out = EditedBlock>,
    path: Option<&Path>,
    inputs: Vec<Input>,
    said: &mut Said,
) -> Result<(), Stop> {
    match target(run, path, &inputs) {
        Target::Other => {}
        Target::TheInput => return into_themselves(run, task, inputs, said),
        Target::OneOfInputs => return Ok(()),
    }
    let mut out = Destination::create(path)?;
    let mut errors = Errors::default();
    let result = run.all(with_first_errors(inputs), task, |_, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        said.count(&input.name, numbers.before_in_input, &done.value);
        out.write(&done.value.fixed.text)
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
