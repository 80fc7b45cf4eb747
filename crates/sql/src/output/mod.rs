//! Answers written, in one of several forms.

mod cells;
mod csv;
mod json;
mod markdown;
mod parquet;
mod plan;
mod table;

use std::io::{self, Write};

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::record_batch::RecordBatch;

use crate::args::Format;
use crate::error::Failure;

/// How tables are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct Screen {
    /// Rows that are shown; 0 for all.
    pub max_rows: usize,
    /// Columns of characters; 0 for any number.
    pub width: usize,
}

/// Writes the rows of an answer.
pub trait Writer {
    /// Writes some rows.
    ///
    /// # Errors
    /// When they cannot be written.
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure>;

    /// Writes what is left.
    ///
    /// # Errors
    /// When that fails.
    fn finish(self: Box<Self>) -> Result<(), Failure>;
}

/// A writer of a form.
///
/// # Errors
/// When a form has no place for a type of the columns.
pub fn writer<'w>(
    format: Format,
    schema: &SchemaRef,
    screen: Screen,
    out: &'w mut (dyn Write + Send),
) -> Result<Box<dyn Writer + Send + 'w>, Failure> {
    Ok(match format {
        Format::Table if plan::is_plan(schema) => Box::new(plan::Plan::new(out)),
        Format::Table => Box::new(table::Table::new(schema, screen, out)),
        Format::Csv => Box::new(csv::Csv::new(schema, out)?),
        Format::Json => Box::new(json::Json::array(out)),
        Format::Jsonl => Box::new(json::Json::lines(out)),
        Format::Parquet => Box::new(parquet::Parquet::new(schema, out)?),
        Format::Markdown => Box::new(markdown::Markdown::new(schema, out)?),
    })
}

/// An error of the engine's writers: what failed below it counts.
pub(crate) fn of_arrow(error: ArrowError) -> Failure {
    match error {
        ArrowError::IoError(_, error) => Failure::from(error),
        ArrowError::ExternalError(error) => match error.downcast::<io::Error>() {
            Ok(error) => Failure::from(*error),
            Err(error) => Failure::Other(error.to_string()),
        },
        error => Failure::Other(error.to_string()),
    }
}
