//! Facts of a game, gathered while it is read.

use pgnkit::chess::Variant;
use pgnkit::syntax::Span;
use pgnkit::{EndOfGame, Extent, Flow, Outcome, Ply, Start, Text, Variation, Visitor};

use super::annotated::{Annotated, may_be_annotation};
use super::ending::{Ending, Line};
use crate::eco::{Book, Classifier};
use crate::roster::{known, rating, year};
use pgnkit_query::fields::date_of;

/// Facts of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Facts {
    pub(super) result: Outcome,
    /// Ratings of White and Black; 0 where they are not known.
    pub(super) elo: [u16; 2],
    /// 0 where it is not known.
    pub(super) year: u16,
    /// Moves of the side that made more of them; none where not all of them could be read.
    pub(super) moves: Option<u32>,
    pub(super) ending: Ending,
    /// The line of the book.
    pub(super) opening: Option<u32>,
    /// Whether it is of a variant other than Chess960.
    pub(super) is_variant: bool,
    pub(super) annotated: Annotated,
}

/// Sees a game as it is read.
#[derive(Debug)]
pub(super) struct Walker<'b> {
    classifier: Classifier<'b>,
    line: Line,
    pub(super) facts: Facts,
    /// Empty where they are not known.
    pub(super) names: [String; 2],
    termination: String,
    /// Whether comments of the main line may give times or evaluations.
    pub(super) is_annotated: bool,
    /// Whether text that could not be read came after the last move of the main line.
    is_unread: bool,
    /// Open variations.
    depth: usize,
    /// Whether what it has is of the game before.
    is_over: bool,
}

impl<'b> Walker<'b> {
    pub(super) fn new(book: &'b Book) -> Self {
        Self {
            classifier: Classifier::new(book),
            line: Line::default(),
            facts: Facts::default(),
            names: [String::new(), String::new()],
            termination: String::new(),
            is_annotated: false,
            is_unread: false,
            depth: 0,
            is_over: true,
        }
    }

    fn begin(&mut self) {
        if std::mem::take(&mut self.is_over) {
            self.facts = Facts::default();
            self.names.iter_mut().for_each(String::clear);
            self.termination.clear();
            self.is_annotated = false;
            self.is_unread = false;
            self.depth = 0;
        }
    }
}

impl Visitor for Walker<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        let side = usize::from(name.as_bytes().starts_with(b"Black"));
        match name.as_bytes() {
            b"White" | b"Black" => {
                self.names[side].clear();
                self.names[side].push_str(known(&value.to_str()).unwrap_or_default());
            }
            b"WhiteElo" | b"BlackElo" => self.facts.elo[side] = rating(&value.to_str()),
            b"Date" => {
                let value = value.to_str();
                self.facts.year = date_of(&value).map_or(0, |_| year(value.trim()));
            }
            b"Termination" => {
                self.termination.clear();
                self.termination.push_str(&value.to_str());
            }
            _ => {}
        }
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.begin();
        self.facts.is_variant = !start.is_known || start.position.variant() != Variant::Standard;
        self.line.begin(start.is_known.then_some(&start.position));
        self.classifier.start(start)
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if ply.depth == 0 {
            self.is_unread = false;
            self.line.play(ply.after);
            // The end of the game is asked for, even where the opening is known.
            let _ = self.classifier.play(ply);
        }
        Flow::Continue
    }

    fn unchecked(&mut self, _: Text<'_>) -> Flow {
        if self.depth == 0 {
            self.is_unread = false;
            self.line.plies += 1;
        }
        Flow::Continue
    }

    fn comment(&mut self, text: Text<'_>) {
        self.begin();
        self.is_annotated |= self.depth == 0 && may_be_annotation(text.as_bytes());
    }

    fn escape(&mut self, _: Text<'_>) {
        self.begin();
    }

    fn unread(&mut self, _: Text<'_>) {
        self.begin();
        // Words between moves as well, which in memory look like a rest that could not be read: only a move after them shows that the game goes on.
        self.is_unread |= self.depth == 0;
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        self.depth += 1;
        Flow::Continue
    }

    fn end_variation(&mut self, _: Span, _: bool) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn end(&mut self, end: &EndOfGame) {
        self.begin();
        self.line.is_unread = self.is_unread || end.extent != Extent::Whole;
        let facts = &mut self.facts;
        facts.result = end.result;
        facts.moves = (!self.line.is_unread).then(|| self.line.plies.div_ceil(2));
        facts.ending = self.line.ending(&self.termination, end.result);
        facts.opening = self.classifier.opening().map(|opening| opening.line.index() as u32);
        self.is_over = true;
    }
}
