//! `pgn stats`: tables of what games are.

mod crosstable;

use pgnkit_archive::Kind;
use pgnkit_collections::ListForm;
use pgnkit_collections::eco::Book;
use pgnkit_collections::stats::{GatherStats, Stats, Subject, Table};

use crate::args::{FALLBACK_PGN, Fields, StatsArgs, StatsCommand};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};

pub(crate) fn run(mut args: StatsArgs) -> Status {
    if let Some(StatsCommand::Crosstable(args)) = args.command {
        return crosstable::run(*args);
    }
    args.common.fallback = FALLBACK_PGN;
    if let Some(message) = refusal(&args) {
        return refused(&message);
    }
    Run::with(&args.common, None, |run| tell(run, &args))
}

/// Why nothing can be done, if so.
fn refusal(args: &StatsArgs) -> Option<String> {
    let tables = if args.by.is_some() { 1 } else { args.of.len() };
    let form = args.report.unwrap_or_default();
    if tables == 0 {
        let option = [
            ("--report", form != ListForm::Text),
            ("--order", args.order.is_some()),
            ("--top", args.top.is_some()),
            ("--min-games", args.min_games > 1),
            ("--plot", args.plot.is_some()),
        ];
        let option = option.into_iter().find(|(_, is_given)| *is_given)?.0;
        return Some(format!("{option} requires --of or --by"));
    }
    let is_one = [("--report csv", form == ListForm::Csv), ("--plot", args.plot.is_some())];
    let option = is_one.into_iter().find(|(_, is_given)| *is_given && tables > 1)?.0;
    Some(format!("{option} takes one table, found {tables}"))
}

fn tell(run: &mut Run<'_>, args: &StatsArgs) -> Result<(), Stop> {
    let inputs = run.inputs_of(Kind::Games);
    let book = Book::lichess();
    let is_screen = args.of.is_empty() && args.by.is_none();
    let subjects = if is_screen { &[Subject::Players] } else { args.of.as_slice() };
    let mut task = GatherStats::new(book.clone(), subjects);
    if let Some(Fields(fields)) = args.by.clone() {
        task = task.by(fields);
    }
    let (mut stats, mut errors) = (Stats::default(), Errors::default());
    run.all(with_first_errors(inputs), &task, |ledger, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        stats.add(done.value);
        if stats.memory() <= args.memory {
            return Ok(());
        }
        if is_screen {
            stats.without_players();
            return Ok(());
        }
        ledger.fail(&too_large("rows of the table", args.memory));
        Err(Stop::Enough)
    })?;
    if is_screen {
        return write(run, None, &stats.screen(&book));
    }
    let mut tables: Vec<Table> = match &args.by {
        Some(Fields(fields)) => vec![stats.by(fields)],
        None => subjects.iter().map(|subject| stats.table(*subject, &book)).collect(),
    };
    for table in &mut tables {
        if let Err(message) = arrange(table, args) {
            run.fail(&message);
            return Ok(());
        }
    }
    if let Some(path) = &args.plot {
        let Some(picture) = tables.iter().find_map(Table::plot) else {
            run.fail(&"--plot: there is nothing to draw");
            return Ok(());
        };
        write(run, Some(path), &picture)?;
        if args.report.is_none() {
            return Ok(());
        }
    }
    write(run, None, &shown(&tables, args.report.unwrap_or_default(), stats.games()))
}

/// Says that memory does not suffice.
fn too_large(what: &str, memory: usize) -> String {
    let memory = memory >> 20;
    format!("{what}: they need more than {memory} MB; --where chooses games, --memory gives more")
}

/// Puts the rows of a table in order and leaves out what is not wanted.
fn arrange(table: &mut Table, args: &StatsArgs) -> Result<(), String> {
    if let Some(column) = &args.order {
        table.order_by(column).map_err(|error| format!("--order: {error}"))?;
    }
    table.min_games(args.min_games);
    if let Some(rows) = args.top {
        table.limit(rows);
    }
    Ok(())
}

fn shown(tables: &[Table], form: ListForm, games: u64) -> String {
    let mut text = String::new();
    for (at, table) in tables.iter().enumerate() {
        if form == ListForm::Text {
            let plural = if games == 1 { "" } else { "s" };
            let gap = if at > 0 { "\n" } else { "" };
            text.push_str(&format!("{gap}{}: {games} game{plural}\n", pgnkit::render::safe(&table.title)));
        }
        table.append(form, &mut text);
    }
    text
}

/// Writes a text to a file, or to standard output.
fn write(run: &mut Run<'_>, path: Option<&std::path::Path>, text: &str) -> Result<(), Stop> {
    let mut out = Destination::create(path)?;
    let result = out.write(text.as_bytes());
    out.finish(run, result)
}
