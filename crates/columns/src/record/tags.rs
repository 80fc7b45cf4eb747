//! Tag pairs of rows.

use std::collections::HashSet;

use arrow_array::cast::AsArray;
use arrow_array::{Array, Int64Array, RecordBatch};
use arrow_schema::DataType;
use pgnkit::Outcome;

use super::arrays::{Lists, Texts, integers, number, points_in_time, written};
use super::{RecordError, type_error};
use crate::tags::{Tag, TagKind};

/// So few tags are compared one by one.
const FEW: usize = 16;

/// The columns of tags.
#[derive(Clone, Debug)]
pub(super) struct Tags {
    columns: Vec<(String, Values)>,
    others: Option<Lists<(Texts, Texts)>>,
}

#[derive(Clone, Debug)]
enum Values {
    Texts(Texts),
    Numbers(TagKind, Int64Array),
}

impl Tags {
    pub(super) fn new(batch: &RecordBatch) -> Result<Self, RecordError> {
        let mut columns = Vec::new();
        for (field, array) in batch.schema_ref().fields().iter().zip(batch.columns()) {
            let name = field.name();
            let tag = Tag::named(name.as_bytes());
            // Tags of other programs' files.
            let may_be_tag = name.starts_with(|first: char| first.is_ascii_uppercase()) && is_name(name);
            if tag.is_none() && !may_be_tag {
                continue;
            }
            let values = match Texts::new(array) {
                Some(texts) => Values::Texts(texts),
                None => match numbers(name, array, tag).or_else(|| Some(Values::Texts(written(array)?))) {
                    Some(values) => values,
                    None if tag.is_some() => return Err(type_error(name, array)),
                    None => continue,
                },
            };
            columns.push((name.clone(), values));
        }
        let others = match batch.column_by_name("tags") {
            Some(array) => Some(pairs(array).ok_or_else(|| type_error("tags", array))?),
            None => None,
        };
        Ok(Self { columns, others })
    }

    /// Calls `each` with the tag pairs of a row, each name once.
    pub(super) fn each(&self, row: usize, mut each: impl FnMut(&str, &str)) -> Result<(), String> {
        let others = self.others.as_ref().map(|lists| (lists.range(row), &lists.values));
        let pairs = || {
            others.iter().flat_map(|(range, (names, values))| {
                range
                    .clone()
                    .map(|at| (names.get(at).unwrap_or_default(), values.get(at).unwrap_or_default()))
            })
        };
        let count = others.as_ref().map_or(0, |(range, _)| range.len());
        let many: HashSet<&str> =
            if count > FEW { pairs().map(|(name, _)| name).collect() } else { HashSet::new() };
        let is_other = |name: &str| match count {
            0 => false,
            1..=FEW => pairs().any(|(other, _)| other == name),
            _ => many.contains(name),
        };
        let mut written = String::new();
        for (name, values) in &self.columns {
            let value = match values {
                Values::Texts(texts) => texts.get(row),
                Values::Numbers(kind, numbers) => number(numbers, row).map(|number| {
                    written.clear();
                    match i32::try_from(number) {
                        Ok(number) => kind.write(number, &mut written),
                        Err(_) => written = number.to_string(),
                    }
                    &*written
                }),
            };
            if let Some(value) = value.filter(|_| !is_other(name)) {
                each(name, value);
            }
        }
        let mut seen = HashSet::new();
        for (at, (name, value)) in pairs().enumerate() {
            let is_again = if count > FEW {
                !seen.insert(name)
            } else {
                pairs().take(at).any(|(other, _)| other == name)
            };
            if is_again {
                return Err(format!("expected each tag once, found {name:?} again"));
            }
            if !is_name(name) {
                return Err(format!("expected the name of a tag, found {name:?}"));
            }
            each(name, value);
        }
        Ok(())
    }

    /// The result.
    pub(super) fn result(&self, row: usize) -> Outcome {
        let column = self.columns.iter().find(|(name, _)| name == "Result");
        let Some((_, Values::Texts(texts))) = column else { return Outcome::Unknown };
        texts.get(row).and_then(|value| value.parse().ok()).unwrap_or_default()
    }
}

/// Numbers, dates and times.
fn numbers(name: &str, array: &dyn Array, tag: Option<Tag>) -> Option<Values> {
    if matches!(array.data_type(), DataType::Timestamp(..)) {
        let is_time = match tag {
            Some(tag) => tag.kind() == TagKind::Time,
            None => name.ends_with("Time"),
        };
        let kind = if is_time { TagKind::Time } else { TagKind::Date };
        return Some(Values::Numbers(kind, points_in_time(array, is_time)?));
    }
    let numbers = integers(array)?;
    match tag.map(Tag::kind) {
        Some(kind) if kind != TagKind::Text => Some(Values::Numbers(kind, numbers)),
        // A number that is not whole is none of these.
        _ if numbers.null_count() != array.null_count() => None,
        _ => Some(Values::Numbers(TagKind::of(array.data_type()), numbers)),
    }
}

fn pairs(array: &dyn Array) -> Option<Lists<(Texts, Texts)>> {
    Lists::new(array)?.of(|values| {
        let pairs = values.as_struct_opt()?;
        match pairs.columns() {
            [names, values] => Some((Texts::new(names)?, Texts::new(values)?)),
            _ => None,
        }
    })
}

/// Whether a text can be the name of a tag in PGN, however odd it is.
fn is_name(name: &str) -> bool {
    let ends =
        |c: char| matches!(c, '"' | '[' | ']' | '{' | ';') || c.is_ascii_whitespace() || c.is_control();
    !name.is_empty() && !name.contains(ends)
}
