//! From a replay to a game.

use pgnkit_chess::Move;
use pgnkit_chess::san::San;
#[cfg(feature = "json")]
use pgnkit_syntax::{Diagnostic, Outcome};
use pgnkit_syntax::{Encoding, Event, Ignore, Parser, RawTag, Sink, Span, StartContext};

use super::node::{NO_NODE, NodeData, NoteData};
use super::text::CommentData;
use super::{Game, TextRange};
use crate::read::{Both, EndOfGame, Ply, Replayer, Start, Visitor};

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
}

/// Where in the tree the line being read is.
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
        }
    }
}

impl GameBuilder {
    /// A builder with no game yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the next game from a replay, while `also` is told what is read; `None` when there is none.
    pub(crate) fn read_with<V: Visitor + ?Sized>(
        &mut self,
        replayer: &mut Replayer<'_>,
        also: &mut V,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        self.start_over();
        let parser = replayer.parser();
        let source = Source {
            text: parser.bytes(),
            from: parser.consumed(),
            is_partial: parser.is_partial(),
            beginning: parser.start_context(),
            encoding: None,
        };
        replayer.read_game(&mut Both(Building { builder: self, source }, also), sink)
    }

    /// Begins a game whose tags and escape lines stand in `text`, which is UTF-8, and which comes from no text otherwise.
    pub(crate) fn visitor<'b>(&'b mut self, text: &'b [u8]) -> impl Visitor + use<'b> {
        self.start_over();
        let source = Source {
            text,
            from: 0,
            is_partial: false,
            beginning: StartContext::Text,
            encoding: Some(Encoding::Utf8),
        };
        Building { builder: self, source }
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

    fn open_variation(&mut self) {
        let Self { game, line, interrupted } = self;
        let parent = if line.has_move { game.nodes[line.at as usize].parent } else { line.at };
        let start = game.nodes.len() as u32;
        game.nodes.push(NodeData { parent, starts_line: true, ..NodeData::default() });
        interrupted.push(std::mem::replace(line, LineState::starting_at(start)));
    }

    /// Ends the variation. One without a move leaves nothing but its notes, which go to the move before.
    fn close_variation(&mut self, has_move: bool) {
        let Self { game, line, interrupted } = self;
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
            let first = game.nodes[inner.start as usize].first_note;
            match line.last_note {
                NO_NODE => game.nodes[line.at as usize].first_note = first,
                last => game.notes[last as usize].next = first,
            }
            line.last_note = inner.last_note;
        }
    }
}

/// The same for who reads games of another form.
#[cfg(feature = "json")]
impl GameBuilder {
    /// Begins a game, whose tags and start come next.
    pub(crate) fn begin(&mut self) {
        self.start_over();
    }

    pub(crate) fn tag(&mut self, name: &str, value: &str) {
        let tag = self.game.text.append_tag(name.as_bytes(), value.as_bytes(), !value.contains('\\'));
        self.game.tags.push(tag);
    }

    pub(crate) fn start(&mut self, start: Start) {
        self.game.start.set(&start);
    }

    pub(crate) fn play(&mut self, mv: Move, san: San) {
        self.push_move(mv, san);
    }

    pub(crate) fn comment(&mut self, text: &str) {
        let comment = self.game.text.append_comment(text.as_bytes());
        self.push_note(NoteData::comment(comment));
    }

    pub(crate) fn nag(&mut self, nag: u8) {
        self.push_note(NoteData::nag(nag));
    }

    pub(crate) fn escape(&mut self, text: &str) {
        let text = self.game.text.append(text.as_bytes());
        self.game.has_escapes = true;
        self.push_note(NoteData::escape(text));
    }

    /// A variation of the last move.
    pub(crate) fn begin_variation(&mut self) {
        self.open_variation();
    }

    pub(crate) fn end_variation(&mut self) {
        let has_move = self.line.has_move;
        self.close_variation(has_move);
    }

    /// The game is over, and `recorded` is what was wrong with the text that it comes from.
    pub(crate) fn end(&mut self, result: Outcome, recorded: Vec<Diagnostic>) {
        self.game.result = result;
        self.game.diagnostics = recorded;
    }
}

