//! Plans, which are trees of many lines and no tables.

use std::io::Write;

use datafusion::arrow::datatypes::Schema;
use datafusion::arrow::record_batch::RecordBatch;

use super::Writer;
use super::cells::Cells;
use crate::error::{Failure, safe};

/// Whether rows of that schema are those of EXPLAIN.
pub(super) fn is_plan(schema: &Schema) -> bool {
    let names = schema.fields().iter().map(|field| field.name().as_str());
    names.eq(["plan_type", "plan"])
}

pub(super) struct Plan<'w> {
    out: &'w mut (dyn Write + Send),
}

impl<'w> Plan<'w> {
    pub(super) fn new(out: &'w mut (dyn Write + Send)) -> Self {
        Self { out }
    }
}

impl Writer for Plan<'_> {
    fn write(&mut self, batch: &RecordBatch) -> Result<(), Failure> {
        let cells = Cells::new(batch)?;
        for row in 0..batch.num_rows() {
            let mut values = cells.row(row).flatten();
            if let (Some(kind), Some(plan)) = (values.next(), values.next()) {
                writeln!(self.out, "{}:", safe(&kind.replace('_', " ")))?;
                for line in plan.lines() {
                    writeln!(self.out, "  {}", safe(line))?;
                }
            }
        }
        Ok(())
    }

    fn finish(self: Box<Self>) -> Result<(), Failure> {
        Ok(self.out.flush()?)
    }
}
