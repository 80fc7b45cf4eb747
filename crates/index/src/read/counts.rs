//! Counts of games.

use pgnkit_chess::Color;
use pgnkit_syntax::Outcome;

use super::GameNumber;
use crate::facts::{Day, GameFacts, Speed};

/// The games that count; all that are not given are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Filter {
    /// Days from this one on. Games of which no year is known do not count.
    pub since: Option<Day>,
    /// Days before this one. Games of which no year is known do not count.
    pub before: Option<Day>,
    /// These speeds.
    pub speeds: Option<Vec<Speed>>,
    /// Mean ratings from the first number to below the second.
    pub ratings: Option<Vec<(u16, u16)>>,
    /// Rated games, or those that are not.
    pub is_rated: Option<bool>,
    /// Games in which a player of this name has this colour; see [`Index::games_of`](crate::Index::games_of).
    pub player: Option<(String, Color)>,
    /// Whether games without a result are left out.
    pub is_decided: bool,
}

impl Filter {
    /// Whether all games count.
    #[must_use]
    pub fn is_open(&self) -> bool {
        *self == Self::default()
    }

    /// Whether a game counts, as far as its facts say it: the player is not among them.
    #[must_use]
    pub fn takes(&self, facts: &GameFacts) -> bool {
        let is_dated = facts.date.year() > 0;
        self.since.is_none_or(|since| is_dated && facts.date >= since)
            && self.before.is_none_or(|before| is_dated && facts.date < before)
            && (!self.is_decided || result_place(facts).is_some())
            && self.is_rated.is_none_or(|is_rated| facts.is_rated == Some(is_rated))
            && self
                .speeds
                .as_ref()
                .is_none_or(|speeds| facts.speed.is_some_and(|speed| speeds.contains(&speed)))
            && self.ratings.as_ref().is_none_or(|ratings| {
                facts
                    .mean_rating()
                    .is_some_and(|mean| ratings.iter().any(|(from, to)| (*from..*to).contains(&mean)))
            })
    }
}

/// Games, by what is known of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counts {
    /// All games.
    pub games: u64,
    /// Won by White, drawn, won by Black; the others have no result.
    pub results: [u64; 3],
    /// Sums of the ratings of White and of Black, and how many are known.
    pub ratings: [(u64, u64); 2],
    /// The sum of the opponents' ratings, their number, and the half points, of White and of Black: of games with a result and a rating of the opponent.
    pub against: [(u64, u64, u64); 2],
    /// The first and the last day that is known.
    pub days: Option<(Day, Day)>,
    /// The game with the highest ratings, the first of several, and their sum; the only one, if there is one.
    pub best: Option<(GameNumber, u32)>,
}

impl Counts {
    /// Counts a game.
    pub fn add(&mut self, number: GameNumber, facts: &GameFacts) {
        let place = result_place(facts);
        let points = place.map(|place| [[2, 0], [1, 1], [0, 2]][place]);
        self.games += 1;
        if let Some(place) = place {
            self.results[place] += 1;
        }
        for side in 0..2 {
            let (own, opponent) = (u64::from(facts.elo[side]), u64::from(facts.elo[1 - side]));
            self.ratings[side].0 += own;
            self.ratings[side].1 += u64::from(own > 0);
            if let Some(half_points) = points.filter(|_| opponent > 0) {
                let against = &mut self.against[side];
                *against = (against.0 + opponent, against.1 + 1, against.2 + half_points[side]);
            }
        }
        if facts.date.year() > 0 {
            let (first, last) = self.days.unwrap_or((facts.date, facts.date));
            self.days = Some((first.min(facts.date), last.max(facts.date)));
        }
        self.offer((number, u32::from(facts.elo[0]) + u32::from(facts.elo[1])));
    }

    /// Counts the games of other counts, which are others.
    pub fn merge(&mut self, other: &Self) {
        self.games += other.games;
        for place in 0..3 {
            self.results[place] += other.results[place];
        }
        for side in 0..2 {
            let (own, more) = (&mut self.ratings[side], other.ratings[side]);
            *own = (own.0 + more.0, own.1 + more.1);
            let (own, more) = (&mut self.against[side], other.against[side]);
            *own = (own.0 + more.0, own.1 + more.1, own.2 + more.2);
        }
        self.days = match (self.days, other.days) {
            (Some(own), Some(more)) => Some((own.0.min(more.0), own.1.max(more.1))),
            (own, more) => own.or(more),
        };
        other.best.into_iter().for_each(|best| self.offer(best));
    }

    /// Takes the better of two games: that with the higher ratings, or the first.
    fn offer(&mut self, (number, rating): (GameNumber, u32)) {
        let is_better = |(own, best)| rating > best || rating == best && number < own;
        if self.best.is_none_or(is_better) {
            self.best = Some((number, rating));
        }
    }

    /// The mean of the known ratings of White (0) or Black (1), rounded.
    #[must_use]
    pub fn mean_rating(&self, side: usize) -> Option<u16> {
        let (sum, count) = *self.ratings.get(side)?;
        (count > 0).then(|| ((sum + count / 2) / count) as u16)
    }
}

/// The place of a result: won by White, drawn, won by Black; `None` without one.
pub(super) fn result_place(facts: &GameFacts) -> Option<usize> {
    match facts.result {
        Outcome::WhiteWins => Some(0),
        Outcome::Draw => Some(1),
        Outcome::BlackWins => Some(2),
        _ => None,
    }
}
