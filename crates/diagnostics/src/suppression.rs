//! Suppressions: escape lines by which a text asks not to report what it knows of.
//!
//! `%pgn-check ignore T003 M001` before the tag pairs of a game is about that game; `%pgn-check ignore-file T003` at the
//! beginning of a text is about all of it. What follows `--` is the reason, for people.

use crate::{Code, CodeSet, Selector, Span};

/// The word by which an escape line is known to be a suppression.
const KEYWORD: &[u8] = b"pgn-check";

/// The games that a suppression is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuppressionScope {
    /// The game it is before.
    Game,
    /// All of the text.
    File,
}

/// An escape line that asks not to report some codes.
///
/// ```
/// use pgnkit_diagnostics::{Code, Suppression};
///
/// let line = b"pgn-check ignore T003, illegal-move -- as it was printed";
/// let suppression = Suppression::parse(line).unwrap();
/// assert!(suppression.codes.contains(Code::IllegalMove));
/// assert_eq!(suppression.fault, None);
/// assert!(Suppression::parse(b"eval=3").is_none());
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Suppression {
    /// What it is about.
    pub scope: SuppressionScope,
    /// The codes that are not to be reported.
    pub codes: CodeSet,
    /// The first thing in it that could not be understood.
    pub fault: Option<SuppressionFault>,
}

/// A part of a suppression that was not understood; spans count from the beginning of the line, after its `%`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SuppressionFault {
    /// It says neither `ignore` nor `ignore-file`.
    Verb(Span),
    /// It names no codes.
    NoCodes(Span),
    /// A word that is no code, no area and no name.
    UnknownCode(Span),
}

impl Suppression {
    /// A suppression of a whole text counts within its first so many bytes.
    pub const REACH: usize = 4096;

    /// Reads an escape line, without its `%`; `None` where it is none of ours.
    pub fn parse(line: &[u8]) -> Option<Self> {
        let mut words = Words { line, pos: 0 };
        let first = words.next()?;
        let keyword = first.of(line);
        if keyword.strip_suffix(b":").unwrap_or(keyword) != KEYWORD {
            return None;
        }
        let mut suppression = Self { scope: SuppressionScope::Game, codes: CodeSet::EMPTY, fault: None };
        match words.next() {
            Some(verb) if verb.of(line) == b"ignore" => {}
            Some(verb) if verb.of(line) == b"ignore-file" => suppression.scope = SuppressionScope::File,
            Some(verb) => suppression.fault = Some(SuppressionFault::Verb(verb)),
            None => suppression.fault = Some(SuppressionFault::Verb(first)),
        }
        if suppression.fault.is_some() {
            return Some(suppression);
        }
        let mut is_empty = true;
        for word in words {
            is_empty = false;
            let text = core::str::from_utf8(word.of(line)).ok();
            match text.and_then(|text| text.parse::<Selector>().ok()) {
                Some(selector) => {
                    let meant = Code::ALL.iter().filter(|code| selector.matches(**code));
                    meant.for_each(|code| suppression.codes.insert(*code));
                }
                None if suppression.fault.is_none() => {
                    suppression.fault = Some(SuppressionFault::UnknownCode(word));
                }
                None => {}
            }
        }
        if is_empty {
            suppression.fault = Some(SuppressionFault::NoCodes(first));
        }
        Some(suppression)
    }

    /// The codes that are not to be reported of a game: by the escape lines before its tag pairs or moves, the text
    /// before it ending at `start`. Only these lines are looked at, and white space and comments between them.
    pub fn of_game(text: &[u8], start: usize) -> CodeSet {
        codes(text, start, SuppressionScope::Game)
    }

    /// The codes that are not to be reported of a text, of which `head` is the beginning.
    pub fn of_file(head: &[u8]) -> CodeSet {
        codes(reach(head), 0, SuppressionScope::File)
    }

    /// Whether the escape line at `line` of a text is where suppressions of the whole text are.
    pub fn is_of_file(text: &[u8], line: Span) -> bool {
        Preamble { text: reach(text), pos: 0 }.any(|span| span == line)
    }
}

/// The lines of a text that can be about all of it.
fn reach(text: &[u8]) -> &[u8] {
    match text.get(..Suppression::REACH) {
        None => text,
        // A line that is cut may say something else.
        Some(head) => &head[..memchr::memrchr2(b'\n', b'\r', head).map_or(0, |at| at + 1)],
    }
}

#[inline]
fn codes(text: &[u8], start: usize, scope: SuppressionScope) -> CodeSet {
    let mut codes = CodeSet::EMPTY;
    for span in (Preamble { text, pos: start }) {
        let line = &text[span.start + 1..span.end];
        if let Some(found) = Suppression::parse(line).filter(|found| found.scope == scope) {
            found.codes.iter().for_each(|code| codes.insert(code));
        }
    }
    codes
}

/// The escape lines before a game, from `pos` on.
struct Preamble<'t> {
    text: &'t [u8],
    pos: usize,
}

