//! The moves that were played after the same number of half-moves.

use std::hint::{black_box, select_unpredictable};

use pgnkit::chess::{Color, Move};

use super::batch::{MoveRun, SortedGames};
use super::stats::Stats;

/// No move.
pub(super) const NONE: u32 = u32::MAX;

/// The moves played after the same number of half-moves, found by the positions that they lead to. A position is named by the place of
/// the first move that led to it, among those of the level before; the root is 0.
#[derive(Clone, Debug, Default)]
pub(super) struct Level {
    /// The first links to positions, by the keys of these: the upper half of the key, and the place of the link and 1 below it. A power of two of
    /// them; the place of a key is its first bits, or one of those next to it.
    slots: Vec<u64>,
    /// The move that was added last, by position.
    last: Vec<u32>,
    links: Vec<Link>,
    /// Counts of each of these, apart from them so that passing over a move does not touch its counts.
    stats: Vec<Stats>,
}

/// A move in a position.
#[derive(Clone, Debug)]
struct Link {
    /// The key of the position that it leads to.
    key: u64,
    /// The position that it was played in.
    parent: u32,
    mv: Move,
    /// The first link to the same position, by which that is named.
    child: u32,
    /// The next link to the same position.
    next_to_child: u32,
    /// The next move of the same position.
    next: u32,
}

/// A move in a position, with what is counted of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge<'t> {
    /// Its place in the level.
    pub(super) at: u32,
    pub(super) mv: Move,
    /// The position it leads to.
    pub(super) child: u32,
    pub(super) stats: &'t Stats,
}

/// Moves whose places are looked for at the same time: few enough for the nearest cache.
const TOGETHER: usize = 64;

/// Slots of the first table.
const FEW: usize = 16;

impl Level {
    /// Counts the moves of games, and enters their places and the positions that they lead to.
    pub(super) fn count(&mut self, games: &SortedGames<'_>, runs: &mut [MoveRun], mover: Color) {
        if self.slots.is_empty() {
            self.grow();
        }
        for runs in runs.chunks_mut(TOGETHER) {
            self.expect(runs);
            for run in &mut *runs {
                if run.at == NONE {
                    run.at = self.link(run.parent, run.mv, run.key);
                }
                run.child = self.links[run.at as usize].child;
            }
            self.touch(runs.iter().map(|run| run.at));
            for run in runs {
                let stats = &mut self.stats[run.at as usize];
                games.stats(run, mover).iter().for_each(|one| stats.merge(one));
            }
        }
    }

    /// Enters the places of moves that are where most are: the first link of the first slot. One thing of all moves after the other, and without a
    /// branch, so that no move waits for the memory of another.
    fn expect(&self, runs: &mut [MoveRun]) {
        let Some(last) = self.links.len().checked_sub(1) else {
            runs.iter_mut().for_each(|run| run.at = NONE);
            return;
        };
        for run in &mut *runs {
            run.at = (self.slots[self.home(run.key)] as u32).wrapping_sub(1);
        }
        for run in runs {
            let link = &self.links[last.min(run.at as usize)];
            let is_it = (link.key == run.key) & (link.parent == run.parent) & (link.mv == run.mv);
            run.at = select_unpredictable(is_it, run.at, NONE);
        }
    }

