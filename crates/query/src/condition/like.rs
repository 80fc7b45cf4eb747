//! The patterns of LIKE: `%` for any text, `_` for one character.

/// A pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pattern {
    parts: Vec<Part>,
    ignores_case: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Any,
    One,
    Character(char),
}

impl Pattern {
    /// Reads a pattern; `escape` before a character takes it as itself.
    pub(super) fn new(text: &str, escape: Option<char>, ignores_case: bool) -> Self {
        let folded = if ignores_case { text.to_lowercase() } else { text.to_owned() };
        let mut characters = folded.chars();
        let mut parts = Vec::new();
        while let Some(character) = characters.next() {
            let part = match character {
                character if Some(character) == escape => {
                    Part::Character(characters.next().unwrap_or(character))
                }
                '%' => Part::Any,
                '_' => Part::One,
                character => Part::Character(character),
            };
            // Two are as many as one.
            if part != Part::Any || parts.last() != Some(&Part::Any) {
                parts.push(part);
            }
        }
        Self { parts, ignores_case }
    }

    /// Whether all of a text is so.
    pub(super) fn matches(&self, text: &str) -> bool {
        let folded;
        let text = if self.ignores_case {
            folded = text.to_lowercase();
            &folded
        } else {
            text
        };
        let (mut rest, mut at) = (text.chars(), 0);
        // Where the last `%` is, and the text that it has not taken yet.
        let mut last: Option<(usize, std::str::Chars<'_>)> = None;
        loop {
            let before = rest.clone();
            match (self.parts.get(at), rest.next()) {
                (None, None) => return true,
                (Some(Part::Any), _) => {
                    rest = before;
                    at += 1;
                    last = Some((at, rest.clone()));
                }
                (Some(Part::One), Some(_)) => at += 1,
                (Some(Part::Character(wanted)), Some(found)) if *wanted == found => at += 1,
                (_, found) => {
                    // It takes one more character.
                    let Some((after, taken)) = &mut last else { return false };
                    if found.is_none() || taken.next().is_none() {
                        return false;
                    }
                    (at, rest) = (*after, taken.clone());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        for (pattern, text, expected) in [
            ("", "", true),
            ("", "a", false),
            ("%", "", true),
            ("%", "abc", true),
            ("_", "\u{e9}", true),
            ("_", "", false),
            ("a%", "abc", true),
            ("%c", "abcc", true),
            ("%b%", "abc", true),
            ("a%b%c", "aXbbYc", true),
            ("a%b%c", "aXcYb", false),
            ("%ab_", "aababx", true),
            ("100!%", "100%", true),
            ("100!%", "1000", false),
            ("Tal%", "tal", false),
        ] {
            assert_eq!(Pattern::new(pattern, Some('!'), false).matches(text), expected, "{pattern} {text}");
        }
        assert!(Pattern::new("TAL%", None, true).matches("Tal, M"));
        assert!(Pattern::new("h\u{dc}BNER", None, true).matches("H\u{fc}bner"));
    }

    #[test]
    fn many_signs_take_no_time() {
        let text = "a".repeat(20_000);
        assert!(!Pattern::new(&"%a".repeat(50).replace("%a", "%a%b"), None, false).matches(&text));
    }
}
