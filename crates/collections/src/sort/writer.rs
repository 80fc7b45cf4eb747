//! Writing the games, each as one of its own.

use pgnkit::PieceLetters;

use super::batch::Record;
use super::seam::{self, Apart, Means};
use super::sorter::{Piece, SortCounts};

/// Writes games one after the other, the last one only when the next one is known.
pub(super) struct Writer {
    unique: bool,
    /// Whether games with another key are in another file.
    by_key: bool,
    letters: PieceLetters,
    pub(super) sorted: SortCounts,
    /// The text that is to be written, and what it was before.
    text: Vec<u8>,
    key: Vec<u8>,
    number: u64,
    original: Option<Vec<u8>>,
    closed: bool,
    any: bool,
    /// Whether the text has been written already.
    is_settled: bool,
}

impl Writer {
    pub(super) fn new(unique: bool, by_key: bool, letters: PieceLetters) -> Self {
        Self {
            unique,
            by_key,
            letters,
            sorted: SortCounts::default(),
            text: Vec::new(),
            key: Vec::new(),
            number: 0,
            original: None,
            closed: true,
            any: false,
            is_settled: false,
        }
    }

    /// Writes the last game before the next one is known, if it has its marker, whatever comes after it.
    pub(super) fn settle<E>(&mut self, write: &mut impl FnMut(Piece<'_>) -> Result<(), E>) -> Result<(), E> {
        if self.any && !self.is_settled && seam::has_end(&self.text) {
            self.is_settled = true;
            write(Piece::Game { key: &self.key, text: &self.text, number: self.number })?;
        }
        Ok(())
    }

    pub(super) fn take<E>(
        &mut self,
        record: &Record<'_>,
        write: &mut impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<(), E> {
        // Games with the same bytes follow each other, since they are compared by them.
        if self.unique && self.any && self.original.as_deref().unwrap_or(&self.text) == record.text {
            self.sorted.duplicates += 1;
            return Ok(());
        }
        let is_other = self.by_key && self.key != record.key;
        let Apart { first, second, by, mut rewritten } = if is_other {
            Apart::default()
        } else {
            seam::apart(&self.text, self.closed, self.is_settled, record.text, self.letters)
        };
        let changed = u64::from(first.is_some()) + u64::from(second.is_some());
        match by {
            Means::Nothing => {}
            Means::Marker => self.sorted.ended += changed,
            Means::Export => {
                self.sorted.reformatted += changed;
                self.sorted.rewritten.append(&mut rewritten);
            }
        }
        if self.any && !self.is_settled {
            let text = first.as_ref().unwrap_or(&self.text);
            write(Piece::Game { key: &self.key, text, number: self.number })?;
        }
        self.sorted.written += 1;
        (self.any, self.is_settled) = (true, false);
        self.text.clear();
        self.key.clear();
        self.key.extend_from_slice(record.key);
        self.number = record.number;
        self.original = None;
        match second {
            None => {
                self.text.extend_from_slice(record.text);
                self.closed = record.closed;
            }
            Some(text) => {
                self.text = text;
                self.original = Some(record.text.to_owned());
                self.closed = true;
            }
        }
        Ok(())
    }

    /// Writes the last game, so that a text can follow that is in none.
    pub(super) fn finish<E>(
        mut self,
        is_followed: bool,
        write: &mut impl FnMut(Piece<'_>) -> Result<(), E>,
    ) -> Result<SortCounts, E> {
        // What comes after a marker is in no game.
        if is_followed && !self.closed && self.any && !seam::has_end(&self.text) {
            if let Some(text) = seam::with_marker(&self.text, self.letters, |_| true) {
                self.text = text;
                self.sorted.ended += 1;
            } else if let Some(text) = seam::export(&self.text, self.letters) {
                self.text = text;
                self.sorted.reformatted += 1;
            }
        }
        if self.any && !self.is_settled {
            write(Piece::Game { key: &self.key, text: &self.text, number: self.number })?;
        }
        Ok(self.sorted)
    }
}
