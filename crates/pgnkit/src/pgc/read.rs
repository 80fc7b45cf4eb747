//! Reading games from records.

use pgnkit_syntax::{Code, Diagnostic, Ignore, RawTag, Sink, Span, quoted};

use super::outline::{Form, Outline, Outlines};
use super::play::{Play, report_damage};
use super::record::{self, Record, ReducedGame};
use super::transcript::{InFile, Movetext, Name, Transcript};
use crate::GameBuilder;
use crate::read::{EndOfGame, Line, ROSTER, Start, TagSection, Visitor, settle_result};

/// Reads the games of a file, one after the other.
///
/// The bytes are whole games and what stands around them: a file, or pieces of one as [`whole_games`](super::whole_games)
/// cuts it. Time is linear in their length, and memory that of the largest game.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    outlines: Outlines<'a>,
    unread: Option<Span>,
    scratch: Scratch,
}

/// What is kept from game to game.
#[derive(Clone, Debug, Default)]
struct Scratch {
    transcript: Transcript,
    tags: TagSection,
    /// The places of the escape lines' texts in the transcript: of those before the game, and in it.
    escapes: Vec<Span>,
    escapes_before: usize,
    line: Line,
}

impl<'a> Reader<'a> {
    /// Reads `bytes`.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self { outlines: Outlines::new(bytes), unread: None, scratch: Scratch::default() }
    }

    /// The bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.outlines.bytes()
    }

    /// How many bytes have been read.
    pub fn consumed(&self) -> usize {
        self.outlines.position()
    }

    /// What stands behind the last game and could not be read, since nobody knows where a record begins there; known once
    /// there is no further game.
    pub fn unread(&self) -> Option<Span> {
        self.unread
    }

    /// Whether the game that was read last holds the beginning of the next one, so that reading cannot stop here and go on
    /// with a new reader.
    pub fn is_nested(&self) -> bool {
        self.outlines.is_nested()
    }

    /// Reads the next game into a builder; `None` where there is none. Spans are places in the bytes.
    pub fn read_game<S: Sink + ?Sized>(
        &mut self,
        builder: &mut GameBuilder,
        sink: &mut S,
    ) -> Option<EndOfGame> {
        let outline = self.next_outline(sink)?;
        let bytes = self.outlines.bytes();
        self.scratch.read_tags(bytes, &outline, sink);
        let Scratch { transcript, tags, escapes, escapes_before, line } = &mut self.scratch;
        let text = transcript.text();
        let mut visitor = builder.visitor(text);
        escapes.iter().take(*escapes_before).for_each(|escape| visitor.escape(*escape));
        let mut in_file = InFile { transcript, sink, passes: |_| true };
        tags.settle(text, &mut in_file);
        for (name, tag) in tags.iter(text) {
            visitor.tag(name, tag);
        }
        let start = Start::from_tags(text, tags, &mut in_file);
        visitor.start(&start);
        line.reset(start.position);
        let escapes = escapes[*escapes_before..].iter();
        let (visitor, playable) = (&mut visitor, start.playable);
        let complete = Play { file: bytes, line, escapes, visitor, sink, playable }.game(&outline);
        let mut in_file = InFile { transcript, sink, passes: |_| true };
        let result = settle_result(text, tags, None, line.position(), &mut in_file);
        let end = EndOfGame { span: outline.span, result, complete };
        visitor.end(&end);
        Some(end)
    }

    /// Writes the next game as text, for those who look at texts. Only what the text does not show is reported.
    pub(super) fn transcribe<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Option<(EndOfGame, &Transcript)> {
        let outline = self.next_outline(sink)?;
        let bytes = self.outlines.bytes();
        self.scratch.read_tags(bytes, &outline, sink);
        let Scratch { transcript, tags, line, .. } = &mut self.scratch;
        tags.settle(transcript.text(), &mut Ignore);
        let start = Start::from_tags(transcript.text(), tags, &mut Ignore);
        line.reset(start.position);
        let mut movetext = Movetext { transcript };
        let (visitor, playable, escapes) = (&mut movetext, start.playable, [].iter());
        let complete = Play { file: bytes, line, escapes, visitor, sink, playable }.game(&outline);
        let result = settle_result(transcript.text(), tags, None, line.position(), &mut Ignore);
        let end = EndOfGame { span: outline.span, result, complete };
        Movetext { transcript }.end(&end);
        Some((end, transcript))
    }

    /// The next game; what stands before it is reported, and its escape lines are kept for it.
    fn next_outline<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Option<Outline> {
        let Scratch { transcript, escapes, escapes_before, .. } = &mut self.scratch;
        transcript.clear();
        escapes.clear();
        let bytes = self.outlines.bytes();
        let found = self.outlines.next(|span, record| {
            let message = match record {
                Record::Escape(text) => {
                    check_escape(bytes, text, sink);
                    return escapes.push(transcript.escape(bytes, text));
                }
                Record::EndGame => "expected a game that ends here, found none",
                Record::Tag { .. } => {
                    "expected a game that begins before its tag pair, found none; the pair is not read"
                }
                Record::Moves(_) => {
                    "expected a game that begins before its moves, found none; they are not read"
                }
                Record::Nag { .. } | Record::BeginVariation | Record::EndVariation => {
                    "expected a game that begins before this record, found none; it is not read"
                }
                Record::Noop | Record::Game(_) | Record::BeginGame => return,
            };
            let code = if record == Record::EndGame { Code::StrayGameEnd } else { Code::RecordOutsideGame };
            if sink.wants(code) {
                sink.report(Diagnostic::new(code, span, message));
            }
        });
        *escapes_before = escapes.len();
        if found.is_none()
            && let Some((at, damage)) = self.outlines.damage.take()
        {
            self.unread = Some(Span::new(at, bytes.len()));
            report_damage(bytes, at, damage, sink);
        }
        found
    }
}

