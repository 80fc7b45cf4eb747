//! Two games that did not follow each other before: they must not become one.

use pgnkit::syntax::{Code, Diagnostic, Event, Ignore, Parser, Severity};
use pgnkit::{Export, PieceLetters};

use super::layout;
use pgnkit_archive::input::{InputFormat as _, Pgn};
use pgnkit_archive::internals::begins_tag_pair;

/// Endings of the last line of a game.
const MARKERS: [&[u8]; 4] = [b"*", b"1-0", b"0-1", b"1/2-1/2"];

/// Whether a text that is read without an error certainly ends with the marker of its game.
pub(super) fn ends_with_marker(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let line = memchr::memrchr2(b'\n', b'\r', text).map_or(text, |at| &text[at + 1..]);
    // With one of these in its line, the marker may be a part of a comment, an escape line or a tag.
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
                let is_in_line = |end: &usize| {
                    let between = text.get(*end..span.start);
                    between.is_some_and(|between| !between.iter().any(|byte| matches!(byte, b'\n' | b'\r')))
                };
                // The brace that closes it is no part of it.
                let brace = usize::from(text.get(span.end) == Some(&b'}'));
                end = end.map(|end| if is_in_line(&end) { span.end + brace } else { end });
            }
            _ => {}
        }
    }
    let end = end?.min(text.len());
    Some(memchr::memchr2(b'\n', b'\r', &text[end..]).map_or(text.len(), |length| end + length))
}

/// Whether a text has the marker of its game, whatever comes after it: a brace there would close a comment that is open, and make the
/// marker a part of that.
pub(super) fn has_end(text: &[u8]) -> bool {
    end_of_game(text).is_some() && end_of_game(&[text, CLOSING].concat()).is_some()
}

/// The brace that makes a comment of everything after an open brace.
const CLOSING: &[u8] = b"}";

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

/// Replacements of two texts that, one after the other, would not be read as two games with the boundary
/// between them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Apart {
    pub(super) first: Option<Vec<u8>>,
    pub(super) second: Option<Vec<u8>>,
    /// The way they were made.
    pub(super) by: Means,
    /// The games in export format: what is said of them.
    pub(super) rewritten: Vec<String>,
}

/// Means to keep two games apart.
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
/// before it is apart from that. A first one that is written already stays as it is: it has its marker.
pub(super) fn apart(
    first: &[u8],
    closed: bool,
    is_written: bool,
    second: &[u8],
    letters: PieceLetters,
) -> Apart {
    // The usual case is decided by the first bytes of the second text, without parsing.
    let is_certain = closed && (begins_game(second) || begins_with_number(second));
    if first.is_empty() || is_certain || are_apart(first, second) {
        return Apart::default();
    }
    if !is_written && let Some(first) = with_marker(first, letters, |first| are_apart(first, second)) {
        return Apart { first: Some(first), by: Means::Marker, ..Apart::default() };
    }
    rewritten(first, is_written, second, letters).unwrap_or_default()
}

/// Two texts of which one, or both, are in export format, if that keeps them apart. A game without an error, and one that would lose
/// something, is only written anew where the other one alone is not enough.
#[cold]
fn rewritten(first: &[u8], is_written: bool, second: &[u8], letters: PieceLetters) -> Option<Apart> {
    let made = [first, second].map(|text| Anew::of(text, letters));
    // The text of a game, written anew or not, if it can be.
    let text = |at: usize, anew: bool| match (&made[at], anew) {
        (Some(made), true) => Some(&*made.text),
        (None, true) => None,
        (_, false) => Some([first, second][at]),
    };
    let harm = |way: [bool; 2], is_harm: fn(&Anew) -> bool| {
        let used = made.iter().flatten().zip(way).filter(|(_, is_used)| *is_used);
        used.filter(|(anew, _)| is_harm(anew)).count()
    };
    // One text before both; by the sort, which is stable, the way that loses least, then the one that touches fewest games
    // without an error.
    let mut ways = [[false, true], [true, false], [true, true]];
    ways.sort_by_key(|way| (harm(*way, |anew| anew.loses), harm(*way, |anew| !anew.has_error)));
    let way = ways.into_iter().filter(|way| !(is_written && way[0])).find(|way| {
        text(0, way[0]).zip(text(1, way[1])).is_some_and(|(first, second)| are_apart(first, second))
    })?;
    let [first, second] = made;
    let taken = [first.filter(|_| way[0]), second.filter(|_| way[1])];
    let rewritten = taken.iter().flatten().map(|anew| anew.said.clone()).collect();
    let [first, second] = taken.map(|anew| anew.map(|anew| anew.text));
    Some(Apart { first, second, by: Means::Export, rewritten })
}

