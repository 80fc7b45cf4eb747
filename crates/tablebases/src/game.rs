//! Games judged by tables: the moves that changed the outcome, and the result against that of the last position.

use std::fmt;

use pgnkit_chess::{Color, Move, Position};

use crate::error::TablebaseError;
use crate::tablebases::Tablebases;
use crate::wdl::{Category, Outcome};

/// A move of a game whose outcome is known before and after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveOutcome {
    /// The number of half-moves before it, counted from the start that was given.
    pub ply: usize,
    /// The move.
    pub played: Move,
    /// The outcome before it, for the side that played it.
    pub before: Category,
    /// The outcome after it, for the side that played it.
    pub after: Category,
    /// A best move instead, if the move changed the outcome.
    pub best: Option<Move>,
}

impl MoveOutcome {
    /// The outcome that the side had, and the worse one that the move left it; `None` if it kept its outcome, or if the tables cannot say.
    ///
    /// A move cannot improve an outcome, except that the other side did not claim a draw by the fifty-move rule.
    #[must_use]
    pub fn change(&self) -> Option<(Outcome, Outcome)> {
        let (before, after) = (self.before.outcome()?, self.after.outcome()?);
        (after < before).then_some((before, after))
    }
}

/// The tables' judgment of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameOutcomes {
    /// The moves whose outcome is known, in their order, whether they changed it or not.
    pub moves: Vec<MoveOutcome>,
    /// The outcome of the last position as a result; `None` if it is not in the tables, or if these cannot say.
    pub verdict: Option<Verdict>,
}

impl GameOutcomes {
    /// The moves that changed the outcome.
    pub fn changes(&self) -> impl Iterator<Item = &MoveOutcome> {
        self.moves.iter().filter(|mv| mv.change().is_some())
    }

    /// The result of the game against the outcome of its last position. `result` is the value of the tag: `1-0`, `0-1`, `1/2-1/2`;
    /// any other is no result.
    ///
    /// A result that differs need not be wrong: players resign and agree to draws, and lose on time.
    #[must_use]
    pub fn adjudicate(&self, result: &str) -> Adjudication {
        let Some(verdict) = self.verdict else { return Adjudication::Unknown };
        match Verdict::ALL.into_iter().find(|verdict| verdict.tag() == result) {
            Some(result) if result == verdict => Adjudication::Agrees,
            Some(_) => Adjudication::Differs(verdict),
            None => Adjudication::Unfinished(verdict),
        }
    }
}

/// The result of a game that is played best from its last position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// `1-0`.
    WhiteWins,
    /// `1/2-1/2`.
    Draw,
    /// `0-1`.
    BlackWins,
}

impl Verdict {
    const ALL: [Self; 3] = [Self::WhiteWins, Self::Draw, Self::BlackWins];

    /// The verdict of an outcome that a side has.
    fn of(outcome: Outcome, color: Color) -> Self {
        match (outcome, color) {
            (Outcome::Draw, _) => Self::Draw,
            (Outcome::Win, Color::White) | (Outcome::Loss, Color::Black) => Self::WhiteWins,
            (Outcome::Win, Color::Black) | (Outcome::Loss, Color::White) => Self::BlackWins,
        }
    }

    /// The value of the tag `Result`.
    #[must_use]
    pub fn tag(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::Draw => "1/2-1/2",
            Self::BlackWins => "0-1",
        }
    }
}

impl fmt::Display for Verdict {
    /// [`Verdict::tag`].
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.tag())
    }
}

/// A result against the outcome of the last position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjudication {
    /// The tables do not have the last position, or cannot say.
    Unknown,
    /// The result is the outcome.
    Agrees,
    /// The outcome is another one.
    Differs(Verdict),
    /// The game has no result; the outcome.
    Unfinished(Verdict),
}

impl Tablebases {
    /// Looks up the positions of a game with few men, from its start on. Moves must be legal; null moves are played, and have no outcome.
    ///
    /// The time is that of one look-up for each position that tables can have, and one for each legal move where the outcome changed.
    ///
    /// ```no_run
    /// # use pgnkit_chess::{Move, Position};
    /// # fn judge(start: Position, moves: Vec<Move>) -> Result<(), Box<dyn std::error::Error>> {
    /// let tables = pgnkit_tablebases::Tablebases::open(["syzygy/3-4-5", "syzygy/6"])?;
    /// let judged = tables.outcome_changes(&start, moves)?;
    /// for mv in judged.changes() {
    ///     println!("half-move {}: {} became {}", mv.ply, mv.before, mv.after);
    /// }
    /// # Ok(()) }
    /// ```
    ///
    /// # Errors
    ///
    /// A file cannot be read, or is damaged.
    pub fn outcome_changes(
        &self,
        start: &Position,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<GameOutcomes, TablebaseError> {
        let mut outcomes = Vec::new();
        let mut position = *start;
        let mut before = self.category(&position)?;
        for (ply, played) in moves.into_iter().enumerate() {
            let next = position.after(played);
            let after = self.category(&next)?;
            if let (Some(before), Some(after), false) = (before, after, played.is_null()) {
                let mut outcome = MoveOutcome { ply, played, before, after: -after, best: None };
                if outcome.change().is_some() {
                    outcome.best = self.best_move(&position)?;
                }
                outcomes.push(outcome);
            }
            (position, before) = (next, after);
        }
        let outcome = before.and_then(Category::outcome);
        let verdict = outcome.map(|outcome| Verdict::of(outcome, position.turn()));
        Ok(GameOutcomes { moves: outcomes, verdict })
    }

    fn category(&self, position: &Position) -> Result<Option<Category>, TablebaseError> {
        Ok(self.probe(position)?.map(|found| found.category))
    }
}
