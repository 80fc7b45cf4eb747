//! `pgn clocks`: the time of each move, shown or written into the games.

use pgnkit::Export;
use pgnkit::clocks::{ClockKind, IfPresent};

use pgnkit_archive::output::{ClockTable, ClocksCsv, ClocksJson, PgnText};
use pgnkit_archive::step::AddClocks;
use pgnkit_archive::task::Rewrite;
use pgnkit_archive::{Compression, Kind};
use pgnkit_collections::ListForm;

use super::rewrite;
use crate::args::{AddedTime, ClocksArgs, FALLBACK_PGN};
use crate::form::{self, Form};
use crate::run::{Run, Status, refused};

pub(crate) fn run(mut args: ClocksArgs) -> Status {
    // Positions have no times.
    args.common.fallback = FALLBACK_PGN;
    args.take_old_names();
    let form = match take_form_of_output(&mut args).and_then(|()| form_of_games(&args)) {
        Ok(form) => form,
        Err(message) => return refused(&message),
    };
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    let task = task(&args, form.as_ref()).in_place(args.in_place);
    let games = |run: &mut Run<'_>| run.inputs_of(Kind::Games);
    let result = if args.in_place {
        let inputs = games(&mut run);
        rewrite::in_place(&mut run, &task, "given clocks", inputs)
    } else {
        rewrite::to_output(&mut run, &task, args.output.as_deref(), games)
    };
    run.finish(result.err().as_ref())
}

/// The output format: that of the options, or else of the output's extension; both must agree.
fn take_form_of_output(args: &mut ClocksArgs) -> Result<(), String> {
    let Some(path) = args.output.as_ref().filter(|_| args.add.is_none()) else { return Ok(()) };
    let asked = match args.report {
        Some(ListForm::Json) => Some("JSON"),
        Some(ListForm::Csv) => Some("CSV"),
        Some(_) => Some("tables"),
        None => None,
    };
    let name = path.display().to_string();
    let bare = Compression::name_without(&name).to_ascii_lowercase();
    let form = match bare.rsplit_once('.').map(|(_, ending)| ending) {
        Some("csv") => "CSV",
        Some("json" | "jsonl" | "ndjson") => "JSON",
        Some("pgn") => "games",
        _ => return Ok(()),
    };
    match asked {
        Some(asked) if asked == form => {}
        Some(asked) => {
            return Err(format!("{name}: its extension asks for {form}, the options ask for {asked}"));
        }
        None if form == "games" => {
            return Err(format!("{name}: its extension asks for games, into which --add writes times"));
        }
        None => args.report = Some(if form == "CSV" { ListForm::Csv } else { ListForm::Json }),
    }
    Ok(())
}

/// The format of games that are given times.
fn form_of_games(args: &ClocksArgs) -> Result<Option<Form>, String> {
    match args.add {
        Some(_) if args.in_place => form::refusal(&args.form, "-i").map_or(Ok(None), Err),
        Some(_) if args.form.partition.is_some() => {
            Err("--partition has no effect here; `pgn convert` divides".to_owned())
        }
        Some(_) => Form::of(&args.form, args.output.as_deref()),
        None => form::refusal(&args.form, "times; --report has their formats").map_or(Ok(None), Err),
    }
}

fn task(args: &ClocksArgs, form: Option<&Form>) -> Rewrite {
    match args.add {
        Some(added) => {
            let kind = match added {
                AddedTime::Emt => ClockKind::Emt,
                AddedTime::Clk => ClockKind::Clk,
                AddedTime::Egt => ClockKind::Egt,
            };
            let if_present = if args.replace { IfPresent::Replace } else { IfPresent::Keep };
            let mut task = match form {
                Some(form) => form.task(),
                None => Rewrite::new(Box::new(PgnText(Export::default()))),
            };
            // Before what the format does with annotations.
            task.steps.insert(0, Box::new(AddClocks { kind, if_present }));
            task
        }
        None => match args.report.unwrap_or_default() {
            ListForm::Json => Rewrite::new(Box::new(ClocksJson)),
            ListForm::Csv => Rewrite::new(Box::new(ClocksCsv)),
            _ => Rewrite::new(Box::new(ClockTable)),
        },
    }
}
