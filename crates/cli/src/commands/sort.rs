//! `pgn sort`: games in order, as they are.

use pgnkit_collections::sort::{GatherGames, Sorter};

use super::rewrite::{keep_as_they_are, replaceable};
use super::sorting;
use crate::args::{FALLBACK_PGN, SortArgs};
use crate::form::{self, Form, GameOutput};
use crate::run::{Errors, Event, InPlace, Run, Status, Stop, refused};

pub(crate) fn run(mut args: SortArgs) -> Status {
    let form = match form(&args) {
        Ok(form) => form,
        Err(message) => return refused(&message),
    };
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(args.fmt, &mut args.common);
    Run::with(&args.common, args.letters.from_lang, |run| {
        if args.in_place { in_place(run, &args) } else { to_output(run, &args, form) }
    })
}

/// The format of the output, or why nothing can be done.
fn form(args: &SortArgs) -> Result<Option<Form>, String> {
    if let Some(message) = args.memory.refusal() {
        return Err(message);
    }
    if args.in_place {
        return form::refusal(&args.form, "-i").map_or(Ok(None), Err);
    }
    Ok(Form::of(&args.form, args.output.as_deref())?.map(Form::out_of_order))
}

fn task(args: &SortArgs) -> GatherGames {
    let order = args.by.clone().unwrap_or_default();
    let order = if args.reverse { order.reversed() } else { order };
    GatherGames::new(order).formatted(args.fmt).in_place(args.in_place)
}

fn sorter(args: &SortArgs, task: &GatherGames) -> Sorter {
    sorting::sorter(task, &args.memory, args.letters.from_lang, args.unique)
}

/// Everything to standard output or to one file.
fn to_output(run: &mut Run<'_>, args: &SortArgs, form: Option<Form>) -> Result<(), Stop> {
    let mut out = GameOutput::create(run, form, args.output.as_deref())?;
    let task = task(args);
    let mut sorter = sorter(args, &task);
    let inputs = run.inputs_of_one_kind();
    let result = sorting::gather(run, inputs, &task, &mut sorter, |_, origins| out.note(origins));
    let result =
        result.and_then(|()| sorting::write_pieces(sorter, &mut run.ledger, |piece| out.piece(piece)));
    out.finish(run, result)
}

/// Each file into itself.
fn in_place(run: &mut Run<'_>, args: &SortArgs) -> Result<(), Stop> {
    if args.fmt {
        run.leave_by_default();
    }
    let task = task(args);
    let mut errors = Errors::default();
    let mut open: Option<(InPlace, Sorter)> = None;
    let inputs = run.inputs();
    let inputs = replaceable(run, inputs, "sorted");
    let result = run.all(inputs, &task, |ledger, event| match event {
        Event::Begin(input) => {
            let mut out = InPlace::begin(input, ledger)?;
            if !args.fmt {
                out = out.unless_same_words(input);
            }
            open = Some((out, sorter(args, &task)));
            Ok(())
        }
        Event::Entries(input, numbers, done) => {
            errors.show(&input.name, numbers, &done);
            open.as_mut().map_or(Ok(()), |(_, sorter)| Ok(sorter.push(done.value)?))
        }
        Event::End(_) => {
            let Some((mut out, sorter)) = open.take() else { return Ok(()) };
            let written = sorting::write(sorter, ledger, |text| out.write(text));
            if written.is_err() {
                out.give_up(ledger);
                return written;
            }
            out.finish(ledger)
        }
    });
    if let Some((out, _)) = open {
        out.give_up(&mut run.ledger);
    }
    result
}
