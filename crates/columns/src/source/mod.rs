//! Files back to batches: Parquet, and the forms of Arrow.

#[cfg(feature = "ipc")]
mod arrow;
#[cfg(feature = "parquet")]
mod parquet;

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, SchemaRef};

#[cfg(feature = "ipc")]
pub use arrow::{arrow_file, arrow_stream};
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

/// The readers of these forms have assertions about files that are damaged in certain ways.
fn guarded<T>(read: impl FnOnce() -> Result<T, ArrowError>) -> Result<T, ArrowError> {
    let damaged = |_| Err(ArrowError::InvalidArgumentError("the file is damaged".to_owned()));
    catch_unwind(AssertUnwindSafe(read)).unwrap_or_else(damaged)
}

/// Whether games are made of a column of that name: others are not read.
#[cfg(feature = "parquet")]
fn is_wanted(name: &str) -> bool {
    const OTHERS: [&str; 13] = [
        "ply",
        "tags",
        "pgn",
        "moves",
        "movetext",
        "san",
        "uci",
        "clocks_white",
        "clocks_black",
        "evals",
        "comments",
        "nags",
        "variations",
    ];
    OTHERS.contains(&name) || name.starts_with(|first: char| first.is_ascii_uppercase())
}
