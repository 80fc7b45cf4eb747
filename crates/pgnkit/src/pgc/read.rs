//! Reading games from records.

use pgnkit_syntax::{Code, Diagnostic, Ignore, Sink, Span, quoted};

use super::outline::{Form, Outline, Outlines};
use super::places::InFilePlaces;
use super::play::{Play, report_damage, report_damaged_end};
use super::record::{self, Record, ReducedGame};
use super::transcript::{InFile, Movetext, Name, Transcript, is_plain};
use crate::GameBuilder;
use crate::instructions::Instructions;
use crate::read::{
    EndOfGame, Extent, Line, ROSTER, Source, Start, TagSection, Text, Visitor, resolve_result,
};

/// Reads the games of a file, one after the other.
///
/// The bytes are whole games and what is around them: a file, or pieces of one as [`whole_games`](super::whole_games)
/// cuts it. Time is linear in their length, and memory that of the largest game.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    outlines: Outlines<'a>,
    unread: Option<Span>,
    scratch: Scratch,
    instructions: Instructions,
}

/// A place between games.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct Place<'a>(Outlines<'a>);

/// State that is kept from game to game.
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
        Self {
            outlines: Outlines::new(bytes),
            unread: None,
            scratch: Scratch::default(),
            instructions: Instructions::best(),
        }
    }

    /// The bytes.
    pub fn bytes(&self) -> &'a [u8] {
        self.outlines.bytes()
    }

    /// Number of bytes that have been read.
    pub fn consumed(&self) -> usize {
        self.outlines.position()
    }

    /// The place before the next game.
    #[doc(hidden)]
    pub fn place(&self) -> Place<'a> {
        Place(self.outlines.clone())
    }

    /// Goes back to a place.
    #[doc(hidden)]
    pub fn go_back_to(&mut self, place: Place<'a>) {
        self.outlines = place.0;
        self.unread = None;
    }

    /// The bytes after the last game, which could not be read, since it is unknown where a record begins there; known once
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
    pub fn read_into(&mut self, builder: &mut GameBuilder, sink: &mut dyn Sink) -> Option<EndOfGame> {
        let outline = self.open_game(sink)?;
        let Scratch { transcript, tags, escapes, escapes_before, line, .. } = &mut self.scratch;
        let source = Source::new(transcript.text());
        let (file, instructions) = (self.outlines.bytes(), self.instructions);
        let game = Tagged { file, outline, transcript, tags, escapes, before: *escapes_before };
        Some(game.replay(&source, line, instructions, &mut builder.visitor_of_records(&source), sink))
    }

    /// Reads the next game into a visitor, every move as it is decoded and no tree of them; `None` where there is none.
    ///
    /// Spans are places in the bytes, where names, values and escape lines are in ISO 8859-1; a name that only the place in
    /// the record gives has an empty span. Where the visitor leaves something out, damage that ends the reading is reported
    /// all the same.
    ///
    /// ```
    /// use pgnkit::{Flow, Game, Ply, Visitor, pgc, syntax::Ignore};
    ///
    /// #[derive(Default)]
    /// struct Captures(u32);
    ///
    /// impl Visitor for Captures {
    ///     fn play(&mut self, ply: Ply<'_>) -> Flow {
    ///         self.0 += u32::from(ply.mv.is_capture());
    ///         Flow::Continue
    ///     }
    /// }
    ///
    /// let game: Game = "1. e4 d5 2. exd5 Qxd5 *".parse()?;
    /// let (mut file, mut captures) = (Vec::new(), Captures::default());
    /// pgc::Writer::new().write_game(&game, &mut file).unwrap();
    /// pgc::Reader::new(&file).read_game(&mut captures, &mut Ignore);
    /// assert_eq!(captures.0, 2);
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    pub fn read_game<V: Visitor + ?Sized>(
        &mut self,
        visitor: &mut V,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        let outline = self.open_game(sink)?;
        let Scratch { transcript, tags, escapes, escapes_before, line } = &mut self.scratch;
        let (file, instructions) = (self.outlines.bytes(), self.instructions);
        let game = Tagged { file, outline, transcript, tags, escapes, before: *escapes_before };
        let source = Source::new(transcript.text());
        Some(game.replay(&source, line, instructions, &mut InFilePlaces { transcript, visitor }, sink))
    }

    /// Writes the next game as text, for those who look at texts. Only what the text does not show is reported.
    pub(super) fn transcribe(&mut self, sink: &mut dyn Sink) -> Option<(EndOfGame, &Transcript)> {
        let outline = self.outline_with_tags(sink)?;
        let Scratch { transcript, tags, line, .. } = &mut self.scratch;
        tags.resolve(transcript.text(), &mut Ignore);
        let start = Start::from_tags(transcript.text(), tags, &mut Ignore);
        line.reset(start.position);
        let mut movetext = Movetext { transcript };
        let nothing = Source::new(b"");
        let (complete, extent) = Play {
            file: self.outlines.bytes(),
            line,
            source: &nothing,
            escapes: [].iter(),
            visitor: &mut movetext,
            sink,
            start_is_known: start.is_known,
            instructions: self.instructions,
        }
        .game(&outline);
        let result = resolve_result(transcript.text(), tags, None, 0, line.position(), &mut Ignore);
        let marker = Some(result);
        let end = EndOfGame { span: outline.span, result, marker, complete, extent };
        Movetext { transcript }.end(&end);
        Some((end, transcript))
    }

    /// The next game, its tags and escape lines taken down and settled.
    fn open_game(&mut self, sink: &mut dyn Sink) -> Option<Outline> {
        let outline = self.outline_with_tags(sink)?;
        let Scratch { transcript, tags, .. } = &mut self.scratch;
        tags.resolve(transcript.text(), &mut InFile { transcript, sink, passes: |_| true });
        Some(outline)
    }

    /// The next game, its tags and escape lines taken down.
    fn outline_with_tags(&mut self, sink: &mut dyn Sink) -> Option<Outline> {
        let outline = self.next_outline(sink)?;
        self.scratch.read_tags(self.outlines.bytes(), &outline, sink);
        Some(outline)
    }

    /// The next game; other bytes before it are reported, and its escape lines are kept for it.
    fn next_outline(&mut self, sink: &mut dyn Sink) -> Option<Outline> {
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

/// A game whose tags are taken down, and whose moves are still to be read.
struct Tagged<'g> {
    file: &'g [u8],
    outline: Outline,
    transcript: &'g Transcript,
    tags: &'g TagSection,
    escapes: &'g [Span],
    /// Number of the escape lines that come before the game.
    before: usize,
}

