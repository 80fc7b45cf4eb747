//! Counts of games that have something in common.

use pgnkit::Outcome;

use super::annotated::{Losses, Times};
use super::game::Facts;
use crate::performance::{Against, average};

/// Results from the side of White, or of a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Results {
    pub(super) won: u64,
    pub(super) drawn: u64,
    pub(super) lost: u64,
    /// Without a result.
    pub(super) open: u64,
}

impl Results {
    pub(super) fn games(&self) -> u64 {
        self.won + self.drawn + self.lost + self.open
    }

    pub(super) fn decided(&self) -> u64 {
        self.won + self.drawn + self.lost
    }

    /// Score out of a hundred points.
    pub(super) fn score(&self) -> Option<f64> {
        let decided = self.decided();
        (decided > 0).then(|| 50.0 * (2 * self.won + self.drawn) as f64 / decided as f64)
    }

    /// A count as part of the games with a result, in percent.
    pub(super) fn share(&self, count: u64) -> Option<f64> {
        let decided = self.decided();
        (decided > 0).then(|| 100.0 * count as f64 / decided as f64)
    }

    /// Counts a game with so many half points.
    pub(super) fn add(&mut self, half_points: Option<u32>) {
        match half_points {
            Some(2) => self.won += 1,
            Some(1) => self.drawn += 1,
            Some(_) => self.lost += 1,
            None => self.open += 1,
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
        self.open += other.open;
    }

    /// The same from the other side.
    pub(super) fn turned(self) -> Self {
        Self { won: self.lost, lost: self.won, ..self }
    }
}

/// Half points of White (0) or Black (1); none without a result.
pub(super) fn half_points(result: Outcome, side: usize) -> Option<u32> {
    match (result, side) {
        (Outcome::WhiteWins, 0) | (Outcome::BlackWins, 1) => Some(2),
        (Outcome::Draw, _) => Some(1),
        (Outcome::WhiteWins | Outcome::BlackWins, _) => Some(0),
        _ => None,
    }
}

/// The first and the last year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Years(Option<(u16, u16)>);

impl Years {
    pub(super) fn add(&mut self, year: u16) {
        if year > 0 {
            self.merge(&Self(Some((year, year))));
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.0 = match (self.0, other.0) {
            (Some((first, last)), Some((from, to))) => Some((first.min(from), last.max(to))),
            (one, other) => one.or(other),
        };
    }

    pub(super) fn range(&self) -> Option<(u16, u16)> {
        self.0
    }
}

/// Ratings.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ratings {
    sum: u64,
    pub(super) count: u64,
}

impl Ratings {
    pub(super) fn add(&mut self, rating: u16) {
        if rating > 0 {
            self.sum += u64::from(rating);
            self.count += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    pub(super) fn average(&self) -> Option<u32> {
        average(self.sum, self.count)
    }
}

/// Games that have something in common.
#[derive(Clone, Debug, Default)]
pub(super) struct Group {
    pub(super) results: Results,
    /// Moves of games that were read to their end.
    moves: u64,
    measured: u64,
    pub(super) elo: Ratings,
    pub(super) years: Years,
    pub(super) times: Times,
    pub(super) losses: Losses,
}

impl Group {
    pub(super) fn add(&mut self, facts: &Facts) {
        self.results.add(half_points(facts.result, 0));
        if let Some(moves) = facts.moves {
            self.moves += u64::from(moves);
            self.measured += 1;
        }
        facts.elo.iter().for_each(|elo| self.elo.add(*elo));
        self.years.add(facts.year);
        facts.annotated.times.iter().for_each(|times| self.times.merge(times));
        facts.annotated.losses.iter().for_each(|losses| self.losses.merge(losses));
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.results.merge(&other.results);
        self.moves += other.moves;
        self.measured += other.measured;
        self.elo.merge(&other.elo);
        self.years.merge(&other.years);
        self.times.merge(&other.times);
        self.losses.merge(&other.losses);
    }

    /// Moves of a game.
    pub(super) fn length(&self) -> Option<f64> {
        (self.measured > 0).then(|| self.moves as f64 / self.measured as f64)
    }
}

/// The games of a player.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    /// With White and with Black.
    pub(super) results: [Results; 2],
    pub(super) elo: Ratings,
    pub(super) against: Against,
    pub(super) years: Years,
    pub(super) times: Times,
    pub(super) losses: Losses,
}

impl Player {
    /// Counts a game with White (0) or Black (1).
    pub(super) fn add(&mut self, facts: &Facts, side: usize) {
        let half_points = half_points(facts.result, side);
        self.results[side].add(half_points);
        self.elo.add(facts.elo[side]);
        if let Some(half_points) = half_points {
            self.against.add(facts.elo[1 - side], half_points);
        }
        self.years.add(facts.year);
        self.times.merge(&facts.annotated.times[side]);
        self.losses.merge(&facts.annotated.losses[side]);
    }

    pub(super) fn merge(&mut self, other: &Self) {
        for side in 0..2 {
            self.results[side].merge(&other.results[side]);
        }
        self.elo.merge(&other.elo);
        self.against.merge(&other.against);
        self.years.merge(&other.years);
        self.times.merge(&other.times);
        self.losses.merge(&other.losses);
    }

    pub(super) fn all(&self) -> Results {
        let [mut all, black] = self.results;
        all.merge(&black);
        all
    }
}