impl Scratch {
    /// Takes down the tags of a game, and its escape lines.
    fn read_tags<S: Sink + ?Sized>(&mut self, file: &[u8], outline: &Outline, sink: &mut S) {
        self.tags.clear();
        self.transcript.begin_game(outline.span.start);
        let records = match outline.form {
            Form::Reduced(game) => {
                self.roster(file, outline.span, game, sink);
                Span::default()
            }
            Form::General { bare_roster, records } => {
                if let Some(roster) = bare_roster {
                    let values = Span::new(outline.span.start + 1, roster.moves.start);
                    if sink.wants(Code::BareRoster) {
                        let message = "expected tag pairs, each behind a marker 0x02, found the seven values of the roster alone";
                        sink.report(Diagnostic::new(Code::BareRoster, values, message));
                    }
                    self.roster(file, values, roster, sink);
                }
                records
            }
        };
        let mut at = records.start;
        while at < records.end
            && let Ok((record, end)) = record::read(file, at)
        {
            match record {
                Record::Tag { name, value } => self.tag(file, Span::new(at, end), name, value, sink),
                Record::Escape(text) => {
                    check_escape(file, text, sink);
                    self.escapes.push(self.transcript.escape(file, text));
                }
                _ => {}
            }
            at = end;
        }
        self.transcript.pad();
    }

    fn roster<S: Sink + ?Sized>(&mut self, file: &[u8], record: Span, roster: ReducedGame, sink: &mut S) {
        for (name, value) in ROSTER.into_iter().zip(roster.values(file)) {
            check_value(file, value, sink);
            self.tags.push(self.transcript.tag(file, record, Name::Known(name), value));
        }
    }

    fn tag<S: Sink + ?Sized>(&mut self, file: &[u8], record: Span, name: Span, value: Span, sink: &mut S) {
        // What ends a name in a text.
        let ends_name = |byte: &u8| matches!(byte, 0..=b' ' | b'"' | b'[' | b']' | b'{' | b';' | 0x7f..=0xa0);
        if name.is_empty() || name.of(file).iter().any(ends_name) {
            if sink.wants(Code::MalformedTag) {
                let message = format!(
                    "expected a tag name of letters, digits and underscores, found {}; the pair is not read",
                    quoted(name.of(file))
                );
                sink.report(Diagnostic::new(Code::MalformedTag, record, message));
            }
            return;
        }
        let is_usual = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        if !name.of(file).iter().all(is_usual) && sink.wants(Code::TagNameCharacter) {
            let message = format!(
                "expected a tag name of letters, digits and underscores, found {}",
                quoted(name.of(file))
            );
            sink.report(Diagnostic::new(Code::TagNameCharacter, name, message));
        }
        check_value(file, value, sink);
        let tag: RawTag = self.transcript.tag(file, record, Name::InFile(name), value);
        self.tags.push(tag);
    }
}

/// Reports the first control character of a value.
fn check_value<S: Sink + ?Sized>(file: &[u8], value: Span, sink: &mut S) {
    check_characters(file, value, u8::is_ascii_control, sink);
}

/// The same of an escape line, in which tabs may stand.
fn check_escape<S: Sink + ?Sized>(file: &[u8], text: Span, sink: &mut S) {
    check_characters(file, text, |byte| byte.is_ascii_control() && *byte != b'\t', sink);
}

fn check_characters<S: Sink + ?Sized>(file: &[u8], text: Span, is_wrong: fn(&u8) -> bool, sink: &mut S) {
    let bytes = text.of(file);
    if let Some(at) = bytes.iter().position(is_wrong)
        && sink.wants(Code::StringControl)
    {
        let span = Span::new(text.start + at, text.start + at + 1);
        let message =
            format!("expected a space inside a string, found control character 0x{:02x}", bytes[at]);
        sink.report(Diagnostic::new(Code::StringControl, span, message));
    }
}
