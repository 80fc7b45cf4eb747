//! Ends of entries that are certain without what follows: for pipes that wait, and for blocks of one entry.

use std::collections::VecDeque;

use memchr::{memchr, memrchr};
use pgnkit::Feed;

use super::SplitPoints;

/// Finds ends of entries in a buffer that grows, and from which blocks are cut. Each byte is read once.
#[derive(Debug)]
pub(super) struct EntryEnds {
    /// The reader of games.
    feed: Feed,
    /// Bytes of the buffer that it was given.
    pushed: usize,
    /// The place of the beginning of the buffer in what it was given.
    base: u64,
    /// Ends of games in the buffer that were found.
    found: VecDeque<usize>,
}

impl Default for EntryEnds {
    fn default() -> Self {
        // Where a game ends does not depend on its moves.
        let feed = Feed::new().headers_only(true);
        Self { feed, pushed: 0, base: 0, found: VecDeque::new() }
    }
}

impl EntryEnds {
    /// The end of the last entry that is complete.
    pub(super) fn last(&mut self, split: SplitPoints, bytes: &[u8]) -> Option<usize> {
        match split {
            SplitPoints::Games => {
                self.read(bytes);
                let found = self.found.iter().rev();
                found.filter_map(|end| end_of_line(bytes, *end)).next()
            }
            SplitPoints::Lines => memrchr(b'\n', bytes).map(|at| at + 1),
            SplitPoints::Whole { all, .. } => Some(all(bytes).min(bytes.len())).filter(|end| *end > 0),
        }
    }

    /// The end of the first entry that is complete; nothing follows the bytes if they are the last.
    pub(super) fn first(&mut self, split: SplitPoints, bytes: &[u8], is_last: bool) -> Option<usize> {
        let end = match split {
            SplitPoints::Games => {
                self.read(bytes);
                if is_last && self.found.is_empty() {
                    self.feed.finish();
                    self.collect();
                }
                self.found.iter().find_map(|end| end_of_line(bytes, *end))
            }
            SplitPoints::Lines => memchr(b'\n', bytes).map(|at| at + 1),
            SplitPoints::Whole { first, .. } => Some(first(bytes)),
        };
        end.filter(|end| *end > 0 && *end < bytes.len() + usize::from(!is_last))
    }

    /// A block of so many bytes was cut from the buffer.
    pub(super) fn cut(&mut self, length: usize) {
        if self.pushed == 0 && self.base == 0 {
            return;
        }
        self.found.retain(|end| *end > length);
        self.found.iter_mut().for_each(|end| *end -= length);
        match self.pushed.checked_sub(length) {
            Some(left) => {
                self.pushed = left;
                self.base += length as u64;
            }
            // It begins anew after what it has not read.
            None => *self = Self::default(),
        }
    }

    fn read(&mut self, bytes: &[u8]) {
        self.feed.push(&bytes[self.pushed..]);
        self.pushed = bytes.len();
        self.collect();
    }

    fn collect(&mut self) {
        while let Some(game) = self.feed.next_game() {
            let end = game.offset + game.text.len() as u64;
            self.found.push_back(end.saturating_sub(self.base) as usize);
        }
    }
}

/// The end of the line that a game ends on, with the empty lines after it; none where something else is on it, or where it is not over.
fn end_of_line(bytes: &[u8], end: usize) -> Option<usize> {
    let is_blank = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
    let blank = bytes.get(end..)?.iter().take_while(is_blank).count();
    // A game without a marker ends where the next one begins.
    let is_over = || end > 0 && bytes[end - 1] == b'\n';
    let lines = memrchr(b'\n', &bytes[end..end + blank]).map(|at| at + 1);
    lines.or_else(|| is_over().then_some(0)).map(|length| end + length)
}
