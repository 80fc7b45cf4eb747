//! `pgn stats crosstable`: the tables of events.

use pgnkit_archive::Kind;
use pgnkit_collections::ListForm;
use pgnkit_collections::stats::crosstable::{Event as Tournament, Events, GatherEvents};

use super::too_large;
use crate::args::{CrosstableArgs, FALLBACK_PGN, Fields};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop};

pub(super) fn run(mut args: CrosstableArgs) -> Status {
    args.common.fallback = FALLBACK_PGN;
    Run::with(&args.common, None, |run| tell(run, &args))
}

fn tell(run: &mut Run<'_>, args: &CrosstableArgs) -> Result<(), Stop> {
    let mut task = GatherEvents::new();
    if let Some(Fields(fields)) = args.by.clone() {
        task = task.by(fields);
    }
    let (mut events, mut errors) = (Events::default(), Errors::default());
    let inputs = with_first_errors(run.inputs_of(Kind::Games));
    run.all(inputs, &task, |ledger, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        events.add(&done.value);
        if events.memory() > args.memory {
            ledger.fail(&too_large("games for crosstables", args.memory));
            return Err(Stop::Enough);
        }
        Ok(())
    })?;
    let form = args.report;
    if let Some(message) = refusal(&events, form, args.min_games) {
        run.fail(&message);
        return Ok(());
    }
    let mut out = Destination::create(None)?;
    let result = write(&mut out, &events, args, form);
    out.finish(run, result)
}

/// Tables of several events have different columns.
fn refusal(events: &Events, form: ListForm, min_games: usize) -> Option<String> {
    if form != ListForm::Csv {
        return None;
    }
    let mut count = 0;
    let _: Result<(), ()> = events.each(|event| {
        count += usize::from(event.games() >= min_games);
        Ok(())
    });
    (count > 1).then(|| {
        format!("--report csv: one table at a time; there are {count} events: choose one with --where")
    })
}

fn write(out: &mut Destination, events: &Events, args: &CrosstableArgs, form: ListForm) -> Result<(), Stop> {
    let (mut shown, mut small) = (0, 0);
    events.each(|event: &Tournament<'_>| {
        if event.games() < args.min_games {
            small += 1;
            return Ok(());
        }
        let mut table = event.table(args.layout);
        if let Some(rows) = args.top {
            table.limit(rows);
        }
        let mut text = String::new();
        if form == ListForm::Text {
            text.push_str(if shown > 0 { "\n" } else { "" });
            text.push_str(&format!("{}\n", table.title));
        }
        table.append(form, &mut text);
        shown += 1;
        out.write(text.as_bytes())
    })?;
    if form == ListForm::Text && small > 0 {
        let plural = if small == 1 { "" } else { "s" };
        let gap = if shown > 0 { "\n" } else { "" };
        out.write(
            format!("{gap}… {small} event{plural} with fewer than {} games\n", args.min_games).as_bytes(),
        )?;
    }
    Ok(())
}
