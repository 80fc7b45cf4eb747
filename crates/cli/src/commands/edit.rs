//! `pgn edit`: tags, results, comments and moves changed in the bytes of games.

use std::ops::ControlFlow;
use std::path::Path;

use pgnkit_archive::step::Step;
use pgnkit_archive::{EntrySelection, Input, Kind, RunEvent};
use pgnkit_collections::edit::{
    BeginAt, CommentsAfterMoves, CorrectNames, DropCommands, DropComments, DropNags, DropVariations,
    EditGames, EventDays, GatherEventDays, MaxPlies, OrderTags, RemoveTag, RenameTag, SetEventDate,
    SetPlyCount, SetResult, SetTag, TableError, TagTable,
};

use super::convert::again;
use super::editing::{EditsTo, edit, form_of};
use super::rewrite::keep_as_they_are;
use crate::args::{EditArgs, FALLBACK_PGN};
use crate::run::{Run, Status, complain};

pub(crate) fn run(mut args: EditArgs) -> Status {
    let shows = [("-i", args.in_place), ("--diff", args.diff), ("--check", args.check)];
    let shows = shows.into_iter().find_map(|(option, is_given)| is_given.then_some(option));
    let form = form_of("edit", args.common.on_error, &args.form, args.output.as_deref(), shows);
    let (form, mut operations) = match form.and_then(|form| Ok((form, operations(&args)?))) {
        Ok(found) => found,
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
    if let Some(names) = &args.tag_order {
        operations.push(Box::new(OrderTags(names.clone())));
    }
    if operations.is_empty() {
        complain(&"there is nothing to do; `pgn help edit` shows what can be edited, as --set");
        return Status::Failed;
    }
    let task = EditGames::new(operations);
    let destination = match args.output.as_deref() {
        _ if args.in_place => EditsTo::Themselves,
        _ if args.diff => EditsTo::Diff,
        _ if args.check => EditsTo::Names,
        output => EditsTo::Output(output, form),
    };
    let task = if args.diff { task.keep_changes() } else { task };
    edit(run, task, inputs, destination)
}

/// The requested steps, in their order.
fn operations(args: &EditArgs) -> Result<Vec<Box<dyn Step>>, String> {
    let mut all: Vec<Box<dyn Step>> = Vec::new();
    if let Some(path) = &args.names {
        all.push(Box::new(read_table(path, CorrectNames::read)?));
    }
    if let Some(path) = &args.set_from {
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
    if let Some(names) = &args.no_commands {
        let is_of_all = names.iter().all(String::is_empty);
        all.push(Box::new(if is_of_all { DropCommands::all() } else { DropCommands::named(names) }));
    }
    if let Some(names) = &args.keep_commands {
        all.push(Box::new(DropCommands::except(names)));
    }
    if args.no_comments {
        all.push(Box::new(DropComments));
    }
    if args.comments_after_moves {
        all.push(Box::new(CommentsAfterMoves));
    }
    let begin =
        args.drop_plies.map(BeginAt::Plies).or_else(|| args.drop_before.clone().map(BeginAt::Comment));
    if let Some(begin) = begin.clone() {
        all.push(Box::new(begin));
    }
    if let Some(plies) = args.keep_plies {
        all.push(Box::new(MaxPlies(plies)));
    }
    if let Some(source) = args.result {
        all.push(Box::new(SetResult(source.into())));
    }
    if args.ply_count {
        all.push(Box::new(SetPlyCount { max_plies: args.keep_plies, begin }));
    }
    Ok(all)
}

/// The days of the events of the inputs, which are read once for that.
fn event_days(run: &Run<'_>, inputs: &[Input]) -> Result<EventDays, String> {
    let again = again(inputs, "--event-date")?;
    let mut days = EventDays::default();
    // The first day of an event is that of all its games.
    let mut options = run.options.clone();
    options.selection = EntrySelection::default();
    let flow = pgnkit_archive::run::run(again, &GatherEventDays, &options, |event| {
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
