//! From a replay to a game.

use pgnkit_chess::san::San;
use pgnkit_chess::{Move, Position};
use pgnkit_syntax::{Encoding, Outcome, Sink, Span};

use super::Game;
use super::node::{NO_NODE, NodeData, NoteData};
use super::text::CommentData;
use crate::read::{Both, EndOfGame, Flow, Ply, Replayer, Source, Start, Text, Variation, Visitor};
use crate::{unchecked, unread};

/// Reads games into a [`Game`] that is used again and again, so that reading many allocates for few.
///
/// ```
/// use pgnkit::{GameBuilder, Replayer, syntax::Ignore};
///
/// let mut replayer = Replayer::new(b"1. e4 * 1. d4 d5 *");
/// let mut builder = GameBuilder::new();
/// let mut plies = 0;
/// while replayer.read_into(&mut builder, &mut Ignore).is_some() {
///     plies += builder.game().ply_count();
/// }
/// assert_eq!(plies, 3);
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameBuilder {
    game: Game,
    line: LineState,
    interrupted: Vec<LineState>,
    headers_only: bool,
}

/// The place in the tree of the line being read.
#[derive(Clone, Copy, Debug)]
struct LineState {
    /// The node the line starts from.
    start: u32,
    /// The last node of the line.
    at: u32,
    has_move: bool,
    /// The last note of `at`.
    last_note: u32,
    /// Variations of the last move, or of the next one where the line has none yet: the first and the last.
    first_variation: u32,
    last_variation: u32,
    /// Text of the variations that wait for a next move.
    waiting: Span,
    /// The last notes of `at` before the second of these variations, and before the end of the last one: what is
    /// between them is a part of that text.
    waiting_notes: (u32, u32),
}

impl Default for LineState {
    fn default() -> Self {
        Self::starting_at(0)
    }
}

impl LineState {
    fn starting_at(node: u32) -> Self {
        Self {
            start: node,
            at: node,
            has_move: false,
            last_note: NO_NODE,
            first_variation: NO_NODE,
            last_variation: NO_NODE,
            waiting: Span::default(),
            waiting_notes: (NO_NODE, NO_NODE),
        }
    }
}

impl GameBuilder {
    /// A builder with no game yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Whether games are read without their moves, which is several times faster: they have their tags, the start position
    /// and a result.
    #[must_use]
    pub fn headers_only(self, headers_only: bool) -> Self {
        Self { headers_only, ..self }
    }

    /// What is read after the tags.
    fn after_header(&self) -> Flow {
        if self.headers_only { Flow::Skip } else { Flow::Continue }
    }

    /// Reads the next game from a replay and makes the same calls to `also`; `None` when there is none.
    pub(crate) fn read_with<V: Visitor + ?Sized>(
        &mut self,
        replayer: &mut Replayer<'_>,
        also: &mut V,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        self.start_over();
        let source = Source::of(replayer.parser());
        let building = Building { builder: self, source: &source, is_text: true };
        replayer.read_source(&source, &mut Both(building, also), sink)
    }

    /// Begins a game whose places are in `source`, for calls that have no text of their own.
    pub(crate) fn visitor<'b>(&'b mut self, source: &'b Source<'b>) -> impl Visitor + use<'b> {
        self.start_over();
        Building { builder: self, source, is_text: true }
    }

    /// The same for records, of which only tags and escape lines are in the text: spans are places elsewhere.
    pub(crate) fn visitor_of_records<'b>(&'b mut self, source: &'b Source<'b>) -> impl Visitor + use<'b> {
        self.start_over();
        Building { builder: self, source, is_text: false }
    }

    /// Begins a game of which nothing is known.
    fn start_over(&mut self) {
        self.game.clear();
        self.line = LineState::default();
        self.interrupted.clear();
    }

    /// The game that was read last.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game that was read last, to be changed.
    pub fn game_mut(&mut self) -> &mut Game {
        &mut self.game
    }

    /// The game that was read last, to be kept: in the memory it needs. Who goes on reading takes a clone of
    /// [`game`](Self::game), which is no larger.
    pub fn into_game(mut self) -> Game {
        self.game.shrink_to_fit();
        self.game
    }
}

