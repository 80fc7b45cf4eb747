//! `pgn clocks`: the time of each move, shown or written into the games.

use pgnkit::Export;
use pgnkit::clocks::{ClockKind, IfPresent};

use pgnkit_archive::output::{ClockTable, ClocksCsv, ClocksJson, PgnText};
use pgnkit_archive::step::AddClocks;
use pgnkit_archive::task::Rewrite;
use pgnkit_archive::{Compression, Kind};

use super::rewrite;
use crate::args::{AddedTime, ClocksArgs, FALLBACK_PGN, ListForm};
use crate::run::{Run, Status, complain};

pub(crate) fn run(mut args: ClocksArgs) -> Status {
    // Positions have no times.
    args.common.fallback = FALLBACK_PGN;
    args.take_old_names();
    if let Err(message) = take_form_of_output(&mut args) {
        complain(&message);
        return Status::Failed;
    }
    let Some(mut run) = Run::new(&args.common, None) else { return Status::Failed };
    let task = task(&args).in_place(args.in_place);
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
    let Some(path) = &args.output else { return Ok(()) };
    let asked = match (args.add, args.report) {
        (Some(_), _) => Some("games"),
        (_, Some(ListForm::Json)) => Some("JSON"),
        (_, Some(ListForm::Csv)) => Some("CSV"),
        (_, Some(ListForm::Text)) => Some("tables"),
        (None, None) => None,
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

fn task(args: &ClocksArgs) -> Rewrite {
    match args.add {
        Some(added) => {
            let kind = match added {
                AddedTime::Emt => ClockKind::Emt,
                AddedTime::Clk => ClockKind::Clk,
                AddedTime::Egt => ClockKind::Egt,
            };
            let if_present = if args.replace { IfPresent::Replace } else { IfPresent::Keep };
            Rewrite::new(Box::new(PgnText(Export::default()))).step(AddClocks { kind, if_present })
        }
        None => match args.report.unwrap_or(ListForm::Text) {
            ListForm::Json => Rewrite::new(Box::new(ClocksJson)),
            ListForm::Csv => Rewrite::new(Box::new(ClocksCsv)),
            ListForm::Text => Rewrite::new(Box::new(ClockTable)),
        },
    }
}
