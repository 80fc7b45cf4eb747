//! Bytes of games, in pages of some games each.

use std::fs::File;

use crate::error::IndexError;
use crate::file::{Pages, TEXTS_PAGE, Unpacker};
use crate::table::numbers;

/// Reads the bytes of games, fast where the next one is after the one before.
#[derive(Debug)]
pub(super) struct TextReader<'f> {
    file: &'f File,
    pages: &'f Pages,
    unpacker: Unpacker<'f>,
    page: Vec<u8>,
    /// The number of the page.
    number: Option<u64>,
    /// The next game of the page, and the place of its length.
    next: u64,
    at: usize,
    /// The place of the bytes of the game that was read last.
    text: std::ops::Range<usize>,
}

impl<'f> TextReader<'f> {
    pub(super) fn new(file: &'f File, pages: &'f Pages) -> Result<Self, IndexError> {
        let unpacker = pages.unpacker()?;
        Ok(Self { file, pages, unpacker, page: Vec::new(), number: None, next: 0, at: 0, text: 0..0 })
    }

    /// Reads the bytes of a game of the segment.
    pub(super) fn seek(&mut self, game: u64) -> Result<(), IndexError> {
        let (page, place) = (game / TEXTS_PAGE as u64, game % TEXTS_PAGE as u64);
        let number = usize::try_from(page).unwrap_or(usize::MAX);
        if self.number != Some(page) {
            // What a failed read leaves is no page.
            self.number = None;
            self.pages.read_with(&mut self.unpacker, self.file, number, &mut self.page)?;
            self.number = Some(page);
            (self.next, self.at) = (0, 0);
        } else if place < self.next {
            (self.next, self.at) = (0, 0);
        }
        while self.next <= place {
            self.step().ok_or_else(|| self.pages.damaged(number))?;
        }
        Ok(())
    }

    fn step(&mut self) -> Option<()> {
        let mut rest = self.page.get(self.at..)?;
        let length = usize::try_from(numbers::take(&mut rest)?).ok()?;
        let start = self.page.len() - rest.len();
        rest.get(..length)?;
        self.text = start..start + length;
        self.at = start + length;
        self.next += 1;
        Some(())
    }

    /// The bytes of the game that was read last.
    pub(super) fn text(&self) -> &[u8] {
        self.page.get(self.text.clone()).unwrap_or_default()
    }
}
