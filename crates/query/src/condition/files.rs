//! Files that a condition names: lists of values.

use std::collections::HashSet;
use std::io::Read as _;
use std::ops::Range;

use super::test::Comparison;
use super::truth::Truth;
use super::value::Scalar;
use pgnkit_archive::source;

/// The content of a file, decompressed.
pub(super) fn read(path: &str) -> Result<Vec<u8>, String> {
    let mut content = Vec::new();
    let read = source::open(path).map_err(|error| error.to_string())?.read_to_end(&mut content);
    read.map_err(|error| error.to_string())?;
    Ok(content)
}

/// Values of which one is looked for.
#[derive(Clone, Debug, Default)]
pub(super) struct Many {
    texts: HashSet<Box<str>>,
    others: Vec<Scalar<'static>>,
}

impl Many {
    pub(super) fn insert(&mut self, value: Scalar<'static>) {
        match value {
            Scalar::Text(text) => {
                self.texts.insert(text.trim().into());
            }
            other => self.others.push(other),
        }
    }

    pub(super) fn has(&self, value: &Scalar<'_>) -> Truth {
        match value {
            Scalar::Text(text) => Truth::of(Some(self.texts.contains(text.trim()))),
            value => {
                Truth::any(self.others.iter().map(|other| Truth::of(value.compare(Comparison::Equal, other))))
            }
        }
    }
}

/// A file in the place of a list: `IN @names.txt`, `IN @'my names.txt'`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ListFile {
    /// The place of the sign and the name.
    pub(super) span: Range<usize>,
    pub(super) path: String,
}

/// The files that a condition has in the place of lists, and the text with a list of as many characters in their places.
pub(super) fn lists(text: &str) -> (Vec<ListFile>, String) {
    let (mut files, mut plain) = (Vec::new(), String::with_capacity(text.len()));
    let (mut quote, mut rest) = (None, text);
    while let Some(c) = rest.chars().next() {
        let at = text.len() - rest.len();
        match (quote, c) {
            (Some(open), _) if open == c => quote = None,
            (None, '\'' | '"') => quote = Some(c),
            (None, '@') if is_after_in(&plain) => {
                let (path, length) = name(&rest[1..]);
                if !path.is_empty() {
                    files.push(ListFile { span: at..at + 1 + length, path: path.to_owned() });
                    let width = rest[..1 + length].chars().count();
                    let list = if plain.trim_end().ends_with('(') { "0" } else { "(0)" };
                    plain.push_str(&format!("{list:width$}"));
                    rest = &rest[1 + length..];
                    continue;
                }
            }
            _ => {}
        }
        plain.push(c);
        rest = &rest[c.len_utf8()..];
    }
    (files, plain)
}

/// Whether the word IN comes before, and perhaps a parenthesis.
fn is_after_in(before: &str) -> bool {
    let before = before.trim_end();
    let before = before.strip_suffix('(').unwrap_or(before).trim_end();
    let is_in =
        before.get(before.len().saturating_sub(2)..).is_some_and(|word| word.eq_ignore_ascii_case("in"));
    let letter = before.get(..before.len().saturating_sub(2)).and_then(|before| before.chars().next_back());
    is_in && letter.is_none_or(|c| !c.is_alphanumeric() && c != '_')
}

/// The name of a file, and its length with quotes around it.
fn name(text: &str) -> (&str, usize) {
    if let Some(quoted) = text.strip_prefix('\'') {
        return quoted.find('\'').map_or(("", 0), |end| (&quoted[..end], end + 2));
    }
    let end = text.find(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | ',' | ';' | '\'' | '"'));
    let end = end.unwrap_or(text.len());
    (&text[..end], end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_stand_in_the_place_of_lists() {
        for (text, paths, plain) in [
            ("white IN @a.txt AND eco = 'A00'", &["a.txt"][..], "white IN (0)    AND eco = 'A00'"),
            (
                "white in (@ä-b/c) OR black NOT IN @'d e'",
                &["ä-b/c", "d e"],
                "white in (0     ) OR black NOT IN (0)   ",
            ),
            ("white IN @a", &["a"], "white IN (0)"),
            ("white = 'IN @a' AND main @b", &[], "white = 'IN @a' AND main @b"),
            ("white IN @", &[], "white IN @"),
        ] {
            let (files, found) = lists(text);
            assert_eq!(files.iter().map(|file| &*file.path).collect::<Vec<_>>(), paths, "{text}");
            assert_eq!(found, plain);
        }
    }
}
