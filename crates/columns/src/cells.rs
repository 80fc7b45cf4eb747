//! Rows of a table that somebody else describes: texts, whole numbers, yes and no.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellType {
    /// Texts.
    Text,
    /// Whole numbers of 64 bits with a sign.
    Integer,
    /// Yes or no.
    Boolean,
}

/// A value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellValue<'v> {
    /// There is none.
    Null,
    /// A text.
    Text(&'v str),
    /// A whole number.
    Integer(i64),
    /// Yes or no.
    Boolean(bool),
}

/// Gathers rows of such columns.
#[derive(Debug)]
pub struct CellRows {
    schema: SchemaRef,
    columns: Vec<Column>,
    rows: usize,
}

#[derive(Debug)]
enum Column {
    Text(StringBuilder),
    Integer(Int64Builder),
    Boolean(BooleanBuilder),
}

impl CellRows {
    /// No rows yet of these columns: name, type, whether values may be missing.
    pub fn new<'n>(columns: impl IntoIterator<Item = (&'n str, CellType, bool)>) -> Self {
        let (mut fields, mut builders) = (Vec::new(), Vec::new());
        for (name, kind, is_nullable) in columns {
            let (data_type, builder) = match kind {
                CellType::Text => (DataType::Utf8, Column::Text(StringBuilder::new())),
                CellType::Integer => (DataType::Int64, Column::Integer(Int64Builder::new())),
                CellType::Boolean => (DataType::Boolean, Column::Boolean(BooleanBuilder::new())),
            };
            fields.push(Field::new(name, data_type, is_nullable));
            builders.push(builder);
        }
        Self { schema: Arc::new(Schema::new(fields)), columns: builders, rows: 0 }
    }

    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The number of rows since the last batch.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Adds a row. A value of another type than its column, and one that is not there, is none.
    pub fn push<'v>(&mut self, row: impl IntoIterator<Item = CellValue<'v>>) {
        let mut row = row.into_iter();
        for column in &mut self.columns {
            match (column, row.next()) {
                (Column::Text(column), Some(CellValue::Text(text))) => column.append_value(text),
                (Column::Integer(column), Some(CellValue::Integer(number))) => column.append_value(number),
                (Column::Boolean(column), Some(CellValue::Boolean(is_so))) => column.append_value(is_so),
                (Column::Text(column), _) => column.append_null(),
                (Column::Integer(column), _) => column.append_null(),
                (Column::Boolean(column), _) => column.append_null(),
            }
        }
        self.rows += 1;
    }

    /// The rows as a batch; it begins anew.
    ///
    /// # Errors
    /// When a value is missing in a column where none may be.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        self.rows = 0;
        let columns = self.columns.iter_mut().map(|column| match column {
            Column::Text(column) => Arc::new(column.finish()) as ArrayRef,
            Column::Integer(column) => Arc::new(column.finish()),
            Column::Boolean(column) => Arc::new(column.finish()),
        });
        RecordBatch::try_new(self.schema.clone(), columns.collect())
    }
}

#[cfg(test)]
mod tests {
    use arrow_array::Array;
    use arrow_array::cast::AsArray;
    use arrow_array::types::Int64Type;

    use super::*;

    #[test]
    fn values_are_in_their_columns() {
        let columns =
            [("a", CellType::Text, true), ("b", CellType::Integer, true), ("c", CellType::Boolean, false)];
        let mut rows = CellRows::new(columns);
        rows.push([CellValue::Text("x"), CellValue::Integer(-7), CellValue::Boolean(true)]);
        rows.push([CellValue::Null, CellValue::Text("y"), CellValue::Boolean(false)]);
        assert_eq!((rows.len(), rows.is_empty()), (2, false));
        let batch = rows.finish().unwrap();
        assert!(rows.is_empty());
        assert_eq!(batch.column(0).as_string::<i32>().value(0), "x");
        assert_eq!(batch.column(1).as_primitive::<Int64Type>().value(0), -7);
        assert!(batch.column(0).is_null(1) && batch.column(1).is_null(1));
        assert!(batch.column(2).as_boolean().value(0) && !batch.column(2).as_boolean().value(1));
        rows.push([CellValue::Null; 3]);
        assert!(rows.finish().is_err());
    }
}
