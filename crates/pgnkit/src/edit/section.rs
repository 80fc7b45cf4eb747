//! Edits of a tag section alone, proven without reading the moves.
//!
//! In a section of the usual form, each pair `[Name "value"]` on a line of its own, every pair is read by itself, and what comes
//! after the section is read as it was: the section is again of that form, its first pair begins as before after an empty line,
//! which ends whatever was open (decision A-09), the start of the game and its result are in no pair that changed, and the text
//! stays UTF-8. So the edits are proven by reading the new section, and games around it need not be looked at.

use pgnkit_syntax::internals::plain_tag;
use pgnkit_syntax::{Diagnostic, Encoding, Event, Parser, RawTag, Severity, Sink, Span, StartContext};

use super::plan::{self, Patch};
use super::tags::{Place, Tags};
use super::{EditableGame, Made};
use crate::read::TagSection;

/// The tag section of a game, where it is of the usual form.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// From the first pair to the end of the line of the last one.
    pub(super) span: Span,
    pub(super) tags: Vec<RawTag>,
}

impl Section {
    /// The section at the beginning of a stretch, if it is of the usual form and followed by movetext. `is_first` says that no
    /// other game is before it; `tags` are memory for its pairs.
    pub(super) fn read(bytes: &[u8], is_first: bool, mut tags: Vec<RawTag>) -> Option<Self> {
        let start = bytes.iter().position(|byte| !matches!(byte, b' ' | b'\n' | b'\r'))?;
        let before = &bytes[..start];
        let after_empty_line = before.ends_with(b"\n\n") || before.ends_with(b"\r\n\r\n");
        if bytes[start] != b'[' || !(after_empty_line || (before.is_empty() && is_first)) {
            return None;
        }
        tags.clear();
        let end = plain_lines(bytes, start, &mut tags);
        if !tags.is_empty() && begins_with_move(&bytes[end..]) {
            return Some(Self { span: Span::new(start, end), tags });
        }
        Self::read_slowly(bytes, start, tags)
    }

    /// The same, of any pairs of the usual form.
    fn read_slowly(bytes: &[u8], start: usize, mut tags: Vec<RawTag>) -> Option<Self> {
        tags.clear();
        let mut parser = Parser::new(bytes).in_context(StartContext::Line);
        let mut end = start;
        loop {
            match next(&mut parser, &mut pgnkit_syntax::Ignore)? {
                (Event::Tag(tag), true) if tag.span.start == end => {
                    end = tag.span.end + newline(&bytes[tag.span.end..])?;
                    tags.push(tag);
                }
                // Other pairs could follow.
                (Event::Comment(_) | Event::Escape(_), _) if !tags.is_empty() => {}
                (
                    Event::Move(_)
                    | Event::MoveNumber { .. }
                    | Event::Nag { .. }
                    | Event::RavBegin(_)
                    | Event::Termination { .. },
                    _,
                ) => break,
                _ => return None,
            }
        }
        (!tags.is_empty()).then(|| Self { span: Span::new(start, end), tags })
    }
}

/// Takes the pairs of the lines from a place on that hold nothing but a pair of the usual form without special characters; gives where
/// they end. The parser reads them so, too.
fn plain_lines(text: &[u8], start: usize, tags: &mut Vec<RawTag>) -> usize {
    let mut end = start;
    while let Some(tag) = plain_tag(text, end)
        && let Some(length) = newline(&text[tag.span.end..])
        && tag.name.of(text) != b"WhiteA"
    {
        end = tag.span.end + length;
        tags.push(tag);
    }
    end
}

/// Whether text after a tag section begins as that of nearly all games: with an empty line and the first move.
fn begins_with_move(text: &[u8]) -> bool {
    let text = &text[newline(text).unwrap_or(text.len())..];
    let Some(text) = text.strip_prefix(b"1.") else { return false };
    let text = text.strip_prefix(b" ").unwrap_or(text);
    let text = text.strip_prefix(b"N").unwrap_or(text);
    matches!(text, [b'a'..=b'h', b'1'..=b'8', b' ' | b'\n' | b'\r', ..])
}

