//! Two games that did not follow each other before: they must not become one.

use pgnkit::syntax::{Event, Ignore, Parser};
use pgnkit::{Export, PieceLetters};

use super::layout;
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
    /// How they were made.
    pub(super) by: Means,
}

/// What keeps two games apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Means {
    /// Nothing is needed.
    #[default]
    Nothing,
    /// The first one has got its marker.
    Marker,
    /// The second one, and the first one as well if need be, is in export format.
    Export,
}

/// Finds what keeps two games apart with the least change. The beginning of the first one stays where that is enough: what was
/// before it is apart from that.
pub(super) fn apart(first: &[u8], closed: bool, second: &[u8], letters: PieceLetters) -> Apart {
    let is_certain = closed && (begins_game(second) || begins_with_number(second));
    if first.is_empty() || is_certain || are_apart(first, second) {
        return Apart::default();
    }
    if let Some(first) = with_marker(first, letters, |first| are_apart(first, second)) {
        return Apart { first: Some(first), second: None, by: Means::Marker };
    }
    let second = export(second, letters);
    let is_enough = second.as_ref().is_some_and(|second| are_apart(first, second));
    let first = if is_enough { None } else { export(first, letters) };
    Apart { first, second, by: Means::Export }
}

/// A text that is one game without an end, with its marker, if that makes no other game of it and is enough for `suits`.
pub(super) fn with_marker(
    text: &[u8],
    letters: PieceLetters,
    suits: impl Fn(&[u8]) -> bool,
) -> Option<Vec<u8>> {
    let exported = export(text, letters)?;
    let marker = exported.trim_ascii_end().rsplit(u8::is_ascii_whitespace).next()?;
    let body = text.trim_ascii_end();
    let newline = layout::newline_in(&text[body.len()..]).unwrap_or(b"\n");
    let empty_line = [newline, newline].concat();
    // After moves the marker is in their line, unless a comment goes on to the end of that.
    let separators: &[&[u8]] =
        if body.ends_with(b"]") { &[&empty_line] } else { &[b" ", newline, &empty_line] };
    // A brace closes a comment.
    let mut ways = separators.iter().flat_map(|separator| [(&b""[..], *separator), (b"}", *separator)]);
    ways.find_map(|(closing, separator)| {
        let ended = [body, closing, separator, marker, newline, newline].concat();
        let is_same = || export(&ended, letters).is_some_and(|other| other == exported);
        (end_of_game(&ended).is_some() && is_same() && suits(&ended)).then_some(ended)
    })
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
            ("[Round \"1\"]\n\n", "[Round \"2\"]\n\n*\n\n", true),
            ("[Event \"?\"]\n\n", "[WhiteElo \"2000\"]\n\n*\n\n", false),
            ("[Event \"?\"]\n\n", "[Event \"2000\"]\n\n*\n\n", true),
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

    /// Everything that was there stays, to the byte.
    #[test]
    fn what_keeps_games_apart_is_the_least() {
        let full = "##note\n[Event \"a\"]\n[Site \"?\"]\n[Date \"?\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n\n*\n\n";
        for (before, text, by, first, second) in [
            ("1. e4 e5\n\n", "##note\n[White \"x\"]\n\n*\n\n", Means::Marker, "1. e4 e5 *\n\n", ""),
            (
                "[Result \"1-0\"]\n\n1. e4\r\n\r\n",
                "1. d4 *\n\n",
                Means::Marker,
                "[Result \"1-0\"]\n\n1. e4 1-0\r\n\r\n",
                "",
            ),
            ("1. e4 ; open\n\n", "1. d4 *\n\n", Means::Marker, "1. e4 ; open\n*\n\n", ""),
            ("[Round \"1\"]\n\n", "[White \"2\"]\n\n*\n\n", Means::Marker, "[Round \"1\"]\n\n*\n\n", ""),
            ("1. e4 {open\n\n", full, Means::Marker, "1. e4 {open} *\n\n", ""),
        ] {
            let made = apart(before.as_bytes(), false, text.as_bytes(), PieceLetters::default());
            let shown = |made: Option<Vec<u8>>| String::from_utf8(made.unwrap_or_default()).unwrap();
            assert_eq!(made.by, by, "{before:?} {text:?}");
            assert_eq!((&*shown(made.first), &*shown(made.second)), (first, second), "{before:?} {text:?}");
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
