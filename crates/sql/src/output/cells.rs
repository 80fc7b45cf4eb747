//! Values as text.

use datafusion::arrow::array::Array;
use datafusion::arrow::datatypes::DataType;
use datafusion::arrow::record_batch::RecordBatch;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};

use super::of_arrow;
use crate::error::Failure;

/// The values of a batch as text; `null` is that of NULL.
pub(super) struct Cells<'b> {
    columns: Vec<(ArrayFormatter<'b>, &'b dyn Array)>,
}

impl<'b> Cells<'b> {
    pub(super) fn new(batch: &'b RecordBatch) -> Result<Self, Failure> {
        const OPTIONS: FormatOptions<'_> = FormatOptions::new().with_null("NULL").with_display_error(true);
        let column = |array: &'b std::sync::Arc<dyn Array>| -> Result<_, Failure> {
            Ok((ArrayFormatter::try_new(array.as_ref(), &OPTIONS).map_err(of_arrow)?, array.as_ref()))
        };
        Ok(Self { columns: batch.columns().iter().map(column).collect::<Result<_, _>>()? })
    }

    /// The values of a row; `None` is NULL.
    pub(super) fn row(&self, row: usize) -> impl Iterator<Item = Option<String>> + '_ {
        self.columns.iter().map(move |(values, array)| {
            let is_null = array.is_null(row) || matches!(array.data_type(), DataType::Null);
            (!is_null).then(|| values.value(row).to_string())
        })
    }
}
