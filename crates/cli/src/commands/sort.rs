//! `pgn sort`: games in order, as they are.

use std::path::Path;

use pgnkit::PieceLetters;
use pgnkit_archive::output;
use pgnkit_archive::sort::{GatherGames, SortOptions, Sorted, Sorter};

use super::rewrite::replaceable;
use crate::args::{CommonArgs, FALLBACK_PGN, OnError, SortArgs};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, InPlace, Ledger, Run, Status, Stop, complain};

pub(crate) fn run(mut args: SortArgs) -> Status {
    if let Some(message) = refusal(&args) {
        complain(&message);
        return Status::Failed;
    }
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(args.fmt, &mut args.common);
    let Some(mut run) = Run::new(&args.common, args.letters.lang) else { return Status::Failed };
    let result = if args.in_place { in_place(&mut run, &args) } else { to_output(&mut run, &args) };
    run.finish(result.err().as_ref())
}

/// Where games are written as they are, to keep a game with errors is to leave it so.
pub(super) fn keep_as_they_are(fmt: bool, common: &mut CommonArgs) {
    if !fmt && matches!(common.on_error, None | Some(OnError::Keep)) {
        common.on_error = Some(OnError::Leave);
    }
}

/// What is said of a directory for temporary files that is not there.
pub(super) fn no_directory(temp_dir: Option<&Path>) -> Option<String> {
    let missing = temp_dir.filter(|directory| !directory.is_dir())?;
    Some(format!("--temp-dir: there is no directory {}", missing.display()))
}

/// Why nothing can be done, if so.
fn refusal(args: &SortArgs) -> Option<String> {
    if let Some(message) = no_directory(args.temp_dir.as_deref()) {
        return Some(message);
    }
    contradiction(args.output.as_deref()?, "sort")
}

/// What is said of an output whose name asks for something other than games as text.
pub(super) fn contradiction(path: &Path, command: &str) -> Option<String> {
    let name = path.display().to_string();
    let other = output::by_name("pgn")?.contradicts(&name)?;
    Some(format!(
        "{name}: its ending asks for {}, which `pgn convert` writes; {command} writes PGN",
        other.name
    ))
}

fn task(args: &SortArgs) -> GatherGames {
    let order = args.by.clone().unwrap_or_default();
    let order = if args.reverse { order.reversed() } else { order };
    GatherGames::new(order).formatted(args.fmt).in_place(args.in_place)
}

fn sorter(args: &SortArgs, task: &GatherGames) -> Sorter {
    let SortArgs { memory, unique, .. } = *args;
    let (temp_dir, letters) = (args.temp_dir.as_deref(), args.letters.lang);
    Sorting { memory, temp_dir, unique, letters }.sorter(task)
}

/// Options of all commands that sort.
pub(super) struct Sorting<'a> {
    pub(super) memory: usize,
    pub(super) temp_dir: Option<&'a Path>,
    pub(super) unique: bool,
    pub(super) letters: Option<PieceLetters>,
}

impl Sorting<'_> {
    pub(super) fn sorter(&self, task: &GatherGames) -> Sorter {
        let mut options = SortOptions::default();
        options.memory = self.memory;
        options.temp_dir = self.temp_dir.map(Path::to_owned);
        options.unique = self.unique;
        options.letters = self.letters.unwrap_or_default();
        Sorter::new(task, options)
    }
}

/// Gives the games in order, and counts them.
fn write(
    sorter: Sorter,
    ledger: &mut Ledger,
    write: impl FnMut(&[u8]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let sorted = sorter.finish(write)?;
    ledger.account.written += sorted.written;
    count(&sorted, ledger);
    Ok(())
}

/// Counts what happened to games besides.
pub(super) fn count(sorted: &Sorted, ledger: &mut Ledger) {
    if sorted.duplicates > 0 {
        ledger.account.tally("duplicates", &[("left out", sorted.duplicates)]);
    }
    let changed = [("ended with a marker", sorted.ended), ("in export format", sorted.reformatted)];
    if changed.iter().any(|(_, count)| *count > 0) {
        ledger.account.tally("kept apart from others", &changed);
    }
}

/// Everything to standard output or to one file, which may be one of the inputs: they are all read before.
fn to_output(run: &mut Run<'_>, args: &SortArgs) -> Result<(), Stop> {
    let mut out = Destination::create(args.output.as_deref())?;
    let task = task(args);
    let mut sorter = sorter(args, &task);
    let inputs = with_first_errors(run.inputs_of_one_kind());
    let mut errors = Errors::default();
    let result = run.all(inputs, &task, |_, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        Ok(sorter.push(done.value)?)
    });
    let result = result.and_then(|()| write(sorter, &mut run.ledger, |text| out.write(text)));
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
            open = Some((InPlace::begin(input, ledger)?, sorter(args, &task)));
            Ok(())
        }
        Event::Entries(input, numbers, done) => {
            errors.show(&input.name, numbers, &done);
            open.as_mut().map_or(Ok(()), |(_, sorter)| Ok(sorter.push(done.value)?))
        }
        Event::End(_) => {
            let Some((mut out, sorter)) = open.take() else { return Ok(()) };
            let written = write(sorter, ledger, |text| out.write(text));
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
