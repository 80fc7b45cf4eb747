//! Games written in the order in which they come.

use pgnkit::PieceLetters;

use super::batch::Batch;
use super::sorter::{Piece, SortCounts};
use super::writer::Writer;

/// Writes gathered games as they come, each as one of its own. Only the last one is held, until the next one comes or it is
/// [settled](Self::settle).
///
/// Text outside games is not written before the end: a text may always come to be a part of the game after it.
#[allow(missing_debug_implementations)]
pub struct Stream {
    writer: Writer,
    has_begun: bool,
    rest: Vec<u8>,
}

impl Stream {
    /// Writes games in these piece letters.
    pub fn new(letters: PieceLetters) -> Self {
        Self { writer: Writer::new(false, false, letters), has_begun: false, rest: Vec::new() }
    }

    /// Begins with the games of a block: of the first one, what is about the whole text comes first.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn begin<E>(
        &mut self,
        gathered: &Batch,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if !std::mem::replace(&mut self.has_begun, true) {
            return write(&gathered.head);
        }
        self.rest.extend_from_slice(&gathered.head);
        Ok(())
    }

    /// Writes a game of a block, by its place there.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn take<E>(
        &mut self,
        gathered: &Batch,
        at: usize,
        mut write: impl FnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.writer.take(&gathered.record(at), &mut |piece| text_of(piece, &mut write))
    }

    /// Writes the last game, if what follows cannot change it.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn settle<E>(&mut self, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        self.writer.settle(&mut |piece| text_of(piece, &mut write))
    }

    /// Takes the text outside the games of a block.
    pub fn take_rest(&mut self, gathered: &Batch) {
        self.rest.extend_from_slice(&gathered.rest);
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// Those of `write`.
    pub fn finish<E>(self, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<SortCounts, E> {
        let Self { writer, rest, .. } = self;
        let sorted = writer.finish(!rest.is_empty(), &mut |piece| text_of(piece, &mut write))?;
        write(&rest)?;
        Ok(sorted)
    }
}

fn text_of<E>(piece: Piece<'_>, write: &mut impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
    match piece {
        Piece::Head(text) | Piece::Game { text, .. } | Piece::Rest(text) => write(text),
    }
}
