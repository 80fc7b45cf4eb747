//! A game in memory, for visitors.

use pgnkit_syntax::Span;

use super::{Game, Node, Note, PlayedMove, Step};
use crate::read::{EndOfGame, Extent, Flow, Ply, Text, Variation, Visitor};

impl Game {
    /// Calls a visitor as a reader of this game would, with the tags that the game keeps. Every span that the visitor gets
    /// is `place`: that of the text which the game comes from, or [`Span::default`].
    ///
    /// ```
    /// use pgnkit::{Flow, Game, Ply, Visitor, syntax::Span};
    ///
    /// struct Captures(u32);
    ///
    /// impl Visitor for Captures {
    ///     fn play(&mut self, ply: Ply<'_>) -> Flow {
    ///         self.0 += u32::from(ply.mv.is_capture());
    ///         Flow::Continue
    ///     }
    /// }
    ///
    /// let game: Game = "1. e4 d5 2. exd5 (2. Nc3 dxe4) *".parse()?;
    /// let mut captures = Captures(0);
    /// game.visit(Span::default(), &mut captures);
    /// assert_eq!(captures.0, 2);
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn visit<V: Visitor + ?Sized>(&self, place: Span, visitor: &mut V) -> EndOfGame {
        for (name, value) in self.tags() {
            visitor.tag(Text::of_str(name, place), Text::of_str(value, place));
        }
        let extent = match visitor.start(self.start()) {
            Flow::Continue | Flow::Finish => self.visit_moves(place, visitor),
            Flow::Skip | Flow::Stop => Extent::Tags,
        };
        let complete = extent == Extent::Whole;
        let end = EndOfGame { span: place, result: self.result(), marker: self.marker(), complete, extent };
        visitor.end(&end);
        end
    }

    fn visit_moves<V: Visitor + ?Sized>(&self, place: Span, visitor: &mut V) -> Extent {
        visit_notes(self.root(), place, visitor);
        let mut walk = self.walk();
        while let Some(step) = walk.next() {
            let depth = walk.depth();
            match step {
                Step::Move(PlayedMove { node, before, after, .. }) => {
                    let ply = Ply::new(node.mv(), &before, &after, place, depth);
                    let flow = match node.unchecked() {
                        Some(text) => visitor.unchecked(Text::of_str(text, place)),
                        None => visitor.play(ply),
                    };
                    match flow {
                        Flow::Continue | Flow::Finish => visit_notes(node, place, visitor),
                        Flow::Skip if depth > 0 => walk.skip_variation(),
                        Flow::Skip | Flow::Stop => return Extent::Part,
                    }
                }
                Step::BeginVariation { start, position } => {
                    let variation = Variation { span: place, start: &position, depth };
                    match visitor.begin_variation(variation) {
                        Flow::Continue | Flow::Finish => visit_notes(start, place, visitor),
                        Flow::Skip => {
                            walk.skip_variation();
                            // Its end, of which the visitor gets no call.
                            walk.next();
                        }
                        Flow::Stop => return Extent::Part,
                    }
                }
                Step::EndVariation { start } => visitor.end_variation(place, start.next().is_some()),
            }
        }
        Extent::Whole
    }
}

fn visit_notes<V: Visitor + ?Sized>(node: Node<'_>, place: Span, visitor: &mut V) {
    for note in node.notes() {
        match note {
            Note::Comment(text) => visitor.comment(Text::of_str(text, place)),
            Note::Nag(nag) => visitor.nag(nag.into(), place),
            Note::Escape(text) => visitor.escape(Text::of_str(text, place)),
            Note::Unread(text) => visitor.unread(Text::of_str(text, place)),
            Note::Move(_) => {}
        }
    }
}
