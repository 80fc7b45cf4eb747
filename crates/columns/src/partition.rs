//! Rows divided among directories, as Hive names them: `year=2013/month=01`.

use std::collections::HashMap;
use std::fmt::{self, Write as _};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{Date32Type, Int8Type, Int16Type, Int32Type, UInt64Type};
use arrow_array::{
    Array, ArrayRef, Date32Array, Int8Array, Int16Array, Int32Array, RecordBatch, RecordBatchOptions,
    StringArray, UInt32Array, UInt64Array, new_null_array,
};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use arrow_select::take::take;
use pgnkit::internals::file_names::is_impossible;

use crate::schema::{Layout, Rows};
use crate::source::is_wanted;
use crate::tags::{TagKind, date};

/// The value that stands for NULL.
const NULL: &str = "__HIVE_DEFAULT_PARTITION__";

/// Characters that Hive escapes by a percent sign; those that are impossible in names (decision A-64) are escaped, too.
const ESCAPED: &str = "\"#%'*/:=?\\{}[]^<>|";

/// The key of the metadata of a file that has the directories of its rows, as they are named.
pub(crate) const METADATA: &str = "pgnkit.partition";

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
                _ if matches!(name, "game" | "game_in_file") => {
                    return Err(error(name, "each game has its own number"));
                }
                _ if name == "file" => return Err(error(name, "it is known too late")),
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
                if !places.contains_key(&name) {
                    self.prove(batch, row, &name)?;
                }
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

impl Partitioning {
    /// Reads the name of a directory as a reader of the files does: it must give the values back.
    fn prove(&self, batch: &RecordBatch, row: usize, name: &str) -> Result<(), ArrowError> {
        let found = keys(&format!("{name}/"));
        for (at, (key, value)) in self.columns.iter().zip(&found) {
            let field = batch.schema_ref().field(*at);
            let is_alike = field.name() == key
                && typed(field.data_type(), value.as_deref())
                    .is_some_and(|again| *again == *batch.column(*at).slice(row, 1));
            if !is_alike {
                let text = format!("the directory {name} does not give {} back", field.name());
                return Err(ArrowError::InvalidArgumentError(text));
            }
        }
        Ok(())
    }
}

/// The columns that the names of a file's directories hold, each with its value; `None` stands for NULL.
fn keys(path: &str) -> Vec<(String, Option<String>)> {
    let mut components: Vec<&str> =
        path.split(['/', '\\']).filter(|component| !component.is_empty()).collect();
    if !path.ends_with('/') {
        components.pop();
    }
    let is_key = |component: &&&str| component.split_once('=').is_some_and(|(name, _)| !name.is_empty());
    let mut found: Vec<_> = components.iter().rev().take_while(is_key).collect();
    found.reverse();
    let column = |component: &&str| {
        let (name, value) = component.split_once('=')?;
        Some((unescaped(name)?, if value == NULL { None } else { Some(unescaped(value)?) }))
    };
    found.into_iter().filter_map(column).collect()
}

