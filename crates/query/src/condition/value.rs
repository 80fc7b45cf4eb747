//! Values that are known, and how they compare.

use std::borrow::Cow;
use std::cmp::Ordering;

use super::test::Comparison;
use pgnkit_facts::year_in;

use crate::fields::{Decimal, Extent, Field, GameValues, Kind, Round, Value, date_parts};

/// A value that is not NULL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Scalar<'g> {
    Text(Cow<'g, str>),
    Integer(u64),
    /// Thousandths.
    Decimal(i64),
    /// All days that it may be, as numbers such as 19921122: the first and the last.
    Date(u32, u32),
    /// The numbers of a round, without zeros before them.
    Round(Vec<Cow<'g, str>>),
}

impl<'g> Scalar<'g> {
    /// The value of a field; none where that is NULL.
    pub(super) fn of(field: &Field, values: &'g dyn GameValues) -> Option<Self> {
        if let Field::Column(column) = field
            && column.kind() == Kind::Date
            && let Extent::Tags([tag]) = column.reads
        {
            return days_of_tag(values.tag_value(tag)?);
        }
        match field.value_from(values) {
            Value::Missing | Value::Date(_) => None,
            Value::Text(text) if matches!(&*text, "" | "?" | "-") => None,
            Value::Text(text) => Some(Self::Text(text)),
            Value::Integer(number) => Some(Self::Integer(number)),
            Value::Decimal(number) => Some(Self::Decimal(number.thousandths())),
            Value::Round(Round::Parts(parts)) => Some(Self::round(Cow::Borrowed(parts))),
            Value::Round(_) => None,
        }
    }

    /// A round of one or several numbers.
    pub(super) fn round(parts: Cow<'g, str>) -> Self {
        let number = |part: &str| {
            let digits = part.trim_start_matches('0');
            if digits.is_empty() { "0".to_owned() } else { digits.to_owned() }
        };
        Self::Round(parts.split('.').map(|part| Cow::Owned(number(part))).collect())
    }

    /// The same without copying what it holds.
    pub(super) fn lent(&self) -> Scalar<'_> {
        match self {
            Self::Text(text) => Scalar::Text(Cow::Borrowed(text)),
            Self::Integer(number) => Scalar::Integer(*number),
            Self::Decimal(thousandths) => Scalar::Decimal(*thousandths),
            Self::Date(first, last) => Scalar::Date(*first, *last),
            Self::Round(parts) => Scalar::Round(parts.iter().map(|part| Cow::Borrowed(&**part)).collect()),
        }
    }

    pub(super) fn kind(&self) -> Kind {
        match self {
            Self::Text(_) => Kind::Text,
            Self::Integer(_) => Kind::Integer,
            Self::Decimal(_) => Kind::Decimal,
            Self::Date(..) => Kind::Date,
            Self::Round(_) => Kind::Round,
        }
    }

    /// The number that it is; of a text the one that it says.
    pub(super) fn number(self) -> Option<Self> {
        match self {
            Self::Text(text) => {
                let text = text.trim();
                let number = Decimal::parse(text.strip_prefix('+').unwrap_or(text))?;
                Some(Self::Decimal(number.thousandths()))
            }
            Self::Integer(_) | Self::Decimal(_) => Some(self),
            Self::Date(..) | Self::Round(_) => None,
        }
    }

    /// It as text.
    pub(super) fn into_text(self) -> Self {
        match self {
            Self::Text(_) => self,
            other => Self::Text(other.into_value().to_string().into()),
        }
    }

    /// A number in thousandths.
    pub(super) fn thousandths(&self) -> Option<i64> {
        match self {
            Self::Integer(number) => {
                Some(i64::try_from(*number).unwrap_or(i64::MAX / 1000).saturating_mul(1000))
            }
            Self::Decimal(thousandths) => Some(*thousandths),
            _ => None,
        }
    }

    /// Whether it is equal to another value, less, or less or equal; none where that is not known.
    pub(super) fn compare(&self, comparison: Comparison, other: &Self) -> Option<bool> {
        let ordering = match (self, other) {
            (Self::Date(first, last), Self::Date(from, to)) => {
                return compare_days([*first, *last], comparison, [*from, *to]);
            }
            // Blanks around a text are no part of it, on neither side.
            (Self::Text(one), Self::Text(other)) => one.trim().cmp(other.trim()),
            (Self::Integer(one), Self::Integer(other)) => one.cmp(other),
            (Self::Integer(_) | Self::Decimal(_), Self::Integer(_) | Self::Decimal(_)) => {
                self.thousandths().cmp(&other.thousandths())
            }
            (Self::Round(one), Self::Round(other)) => compare_rounds(one, other),
            _ => return None,
        };
        Some(comparison.holds(ordering))
    }
}

/// Whether all days, or no day, of the first span compare so with the second, which stands for all of its days.
fn compare_days([first, last]: [u32; 2], comparison: Comparison, [from, to]: [u32; 2]) -> Option<bool> {
    let (all, none) = match comparison {
        Comparison::Equal => (from <= first && last <= to, last < from || to < first),
        Comparison::Less => (last < from, from <= first),
        Comparison::LessOrEqual => (last <= to, to < first),
    };
    if all {
        Some(true)
    } else if none {
        Some(false)
    } else {
        None
    }
}

/// Part by part, as numbers; what goes on comes later.
fn compare_rounds(one: &[Cow<'_, str>], other: &[Cow<'_, str>]) -> Ordering {
    let by_number = |(a, b): (&Cow<'_, str>, &Cow<'_, str>)| a.len().cmp(&b.len()).then_with(|| a.cmp(b));
    let parts = one.iter().zip(other).map(by_number).find(|ordering| ordering.is_ne());
    parts.unwrap_or_else(|| one.len().cmp(&other.len()))
}

/// The days that the value of a date tag may be: all of its year where nothing else of it can be read.
fn days_of_tag(value: &str) -> Option<Scalar<'static>> {
    if date_parts(value).is_some() {
        return days(value);
    }
    let year = u32::from(year_in(value)?);
    Some(Scalar::Date(year * 10_000, year * 10_000 + 9999))
}

/// The days that a date may be; none where not even a digit of the year is known, or it is no date.
pub(super) fn days(value: &str) -> Option<Scalar<'static>> {
    let (mut first, mut last) = (0, 0);
    for (digits, width) in date_parts(value)?.into_iter().zip([4, 2, 2]) {
        let digits = if digits.is_empty() { "??" } else { digits };
        let short = width - digits.len().min(width);
        let digits = std::iter::repeat_n('0', short).chain(digits.chars());
        for digit in digits {
            let known = digit.to_digit(10);
            first = first * 10 + known.unwrap_or(0);
            last = last * 10 + known.unwrap_or(9);
        }
    }
    (!value.trim().starts_with("????")).then_some(Scalar::Date(first, last))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_as_many_as_a_date_leaves_open() {
        for (text, expected) in [
            ("1992.11.22", Some((19_921_122, 19_921_122))),
            ("1992-1-2", Some((19_920_102, 19_920_102))),
            ("1992", Some((19_920_000, 19_929_999))),
            ("1992.1", Some((19_920_100, 19_920_199))),
            ("1992.??.??", Some((19_920_000, 19_929_999))),
            ("2025.11.", Some((20_251_100, 20_251_199))),
            ("04.11.1992", None),
            ("199?.??.??", Some((19_900_000, 19_999_999))),
            ("????.??.??", None),
            ("Tuesday", None),
        ] {
            let expected = expected.map(|(first, last)| Scalar::Date(first, last));
            assert_eq!(days(text), expected, "{text}");
        }
    }
}
