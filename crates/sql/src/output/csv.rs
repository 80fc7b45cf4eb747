//! Comma-separated values, as RFC 4180 has them. NULL is empty, an empty text is `""`.

use std::io::Write;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;

use super::Writer;
use super::cells::Cells;
use crate::error::Failure;

pub(super) struct Csv<'w> {
    out: &'w mut (dyn Write + Send),
    line: String,
}

impl<'w> Csv<'w> {
    pub(super) fn new(schema: &SchemaRef, out: &'w mut (dyn Write + Send)) -> Result<Self, Failure> {
        let mut line = String::new();
        for (at, field) in schema.fields().iter().enumerate() {
            push(Some(field.name()), at, &mut line);
        }
        writeln!(out, "{line}")?;
        Ok(Self { out, line })
    }
}

/// Appends a value, in quotes where it needs them.
fn push(value: Option<&str>, at: usize, line: &mut String) {
    if at > 0 {
        line.push(',');
    }
    let Some(value) = value else { return };
    if value.is_empty() || value.contains([',', '"', '\n', '\r']) || value != value.trim() {
        line.push('"');
        line.push_str(&value.replace('"', "\"\""));
        line.push('"');
    } else {
        line.push_str(value);
    }
}

impl Writer for Csv<'_> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        let cells = Cells::new(batch)?;
        for row in 0..batch.num_rows() {
            self.line.clear();
            for (at, value) in cells.row(row).enumerate() {
                push(value.as_deref(), at, &mut self.line);
            }
            self.line.push('\n');
            self.out.write_all(self.line.as_bytes())?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}