    /// The slot at which a key is looked for first.
    #[inline(always)]
    fn home(&self, key: u64) -> usize {
        (key >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    /// The place of a move of a position, which leads to one with this key; it is added where there is none.
    pub(super) fn link(&mut self, parent: u32, mv: Move, key: u64) -> u32 {
        if self.slots.is_empty() {
            self.grow();
        }
        let at = self.links.len() as u32;
        let (mut child, mut before) = (at, NONE);
        let slot = self.slot_of(key);
        if self.slots[slot] != 0 {
            child = self.slots[slot] as u32 - 1;
            let mut known = child;
            while let Some(link) = self.links.get(known as usize) {
                if link.parent == parent && link.mv == mv {
                    return known;
                }
                (before, known) = (known, link.next_to_child);
            }
        } else {
            self.slots[slot] = entry(key, at);
        }
        if let Some(link) = self.links.get_mut(before as usize) {
            link.next_to_child = at;
        }
        if self.last.len() <= parent as usize {
            self.last.resize(parent as usize + 1, NONE);
        }
        let next = std::mem::replace(&mut self.last[parent as usize], at);
        self.links.push(Link { key, parent, mv, child, next_to_child: NONE, next });
        self.stats.push(Stats::default());
        if self.links.len() > self.slots.len() / 4 * 3 {
            self.grow();
        }
        at
    }

    /// The slot of a key, or the free one for it.
    fn slot_of(&self, key: u64) -> usize {
        let mut slot = self.home(key);
        loop {
            let entry = self.slots[slot];
            if entry == 0 || entry >> 32 == key >> 32 && self.links[entry as u32 as usize - 1].key == key {
                return slot;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    /// Takes slots enough for one more move. Those in order stay in order, so that memory is gone through once.
    #[cold]
    fn grow(&mut self) {
        let mut count = (2 * self.slots.len()).max(FEW);
        let mut before = std::mem::take(&mut self.slots);
        if before.is_empty() {
            // New, or settled.
            while self.links.len() > count / 4 * 3 {
                count *= 2;
            }
            let firsts = (0..).zip(&self.links).filter(|(at, link)| link.child == *at);
            before = firsts.map(|(at, link)| entry(link.key, at)).collect();
        }
        self.slots = vec![0; count];
        for entry in before.into_iter().filter(|entry| *entry != 0) {
            let mut slot = self.home(entry);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (count - 1);
            }
            self.slots[slot] = entry;
        }
    }

    /// Gives back the memory that only counting needs.
    pub(super) fn settle(&mut self) {
        self.slots = Vec::new();
    }

    /// Enters what is counted of a move from elsewhere; gives the position it leads to, where that is a new one.
    #[cfg(feature = "index")]
    pub(super) fn fill(&mut self, parent: u32, mv: Move, key: u64, stats: Stats) -> Option<u32> {
        let (new, at) = (self.links.len() as u32, self.link(parent, mv, key));
        self.stats[at as usize] = stats;
        (at == new && self.links[at as usize].child == new).then_some(new)
    }

    /// The moves of a position, in any order.
    #[inline]
    pub(super) fn edges_of(&self, node: u32) -> impl Iterator<Item = Edge<'_>> {
        let mut next = self.last_of(node);
        std::iter::from_fn(move || {
            let at = next;
            let (link, stats) = (self.links.get(at as usize)?, self.stats.get(at as usize)?);
            next = link.next;
            Some(Edge { at, mv: link.mv, child: link.child, stats })
        })
    }

    /// The move of a position that was added last.
    #[inline]
    pub(super) fn last_of(&self, node: u32) -> u32 {
        self.last.get(node as usize).copied().unwrap_or(NONE)
    }

    /// Reads moves, one after the other without waiting for any, so that they are near when they are needed.
    pub(super) fn touch(&self, moves: impl Iterator<Item = u32>) {
        let near = moves.fold(0, |all, at| {
            let link = self.links.get(at as usize).map_or(0, |link| link.next);
            all ^ link ^ self.games_of(at) as u32
        });
        black_box(near);
    }

    /// The games of a move, by its place.
    #[inline]
    pub(super) fn games_of(&self, at: u32) -> u64 {
        self.stats.get(at as usize).map_or(0, Stats::games)
    }

    /// Counts of a move, by its place.
    #[inline]
    pub(super) fn stats(&self, at: u32) -> &Stats {
        &self.stats[at as usize]
    }

    /// Number of moves.
    pub(super) fn len(&self) -> usize {
        self.links.len()
    }

    /// Bytes that it takes, by the number of its moves alone: not by the order in which they came. A sixteenth is what tables that grow leave unused
    /// among them.
    pub(super) fn bytes(&self) -> usize {
        let of_move = size_of::<Link>() + size_of::<Stats>() + size_of::<u32>();
        let bytes = self.links.len() * of_move + self.slots.len() * size_of::<u64>();
        bytes + bytes / 16
    }
}

/// A slot of a key.
fn entry(key: u64, at: u32) -> u64 {
    key >> 32 << 32 | u64::from(at + 1)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use pgnkit::chess::Position;

    use super::*;

    #[test]
    fn moves_are_found_again() {
        let moves = Position::START.legal_moves();
        let mut level = Level::default();
        let mut places = HashMap::new();
        let mut children = HashMap::new();
        let mut state = 1u64;
        for round in 0..40_000u32 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            // Keys that are alike in all of the upper half, in its first bits, or in nothing; the last slot is one of the first to be looked for.
            let low = state >> 40 & 0x3ff;
            let key = match round % 4 {
                0 => low,
                1 => u64::MAX << 32 | low,
                2 => 0xabcd << 48 | state >> 50 << 20,
                _ => state,
            };
            let parent = (state >> 33) as u32 % 50;
            let mv = moves[parent as usize % moves.len()];
            let new = places.len() as u32;
            let at = *places.entry((parent, key)).or_insert(new);
            let child = *children.entry(key).or_insert(at);
            assert_eq!(level.link(parent, mv, key), at);
            assert_eq!(level.links[at as usize].child, child);
            if round % 10_000 == 9_999 {
                level.settle();
            }
        }
        let of = |parent| level.edges_of(parent).count();
        assert_eq!((0..50).map(of).sum::<usize>(), places.len());
    }
}
