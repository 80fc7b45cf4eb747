//! `pgn epd`: work with records of positions.

mod from_pgn;
mod merge;
mod minimax;
mod perft;
mod sort;
mod to_pgn;

use pgnkit_archive::task::{CollectRecords, Records};
use pgnkit_archive::{InputFormat, Kind};

use crate::args::{CommonArgs, EpdArgs, EpdCommand, FALLBACK_EPD, FALLBACK_PGN, FmtArgs};
use crate::run::inputs::with_first_errors;
use crate::run::{Errors, Event, Run, Status, Stop, complain};

pub(crate) fn run(args: EpdArgs) -> Status {
    match args.command {
        EpdCommand::Check(mut args) => {
            expect(FALLBACK_EPD, &mut args.common);
            super::check::run(&args)
        }
        EpdCommand::Fmt(mut args) => {
            if let Some(option) = of_games(&args) {
                complain(&format_args!("{option} is about games and has no effect on records"));
                return Status::Failed;
            }
            expect(FALLBACK_EPD, &mut args.common);
            super::fmt::run(&args)
        }
        EpdCommand::Sort(mut args) => {
            expect(FALLBACK_EPD, &mut args.common);
            sort::run(&args)
        }
        EpdCommand::Merge(mut args) => {
            expect(FALLBACK_EPD, &mut args.common);
            merge::run(&args)
        }
        EpdCommand::FromPgn(mut args) => {
            expect(FALLBACK_PGN, &mut args.common);
            from_pgn::run(&args)
        }
        EpdCommand::Perft(mut args) => {
            expect(FALLBACK_EPD, &mut args.common);
            perft::run(&args)
        }
        EpdCommand::Minimax(mut args) => {
            expect(FALLBACK_EPD, &mut args.common);
            minimax::run(&args)
        }
        EpdCommand::ToPgn(mut args) => {
            expect(FALLBACK_EPD, &mut args.common);
            to_pgn::run(&args)
        }
    }
}

/// An option that is given and means something for games alone.
fn of_games(args: &FmtArgs) -> Option<&'static str> {
    let given = [
        ("--reduced", args.reduced),
        ("--width", args.width != pgnkit::MAX_WIDTH),
        ("--tags", args.tags != "all"),
        ("--no-comments", args.no_comments),
        ("--no-nags", args.no_nags),
        ("--no-variations", args.no_variations),
    ];
    given.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
}

/// Sets the form of inputs where neither name nor content determines it.
fn expect(format: Option<&'static dyn InputFormat>, common: &mut CommonArgs) {
    common.fallback = format;
}

/// Collects the records of all inputs; `take` gets those of a part of an input, with its name.
fn collect(
    run: &mut Run<'_>,
    task: &CollectRecords,
    mut take: impl FnMut(&str, Records),
) -> Result<(), Stop> {
    let inputs = with_first_errors(run.inputs_of(Kind::Positions));
    let mut errors = Errors::default();
    run.all(inputs, task, |_, event| {
        if let Event::Entries(input, numbers, done) = event {
            errors.show(&input.name, numbers, &done);
            // What was read of the block that ends the run is not written.
            if !done.stopped {
                take(&input.name, done.value);
            }
        }
        Ok(())
    })
}
