//! Accuracy of players, by the evaluations in their games.

use std::cmp::Reverse;

use pgnkit::chess::Color;
use pgnkit::clocks::Row as Clocked;
use pgnkit::command::Score;

use super::annotated::Losses;
use super::counts::Stats;
use super::ending::Ending;
use super::table::{Cell, Column, Row, Table};
use crate::judgement::{accuracies, centipawns};

/// Accuracies are added up in thousandths, so that sums do not depend on the order of games.
const UNITS: f64 = 1000.0;

/// Centipawns from which on a side is better or worse, and not about equal.
const EVEN: f64 = 200.0;

/// Reason why a game has no accuracy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Reason {
    /// There are no evaluations.
    #[default]
    Unevaluated,
    /// Some moves have no evaluation.
    Partly,
    /// Engines have evaluated their own moves.
    Engines,
    /// Not all moves could be read.
    Unread,
    /// One side has no move with an evaluation before it.
    Short,
}

impl Reason {
    /// All of them, in the order of their numbers.
    const ALL: [Self; 5] = [Self::Unevaluated, Self::Partly, Self::Engines, Self::Unread, Self::Short];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Unevaluated => "without evaluations",
            Self::Partly => "with evaluations of some moves only",
            Self::Engines => "with evaluations by engines of their own moves",
            Self::Unread => "with moves that could not be read",
            Self::Short => "with too few moves",
        }
    }
}

/// The accuracy of both sides in a game.
#[derive(Clone, Debug, Default)]
pub(super) enum Measured {
    /// It has none.
    #[default]
    Unevaluated,
    /// It has none, for another reason.
    LeftOut(Reason),
    /// That of White and of Black.
    Sides(Box<[Side; 2]>),
}

/// A side in a game.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Side {
    /// In thousandths of a percent.
    accuracy: u64,
    losses: Losses,
    /// By the side's evaluation before the move: even, better, worse.
    bands: [Losses; 3],
}

impl Measured {
    /// That of a game with these moves, which ended so. `start` is the score before the first move; where that is unknown, the first move is not
    /// judged. Takes time and memory in proportion to the moves.
    pub(super) fn of(rows: &[Clocked], start: Option<Score>, ending: Ending) -> Self {
        if rows.iter().all(|row| row.evaluation.is_none()) {
            return Self::Unevaluated;
        }
        // Nothing is left to evaluate after a move that ends the game.
        let is_ended =
            matches!(ending, Ending::Mate | Ending::Stalemate | Ending::Variant | Ending::Insufficient);
        let rows = match rows {
            [rows @ .., last] if is_ended && last.comparable_score().is_none() => rows,
            rows => rows,
        };
        let scores: Vec<Score> = rows.iter().map_while(Clocked::comparable_score).collect();
        if scores.len() < rows.len() {
            let is_engine =
                rows.iter().all(|row| row.evaluation.is_none() || row.comparable_score().is_none());
            return Self::LeftOut(if is_engine { Reason::Engines } else { Reason::Partly });
        }
        let (start, scores, rows) = match (start, scores.as_slice()) {
            (Some(start), scores) => (start, scores, rows),
            (None, [start, scores @ ..]) => (*start, scores, &rows[1..]),
            (None, []) => return Self::LeftOut(Reason::Short),
        };
        let Some(first) = rows.first().map(|row| row.color) else { return Self::LeftOut(Reason::Short) };
        let found = accuracies(start, scores, first);
        let (Some(white), Some(black)) = (found.white, found.black) else {
            return Self::LeftOut(Reason::Short);
        };
        let mut sides = [white, black]
            .map(|accuracy| Side { accuracy: (accuracy * UNITS).round() as u64, ..Side::default() });
        let before = [&start].into_iter().chain(scores);
        for ((before, after), row) in before.zip(scores).zip(rows) {
            let side = &mut sides[usize::from(row.color == Color::Black)];
            let own = centipawns(*before, row.color);
            let band = if own > EVEN { 1 } else { 2 * usize::from(own < -EVEN) };
            side.losses.add(*before, *after, row.color);
            side.bands[band].add(*before, *after, row.color);
        }
        Self::Sides(Box::new(sides))
    }

    /// The sides of a game, or the reason why it has no accuracy.
    pub(super) fn in_game(&self, is_read: bool) -> Result<&[Side; 2], Reason> {
        match self {
            Self::Unevaluated => Err(Reason::Unevaluated),
            _ if !is_read => Err(Reason::Unread),
            Self::LeftOut(reason) => Err(*reason),
            Self::Sides(sides) => Ok(sides),
        }
    }
}

/// Numbers of games without an accuracy, by reason.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct LeftOut([u64; Reason::ALL.len()]);

