//! Events of a game that are needed for advice.

use pgnkit_chess::{ChessMode, Move, Position};
use pgnkit_syntax::Span;

use crate::read::{Flow, Known, Ply, Start, Text, Variation, Visitor};

/// Keeps of a game what is looked at when it is over.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// The comments of all lines.
    pub(super) comments: Vec<Comment>,
    pub(super) nags: Vec<Nag>,
    /// The first moves of the main line, of a game with an ECO tag that starts as usual.
    pub(super) opening: Vec<OpeningMove>,
    /// The first move of the main line that was played although neither side could be mated any more.
    pub(super) after_the_end: Option<Span>,
    /// Half-moves of the main line.
    plies: u32,
    /// The places that variations interrupt.
    interrupted: Vec<usize>,
    /// Moves and beginnings of lines: for all annotations of one move the same.
    place: usize,
    /// The last place there was.
    places: usize,
    /// Whether the opening is of interest: the game has an ECO tag and starts as usual.
    has_opening: bool,
    /// The key of the position after the last of its moves.
    #[cfg(feature = "openings")]
    key: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct OpeningMove {
    pub(super) span: Span,
    pub(super) mv: Move,
    /// The key of the position after it.
    pub(super) key: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Comment {
    pub(super) span: Span,
    /// Number of half-moves of the main line before it; `None` in a variation.
    pub(super) ply: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Nag {
    pub(super) span: Span,
    pub(super) value: u32,
    /// Which move it belongs to.
    pub(super) place: usize,
}

impl History {
    pub(super) fn clear(&mut self) {
        self.comments.clear();
        self.nags.clear();
        self.opening.clear();
        self.has_opening = false;
        self.interrupted.clear();
        (self.after_the_end, self.plies, self.place, self.places) = (None, 0, 0, 0);
    }

    fn go_on(&mut self) {
        self.places += 1;
        self.place = self.places;
    }

    fn in_main_line(&self) -> bool {
        self.interrupted.is_empty()
    }
}

impl Visitor for History {
    fn tag(&mut self, name: Text<'_>, _value: Text<'_>) {
        self.has_opening |= name == Known::ECO.as_str();
    }

    fn start(&mut self, start: &Start) -> Flow {
        let is_usual = start.position == Position::START && start.mode == ChessMode::Standard;
        self.has_opening &= is_usual;
        #[cfg(feature = "openings")]
        if self.has_opening {
            self.key = start.position.repetition_key();
        }
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        self.go_on();
        if !self.in_main_line() {
            return Flow::Continue;
        }
        self.plies += 1;
        if self.after_the_end.is_none() && ply.before.is_insufficient_material() {
            self.after_the_end = Some(ply.span);
        }
        #[cfg(feature = "openings")]
        if self.has_opening && self.opening.len() < crate::openings::LONGEST {
            debug_assert_eq!(self.key, ply.before.repetition_key());
            self.key = ply.after.repetition_key_after(ply.before, self.key);
            self.opening.push(OpeningMove { span: ply.span, mv: ply.mv, key: self.key });
        }
        Flow::Continue
    }

    fn nag(&mut self, value: u32, span: Span) {
        self.nags.push(Nag { span, value, place: self.place });
    }

    fn comment(&mut self, text: Text<'_>) {
        let ply = self.in_main_line().then_some(self.plies);
        self.comments.push(Comment { span: text.span(), ply });
    }

    fn begin_variation(&mut self, _: Variation<'_>) -> Flow {
        self.interrupted.push(self.place);
        self.go_on();
        Flow::Continue
    }

    fn end_variation(&mut self, _span: Span, _has_move: bool) {
        self.place = self.interrupted.pop().unwrap_or(self.place);
    }
}
