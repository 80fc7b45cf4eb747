//! The part that commands which put games in order share: they gather all games, then give them.

use pgnkit::PieceLetters;
use pgnkit_archive::Input;
use pgnkit_archive::origin::{BlockOrigins, OriginSource, OriginTracker, WithPlaces};
use pgnkit_collections::sort::{Batch, GatherGames, Piece, SortCounts, Sorter};

use crate::args::MemoryArgs;
use crate::run::inputs::with_first_errors;
use crate::run::{Errors, Event, Ledger, Run, Stop, complain};

pub(super) fn sorter(
    task: &GatherGames,
    memory: &MemoryArgs,
    letters: Option<PieceLetters>,
    unique: bool,
) -> Sorter {
    let mut options = memory.sort_options(letters);
    options.unique = unique;
    Sorter::new(task, options)
}

/// Puts the games of inputs into a sorter; `seen` is given them before, with their origins.
pub(super) fn gather(
    run: &mut Run<'_>,
    inputs: Vec<Input>,
    task: &GatherGames,
    sorter: &mut Sorter,
    mut seen: impl FnMut(&Batch, BlockOrigins),
) -> Result<(), Stop> {
    let mut errors = Errors::default();
    let mut tracker = OriginTracker::new(OriginSource::Inputs { has_places: false });
    run.all(with_first_errors(inputs), &WithPlaces(task.clone()), |_, event| {
        let Event::Entries(input, numbers, done) = event else { return Ok(()) };
        errors.show(&input.name, numbers, &done);
        let (games, places) = done.value;
        seen(&games, tracker.block(input, numbers, places));
        Ok(sorter.push(games)?)
    })
}

/// Gives the games in order, and counts them.
pub(super) fn write(
    sorter: Sorter,
    ledger: &mut Ledger,
    mut write: impl FnMut(&[u8]) -> Result<(), Stop>,
) -> Result<(), Stop> {
    write_pieces(sorter, ledger, |piece| write(piece.text()))
}

/// The same, with all that is known of a game.
pub(super) fn write_pieces(
    sorter: Sorter,
    ledger: &mut Ledger,
    write: impl FnMut(Piece<'_>) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let sorted = sorter.finish_pieces(write)?;
    ledger.account.written += sorted.written;
    count(&sorted, ledger);
    Ok(())
}

/// Counts what happened to games besides.
pub(super) fn count(sorted: &SortCounts, ledger: &mut Ledger) {
    if sorted.duplicates > 0 {
        ledger.account.tally("duplicates", &[("left out", sorted.duplicates)]);
    }
    if sorted.lost_marks > 0 {
        ledger
            .account
            .tally("byte order mark", &[("left out, since not all games are UTF-8", sorted.lost_marks)]);
    }
    for game in &sorted.rewritten {
        complain(&format!(
            "{game}: written in export format, since it would have become a part of the game before it"
        ));
    }
    let changed = [("ended with a marker", sorted.ended), ("in export format", sorted.reformatted)];
    if changed.iter().any(|(_, count)| *count > 0) {
        ledger.account.tally("kept apart from others", &changed);
    }
}