impl Replayer<'_> {
    /// Reads the next game into a builder; `None` when there is none.
    pub fn read_into(&mut self, builder: &mut GameBuilder, sink: &mut dyn Sink) -> Option<EndOfGame> {
        builder.read_with(self, &mut (), sink)
    }
}

/// The parts of a game, in the order of the text; text is in UTF-8.
impl GameBuilder {
    #[inline]
    fn push_note(&mut self, note: NoteData) {
        let Self { game, line, .. } = self;
        let id = game.notes.len() as u32;
        game.notes.push(note);
        match line.last_note {
            NO_NODE => game.nodes[line.at as usize].first_note = id,
            last => game.notes[last as usize].next = id,
        }
        line.last_note = id;
    }

    #[cold]
    fn push_unread(&mut self, text: &str) {
        let text = unread::normalized(text);
        if !text.is_empty() {
            let text = self.game.text.append(text.as_bytes());
            self.game.has_unread = true;
            self.push_note(NoteData::unread(text));
        }
    }

    /// A move after the last one of the line; it must be legal there, and `san` its notation.
    #[inline(always)]
    fn push_move(&mut self, mv: Move, san: San) {
        let Self { game, line, .. } = self;
        let id = game.nodes.len() as u32;
        let mut node = NodeData { mv, san, parent: line.at, ..NodeData::default() };
        if line.has_move {
            line.first_variation = NO_NODE;
            line.last_variation = NO_NODE;
        } else {
            // Variations that stood before this first move are alternatives to it.
            node.variation = line.first_variation;
            line.has_move = true;
            line.waiting = Span::default();
        }
        game.nodes[line.at as usize].next = id;
        line.at = id;
        line.last_note = NO_NODE;
        game.nodes.push(node);
    }

    /// A move of a game whose rules are not known.
    #[cold]
    fn push_unchecked(&mut self, text: &str) {
        let text = self.game.text.append(unchecked::spelled(text).as_bytes());
        self.push_move(Move::NULL, San::NULL);
        self.push_note(NoteData::unchecked_move(text));
    }

    fn open_variation(&mut self) {
        let Self { game, line, interrupted, .. } = self;
        let parent = if line.has_move { game.nodes[line.at as usize].parent } else { line.at };
        let start = game.nodes.len() as u32;
        game.nodes.push(NodeData { parent, starts_line: true, ..NodeData::default() });
        interrupted.push(std::mem::replace(line, LineState::starting_at(start)));
    }

    /// Ends the variation. One without a move leaves nothing but its notes, which go to the move before.
    fn close_variation(&mut self, has_move: bool) {
        let Self { game, line, interrupted, .. } = self;
        let Some(outer) = interrupted.pop() else { return };
        let inner = std::mem::replace(line, outer);
        if has_move {
            match line.last_variation {
                NO_NODE => {
                    line.first_variation = inner.start;
                    if line.has_move {
                        game.nodes[line.at as usize].variation = inner.start;
                    }
                }
                last => game.nodes[last as usize].variation = inner.start,
            }
            line.last_variation = inner.start;
        } else if inner.last_note != NO_NODE {
            game.enclose_unread(inner.start);
            let first = game.nodes[inner.start as usize].first_note;
            match line.last_note {
                NO_NODE => game.nodes[line.at as usize].first_note = first,
                last => game.notes[last as usize].next = first,
            }
            line.last_note = inner.last_note;
        }
    }
}

impl Game {
    /// Puts what was not read of a variation without moves in parentheses: it will be beside the move before.
    fn enclose_unread(&mut self, start: u32) {
        if !self.has_unread {
            return;
        }
        let mut next = self.nodes[start as usize].first_note;
        while let Some(note) = self.notes.get(next as usize).copied() {
            if let Some(range) = note.unread_text() {
                let text = self.text.get(range);
                // After a rest-of-line comment it would be a part of it.
                let close: &[u8] = if text.contains(&b';') { b"\n)" } else { b")" };
                let enclosed = [b"(", text, close].concat();
                let range = self.text.append(&enclosed);
                self.notes[next as usize] = NoteData::unread(range).followed_by(note.next);
            }
            next = note.next;
        }
    }
}

