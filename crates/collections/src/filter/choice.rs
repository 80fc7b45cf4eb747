//! Games by number.

use std::error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Numbers of games in an input, from 1: `3,17-20,100-`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameNumbers(Vec<RangeInclusive<u64>>);

impl GameNumbers {
    /// Whether a number is among them.
    pub fn contains(&self, number: u64) -> bool {
        self.0.iter().any(|range| range.contains(&number))
    }

    /// The first of them from a number on.
    pub fn next_from(&self, number: u64) -> Option<u64> {
        let from = self.0.iter().filter(|range| *range.end() >= number);
        from.map(|range| number.max(*range.start())).min()
    }

    /// Whether all of them are below a number.
    pub fn are_below(&self, number: u64) -> bool {
        self.0.iter().all(|range| *range.end() < number)
    }
}

impl FromStr for GameNumbers {
    type Err = GameNumbersError;

    fn from_str(text: &str) -> Result<Self, GameNumbersError> {
        let number = |digits: &str| digits.trim().parse().ok().filter(|number| *number > 0);
        let range = |part: &str| match part.split_once('-') {
            None => number(part).map(|number| number..=number),
            Some((first, last)) if last.trim().is_empty() => Some(number(first)?..=u64::MAX),
            Some((first, last)) => Some(number(first)?..=number(last)?).filter(|range| !range.is_empty()),
        };
        let part = |part: &str| range(part).ok_or_else(|| GameNumbersError(part.to_owned()));
        text.split(',').map(part).collect::<Result<_, _>>().map(Self)
    }
}

/// What is not a number of a game, nor a range of them.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GameNumbersError(pub String);

impl fmt::Display for GameNumbersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected numbers of games from 1, as 3,17-20,100-, found {:?}", self.0)
    }
}

impl error::Error for GameNumbersError {}

/// What is chosen of the games that match, in the order of the input.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Choice {
    /// Only games of these numbers.
    pub numbers: Option<GameNumbers>,
    /// Not more than so many.
    pub limit: Option<u64>,
    /// The number of games chosen so far.
    pub chosen: u64,
}

impl Choice {
    /// Whether a game is chosen: its number in its input, and whether it matches.
    pub fn takes(&mut self, number: u64, matches: bool) -> bool {
        let is_wanted = self.numbers.as_ref().is_none_or(|numbers| numbers.contains(number));
        let takes = matches && is_wanted && !self.is_full();
        self.chosen += u64::from(takes);
        takes
    }

    /// Whether no more games are chosen.
    pub fn is_full(&self) -> bool {
        self.limit.is_some_and(|limit| self.chosen >= limit)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_ranges() {
        let numbers: GameNumbers = "3, 17-20,100-".parse().unwrap();
        let chosen: Vec<u64> = (0..103).filter(|number| numbers.contains(*number)).collect();
        assert_eq!(chosen, [3, 17, 18, 19, 20, 100, 101, 102]);
        assert!(!numbers.are_below(u64::MAX));
        let next: Vec<_> = [1, 3, 4, 18, 21, 500].map(|from| numbers.next_from(from).unwrap()).into();
        assert_eq!(next, [3, 3, 17, 18, 100, 500]);
        assert_eq!("2-4".parse::<GameNumbers>().unwrap().next_from(5), None);
        let numbers: GameNumbers = "2-4,1".parse().unwrap();
        assert_eq!((numbers.are_below(4), numbers.are_below(5)), (false, true));
        for wrong in ["", "0", "1,", "4-2", "a", "-3", "1-2-3", "0-5", "1.5"] {
            assert!(wrong.parse::<GameNumbers>().is_err(), "{wrong}");
        }
        let error = "1,x".parse::<GameNumbers>().unwrap_err();
        assert_eq!(error.to_string(), "expected numbers of games from 1, as 3,17-20,100-, found \"x\"");
    }

    #[test]
    fn a_limit_counts_what_is_chosen() {
        let mut choice = Choice { numbers: Some("2-".parse().unwrap()), limit: Some(2), ..Choice::default() };
        let taken: Vec<bool> =
            [(1, true), (2, false), (3, true), (4, true), (5, true)].map(|(n, m)| choice.takes(n, m)).into();
        assert_eq!(taken, [false, false, true, true, false]);
        assert!(choice.is_full());
    }
}
