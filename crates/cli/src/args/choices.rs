//! Options whose values are a setting of `pgn.toml`, too.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pgnkit_config::Choice;

/// Reads one word of a few, and lists them for help and completions.
pub(super) fn choices<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    let value = |value: &T| {
        let possible = PossibleValue::new(value.name());
        match value.summary() {
            Some(summary) => possible.help(summary),
            None => possible,
        }
    };
    // The first value cannot be taken: only names from the list come here.
    PossibleValuesParser::new(T::ALL.iter().map(value))
        .map(|name| T::from_name(&name).unwrap_or_else(|| T::ALL[0]))
}
