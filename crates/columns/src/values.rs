//! The values of a column as they are gathered.

use std::sync::Arc;

use arrow_array::ArrayRef;
use arrow_array::builder::{
    ArrayBuilder, BinaryBuilder, Date32Builder, Float64Builder, Int8Builder, Int16Builder, Int32Builder,
    ListBuilder, MapBuilder, MapFieldNames, StringBuilder, Time32SecondBuilder, UInt8Builder, UInt64Builder,
};
use arrow_schema::{DataType, Field};

use crate::schema::map_entries;

/// A builder of each type that columns have.
#[derive(Debug)]
pub(crate) enum Values {
    Text(StringBuilder),
    Bytes(BinaryBuilder),
    Int8(Int8Builder),
    Int16(Int16Builder),
    Int32(Int32Builder),
    UInt64(UInt64Builder),
    Float64(Float64Builder),
    Date(Date32Builder),
    Time(Time32SecondBuilder),
    Texts(ListBuilder<StringBuilder>),
    Int32s(ListBuilder<Int32Builder>),
    Int16s(ListBuilder<Int16Builder>),
    UInt8s(ListBuilder<UInt8Builder>),
    Map(Box<MapBuilder<StringBuilder, StringBuilder>>),
}

fn list<B: ArrayBuilder>(values: B, of: DataType) -> ListBuilder<B> {
    ListBuilder::new(values).with_field(Arc::new(Field::new("element", of, true)))
}

impl Values {
    /// A builder of a type of the schema.
    pub(crate) fn new(data_type: &DataType) -> Self {
        match data_type {
            DataType::Binary => Self::Bytes(BinaryBuilder::new()),
            DataType::Int8 => Self::Int8(Int8Builder::new()),
            DataType::Int16 => Self::Int16(Int16Builder::new()),
            DataType::Int32 => Self::Int32(Int32Builder::new()),
            DataType::UInt64 => Self::UInt64(UInt64Builder::new()),
            DataType::Float64 => Self::Float64(Float64Builder::new()),
            DataType::Date32 => Self::Date(Date32Builder::new()),
            DataType::Time32(_) => Self::Time(Time32SecondBuilder::new()),
            DataType::List(field) => match field.data_type() {
                DataType::Int32 => Self::Int32s(list(Int32Builder::new(), DataType::Int32)),
                DataType::Int16 => Self::Int16s(list(Int16Builder::new(), DataType::Int16)),
                DataType::UInt8 => Self::UInt8s(list(UInt8Builder::new(), DataType::UInt8)),
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
            _ => Self::Text(StringBuilder::new()),
        }
    }

    #[inline]
    pub(crate) fn text(&mut self, value: Option<&str>) {
        if let Self::Text(builder) = self {
            builder.append_option(value);
        }
    }

    #[inline]
    pub(crate) fn bytes(&mut self, value: Option<&[u8]>) {
        if let Self::Bytes(builder) = self {
            builder.append_option(value);
        }
    }

    /// A whole number, of whatever type the column is.
    #[inline]
    pub(crate) fn number(&mut self, value: Option<i32>) {
        match self {
            Self::Int8(builder) => builder.append_option(value.and_then(|value| i8::try_from(value).ok())),
            Self::Int16(builder) => builder.append_option(value.and_then(|value| i16::try_from(value).ok())),
            Self::Int32(builder) => builder.append_option(value),
            Self::Date(builder) => builder.append_option(value),
            Self::Time(builder) => builder.append_option(value),
            _ => {}
        }
    }

    #[inline]
    pub(crate) fn unsigned(&mut self, value: Option<u64>) {
        if let Self::UInt64(builder) = self {
            builder.append_option(value);
        }
    }

    #[inline]
    pub(crate) fn decimal(&mut self, value: Option<f64>) {
        if let Self::Float64(builder) = self {
            builder.append_option(value);
        }
    }

    /// A list of texts; `None` is NULL.
    pub(crate) fn texts<'t>(&mut self, values: Option<impl Iterator<Item = &'t str>>) {
        if let Self::Texts(builder) = self {
            let is_there = values.is_some();
            values.into_iter().flatten().for_each(|value| builder.values().append_value(value));
            builder.append(is_there);
        }
    }

    /// A list of numbers.
    #[inline]
    pub(crate) fn numbers(&mut self, values: Option<impl Iterator<Item = Option<i32>>>) {
        let is_there = values.is_some();
        let values = values.into_iter().flatten();
        match self {
            Self::Int32s(builder) => {
                values.for_each(|value| builder.values().append_option(value));
                builder.append(is_there);
            }
            Self::Int16s(builder) => {
                values.for_each(|value| {
                    builder.values().append_option(value.and_then(|value| i16::try_from(value).ok()));
                });
                builder.append(is_there);
            }
            Self::UInt8s(builder) => {
                values.for_each(|value| {
                    builder.values().append_option(value.and_then(|value| u8::try_from(value).ok()));
                });
                builder.append(is_there);
            }
            _ => {}
        }
    }

    /// Pairs of names and values; none is NULL.
    pub(crate) fn pairs<'t>(&mut self, pairs: impl Iterator<Item = (&'t str, &'t str)>) {
        if let Self::Map(builder) = self {
            let mut any = false;
            for (name, value) in pairs {
                builder.keys().append_value(name);
                builder.values().append_value(value);
                any = true;
            }
            // The two have the same length.
            let _ = builder.append(any);
        }
    }

    pub(crate) fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Text(builder) => Arc::new(builder.finish()),
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
        }
    }
}