/// Builds a game of its parts, where everything is what it is said to be: for readers of forms other than text.
#[derive(Debug)]
pub struct Assembler<'b>(&'b mut GameBuilder);

impl<'b> Assembler<'b> {
    /// Begins a game of which nothing is known.
    pub fn new(builder: &'b mut GameBuilder) -> Self {
        builder.start_over();
        Self(builder)
    }

    /// A tag pair whose name is new.
    pub fn tag(&mut self, name: &str, value: &str) {
        self.push_tag(name.as_bytes(), value.as_bytes());
    }

    fn push_tag(&mut self, name: &[u8], value: &[u8]) {
        let tag = self.0.game.text.append_tag(name, value, !value.contains(&b'\\'));
        self.0.game.tags.push(tag);
    }

    /// The start, before any move.
    pub fn start(&mut self, start: &Start) {
        self.0.game.start.set(start);
    }

    /// A move that is legal in `before` and leads to `after`.
    #[inline]
    pub fn play(&mut self, mv: Move, before: &Position, after: &Position) {
        self.0.push_move(mv, before.san_with_next(mv, after));
    }

    /// A comment on what came last.
    #[inline]
    pub fn comment(&mut self, text: &str) {
        self.push_comment(text.as_bytes());
    }

    #[inline]
    fn push_comment(&mut self, text: &[u8]) {
        let comment = self.0.game.text.append_comment(text);
        self.0.push_note(NoteData::comment(comment));
    }

    /// A numeric annotation glyph.
    pub fn nag(&mut self, nag: u8) {
        self.0.push_note(NoteData::nag(nag));
    }

    /// Begins a variation of the last move.
    pub fn begin_variation(&mut self) {
        self.0.open_variation();
    }

    /// Ends a variation.
    pub fn end_variation(&mut self, has_move: bool) {
        self.0.close_variation(has_move);
    }

    /// The result.
    pub fn result(&mut self, result: Outcome) {
        self.0.game.result = result;
    }
}

impl Visitor for Assembler<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.push_tag(name.as_bytes(), value.as_bytes());
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.start(start);
        self.0.after_header()
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.play(ply.mv, ply.before, ply.after);
        Flow::Continue
    }

    fn unchecked(&mut self, text: Text<'_>) -> Flow {
        self.0.push_unchecked(&text.to_str());
        Flow::Continue
    }

    fn nag(&mut self, value: u32, _: Span) {
        self.nag(value as u8);
    }

    fn comment(&mut self, text: Text<'_>) {
        self.push_comment(text.as_bytes());
    }

    fn escape(&mut self, text: Text<'_>) {
        let text = self.0.game.text.append(text.as_bytes());
        self.0.game.has_escapes = true;
        self.0.push_note(NoteData::escape(text));
    }

    fn unread(&mut self, text: Text<'_>) {
        self.0.push_unread(&text.to_str());
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        self.begin_variation();
        Flow::Continue
    }

    fn end_variation(&mut self, _: Span, has_move: bool) {
        self.end_variation(has_move);
    }

    fn end(&mut self, end: &EndOfGame) {
        self.result(end.result);
        self.0.game.keep_marker(end.marker);
    }
}

/// Builds a game of a text.
struct Building<'b, 'a> {
    builder: &'b mut GameBuilder,
    source: &'b Source<'a>,
    /// Whether spans are places of the source.
    is_text: bool,
}

impl Building<'_, '_> {
    /// Appends a tag with characters outside ASCII.
    #[cold]
    fn push_decoded_tag(&mut self, name: &[u8], value: &[u8]) {
        let (name, value) = (Encoding::read(name), Encoding::read(value));
        let game = &mut self.builder.game;
        let tag = game.text.append_tag(name.as_bytes(), value.as_bytes(), false);
        game.tags.push(tag);
    }

    #[inline]
    fn push_comment(&mut self, bytes: &[u8]) {
        let text = &mut self.builder.game.text;
        let mut comment = text.append_comment(bytes);
        if comment.plain().is_none() && !bytes.is_ascii() {
            text.take_back(comment.text);
            comment = self.decoded_comment(bytes);
        }
        self.builder.push_note(NoteData::comment(comment));
    }

