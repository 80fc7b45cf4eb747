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

/// The batches of a file, one after the other.
pub struct Batches {
    schema: SchemaRef,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>,
    has_failed: bool,
}

impl Batches {
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
        let Self { schema: _, batches, has_failed } = self;
        let schema = columns.schema().clone();
        let batches = Box::new(batches.map(move |batch| columns.restore(&batch?)));
        Self { schema, batches, has_failed }
    }
}

impl fmt::Debug for Batches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("schema", &self.schema).finish_non_exhaustive()
    }
}

/// An error is the last item.
impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let batch = guarded(|| self.batches.next().transpose()).transpose();
        self.has_failed = matches!(batch, Some(Err(_)));
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
