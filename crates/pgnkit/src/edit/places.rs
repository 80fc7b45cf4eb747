//! The places of a game's parts in its text.

use pgnkit_chess::Move;
use pgnkit_syntax::Span;

use crate::read::{EndOfGame, Flow, Ply, Text, Variation, Visitor};

/// The kind of a part of the movetext.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Move(Move),
    Nag(u32),
    Comment,
    Escape,
    /// Text that could not be read.
    Unread,
    Begin,
    End {
        has_move: bool,
    },
}

/// A part of the movetext, as a replay reports it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    pub(super) kind: Kind,
    /// The whole token, braces included.
    pub(super) span: Span,
    /// Its text, without them.
    pub(super) text: Span,
}

/// A note beside a move, as a [`Game`](crate::Game) has it.
#[derive(Clone, Copy, Debug)]
pub(super) struct NotePlace {
    pub(super) item: usize,
    /// Whether the game has it among its comments.
    pub(super) is_comment: bool,
}

/// A node of a [`Game`](crate::Game).
#[derive(Clone, Debug, Default)]
pub(super) struct NodePlace {
    /// Its move, or the beginning of the variation; none for the root.
    pub(super) item: Option<usize>,
    pub(super) notes: Vec<NotePlace>,
}

/// A line being read: the same states as those in which a game is built.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// The node at which it begins, and its last node.
    start: usize,
    at: usize,
    has_move: bool,
    /// Whether it has variations that wait for its next move, and whether one of them has a move.
    waits: bool,
    has_variation: bool,
    /// The item at which they begin.
    waiting: usize,
    /// The notes of `at` that lie between the first and the last of them.
    between: (usize, usize),
}

/// Notes the place of everything. Its nodes have the numbers that those of the [`Game`](crate::Game) have which is
/// built from the same text.
#[derive(Debug)]
pub(super) struct Places<'t> {
    text: &'t [u8],
    pub(super) items: Vec<Item>,
    pub(super) nodes: Vec<NodePlace>,
    line: Line,
    interrupted: Vec<Line>,
}

impl<'t> Places<'t> {
    pub(super) fn new(text: &'t [u8]) -> Self {
        let nodes = vec![NodePlace::default()];
        Self { text, items: Vec::new(), nodes, line: Line::default(), interrupted: Vec::new() }
    }

    fn item(&mut self, kind: Kind, span: Span, text: Span) -> usize {
        self.items.push(Item { kind, span, text });
        self.items.len() - 1
    }

    fn note(&mut self, item: usize, is_comment: bool) {
        self.nodes[self.line.at].notes.push(NotePlace { item, is_comment });
    }

    /// Variations that wait for a move which does not come are a comment of the game.
    fn drop_waiting(&mut self) {
        if !self.line.has_move && self.line.waits {
            self.line.waits = false;
            self.line.has_variation = false;
            let (first, end) = self.line.between;
            self.nodes[self.line.at].notes.drain(first..end);
            self.note(self.line.waiting, false);
        }
    }
}

impl Visitor for Places<'_> {
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        let item = self.item(Kind::Move(ply.mv), ply.span, ply.span);
        self.nodes.push(NodePlace { item: Some(item), notes: Vec::new() });
        self.line =
            Line { at: self.nodes.len() - 1, has_move: true, start: self.line.start, ..Line::default() };
        Flow::Continue
    }

    fn unchecked(&mut self, text: Text<'_>) -> Flow {
        let item = self.item(Kind::Move(Move::NULL), text.span(), text.span());
        self.nodes.push(NodePlace { item: Some(item), notes: Vec::new() });
        self.line =
            Line { at: self.nodes.len() - 1, has_move: true, start: self.line.start, ..Line::default() };
        Flow::Continue
    }

    fn nag(&mut self, value: u32, span: Span) {
        let item = self.item(Kind::Nag(value), span, span);
        self.note(item, value > 255 || !self.line.has_move);
    }

    fn comment(&mut self, text: Text<'_>) {
        let span = text.span();
        if !span.start.checked_sub(1).is_some_and(|at| matches!(self.text[at], b'{' | b';')) {
            // A command outside any comment.
            let item = self.item(Kind::Comment, span, span);
            self.note(item, true);
            return;
        }
        let is_closed = self.text.get(span.end) == Some(&b'}');
        let in_braces = span.start > 0 && self.text[span.start - 1] == b'{';
        let whole = Span::new(span.start - 1, span.end + usize::from(is_closed && in_braces));
        let item = self.item(Kind::Comment, whole, span);
        self.note(item, true);
    }

    fn escape(&mut self, text: Text<'_>) {
        let span = text.span();
        let item = self.item(Kind::Escape, Span::new(span.start.saturating_sub(1), span.end), span);
        self.note(item, false);
    }

    fn unread(&mut self, text: Text<'_>) {
        let item = self.item(Kind::Unread, text.span(), text.span());
        self.note(item, false);
    }

    fn begin_variation(&mut self, variation: Variation<'_>) -> Flow {
        let item = self.item(Kind::Begin, variation.span, variation.span);
        if !self.line.has_move && !self.line.waits {
            self.line.waits = true;
            self.line.waiting = item;
        }
        self.nodes.push(NodePlace { item: Some(item), notes: Vec::new() });
        let start = self.nodes.len() - 1;
        self.interrupted
            .push(std::mem::replace(&mut self.line, Line { start, at: start, ..Line::default() }));
        Flow::Continue
    }

    fn end_variation(&mut self, span: Span, has_move: bool) {
        self.drop_waiting();
        self.item(Kind::End { has_move }, span, span);
        let Some(outer) = self.interrupted.pop() else { return };
        let inner = std::mem::replace(&mut self.line, outer);
        if has_move {
            let count = self.nodes[self.line.at].notes.len();
            if !self.line.has_variation {
                self.line.between.0 = count;
            }
            self.line.between.1 = count;
            self.line.has_variation = true;
        } else {
            if !self.line.has_move && !self.line.has_variation {
                self.line.waits = false;
            }
            let notes = std::mem::take(&mut self.nodes[inner.start].notes);
            self.nodes[self.line.at].notes.extend(notes);
        }
    }

    fn end(&mut self, _: &EndOfGame) {
        self.drop_waiting();
    }
}
