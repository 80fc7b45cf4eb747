//! The parser: one state machine that every reading layer uses.
//!
//! ```text
//! database  = { game }
//! game      = preamble { tag } { element } [ marker trailer ]
//! preamble  = { comment | escape }                     comments on lines of their own before the tags
//! element   = number | move | suffix | nag | comment | escape | "(" { element } ")"
//! trailer   = { comment | suffix | nag | "(" … ")" }   on the marker's line only
//! ```
//!
//! White space, empty lines included, separates tokens and means nothing else, with one exception (decision A-09): an
//! empty line followed by the beginning of a tag pair ends whatever is open. That makes such a place a point where
//! reading can start afresh.

mod blank;
mod characters;
mod comment;
mod end;
mod movetext;
mod plain;
mod report;
mod skip;
mod suppression;
mod tags;
mod word;

pub use movetext::LOOK_AHEAD;
pub use movetext::UNREAD_MARK;
pub use plain::{NumberText, Plain, PlainCursor, PlainWord};
pub use tags::{is_plain_tag, plain_tag};
pub use word::rest_of_move;

use crate::scan::{self, CLASS, Class, at, is_newline, is_space};
use crate::{Code, Diagnostic, Event, Sink, Span, quoted};
use alloc::collections::VecDeque;
use alloc::format;
use alloc::vec::Vec;

/// Number of open parentheses whose places are remembered, for the diagnostic of an unclosed variation.
const REMEMBERED_OPENINGS: usize = 64;

/// Context in which the bytes of a [`Parser`] begin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum StartContext {
    /// At the beginning of the text, where a byte order mark may be.
    #[default]
    Text,
    /// At the beginning of a later line.
    Line,
    /// Within a line, after a game that is not among the bytes.
    WithinLine,
}

/// Length of the move that a text begins with, if it begins with one: the words of a notation other than SAN.
pub type MoveWords = fn(&[u8]) -> Option<usize>;

/// Reads events from a text of any number of games.
///
/// Pull events with [`next_event`](Self::next_event) until it returns `None`. See the crate page for an example.
#[derive(Clone, Debug)]
pub struct Parser<'a> {
    bytes: &'a [u8],
    pos: usize,
    section: Section,
    /// Variations open now.
    depth: usize,
    openings: Vec<usize>,
    /// First byte of the current game.
    game_start: usize,
    /// End of the last token of the current game.
    token_end: usize,
    /// The marker of the current game, once it was read.
    marker: Option<Span>,
    /// End of the last token that would absorb text directly after it, and whether a line break would prevent that.
    open_end: Option<(usize, bool)>,
    /// Signs before this are no marker of a game without play.
    no_forfeit_before: usize,
    /// Place of a comment or an escape line that follows a move number, whose periods may come after it.
    number_gap: usize,
    /// Number of unclosed variations that have been closed already.
    unclosed: usize,
    /// Whether the text goes on after these bytes.
    partial: bool,
    /// Their starts.
    beginning: StartContext,
    /// Whether move numbers are events.
    numbers: bool,
    /// Moves of another notation.
    move_words: Option<MoveWords>,
    /// Whether only the tags of a game are read again.
    tags_only: bool,
    /// End of the last game that is certainly whole.
    consumed: usize,
    /// How far was looked for moves that can be skipped.
    looked_at: usize,
    /// Up to here no brace closes a comment that began before.
    open_until: usize,
    /// Comments and escape lines inside of tag pairs that are read already: they are events of their own after it.
    inside_tags: VecDeque<Event>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Section {
    Preamble,
    Tags,
    Movetext,
    /// Movetext in another notation. It is a section of its own so that plain moves are not asked which it is.
    OtherMovetext,
    Trailer,
}

impl<'a> Parser<'a> {
    /// A parser over a whole text. A UTF-8 byte order mark at its start is passed over.
    pub fn new(bytes: &'a [u8]) -> Self {
        Self {
            bytes,
            pos: 0,
            section: Section::Preamble,
            depth: 0,
            openings: Vec::new(),
            game_start: usize::MAX,
            token_end: 0,
            marker: None,
            open_end: None,
            no_forfeit_before: 0,
            number_gap: usize::MAX,
            unclosed: 0,
            partial: false,
            beginning: StartContext::Text,
            numbers: true,
            move_words: None,
            tags_only: false,
            consumed: 0,
            looked_at: 0,
            open_until: 0,
            inside_tags: VecDeque::new(),
        }
    }

