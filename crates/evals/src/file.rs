//! The file of evaluations.
//!
//! It is a [table](pgnkit_index::table) of the values `eval`: head, sorted blocks of about 4,096 bytes with check sums, the list of blocks, foot. The key of an
//! entry is the [key](pgnkit_index::key) of the position, with all of its 64 bits. Numbers are varints, of seven bits a byte, the lowest first, and the eighth bit says that
//! more follow. The value of an entry is:
//!
//! | part | content |
//! | --- | --- |
//! | depth | the depth of the search, doubled, and 1 more if numbers of lines and moves follow |
//! | knodes | thousands of nodes, exact |
//! | lines | their number from 1, if the depth says so; or else there is one |
//! | each line: score | hundredths of a pawn, or moves to mate, for White; a number from 0 doubled, one below 0 as twice its amount less 1; that doubled, and 1 more if it is moves to mate |
//! | each line: length | the number of moves from 1, if the depth says so; or else there is one |
//! | each line: moves | their [codes](pgnkit_index::code): below 240 as one byte, below 512 as two, which begin with 240 or 241 and have the rest of what is above 240, others as 242 and two bytes |
//!
//! An entry has the key of the one before subtracted from its own: 5 or 6 bytes at 3·10⁸ positions, 7 at 10⁶. Since all bits of the key count, one of 3.2·10⁸
//! positions has the key of another one that is asked for with a chance of 1.8·10⁻¹¹; a move that is not legal in it gives that away.

use std::fs::File;
use std::path::Path;

use pgnkit_chess::Position;
use pgnkit_index::key;
use pgnkit_index::table::{Table, TableError};

use crate::error::EvalsError;
use crate::evaluation::Evaluation;
use crate::value::StoredEvaluation;

/// The kind of the values.
pub(crate) const VALUES: [u8; 4] = *b"eval";

/// Whether a file that begins so has evaluations, of whatever version.
#[must_use]
pub fn is_evals(head: &[u8]) -> bool {
    head.starts_with(b"pgnkit\0") && head.get(8..12) == Some(&VALUES)
}

/// A file of evaluations that is open. All threads can read it at the same time.
#[derive(Debug)]
pub struct Evals {
    table: Table,
    bytes: u64,
}

/// The content of a file, in numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct EvalsSummary {
    /// The number of positions.
    pub positions: u64,
    /// The lines of all of them.
    pub lines: u64,
    /// The moves of all lines.
    pub moves: u64,
    /// The greatest depth.
    pub deepest: u32,
    /// The number of blocks or entries that are damaged, whose positions are not counted.
    pub damaged: u64,
}

impl Evals {
    /// Opens a file, and checks its head, its list of blocks and its end. Blocks are checked when they are read; [`check`](Self::check) reads all. Memory is about
    /// 16 bytes for each block of 4,096.
    ///
    /// # Errors
    /// When it cannot be read, is another file, of a later version, or damaged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, EvalsError> {
        Self::of(File::open(path)?)
    }

    /// The same of a file that is open.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn of(file: File) -> Result<Self, EvalsError> {
        let bytes = file.metadata()?.len();
        Ok(Self { table: Table::open(file, VALUES)?, bytes })
    }

    /// The number of positions.
    pub fn len(&self) -> u64 {
        self.table.len()
    }

    /// Whether it has none.
    pub fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// The bytes of the file.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.table.blocks()
    }

    /// The evaluation of a position, whatever its clocks are; `None` if there is none. An entry of another position with the same key, which a move that is not
    /// legal here gives away, is none.
    ///
    /// Takes the time of a binary search over the blocks and of reading one of them.
    ///
    /// # Errors
    /// When the block cannot be read, or is damaged.
    pub fn get(&self, position: &Position) -> Result<Option<Evaluation>, EvalsError> {
        let (key, mut value) = (key(position), Vec::new());
        if !self.table.get(key, &mut value)? {
            return Ok(None);
        }
        let stored = StoredEvaluation::parse(&value).ok_or(EvalsError::Entry(key))?;
        Ok(stored.of(position))
    }

    /// Reads all of the file. `damage` gets each block and each entry that is damaged; those after it are read.
    ///
    /// # Errors
    /// When it cannot be read. Damage is none.
    pub fn check(&self, mut damage: impl FnMut(&EvalsError)) -> Result<EvalsSummary, EvalsError> {
        let mut summary = EvalsSummary::default();
        let mut found = |error: &EvalsError, summary: &mut EvalsSummary| {
            summary.damaged += 1;
            damage(error);
        };
        let mut entries = self.table.entries();
        loop {
            match entries.next_entry() {
                Ok(None) => break,
                Ok(Some((key, value))) => match StoredEvaluation::parse(value) {
                    None => found(&EvalsError::Entry(key), &mut summary),
                    Some(stored) => {
                        summary.positions += 1;
                        summary.lines += stored.lines.len() as u64;
                        summary.moves +=
                            stored.lines.iter().map(|(_, codes)| codes.len() as u64).sum::<u64>();
                        summary.deepest = summary.deepest.max(stored.depth);
                    }
                },
                Err(error @ TableError::Damaged(_)) => found(&error.into(), &mut summary),
                Err(error) => return Err(error.into()),
            }
        }
        if summary.damaged == 0 && summary.positions != self.len() {
            found(&TableError::Damaged(pgnkit_index::table::Part::Foot).into(), &mut summary);
        }
        Ok(summary)
    }
}
