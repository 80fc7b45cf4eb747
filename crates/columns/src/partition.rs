//! Rows divided among directories, as Hive names them: `year=2013/month=01`.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int8Type, Int16Type, Int32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchOptions, UInt32Array};
use arrow_schema::{ArrowError, DataType, Schema, SchemaRef};
use arrow_select::take::take;

use crate::tags::date;

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
    pub fn new<'n>(
        schema: &Schema,
        names: impl IntoIterator<Item = &'n str>,
    ) -> Result<Self, PartitionError> {
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
        let rest = schema.project(&others).map_err(|_| error("", "there is no such column"))?;
        match columns.last() {
            Some(last) if others.is_empty() => {
                Err(error(schema.field(*last).name(), "no other column is left"))
            }
            _ => Ok(Self { columns, others, schema: Arc::new(rest) }),
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
            let columns =
                rest.columns().iter().map(|column| take(column, &rows, None)).collect::<Result<_, _>>()?;
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
            let (year, month, day) = date(column.as_primitive::<Date32Type>().value(row));
            let _ = write!(out, "{year:04}-{month:02}-{day:02}");
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

#[cfg(test)]
mod tests {
    use arrow_array::{Date32Array, Int8Array, Int16Array, StringArray, UInt64Array};
    use arrow_schema::Field;

    use super::*;

    fn batch() -> RecordBatch {
        let field = |name: &str, data_type| Field::new(name, data_type, true);
        let schema = Schema::new(vec![
            field("game", DataType::UInt64),
            field("year", DataType::Int16),
            field("White", DataType::Utf8),
            field("month", DataType::Int8),
            field("UTCDate", DataType::Date32),
            field("eval", DataType::Float64),
        ]);
        let columns: Vec<ArrayRef> = vec![
            Arc::new(UInt64Array::from(vec![1, 2, 3, 4])),
            Arc::new(Int16Array::from(vec![Some(2013), Some(2013), None, Some(2013)])),
            Arc::new(StringArray::from(vec!["a/b=%", "", "Tal.", "a/b=%"])),
            Arc::new(Int8Array::from(vec![1, 12, 1, 1])),
            Arc::new(Date32Array::from(vec![0, 15_706, -1, 0])),
            Arc::new(arrow_array::Float64Array::from(vec![0.0; 4])),
        ];
        RecordBatch::try_new(Arc::new(schema), columns).unwrap()
    }

    fn divided(names: &[&str]) -> Vec<(String, Vec<u64>)> {
        let batch = batch();
        let partitioning = Partitioning::new(batch.schema_ref(), names.iter().copied()).unwrap();
        let parts = partitioning.divide(&batch).unwrap();
        parts
            .into_iter()
            .map(|(name, rows)| {
                assert_eq!(rows.schema_ref(), partitioning.schema());
                (name, rows.column(0).as_primitive::<UInt64Type>().values().to_vec())
            })
            .collect()
    }

    #[test]
    fn directories_are_named_as_hive_does() {
        let of = |name: &str, games: &[u64]| (name.to_owned(), games.to_vec());
        assert_eq!(
            divided(&["year", "month"]),
            [
                of("year=2013/month=01", &[1, 4]),
                of("year=2013/month=12", &[2]),
                of("year=__HIVE_DEFAULT_PARTITION__/month=01", &[3])
            ]
        );
        assert_eq!(
            divided(&["White"]),
            [of("White=a%2Fb%3D%25", &[1, 4]), of("White=", &[2]), of("White=Tal%2E", &[3])]
        );
        let days = divided(&["UTCDate"]).into_iter().map(|(name, _)| name).collect::<Vec<_>>();
        assert_eq!(days, ["UTCDate=1970-01-01", "UTCDate=2013-01-01", "UTCDate=1969-12-31"]);
        let mut text = String::new();
        push_escaped("\u{7f}..", &mut text);
        assert_eq!(text, "%7F.%2E");
    }

    #[test]
    fn columns_that_divide_nothing_are_refused() {
        let batch = batch();
        for (names, found) in [
            (&["nothing"][..], "no such column"),
            (&["year", "year"], "named twice"),
            (&["game"], "its own number"),
            (&["eval"], "neither"),
        ] {
            let error = Partitioning::new(batch.schema_ref(), names.iter().copied()).unwrap_err();
            assert!(error.to_string().contains(found), "{error}");
        }
        let two = batch.schema_ref().project(&[1, 3]).unwrap();
        assert!(Partitioning::new(&two, ["year", "month"]).unwrap_err().to_string().contains("no other"));
    }
}
