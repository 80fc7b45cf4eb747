//! `pgn merge --tree`: games into one with variations.

use std::path::{Path, PathBuf};

use pgnkit_collections::repertoire::{JoinCounts, JoinOptions, Repertoire};
use pgnkit_collections::sort::{GatherGames, Order, Piece};

use super::super::rewrite::keep_as_they_are;
use super::super::sorting;
use crate::args::{FALLBACK_PGN, MergeArgs};
use crate::form::{Form, GameOutput};
use crate::run::{Ledger, Run, Status, Stop, complain, outputs, refused};

/// The words in a name that stand for the number of a file.
const NUMBERS: [&str; 2] = ["{number}", "{n}"];

pub(super) fn run(mut args: MergeArgs) -> Status {
    let form = match refusal(&args).map_or_else(|| Form::of(&args.form, args.output.as_deref()), Err) {
        Ok(form) => form,
        Err(message) => return refused(&message),
    };
    args.common.fallback = FALLBACK_PGN;
    keep_as_they_are(false, &mut args.common);
    Run::with(&args.common, args.letters.from_lang, |run| join(run, &args, form))
}

fn refusal(args: &MergeArgs) -> Option<String> {
    if let Some(message) = args.memory.refusal() {
        return Some(message);
    }
    let path = args.output.as_deref()?;
    if args.max_games.is_some() && name(path, 1) == path {
        return Some("-o: with --max-games the name of a file needs its number, {number}".to_owned());
    }
    None
}

/// The name of a file by its number.
fn name(pattern: &Path, number: u64) -> PathBuf {
    let mut name = pattern.to_string_lossy().into_owned();
    for word in NUMBERS {
        name = name.replace(word, &number.to_string());
    }
    if name == pattern.to_string_lossy() { pattern.to_owned() } else { PathBuf::from(name) }
}

fn join(run: &mut Run<'_>, args: &MergeArgs, form: Option<Form>) -> Result<(), Stop> {
    let order = if args.as_given { Order::as_given() } else { Order::default() };
    let task = GatherGames::new(order);
    let mut sorter = sorting::sorter(&task, &args.memory, args.letters.from_lang, args.unique);
    let inputs = run.inputs_of_one_kind();
    sorting::gather(run, inputs, &task, &mut sorter, |_, _| {})?;
    if run.ledger.failures > 0 {
        complain(&"nothing is written: the output would be incomplete");
        return Ok(());
    }
    let games = sorter.settle()?;
    let mut options = JoinOptions::default();
    options.letters = args.letters.from_lang.unwrap_or_default();
    (options.normalise, options.max_plies) = (args.normalise, args.max_plies);
    let joined = Repertoire::of(&games, &options)?;
    let counts = joined.counts();
    let mut files = Files::new(run, args, form)?;
    let result = joined.write(&games, |piece| files.take(run, piece));
    let result = result.map(|(sorted, losses)| {
        run.ledger.account.written += counts.games[1] + sorted.written;
        run.ledger.account.altered += losses;
        sorting::count(&sorted, &mut run.ledger);
        tally(&counts, &mut run.ledger);
    });
    files.open.finish(run, result)
}

fn tally(counts: &JoinCounts, ledger: &mut Ledger) {
    let account = &mut ledger.account;
    for (subject, [before, after]) in [
        ("joined games", counts.games),
        ("joined half-moves", counts.plies),
        ("joined comments", counts.notes),
    ] {
        account.tally(subject, &[("in", before), ("out", after)]);
    }
    let of_lines = [("with players and result", counts.ends), ("like another one", counts.same_ends)];
    account.tally("joined lines", &of_lines);
    account.tally("transpositions", &[("joined", counts.transpositions)]);
    account.tally("joined tags", &[("left out", counts.tags)]);
    account.tally("games apart", &[("as they were", counts.apart)]);
}

/// Begins a file. One whose name has a number is a new one.
fn begin(
    run: &Run<'_>,
    form: Option<Form>,
    pattern: Option<&Path>,
    number: u64,
    force: bool,
) -> Result<GameOutput, Stop> {
    let path = pattern.map(|pattern| name(pattern, number));
    if let Some(path) = path.as_deref().filter(|path| Some(*path) != pattern) {
        outputs::refuse_to_replace(path, force)?;
    }
    GameOutput::create(run, form, path.as_deref())
}

/// The files, of which one is being written.
struct Files {
    pattern: Option<PathBuf>,
    force: bool,
    most: u64,
    form: Option<Form>,
    open: GameOutput,
    number: u64,
    games: u64,
}

impl Files {
    fn new(run: &Run<'_>, args: &MergeArgs, form: Option<Form>) -> Result<Self, Stop> {
        let pattern = args.output.as_deref().map(Path::to_owned);
        let most = args.max_games.unwrap_or(u64::MAX);
        let open = begin(run, form.clone(), pattern.as_deref(), 1, args.force)?;
        Ok(Self { pattern, force: args.force, most, form, open, number: 1, games: 0 })
    }

    fn take(&mut self, run: &mut Run<'_>, piece: Piece<'_>) -> Result<(), Stop> {
        match piece {
            Piece::Head(text) | Piece::Rest(text) => self.open.write(text),
            Piece::Game { text, .. } => {
                if self.games == self.most
                    && let Some(pattern) = &self.pattern
                {
                    self.number += 1;
                    self.games = 0;
                    let next = begin(run, self.form.clone(), Some(pattern), self.number, self.force)?;
                    std::mem::replace(&mut self.open, next).finish_now(run, Ok(()))?;
                }
                self.games += 1;
                self.open.write(text)
            }
        }
    }
}