impl Tagged<'_> {
    /// Tells a visitor all of the game; tags and escape lines by their places in the transcript.
    fn replay<V: Visitor + ?Sized>(
        self,
        source: &Source<'_>,
        line: &mut Line,
        instructions: Instructions,
        visitor: &mut V,
        sink: &mut dyn Sink,
    ) -> EndOfGame {
        let Self { file, outline, transcript, tags, escapes, before } = self;
        let text = transcript.text();
        let (before, inside) = escapes.split_at(before);
        before.iter().for_each(|escape| visitor.escape(Text::of_source(*escape, source)));
        for (name, tag) in tags.iter(text) {
            visitor.tag(Text::new(name, tag.name), Text::of_value(tag, source, false));
        }
        let start = Start::from_tags(text, tags, &mut InFile { transcript, sink, passes: |_| true });
        let flow = visitor.start(&start);
        line.reset(start.position);
        let (complete, extent) = if flow.goes_on() {
            let (escapes, start_is_known) = (inside.iter(), start.is_known);
            Play { file, line, source, escapes, visitor, sink, start_is_known, instructions }.game(&outline)
        } else {
            report_damaged_end(file, &outline, sink);
            (false, Extent::Tags)
        };
        // What the board shows at the end is unknown where moves are left out.
        let passes: fn(Code) -> bool = if extent == Extent::Whole { |_| true } else { |_| false };
        let mut in_file = InFile { transcript, sink, passes };
        let result = resolve_result(text, tags, None, 0, line.position(), &mut in_file);
        let marker = Some(result);
        let end = EndOfGame { span: outline.span, result, marker, complete, extent };
        visitor.end(&end);
        end
    }
}

impl Scratch {
    /// Takes down the tags of a game, and its escape lines.
    fn read_tags(&mut self, file: &[u8], outline: &Outline, sink: &mut dyn Sink) {
        self.tags.clear();
        self.transcript.begin_game(outline.span.start);
        let records = match outline.form {
            Form::Reduced(game) => {
                self.roster(file, outline.span, game, sink);
                Span::default()
            }
            Form::General { bare_roster, records, .. } => {
                if let Some(roster) = bare_roster {
                    let values = Span::new(outline.span.start + 1, roster.moves.start);
                    if sink.wants(Code::BareRoster) {
                        let message =
                            "expected tag pairs, each preceded by marker 0x02, found bare roster values";
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

    fn roster(&mut self, file: &[u8], record: Span, roster: ReducedGame, sink: &mut dyn Sink) {
        for (name, value) in ROSTER.into_iter().zip(roster.values(file)) {
            check_value(file, value, sink);
            self.tags.push(self.transcript.tag(file, record, Name::Known(name), value));
        }
    }

    fn tag(&mut self, file: &[u8], record: Span, name: Span, value: Span, sink: &mut dyn Sink) {
        let is_usual = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let is_usual = !name.is_empty() && name.of(file).iter().all(is_usual);
        if !is_usual && !can_be_name(file, record, name, sink) {
            return;
        }
        check_value(file, value, sink);
        self.tags.push(self.transcript.tag(file, record, Name::InFile(name), value));
    }
}

/// Reports a name that is not of letters, digits and underscores; whether it can be read as one all the same.
#[cold]
fn can_be_name(file: &[u8], record: Span, name: Span, sink: &mut dyn Sink) -> bool {
    let can_be_name = !name.is_empty() && !name.of(file).iter().any(record::ends_name);
    let (code, span, rest) = if can_be_name {
        (Code::TagNameCharacter, name, "")
    } else {
        (Code::MalformedTag, record, "; the pair is not read")
    };
    if sink.wants(code) {
        let found = quoted(name.of(file));
        let message = format!("expected a tag name of letters, digits and underscores, found {found}{rest}");
        sink.report(Diagnostic::new(code, span, message));
    }
    can_be_name
}

/// Reports the first control character of a value.
fn check_value(file: &[u8], value: Span, sink: &mut dyn Sink) {
    if is_plain(value.of(file)) {
        return;
    }
    check_characters(file, value, u8::is_ascii_control, sink);
}

/// The same of an escape line, which may contain tabs.
fn check_escape(file: &[u8], text: Span, sink: &mut dyn Sink) {
    check_characters(file, text, |byte| byte.is_ascii_control() && *byte != b'\t', sink);
}

fn check_characters(file: &[u8], text: Span, is_wrong: fn(&u8) -> bool, sink: &mut dyn Sink) {
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