    /// A parser over a block of a longer text: bytes that end where the next ones begin a tag pair after an empty line
    /// (decision A-09). A last game without movetext is not read: its remaining tags
    /// may come after the end. [`consumed`](Self::consumed) is the place from which to continue.
    ///
    /// **This is not a way to read a stream.** Bytes that end anywhere else may end inside a game, which is then given as
    /// if it were whole. `pgnkit::Feed` reads bytes as they come in, and `pgnkit_archive` cuts files into blocks.
    pub fn block(bytes: &'a [u8]) -> Self {
        Self { partial: true, ..Self::new(bytes) }
    }

    /// Sets the context for bytes that are not the first of their text: their beginning is read as it would be after
    /// the others.
    ///
    /// ```
    /// use pgnkit_syntax::{StartContext, Event, Ignore, Parser};
    /// let line = b"% no escape line";
    /// assert!(matches!(Parser::new(line).next_event(&mut Ignore), Some(Event::Escape(_))));
    /// assert_eq!(Parser::new(line).in_context(StartContext::WithinLine).next_event(&mut Ignore), None);
    /// ```
    #[must_use]
    pub fn in_context(self, beginning: StartContext) -> Self {
        Self { beginning, ..self }
    }

    /// Begins at the place up to which another parser of the same bytes has [`consumed`](Self::consumed) them, and
    /// reads on as that would; at the end of the bytes if there are fewer.
    ///
    /// ```
    /// use pgnkit_syntax::{Event, Ignore, Parser};
    /// let mut parser = Parser::new(b"1. e4 * 1. d4 *");
    /// while !matches!(parser.next_event(&mut Ignore), Some(Event::GameEnd(_))) {}
    /// let mut again = Parser::new(parser.bytes()).resumed_at(parser.consumed());
    /// assert_eq!(again.next_event(&mut Ignore), parser.next_event(&mut Ignore));
    /// ```
    #[must_use]
    pub fn resumed_at(self, consumed: usize) -> Self {
        let consumed = consumed.min(self.bytes.len());
        Self { pos: consumed, consumed, ..self }
    }

