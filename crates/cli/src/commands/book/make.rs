//! `pgn book make`: an opening book of games.

use pgnkit::chess::Color;
use pgnkit_archive::Kind;
use pgnkit_collections::engine_book::{BookOptions, GatherMoves, MoveCounts};
use pgnkit_formats::book::Entry;

use crate::args::{BookMakeArgs, FALLBACK_PGN};
use crate::commands::rewrite::keep_as_they_are;
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop};

pub(super) fn run(mut args: BookMakeArgs) -> Status {
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut args.common);
    Run::with(&args.common, None, |run| make(run, &args))
}

fn make(run: &mut Run<'_>, args: &BookMakeArgs) -> Result<(), Stop> {
    let mut task = GatherMoves::default();
    task.max_plies = usize::from(args.max_ply);
    task.side = match (args.only_white, args.only_black) {
        (true, _) => Some(Color::White),
        (_, true) => Some(Color::Black),
        _ => None,
    };
    let mut out = Destination::create(Some(&args.output))?;
    let result = count(run, args, &task).and_then(|counts| {
        let mut options = BookOptions::default();
        (options.min_games, options.min_score) = (args.min_games, args.min_score);
        options.uniform = args.uniform;
        let book = counts.to_book(&options);
        run.ledger.account.tally("book", &[("moves", (book.len() / Entry::LEN) as u64)]);
        out.write(&book)
    });
    out.finish(run, result)
}

fn count(run: &mut Run<'_>, args: &BookMakeArgs, task: &GatherMoves) -> Result<MoveCounts, Stop> {
    let (mut counts, mut errors) = (MoveCounts::default(), Errors::default());
    let inputs = with_first_errors(run.inputs_of(Kind::Games));
    run.all(inputs, task, |ledger, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        counts.add(&done.value);
        if counts.memory() > args.memory {
            let memory = args.memory >> 20;
            ledger.fail(&format_args!(
                "moves of the book: they need more than {memory} MB; --max-ply and --where make them fewer, --memory gives more"
            ));
            return Err(Stop::Enough);
        }
        Ok(())
    })?;
    Ok(counts)
}
