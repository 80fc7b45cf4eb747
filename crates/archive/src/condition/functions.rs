//! The functions of conditions: one list, as of columns. A new function is an entry there.

use std::borrow::Cow;
use std::fmt;

use super::value::Known;
use crate::columns::Kind;

/// A function.
#[non_exhaustive]
pub struct Function {
    /// Its name, in lower case.
    pub name: &'static str,
    /// The kinds of its arguments.
    pub arguments: &'static [Kind],
    /// The kind of its value.
    pub kind: Kind,
    /// What it gives, in a few words for help texts.
    pub doc: &'static str,
    value: for<'g> fn(&[Known<'g>]) -> Option<Known<'g>>,
}

impl Function {
    /// Its value; the arguments are of its kinds, and none is NULL.
    pub(super) fn call<'g>(&self, arguments: &[Known<'g>]) -> Option<Known<'g>> {
        (self.value)(arguments)
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Every function.
pub static FUNCTIONS: &[Function] = &[
    Function {
        name: "lower",
        arguments: &[Kind::Text],
        kind: Kind::Text,
        doc: "the text in lower case",
        value: |arguments| with_text(arguments, |text| Known::Text(Cow::Owned(text.to_lowercase()))),
    },
    Function {
        name: "upper",
        arguments: &[Kind::Text],
        kind: Kind::Text,
        doc: "the text in upper case",
        value: |arguments| with_text(arguments, |text| Known::Text(Cow::Owned(text.to_uppercase()))),
    },
    Function {
        name: "length",
        arguments: &[Kind::Text],
        kind: Kind::Integer,
        doc: "the number of characters",
        value: |arguments| with_text(arguments, |text| Known::Integer(text.chars().count() as u64)),
    },
];

fn with_text<'g>(arguments: &[Known<'g>], value: impl Fn(&str) -> Known<'g>) -> Option<Known<'g>> {
    match arguments {
        [Known::Text(text)] => Some(value(text)),
        _ => None,
    }
}
