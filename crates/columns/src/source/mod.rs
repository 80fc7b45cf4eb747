//! Files back to batches: Parquet, and the forms of Arrow.

#[cfg(feature = "ipc")]
mod arrow;
#[cfg(feature = "ipc")]
mod footer;
mod guard;
#[cfg(feature = "parquet")]
mod parquet;

use std::fmt;

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};
use guard::guarded;

#[cfg(feature = "ipc")]
pub use arrow::{arrow_file, arrow_stream, is_stream};
#[cfg(feature = "ipc")]
pub use footer::arrow_file_by_footer;
#[cfg(feature = "parquet")]
pub use parquet::parquet;

/// The batches of a file, one after the other, and the parts of it that cannot be read.
pub struct Batches {
    schema: SchemaRef,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, Damage>> + Send>,
    has_ended: bool,
}

/// A part of a file that cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct Damage {
    /// Rows that are in it, as far as the file says.
    pub rows: u64,
    /// Whether nothing after it can be read.
    pub is_end: bool,
    /// The fault.
    pub error: ArrowError,
}

/// The most rows that a damaged part is believed to have.
const MAX_LOST_ROWS: u64 = u32::MAX as u64;

impl Damage {
    /// The rest of a file.
    fn rest(error: ArrowError) -> Self {
        Self { rows: 0, is_end: true, error }
    }

    /// Some rows, after which others may follow.
    fn part(rows: u64, error: ArrowError) -> Self {
        Self { rows: rows.clamp(1, MAX_LOST_ROWS), is_end: false, error }
    }
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for Damage {}

impl Batches {
    fn new(
        schema: SchemaRef,
        batches: impl Iterator<Item = Result<RecordBatch, Damage>> + Send + 'static,
    ) -> Self {
        Self { schema, batches: Box::new(batches), has_ended: false }
    }

    /// Their schema.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// With the columns that are not in the file but in the names of its directories: those of the path, and those that the file itself says
    /// it was divided by. A column that the file has is that of the file.
    #[cfg(feature = "parquet")]
    #[must_use]
    pub fn with_partition_of(self, path: &str) -> Self {
        let columns = crate::partition::Restored::new(&self.schema, path);
        let Some(columns) = columns else { return self };
        let schema = columns.schema().clone();
        let restored = self.batches.map(move |batch| columns.restore(&batch?).map_err(Damage::rest));
        Self::new(schema, restored)
    }
}

impl fmt::Debug for Batches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("schema", &self.schema).finish_non_exhaustive()
    }
}

/// Damage that [is the end](Damage::is_end) is the last item.
impl Iterator for Batches {
    type Item = Result<RecordBatch, Damage>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let batch = self.batches.next();
        self.has_ended = matches!(&batch, None | Some(Err(Damage { is_end: true, .. })));
        batch
    }
}

/// Whether games are made of a column of that name: others are not read.
#[cfg(feature = "parquet")]
pub(crate) fn is_wanted(name: &str) -> bool {
    const OTHERS: [&str; 14] = [
        "ply",
        "tags",
        "pgn",
        "moves",
        "movetext",
        "san",
        "uci",
        "clocks_white",
        "clocks_black",
        "evals_cp",
        "evals",
        "comments",
        "nags",
        "variations",
    ];
    OTHERS.contains(&name) || name.starts_with(|first: char| first.is_ascii_uppercase())
}
