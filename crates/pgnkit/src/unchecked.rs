//! Moves of games whose rules are not known: words, each with the number that is before it (decision A-113).

use std::ops::Range;

use pgnkit_syntax::UNREAD_MARK;

/// A part of a text without comments, annotations and variations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// A word, with the numbers and periods before it.
    Move(Range<usize>),
    /// Numbers and periods without a word after them.
    Number(Range<usize>),
}

/// The moves of a text.
pub(crate) fn moves(text: &[u8]) -> impl Iterator<Item = Part> + use<'_> {
    let mut words = words(text);
    std::iter::from_fn(move || {
        let first = words.next()?;
        let (start, mut last) = (first.start, first);
        while is_number(&text[last.clone()]) {
            match words.next() {
                Some(next) => last = next,
                None => return Some(Part::Number(start..last.end)),
            }
        }
        Some(Part::Move(start..last.end))
    })
}

/// A move as it is kept and written: one space between its number and its word.
pub(crate) fn spelled(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for word in words(text.as_bytes()) {
        let (number, rest) = text[word.clone()].split_at(number_length(&text.as_bytes()[word]));
        for part in [number, rest].into_iter().filter(|part| !part.is_empty()) {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(part);
        }
    }
    out
}

/// The word of a move as it is kept, without the numbers and periods before it.
pub fn word(text: &str) -> &str {
    words(text.as_bytes()).find(|word| !is_number(&text.as_bytes()[word.clone()])).map_or("", |word| {
        let start = word.start + number_length(&text.as_bytes()[word]);
        &text[start..]
    })
}

/// What is between white space, but for the marks of an earlier writing.
fn words(text: &[u8]) -> impl Iterator<Item = Range<usize>> + use<'_> {
    let is_blank = |byte: &u8| matches!(byte, 0..=b' ' | 0x7f);
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].iter().position(|byte| !is_blank(byte))?;
            let end = text[start..].iter().position(is_blank).map_or(text.len(), |length| start + length);
            at = end;
            if text[start..end] != *UNREAD_MARK.trim_ascii() {
                return Some(start..end);
            }
        }
    })
}

/// Whether a word is nothing but numbers, as `1.`, `12...`, `1A.`, `..` or `3`.
fn is_number(word: &[u8]) -> bool {
    word[number_length(word)..].iter().all(u8::is_ascii_digit)
}

/// The length of the numbers with periods that a word begins with. Those of Bughouse have a letter for the board.
fn number_length(word: &[u8]) -> usize {
    let mut length = 0;
    loop {
        let rest = &word[length..];
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let letters = match &rest[digits..] {
            [letter, b'.', ..] if digits > 0 && letter.is_ascii_alphabetic() => 1,
            _ => 0,
        };
        let periods = rest[digits + letters..].iter().take_while(|byte| **byte == b'.').count();
        if periods == 0 {
            return length;
        }
        length += digits + letters + periods;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_of_a_move_has_no_number() {
        for (text, expected) in [
            ("1. e4", "e4"),
            ("1A. e4", "e4"),
            ("e4@d5", "e4@d5"),
            (".. b7-c7", "b7-c7"),
            ("1. 1. e4", "e4"),
            ("12 x", "x"),
            ("1.e4", "e4"),
            ("P*5e", "P*5e"),
            ("1.", ""),
            ("", ""),
        ] {
            assert_eq!(word(text), expected, "{text}");
        }
    }

    #[test]
    fn a_move_is_a_word_with_its_number() {
        for (text, expected) in [
            ("1. e4@d5 Nf6@e5 2.d4", &["1. e4@d5", "Nf6@e5", "2. d4"][..]),
            ("1A. e4\n1a. d5 12 x", &["1A. e4", "1a. d5", "12 x"]),
            ("1. h2-h3 .. b7-c7 .. g13-g12", &["1. h2-h3", ".. b7-c7", ".. g13-g12"]),
            ("e4 \u{398}e6 2. ", &["e4", "\u{398}e6", "(2.)"]),
            ("1.\n;[%unread] e4 2...e5", &["1. e4", "2... e5"]),
            ("1. 1. e4\0e5 1.e4", &["1. 1. e4", "e5", "1. e4"]),
            ("...1...e4 ...1... d4 ..12 x", &["...1... e4", "...1... d4", ".. 12 x"]),
            (" ", &[]),
        ] {
            let found = moves(text.as_bytes()).map(|part| match part {
                Part::Move(part) => spelled(&text[part]),
                Part::Number(part) => format!("({})", spelled(&text[part])),
            });
            assert_eq!(found.collect::<Vec<_>>(), expected, "{text}");
        }
    }
}