/// A name without percent-escapes; `None` where it is no UTF-8.
fn unescaped(text: &str) -> Option<String> {
    let digit = |byte: Option<&u8>| char::from(*byte?).to_digit(16).map(|digit| digit as u8);
    let (bytes, mut out, mut at) = (text.as_bytes(), Vec::new(), 0);
    while let Some(byte) = bytes.get(at) {
        match (digit(bytes.get(at + 1)), digit(bytes.get(at + 2))) {
            (Some(high), Some(low)) if *byte == b'%' => {
                out.push(high << 4 | low);
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).ok()
}

/// One value of that type; `None` where it is none of it.
fn typed(data_type: &DataType, value: Option<&str>) -> Option<ArrayRef> {
    let Some(value) = value else { return Some(new_null_array(data_type, 1)) };
    Some(match data_type {
        DataType::Int8 => Arc::new(Int8Array::from(vec![value.parse::<i8>().ok()?])),
        DataType::Int16 => Arc::new(Int16Array::from(vec![value.parse::<i16>().ok()?])),
        DataType::Int32 => Arc::new(Int32Array::from(vec![value.parse::<i32>().ok()?])),
        DataType::UInt64 => Arc::new(UInt64Array::from(vec![value.parse::<u64>().ok()?])),
        DataType::Date32 => {
            let pgn = value.replace('-', ".");
            Arc::new(Date32Array::from(vec![TagKind::Date.number(&pgn)?]))
        }
        DataType::Utf8 => Arc::new(StringArray::from(vec![value])),
        _ => return None,
    })
}

/// The columns of a file that are in the names of its directories.
#[derive(Debug)]
pub(crate) struct Restored {
    schema: SchemaRef,
    /// For each column of the schema its place in the file, or its value.
    columns: Vec<Result<usize, ArrayRef>>,
}

impl Restored {
    /// The columns of a path that are not in a schema; `None` where there are none.
    pub(crate) fn new(schema: &SchemaRef, path: &str) -> Option<Self> {
        let mut found = keys(path);
        let said = schema.metadata().get(METADATA).map(|name| keys(&format!("{name}/")));
        for (name, value) in said.into_iter().flatten() {
            if found.iter().all(|(other, _)| *other != name) {
                found.push((name, value));
            }
        }
        found.retain(|(name, _)| is_wanted(name) && name != "ply" && schema.index_of(name).is_err());
        if found.is_empty() {
            return None;
        }
        let mut columns: Vec<(FieldRef, Result<usize, ArrayRef>)> =
            schema.fields().iter().enumerate().map(|(at, field)| (field.clone(), Ok(at))).collect();
        let full = Layout::all(Rows::Games).schema();
        let order = |name: &str| full.index_of(name).unwrap_or(usize::MAX);
        for (name, value) in found {
            let data_type =
                full.field_with_name(&name).map_or(DataType::Utf8, |field| field.data_type().clone());
            let of_type = typed(&data_type, value.as_deref()).map(|value| (data_type, value));
            let text = || Some((DataType::Utf8, typed(&DataType::Utf8, value.as_deref())?));
            let (data_type, value) = of_type.or_else(text)?;
            let field = Arc::new(Field::new(&name, data_type, true));
            let at = columns.iter().position(|(other, _)| order(other.name()) > order(&name));
            columns.insert(at.unwrap_or(columns.len()), (field, Err(value)));
        }
        let (fields, columns): (Vec<_>, Vec<_>) = columns.into_iter().unzip();
        let schema = Schema::new_with_metadata(fields, schema.metadata().clone());
        Some(Self { schema: Arc::new(schema), columns })
    }

    pub(crate) fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// The batch with these columns.
    pub(crate) fn restore(&self, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let rows = UInt32Array::from(vec![0; batch.num_rows()]);
        let column = |column: &Result<usize, ArrayRef>| match column {
            Ok(at) => {
                Ok(batch.columns().get(*at).cloned().unwrap_or_else(|| new_null_array(&DataType::Null, 0)))
            }
            Err(value) => take(value, &rows, None),
        };
        let columns = self.columns.iter().map(column).collect::<Result<Vec<_>, _>>()?;
        RecordBatch::try_new(self.schema.clone(), columns)
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
        _ => {
            let text = column.as_string::<i32>().value(row);
            // The text that stands for NULL is a text, too.
            match text.strip_prefix('_').filter(|_| text == NULL) {
                Some(rest) => out.extend(["%5F", rest]),
                None => push_escaped(text, out),
            }
            return;
        }
    };
    // Directories of months are sorted as months are.
    let width = if matches!(name, "month" | "day") { 2 } else { 0 };
    let _ = write!(out, "{number:0width$}");
}

fn push_escaped(text: &str, out: &mut String) {
    let last = text.char_indices().next_back().map_or(0, |(at, _)| at);
    for (at, c) in text.char_indices() {
        // Windows drops dots and blanks at the end.
        if is_impossible(c) || ESCAPED.contains(c) || (at == last && (c == '.' || c.is_whitespace())) {
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
        push_escaped("a\u{202e}b\u{200b}\0", &mut text);
        assert_eq!(text, "%7F.%2Ea%E2%80%AEb%E2%80%8B%00");
    }

    #[test]
    fn values_come_back_from_the_names_of_directories() {
        let texts = [
            "",
            " ",
            ".",
            "..",
            "a/b=%",
            "%41",
            "Tal.",
            "Élise",
            "a\\b",
            NULL,
            "%5F",
            "=",
            "x=y/z=w",
            "\u{7f}",
            "?",
            "*",
            "Tal, Mihail",
            "\u{202e}x",
        ];
        for text in texts.map(Some).into_iter().chain([None]) {
            let columns: Vec<ArrayRef> = vec![
                Arc::new(StringArray::from(vec![text])),
                Arc::new(Int16Array::from(vec![text.map(|_| -7)])),
                Arc::new(Date32Array::from(vec![text.map(|_| -719_000)])),
                Arc::new(StringArray::from(vec!["e4"])),
            ];
            let names = ["White", "WhiteRatingDiff", "UTCDate", "san"];
            let batch = RecordBatch::try_from_iter(names.into_iter().zip(columns)).unwrap();
            let by = Partitioning::new(batch.schema_ref(), names.into_iter().take(3)).unwrap();
            let [(name, rest)] = &by.divide(&batch).unwrap()[..] else { panic!("{text:?}") };
            let path = format!("C=D/out/{name}/part-0.parquet");
            let again = Restored::new(rest.schema_ref(), &path).unwrap();
            let again = again.restore(rest).unwrap();
            for column in names {
                assert_eq!(again.column_by_name(column), batch.column_by_name(column), "{path}");
            }
            assert_eq!(again.num_columns(), 4, "{path}");
        }
    }

    #[test]
    fn columns_of_directories_are_those_that_files_lack() {
        for (path, expected) in [
            ("part-0.parquet", &[][..]),
            ("ECO=B20", &[]),
            ("ECO=B20/x.parquet", &["ECO"]),
            ("ECO=B20/other/x.parquet", &[]),
            ("year=2013/ECO=B20/x.parquet", &["ECO"]),
            ("White=Tal/ply=3/x.parquet", &["White"]),
            ("Club=a/x.parquet", &["Club"]),
            ("san=e4/=3/ECO=%FF/x.parquet", &[]),
        ] {
            let batch = batch().project(&[0]).unwrap();
            let restored = Restored::new(batch.schema_ref(), path);
            let names: Vec<&str> = restored
                .iter()
                .flat_map(|found| found.schema.fields())
                .map(|field| &**field.name())
                .collect();
            let names: Vec<&str> = names.into_iter().filter(|name| *name != "game").collect();
            assert_eq!(names, expected, "{path}");
        }
        let with = batch();
        assert!(Restored::new(with.schema_ref(), "White=Tal/x.parquet").is_none());
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
