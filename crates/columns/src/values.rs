//! The values of a column as they are gathered.

use std::sync::Arc;

use arrow_array::builder::{
    ArrayBuilder, BinaryBuilder, Date32Builder, Float64Builder, Int8Builder, Int16Builder, Int32Builder,
    ListBuilder, MapBuilder, MapFieldNames, PrimitiveBuilder, StringBuilder, StructBuilder,
    Time32MillisecondBuilder, UInt8Builder, UInt64Builder,
};
use arrow_array::types::ArrowPrimitiveType;
use arrow_array::{ArrayRef, StringArray};
use arrow_schema::{ArrowError, DataType, Field};

use crate::schema::map_entries;

/// A number of a list that is not there.
pub(crate) const MISSING: i32 = i32::MIN;

/// The values of a column. What is missing is only counted until something comes: most columns are empty in most files.
#[derive(Debug)]
pub(crate) struct Values {
    /// Rows that the builder has.
    length: usize,
    missing: usize,
    typed: Typed,
}

/// A builder of each type that columns have.
#[derive(Debug)]
enum Typed {
    /// Their bytes, looked at once when all are there.
    Text(BinaryBuilder),
    Bytes(BinaryBuilder),
    Int8(Int8Builder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    UInt64(UInt64Builder),
    Float64(Float64Builder),
    Date(Date32Builder),
    Time(Time32MillisecondBuilder),
    Texts(ListBuilder<StringBuilder>),
    Int32s(ListBuilder<Int32Builder>),
    Int16s(ListBuilder<Int16Builder>),
    UInt8s(ListBuilder<UInt8Builder>),
    Map(Box<MapBuilder<StringBuilder, StringBuilder>>),
    Structs(Box<ListBuilder<StructBuilder>>),
}

fn list<B: ArrayBuilder>(values: B, of: DataType) -> ListBuilder<B> {
    ListBuilder::new(values).with_field(Arc::new(Field::new("element", of, true)))
}

/// Appends a list, of numbers that are of its type.
#[inline]
fn append<T: ArrowPrimitiveType>(
    list: &mut ListBuilder<PrimitiveBuilder<T>>,
    numbers: &[i32],
    of: impl Fn(i32) -> T::Native,
) {
    let builder = list.values();
    for number in numbers {
        match *number {
            MISSING => builder.append_null(),
            number => builder.append_value(of(number)),
        }
    }
    list.append(true);
}

impl Values {
    /// Values of a type of the schema.
    pub(crate) fn new(data_type: &DataType) -> Self {
        Self { length: 0, missing: 0, typed: Typed::new(data_type) }
    }

    /// Goes on at a row: in those since the last value nothing is there.
    #[inline]
    pub(crate) fn go_to(&mut self, row: usize) {
        self.missing = row.saturating_sub(self.length);
    }

    /// Counts what is missing, or makes room for what is there.
    #[inline]
    fn is_missing(&mut self, missing: bool) -> bool {
        if missing {
            self.missing += 1;
        } else {
            self.append_missing();
            self.length += 1;
        }
        missing
    }

    #[inline]
    fn append_missing(&mut self) {
        if self.missing > 0 {
            self.length += self.missing;
            self.typed.append_missing(std::mem::take(&mut self.missing));
        }
    }

    #[inline]
    pub(crate) fn text(&mut self, value: Option<&str>) {
        self.bytes(value.map(str::as_bytes));
    }

    /// Bytes, or those of a text.
    #[inline]
    pub(crate) fn bytes(&mut self, value: Option<&[u8]>) {
        if self.is_missing(value.is_none()) {
            return;
        }
        if let (Typed::Text(builder) | Typed::Bytes(builder), Some(value)) = (&mut self.typed, value) {
            builder.append_value(value);
        }
    }

    /// A whole number, of whatever type the column is.
    #[inline]
    pub(crate) fn number(&mut self, value: Option<i32>) {
        if self.is_missing(value.is_none()) {
            return;
        }
        match &mut self.typed {
            Typed::Int8(builder) => builder.append_option(value.and_then(|value| i8::try_from(value).ok())),
            Typed::Int16(builder) => builder.append_option(value.and_then(|value| i16::try_from(value).ok())),
            Typed::Int32(builder) => builder.append_option(value),
            Typed::Date(builder) => builder.append_option(value),
            Typed::Time(builder) => builder.append_option(value.map(|seconds| 1000 * seconds)),
            _ => {}
        }
    }

    #[inline]
    pub(crate) fn unsigned(&mut self, value: Option<u64>) {
        if self.is_missing(value.is_none()) {
            return;
        }
        if let Typed::UInt64(builder) = &mut self.typed {
            builder.append_option(value);
        }
    }

    #[inline]
    pub(crate) fn decimal(&mut self, value: Option<f64>) {
        if self.is_missing(value.is_none()) {
            return;
        }
        if let Typed::Float64(builder) = &mut self.typed {
            builder.append_option(value);
        }
    }

    /// A list of texts; `None` is NULL.
    pub(crate) fn texts(&mut self, values: Option<impl Iterator<Item = impl AsRef<str>>>) {
        if self.is_missing(values.is_none()) {
            return;
        }
        if let Typed::Texts(builder) = &mut self.typed {
            values.into_iter().flatten().for_each(|value| builder.values().append_value(value));
            builder.append(true);
        }
    }

    /// A list of numbers, some of which may be [`MISSING`].
    pub(crate) fn numbers(&mut self, numbers: Option<&mut Vec<i32>>) {
        if self.is_missing(numbers.is_none()) {
            return;
        }
        let Some(numbers) = numbers else { return };
        match &mut self.typed {
            Typed::Int32s(list) if !numbers.contains(&MISSING) => {
                list.values().append_slice(numbers);
                list.append(true);
            }
            Typed::Int32s(list) => append(list, numbers, |number| number),
            Typed::Int16s(list) => append(list, numbers, |number| number as i16),
            Typed::UInt8s(list) => append(list, numbers, |number| number as u8),
            _ => {}
        }
    }

