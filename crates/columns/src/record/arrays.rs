//! Arrays of whatever type other programs have chosen for the same values.

use std::ops::Range;

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Date32Type, Date64Type, Decimal128Type, Float32Type, Float64Type, Int8Type, Int16Type, Int32Type,
    Int64Type, Time32MillisecondType, Time32SecondType, Time64MicrosecondType, Time64NanosecondType,
    UInt8Type, UInt16Type, UInt32Type, UInt64Type,
};
use arrow_array::{
    Array, ArrayRef, BinaryArray, BinaryViewArray, Int64Array, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray, TimestampMicrosecondArray, TimestampMillisecondArray,
    TimestampNanosecondArray, TimestampSecondArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer};
use arrow_schema::{DataType, TimeUnit};

/// Texts.
#[derive(Clone, Debug)]
pub(super) enum Texts {
    Small(StringArray),
    Large(LargeStringArray),
    View(StringViewArray),
    /// Numbers of the texts of a dictionary.
    Dictionary(Int64Array, Box<Texts>),
}

impl Texts {
    pub(super) fn new(array: &dyn Array) -> Option<Self> {
        match array.data_type() {
            DataType::Dictionary(..) => {
                let array = array.as_any_dictionary_opt()?;
                let values = Self::undivided(array.values().as_ref())?;
                Some(Self::Dictionary(integers(array.keys())?, Box::new(values)))
            }
            _ => Self::undivided(array),
        }
    }

    fn undivided(array: &dyn Array) -> Option<Self> {
        match array.data_type() {
            DataType::Utf8 => Some(Self::Small(array.as_string_opt()?.clone())),
            DataType::LargeUtf8 => Some(Self::Large(array.as_string_opt()?.clone())),
            DataType::Utf8View => Some(Self::View(array.as_string_view_opt()?.clone())),
            _ => None,
        }
    }

    pub(super) fn get(&self, row: usize) -> Option<&str> {
        match self {
            Self::Small(array) => is_there(array, row).then(|| array.value(row)),
            Self::Large(array) => is_there(array, row).then(|| array.value(row)),
            Self::View(array) => is_there(array, row).then(|| array.value(row)),
            Self::Dictionary(keys, values) => {
                let key = is_there(keys, row).then(|| keys.value(row))?;
                values.get(usize::try_from(key).ok()?)
            }
        }
    }
}

fn is_there(array: &dyn Array, row: usize) -> bool {
    row < array.len() && array.is_valid(row)
}

/// The number of a row.
pub(super) fn number(array: &Int64Array, row: usize) -> Option<i64> {
    is_there(array, row).then(|| array.value(row))
}

/// Bytes.
#[derive(Clone, Debug)]
pub(super) enum Bytes {
    Small(BinaryArray),
    Large(LargeBinaryArray),
    View(BinaryViewArray),
}

impl Bytes {
    pub(super) fn new(array: &dyn Array) -> Option<Self> {
        match array.data_type() {
            DataType::Binary => Some(Self::Small(array.as_binary_opt()?.clone())),
            DataType::LargeBinary => Some(Self::Large(array.as_binary_opt()?.clone())),
            DataType::BinaryView => Some(Self::View(array.as_binary_view_opt()?.clone())),
            _ => None,
        }
    }

    pub(super) fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Self::Small(array) => is_there(array, row).then(|| array.value(row)),
            Self::Large(array) => is_there(array, row).then(|| array.value(row)),
            Self::View(array) => is_there(array, row).then(|| array.value(row)),
        }
    }
}

/// Whole numbers; days of dates, and seconds of times of day.
pub(super) fn integers(array: &dyn Array) -> Option<Int64Array> {
    /// Of a floating number with nothing after its point.
    fn whole(number: f64) -> Option<i64> {
        (number.fract() == 0.0 && number.abs() < 1e15).then_some(number as i64)
    }
    macro_rules! convert {
        ($of:ty, $convert:expr) => {
            Some(array.as_primitive_opt::<$of>()?.unary_opt($convert))
        };
    }
    match array.data_type() {
        DataType::Int8 => convert!(Int8Type, |number| Some(number.into())),
        DataType::Int16 => convert!(Int16Type, |number| Some(number.into())),
        DataType::Int32 => convert!(Int32Type, |number| Some(number.into())),
        DataType::Int64 => convert!(Int64Type, Some),
        DataType::UInt8 => convert!(UInt8Type, |number| Some(number.into())),
        DataType::UInt16 => convert!(UInt16Type, |number| Some(number.into())),
        DataType::UInt32 => convert!(UInt32Type, |number| Some(number.into())),
        DataType::UInt64 => convert!(UInt64Type, |number| number.try_into().ok()),
        DataType::Float32 => convert!(Float32Type, |number| whole(number.into())),
        DataType::Float64 => convert!(Float64Type, whole),
        DataType::Decimal128(_, scale @ 0..=38) => {
            let unit = 10_i128.pow(u32::from(scale.unsigned_abs()));
            convert!(Decimal128Type, |number: i128| {
                if number % unit == 0 { i64::try_from(number / unit).ok() } else { None }
            })
        }
        DataType::Date32 => convert!(Date32Type, |days| Some(days.into())),
        DataType::Date64 => convert!(Date64Type, |time: i64| Some(time.div_euclid(86_400_000))),
        DataType::Time32(TimeUnit::Second) => convert!(Time32SecondType, |time| Some(time.into())),
        DataType::Time32(_) => convert!(Time32MillisecondType, |time: i32| Some((time / 1000).into())),
        DataType::Time64(TimeUnit::Microsecond) => {
            convert!(Time64MicrosecondType, |time: i64| Some(time / 1_000_000))
        }
        DataType::Time64(_) => convert!(Time64NanosecondType, |time: i64| Some(time / 1_000_000_000)),
        _ => None,
    }
}

