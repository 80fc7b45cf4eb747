//! `pgn split --archive`: games into a tree of files by date, to which more can be added.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use pgnkit_archive::{Inputs, OnError, Stamp};
use pgnkit_collections::sort::{GatherGames, Order, Sorter};
use pgnkit_collections::split::archive::{Archive, Recovered};
use pgnkit_collections::split::{Limits, year_of_key};

use super::super::sorting;
use crate::args::SplitArgs;
use crate::run::{Run, Stop, complain, interrupt, say};

/// Games in a file when nothing is said.
const GAMES: u64 = 10_000;

pub(super) fn add(run: &mut Run<'_>, args: &SplitArgs, root: &Path) -> Result<(), Stop> {
    let letters = args.letters.from_lang.unwrap_or_default();
    let task = GatherGames::new(Order::default()).formatted(args.fmt).ended(letters);
    let mut sorter = sorting::sorter(&task, &args.memory, args.letters.from_lang, true);
    let mut years = BTreeSet::new();
    let inputs = run.inputs_of_one_kind();
    let divided = task.clone().divided(args.variations);
    sorting::gather(run, inputs, &divided, &mut sorter, |games, _| {
        years.extend(games.keys().map(year_of_key))
    })?;
    if run.ledger.failures > 0 {
        complain(&"nothing is written: the output would be incomplete");
        return Ok(());
    }
    if years.is_empty() && run.ledger.account.games == 0 {
        return Ok(());
    }
    let (archive, recovered) = Archive::open(root)?;
    match recovered {
        Some(Recovered::Finished) => {
            say(&format_args!("{}: finished the work of an interrupted run", root.display()));
        }
        Some(Recovered::Removed(path)) => {
            say(&format_args!("{}: removed: left by an interrupted run", path.display()));
        }
        _ => {}
    }
    let mut seen = Vec::new();
    // All that is there stays.
    let before =
        run.unselected(|run| gather_archive(run, &archive, &task, &mut sorter, &mut years, &mut seen))?;
    if run.ledger.failures > 0 {
        complain(&"nothing is written: not all of the archive can be read");
        return Ok(());
    }
    let mut limits = Limits::default();
    (limits.games, limits.bytes) = (args.max_games, args.max_size.map(|size| size as u64));
    if args.max_games.is_none() && args.max_size.is_none() {
        limits.games = Some(GAMES);
    }
    let mut addition = archive.add(years, limits)?;
    interrupt::guard(addition.directory());
    let sorted = sorter.finish_pieces(|piece| addition.take(piece).map_err(Stop::from))?;
    let ready = addition.finish()?;
    if let Some((file, _)) = seen.iter().find(|(file, seen)| Stamp::of_path(file).ok() != *seen) {
        run.fail(&format_args!(
            "{}: changed while it was read; the archive is left as it is",
            file.display()
        ));
        return Ok(());
    }
    let built = interrupt::commit(|| ready.commit())?;
    let account = &mut run.ledger.account;
    account.written += built.games.saturating_sub(before);
    let files = [("written", built.written), ("unchanged", built.unchanged), ("removed", built.removed)];
    account.tally("files", &files);
    if built.incomplete > 0 {
        account.tally("games in these files", &[("without a complete date", built.incomplete)]);
    }
    sorting::count(&sorted, &mut run.ledger);
    Ok(())
}

/// Gathers the games that an archive has of those years; how many there are, and the files that have them. They are not counted as read: they are not new.
fn gather_archive(
    run: &mut Run<'_>,
    archive: &Archive,
    task: &GatherGames,
    sorter: &mut Sorter,
    years: &mut BTreeSet<u16>,
    seen: &mut Vec<(PathBuf, Option<Stamp>)>,
) -> Result<u64, Stop> {
    let (account, options) = (run.ledger.account.clone(), run.options.clone());
    run.ledger.account = Default::default();
    (run.options.on_error, run.options.rejects, run.options.format) = (OnError::Leave, false, None);
    let mut done = BTreeSet::new();
    // A file may hold games of another year than its name says.
    while let Some(year) = years.difference(&done).next().copied() {
        done.insert(year);
        let files = archive.files(year)?;
        seen.extend(files.iter().map(|file| (file.clone(), Stamp::of_path(file).ok())));
        if !files.is_empty() {
            let mut inputs = Vec::new();
            for input in Inputs::new(files) {
                match input {
                    Ok(input) => inputs.push(input),
                    Err(error) => run.fail(&error),
                }
            }
            sorting::gather(run, inputs, task, sorter, |games, _| {
                years.extend(games.keys().map(year_of_key))
            })?;
        }
    }
    run.options = options;
    Ok(std::mem::replace(&mut run.ledger.account, account).games)
}
