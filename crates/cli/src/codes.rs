//! Codes of diagnostics as arguments.

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use pgnkit::syntax::Code;

/// Reads `PGN-C001`, `C001` or `illegal-move`, in upper or lower case.
#[derive(Clone, Debug)]
pub(crate) struct CodeParser;

impl TypedValueParser for CodeParser {
    type Value = Code;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _arg: Option<&clap::Arg>,
        value: &std::ffi::OsStr,
    ) -> Result<Code, clap::Error> {
        let text = value.to_string_lossy();
        Code::from_name(text.trim()).ok_or_else(|| {
            let message =
                format!("no diagnostic is called '{}'{}\n", pgnkit::render::safe(&text), advice(&text));
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }

    /// For completions; there are too many for the help.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let names = Code::ALL.iter().map(|code| PossibleValue::new(code.name()).help(code.summary()));
        Some(Box::new(names))
    }
}

/// Codes that may have been meant.
fn advice(text: &str) -> String {
    let likely = nearest(text);
    let Some((last, others)) = likely.split_last() else {
        return "; 'pgn explain' lists all".to_owned();
    };
    let show = |code: &Code| format!("'{}' ({code})", code.name());
    let others: Vec<String> = others.iter().map(show).collect();
    let or = if others.is_empty() { "" } else { " or " };
    format!("\n\n  tip: did you mean {}{or}{}?", others.join(", "), show(last))
}

/// Number of codes that are proposed.
const MOST: usize = 3;

/// A word in common counts as so many slips of the finger, more than are forgiven.
const RELATED: usize = 4;

/// The codes that are called nearly so, the nearest first.
pub(crate) fn nearest(text: &str) -> Vec<Code> {
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
    fn what_may_have_been_meant() {
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
            let found: Vec<_> = nearest(text).iter().map(|code| code.name()).collect();
            assert_eq!(found, names, "{text}");
        }
        assert!(nearest(&"x".repeat(1 << 20)).is_empty());
    }
}
