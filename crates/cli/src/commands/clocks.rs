//! `pgn clocks`: the time of each move, shown or written into the games.

use pgnkit::Export;
use pgnkit::clocks::{ClockKind, IfPresent};
use pgnkit_archive::Kind;
use pgnkit_archive::output::{ClockTable, ClocksCsv, ClocksJson, PgnText};
use pgnkit_archive::step::AddClocks;
use pgnkit_archive::task::Rewrite;

use super::rewrite;
use crate::args::{AddedTime, ClocksArgs, FALLBACK_PGN};
use crate::run::{Run, Status};

pub(crate) fn run(mut args: ClocksArgs) -> Status {
    // Positions have no times.
    args.common.fallback = FALLBACK_PGN;
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
        None if args.json => Rewrite::new(Box::new(ClocksJson)),
        None if args.csv => Rewrite::new(Box::new(ClocksCsv)),
        None => Rewrite::new(Box::new(ClockTable)),
    }
}
