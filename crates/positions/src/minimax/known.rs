//! Which positions have a score of their own, which get one from their moves, and of which nothing is known.

use super::graph::{Graph, Parents};
use super::score::Score;
use super::{InnerScores, Origin};

/// Origins of all scores, and the scores that do not come from moves.
#[derive(Debug)]
pub(super) struct KnownScores {
    pub(super) origins: Vec<Origin>,
    /// [`Score::DRAW`] where the score is not yet, or never, known.
    pub(super) scores: Vec<Score>,
    /// For positions with [`Origin::Moves`]: how many moves lead to a position that is not unknown.
    pub(super) choices: Vec<u16>,
}

impl KnownScores {
    /// `given` has the operand of `ce` for each position; where it is none, the position has no evaluation.
    pub(super) fn of(graph: &Graph, parents: &Parents, given: &[i16], inner: InnerScores) -> Self {
        let nodes = 0..graph.len() as u32;
        let mut known = Self {
            origins: vec![Origin::Moves; graph.len()],
            scores: vec![Score::DRAW; graph.len()],
            choices: nodes.clone().map(|node| graph.edges(node).len() as u16).collect(),
        };
        let mut unknown = Vec::new();
        for (node, ce) in nodes.zip(given) {
            let is_leaf = graph.edges(node).is_empty();
            match Score::from_ce(*ce) {
                Some(score) if is_leaf || inner == InnerScores::Keep => known.set(node, Origin::Given, score),
                None if is_leaf => match graph.ending(node) {
                    Some(score) => known.set(node, Origin::Board, score),
                    None => unknown.push(node),
                },
                _ => {}
            }
        }
        // A position that leads only to unknown positions is like a leaf.
        while let Some(node) = unknown.pop() {
            known.set(node, Origin::Unknown, Score::DRAW);
            for parent in parents.of_node(node) {
                let at = *parent as usize;
                known.choices[at] -= 1;
                if known.choices[at] == 0 {
                    match Score::from_ce(given[at]) {
                        Some(score) => known.set(*parent, Origin::Given, score),
                        None => unknown.push(*parent),
                    }
                }
            }
        }
        known
    }

    fn set(&mut self, node: u32, origin: Origin, score: Score) {
        self.origins[node as usize] = origin;
        self.scores[node as usize] = score;
    }

    /// Whether the score of a position comes from its moves.
    pub(super) fn is_open(&self, node: u32) -> bool {
        self.origins[node as usize].is_backed_up()
    }
}