impl Iterator for Preamble<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let line_end = |from: usize| {
            memchr::memchr2(b'\n', b'\r', &self.text[from..]).map_or(self.text.len(), |at| from + at)
        };
        if self.pos == 0 && self.text.starts_with(b"\xef\xbb\xbf") {
            self.pos = 3;
        }
        loop {
            let start = self.pos;
            match *self.text.get(start)? {
                b' ' | b'\t'..=0x0b | b'\r' => self.pos += 1,
                b';' => self.pos = line_end(start),
                b'{' => {
                    // What nothing closes is not looked for in all of the text, game after game.
                    let end = self.text.len().min(start + Suppression::REACH);
                    self.pos = start + 1 + memchr::memchr(b'}', &self.text[start..end])?;
                }
                b'%' if begins_line(self.text, start) => {
                    self.pos = line_end(start);
                    return Some(Span::new(start, self.pos));
                }
                _ => return None,
            }
        }
    }
}

fn begins_line(text: &[u8], at: usize) -> bool {
    match at.checked_sub(1).map(|before| text[before]) {
        None | Some(b'\n' | b'\r') => true,
        Some(_) => at == 3 && text.starts_with(b"\xef\xbb\xbf"),
    }
}

/// Words between white space and commas, up to `--`.
struct Words<'l> {
    line: &'l [u8],
    pos: usize,
}

impl Iterator for Words<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b',';
        let rest = &self.line[self.pos..];
        let start = self.pos + rest.iter().position(|byte| !is_between(byte))?;
        let length = self.line[start..].iter().position(is_between).unwrap_or(self.line.len() - start);
        self.pos = start + length;
        let word = Span::new(start, self.pos);
        (word.of(self.line) != b"--").then_some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn lines_are_read() {
        use SuppressionFault::{NoCodes, UnknownCode, Verb};
        let span = Span::new;
        for (line, codes, fault) in [
            ("pgn-check ignore C001", 1, None),
            (" pgn-check: ignore C001,illegal-move  M010 -- C002", 2, None),
            ("pgn-check ignore ALL", Code::ALL.len(), None),
            ("pgn-check ignore C001 X99 Y", 1, Some(UnknownCode(span(22, 25)))),
            ("pgn-check ignore \u{e9}", 0, Some(UnknownCode(span(17, 19)))),
            ("pgn-check ignore -- C001", 0, Some(NoCodes(span(0, 9)))),
            ("pgn-check C001", 0, Some(Verb(span(10, 14)))),
            ("pgn-check", 0, Some(Verb(span(0, 9)))),
        ] {
            let found = Suppression::parse(line.as_bytes()).unwrap();
            assert_eq!((found.codes.iter().count(), found.fault), (codes, fault), "{line}");
        }
        for line in ["", " ", "pgn-checks ignore C001", "PGN C001", "eval"] {
            assert_eq!(Suppression::parse(line.as_bytes()), None, "{line}");
        }
        let of_file = Suppression::parse(b"pgn-check ignore-file C").unwrap();
        assert_eq!(of_file.scope, SuppressionScope::File);
    }

    #[test]
    fn only_lines_before_a_game_count() {
        let count = |text: &str, start| Suppression::of_game(text.as_bytes(), start).iter().count();
        let line = "%pgn-check ignore C001";
        for (text, start, expected) in [
            (format!("{line}\n[A \"b\"]"), 0, 1),
            (format!("\u{feff}{line}\r\n"), 0, 1),
            (format!("* {line}\n"), 1, 0),
            (format!("*\n{line}"), 1, 1),
            (format!("\n; a\n%x\n{{b\nc}}\n{line}\n%pgn-check ignore C002\n"), 0, 2),
            (format!("[A \"b\"]\n{line}\n"), 0, 0),
            (format!("{{\n{line}\n"), 0, 0),
            (format!("%pgn-check ignore-file C\n{line}\n"), 0, 1),
        ] {
            assert_eq!(count(&text, start), expected, "{text}");
        }
    }

    #[test]
    fn a_whole_text_is_spoken_of_at_its_beginning() {
        let line = "%pgn-check ignore-file C001\n";
        let count = |text: &str| Suppression::of_file(text.as_bytes()).iter().count();
        assert_eq!(count(&format!("%x\n{line}*")), 1);
        assert_eq!(count(&format!("*\n{line}")), 0);
        let far = format!("{}\n{line}", "; ".repeat(Suppression::REACH / 2));
        assert_eq!(count(&far), 0);
        // A line that is cut off says nothing, since it may go on.
        let cut = format!("{}{line}", "\n".repeat(Suppression::REACH - 10));
        assert_eq!(count(&cut), 0);
        assert_eq!(count(&format!("{line}{cut}")), 1);
        assert!(Suppression::is_of_file(line.as_bytes(), Span::new(0, line.len() - 1)));
    }
}