    /// A parser of the same kind over other bytes, from their beginning.
    #[must_use]
    pub fn with_bytes<'b>(&self, bytes: &'b [u8]) -> Parser<'b> {
        let Self { partial, beginning, numbers, move_words, .. } = *self;
        Parser { partial, beginning, numbers, move_words, ..Parser::new(bytes) }
    }

    /// Leaves move numbers out of the events. They are a third of all events, which counting or collecting moves does
    /// not need.
    ///
    /// ```
    /// use pgnkit_syntax::{Event, Ignore, Parser};
    /// let mut parser = Parser::new(b"1. e4 e5 2. Nf3 *").without_numbers();
    /// let mut moves = 0;
    /// while let Some(event) = parser.next_event(&mut Ignore) {
    ///     moves += usize::from(matches!(event, Event::Move(_)));
    ///     assert!(!matches!(event, Event::MoveNumber { .. }));
    /// }
    /// assert_eq!(moves, 3);
    /// ```
    #[must_use]
    pub fn without_numbers(self) -> Self {
        Self { numbers: false, ..self }
    }

    /// Reads moves of another notation than SAN. All else is PGN: tags, numbers, annotations, comments, variations and
    /// markers, and words that are no moves of that notation.
    ///
    /// ```
    /// use pgnkit_syntax::{Event, Ignore, Parser, Span};
    /// let numeric = |text: &[u8]| text.get(..4)?.iter().all(u8::is_ascii_digit).then_some(4);
    /// let mut parser = Parser::new(b"1. 5254 {first} 5755 *").with_move_words(numeric);
    /// parser.next_event(&mut Ignore); // the number
    /// assert_eq!(parser.next_event(&mut Ignore), Some(Event::Move(Span::new(3, 7))));
    /// ```
    #[must_use]
    pub fn with_move_words(self, move_words: MoveWords) -> Self {
        Self { move_words: Some(move_words), ..self }
    }

    /// The [words](Self::with_move_words) that are read as moves, if they are not those of SAN.
    pub fn move_words(&self) -> Option<MoveWords> {
        self.move_words
    }

    /// The text.
    #[inline]
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// How far no brace closes a comment that began before, 0 where all are closed.
    #[doc(hidden)]
    pub fn open_until(&self) -> usize {
        self.open_until
    }

    /// Whether the text goes on after these bytes: this is a parser over a [`block`](Self::block).
    pub fn is_block(&self) -> bool {
        self.partial
    }

    /// [Where](Self::in_context) the bytes begin.
    pub fn start_context(&self) -> StartContext {
        self.beginning
    }

    /// End of the last comment or escape line that runs to the end of its line.
    #[doc(hidden)]
    pub fn line_comment_end(&self) -> usize {
        self.open_end.map_or(0, |(end, _)| end)
    }

    /// End of the last token.
    #[doc(hidden)]
    pub fn token_end(&self) -> usize {
        self.token_end
    }

    /// Number of bytes that belong to complete games; all bytes once the text of [`new`](Self::new) is read.
    pub fn consumed(&self) -> usize {
        self.consumed
    }

    /// Variations open at this place.
    #[inline]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// The next event, or `None` at the end of the text.
    // Only the commonest case is inlined into the caller.
    #[inline(always)]
    pub fn next_event(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        match self.section {
            Section::Movetext => match self.plain_event() {
                Some(event) => Some(event),
                None => self.movetext(sink),
            },
            Section::OtherMovetext => self.other_movetext(sink),
            Section::Tags => self.tags(sink),
            Section::Preamble => self.preamble(sink),
            Section::Trailer => self.trailer(sink),
        }
    }

    // Apart from the section, so that what is frequent saves no registers for what is not.
    #[inline(never)]
    fn tags(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        match self.take_plain_tag() {
            Some(tag) => Some(Event::Tag(tag)),
            None => self.tag_section(sink),
        }
    }

    /// Between games: white space, comments and escape lines until a game begins.
    #[inline(never)]
    fn preamble(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        loop {
            let Some(&byte) = self.bytes.get(self.pos) else {
                self.end_of_text_outside_game(sink);
                return None;
            };
            match CLASS[usize::from(byte)] {
                Class::Space => {
                    self.pos = scan::skip_space(self.bytes, self.pos);
                    if self.game_start == usize::MAX {
                        self.consumed = self.pos;
                    }
                    continue;
                }
                Class::High | Class::Other if self.skip_formatting(sink) => continue,
                Class::Brace | Class::Semicolon => {
                    self.begin_game();
                    return Some(self.comment(sink));
                }
                Class::Percent if self.at_line_start(self.pos) => {
                    self.begin_game();
                    return Some(self.escape(sink));
                }
                Class::LeftBracket => {
                    if self.skip_wrapper(sink) {
                        continue;
                    }
                    self.begin_game();
                    self.section = Section::Tags;
                    return match self.take_plain_tag() {
                        Some(tag) => Some(Event::Tag(tag)),
                        None => self.tag_section(sink),
                    };
                }
                _ if self.begins_movetext() => {
                    self.begin_game();
                    return self.begin_movetext(sink);
                }
                _ => self.stray_text(sink),
            }
        }
    }

    /// After the marker, on its line.
    #[inline(never)]
    fn trailer(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        loop {
            match at(self.bytes, self.pos) {
                b' ' | b'\t' | 0x0b if self.pos < self.bytes.len() => self.pos += 1,
                b'{' | b';' => return Some(self.comment(sink)),
                b'$' | b'!' | b'?' => {
                    let event = self.annotation(sink);
                    if let Some(Event::Nag { span, .. }) = event {
                        self.report_annotation_after_marker(span, sink);
                    }
                    if event.is_some() {
                        return event;
                    }
                }
                b'(' => {
                    self.report_variation_after_marker(sink);
                    return self.begin_movetext(sink);
                }
                b'[' if self.is_bare_command() => return self.bare_command(sink),
                b'*' | b'0' | b'1' | 0xbd | 0xc2 if self.marker_here().is_some() => {
                    if let Some(event) = self.marker_again(sink) {
                        return Some(event);
                    }
                }
                _ if self.only_comments_follow() => self.pos = scan::skip_space(self.bytes, self.pos),
                b'\n' | b'\r' => return Some(self.end_game()),
                _ => return Some(self.remark(sink).unwrap_or_else(|| self.end_game())),
            }
        }
    }

    /// Words after the marker, on its line, that begin no game: a comment on this one (decision A-225).
    #[cold]
    fn remark(&mut self, sink: &mut dyn Sink) -> Option<Event> {
        let rest = self.bytes.get(self.pos..).filter(|rest| !rest.is_empty())?;
        // A bracket with a word may be a tag pair, well made or not.
        let is_tag = matches!(rest, [b'[', next, ..] if !matches!(next, b'+' | b'-' | b'='));
        if is_tag || rest == b"[" || blank::is_formatting(rest) {
            return None;
        }
        // All of the line is only read where it is passed.
        let near = self.remark_end(movetext::LOOK_AHEAD);
        let line = &self.bytes[self.pos..near];
        let is_number = line.len() < movetext::LOOK_AHEAD && line.trim_ascii().iter().all(u8::is_ascii_digit);
        let word = word::word_end(self.bytes, self.pos);
        // A rule of hyphens before words is no null move.
        let begins_game = if scan::is_null_move(&self.bytes[self.pos..word]) {
            self.line_has_move(word.min(near), near)
        } else {
            self.is_first_of_movetext() || self.line_has_move(self.pos, near)
        };
        if begins_game && !is_number {
            return None;
        }
        let end = self.remark_end(usize::MAX);
        let span = Span::new(self.pos, end).trim(self.bytes);
        if sink.wants(Code::StrayText) {
            let message = format!(
                "expected the next game, found {} after the termination marker; it is kept as a comment",
                quoted(span.of(self.bytes))
            );
            sink.report(Diagnostic::new(Code::StrayText, span, message));
        }
        self.pos = end;
        self.token_end = span.end;
        Some(Event::Comment(span))
    }

    /// End of the text from here to a comment, a tag pair or the end of the line, at most so many bytes on.
    fn remark_end(&self, most: usize) -> usize {
        let text = &self.bytes[self.pos..];
        let text = &text[..text.len().min(most)];
        let ends = |(at, byte): (usize, &u8)| match byte {
            b'\n' | b'\r' | b'{' | b';' => true,
            b'[' => scan::is_tag_start(self.bytes, self.pos + at),
            _ => false,
        };
        self.pos + text.iter().enumerate().position(ends).unwrap_or(text.len())
    }

    #[cold]
    fn report_annotation_after_marker(&self, span: Span, sink: &mut dyn Sink) {
        if sink.wants(Code::NagAfterTermination) {
            let expected = "an annotation before the termination marker";
            let mut diagnostic = self.found(Code::NagAfterTermination, span, expected, " after it");
            if let Some(marker) = self.marker {
                diagnostic = diagnostic.label(marker, "the game ends here");
            }
            sink.report(diagnostic);
        }
    }

    #[cold]
    fn report_variation_after_marker(&self, sink: &mut dyn Sink) {
        if sink.wants(Code::VariationAfterTermination) {
            let span = Span::new(self.pos, self.pos + 1);
            let message = "expected the next game, found `(` after the termination marker";
            let mut diagnostic = Diagnostic::new(Code::VariationAfterTermination, span, message)
                .help("put the variation before the marker");
            if let Some(marker) = self.marker {
                diagnostic = diagnostic.label(marker, "the game ends here");
            }
            sink.report(diagnostic);
        }
    }

    /// Whether the text ends after comments on lines of their own: they belong to no next game, so to this one.
    fn only_comments_follow(&self) -> bool {
        let next = scan::skip_space(self.bytes, self.pos);
        !self.partial
            && matches!(at(self.bytes, next), b'{' | b';')
            && self.skip_comments(next) >= self.bytes.len()
    }

    fn begin_game(&mut self) {
        if self.game_start == usize::MAX {
            self.game_start = self.pos;
        }
    }

    fn end_game(&mut self) -> Event {
        let span = Span::new(self.game_start.min(self.token_end), self.token_end);
        self.game_start = usize::MAX;
        self.marker = None;
        self.section = Section::Preamble;
        self.consumed = self.pos;
        Event::GameEnd(span)
    }

    #[cold]
    fn end_of_text_outside_game(&mut self, sink: &mut dyn Sink) {
        if self.partial {
            return;
        }
        if self.game_start != usize::MAX {
            let span = Span::new(self.game_start, self.token_end);
            self.game_start = usize::MAX;
            if self.has_comment(span) {
                sink.note(
                    Code::CommentOutsideGame,
                    span,
                    || "expected a game after this comment, found the end of the text; it is left out",
                );
            }
        }
        self.consumed = self.bytes.len();
    }

    /// Whether a run of preamble holds more than escape lines.
    fn has_comment(&self, span: Span) -> bool {
        let mut pos = span.start;
        while pos < span.end {
            match at(self.bytes, pos) {
                b'%' => pos = scan::line_end(self.bytes, pos),
                byte if is_space(byte) => pos += 1,
                _ => return true,
            }
        }
        false
    }

    /// Whether a movetext section begins at `pos`: with its first token or, after a comment, with a doubtful one that
    /// is followed by moves. A line that begins with anything else is prose, whatever follows.
    fn begins_movetext(&self) -> bool {
        self.is_first_of_movetext()
            || (!self.is_first_of_line() && self.line_has_move(self.pos, self.stray_end()))
    }

    fn is_first_of_line(&self) -> bool {
        let before = &self.bytes[..self.pos];
        let blanks = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
        self.at_line_start(self.pos - blanks)
    }

    fn is_first_of_movetext(&self) -> bool {
        if self.other_move(self.pos).is_some() {
            return true;
        }
        match CLASS[usize::from(at(self.bytes, self.pos))] {
            Class::Asterisk | Class::LeftParenthesis | Class::Dollar => true,
            // Prose may begin with it, too.
            Class::Suffix => self.line_has_move(self.pos, self.stray_end()),
            Class::Digit | Class::Letter | Class::High | Class::Sign | Class::Other => {
                let end = word::word_end(self.bytes, self.pos);
                let word = &self.bytes[self.pos..end];
                let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
                if scan::is_null_move(word) {
                    // A rule of hyphens, and words of prose.
                    return self.line_has_move(end, self.stray_end());
                }
                scan::is_move_like(word)
                    || (digits > 0 && digits == word.len())
                    || crate::Outcome::from_lax(word::marker(self.bytes, self.pos).of(self.bytes)).is_some()
            }
            _ => false,
        }
    }

    /// End of doubtful text: the end of its line, or the beginning of a tag pair.
    fn stray_end(&self) -> usize {
        let rest = &self.bytes[self.pos..];
        // No further than either: a line may hold many tag pairs.
        let ends = |at: &usize| rest[*at] != b'[' || scan::is_tag_start(self.bytes, self.pos + at);
        let end = memchr::memchr3_iter(b'[', b'\n', b'\r', rest).find(ends);
        self.pos + end.unwrap_or(rest.len()).max(1)
    }

    /// Text up to the end of its line that belongs to no game.
    fn stray_text(&mut self, sink: &mut dyn Sink) {
        let end = self.stray_end();
        let span = Span::new(self.pos, end).trim(self.bytes);
        self.report_outside(sink, span);
        self.pos = end;
        if self.game_start == usize::MAX {
            self.consumed = end;
        }
    }

    /// `%` in the first column: the rest of the line.
    fn escape(&mut self, sink: &mut dyn Sink) -> Event {
        let end = scan::line_end(self.bytes, self.pos);
        let span = Span::new(self.pos, end);
        let expected = "tag pairs or movetext";
        if !self.is_suppression(span, sink) {
            self.report_found(sink, Code::EscapeLine, span, expected, ", an escape line");
        }
        self.pos = end;
        self.token_end = end;
        self.open_end = Some((end, true));
        Event::Escape(Span::new(span.start + 1, end))
    }

    fn begins_text(&self) -> bool {
        self.beginning == StartContext::Text
    }

    fn at_line_start(&self, pos: usize) -> bool {
        match pos.checked_sub(1).map(|before| self.bytes[before]) {
            None => self.beginning != StartContext::WithinLine,
            Some(0xbf) => pos == 3 && self.begins_text() && self.bytes.starts_with(b"\xef\xbb\xbf"),
            Some(byte) => is_newline(byte),
        }
    }
}
