//! Results that each side can force.
//!
//! A side can force a score when, whatever the other does, play comes to a position that is worth as much to it. That
//! is found backwards, from the best score down: a position belongs to it when the side is to move and has one move
//! into such a position, or the other side is and has no other. Each position is reached once, with the best score that
//! can be forced from it, so this is linear, and it needs neither recursion nor repetition, cycles or not.
//!
//! It is done for either side down to a draw. A position that neither side can force to be better for it is a draw; one
//! from which a side cannot force even that within the book is a draw only because play goes on without an end.

use super::cycles::Components;
use super::graph::{Graph, Parents};
use super::known::KnownScores;
use super::score::Score;
use super::stop::Stop;
use super::{Origin, SolveError};
use pgnkit_chess::Color;
use std::cmp::Reverse;

/// The rank of a position that has not been reached.
const UNREACHED: u32 = u32::MAX;

/// No edge: what a position has for its best one whose score does not come from a move.
pub(super) const NO_EDGE: u32 = u32::MAX;

/// Scores every open position and finds its best move.
pub(super) fn solve(
    graph: &Graph,
    parents: &Parents,
    components: &Components,
    known: &mut KnownScores,
    stop: &mut Stop<'_>,
) -> Result<Vec<u32>, SolveError> {
    let mut ranks = vec![UNREACHED; graph.len()];
    let mut best = vec![NO_EDGE; graph.len()];
    for side in Color::ALL {
        ranks.fill(UNREACHED);
        spread(graph, parents, known, side, &mut ranks, stop)?;
        for node in 0..graph.len() as u32 {
            stop.step()?;
            let at = node as usize;
            if !known.is_open(node) {
                continue;
            }
            // A draw for one side that the other, not asked yet, can force to be better is none.
            if known.scores[at] != Score::DRAW {
                known.origins[at] = Origin::Moves;
            } else if ranks[at] == UNREACHED {
                known.origins[at] = Origin::Repetition;
            }
            if ranks[at] != UNREACHED && graph.turns[at] == side {
                best[at] = advancing_edge(graph, components, known, &ranks, node);
            }
        }
    }
    // The other side has it in hand: any move with the best score is as good as another.
    for node in 0..graph.len() as u32 {
        stop.step()?;
        let at = node as usize;
        if known.is_open(node) && best[at] == NO_EDGE {
            best[at] = first_edge(graph, node, |target| {
                known.origins[target as usize] != Origin::Unknown && is_best(known, node, target)
            });
        }
    }
    Ok(best)
}

/// Goes backwards from all scores that are at least a draw for `side`. Sets the scores of the open positions from which
/// they can be forced, and their ranks: among positions of one score, how many plies it is away when `side` hurries and
/// the other delays.
fn spread(
    graph: &Graph,
    parents: &Parents,
    known: &mut KnownScores,
    side: Color,
    ranks: &mut [u32],
    stop: &mut Stop<'_>,
) -> Result<(), SolveError> {
    let value = |known: &KnownScores, node: u32| {
        known.scores[node as usize].seen_by(side, graph.turns[node as usize])
    };
    let mut sources: Vec<u32> = (0..graph.len() as u32)
        .filter(|node| {
            matches!(known.origins[*node as usize], Origin::Given | Origin::Board)
                && value(known, *node) >= Score::DRAW
        })
        .collect();
    sources.sort_unstable_by_key(|node| Reverse(value(known, *node)));
    // A position has at most the value of the one it is reached from, so both queues are ordered by value, and the
    // second one by rank for equal values.
    let mut reached: Vec<u32> = Vec::new();
    let (mut next_source, mut next_reached) = (0, 0);
    loop {
        stop.step()?;
        let (source, other) = (sources.get(next_source), reached.get(next_reached));
        let node = match (source, other) {
            (None, None) => return Ok(()),
            (Some(node), None) => *node,
            (None, Some(node)) => *node,
            (Some(node), Some(other)) if value(known, *node) >= value(known, *other) => *node,
            (Some(_), Some(other)) => *other,
        };
        if source == Some(&node) {
            ranks[node as usize] = 0;
            next_source += 1;
        } else {
            next_reached += 1;
        }
        for parent in parents.of_node(node) {
            let at = *parent as usize;
            if ranks[at] != UNREACHED || !known.is_open(*parent) {
                continue;
            }
            if graph.turns[at] != side {
                known.choices[at] -= 1;
                if known.choices[at] > 0 {
                    continue;
                }
            }
            known.scores[at] = known.scores[node as usize].before_move();
            ranks[at] = ranks[node as usize] + 1;
            reached.push(*parent);
        }
    }
}

/// The first of the best moves by which the side to move, which can force the score, comes nearer to it: one into a
/// shorter mate, out of the cycle, or to a position of lower rank.
fn advancing_edge(
    graph: &Graph,
    components: &Components,
    known: &KnownScores,
    ranks: &[u32],
    node: u32,
) -> u32 {
    first_edge(graph, node, |target| {
        let rank = ranks[target as usize];
        rank != UNREACHED
            && is_best(known, node, target)
            && (known.scores[target as usize].is_mate()
                || !components.are_joined(node, target)
                || rank < ranks[node as usize])
    })
}

fn first_edge(graph: &Graph, node: u32, mut is_wanted: impl FnMut(u32) -> bool) -> u32 {
    let mut edges = graph.edges(node).zip(graph.targets(node));
    edges.find(|(_, target)| is_wanted(**target)).map_or(NO_EDGE, |(edge, _)| edge as u32)
}

/// Whether the score of a position is that of this move.
fn is_best(known: &KnownScores, node: u32, target: u32) -> bool {
    known.scores[target as usize].before_move() == known.scores[node as usize]
}
