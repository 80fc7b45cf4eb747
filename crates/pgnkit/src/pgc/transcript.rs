//! A game as text: its tags and escape lines for whoever builds it, all of it for the checks.

use std::io::Write as _;

use pgnkit_chess::Color;
use pgnkit_syntax::{Code, Diagnostic, RawTag, Sink, Span};

use crate::bytes::append_number;
use crate::read::{Flow, Ply, Variation, Visitor};

/// Text in UTF-8 made of the items of a file, and which bytes each part of it stands for.
#[derive(Clone, Debug, Default)]
pub(super) struct Transcript {
    text: Vec<u8>,
    /// In the order of the text, and so are the parts.
    tags: Vec<Tag>,
    parts: Vec<Part>,
    /// The place of the game as a whole.
    marker: Span,
}

/// A tag pair, and what it stands for in the file.
#[derive(Clone, Copy, Debug)]
struct Tag {
    text: RawTag,
    record: Span,
    name: Name,
    value: Span,
}

/// Anything else.
#[derive(Clone, Copy, Debug)]
struct Part {
    /// Its beginning in the text.
    start: usize,
    /// The bytes of the file it stands for.
    bytes: Span,
}

impl Transcript {
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.tags.clear();
        self.parts.clear();
    }

    pub(super) fn text(&self) -> &[u8] {
        &self.text
    }

    /// The game begins with this marker.
    pub(super) fn begin_game(&mut self, at: usize) {
        self.marker = Span::new(at, at + 1);
    }

    /// A tag pair. `record` is all of it in the file.
    pub(super) fn tag(&mut self, file: &[u8], record: Span, name: Name, value: Span) -> RawTag {
        let start = self.text.len();
        self.text.push(b'[');
        let in_text = match name {
            Name::Known(name) => self.append(name.as_bytes()),
            Name::InFile(name) if name.of(file).is_ascii() => self.append(name.of(file)),
            Name::InFile(name) => self.append_latin1(name.of(file), false),
        };
        self.text.extend_from_slice(b" \"");
        let bytes = value.of(file);
        let is_plain = is_plain(bytes);
        let value_in_text = if is_plain { self.append(bytes) } else { self.append_latin1(bytes, true) };
        self.text.extend_from_slice(b"\"]\n");
        let span = Span::new(start, self.text.len() - 1);
        let text = RawTag { span, name: in_text, value: value_in_text, encoded: !is_plain };
        self.tags.push(Tag { text, record, name, value });
        text
    }

    /// The places in the file of the name and the value of a tag, whose name is at `name` in the text; a name that is known
    /// by the place of the value has an empty one.
    pub(super) fn tag_in_file(&self, name: Span) -> (Span, Span) {
        let Some(tag) = self.tag_at(name.start) else { return Default::default() };
        match tag.name {
            Name::Known(_) => (Span::default(), tag.value),
            Name::InFile(name) => (name, tag.value),
        }
    }

    fn tag_at(&self, at: usize) -> Option<&Tag> {
        let after = self.tags.partition_point(|tag| tag.text.span.start <= at);
        self.tags[..after].last().filter(|tag| at <= tag.text.span.end)
    }

    /// An escape line; the place of its text.
    pub(super) fn escape(&mut self, file: &[u8], escape: Span) -> Span {
        self.begin_part(escape);
        self.text.push(b'%');
        let text = self.append_latin1(escape.of(file), false);
        self.text.push(b'\n');
        text
    }

    /// Room after the text, in which names are looked at in steps of constant length.
    pub(super) fn pad(&mut self) {
        self.text.extend_from_slice(b"\n               ");
    }

    fn begin_part(&mut self, bytes: Span) {
        self.parts.push(Part { start: self.text.len(), bytes });
    }

    fn append(&mut self, text: &[u8]) -> Span {
        let start = self.text.len();
        self.text.extend_from_slice(text);
        Span::new(start, self.text.len())
    }

    /// Characters of ISO 8859-1, with spaces for control characters but for tabs outside strings.
    fn append_latin1(&mut self, bytes: &[u8], is_string: bool) -> Span {
        let start = self.text.len();
        for &byte in bytes {
            match byte {
                b'"' | b'\\' if is_string => self.text.extend_from_slice(&[b'\\', byte]),
                b'\t' if !is_string => self.text.push(byte),
                ..b' ' | 0x7f => self.text.push(b' '),
                ..0x80 => self.text.push(byte),
                _ => self.text.extend_from_slice(char::from(byte).encode_utf8(&mut [0; 2]).as_bytes()),
            }
        }
        Span::new(start, self.text.len())
    }

    /// The bytes of the file that a part of the text stands for.
    pub(super) fn in_file(&self, span: Span) -> Span {
        if let Some(tag) = self.tag_at(span.start) {
            return tag.in_file(span);
        }
        let after = self.parts.partition_point(|part| part.start <= span.start);
        self.parts[..after].last().map_or(self.marker, |part| part.bytes)
    }

    /// The bytes that the last part stands for.
    fn last(&self) -> Span {
        let tag = self.tags.last().map(|tag| (tag.text.span.start, tag.record));
        let part = self.parts.last().map(|part| (part.start, part.bytes));
        let last = [tag, part].into_iter().flatten().max_by_key(|(start, _)| *start);
        last.map_or(self.marker, |(_, bytes)| bytes)
    }
}

