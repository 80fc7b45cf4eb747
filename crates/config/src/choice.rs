//! Settings that are one word of a few.

use std::fmt;
use std::marker::PhantomData;

use pgnkit::diagnostics::{Level, Severity};
use serde::de::{self, Deserialize, Deserializer, EnumAccess, VariantAccess};

/// A setting that is one word of a few: names and one line about each, for files, options and completions.
///
/// ```
/// use pgnkit_config::{Choice, Report};
///
/// assert_eq!(Report::from_name("sarif"), Some(Report::Sarif));
/// assert_eq!(Report::Sarif.name(), "sarif");
/// ```
pub trait Choice: Copy + PartialEq + 'static {
    /// All values, in the order in which lists show them.
    const ALL: &'static [Self];
    /// Their names, in the same order.
    const NAMES: &'static [&'static str];

    /// One line about the value, where its name does not say enough.
    fn summary(self) -> Option<&'static str> {
        None
    }

    /// The word for it.
    fn name(self) -> &'static str {
        let at = Self::ALL.iter().position(|value| *value == self);
        at.and_then(|at| Self::NAMES.get(at)).copied().unwrap_or_default()
    }

    /// The value of a word.
    fn from_name(name: &str) -> Option<Self> {
        let at = Self::NAMES.iter().position(|known| *known == name)?;
        Self::ALL.get(at).copied()
    }
}

impl Choice for Level {
    const ALL: &'static [Self] = &[Self::Import, Self::Export, Self::Archive];
    const NAMES: &'static [&'static str] = &["import", "export", "archive"];

    fn summary(self) -> Option<&'static str> {
        Some(match self {
            Self::Export => "Files are export format, byte for byte",
            Self::Archive => "Games have what public archives require",
            _ => "Games can be read without guessing, and make sense",
        })
    }
}

impl Choice for Severity {
    const ALL: &'static [Self] = &[Self::Note, Self::Warning, Self::Error];
    const NAMES: &'static [&'static str] = &["note", "warning", "error"];
}

/// Reads a choice. Faults read as those of an enum that serde derives.
pub(crate) fn word<'de, D: Deserializer<'de>, T: Choice>(deserializer: D) -> Result<Option<T>, D::Error> {
    Word::deserialize(deserializer).map(|word| Some(word.0))
}

/// A choice by its word.
#[derive(Clone, Copy)]
pub(crate) struct Word<T>(pub(crate) T);

impl<'de, T: Choice> Deserialize<'de> for Word<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_enum("choice", T::NAMES, WordVisitor(PhantomData)).map(Self)
    }
}

struct WordVisitor<T>(PhantomData<T>);

impl<'de, T: Choice> de::Visitor<'de> for WordVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a word")
    }

    fn visit_enum<A: EnumAccess<'de>>(self, access: A) -> Result<T, A::Error> {
        let (value, rest) = access.variant_seed(Name(PhantomData))?;
        rest.unit_variant()?;
        Ok(value)
    }
}

/// The name within it, so that a fault has the place of the name.
struct Name<T>(PhantomData<T>);

impl<'de, T: Choice> de::DeserializeSeed<'de> for Name<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: Choice> de::Visitor<'_> for Name<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("variant identifier")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<T, E> {
        T::from_name(name).ok_or_else(|| E::unknown_variant(name, T::NAMES))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardStyle, Deny, Report};

    fn is_consistent<T: Choice + fmt::Debug>() {
        assert_eq!(T::ALL.len(), T::NAMES.len());
        for value in T::ALL {
            assert_eq!(T::from_name(value.name()), Some(*value));
        }
    }

    #[test]
    fn names_and_values_agree() {
        is_consistent::<Level>();
        is_consistent::<Severity>();
        is_consistent::<Report>();
        is_consistent::<Deny>();
        is_consistent::<BoardStyle>();
        #[cfg(feature = "appearance")]
        is_consistent::<crate::ShowTheme>();
        assert!(Level::ALL.iter().all(|level| level.name() == level.as_str()));
        assert_eq!(<Level as Choice>::ALL, Level::ALL);
        assert_eq!(Report::from_name("xml"), None);
    }
}
