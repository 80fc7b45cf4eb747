//! The tree as it is counted.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

#[cfg(feature = "index")]
use pgnkit::chess::Move;
use pgnkit::chess::{Color, Position};

use super::batch::{Batch, SortedGames};
use super::gather::Lines;
use super::level::Level;
#[cfg(feature = "index")]
use super::stats::Stats;
use crate::parts::in_parts;
#[cfg(feature = "index")]
use crate::position_key::key;

/// The moves that were played in a position and after it, to a number of half-moves.
#[derive(Clone, Debug)]
pub struct OpeningTree {
    root: Position,
    levels: Vec<Level>,
    games: u64,
    memory: usize,
}

impl OpeningTree {
    /// An empty tree of moves after a position.
    pub fn new(root: Position, depth: usize) -> Self {
        Self { root, levels: vec![Level::default(); depth.max(1)], games: 0, memory: usize::MAX }
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
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    pub(super) fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Counts the games of a block, whose input has this number and so many games before the block. Many blocks are counted sooner
    /// [together](Self::add_batches).
    pub fn add(&mut self, input: u32, games_before: u64, lines: &Lines) {
        let mut batch = Batch::default();
        batch.push(input, games_before, lines);
        self.add_batches(&[batch], NonZeroUsize::MIN);
    }

    /// Counts the games of batches, of several at a time on so many threads.
    pub fn add_batches(&mut self, batches: &[Batch], jobs: NonZeroUsize) {
        let root = self.root;
        let levels: Vec<_> = self.levels.iter_mut().map(Mutex::new).collect();
        let games = in_parts(jobs, batches.len(), 1, |part| {
            batches[part].iter().map(|batch| count(&batch.in_order(), &root, &levels)).sum::<u64>()
        });
        self.games += games.iter().sum::<u64>();
        self.fit();
    }

    /// Gives back the memory that only counting needs, once it is over.
    pub fn settle(&mut self) {
        self.levels.iter_mut().for_each(Level::settle);
    }

    /// Takes the moves of each position from elsewhere, half-move by half-move, and the games of the root for all that it counts. Where they do not fit the
    /// memory, the tree ends with the half-move before.
    #[cfg(feature = "index")]
    pub(super) fn fill<E>(
        &mut self,
        mut moves_of: impl FnMut(&Position) -> Result<Vec<(Move, Stats)>, E>,
    ) -> Result<(), E> {
        let mut positions = vec![(0, self.root)];
        for ply in 0..self.levels.len() {
            let mut reached = Vec::new();
            let is_last = ply + 1 == self.levels.len();
            for (number, (node, position)) in positions.iter().enumerate() {
                for (mv, stats) in moves_of(position)? {
                    self.games += if ply == 0 { stats.games() } else { 0 };
                    let after = position.after(mv);
                    if let Some(child) = self.levels[ply].fill(*node, mv, key(&after), stats)
                        && !is_last
                    {
                        reached.push((child, after));
                    }
                }
                let own = (positions.len() + reached.capacity()) * size_of::<(u32, Position)>();
                if ply > 0 && number % 256 == 255 && self.bytes() + own > self.memory {
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

/// Counts games, in the tables of each half-move; the number of them. Several threads do so at the same time, one after the other in each table.
fn count(games: &SortedGames<'_>, root: &Position, levels: &[Mutex<&mut Level>]) -> u64 {
    let (mut runs, mut before) = (games.root(), Vec::new());
    // One half-move of all games after the other: what is counted of it is together in memory.
    for (ply, level) in levels.iter().enumerate() {
        std::mem::swap(&mut runs, &mut before);
        games.runs(&before, ply, &mut runs);
        let mut level = level.lock().unwrap_or_else(PoisonError::into_inner);
        level.count(games, &mut runs, mover(root, ply));
    }
    games.len() as u64
}

/// The side that moves so many half-moves after a position.
fn mover(root: &Position, ply: usize) -> Color {
    if ply.is_multiple_of(2) { root.turn() } else { !root.turn() }
}
