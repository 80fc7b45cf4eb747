//! Regular expressions: `~` and `~*`.

use regex_automata::meta;
use regex_automata::util::syntax;

/// Bytes that an expression may take when it is compiled.
const LARGEST: usize = 1 << 20;

/// A regular expression, which is looked for anywhere in a text; time is linear in its length.
#[derive(Clone, Debug)]
pub(super) struct Regex(meta::Regex);

impl Regex {
    pub(super) fn new(text: &str, ignores_case: bool) -> Result<Self, String> {
        let limits = meta::Config::new().nfa_size_limit(Some(LARGEST)).hybrid_cache_capacity(LARGEST);
        let syntax = syntax::Config::new().case_insensitive(ignores_case);
        let built = meta::Regex::builder().configure(limits).syntax(syntax).build(text);
        built.map(Self).map_err(|error| match error.syntax_error() {
            // The last line says what is wrong, those before it where.
            Some(error) => {
                let text = error.to_string();
                let last = text.lines().last().unwrap_or_default().trim_start_matches("error: ");
                format!("expected a regular expression: {last}")
            }
            None if error.size_limit().is_some() => "expected a smaller regular expression".to_owned(),
            None => format!("expected a regular expression: {error}"),
        })
    }

    pub(super) fn is_in(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions() {
        for (regex, ignores_case, text, expected) in [
            ("^Tal\\b", false, "Tal, M", true),
            ("^Tal\\b", false, "Taler", false),
            ("tal|fine", true, "FINE", true),
            ("tal", false, "Tal", false),
            ("h\u{fc}bner", true, "H\u{dc}BNER", true),
            ("^.{3}$", false, "\u{fc}\u{fc}\u{fc}", true),
            ("(a+)+$", false, &("a".repeat(10_000) + "b"), false),
        ] {
            assert_eq!(Regex::new(regex, ignores_case).unwrap().is_in(text), expected, "{regex}");
        }
        assert_eq!(Regex::new("(a", false).unwrap_err(), "expected a regular expression: unclosed group");
        let large = Regex::new("(\\w{100}){1000}", false).unwrap_err();
        assert_eq!(large, "expected a smaller regular expression");
    }
}
