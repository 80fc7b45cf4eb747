//! Who is told what a replay reads.

use pgnkit_chess::{Move, Position};
use pgnkit_syntax::{Outcome, RawTag, Span};

use super::start::Start;

/// One half-move as it is played.
#[derive(Clone, Copy, Debug)]
pub struct Ply<'a> {
    /// The move.
    pub mv: Move,
    /// The position it is played in.
    pub before: &'a Position,
    /// The position it leads to.
    pub after: &'a Position,
    /// Its text.
    pub span: Span,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndOfGame {
    /// The whole game, from its first to its last token.
    pub span: Span,
    /// The result that counts: marker and Result tag put together (decision A-13).
    pub result: Outcome,
    /// Whether every move of the main line could be read.
    pub complete: bool,
}

/// Takes a game as a [`Replayer`](crate::Replayer) reads it. Every method has a default that ignores what it is told.
///
/// The calls come in the order of the text: tags (the ones that count, once the section is complete), then
/// [`start`](Self::start), then moves with their comments and glyphs. A variation follows the move that it would
/// replace; where it stands before any move of its line, it would replace the next one.
#[allow(unused_variables)]
pub trait Visitor {
    /// A tag pair; `name` is the one that counts when the text has it in another case.
    fn tag(&mut self, name: &[u8], tag: &RawTag) {}
    /// The tag section is over.
    fn start(&mut self, start: &Start) {}
    /// A legal move, or a null move where the king is not in check.
    fn play(&mut self, ply: Ply<'_>) {}
    /// A numeric annotation glyph for the last move.
    fn nag(&mut self, value: u32, span: Span) {}
    /// A comment on what came last.
    fn comment(&mut self, span: Span) {}
    /// An escape line.
    fn escape(&mut self, span: Span) {}
    /// Text from a move that could not be read to the end of its line of play.
    fn unread(&mut self, span: Span) {}
    /// A variation begins.
    fn begin_variation(&mut self, span: Span) {}
    /// The variation is over. `span` is where it closed; `has_move` tells whether it held a move.
    fn end_variation(&mut self, span: Span, has_move: bool) {}
    /// The game is over.
    fn end(&mut self, end: &EndOfGame) {}
}

/// Ignores everything: for reading that only validates.
impl Visitor for () {}

/// Two that are told the same, the first one first.
#[derive(Debug)]
pub(crate) struct Both<'b, A, B: ?Sized>(pub(crate) A, pub(crate) &'b mut B);

impl<A: Visitor, B: Visitor + ?Sized> Visitor for Both<'_, A, B> {
    #[inline]
    fn tag(&mut self, name: &[u8], tag: &RawTag) {
        self.0.tag(name, tag);
        self.1.tag(name, tag);
    }

    #[inline]
    fn start(&mut self, start: &Start) {
        self.0.start(start);
        self.1.start(start);
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply<'_>) {
        self.0.play(ply);
        self.1.play(ply);
    }

    #[inline]
    fn nag(&mut self, value: u32, span: Span) {
        self.0.nag(value, span);
        self.1.nag(value, span);
    }

    #[inline]
    fn comment(&mut self, span: Span) {
        self.0.comment(span);
        self.1.comment(span);
    }

    fn escape(&mut self, span: Span) {
        self.0.escape(span);
        self.1.escape(span);
    }

    fn unread(&mut self, span: Span) {
        self.0.unread(span);
        self.1.unread(span);
    }

    fn begin_variation(&mut self, span: Span) {
        self.0.begin_variation(span);
        self.1.begin_variation(span);
    }

    fn end_variation(&mut self, span: Span, has_move: bool) {
        self.0.end_variation(span, has_move);
        self.1.end_variation(span, has_move);
    }

    #[inline]
    fn end(&mut self, end: &EndOfGame) {
        self.0.end(end);
        self.1.end(end);
    }
}
