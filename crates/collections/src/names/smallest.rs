//! The smallest of many values: a sample that is the same whatever the order they come in, and comparable with others.

/// At most `N` different values, the smallest there were, in order.
#[derive(Clone, Debug)]
pub(super) struct Smallest<T, const N: usize>(Vec<T>);

impl<T, const N: usize> Default for Smallest<T, N> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

/// Values that two samples have in common, of so many that could be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Common {
    pub(super) both: usize,
    pub(super) of: usize,
}

impl<T: Ord + Copy, const N: usize> Smallest<T, N> {
    pub(super) fn insert(&mut self, value: T) {
        if self.0.len() == N && self.0.last().is_some_and(|last| value >= *last) {
            return;
        }
        if let Err(at) = self.0.binary_search(&value) {
            self.0.insert(at, value);
            self.0.truncate(N);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        other.0.iter().for_each(|value| self.insert(*value));
    }

    pub(super) fn contains(&self, value: T) -> bool {
        self.0.binary_search(&value).is_ok()
    }

    /// The common values, of those that both would have kept.
    pub(super) fn common(&self, other: &Self) -> Common {
        let limit = |sample: &Self| sample.0.last().copied().filter(|_| sample.0.len() == N);
        let (one, two) = (limit(self), limit(other));
        let is_known =
            |value: &&T| one.is_none_or(|limit| **value <= limit) && two.is_none_or(|limit| **value <= limit);
        let count = |sample: &Self| sample.0.iter().filter(is_known).count();
        let both = self.0.iter().filter(is_known).filter(|value| other.contains(**value)).count();
        Common { both, of: count(self).min(count(other)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(values: impl IntoIterator<Item = u32>) -> Smallest<u32, 4> {
        let mut sample = Smallest::default();
        values.into_iter().for_each(|value| sample.insert(value));
        sample
    }

    #[test]
    fn the_order_does_not_matter() {
        for (one, two) in [(vec![5, 1, 4, 2, 3, 3], vec![3, 2, 5, 4, 1, 1]), (vec![9, 9], vec![9])] {
            assert_eq!(sample(one).0, sample(two).0);
        }
        let mut merged = sample([7, 8, 9, 1]);
        merged.merge(&sample([6, 2]));
        assert_eq!(merged.0, [1, 2, 6, 7]);
    }

    #[test]
    fn what_two_have_in_common() {
        for (one, two, both, of) in [
            (vec![1, 2, 3], vec![2, 3, 4], 2, 3),
            (vec![1, 2, 3], vec![], 0, 0),
            // Of 5 nothing is known: the first one may have had it.
            (vec![1, 2, 3, 4, 5], vec![4, 5], 1, 1),
        ] {
            assert_eq!(sample(one).common(&sample(two)), Common { both, of });
        }
    }
}