    #[cold]
    fn decoded_comment(&mut self, bytes: &[u8]) -> CommentData {
        self.builder.game.text.append_comment(Encoding::read(bytes).as_bytes())
    }

    /// Variations that wait for a next move which does not come are kept as text.
    fn drop_waiting(&mut self) {
        let GameBuilder { line, game, .. } = &mut *self.builder;
        if !line.has_move && !line.waiting.is_empty() {
            let span = std::mem::take(&mut line.waiting);
            line.first_variation = NO_NODE;
            let (before, last) = line.waiting_notes;
            if before != last {
                let after = game.notes[last as usize].next;
                match before {
                    NO_NODE => game.nodes[line.at as usize].first_note = after,
                    before => game.notes[before as usize].next = after,
                }
                if line.last_note == last {
                    line.last_note = before;
                }
            }
            let text = Encoding::read_movetext(span.of(self.source.bytes()));
            self.builder.push_unread(&text);
        }
    }
}

impl Visitor for Building<'_, '_> {
    #[inline(always)]
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let (name, bytes, is_exact) = (name.as_bytes(), value.unescaped(), !value.is_escaped());
        let game = &mut self.builder.game;
        let line = game.text.append_tag(name, &bytes, is_exact);
        if name.is_ascii() && (line.is_plain || bytes.is_ascii()) {
            game.tags.push(line);
        } else {
            game.text.take_back(line.line);
            self.push_decoded_tag(name, &bytes);
        }
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.builder.game.start.set(start);
        self.builder.after_header()
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        let san = ply.san();
        self.builder.push_move(ply.mv, san);
        Flow::Continue
    }

    fn unchecked(&mut self, text: Text<'_>) -> Flow {
        self.builder.push_unchecked(&text.to_str());
        Flow::Continue
    }

    fn nag(&mut self, value: u32, span: Span) {
        match u8::try_from(value) {
            Ok(nag) if self.builder.line.has_move => self.builder.push_note(NoteData::nag(nag)),
            // As written: `{$10}` would be text that nobody wrote, and a value may have been too large for its type.
            Ok(_) | Err(_) if self.is_text => self.push_comment(span.of(self.source.bytes())),
            Ok(_) | Err(_) => self.push_comment(format!("${value}").as_bytes()),
        }
    }

    #[inline]
    fn comment(&mut self, text: Text<'_>) {
        self.push_comment(text.as_bytes());
    }

    #[inline(always)]
    fn exact_clock(&mut self, text: Text<'_>) {
        match text.with_following() {
            Some((bytes, length @ ..=16)) => {
                let comment = self.builder.game.text.append_plain_comment(bytes, length);
                self.builder.push_note(NoteData::comment(comment));
            }
            _ => self.comment(text),
        }
    }

    fn escape(&mut self, text: Text<'_>) {
        let decoded = text.to_str();
        let text = self.builder.game.text.append(decoded.as_bytes());
        self.builder.game.has_escapes = true;
        self.builder.push_note(NoteData::escape(text));
    }

    fn unread(&mut self, text: Text<'_>) {
        self.builder.push_unread(&text.to_str());
    }

    fn begin_variation(&mut self, variation: Variation<'_>) -> Flow {
        let line = &mut self.builder.line;
        if !line.has_move && line.waiting.is_empty() {
            line.waiting = variation.span;
        }
        self.builder.open_variation();
        Flow::Continue
    }

    fn end_variation(&mut self, span: Span, has_move: bool) {
        self.drop_waiting();
        if let Some(line) = self.builder.interrupted.last_mut()
            && !line.has_move
        {
            if has_move {
                line.waiting.end = span.end.min(self.source.bytes().len());
                if line.first_variation == NO_NODE {
                    line.waiting_notes.0 = line.last_note;
                }
                line.waiting_notes.1 = line.last_note;
            } else if line.first_variation == NO_NODE {
                // Its comments are kept as such.
                line.waiting = Span::default();
            }
        }
        self.builder.close_variation(has_move);
    }

    fn end(&mut self, end: &EndOfGame) {
        self.drop_waiting();
        self.builder.game.result = end.result;
        self.builder.game.keep_marker(end.marker);
    }
}
