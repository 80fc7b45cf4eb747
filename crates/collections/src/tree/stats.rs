//! Counts of a move.

use pgnkit::chess::Color;
use pgnkit::syntax::Outcome;

use super::gather::Facts;
use crate::performance::{Against, average};

/// A game of a run: the number of its input, and its number there, both from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Example {
    /// The number of the input.
    pub input: u32,
    /// The number of the game in it.
    pub game: u64,
}

/// The games in which a move was played.
#[derive(Clone, Copy, Debug, Default)]
pub struct Stats {
    games: u32,
    white: u32,
    draws: u32,
    black: u32,
    /// Ratings of those who played it.
    elo_sum: u64,
    elo_count: u32,
    /// Games with a result.
    against: Against,
    first_year: u16,
    last_year: u16,
    example_elo: u16,
    example_input: u32,
    example_game: u64,
}

impl Stats {
    /// The input of an example where none is known.
    const NO_INPUT: u32 = u32::MAX;

    /// Those of a move in a file of counts: results, the mean rating of those who played it, and the last year. More than 4,294,967,295 games
    /// are that many.
    #[cfg(feature = "index")]
    pub(super) fn of_counts(results: [u64; 3], elo: Option<u16>, last_year: Option<u16>) -> Self {
        let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let games = number(results.iter().fold(0, |sum, games| sum.saturating_add(*games)));
        let [white, draws, black] = results.map(number);
        let elo_count = if elo.is_some() { games } else { 0 };
        Self {
            games,
            white,
            draws,
            black,
            elo_sum: u64::from(elo.unwrap_or(0)) * u64::from(elo_count),
            elo_count,
            last_year: last_year.unwrap_or(0),
            example_input: Self::NO_INPUT,
            ..Self::default()
        }
    }

    /// The counts that an index has of a move, without an example.
    #[cfg(feature = "index")]
    pub(super) fn of_index(counts: &pgnkit_index::Counts, mover: Color) -> Self {
        let number = |count: u64| u32::try_from(count).unwrap_or(u32::MAX);
        let side = usize::from(mover == Color::Black);
        let ((elo_sum, rated), [white, draws, black]) = (counts.ratings[side], counts.results.map(number));
        let years = counts.days.map_or((0, 0), |(first, last)| (first.year(), last.year()));
        Self {
            games: number(counts.games),
            white,
            draws,
            black,
            elo_sum,
            elo_count: number(rated),
            against: Against::of_sums(counts.against[side]),
            first_year: years.0,
            last_year: years.1,
            example_input: Self::NO_INPUT,
            ..Self::default()
        }
    }

    /// Those of one game, for a move of this side.
    pub(super) fn of_game(facts: &Facts, mover: Color, example: Example) -> Self {
        let Facts { result, elo, year, .. } = *facts;
        let (own, opponent) = match mover {
            Color::White => (elo[0], elo[1]),
            Color::Black => (elo[1], elo[0]),
        };
        let half_points = match (result, mover) {
            (Outcome::WhiteWins, Color::White) | (Outcome::BlackWins, Color::Black) => Some(2),
            (Outcome::Draw, _) => Some(1),
            (Outcome::WhiteWins | Outcome::BlackWins, _) => Some(0),
            _ => None,
        };
        let mut against = Against::default();
        if let Some(half_points) = half_points {
            against.add(opponent, half_points);
        }
        Self {
            games: 1,
            white: u32::from(result == Outcome::WhiteWins),
            draws: u32::from(result == Outcome::Draw),
            black: u32::from(result == Outcome::BlackWins),
            elo_sum: u64::from(own),
            elo_count: u32::from(own > 0),
            against,
            first_year: year,
            last_year: year,
            // Both ratings are known as a rule, or none.
            example_elo: elo[0].saturating_add(elo[1]),
            example_input: example.input,
            example_game: example.game,
        }
    }

    /// Adds other games of the move, in whatever order they come.
    #[inline]
    pub(super) fn merge(&mut self, other: &Self) {
        // The best. Of equal ones the first of the input.
        let is_earlier =
            || (other.example_input, other.example_game) < (self.example_input, self.example_game);
        if self.games == 0
            || other.example_elo > self.example_elo
            || other.example_elo == self.example_elo && is_earlier()
        {
            self.example_elo = other.example_elo;
            (self.example_input, self.example_game) = (other.example_input, other.example_game);
        }
        self.games += other.games;
        self.white += other.white;
        self.draws += other.draws;
        self.black += other.black;
        self.elo_sum += other.elo_sum;
        self.elo_count += other.elo_count;
        self.against.merge(&other.against);
        // 0, not known, is the last of the first years.
        let first_year = self.first_year.wrapping_sub(1).min(other.first_year.wrapping_sub(1));
        self.first_year = first_year.wrapping_add(1);
        self.last_year = self.last_year.max(other.last_year);
    }

    /// Number of games.
    pub fn games(&self) -> u64 {
        u64::from(self.games)
    }

    /// Won by White, drawn, and won by Black. The others have no result.
    pub fn results(&self) -> [u64; 3] {
        [self.white, self.draws, self.black].map(u64::from)
    }

    /// Score, out of a hundred points, of the side that played the move; `None` without a result.
    pub fn score(&self, mover: Color) -> Option<f64> {
        let decided: u64 = self.results().iter().sum();
        (decided > 0).then(|| 50.0 * self.half_points(mover) as f64 / decided as f64)
    }

    /// Half points of the side that played the move.
    pub(super) fn half_points(&self, mover: Color) -> u64 {
        let [white, draws, black] = self.results();
        2 * if mover == Color::White { white } else { black } + draws
    }

    /// The average rating of those who played it, as far as they have one.
    pub fn elo(&self) -> Option<u32> {
        average(self.elo_sum, u64::from(self.elo_count))
    }

    /// The rating that their score would fit: the average of the opponents', and what the table of the federation adds for the
    /// score (Rating Regulations, 8.1.1). Only games count whose result and opponent's rating are known.
    pub fn performance(&self) -> Option<u32> {
        self.against.performance()
    }

    /// The last year. Of a file of counts the first one is not known.
    pub fn last_year(&self) -> Option<u16> {
        (self.last_year > 0).then_some(self.last_year)
    }

    /// The first and the last year.
    pub fn years(&self) -> Option<[u16; 2]> {
        (self.first_year > 0).then_some([self.first_year, self.last_year])
    }

    /// The game with the highest ratings, the first of several; `None` where only counts are known.
    pub fn example(&self) -> Option<Example> {
        let Self { example_input: input, example_game: game, .. } = *self;
        (input != Self::NO_INPUT).then_some(Example { input, game })
    }
}