/// Whether a section begins as before, up to the value of its first pair.
fn begins_as(text: &[u8], old: &[u8]) -> bool {
    memchr::memchr(b'"', old).is_some_and(|opening| text.starts_with(&old[..=opening]))
}

/// The pairs of lines that hold nothing else; `None` where not all of them are of the usual form.
pub(super) fn usual_pairs(text: &[u8], errors: &mut Errors) -> Option<Vec<RawTag>> {
    let mut tags: Vec<RawTag> = Vec::with_capacity(16);
    if plain_lines(text, 0, &mut tags) == text.len() {
        return Some(tags);
    }
    tags.clear();
    let mut parser = Parser::new(text).in_context(StartContext::Line);
    let mut end = 0;
    while end < text.len() {
        let Some((Event::Tag(tag), true)) = next(&mut parser, errors) else { return None };
        if tag.span.start != end {
            return None;
        }
        end = tag.span.end + newline(&text[tag.span.end..])?;
        tags.push(tag);
    }
    Some(tags)
}

/// The next event, and whether it is a pair of the usual form.
#[inline(always)]
fn next(parser: &mut Parser<'_>, sink: &mut dyn Sink) -> Option<(Event, bool)> {
    if let Some(tag) = parser.take_plain_tag() {
        // Its form is the usual one.
        let has_usual_name = tag.name.of(parser.bytes()) != b"WhiteA";
        debug_assert_eq!(has_usual_name, is_usual(parser.bytes(), &tag));
        return Some((Event::Tag(tag), has_usual_name));
    }
    let event = parser.next_event(sink)?;
    let is_usual = matches!(&event, Event::Tag(tag) if is_usual(parser.bytes(), tag));
    Some((event, is_usual))
}

/// Whether a pair is `[Name "value"]`, so that nothing around it can change its reading.
fn is_usual(bytes: &[u8], tag: &RawTag) -> bool {
    let RawTag { span, name, value, encoded } = *tag;
    let is_close = name.start == span.start + 1 && value.start == name.end + 2 && value.end + 2 == span.end;
    is_close
        && &bytes[name.end..value.start] == b" \""
        && bytes[value.end..].starts_with(b"\"]")
        && name.of(bytes).iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
        && name.of(bytes) != b"WhiteA"
        && (!encoded || is_escaped(value.of(bytes)))
}

/// Whether all quotes and backslashes of a value are escaped, and it is on one line.
fn is_escaped(value: &[u8]) -> bool {
    let mut rest = value.iter();
    while let Some(byte) = rest.next() {
        let is_right = match byte {
            b'\\' => matches!(rest.next(), Some(b'"' | b'\\')),
            b'"' => false,
            byte => *byte >= b' ',
        };
        if !is_right {
            return false;
        }
    }
    true
}

/// The length of the newline at the beginning of a text.
fn newline(text: &[u8]) -> Option<usize> {
    match text {
        [b'\r', b'\n', ..] => Some(2),
        [b'\n', ..] => Some(1),
        _ => None,
    }
}

