//! The work of a run: candidates of each game, solved and confirmed.

use std::sync::atomic::AtomicBool;

use pgnkit::Game;
use pgnkit_archive::Account;
use pgnkit_archive::input::{At, EntryBuf, InputFormat, Kind, Target};
use pgnkit_archive::task::Task;
use pgnkit_uci::{Analyst, Limits};

use crate::candidate::{Candidate, Candidates, candidates};
use crate::engine::{Engine, Failure, larger};
use crate::puzzle::{Puzzle, Source};
use crate::settings::Settings;
use crate::solution::{Rejection, confirm, solve};
use crate::themes::ThemeTester;

/// The subject of the account's counts.
const PUZZLES: &str = "puzzles";
const LEFT_OUT: &str = "left out";

/// Finds the puzzles of games. Each thread has an engine of its own, made by `analyst`.
///
/// The engine forgets everything before each position, so that puzzles do not depend on the order of games or the number of threads, if the limit is
/// one of nodes or depth.
pub struct FindPuzzles<F> {
    analyst: F,
    limits: Limits,
    settings: Settings,
    themes: ThemeTester,
    wanted: Vec<String>,
    cancel: AtomicBool,
}

impl<F> std::fmt::Debug for FindPuzzles<F> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { limits, settings, wanted, .. } = self;
        let mut shown = f.debug_struct("FindPuzzles");
        shown
            .field("limits", limits)
            .field("settings", settings)
            .field("wanted", wanted)
            .finish_non_exhaustive()
    }
}

impl<F: Fn() -> Analyst + Sync> FindPuzzles<F> {
    /// Finds puzzles by engines that `analyst` makes, each position searched within these limits, and once more within limits twice as large. What
    /// an analyst has of limits and lines is replaced.
    pub fn new(analyst: F, limits: Limits, settings: Settings) -> Self {
        let themes = ThemeTester::default();
        Self { analyst, limits, settings, themes, wanted: Vec::new(), cancel: AtomicBool::new(false) }
    }

    /// Only puzzles with one of these themes at least; all if there are none.
    #[must_use]
    pub fn wanted(mut self, themes: Vec<String>) -> Self {
        self.wanted = themes;
        self
    }

    /// A new engine, of two lines.
    pub fn analyst(&self) -> Analyst {
        (self.analyst)().multipv(2)
    }

    /// The puzzles of a game.
    fn take_game(
        &self,
        game: &Game,
        number: u64,
        scratch: &mut Option<Analyst>,
        out: &mut FoundPuzzles,
        account: &mut Account,
    ) {
        let found = match candidates(game, &self.settings) {
            Candidates::Found(found) => found,
            Candidates::NoEvaluations => return account.tally(LEFT_OUT, &[("games without evaluations", 1)]),
            Candidates::OtherRules => return account.tally(LEFT_OUT, &[("games of variants", 1)]),
        };
        for candidate in &found {
            account.tally(PUZZLES, &[("candidates", 1)]);
            let analyst = scratch.get_or_insert_with(|| self.analyst());
            match self.puzzle_of(candidate, game, analyst) {
                Ok(Ok(puzzle)) => out.puzzles.push(puzzle),
                Ok(Err(rejection)) => account.tally(PUZZLES, &[(rejection.name(), 1)]),
                Err(failure) => {
                    account.tally(PUZZLES, &[("not analysed", 1)]);
                    out.failures.push(FailedPosition { game: number, ply: candidate.ply, failure });
                }
            }
        }
    }

    /// The puzzle of a candidate of a game, with its themes, or the reason for which it is none. The analyst must be of two lines at least; its
    /// limits are replaced.
    ///
    /// # Errors
    /// When the engine has no result for one of the positions.
    pub fn puzzle_of(
        &self,
        candidate: &Candidate,
        game: &Game,
        analyst: &mut Analyst,
    ) -> Result<Result<Puzzle, Rejection>, Failure> {
        let mut engine = Engine::new(analyst, self.limits.clone(), &self.cancel);
        let mut solution = match solve(candidate, &self.settings, &mut engine)? {
            Ok(solution) => solution,
            Err(rejection) => return Ok(Err(rejection)),
        };
        let mut engine = Engine::new(analyst, larger(&self.limits), &self.cancel);
        if !confirm(candidate, &mut solution, &self.settings, &mut engine)? {
            return Ok(Err(Rejection::NotConfirmed));
        }
        let mut puzzle = Puzzle::new(candidate, solution, Source::of(game, candidate.ply));
        puzzle.themes = self.themes.themes_of(&puzzle);
        let is_wanted = |theme: &&str| self.wanted.iter().any(|wanted| wanted == theme);
        if self.wanted.is_empty() || puzzle.themes.iter().any(is_wanted) {
            Ok(Ok(puzzle))
        } else {
            Ok(Err(Rejection::OtherThemes))
        }
    }
}

/// The puzzles of a block, and the positions without a result of the engine.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct FoundPuzzles {
    /// The puzzles, in the order of games and moves.
    pub puzzles: Vec<Puzzle>,
    /// The candidates for which the engine failed, likewise.
    pub failures: Vec<FailedPosition>,
}

/// A candidate for which the engine failed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FailedPosition {
    /// Number of the game in the block, from 1.
    pub game: u64,
    /// Number of the half-move that leads to the position, from 1.
    pub ply: u32,
    /// The reason.
    pub failure: Failure,
}

/// The memory of a thread: the last game, and the engine, once it is needed.
#[derive(Debug, Default)]
pub struct PuzzleScratch {
    buffer: EntryBuf,
    analyst: Option<Analyst>,
}

impl<F: Fn() -> Analyst + Sync> Task for FindPuzzles<F> {
    type Scratch<'t>
        = PuzzleScratch
    where
        F: 't;
    type Out = FoundPuzzles;

    fn scratch(&self) -> PuzzleScratch {
        PuzzleScratch::default()
    }

    fn target<'s>(&self, scratch: &'s mut PuzzleScratch, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(&mut scratch.buffer)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Games)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn take(&self, scratch: &mut PuzzleScratch, at: &At<'_>, out: &mut FoundPuzzles, account: &mut Account) {
        let PuzzleScratch { buffer, analyst } = scratch;
        let game = at.entry(buffer).content.to_game();
        self.take_game(&game, at.number, analyst, out, account);
    }
}
