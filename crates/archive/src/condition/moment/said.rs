//! What a game says of its moves: comments, glyphs, clocks, evaluations.

use pgnkit::annotations::Annotations;
use pgnkit::clocks::Clocks;
use pgnkit::command::Score;
use pgnkit::{Game, Node};

/// What is said of a position and of the move that led to it.
#[derive(Clone, Debug, Default)]
pub(in crate::condition) struct Said {
    /// Thousandths of a second on the clock of the side that has moved.
    pub(super) clock: Option<i64>,
    /// Thousandths of a second used for the move.
    pub(super) used: Option<i64>,
    /// Thousandths of a pawn, positive where White is better.
    pub(super) eval: Option<i64>,
    /// Comments, without what programs have put into them.
    pub(super) comment: Box<str>,
    pub(super) nags: Box<[u8]>,
}

/// A mate counts as so many thousandths of a pawn.
const MATE: i64 = 1_000_000;

/// What is said of the start and of each move of the main line.
pub(in crate::condition) fn said(game: &Game) -> Vec<Said> {
    let of = |node: Node<'_>| Said {
        comment: Annotations::read(node.comments()).text.into(),
        nags: node.nags().collect(),
        ..Said::default()
    };
    let mut all: Vec<Said> = std::iter::once(game.root()).chain(game.mainline()).map(of).collect();
    for row in Clocks::of(game).rows {
        let Some(said) = all.get_mut(row.ply as usize) else { break };
        let thousandths = |time: pgnkit::command::ClockTime| time.nanoseconds() / 1_000_000;
        said.clock = row.after.map(|after| thousandths(after.time));
        said.used = row.used.map(|used| thousandths(used.time));
        said.eval = row.score().map(in_thousandths);
    }
    all
}

fn in_thousandths(score: Score) -> i64 {
    match score {
        Score::Pawns(pawns) => ((pawns * 1000.0).round() as i64).clamp(-MATE + 1, MATE - 1),
        Score::Mate(moves) if moves < 0 => -MATE,
        Score::Mate(_) => MATE,
    }
}
