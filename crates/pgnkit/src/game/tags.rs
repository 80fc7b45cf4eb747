use super::TextRange;

/// The tag pairs of a game, as ranges of its text.
#[derive(Clone, Debug, Default)]
pub(super) struct TagStore {
    pairs: Vec<(TextRange, TextRange)>,
}

impl TagStore {
    pub(super) fn clear(&mut self) {
        self.pairs.clear();
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (TextRange, TextRange)> {
        self.pairs.iter().copied()
    }

    /// Appends a pair whose name is known to be new.
    #[inline]
    pub(super) fn push(&mut self, name: TextRange, value: TextRange) {
        self.pairs.push((name, value));
    }

    pub(super) fn set_value(&mut self, at: usize, value: TextRange) {
        if let Some(pair) = self.pairs.get_mut(at) {
            pair.1 = value;
        }
    }

    pub(super) fn remove(&mut self, at: usize) {
        self.pairs.remove(at);
    }
}
