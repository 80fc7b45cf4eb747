//! Evaluations on their way to a file.

use pgnkit_chess::Position;
use pgnkit_index::key;

use crate::error::LineError;
use crate::evaluation::Evaluation;
use crate::line::read_line;
use crate::value::encode;

/// The parts of an evaluation that are kept: by default its best line, and the first move of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    lines: u8,
    moves: u8,
}

impl Default for Detail {
    fn default() -> Self {
        Self { lines: 1, moves: 1 }
    }
}

impl Detail {
    /// With so many lines at the most; 0 is 1.
    #[must_use]
    pub fn with_lines(mut self, lines: u8) -> Self {
        self.lines = lines.max(1);
        self
    }

    /// With so many moves of a line at the most; 0 is 1.
    #[must_use]
    pub fn with_moves(mut self, moves: u8) -> Self {
        self.moves = moves.max(1);
        self
    }

    pub(crate) fn lines(self) -> usize {
        self.lines.into()
    }

    pub(crate) fn moves(self) -> usize {
        self.moves.into()
    }
}

/// Evaluations that were read together, on any thread.
#[derive(Clone, Debug, Default)]
pub struct EvalsBatch {
    bytes: Vec<u8>,
    /// Keys, and where their values end.
    ends: Vec<(u64, usize)>,
}

impl EvalsBatch {
    /// Adds an evaluation of a position, in which its moves are legal, as far as it is kept. One without a line, or with a line without a move, is none:
    /// it is left out, and `false` is given.
    pub fn push(&mut self, position: &Position, evaluation: &Evaluation) -> bool {
        let lines = &evaluation.lines;
        if lines.is_empty() || lines.iter().any(|line| line.moves.is_empty()) {
            return false;
        }
        encode(position, evaluation, &mut self.bytes);
        self.ends.push((key(position), self.bytes.len()));
        true
    }

    /// Adds what a line of lichess's file says.
    ///
    /// # Errors
    /// As [`read_line`]; the batch stays as it was.
    pub fn push_line(&mut self, line: &[u8], kept: Detail) -> Result<(), LineError> {
        let (position, evaluation) = read_line(line, kept)?;
        self.push(&position, &evaluation);
        Ok(())
    }

    /// The number of evaluations.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Adds those of another batch after its own.
    pub fn append(&mut self, other: &Self) {
        let before = self.bytes.len();
        self.bytes.extend_from_slice(&other.bytes);
        self.ends.extend(other.ends.iter().map(|(key, end)| (*key, before + end)));
    }

    /// Keys and values.
    pub(crate) fn entries(&self) -> impl Iterator<Item = (u64, &[u8])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|(_, end)| *end));
        starts.zip(&self.ends).map(|(start, (key, end))| (*key, &self.bytes[start..*end]))
    }
}
