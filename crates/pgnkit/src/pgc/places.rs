//! Visitor calls with places in the file, with the texts that were made of its bytes.

use pgnkit_syntax::Span;

use super::transcript::Transcript;
use crate::read::{EndOfGame, Flow, Ply, Start, Text, Variation, Visitor};

/// Passes on the calls for a game; where tags and escape lines are at places of the transcript, it gives their places
/// in the file.
pub(super) struct InFilePlaces<'p, V: ?Sized> {
    pub(super) transcript: &'p Transcript,
    pub(super) visitor: &'p mut V,
}

impl<V: Visitor + ?Sized> Visitor for InFilePlaces<'_, V> {
    #[inline]
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        let (name_in_file, value_in_file) = self.transcript.tag_in_file(name.span());
        self.visitor.tag(name.at(name_in_file), value.at(value_in_file));
    }

    #[inline]
    fn start(&mut self, start: &Start) -> Flow {
        self.visitor.start(start)
    }

    #[inline(always)]
    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.visitor.play(ply)
    }

    #[inline]
    fn nag(&mut self, value: u32, span: Span) {
        self.visitor.nag(value, span);
    }

    fn escape(&mut self, text: Text<'_>) {
        self.visitor.escape(text.at(self.transcript.in_file(text.span())));
    }

    fn begin_variation(&mut self, variation: Variation<'_>) -> Flow {
        self.visitor.begin_variation(variation)
    }

    fn end_variation(&mut self, span: Span, has_move: bool) {
        self.visitor.end_variation(span, has_move);
    }

    #[inline]
    fn end(&mut self, end: &EndOfGame) {
        self.visitor.end(end);
    }
}