impl LeftOut {
    pub(super) fn count(&mut self, game: Result<&[Side; 2], Reason>) {
        if let Err(reason) = game {
            self.0[reason as usize] += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.0.iter_mut().zip(other.0).for_each(|(count, other)| *count += other);
    }

    /// `12 games left out: 8 without evaluations, …`
    fn note(&self) -> Option<String> {
        let games: u64 = self.0.iter().sum();
        let plural = if games == 1 { "" } else { "s" };
        let parts = Reason::ALL.iter().zip(self.0).filter(|(_, count)| *count > 0);
        let parts: Vec<String> =
            parts.map(|(reason, count)| format!("{count} {}", reason.as_str())).collect();
        (games > 0).then(|| format!("{games} game{plural} left out: {}", parts.join(", ")))
    }
}

/// The accuracies of a player, added up.
#[derive(Clone, Debug, Default)]
pub(super) struct AccuracySums {
    games: u64,
    /// Games without an accuracy.
    left_out: u64,
    /// Sums of accuracies, and of their squares.
    accuracy: u128,
    accuracy_squared: u128,
    losses: Losses,
    /// Sums of squares and products of the moves and the lost centipawns of each game.
    moves_squared: u128,
    centipawns_squared: u128,
    products: u128,
    bands: [Losses; 3],
}

impl AccuracySums {
    pub(super) fn add(&mut self, game: Result<&[Side; 2], Reason>, side: usize) {
        let Ok(sides) = game else {
            self.left_out += 1;
            return;
        };
        let side = &sides[side];
        let [accuracy, moves, centipawns] =
            [side.accuracy, side.losses.moves, side.losses.centipawns].map(u128::from);
        self.games += 1;
        self.accuracy += accuracy;
        self.accuracy_squared += accuracy * accuracy;
        self.moves_squared += moves * moves;
        self.centipawns_squared += centipawns * centipawns;
        self.products += moves * centipawns;
        self.losses.merge(&side.losses);
        self.bands.iter_mut().zip(&side.bands).for_each(|(band, other)| band.merge(other));
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.games += other.games;
        self.left_out += other.left_out;
        self.accuracy += other.accuracy;
        self.accuracy_squared += other.accuracy_squared;
        self.moves_squared += other.moves_squared;
        self.centipawns_squared += other.centipawns_squared;
        self.products += other.products;
        self.losses.merge(&other.losses);
        self.bands.iter_mut().zip(&other.bands).for_each(|(band, other)| band.merge(other));
    }

    /// The mean of all games.
    fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.accuracy as f64 / UNITS / self.games as f64)
    }

    /// The standard error of that mean; one game has none.
    fn error(&self) -> Option<f64> {
        let games = u128::from(self.games);
        let squares = (games * self.accuracy_squared).saturating_sub(self.accuracy * self.accuracy);
        let games = self.games as f64;
        (self.games > 1).then(|| (squares as f64 / (games * games * (games - 1.0))).sqrt() / UNITS)
    }

    /// The standard error of the average loss, which is a ratio of two sums over games: their moves hang together.
    fn loss_error(&self) -> Option<f64> {
        let loss = self.losses.average().filter(|_| self.games > 1)?;
        let squares = self.centipawns_squared as f64 - 2.0 * loss * self.products as f64
            + loss * loss * self.moves_squared as f64;
        let games = self.games as f64;
        Some((squares.max(0.0) * games / (games - 1.0)).sqrt() / self.losses.moves as f64)
    }

    fn cells(&self) -> Vec<Cell> {
        let [inaccuracies, mistakes, blunders] = self.losses.errors.map(Cell::Count);
        let mut cells = vec![
            Cell::Count(self.games),
            Cell::Count(self.left_out),
            Cell::Count(self.losses.moves),
            Cell::number(self.mean(), 1),
            Cell::number(self.error(), 1),
            Cell::number(self.losses.average(), 1),
            Cell::number(self.loss_error(), 1),
            inaccuracies,
            mistakes,
            blunders,
        ];
        for band in &self.bands {
            cells.extend([Cell::Count(band.moves), Cell::number(band.average(), 1)]);
        }
        cells
    }
}

impl Stats {
    pub(super) fn accuracy(&self) -> Table {
        let mut columns: Vec<Column> = [
            ("player", "player"),
            ("games", "games"),
            ("games_left_out", "left out"),
            ("evaluated_moves", "moves"),
            ("accuracy", "accuracy"),
            ("accuracy_error", "±"),
            ("average_centipawn_loss", "ACPL"),
            ("average_centipawn_loss_error", "±"),
            ("inaccuracies", "?!"),
            ("mistakes", "?"),
            ("blunders", "??"),
        ]
        .into_iter()
        .map(|(name, head)| Column::both(name, head))
        .collect();
        for band in ["even", "better", "worse"] {
            columns.push(Column::data(&format!("{band}_moves")));
            columns.push(Column::both(&format!("{band}_centipawn_loss"), band));
        }
        let mut players: Vec<(&str, &AccuracySums)> =
            self.accuracies.iter().map(|(name, sums)| (&**name, sums)).collect();
        let all = players.len();
        players.retain(|(_, sums)| sums.games > 0);
        let without = all - players.len();
        players.sort_unstable_by_key(|(name, sums)| (Reverse(sums.games), *name));
        let row = |(name, sums): (&str, &AccuracySums)| {
            let mut cells = vec![Cell::text(name)];
            cells.extend(sums.cells());
            Row { cells, at: None }
        };
        let rows = players.into_iter().map(row).collect();
        let plural = if without == 1 { "" } else { "s" };
        let mut notes: Vec<String> = self.unmeasured.note().into_iter().collect();
        notes.extend((without > 0).then(|| format!("{without} player{plural} without such a game")));
        notes.extend(self.note_on_names());
        let (name, title, series) = ("accuracy", "accuracy".to_owned(), &[("accuracy", "accuracy")]);
        Table { name, title, columns, rows, series, step: None, notes }
    }
}
