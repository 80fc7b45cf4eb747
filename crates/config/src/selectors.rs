//! Words that select diagnostics, with advice where one is unknown.

use std::error::Error;
use std::fmt;

use pgnkit::diagnostics::{Code, Selector};
use serde::de::{self, Deserialize, Deserializer};

/// The selector of a word: a code, an area, the beginning of codes, a name or `ALL`.
///
/// # Errors
/// When nothing has that name; the error proposes the nearest.
pub fn selector(word: &str) -> Result<Selector, UnknownSelector> {
    word.parse().map_err(|_| UnknownSelector(word.to_owned()))
}

/// A word that selects nothing. Shown, it proposes a word that was perhaps meant; it holds control characters as they
/// were typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownSelector(String);

impl UnknownSelector {
    /// The word.
    pub fn word(&self) -> &str {
        &self.0
    }

    /// A word of similar spelling that selects something.
    pub fn proposal(&self) -> Option<String> {
        let typed = self.0.to_ascii_lowercase();
        let away = |name: &str| strsim::levenshtein(&typed, &name.to_ascii_lowercase());
        let area = Selector::areas().find(|name| away(name) < 2).map(str::to_owned);
        let code = || {
            let code = *nearest_codes(&typed).first()?;
            [code.name().to_owned(), code.to_string()].into_iter().min_by_key(|name| away(name))
        };
        area.or_else(code)
    }
}

impl fmt::Display for UnknownSelector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown code, area or name `{}`", self.0)?;
        match self.proposal() {
            Some(name) => write!(f, "; did you mean `{name}`?"),
            None => write!(f, "; examples: C001, illegal-move, C, chess, ALL"),
        }
    }
}

impl Error for UnknownSelector {}

/// A selector in a file.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct SelectorWord(pub(crate) Selector);

/// By hand, so that a fault is one of the word, and not of the list that it is in.
impl<'de> Deserialize<'de> for SelectorWord {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Word;

        impl de::Visitor<'_> for Word {
            type Value = SelectorWord;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a code, an area or a name")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<SelectorWord, E> {
                selector(text).map(SelectorWord).map_err(E::custom)
            }
        }

        deserializer.deserialize_str(Word)
    }
}

/// Number of codes that are proposed.
const MOST: usize = 3;

/// A word in common counts as so many slips of the finger, more than are forgiven.
const RELATED: usize = 4;

/// The codes whose name or number is similar to a word, the nearest first; at most three.
pub fn nearest_codes(text: &str) -> Vec<Code> {
    let wanted = text.trim().to_ascii_lowercase();
    // What is much longer than any name is none with a slip of the finger, and costs time.
    if wanted.is_empty() || wanted.len() > 64 {
        return Vec::new();
    }
    let mut near: Vec<(usize, usize, Code)> = Code::ALL
        .iter()
        .filter_map(|&code| {
            let full = code.to_string().to_ascii_lowercase();
            let spellings = [code.name(), &full, &full["PGN-".len()..]];
            let away = |name: &str| strsim::levenshtein(&wanted, name);
            let slips = spellings
                .map(|name| Some(away(name)).filter(|away| *away <= if name.len() < 6 { 1 } else { 3 }));
            let words = wanted.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| word.len() > 2);
            let common = words.filter(|word| code.name().split('-').any(|own| own == *word)).count();
            let related = (common > 0).then_some(RELATED);
            let score = slips.into_iter().chain([related]).flatten().min()?;
            if score == RELATED {
                return Some((score, away(code.name()), code));
            }
            // Slips are rarer at the beginning.
            let shared = |name: &&str| wanted.bytes().zip(name.bytes()).take_while(|(a, b)| a == b).count();
            let shared = spellings.iter().map(shared).max().unwrap_or_default();
            Some((score, usize::MAX - shared, code))
        })
        .collect();
    near.sort();
    // Who only slipped means that name, not one like it.
    if near.first().is_some_and(|best| best.0 < RELATED) {
        near.retain(|(score, ..)| *score < RELATED);
    }
    near.truncate(MOST);
    near.into_iter().map(|(.., code)| code).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_advised_about() {
        for (typed, meant) in [("ilegal-move", "illegal-move"), ("PGN-C01O", "PGN-C00"), ("tag", "tags")] {
            let error = selector(typed).unwrap_err().to_string();
            assert!(error.contains(&format!("did you mean `{meant}")), "{error}");
        }
        assert_eq!(selector("xyzzy").unwrap_err().proposal(), None);
    }

    #[test]
    fn similar_codes_are_proposed() {
        for (text, names) in [
            ("ilegal-move", &["illegal-move"][..]),
            ("IllegalMove", &["illegal-move"]),
            ("unclosed-comment", &["unclosed-game", "unterminated-comment", "unclosed-variation"]),
            ("setup", &["missing-setup", "invalid-setup", "needless-setup"]),
            ("comment", &["comment-in-tag", "comment-layout", "unterminated-comment"]),
            ("quote", &["escaped-quote", "unescaped-quote"]),
            ("C01", &["illegal-move"]),
            ("PGN-C00l", &["illegal-move", "ambiguous-move", "null-move"]),
            ("xyzzy", &[]),
            ("", &[]),
        ] {
            let found: Vec<_> = nearest_codes(text).iter().map(|code| code.name()).collect();
            assert_eq!(found, names, "{text}");
        }
        assert!(nearest_codes(&"x".repeat(1 << 20)).is_empty());
    }
}