impl EditableGame<'_> {
    /// The section, where it is of the usual form.
    pub(super) fn section(&self) -> Option<&Section> {
        self.section
            .get_or_init(|| Section::read(self.bytes, self.window.begins_text(), Vec::with_capacity(16)))
            .as_ref()
    }

    /// The edits, where they are of tags alone and can be proven by themselves.
    pub(super) fn made_in_section(&self) -> Option<Made> {
        let tags = self.tags.get()?;
        if self.result.is_some()
            || !self.items.is_empty()
            || !self.inserted.is_empty()
            || tags.changes_reading()
        {
            return None;
        }
        let Section { span, .. } = *self.section()?;
        if self.encoding() != Encoding::Utf8 {
            return None;
        }
        self.made_by_adding(tags).or_else(|| self.made_by_patches(tags, span))
    }

    /// The new section and what changes in it, where lines are only added.
    fn made_by_adding(&self, tags: &Tags<'_>) -> Option<Made> {
        super::add::with_new_pairs(self.bytes, self.section()?, &tags.only_added()?)
    }

    /// The new section and what changes in it, whatever that is.
    fn made_by_patches(&self, tags: &Tags<'_>, span: Span) -> Option<Made> {
        let old = span.of(self.bytes);
        let begins_line = |_: usize| true;
        let place = Place { start: span.start, newline: self.newline(), begins_line: &begins_line };
        let edits = tags.edits(&place).ok()?;
        let patches = edits.into_iter().map(|(at, bytes)| {
            let is_within = at.start >= span.start && at.end <= span.end;
            is_within.then(|| Patch::outside(Span::new(at.start - span.start, at.end - span.start), bytes, 0))
        });
        let mut patches = patches.collect::<Option<Vec<_>>>()?;
        patches.retain(|patch| patch.span.of(old) != patch.bytes);
        let (text, changes) = plan::applied(old, &plan::in_order(old, patches).ok()?);
        let is_proven = begins_as(&text, old) && self.reads_as_planned(&text);
        is_proven.then_some(Made { span, text, changes, digest: None })
    }

    /// Whether a new section has the tags that it is to have, each in its own line and without an error.
    fn reads_as_planned(&self, text: &[u8]) -> bool {
        let mut errors = Errors(false);
        let Some(tags) = usual_pairs(text, &mut errors) else { return false };
        // As nearly always.
        if !errors.0 && TagSection::is_plain(text, &tags) && self.tag_state().are_in_order(text, &tags) {
            return true;
        }
        let mut section = TagSection::default();
        tags.into_iter().for_each(|tag| section.push(tag));
        section.resolve(text, &mut errors);
        if errors.0 {
            return false;
        }
        let mut found: Vec<_> = section.iter(text).map(|(name, tag)| (name, tag.value(text))).collect();
        let mut wanted: Vec<_> = self.tag_state().all().collect();
        found.sort_unstable();
        wanted.sort_unstable();
        found.len() == wanted.len()
            && found.iter().zip(wanted).all(|((name, value), wanted)| {
                (*name, &**value) == (wanted.0.as_bytes(), wanted.1.as_bytes())
            })
    }
}

/// Whether an error was reported.
pub(super) struct Errors(pub(super) bool);

impl Sink for Errors {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.0 |= diagnostic.severity == Severity::Error;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::fix::Change;

    /// What is the same whichever way it is made: the whole text, and its changes.
    fn told(made: &Made, text: &[u8]) -> (String, Vec<Change>) {
        let Span { start, end } = made.span;
        let whole = [&text[..start], &made.text, &text[end..]].concat();
        (
            whole.escape_ascii().to_string(),
            made.changes.iter().map(|change| change.moved(start, start)).collect(),
        )
    }

