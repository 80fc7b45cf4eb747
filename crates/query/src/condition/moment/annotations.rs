//! Annotations of moves: comments, glyphs, clocks, evaluations.

use pgnkit::annotations::{Annotations, Evaluation};
use pgnkit::chess::Color;
use pgnkit::clocks::{Clocks, Row};
use pgnkit::command::ClockTime;
use pgnkit::{Game, Node};
use pgnkit_facts::score;

/// Annotations of a position and of the move that led to it.
#[derive(Clone, Debug, Default)]
pub(in crate::condition) struct MoveAnnotations {
    /// Thousandths of a second on the clock of the side that has moved.
    pub(super) clock: Option<i64>,
    /// Thousandths of a second used for the move.
    pub(super) used: Option<i64>,
    evaluation: Option<Evaluation>,
    /// Comments, without what programs have put into them.
    pub(super) comment: Box<str>,
    pub(super) nags: Box<[u8]>,
}

/// The start and the moves of a game in the order in which a visitor gets them, those of variations included.
pub fn places(game: &Game) -> impl Iterator<Item = Node<'_>> {
    let moves = game.nodes().filter(|node| !node.starts_line() && node.unchecked().is_none());
    std::iter::once(game.root()).chain(moves)
}

/// Annotations of each of the [`places`].
pub(in crate::condition) fn move_annotations(game: &Game) -> Vec<MoveAnnotations> {
    // Clocks of the main line are also known from those before.
    let is_place = |row: &Row| game.node(row.node).is_some_and(|node| node.unchecked().is_none());
    let mut rows = Clocks::of(game).rows.into_iter().filter(is_place).peekable();
    places(game)
        .map(|node| {
            let annotations = Annotations::read(node.comments());
            let (clock, used, evaluation) = match rows.next_if(|row| row.node == node.id()) {
                Some(row) => {
                    (row.after.map(|after| after.time), row.used.map(|used| used.time), row.evaluation)
                }
                None => {
                    let [clock, used] = [annotations.clock, annotations.move_time];
                    (clock.map(|clock| clock.time), used.map(|used| used.time), annotations.evaluation)
                }
            };
            MoveAnnotations {
                clock: clock.map(thousandths),
                used: used.map(thousandths),
                evaluation,
                comment: annotations.text.into(),
                nags: node.nags().collect(),
            }
        })
        .collect()
}

fn thousandths(time: ClockTime) -> i64 {
    time.nanoseconds() / 1_000_000
}

impl MoveAnnotations {
    /// Thousandths of a pawn, positive where White is better.
    pub(super) fn eval(&self, mover: Color) -> Option<i64> {
        Some(score::pawns(self.evaluation?.for_white(mover)?).thousandths())
    }

    /// Centipawns, positive where White is better.
    pub(super) fn eval_cp(&self, mover: Color) -> Option<i64> {
        score::centipawns(self.evaluation?.for_white(mover)?).map(i64::from)
    }
}