/// The text a game is read from, and how its bytes stand for characters.
#[derive(Debug)]
struct Source<'a> {
    text: &'a [u8],
    /// Where the game begins.
    from: usize,
    /// Whether more stands behind the text, and where it begins: so that the game ends where it does for who reads it.
    is_partial: bool,
    beginning: StartContext,
    /// Decided when the first character outside ASCII is met.
    encoding: Option<Encoding>,
}

impl Source<'_> {
    /// The encoding of the game: looked for in the text from its beginning to where the next game's tags begin.
    #[cold]
    fn encoding(&mut self) -> Encoding {
        *self.encoding.get_or_insert_with(|| {
            let parser = if self.is_partial { Parser::partial(self.text) } else { Parser::new(self.text) };
            let mut replay = parser.in_context(self.beginning).resumed_at(self.from);
            let mut end = self.text.len();
            while let Some(event) = replay.next_event(&mut Ignore) {
                if let Event::GameEnd(span) = event {
                    end = span.end;
                    break;
                }
            }
            Encoding::detect(&self.text[self.from..end])
        })
    }
}

struct Building<'b, 'a> {
    builder: &'b mut GameBuilder,
    source: Source<'a>,
}

impl Building<'_, '_> {
    /// Appends text to the game's own, decoded.
    fn append(&mut self, bytes: &[u8]) -> TextRange {
        if bytes.is_ascii() {
            return self.builder.game.text.append(bytes);
        }
        let encoding = self.source.encoding();
        self.builder.game.text.append(encoding.decode(bytes).as_bytes())
    }

    /// Appends a tag with characters outside ASCII.
    #[cold]
    fn push_decoded_tag(&mut self, name: &[u8], value: &[u8]) {
        let encoding = self.source.encoding();
        let (name, value) = (encoding.decode(name), encoding.decode(value));
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
        let encoding = self.source.encoding();
        self.builder.game.text.append_comment(encoding.decode(bytes).as_bytes())
    }

    /// Variations that wait for a next move which does not come are kept as text.
    fn drop_waiting(&mut self) {
        let line = &mut self.builder.line;
        if !line.has_move && !line.waiting.is_empty() {
            let span = std::mem::take(&mut line.waiting);
            line.first_variation = NO_NODE;
            let bytes = span.of(self.source.text);
            self.push_comment(bytes);
        }
    }
}

impl Visitor for Building<'_, '_> {
    fn tag(&mut self, name: &[u8], tag: &RawTag) {
        let text = self.source.text;
        let value = if tag.encoded { tag.value(text) } else { tag.value.of(text).into() };
        let game = &mut self.builder.game;
        let line = game.text.append_tag(name, &value, !tag.encoded);
        if name.is_ascii() && (line.is_plain || value.is_ascii()) {
            game.tags.push(line);
        } else {
            game.text.take_back(line.line);
            self.push_decoded_tag(name, &value);
        }
    }

    fn start(&mut self, start: &Start) {
        self.builder.game.start.set(start);
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply<'_>) {
        let san = ply.before.san_with_next(ply.mv, ply.after);
        self.builder.push_move(ply.mv, san);
    }

    fn nag(&mut self, value: u32, span: Span) {
        match u8::try_from(value) {
            Ok(nag) if self.builder.line.has_move => self.builder.push_note(NoteData::nag(nag)),
            Ok(nag) => self.push_comment(format!("${nag}").as_bytes()),
            // As it stands: the value may have been too large for its type.
            Err(_) => self.push_comment(span.of(self.source.text)),
        }
    }

    #[inline]
    fn comment(&mut self, span: Span) {
        self.push_comment(span.of(self.source.text));
    }

    fn escape(&mut self, span: Span) {
        let text = self.append(span.of(self.source.text));
        self.builder.game.has_escapes = true;
        self.builder.push_note(NoteData::escape(text));
    }

    fn unread(&mut self, span: Span) {
        self.push_comment(span.of(self.source.text));
    }

    fn begin_variation(&mut self, span: Span) {
        let line = &mut self.builder.line;
        if !line.has_move && line.waiting.is_empty() {
            line.waiting = span;
        }
        self.builder.open_variation();
    }

    fn end_variation(&mut self, span: Span, has_move: bool) {
        self.drop_waiting();
        if let Some(line) = self.builder.interrupted.last_mut()
            && !line.has_move
        {
            if has_move {
                line.waiting.end = span.end.min(self.source.text.len());
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
    }
}