/// A game in export format.
struct Anew {
    text: Vec<u8>,
    has_error: bool,
    /// Whether the text has more than the game.
    loses: bool,
    /// Which game it is, and what is otherwise in it.
    said: String,
}

impl Anew {
    /// `None` for a text that is more than one game.
    fn of(text: &[u8], letters: PieceLetters) -> Option<Self> {
        if pgnkit::games(text).nth(1).is_some() {
            return None;
        }
        let parsed = pgnkit::parse_games(text).letters(letters).next()?;
        let has_error = parsed.diagnostics.iter().any(|found| found.severity == Severity::Error);
        // These have no place in export format.
        let is_lost = |found: &&Diagnostic| {
            matches!(
                found.code,
                Code::StrayText
                    | Code::ContradictingTag
                    | Code::RepeatedTag
                    | Code::TagNameCase
                    | Code::NeedlessSetUp
                    | Code::MissingFen
            )
        };
        let lost: Vec<_> = parsed.diagnostics.iter().filter(is_lost).map(|found| &*found.message).collect();
        let mut exported = Vec::new();
        let losses = Export::default().write_game(&parsed.game, &mut exported);
        let mut said = Pgn.title(text).to_string();
        if said.is_empty() {
            said.push_str("a game without names");
        }
        if !losses.is_empty() {
            said = format!("{said} (altered: {losses})");
        }
        for lost in &lost {
            said = format!("{said} ({lost})");
        }
        Some(Self { text: exported, has_error, loses: !lost.is_empty(), said })
    }
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
        // A marker in the wrong place would change the game, or be read as a part of it.
        let is_same = || export(&ended, letters).is_some_and(|other| other == exported);
        (has_end(&ended) && is_same() && suits(&ended)).then_some(ended)
    })
}

/// Whether two texts are read as two games, whatever comes after them.
fn are_apart(first: &[u8], second: &[u8]) -> bool {
    let mut both = [first, second].concat();
    let is_boundary = |both: &[u8]| {
        let mut games = pgnkit::games(both);
        let (one, other) = (games.next(), games.next());
        let is_one = one.is_some_and(|one| one.offset + one.bytes.len() <= first.len());
        is_one && other.is_some_and(|other| other.offset >= first.len())
    };
    if pgnkit::games(&both).nth(2).is_some() || !is_boundary(&both) {
        return false;
    }
    // A later text may close a comment that is open here, and move the boundary: it must hold in that case, too.
    both.extend_from_slice(CLOSING);
    !first.contains(&b'{') || is_boundary(&both)
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
            ("{open\n\n; a\n[Round \"1\"]\n\n*\n\n", "; b\n[White \"x\"]\n\n*\n\n", false),
            ("{open\n\n; a\n[Round \"1\"]\n\n*\n\n", "[White \"x\"]\n\n*\n\n", true),
            ("1. e4 e5 1-0\n\n", "; note\n[White \"x\"]\n\n1. d4 *\n\n", true),
            ("1. e4 e5 1-0\n\n", "{note} 1. d4 *\n\n", true),
            ("", "1. d4 *\n\n", true),
            ("[Round \"1\"]\n\n", "[Round \"2\"]\n\n*\n\n", true),
            ("[Event \"?\"]\n\n", "[WhiteElo \"2000\"]\n\n*\n\n", false),
            ("[Event \"?\"]\n\n", "[Event \"2000\"]\n\n*\n\n", true),
        ] {
            let closed = ends_with_marker(before.as_bytes()) && !before.contains('{');
            let made = apart(before.as_bytes(), closed, false, text.as_bytes(), PieceLetters::default());
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
            let made = apart(before.as_bytes(), false, false, text.as_bytes(), PieceLetters::default());
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