impl Tag {
    /// The bytes that a part of its text stands for.
    fn in_file(&self, span: Span) -> Span {
        let lies_in = |whole: Span| (whole.start..whole.end).contains(&span.start);
        let (text, bytes) = match self.name {
            _ if lies_in(self.text.value) => (self.text.value, self.value),
            Name::InFile(name) if lies_in(self.text.name) => (self.text.name, name),
            Name::Known(_) if lies_in(self.text.name) => return self.value,
            _ => return self.record,
        };
        // Where each byte stands for one, the text is as long: what must be written otherwise takes more.
        if text.len() != bytes.len() {
            return bytes;
        }
        let start = (bytes.start + span.start - text.start).min(bytes.end);
        Span::new(start, (start + span.len()).min(bytes.end))
    }
}

/// Whether the bytes are the same in a text, between quotes. Looks at all of them: that is quicker than to stop
/// at the first one that does not.
pub(super) fn is_plain(bytes: &[u8]) -> bool {
    let is_plain = |byte: &u8| matches!(byte, b' '..0x7f) & (*byte != b'"') & (*byte != b'\\');
    bytes.iter().fold(true, |all, byte| all & is_plain(byte))
}

/// The name of a tag.
#[derive(Clone, Copy, Debug)]
pub(super) enum Name {
    /// By its place in the record.
    Known(&'static str),
    /// As it is in the file.
    InFile(Span),
}

/// Takes what is reported of a transcript, with the places in the file. There is nothing in a file of records that could
/// be fixed by an edit of text.
pub(super) struct InFile<'t> {
    pub(super) transcript: &'t Transcript,
    pub(super) sink: &'t mut dyn Sink,
    /// Whether a code is passed on.
    pub(super) passes: fn(Code) -> bool,
}

impl Sink for InFile<'_> {
    fn wants(&self, code: Code) -> bool {
        (self.passes)(code) && self.sink.wants(code)
    }

    fn report(&mut self, mut diagnostic: Diagnostic) {
        if !(self.passes)(diagnostic.code) {
            return;
        }
        // What a game as a whole lacks is reported where it begins.
        diagnostic.span = match diagnostic.code {
            Code::MissingRosterTag => self.transcript.marker,
            _ => self.transcript.in_file(diagnostic.span),
        };
        for label in &mut diagnostic.labels {
            label.span = self.transcript.in_file(label.span);
        }
        diagnostic.fix = None;
        self.sink.report(diagnostic);
    }
}

/// Writes the moves after the tags as they are played.
pub(super) struct Movetext<'t> {
    pub(super) transcript: &'t mut Transcript,
}

impl Movetext<'_> {
    /// The place after the last written move: variations come without a place.
    fn place_after(&self) -> Span {
        let end = self.transcript.last().end;
        Span::new(end, end)
    }

    fn write(&mut self, bytes: Span, text: std::fmt::Arguments<'_>) {
        self.transcript.begin_part(bytes);
        // Writing to memory cannot fail.
        let _ = write!(self.transcript.text, "{text} ");
    }
}

impl Visitor for Movetext<'_> {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.transcript.begin_part(ply.span);
        let text = &mut self.transcript.text;
        append_number(ply.before.fullmove_number().into(), text);
        text.extend_from_slice(if ply.before.turn() == Color::White { b". " } else { b"... " });
        let (word, length) = ply.san().to_word();
        text.extend_from_slice(word.to_le_bytes().get(..length).unwrap_or_default());
        text.push(b' ');
        Flow::Continue
    }

    fn nag(&mut self, value: u32, span: Span) {
        self.write(span, format_args!("${value}"));
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        self.write(self.place_after(), format_args!("("));
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, _has_move: bool) {
        self.write(self.place_after(), format_args!(")"));
    }

    fn end(&mut self, end: &crate::EndOfGame) {
        self.write(Span::new(end.span.end, end.span.end), format_args!("{}\n", end.result));
    }
}
