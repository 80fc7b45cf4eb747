//! The words of conditions, for completions: columns and functions, as the library lists them.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Command};
use pgnkit_query::condition::{Condition, FUNCTIONS};
use pgnkit_query::fields::COLUMNS;

use super::edit::parse_condition;

/// Reads a condition, and lists its words.
pub(super) fn condition() -> impl TypedValueParser<Value = Condition> {
    Words { reads: parse_condition }
}

/// Takes a condition as it is, and lists its words.
pub(super) fn condition_text() -> impl TypedValueParser<Value = String> {
    Words { reads: StringValueParser::new() }
}

/// Reads fields, which may be expressions, and lists their words.
pub(super) fn fields<P: TypedValueParser>(reads: P) -> impl TypedValueParser<Value = P::Value> {
    Words { reads }
}

/// Reads a value, and lists columns and functions.
#[derive(Clone)]
struct Words<P> {
    reads: P,
}

impl<P: TypedValueParser> TypedValueParser for Words<P> {
    type Value = P::Value;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<P::Value, clap::Error> {
        self.reads.parse_ref(command, arg, value)
    }

    /// They are where a condition begins; the rest of it nobody can list.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let columns = COLUMNS.iter().map(|column| (column.name, column.doc));
        let functions = FUNCTIONS.iter().map(|function| (function.name, function.doc));
        Some(Box::new(columns.chain(functions).map(|(name, doc)| PossibleValue::new(name).help(doc))))
    }
}
