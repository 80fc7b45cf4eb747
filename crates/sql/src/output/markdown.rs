//! A table of Markdown.

use std::io::Write;

use datafusion::arrow::datatypes::SchemaRef;
use datafusion::arrow::record_batch::RecordBatch;

use super::Writer;
use super::cells::Cells;
use super::table::is_number;
use crate::error::{Failure, safe};

pub(super) struct Markdown<'w> {
    out: &'w mut (dyn Write + Send),
}

impl<'w> Markdown<'w> {
    pub(super) fn new(schema: &SchemaRef, out: &'w mut (dyn Write + Send)) -> Result<Self, Failure> {
        let fields = || schema.fields().iter();
        let names: Vec<String> = fields().map(|field| escaped(field.name())).collect();
        let rules: Vec<&str> =
            fields().map(|field| if is_number(field.data_type()) { "---:" } else { "---" }).collect();
        writeln!(out, "| {} |\n| {} |", names.join(" | "), rules.join(" | "))?;
        Ok(Self { out })
    }
}

/// Text that is no markup and ends no cell.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in safe(text).chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#' | '~' | '&') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

impl Writer for Markdown<'_> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        let cells = Cells::new(batch)?;
        for row in 0..batch.num_rows() {
            let values: Vec<String> =
                cells.row(row).map(|value| escaped(value.as_deref().unwrap_or_default())).collect();
            writeln!(self.out, "| {} |", values.join(" | "))?;
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}
