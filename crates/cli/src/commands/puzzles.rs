//! `pgn puzzles`: puzzles of games with evaluations, confirmed by an engine.

use pgnkit_archive::{Compression, Kind};
use pgnkit_puzzles::{FindPuzzles, KnownPuzzles, PuzzleForm, Settings};
use pgnkit_uci::Analyst;

use crate::args::{FALLBACK_PGN, PuzzlesArgs};
use crate::engine;
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, complain, refused};
use crate::terminal::stderr_is_styled;

/// Failures of the engine that are shown.
const SHOWN: usize = 10;

pub(crate) fn run(mut args: PuzzlesArgs) -> Status {
    args.common.fallback = FALLBACK_PGN;
    if args.min_moves > args.max_moves {
        return refused(&format!(
            "--min-moves {} is more than --max-moves {}",
            args.min_moves, args.max_moves
        ));
    }
    let form = match form_of(&args) {
        Ok(form) => form,
        Err(message) => return refused(&message),
    };
    let engine = match engine::required(&args.engine) {
        Ok(engine) => engine,
        Err(fault) => return fault.show(stderr_is_styled(args.common.color)),
    };
    let start = || {
        let analyst = Analyst::new(engine.command.clone(), args.search.limits());
        let options = engine.options.iter().cloned().chain(args.search.options());
        options.fold(analyst, |analyst, (name, value)| analyst.option(name, value))
    };
    // With a wrong option or program no position would have a result.
    if let Err(message) = try_out(start()) {
        return refused(&message);
    }
    let mut failed = 0;
    let status = Run::with(&args.common, None, |run| find(run, &args, &start, form, &mut failed));
    if failed > SHOWN {
        complain(&format_args!("{} more positions without a result of the engine", failed - SHOWN));
    }
    if failed > 0 { status.max(Status::Unclean) } else { status }
}

/// Starts the engine once; the message says why it cannot be used.
fn try_out(mut analyst: Analyst) -> Result<(), String> {
    let result = analyst.engine().map(drop).map_err(|error| format!("--engine: {error}"));
    analyst.quit();
    result
}

/// The format: that of `--to`, or else of the output's extension; both must agree.
fn form_of(args: &PuzzlesArgs) -> Result<PuzzleForm, String> {
    let name = args.output.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    let bare = Compression::name_without(&name).to_ascii_lowercase();
    let extension = bare.rsplit_once('.').map_or("", |(_, extension)| extension);
    let of_name = PuzzleForm::ALL.into_iter().find(|form| form.name() == extension);
    match (args.to, of_name) {
        (Some(asked), Some(named)) if asked != named => {
            Err(format!("{name}: its extension asks for {}, --to for {}", named.name(), asked.name()))
        }
        (asked, named) => Ok(asked.or(named).unwrap_or_default()),
    }
}

fn find(
    run: &mut Run<'_>,
    args: &PuzzlesArgs,
    start: &(impl Fn() -> Analyst + Sync),
    form: PuzzleForm,
    failed: &mut usize,
) -> Result<(), Stop> {
    let mut settings = Settings::default();
    settings.moves = args.min_moves.into()..=args.max_moves.into();
    let task = FindPuzzles::new(start, args.search.limits(), settings);
    let task = task.wanted(args.themes.clone());
    let inputs = with_first_errors(run.inputs_of(Kind::Games));
    let mut out = Destination::create(args.output.as_deref())?;
    let (mut known, mut errors, mut text) = (KnownPuzzles::default(), Errors::default(), Vec::new());
    form.begin(&mut text);
    let result = out.write(&text).and_then(|()| {
        run.all(inputs, &task, |ledger, event| {
            let Event::Entries(input, numbers, done) = event else { return Ok(()) };
            errors.show(&input.name, numbers, &done);
            for failure in &done.value.failures {
                *failed += 1;
                if *failed <= SHOWN {
                    let game = numbers.before_in_input + failure.game;
                    let (ply, failure) = (failure.ply, &failure.failure);
                    complain(&format_args!("{}: game {game}, half-move {ply}: {failure}", input.name));
                }
            }
            for puzzle in &done.value.puzzles {
                if !known.insert(puzzle) {
                    ledger.account.tally("puzzles", &[("there already", 1)]);
                    continue;
                }
                text.clear();
                form.write(puzzle, &mut text);
                out.write(&text)?;
                ledger.account.written += 1;
            }
            Ok(())
        })
    });
    out.finish(run, result)
}
