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

    pub(super) fn iter<'a>(&'a self, text: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.pairs.iter().map(move |(name, value)| (slice(text, *name), slice(text, *value)))
    }

    pub(super) fn get<'a>(&'a self, text: &'a str, name: &str) -> Option<&'a str> {
        self.iter(text).find(|(found, _)| *found == name).map(|(_, value)| value)
    }

    /// Appends a pair whose name is known to be new and whose parts are in the text already.
    #[inline]
    pub(super) fn push(&mut self, name: TextRange, value: TextRange) {
        self.pairs.push((name, value));
    }

    pub(super) fn set(&mut self, text: &mut String, name: &str, value: &str) {
        match self.pairs.iter().position(|(found, _)| slice(text, *found) == name) {
            Some(at) => self.pairs[at].1 = append(text, value),
            None => {
                let name = append(text, name);
                let value = append(text, value);
                self.push(name, value);
            }
        }
    }

    pub(super) fn remove(&mut self, text: &str, name: &str) -> bool {
        let before = self.pairs.len();
        self.pairs.retain(|(found, _)| slice(text, *found) != name);
        self.pairs.len() < before
    }
}

fn slice(text: &str, range: TextRange) -> &str {
    text.get(range.start..range.end).unwrap_or_default()
}

fn append(text: &mut String, part: &str) -> TextRange {
    let start = text.len();
    text.push_str(part);
    TextRange { start, end: text.len() }
}
