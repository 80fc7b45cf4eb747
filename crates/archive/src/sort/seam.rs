//! Two games that did not follow each other before: they must not become one.

use pgnkit::syntax::{Event, Ignore, Parser};
use pgnkit::{Export, PieceLetters};

use crate::blocks::begins_tag_pair;

/// What the last line of a game ends with.
const MARKERS: [&[u8]; 4] = [b"*", b"1-0", b"0-1", b"1/2-1/2"];

/// Whether a text that is read without an error certainly ends with the marker of its game.
pub(super) fn ends_with_marker(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let line = memchr::memrchr2(b'\n', b'\r', text).map_or(text, |at| &text[at + 1..]);
    let is_plain = !line.iter().any(|byte| matches!(byte, b';' | b'{' | b'}' | b'%' | b'"'));
    is_plain && MARKERS.iter().any(|marker| line.ends_with(marker))
}

/// The end of the line that the marker of a game is on, with comments that begin there; `None` for a game without an end.
pub(super) fn end_of_game(text: &[u8]) -> Option<usize> {
    let mut parser = Parser::new(text);
    let mut end = None;
    while let Some(event) = parser.next_event(&mut Ignore) {
        match event {
            Event::Termination { span, .. } => end = Some(span.end),
            Event::Comment(span) => {
                let is_behind = |end: &usize| {
                    let between = text.get(*end..span.start);
                    between.is_some_and(|between| !between.iter().any(|byte| matches!(byte, b'\n' | b'\r')))
                };
                // The brace that closes it is no part of it.
                let brace = usize::from(text.get(span.end) == Some(&b'}'));
                end = end.map(|end| if is_behind(&end) { span.end + brace } else { end });
            }
            _ => {}
        }
    }
    let end = end?.min(text.len());
    Some(memchr::memchr2(b'\n', b'\r', &text[end..]).map_or(text.len(), |length| end + length))
}

/// Whether a text certainly begins a game after any game: a tag pair after an empty line ends whatever is open.
fn begins_game(text: &[u8]) -> bool {
    let indent = text.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    begins_tag_pair(&text[indent..])
}

/// Whether it begins with the number of a move, which is no part of a game that is over.
fn begins_with_number(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    digits > 0 && text.get(digits) == Some(&b'.')
}

/// What is written in the place of two texts that, one after the other, would not be read as two games with the boundary
/// between them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Apart {
    pub(super) first: Option<Vec<u8>>,
    pub(super) second: Option<Vec<u8>>,
}

/// Finds what keeps two games apart: nothing, or else one of them in export format, rather the second one: it has
/// fewer faults.
pub(super) fn apart(first: &[u8], closed: bool, second: &[u8], letters: PieceLetters) -> Apart {
    let is_certain = closed && (begins_game(second) || begins_with_number(second));
    if first.is_empty() || is_certain {
        return Apart::default();
    }
    // Tag pairs alone go on in the next ones, and where they end depends on what is before them: nothing but a marker is certain.
    if !closed && is_only_tags(first) {
        let ended = export(first, letters);
        let is_enough = ended.as_ref().is_some_and(|first| are_apart(first, second));
        return Apart { first: ended, second: if is_enough { None } else { export(second, letters) } };
    }
    if are_apart(first, second) {
        return Apart::default();
    }
    let exported = export(second, letters);
    if exported.as_ref().is_some_and(|second| are_apart(first, second)) {
        return Apart { first: None, second: exported };
    }
    let ended = export(first, letters);
    let is_enough = ended.as_ref().is_some_and(|first| are_apart(first, second));
    Apart { first: ended, second: exported.filter(|_| !is_enough) }
}

/// Whether a text has neither moves nor a marker.
fn is_only_tags(text: &[u8]) -> bool {
    let mut parser = Parser::new(text);
    std::iter::from_fn(|| parser.next_event(&mut Ignore))
        .all(|event| !matches!(event, Event::Move(_) | Event::Termination { .. }))
}

/// Whether two texts are read as two games.
fn are_apart(first: &[u8], second: &[u8]) -> bool {
    let both = [first, second].concat();
    let mut games = pgnkit::games(&both);
    match (games.next(), games.next(), games.next()) {
        (Some(one), Some(other), None) => {
            one.offset + one.bytes.len() <= first.len() && other.offset >= first.len()
        }
        _ => false,
    }
}

/// A game in export format, with its end.
pub(super) fn export(text: &[u8], letters: PieceLetters) -> Option<Vec<u8>> {
    let parsed = pgnkit::parse_games(text).letters(letters).next()?;
    let mut exported = Vec::new();
    Export::default().write_game(&parsed.game, &mut exported);
    Some(exported)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_that_would_run_into_each_other() {
        for (before, text, is_apart) in [
            ("1. e4 e5 *\n\n", "1. d4 *\n\n", true),
            ("1. e4 e5\n\n", "[White \"x\"]\n\n1. d4 *\n\n", true),
            ("1. e4 e5\n\n", "1. d4 *\n\n", false),
            ("1. e4 {x 1-0\n\n", "; note\n[White \"x\"]\n\n1. d4 *\n\n", false),
            ("1. e4 e5 1-0\n\n", "; note\n[White \"x\"]\n\n1. d4 *\n\n", true),
            ("1. e4 e5 1-0\n\n", "{note} 1. d4 *\n\n", true),
            ("", "1. d4 *\n\n", true),
            ("[Round \"1\"]\n\n", "[Round \"2\"]\n\n*\n\n", false),
            ("[Event \"?\"]\n\n", "[WhiteElo \"2000\"]\n\n*\n\n", false),
        ] {
            let closed = ends_with_marker(before.as_bytes()) && !before.contains('{');
            let made = apart(before.as_bytes(), closed, text.as_bytes(), PieceLetters::default());
            assert_eq!(made == Apart::default(), is_apart, "{before:?} {text:?}");
            let part = |made: Option<Vec<u8>>, text: &str| made.unwrap_or_else(|| text.into());
            let both = [part(made.first, before), part(made.second, text)].concat();
            assert_eq!(
                pgnkit::games(&both).count(),
                1 + usize::from(!before.is_empty()),
                "{before:?} {text:?}"
            );
        }
    }

    #[test]
    fn what_comes_after_a_game() {
        for (text, expected) in [
            ("1. e4 *\n\n; end\n", Some("1. e4 *")),
            ("1. e4 * ; same\n; end\n", Some("1. e4 * ; same")),
            ("1. e4 1-0 {a\nb} ; c\r\n{end}", Some("1. e4 1-0 {a\nb} ; c")),
            ("1. e4 *", Some("1. e4 *")),
            ("1. e4 ; *", None),
        ] {
            let end = end_of_game(text.as_bytes());
            assert_eq!(end.map(|end| &text[..end]), expected, "{text:?}");
        }
    }

    #[test]
    fn ends_that_are_certain() {
        for (text, expected) in [
            ("1. e4 *\r\n\r\n", true),
            ("1. e4 1/2-1/2", true),
            ("1. e4", false),
            ("1. e4 ; 1-0", false),
            ("1. e4 {\n1-0}", false),
        ] {
            assert_eq!(ends_with_marker(text.as_bytes()), expected, "{text}");
        }
    }
}
