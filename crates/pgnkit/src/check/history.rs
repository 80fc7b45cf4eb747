//! What happened in a game, for those who want advice.

use pgnkit_chess::{ChessMode, Move, Position};
use pgnkit_syntax::Span;

use crate::openings;
use crate::read::{Ply, Start, Visitor};

/// Keeps of a game what is looked at when it is over.
#[derive(Clone, Debug, Default)]
pub(super) struct History {
    /// The comments, whatever line they stand in.
    pub(super) comments: Vec<Comment>,
    pub(super) nags: Vec<Nag>,
    /// The first moves of the main line, when the game starts as usual.
    pub(super) opening: Vec<OpeningMove>,
    /// The first move of the main line that was played although nobody could be mated any more.
    pub(super) after_the_end: Option<Span>,
    /// Half-moves of the main line.
    plies: u32,
    /// Open variations.
    depth: u32,
    /// Moves and ends of lines: for all annotations of one move the same.
    place: usize,
    usual_start: bool,
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
    /// After how many half-moves of the main line it stands; `None` in a variation.
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
        (self.after_the_end, self.plies, self.depth, self.place) = (None, 0, 0, 0);
    }
}

impl Visitor for History {
    fn start(&mut self, start: &Start) {
        self.usual_start = start.position == Position::START && start.mode == ChessMode::Standard;
    }

    fn play(&mut self, ply: Ply<'_>) {
        self.place += 1;
        if self.depth > 0 {
            return;
        }
        self.plies += 1;
        if self.after_the_end.is_none() && ply.before.is_insufficient_material() {
            self.after_the_end = Some(ply.span);
        }
        if self.usual_start && self.opening.len() < openings::LONGEST {
            self.opening.push(OpeningMove { span: ply.span, mv: ply.mv, key: ply.after.repetition_key() });
        }
    }

    fn nag(&mut self, value: u32, span: Span) {
        self.nags.push(Nag { span, value, place: self.place });
    }

    fn comment(&mut self, span: Span) {
        let ply = (self.depth == 0).then_some(self.plies);
        self.comments.push(Comment { span, ply });
    }

    fn begin_variation(&mut self, _span: Span) {
        self.depth += 1;
        self.place += 1;
    }

    fn end_variation(&mut self, _span: Span, _has_move: bool) {
        self.depth = self.depth.saturating_sub(1);
        self.place += 1;
    }
}
