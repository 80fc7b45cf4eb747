//! Whether a text is export format, byte for byte (section 3.2), and where and why it is not.
//!
//! A game is read as a [`Game`](crate::Game) and written; where its text is what was written, nothing more is done.
//! Where it is not, [`walk`] goes through the tokens of the text and names each departure it knows of. That every
//! difference is reported does not rest on this walk: a game that differs without anything having been said of it gets
//! [`Code::NotExportFormat`].
//!
//! Style is not reported after an error, since the text there is not read literally.

mod annotations;
mod characters;
mod comments;
mod compare;
mod departures;
mod fill;
mod gaps;
mod line;
mod movetext;
mod numbers;
mod recorder;
mod tags;
mod walk;

use pgnkit_syntax::{Code, CodeSet, Sink, Span};

use super::semantics::Semantics;
use crate::read::{EndOfGame, Replayer};
use crate::{Export, GameBuilder};
use departures::Departures;
use recorder::{ErrorRecorder, Recorded};

/// The codes that are about style.
const STYLE: CodeSet = CodeSet::of(&[
    Code::TagLayout,
    Code::TagOrder,
    Code::EmptyLines,
    Code::LongLine,
    Code::LineFill,
    Code::WhiteSpace,
    Code::LineEnds,
    Code::CommentLayout,
    Code::SuffixAnnotation,
    Code::NagForm,
    Code::MoveNumberForm,
    Code::VariationLayout,
    Code::AnnotationOrder,
    Code::DiscouragedCharacter,
    Code::NotExportFormat,
]);

/// Compares games with what is written for them; what it needs for that is kept from game to game.
#[derive(Clone, Debug, Default)]
pub(super) struct Style {
    builder: GameBuilder,
    written: Vec<u8>,
    recorded: Recorded,
    found: Departures,
}

impl Style {
    /// Whether a sink wants to know of style.
    pub(super) fn is_wanted(sink: &dyn Sink) -> bool {
        sink.wants_any(&STYLE)
    }

    /// Reads and checks the next game; `None` when there is none.
    pub(super) fn read_game(
        &mut self,
        meaning: &mut Semantics,
        replayer: &mut Replayer<'_>,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        let is_first = replayer.parser().consumed() == 0;
        self.recorded.clear();
        let mut recorder = ErrorRecorder { sink: &mut *sink, recorded: &mut self.recorded };
        let end = meaning.read_game(replayer, Some(&mut self.builder), &mut recorder);
        let text = replayer.parser().bytes();
        if let Some(end) = end {
            let whole = Span::new(end.span.start, gaps::end_of_space(text, end.span.end));
            self.compare(text, whole, end.span.end);
            indentation(text, end.span.start, &mut self.found);
            if sink.wants(Code::DiscouragedCharacter) {
                characters::check_discouraged(whole.of(text), whole.start, &mut self.found);
            }
            if sink.wants(Code::LineEnds) {
                characters::check_line_ends(whole.of(text), whole.start, &mut self.found);
            }
        }
        if is_first {
            before_first(text, &mut self.found);
        }
        self.found.report(sink);
        end
    }

    /// Compares a game with what is written for it: `whole` in `text`, of which white space follows the last token at
    /// `end`.
    fn compare(&mut self, text: &[u8], whole: Span, end: usize) {
        let bytes = whole.of(text);
        self.written.clear();
        Export::default().write_game(self.builder.game(), &mut self.written);
        compare::encode_like(bytes, &mut self.written);
        let Some((at, of_written)) = compare::first_difference(bytes, &self.written) else { return };
        let start = self.builder.game().start();
        walk::walk(bytes, whole.start, end - whole.start, start, &self.recorded, &mut self.found);
        if self.found.is_empty() && !self.recorded.any_from(whole.start) {
            let span = Span::new(whole.start + at, whole.end.min(whole.start + at + 1));
            let expected = compare::rest_of_line(&self.written, of_written);
            let found = compare::rest_of_line(bytes, at);
            let message = || format!("expected {expected} as it is written in export format, found {found}");
            self.found.add(Code::NotExportFormat, span, message);
        }
    }
}

/// A game begins in the first column.
fn indentation(text: &[u8], start: usize, found: &mut Departures) {
    let span = gaps::indent_before(text, start);
    if !span.is_empty() {
        let message = || "expected the game to begin in the first column, found white space before it";
        // It is between two games: a fix of one would reach into the other.
        found.add(Code::WhiteSpace, span, message);
    }
}

/// A text begins with its first game, and holds nothing when it has none.
fn before_first(text: &[u8], found: &mut Departures) {
    let span = Span::new(0, gaps::end_of_lines(text));
    if !span.is_empty() {
        let message = || "expected the text to begin with its first game, found white space";
        found.add(Code::EmptyLines, span, message);
    }
}
