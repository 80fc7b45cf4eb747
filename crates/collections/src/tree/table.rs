//! The tree as it is counted.

use pgnkit::chess::{Color, Move, Position};

use super::batch::{Batch, GameOfBatch};
use super::gather::{Facts, LineStep, Lines};
use super::stats::{Example, Stats};
use crate::position_key::{KeyMap, key};

/// No node, no move.
pub(super) const NONE: u32 = u32::MAX;

/// The moves that were played in a position and after it, to a number of half-moves.
#[derive(Clone, Debug)]
pub struct OpeningTree {
    root: Position,
    levels: Vec<Level>,
    games: u64,
    memory: usize,
}

/// The positions after the same number of half-moves, and the moves played there.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// Positions by their keys.
    nodes: KeyMap<u32>,
    /// The move that was played last, by position.
    first: Vec<u32>,
    links: Vec<Link>,
    /// Counts of each of these, apart from them so that passing over a move does not touch its counts.
    stats: Vec<Stats>,
}

/// A move in a position.
#[derive(Clone, Debug)]
struct Link {
    mv: Move,
    /// The next move of the same position.
    next: u32,
    /// The position it leads to, in the next level.
    child: u32,
}

/// A move in a position, with what is counted of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<'t> {
    pub(super) mv: Move,
    /// The position it leads to, in the next level.
    pub(super) child: u32,
    pub(super) stats: &'t Stats,
}

/// A game that is being counted, and the position it has come to.
struct GameCursor<'l> {
    facts: &'l Facts,
    steps: &'l [LineStep],
    example: Example,
    /// Half-moves that it has in common with the game before it.
    shared: u32,
    node: u32,
}

impl Level {
    fn node(&mut self, key: u64) -> u32 {
        let next = self.first.len() as u32;
        let node = *self.nodes.entry(key).or_insert(next);
        if node == next {
            self.first.push(NONE);
        }
        node
    }

    /// The move of a position, which is added where there is none. It comes before the others: what is played often is found soon.
    fn link(&mut self, node: u32, mv: Move) -> usize {
        let first = self.first[node as usize];
        let (mut before, mut at) = (NONE, first);
        while let Some(link) = self.links.get(at as usize) {
            if link.mv == mv {
                break;
            }
            (before, at) = (at, link.next);
        }
        if at == NONE {
            at = self.links.len() as u32;
            self.links.push(Link { mv, next: first, child: NONE });
            self.stats.push(Stats::default());
        } else if before != NONE {
            self.links[before as usize].next = self.links[at as usize].next;
            self.links[at as usize].next = first;
        }
        self.first[node as usize] = at;
        at as usize
    }

    /// The moves of a position, in any order.
    pub(super) fn edges_of(&self, node: u32) -> impl Iterator<Item = Edge<'_>> {
        let mut at = self.first.get(node as usize).copied().unwrap_or(NONE);
        std::iter::from_fn(move || {
            let (link, stats) = (self.links.get(at as usize)?, self.stats.get(at as usize)?);
            at = link.next;
            Some(Edge { mv: link.mv, child: link.child, stats })
        })
    }

    /// Number of positions.
    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    fn bytes(&self) -> usize {
        self.links.capacity() * (size_of::<Link>() + size_of::<Stats>())
            + self.first.capacity() * 4
            + self.nodes.capacity() * 20
    }
}

impl OpeningTree {
    /// An empty tree of moves after a position.
    pub fn new(root: Position, depth: usize) -> Self {
        let mut levels = vec![Level::default(); depth.max(1)];
        levels[0].node(key(&root));
        Self { root, levels, games: 0, memory: usize::MAX }
    }

