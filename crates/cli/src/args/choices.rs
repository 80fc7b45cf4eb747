//! Options whose values a library lists: settings of `pgn.toml`, subjects, layouts.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use pgnkit_config::Choice;

/// Reads one word of a few, and lists them for help and completions.
pub(super) fn choices<T: Choice + Send + Sync>() -> impl TypedValueParser<Value = T> {
    one_of(T::ALL, T::name, T::summary)
}

/// The same for a list of values that have names, and a line about them where the name does not say enough.
pub(super) fn one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
    summary: fn(T) -> Option<&'static str>,
) -> impl TypedValueParser<Value = T> {
    let value = |value: &T| {
        let possible = PossibleValue::new(name(*value));
        match summary(*value) {
            Some(summary) => possible.help(summary),
            None => possible,
        }
    };
    PossibleValuesParser::new(all.iter().map(value)).map(move |word| {
        // The first value cannot be taken: only names from the list come here.
        all.iter().copied().find(|value| name(*value) == word).unwrap_or(all[0])
    })
}
