//! Edits of a tag section alone, proven without reading the moves.
//!
//! In a section of the usual form, each pair `[Name "value"]` on a line of its own, every pair is read by itself, and what comes
//! after the section is read as it was: the section is again of that form, its first pair begins as before after an empty line,
//! which ends whatever was open (decision A-09), the start of the game and its result are in no pair that changed, and the text
//! stays UTF-8. So the edits are proven by reading the new section, and games around it need not be looked at.

use pgnkit_syntax::{Diagnostic, Encoding, Event, Parser, RawTag, Severity, Sink, Span, StartContext};

use super::plan::{self, Patch};
use super::tags::Place;
use super::{EditableGame, Made};
use crate::read::TagSection;

/// The tag section of a game, where it is of the usual form.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// From the first pair to the end of the line of the last one.
    span: Span,
    pub(super) tags: Vec<RawTag>,
}

impl Section {
    /// The section at the beginning of a stretch, if it is of the usual form and followed by movetext. `is_first` says that no
    /// other game is before it.
    pub(super) fn read(bytes: &[u8], is_first: bool) -> Option<Self> {
        let start = bytes.iter().position(|byte| !matches!(byte, b' ' | b'\n' | b'\r'))?;
        let before = &bytes[..start];
        let after_empty_line = before.ends_with(b"\n\n") || before.ends_with(b"\r\n\r\n");
        if bytes[start] != b'[' || !(after_empty_line || (before.is_empty() && is_first)) {
            return None;
        }
        let mut parser = Parser::new(bytes).in_context(StartContext::Line);
        let mut tags: Vec<RawTag> = Vec::with_capacity(16);
        let mut end = start;
        loop {
            match parser.next_event(&mut pgnkit_syntax::Ignore)? {
                Event::Tag(tag) if tag.span.start == end && is_usual(bytes, &tag) => {
                    end = tag.span.end + newline(&bytes[tag.span.end..])?;
                    tags.push(tag);
                }
                // Other pairs could follow.
                Event::Comment(_) | Event::Escape(_) if !tags.is_empty() => {}
                Event::Move(_)
                | Event::MoveNumber { .. }
                | Event::Nag { .. }
                | Event::RavBegin(_)
                | Event::Termination { .. } => break,
                _ => return None,
            }
        }
        (!tags.is_empty()).then(|| Self { span: Span::new(start, end), tags })
    }
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
        self.section.get_or_init(|| Section::read(self.bytes, self.window.begins_text())).as_ref()
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
        let begins_line = |_: usize| true;
        let place = Place { start: span.start, newline: self.newline(), begins_line: &begins_line };
        let edits = tags.edits(&place).ok()?;
        let patches = edits.into_iter().map(|(at, bytes)| {
            let is_within = at.start >= span.start && at.end <= span.end;
            is_within.then(|| Patch::outside(Span::new(at.start - span.start, at.end - span.start), bytes, 0))
        });
        let mut patches = patches.collect::<Option<Vec<_>>>()?;
        let old = span.of(self.bytes);
        patches.retain(|patch| patch.span.of(old) != patch.bytes);
        let (text, changes) = plan::applied(old, &plan::in_order(old, patches).ok()?);
        let opening = memchr::memchr(b'"', old)?;
        if !text.starts_with(&old[..=opening]) || !self.reads_as_planned(&text) {
            return None;
        }
        Some(Made { span, text, changes, digest: None })
    }

    /// Whether a new section has the tags that it is to have, each in its own line and without an error.
    fn reads_as_planned(&self, text: &[u8]) -> bool {
        let mut errors = Errors(false);
        let mut section = TagSection::default();
        let mut parser = Parser::new(text).in_context(StartContext::Line);
        let mut end = 0;
        while end < text.len() {
            let Some(Event::Tag(tag)) = parser.next_event(&mut errors) else { return false };
            let Some(newline) = newline(&text[tag.span.end..]) else { return false };
            if tag.span.start != end || !is_usual(text, &tag) {
                return false;
            }
            end = tag.span.end + newline;
            section.push(tag);
        }
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
struct Errors(bool);

impl Sink for Errors {
    fn report(&mut self, diagnostic: Diagnostic) {
        self.0 |= diagnostic.severity == Severity::Error;
    }
}
