//! Selectors of diagnostics as arguments and settings, with advice where a word is unknown.

use std::fmt;
use std::str::FromStr;

use pgnkit_archive::Selector;
use serde::de::{self, Deserialize, Deserializer};

/// A selector that a user typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SelectorArg(pub(crate) Selector);

impl FromStr for SelectorArg {
    type Err = UnknownSelector;

    fn from_str(text: &str) -> Result<Self, UnknownSelector> {
        text.parse().map(Self).map_err(|_| UnknownSelector(text.to_owned()))
    }
}

/// By hand, so that a fault is one of the word, and not of the list that it is in.
impl<'de> Deserialize<'de> for SelectorArg {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Word;

        impl de::Visitor<'_> for Word {
            type Value = SelectorArg;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a code, an area or a name")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<SelectorArg, E> {
                text.parse().map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Word)
    }
}

/// The selectors of a list.
pub(crate) fn selectors(list: &[SelectorArg]) -> Vec<Selector> {
    list.iter().map(|arg| arg.0).collect()
}

/// A word that selects nothing.
#[derive(Clone, Debug)]
pub(crate) struct UnknownSelector(String);

impl fmt::Display for UnknownSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let typed = self.0.to_ascii_lowercase();
        write!(f, "unknown code, area or name `{}`", pgnkit::render::safe(&self.0))?;
        let away = |name: &str| strsim::levenshtein(&typed, &name.to_ascii_lowercase());
        let area = Selector::areas().find(|name| away(name) < 2).map(str::to_owned);
        let code = || {
            let code = *crate::codes::nearest(&typed).first()?;
            [code.name().to_owned(), code.to_string()].into_iter().min_by_key(|name| away(name))
        };
        match area.or_else(code) {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => write!(f, "; examples: C001, illegal-move, C, chess, ALL"),
        }
    }
}

impl std::error::Error for UnknownSelector {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_advised_about() {
        for (typed, meant) in [("ilegal-move", "illegal-move"), ("PGN-C01O", "PGN-C00"), ("tag", "tags")] {
            let error = typed.parse::<SelectorArg>().unwrap_err().to_string();
            assert!(error.contains(&format!("did you mean `{meant}")), "{error}");
        }
    }
}
