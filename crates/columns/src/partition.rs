//! Rows divided among directories, as Hive names them: `year=2013/month=01`.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int8Type, Int16Type, Int32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, UInt32Array};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use arrow_select::take::take;

use crate::tags::write_date;

/// The value that stands for NULL.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// Characters that are percent-escaped: those that Hive escapes, and those that file systems of Windows do not take.
const ESCAPED: &str = "\"#%'*/:=?\\{}[]^<>|";

/// A column that rows cannot be divided by.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct PartitionError {
    /// Its name.
    pub name: String,
    reason: &'static str,
}

impl fmt::Display for PartitionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rows cannot be divided by {}: {}", self.name, self.reason)
    }
}

impl std::error::Error for PartitionError {}

/// Divides rows by the values of some columns, which are in the names of directories then and not in the files.
#[derive(Clone, Debug)]
pub struct Partitioning {
    columns: Vec<usize>,
    others: Vec<usize>,
    schema: SchemaRef,
}

impl Partitioning {
    /// Divides rows of this schema by these columns, in this order.
    ///
    /// # Errors
    /// When a column is not there, is named twice, is the number of the game, or is neither numbers nor texts nor dates; when no other is left.
    pub fn new<'n>(schema: &Schema, names: impl IntoIterator<Item = &'n str>) -> Result<Self, PartitionError> {
        let mut columns: Vec<usize> = Vec::new();
        let error = |name: &str, reason| PartitionError { name: name.to_owned(), reason };
        for name in names {
            let at = schema.index_of(name).map_err(|_| error(name, "there is no such column"))?;
            if columns.contains(&at) {
                return Err(error(name, "it is named twice"));
            }
            match schema.field(at).data_type() {
                _ if name == "game" => return Err(error(name, "each game has its own number")),
                DataType::Utf8 | DataType::Int8 | DataType::Int16 | DataType::Int32 => {}
                DataType::UInt64 | DataType::Date32 => {}
                _ => return Err(error(name, "it holds neither whole numbers nor texts nor dates")),
            }
            columns.push(at);
        }
        let others: Vec<usize> = (0..schema.fields().len()).filter(|at| !columns.contains(at)).collect();
        let schema = schema.project(&others).map_err(|_| error("", "there is no such column"))?;
        match columns.last() {
            Some(last) if others.is_empty() => Err(error(schema.field(*last).name(), "no other column is left")),
            _ => Ok(Self { columns, others, schema: Arc::new(schema) }),
        }
    }

    /// The schema of the files.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Rows with the directory of each, in the order in which directories come first.
    ///
    /// # Errors
    /// When the batch has another schema.
    pub fn divide(&self, batch: &RecordBatch) -> Result<Vec<(String, RecordBatch)>, ArrowError> {
        let mut places: HashMap<String, usize> = HashMap::new();
        let mut parts: Vec<(String, Vec<u32>)> = Vec::new();
        let mut name = String::new();
        let mut last = 0;
        for row in 0..batch.num_rows() {
            name.clear();
            for at in &self.columns {
                if !name.is_empty() {
                    name.push('/');
                }
                push_escaped(batch.schema_ref().field(*at).name(), &mut name);
                name.push('=');
                push_value(batch.column(*at), batch.schema_ref().field(*at).name(), row, &mut name);
            }
            // Neighbours are mostly of the same month.
            if parts.get(last).is_none_or(|(last, _)| *last != name) {
                last = *places.entry(name.clone()).or_insert_with(|| {
                    parts.push((name.clone(), Vec::new()));
                    parts.len() - 1
                });
            }
            parts[last].1.push(row as u32);
        }
        let rest = batch.project(&self.others)?;
        let rest = RecordBatch::try_new_with_options(
            self.schema.clone(),
            rest.columns().to_vec(),
            &RecordBatchOptions::new().with_row_count(Some(batch.num_rows())),
        )?;
        if let [_] = &parts[..] {
            return Ok(parts.into_iter().map(|(name, _)| (name, rest.clone())).collect());
        }
        let of_part = |(name, rows): (String, Vec<u32>)| {
            let rows = UInt32Array::from(rows);
            let columns = rest.columns().iter().map(|column| take(column, &rows, None)).collect::<Result<_, _>>()?;
            Ok((name, RecordBatch::try_new(self.schema.clone(), columns)?))
        };
        parts.into_iter().map(of_part).collect()
    }
}

fn push_value(column: &ArrayRef, name: &str, row: usize, out: &mut String) {
    if column.is_null(row) {
        out.push_str(NULL);
        return;
    }
    let number = match column.data_type() {
        DataType::Int8 => i64::from(column.as_primitive::<Int8Type>().value(row)),
        DataType::Int16 => i64::from(column.as_primitive::<Int16Type>().value(row)),
        DataType::Int32 => i64::from(column.as_primitive::<Int32Type>().value(row)),
        DataType::UInt64 => {
            let _ = write!(out, "{}", column.as_primitive::<UInt64Type>().value(row));
            return;
        }
        DataType::Date32 => {
            write_date(column.as_primitive::<Date32Type>().value(row), '-', out);
            return;
        }
        _ => return push_escaped(column.as_string::<i32>().value(row), out),
    };
    // Directories of months are sorted as months are.
    let width = if matches!(name, "month" | "day") { 2 } else { 0 };
    let _ = write!(out, "{number:0width$}");
}

fn push_escaped(text: &str, out: &mut String) {
    let last = text.len().saturating_sub(1);
    for (at, c) in text.char_indices() {
        // Windows drops dots and blanks at the end.
        if c.is_control() || ESCAPED.contains(c) || (at == last && matches!(c, '.' | ' ')) {
            let mut buffer = [0; 4];
            for byte in c.encode_utf8(&mut buffer).bytes() {
                let _ = write!(out, "%{byte:02X}");
            }
        } else {
            out.push(c);
        }
    }
}