    #[test]
    fn sections_of_plain_pairs_are_as_the_parser_reads_them() {
        const PARTS: [&str; 25] = [
            "[Event \"a\"]",
            "[White \"b\"]",
            "[WhiteA \"b\"]",
            "[Event \"M\u{fc}ller\"]",
            "[Z_1 \"\"]",
            "[Site \"a\\\"b\"]",
            "[ Site \"a\"]",
            "[Site \"a\" ]",
            "[Site  \"a\"]",
            "\n",
            "\r\n",
            "\n\n",
            " ",
            "{c}",
            "%x",
            "1. e4",
            "1.Nf3",
            "1.",
            "e4",
            "1-0",
            "junk",
            "1.d",
            "1.e4 ",
            "1. Nf3 ",
            "1.Nf3\n",
        ];
        let (mut quick, mut slow) = (0, 0);
        for seed in 0..60_000_u64 {
            let mut random = (seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut next = |bound: usize| {
                random = (random ^ random >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                (random >> 33) as usize % bound
            };
            let mut text = ["", "\n\n", "\r\n\r\n", "\n"][next(4)].to_owned();
            for _ in 0..next(4) {
                text = text + PARTS[next(5)] + ["\n", "\r\n"][next(2)];
            }
            if next(2) == 0 {
                text = text + "\n" + PARTS[22 + next(3)];
            }
            for _ in 0..next(6) {
                text.push_str(PARTS[next(PARTS.len())]);
            }
            let bytes = text.as_bytes();
            let section = Section::read(bytes, true, Vec::new()).map(|section| (section.span, section.tags));
            let Some(start) = text.find('[') else { continue };
            let of_parser = Section::read_slowly(bytes, start, Vec::new());
            let is_plain = begins_with_move(&bytes[plain_lines(bytes, start, &mut Vec::new())..]);
            quick += usize::from(is_plain && section.is_some());
            slow += usize::from(!is_plain && section.is_some());
            if let Some(section) = section {
                assert_eq!(Some(section), of_parser.map(|section| (section.span, section.tags)), "{text:?}");
            }
            let lines: String = (0..next(4)).map(|_| PARTS[next(10)].to_owned() + "\n").collect();
            let (mut errors, mut tags) = (Errors(false), Vec::new());
            if plain_lines(lines.as_bytes(), 0, &mut tags) == lines.len() {
                let mut parser = Parser::new(lines.as_bytes()).in_context(StartContext::Line);
                let read: Vec<_> = tags.iter().map(|_| super::next(&mut parser, &mut errors)).collect();
                let expected: Vec<_> = tags.iter().map(|tag| Some((Event::Tag(*tag), true))).collect();
                assert_eq!((read, errors.0), (expected, false), "{lines:?}");
            }
        }
        assert!(quick > 1_000 && slow > 500, "{quick} {slow}");
    }

    #[test]
    fn lines_are_added_as_patches_would_add_them() {
        let names = ["Event", "White", "Result", "Annotator", "ECO", "Zugzwang", "fritz"];
        let news =
            ["Event", "Site", "Black", "ECO", "eco", "Opening", "Annotator", "Variation", "Zz", "WhiteA"];
        let values = ["", "a", "say \\\"hi\\\"", "M\u{fc}ller"];
        let (mut compared, mut by_patches) = (0, 0);
        for seed in 0..40_000_usize {
            let mut random = (seed as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mut next = |bound: usize| {
                random = (random ^ random >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
                (random >> 33) as usize % bound
            };
            let newline = ["\n", "\r\n"][next(2)];
            let mut text = String::new();
            for _ in 0..next(6) + 1 {
                let (name, value) = (names[next(names.len())], values[next(values.len())]);
                text.push_str(&format!("[{name} \"{value}\"]{newline}"));
            }
            text.push_str(&format!("{newline}1. e4 *{newline}"));
            let Ok(mut game) = EditableGame::open(text.as_bytes()) else { panic!("{text}") };
            for _ in 0..next(4) + 1 {
                let (name, value) = (news[next(news.len())], ["", "b", "\"\\", "\u{fc}"][next(4)]);
                let _ = game.set_tag(name, value);
            }
            if next(8) == 0 {
                game.remove_tag(names[next(names.len())]);
            }
            let (Some(tags), Some(section)) = (game.tags.get(), game.section()) else { continue };
            let (added, patched) = (game.made_by_adding(tags), game.made_by_patches(tags, section.span));
            match (&added, &patched) {
                (Some(added), Some(patched)) => {
                    assert_eq!(told(added, text.as_bytes()), told(patched, text.as_bytes()), "{text}");
                    compared += 1;
                }
                (Some(added), None) => panic!("{text} {:?}", told(added, text.as_bytes())),
                (None, _) => by_patches += usize::from(patched.is_some()),
            }
        }
        assert!(compared > 4_000 && by_patches > 1_000, "{compared} {by_patches}");
    }
}