    /// With a limit of memory, in bytes. Where it is reached, the tree becomes less deep.
    #[must_use]
    pub fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }

    /// The position that it begins with.
    pub fn root(&self) -> &Position {
        &self.root
    }

    /// Number of half-moves after the root that it knows: as many as requested, or fewer for want of memory.
    pub fn depth(&self) -> usize {
        self.levels.len()
    }

    /// Games that came to the position.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of different moves in different positions.
    pub fn moves(&self) -> u64 {
        self.levels.iter().map(|level| level.links.len() as u64).sum()
    }

    pub(super) fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The side that moves after so many half-moves.
    pub(super) fn mover(&self, ply: usize) -> Color {
        if ply.is_multiple_of(2) { self.root.turn() } else { !self.root.turn() }
    }

    /// Counts the games of a block, whose input has this number and so many games before the block. Many blocks are counted sooner
    /// [together](Self::add_batch).
    pub fn add(&mut self, input: u32, games_before: u64, lines: &Lines) {
        let mut batch = Batch::default();
        batch.push(input, games_before, lines);
        self.add_batch(&batch);
    }

    /// Counts the games of a batch.
    pub fn add_batch(&mut self, batch: &Batch) {
        let mut games: Vec<GameCursor<'_>> = batch
            .in_order()
            .map(|(game, steps, shared)| {
                let GameOfBatch { facts, example, .. } = game;
                GameCursor { facts, steps, example: *example, shared, node: 0 }
            })
            .collect();
        self.games += games.len() as u64;
        // One half-move of all games after the other: what is counted of it is together in memory, and no game waits for another.
        for ply in 0..self.levels.len() {
            games.retain(|game| game.steps.len() > ply);
            let mover = self.mover(ply);
            let Some((level, next)) = self.levels[ply..].split_first_mut() else { break };
            let mut next = next.first_mut();
            let mut last = 0;
            for game in &mut games {
                let step = game.steps[ply];
                // Games in order: most have the move of the one before.
                if game.shared as usize <= ply {
                    last = level.link(game.node, step.mv);
                }
                level.stats[last].add(game.facts, mover, game.example);
                let Some(next) = &mut next else { continue };
                let link = &mut level.links[last];
                if link.child == NONE {
                    link.child = next.node(step.key);
                }
                game.node = link.child;
            }
        }
        self.fit();
    }

    /// Takes the moves of each position from elsewhere, half-move by half-move, and the games of the root for all that it counts. Where they do not fit the
    /// memory, the tree ends with the half-move before.
    #[cfg(feature = "index")]
    pub(super) fn fill<E>(
        &mut self,
        mut moves_of: impl FnMut(&Position) -> Result<Vec<(Move, Stats)>, E>,
    ) -> Result<(), E> {
        // Those of the nodes of a level, in the order of their numbers.
        let mut positions = vec![self.root];
        for ply in 0..self.levels.len() {
            let mut reached = Vec::new();
            for (node, position) in positions.iter().enumerate() {
                let Some((level, next)) = self.levels[ply..].split_first_mut() else { break };
                for (mv, stats) in moves_of(position)? {
                    self.games += if ply == 0 { stats.games() } else { 0 };
                    let at = level.link(node as u32, mv);
                    level.stats[at] = stats;
                    let Some(next) = next.first_mut() else { continue };
                    let after = position.after(mv);
                    let child = next.node(key(&after));
                    level.links[at].child = child;
                    if child as usize == reached.len() {
                        reached.push(after);
                    }
                }
                let own = (positions.len() + reached.capacity()) * size_of::<Position>();
                if ply > 0 && node % 256 == 255 && self.bytes() + own > self.memory {
                    self.levels.truncate(ply);
                    return Ok(());
                }
            }
            positions = reached;
        }
        self.fit();
        Ok(())
    }

    fn bytes(&self) -> usize {
        self.levels.iter().map(Level::bytes).sum()
    }

    /// Takes the deepest moves away until the rest fits the memory. What is left does not depend on them.
    fn fit(&mut self) {
        while self.levels.len() > 1 && self.bytes() > self.memory {
            self.levels.pop();
        }
    }
}
