use super::text::{TagLine, TextRange};

/// The tag pairs of a game, as lines of its text.
#[derive(Clone, Debug, Default)]
pub(super) struct TagStore {
    lines: Vec<TagLine>,
}

impl TagStore {
    pub(super) fn clear(&mut self) {
        self.lines.clear();
    }

    pub(super) fn lines(&self) -> &[TagLine] {
        &self.lines
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (TextRange, TextRange)> {
        self.lines.iter().map(|line| (line.name(), line.value()))
    }

    /// Appends a pair whose name is known to be new.
    #[inline]
    pub(super) fn push(&mut self, line: TagLine) {
        self.lines.push(line);
    }

    pub(super) fn replace(&mut self, at: usize, line: TagLine) {
        if let Some(old) = self.lines.get_mut(at) {
            *old = line;
        }
    }

    pub(super) fn remove(&mut self, at: usize) {
        self.lines.remove(at);
    }
}