    /// Pairs of names and values; none is NULL.
    pub(crate) fn pairs<'t>(&mut self, pairs: impl Iterator<Item = (&'t str, &'t str)>) {
        let mut pairs = pairs.peekable();
        if self.is_missing(pairs.peek().is_none()) {
            return;
        }
        if let Typed::Map(builder) = &mut self.typed {
            for (name, value) in pairs {
                builder.keys().append_value(name);
                builder.values().append_value(value);
            }
            // The two have the same length.
            let _ = builder.append(true);
        }
    }

    /// A list of structs, each appended by `append`; none is NULL.
    pub(crate) fn structs<T>(
        &mut self,
        structs: impl Iterator<Item = T>,
        append: impl Fn(&mut StructBuilder, T) -> Option<()>,
    ) {
        let mut structs = structs.peekable();
        if self.is_missing(structs.peek().is_none()) {
            return;
        }
        if let Typed::Structs(builder) = &mut self.typed {
            for value in structs {
                // The fields are those of the schema.
                let is_appended = append(builder.values(), value).is_some();
                builder.values().append(is_appended);
            }
            builder.append(true);
        }
    }

    /// The values of so many rows.
    ///
    /// # Errors
    /// When the bytes of a text are none.
    pub(crate) fn finish(&mut self, rows: usize) -> Result<ArrayRef, ArrowError> {
        self.go_to(rows);
        self.append_missing();
        self.length = 0;
        self.typed.finish()
    }
}

impl Typed {
    fn new(data_type: &DataType) -> Self {
        match data_type {
            DataType::Binary => Self::Bytes(BinaryBuilder::new()),
            DataType::Int8 => Self::Int8(Int8Builder::new()),
            DataType::Int16 => Self::Int16(Int16Builder::new()),
            DataType::Int32 => Self::Int32(Int32Builder::new()),
            DataType::UInt64 => Self::UInt64(UInt64Builder::new()),
            DataType::Float64 => Self::Float64(Float64Builder::new()),
            DataType::Date32 => Self::Date(Date32Builder::new()),
            DataType::Time32(_) => Self::Time(Time32MillisecondBuilder::new()),
            DataType::List(field) => match field.data_type() {
                DataType::Int32 => Self::Int32s(list(Int32Builder::new(), DataType::Int32)),
                DataType::Int16 => Self::Int16s(list(Int16Builder::new(), DataType::Int16)),
                DataType::UInt8 => Self::UInt8s(list(UInt8Builder::new(), DataType::UInt8)),
                DataType::Struct(fields) => {
                    let structs = StructBuilder::from_fields(fields.clone(), 0);
                    Self::Structs(Box::new(ListBuilder::new(structs).with_field(field.clone())))
                }
                _ => Self::Texts(list(StringBuilder::new(), DataType::Utf8)),
            },
            DataType::Map(..) => {
                let names = MapFieldNames {
                    entry: map_entries().name().clone(),
                    key: "key".to_owned(),
                    value: "value".to_owned(),
                };
                let builder = MapBuilder::new(Some(names), StringBuilder::new(), StringBuilder::new())
                    .with_values_field(Arc::new(Field::new("value", DataType::Utf8, false)));
                Self::Map(Box::new(builder))
            }
            _ => Self::Text(BinaryBuilder::new()),
        }
    }

    fn append_missing(&mut self, count: usize) {
        match self {
            Self::Text(builder) => builder.append_nulls(count),
            Self::Bytes(builder) => builder.append_nulls(count),
            Self::Int8(builder) => builder.append_nulls(count),
            Self::Int16(builder) => builder.append_nulls(count),
            Self::Int32(builder) => builder.append_nulls(count),
            Self::UInt64(builder) => builder.append_nulls(count),
            Self::Float64(builder) => builder.append_nulls(count),
            Self::Date(builder) => builder.append_nulls(count),
            Self::Time(builder) => builder.append_nulls(count),
            Self::Texts(builder) => (0..count).for_each(|_| builder.append(false)),
            Self::Int32s(builder) => (0..count).for_each(|_| builder.append(false)),
            Self::Int16s(builder) => (0..count).for_each(|_| builder.append(false)),
            Self::UInt8s(builder) => (0..count).for_each(|_| builder.append(false)),
            Self::Map(builder) => (0..count).for_each(|_| {
                // The two have the same length.
                let _ = builder.append(false);
            }),
            Self::Structs(builder) => (0..count).for_each(|_| builder.append(false)),
        }
    }

    fn finish(&mut self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Self::Text(builder) => Arc::new(StringArray::try_from_binary(builder.finish())?),
            Self::Bytes(builder) => Arc::new(builder.finish()),
            Self::Int8(builder) => Arc::new(builder.finish()),
            Self::Int16(builder) => Arc::new(builder.finish()),
            Self::Int32(builder) => Arc::new(builder.finish()),
            Self::UInt64(builder) => Arc::new(builder.finish()),
            Self::Float64(builder) => Arc::new(builder.finish()),
            Self::Date(builder) => Arc::new(builder.finish()),
            Self::Time(builder) => Arc::new(builder.finish()),
            Self::Texts(builder) => Arc::new(builder.finish()),
            Self::Int32s(builder) => Arc::new(builder.finish()),
            Self::Int16s(builder) => Arc::new(builder.finish()),
            Self::UInt8s(builder) => Arc::new(builder.finish()),
            Self::Map(builder) => Arc::new(builder.finish()),
            Self::Structs(builder) => Arc::new(builder.finish()),
        })
    }
}
