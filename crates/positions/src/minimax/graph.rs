//! The positions of a book and the moves between them.

use super::index::Index;
use super::score::Score;
use super::{SolveError, chunks};
use pgnkit_chess::{Color, Move, PackedPosition, Position};
use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::AtomicBool;

/// Which position leads to which others. Positions are numbers from 0; edges too, those of a position side by side, in
/// the ASCII order of the moves' SAN.
#[derive(Debug, Default)]
pub(super) struct Graph {
    /// Side to move in each position.
    pub(super) turns: Vec<Color>,
    /// The first edge of each position, and one more number that ends the last position's.
    pub(super) first_edges: Vec<u32>,
    /// Target of each edge.
    pub(super) targets: Vec<u32>,
    /// The move that each edge is.
    pub(super) moves: Vec<Move>,
    /// The positions in which the game is over, ascending, with the score that the rules give.
    pub(super) endings: Vec<(u32, Score)>,
}

impl Graph {
    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.turns.len()
    }

    /// The edges of a position.
    pub(super) fn edges(&self, node: u32) -> Range<usize> {
        let node = node as usize;
        self.first_edges[node] as usize..self.first_edges[node + 1] as usize
    }

    /// The positions that a position leads to.
    pub(super) fn targets(&self, node: u32) -> &[u32] {
        &self.targets[self.edges(node)]
    }

    /// The score that the rules give to a position, where the game is over there.
    pub(super) fn ending(&self, node: u32) -> Option<Score> {
        let place = self.endings.binary_search_by_key(&node, |(ended, _)| *ended).ok()?;
        Some(self.endings[place].1)
    }

    /// Puts together what was found.
    pub(super) fn of(pieces: Vec<Piece>) -> Result<Self, SolveError> {
        let nodes = pieces.iter().map(|piece| piece.turns.len()).sum();
        let edges = pieces.iter().map(|piece| piece.targets.len()).sum();
        if u32::try_from(edges).is_err() {
            return Err(SolveError::TooLarge);
        }
        let mut graph = Self {
            turns: Vec::with_capacity(nodes),
            first_edges: Vec::with_capacity(nodes + 1),
            targets: Vec::with_capacity(edges),
            moves: Vec::with_capacity(edges),
            endings: Vec::new(),
        };
        let mut end = 0;
        graph.first_edges.push(end);
        for piece in pieces {
            graph.turns.extend(piece.turns);
            graph.first_edges.extend(piece.degrees.into_iter().map(|degree| {
                end += u32::from(degree);
                end
            }));
            graph.targets.extend(piece.targets);
            graph.moves.extend(piece.moves);
            graph.endings.extend(piece.endings);
        }
        Ok(graph)
    }
}

/// Finds the moves between the positions, all different, that `index` was made from.
pub(super) fn find(
    positions: &[PackedPosition],
    index: &Index,
    jobs: NonZeroUsize,
    stop: &AtomicBool,
) -> Result<Vec<Piece>, SolveError> {
    chunks::map(positions.len(), jobs, stop, |chunk| Piece::find(positions, index, chunk))
}

/// Findings of one thread for one chunk.
#[derive(Debug, Default)]
pub(super) struct Piece {
    turns: Vec<Color>,
    /// Number of edges of each position.
    degrees: Vec<u16>,
    targets: Vec<u32>,
    moves: Vec<Move>,
    endings: Vec<(u32, Score)>,
}

impl Piece {
    fn find(positions: &[PackedPosition], index: &Index, chunk: Range<usize>) -> Self {
        let mut piece = Self::default();
        let mut found = Vec::new();
        for (number, packed) in chunk.clone().zip(&positions[chunk]) {
            let position = packed.unpack();
            if let Some(score) = ending(&position) {
                piece.endings.push((number as u32, score));
            } else {
                found.extend(position.legal_moves().iter().filter_map(|&mv| {
                    let next = position.after(mv);
                    Some((mv, index.find(&PackedPosition::new(&next), positions)?))
                }));
                if found.len() > 1 {
                    found.sort_by_cached_key(|(mv, _)| (ascii_order(&position, *mv), *mv));
                }
            }
            piece.turns.push(position.turn());
            piece.degrees.push(found.len() as u16);
            piece.moves.extend(found.iter().map(|(mv, _)| *mv));
            piece.targets.extend(found.drain(..).map(|(_, target)| target));
        }
        piece
    }
}

/// A number that orders moves as the texts of their SAN are ordered.
fn ascii_order(position: &Position, mv: Move) -> u64 {
    position.san(mv).to_word().0.swap_bytes()
}

/// The score that the rules give to a position in which the game is over: checkmate, stalemate, or not enough left to
/// mate with.
fn ending(position: &Position) -> Option<Score> {
    if position.is_insufficient_material() {
        Some(Score::DRAW)
    } else if position.has_legal_move() {
        None
    } else {
        Some(if position.is_check() { Score::MATED } else { Score::DRAW })
    }
}

/// Which positions lead to which: the edges of a graph the other way round.
#[derive(Debug)]
pub(super) struct Parents {
    firsts: Vec<u32>,
    nodes: Vec<u32>,
}

impl Parents {
    /// Turns the edges round.
    pub(super) fn of(graph: &Graph) -> Self {
        // Counted one place further on, so that filling in moves each first to where it belongs.
        let mut firsts = vec![0; graph.len() + 2];
        for target in &graph.targets {
            firsts[*target as usize + 2] += 1;
        }
        for node in 2..firsts.len() {
            firsts[node] += firsts[node - 1];
        }
        let mut nodes = vec![0; graph.targets.len()];
        for node in 0..graph.len() as u32 {
            for target in graph.targets(node) {
                let place = &mut firsts[*target as usize + 1];
                nodes[*place as usize] = node;
                *place += 1;
            }
        }
        firsts.pop();
        Self { firsts, nodes }
    }

    /// The positions from which a move leads to this one.
    pub(super) fn of_node(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.nodes[self.firsts[node] as usize..self.firsts[node + 1] as usize]
    }
}