/// Days of points in time, or their seconds of the day.
pub(super) fn points_in_time(array: &dyn Array, is_time: bool) -> Option<Int64Array> {
    const DAY: i64 = 86_400;
    macro_rules! convert {
        ($of:ty, $unit:expr) => {
            Some(array.as_any().downcast_ref::<$of>()?.unary(|point| {
                let seconds = point.div_euclid($unit);
                if is_time { seconds.rem_euclid(DAY) } else { seconds.div_euclid(DAY) }
            }))
        };
    }
    match array.data_type() {
        DataType::Timestamp(TimeUnit::Second, _) => convert!(TimestampSecondArray, 1),
        DataType::Timestamp(TimeUnit::Millisecond, _) => convert!(TimestampMillisecondArray, 1000),
        DataType::Timestamp(TimeUnit::Microsecond, _) => convert!(TimestampMicrosecondArray, 1_000_000),
        DataType::Timestamp(TimeUnit::Nanosecond, _) => convert!(TimestampNanosecondArray, 1_000_000_000),
        _ => None,
    }
}

/// Truth values and numbers that are not whole, as texts.
pub(super) fn written(array: &dyn Array) -> Option<Texts> {
    let texts: StringArray = match array.data_type() {
        DataType::Boolean => {
            array.as_boolean_opt()?.iter().map(|value| value.map(|value| value.to_string())).collect()
        }
        DataType::Float32 => {
            let numbers = array.as_primitive_opt::<Float32Type>()?;
            numbers.iter().map(|value| value.map(|value| value.to_string())).collect()
        }
        DataType::Float64 => {
            let numbers = array.as_primitive_opt::<Float64Type>()?;
            numbers.iter().map(|value| value.map(|value| value.to_string())).collect()
        }
        _ => return None,
    };
    Some(Texts::Small(texts))
}

/// Whether a column is of no type, or a list of such: what programs write of values that are all missing.
pub(super) fn is_nothing(data_type: &DataType) -> bool {
    match data_type {
        DataType::Null => true,
        DataType::List(of) | DataType::LargeList(of) | DataType::FixedSizeList(of, _) => {
            is_nothing(of.data_type())
        }
        DataType::Dictionary(_, of) => is_nothing(of),
        _ => false,
    }
}

/// Ends of lists in the values of all.
#[derive(Clone, Debug)]
enum Offsets {
    Small(OffsetBuffer<i32>),
    Large(OffsetBuffer<i64>),
}

/// Lists.
#[derive(Clone, Debug)]
pub(super) struct Lists<T> {
    offsets: Offsets,
    nulls: Option<NullBuffer>,
    pub(super) values: T,
}

impl Lists<ArrayRef> {
    /// Lists of anything, maps being lists of pairs.
    pub(super) fn new(array: &dyn Array) -> Option<Self> {
        let nulls = array.nulls().cloned();
        match array.data_type() {
            DataType::List(_) => {
                let list = array.as_list_opt::<i32>()?;
                let offsets = Offsets::Small(list.offsets().clone());
                Some(Self { offsets, nulls, values: list.values().clone() })
            }
            DataType::LargeList(_) => {
                let list = array.as_list_opt::<i64>()?;
                let offsets = Offsets::Large(list.offsets().clone());
                Some(Self { offsets, nulls, values: list.values().clone() })
            }
            DataType::Map(..) => {
                let map = array.as_map_opt()?;
                let values: ArrayRef = std::sync::Arc::new(map.entries().clone());
                Some(Self { offsets: Offsets::Small(map.offsets().clone()), nulls, values })
            }
            _ => None,
        }
    }
}

impl<T> Lists<T> {
    /// Lists of what the values are, if they are that.
    pub(super) fn of<U>(self, values: impl FnOnce(T) -> Option<U>) -> Option<Lists<U>> {
        let Self { offsets, nulls, values: those } = self;
        Some(Lists { offsets, nulls, values: values(those)? })
    }

    /// The places of the values of a list; `None` of one that is NULL.
    pub(super) fn get(&self, row: usize) -> Option<Range<usize>> {
        if self.nulls.as_ref().is_some_and(|nulls| row < nulls.len() && nulls.is_null(row)) {
            return None;
        }
        let (start, end) = match &self.offsets {
            Offsets::Small(ends) => (i64::from(*ends.get(row)?), i64::from(*ends.get(row + 1)?)),
            Offsets::Large(ends) => (*ends.get(row)?, *ends.get(row + 1)?),
        };
        Some(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    /// The same, and nothing for NULL.
    pub(super) fn range(&self, row: usize) -> Range<usize> {
        self.get(row).unwrap_or_default()
    }
}
