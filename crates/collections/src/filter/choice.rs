//! Games by number, and not more than so many.

use pgnkit_archive::EntryNumbers;

/// What is chosen of the games that match, in the order of the input.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Choice {
    /// Only games of these numbers.
    pub numbers: Option<EntryNumbers>,
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
    fn a_limit_counts_what_is_chosen() {
        let mut choice = Choice { numbers: Some("2-".parse().unwrap()), limit: Some(2), ..Choice::default() };
        let taken: Vec<bool> =
            [(1, true), (2, false), (3, true), (4, true), (5, true)].map(|(n, m)| choice.takes(n, m)).into();
        assert_eq!(taken, [false, false, true, true, false]);
        assert!(choice.is_full());
    }
}
