//! Values that games are grouped by.

use std::cmp::Ordering;

use super::table::Cell;
use pgnkit_query::fields::{Round, Value};

/// The value of a field, so that equal ones can be found.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Key {
    Number(u64),
    /// Year, month and day.
    Date([u16; 3]),
    Round(Box<str>),
    Text(Box<str>),
    Missing,
}

impl Key {
    pub(super) fn of(value: &Value<'_>) -> Self {
        match value {
            Value::Integer(number) => Self::Number(*number),
            Value::Date(date) => Self::Date(*date),
            Value::Round(Round::Parts(parts)) => Self::Round((*parts).into()),
            Value::Text(text) if !matches!(&**text, "" | "?" | "-") => Self::Text((&**text).into()),
            _ => Self::Missing,
        }
    }

    pub(super) fn is_ordered(&self) -> bool {
        !matches!(self, Self::Text(_))
    }

    /// Bytes that it takes, with its text.
    pub(super) fn bytes(&self) -> usize {
        let text = match self {
            Self::Round(text) | Self::Text(text) => text.len(),
            _ => 0,
        };
        size_of::<Self>() + text
    }

    /// The number that it is, for an axis.
    pub(super) fn number(&self) -> Option<u64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// As people read it; none where it is missing.
    pub(super) fn text(&self) -> Option<String> {
        Some(match self {
            Self::Missing => return None,
            Self::Number(number) => number.to_string(),
            Self::Date(date) => {
                let part = |at: usize, width: usize| match date[at] {
                    0 => "?".repeat(width),
                    number => format!("{number:0width$}"),
                };
                format!("{}.{}.{}", part(0, 4), part(1, 2), part(2, 2))
            }
            Self::Round(text) | Self::Text(text) => text.to_string(),
        })
    }

    pub(super) fn cell(&self) -> Cell {
        self.number().map(Cell::Count).or_else(|| self.text().map(Cell::Text)).unwrap_or_default()
    }

    /// Numbers, dates and rounds by what they are; what is missing comes last.
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        let rank = |key: &Self| match key {
            Self::Number(_) => 0,
            Self::Date(_) => 1,
            Self::Round(_) => 2,
            Self::Text(_) => 3,
            Self::Missing => 4,
        };
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.cmp(other),
            (Self::Date(one), Self::Date(other)) => one.cmp(other),
            (Self::Round(one), Self::Round(other)) => compare_rounds(one, other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            _ => rank(self).cmp(&rank(other)),
        }
    }
}

/// Part by part, as numbers of any length.
pub(super) fn compare_rounds(one: &str, other: &str) -> Ordering {
    fn number(part: &str) -> (usize, &str) {
        let digits = part.trim_start_matches('0');
        (digits.len(), digits)
    }
    one.split('.').map(number).cmp(other.split('.').map(number)).then_with(|| one.cmp(other))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_text() {
        let round = |text: &'static str| Key::of(&Value::Round(Round::Parts(text)));
        let mut keys = vec![
            Key::of(&Value::Missing),
            Key::of(&Value::Text("b".into())),
            Key::of(&Value::Text("?".into())),
            round("10"),
            round("2.10"),
            round("2.9"),
            Key::of(&Value::Date([1992, 11, 0])),
            Key::of(&Value::Integer(10)),
            Key::of(&Value::Integer(9)),
        ];
        keys.sort_by(Key::compare);
        let texts: Vec<_> = keys.iter().map(|key| key.text().unwrap_or_else(|| "?".to_owned())).collect();
        assert_eq!(texts, ["9", "10", "1992.11.??", "2.9", "2.10", "10", "b", "?", "?"]);
    }
}
