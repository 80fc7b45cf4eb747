//! The task that takes moves with the keys of their positions.

use std::mem;

use pgnkit::chess::{Color, Variant};
use pgnkit::syntax::Outcome;
use pgnkit::{EndOfGame, Flow, Ply, Start, Text, Visitor};
use pgnkit_formats::book::BookMove;

use pgnkit_archive::Account;
use pgnkit_archive::input::{InputFormat, Target};
use pgnkit_archive::task::{At, Task};

/// Gathers the moves of games for a book.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct GatherMoves {
    /// Half-moves of a game at the most.
    pub max_plies: usize,
    /// The side of which moves are taken; both if none.
    pub side: Option<Color>,
}

impl Default for GatherMoves {
    fn default() -> Self {
        Self { max_plies: usize::MAX, side: None }
    }
}

impl GatherMoves {
    /// Gathers from a text in memory.
    pub fn of_text(&self, text: &[u8]) -> Moves {
        pgnkit_archive::internals::of_text(self, text)
    }
}

/// The moves of the games of a block, in their order.
#[derive(Clone, Debug, Default)]
pub struct Moves {
    pub(super) moves: Vec<Played>,
}

/// A move of a game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Played {
    /// Key of the position before it.
    pub(super) key: u64,
    pub(super) mv: BookMove,
    /// Its points in the game: of a win 2, of a draw 1.
    pub(super) points: u8,
}

/// Memory of a thread that gathers: it sees a game as it is read.
#[derive(Debug)]
pub struct Walker {
    max_plies: usize,
    side: Option<Color>,
    is_of_variant: bool,
    result: Option<Outcome>,
    plies: usize,
    /// Moves, and the sides that play them.
    moves: Vec<(Played, Color)>,
    /// Whether what it has is of the game before.
    is_over: bool,
}

impl Walker {
    fn begin(&mut self) {
        if mem::take(&mut self.is_over) {
            (self.result, self.plies, self.is_of_variant) = (None, 0, false);
            self.moves.clear();
        }
    }
}

/// Points of a side by the result.
fn points(result: Outcome, side: Color) -> u8 {
    match (result, side) {
        (Outcome::WhiteWins, Color::White) | (Outcome::BlackWins, Color::Black) => 2,
        (Outcome::WhiteWins, Color::Black) | (Outcome::BlackWins, Color::White) => 0,
        _ => 1,
    }
}

impl Visitor for Walker {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        if name.as_bytes() == b"Result" {
            self.result = Outcome::from_lax(value.to_str().trim().as_bytes());
        }
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.begin();
        self.is_of_variant = !start.is_known || start.position.variant() != Variant::Standard;
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if self.plies >= self.max_plies || self.is_of_variant {
            return Flow::Finish;
        }
        if ply.depth > 0 {
            return Flow::Continue;
        }
        self.plies += 1;
        let turn = ply.before.turn();
        if self.side.is_none_or(|side| side == turn)
            && let Some(mv) = BookMove::of(ply.mv)
        {
            self.moves.push((Played { key: ply.before.polyglot_key(), mv, points: 0 }, turn));
        }
        Flow::Continue
    }

    fn end(&mut self, end: &EndOfGame) {
        self.result.get_or_insert(end.result);
        self.is_over = true;
    }
}

impl Task for GatherMoves {
    type Scratch<'t> = Walker;
    type Out = Moves;

    fn scratch(&self) -> Walker {
        Walker {
            max_plies: self.max_plies,
            side: self.side,
            is_of_variant: false,
            result: None,
            plies: 0,
            moves: Vec::new(),
            is_over: false,
        }
    }

    fn target<'s>(&self, walker: &'s mut Walker, _format: &dyn InputFormat) -> Target<'s> {
        Target::Visit(walker)
    }

    fn take(&self, walker: &mut Walker, _at: &At<'_>, out: &mut Moves, account: &mut Account) {
        account.tally("book", &[("games counted", u64::from(!walker.is_of_variant))]);
        if walker.is_of_variant {
            return;
        }
        let result = walker.result.unwrap_or_default();
        let moves = walker.moves.drain(..);
        out.moves.extend(moves.map(|(played, side)| Played { points: points(result, side), ..played }));
    }

    fn leave(&self, _: &mut Walker, _: &At<'_>, _: &mut Moves, _: &mut Account) {}
}
