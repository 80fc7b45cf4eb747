//! A game told by its places in the file, without a look at what was made of its texts.

use pgnkit_syntax::{RawTag, Span};

use super::transcript::Transcript;
use crate::read::{EndOfGame, Ply, Start, Visitor};

/// Passes on what it is told of a game; where tags and escape lines stand in the transcript, it says where they stand in
/// the file.
pub(super) struct InFilePlaces<'p, V: ?Sized> {
    pub(super) transcript: &'p Transcript,
    pub(super) visitor: &'p mut V,
}

impl<V: Visitor + ?Sized> Visitor for InFilePlaces<'_, V> {
    #[inline]
    fn tag(&mut self, name: &[u8], tag: &RawTag) {
        self.visitor.tag(name, &self.transcript.tag_in_file(tag));
    }

    #[inline]
    fn start(&mut self, start: &Start) {
        self.visitor.start(start);
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply<'_>) {
        self.visitor.play(ply);
    }

    #[inline]
    fn nag(&mut self, value: u32, span: Span) {
        self.visitor.nag(value, span);
    }

    fn escape(&mut self, span: Span) {
        self.visitor.escape(self.transcript.in_file(span));
    }

    fn begin_variation(&mut self, span: Span) {
        self.visitor.begin_variation(span);
    }

    fn end_variation(&mut self, span: Span, has_move: bool) {
        self.visitor.end_variation(span, has_move);
    }

    #[inline]
    fn end(&mut self, end: &EndOfGame) {
        self.visitor.end(end);
    }
}
