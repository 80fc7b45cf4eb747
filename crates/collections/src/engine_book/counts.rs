//! Moves by position, counted.

use pgnkit_formats::book::{BookMove, Entry};

use super::gather::{Moves, Played};
use crate::position_key::KeyMap;

/// Games with a move at which the counts of its position are halved.
const MOST_GAMES: u16 = 1 << 14;

/// None of the moves.
const NONE: u32 = u32::MAX;

/// Moves that were played in positions, with games and points. Memory grows with the number of different ones: some
/// thirty bytes for each.
#[derive(Clone, Debug, Default)]
pub struct MoveCounts {
    /// The first move of each position.
    firsts: KeyMap<u32>,
    moves: Vec<MoveCount>,
}

#[derive(Clone, Copy, Debug)]
struct MoveCount {
    mv: BookMove,
    games: u16,
    points: u16,
    /// The next move of the position, in the order in which they were first played.
    next: u32,
}

/// Which moves are in a book, and their weights.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct BookOptions {
    /// Moves that were played in fewer games are left out.
    pub min_games: u64,
    /// Moves with a lesser score are left out: points in per cent of those that were to be had.
    pub min_score: f64,
    /// All weights are 1.
    pub uniform: bool,
}

impl MoveCounts {
    /// Counts the moves of a block of games. Blocks must come in the order of the games.
    pub fn add(&mut self, moves: &Moves) {
        for played in &moves.moves {
            self.count(played);
        }
    }

    fn count(&mut self, played: &Played) {
        let new = self.moves.len() as u32;
        let first = *self.firsts.entry(played.key).or_insert(new);
        let mut at = first;
        if first == new {
            self.moves.push(MoveCount::new(played.mv));
        }
        // There are few of a position.
        while self.moves[at as usize].mv != played.mv {
            let next = self.moves[at as usize].next;
            if next == NONE {
                self.moves[at as usize].next = new;
                self.moves.push(MoveCount::new(played.mv));
                at = new;
                break;
            }
            at = next;
        }
        let count = &mut self.moves[at as usize];
        count.games += 1;
        count.points += u16::from(played.points);
        if count.games >= MOST_GAMES {
            self.halve(first);
        }
    }

    fn halve(&mut self, first: u32) {
        let mut at = first;
        while let Some(count) = self.moves.get_mut(at as usize) {
            count.games = count.games.div_ceil(2);
            count.points = count.points.div_ceil(2);
            at = count.next;
        }
    }

    /// Number of different moves in different positions.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Memory that it takes, in bytes.
    pub fn memory(&self) -> usize {
        self.firsts.capacity() * (size_of::<(u64, u32)>() + 1)
            + self.moves.capacity() * size_of::<MoveCount>()
    }

    /// The bytes of a book of Polyglot. Of each position the greatest weight comes first, and of equal ones the move that
    /// was first played.
    pub fn to_book(&self, options: &BookOptions) -> Vec<u8> {
        let mut positions: Vec<(u64, u32)> = self.firsts.iter().map(|(key, first)| (*key, *first)).collect();
        positions.sort_unstable();
        let (mut out, mut entries) = (Vec::new(), Vec::new());
        for (key, first) in positions {
            entries.clear();
            let mut at = first;
            while let Some(count) = self.moves.get(at as usize) {
                at = count.next;
                if count.is_chosen(options) {
                    let weight = if options.uniform { 1 } else { count.points };
                    entries.push(Entry { key, mv: count.mv, weight, learn: 0 });
                }
            }
            entries.sort_by_key(|entry| u16::MAX - entry.weight);
            out.extend(entries.iter().flat_map(|entry| entry.to_bytes()));
        }
        out
    }
}

impl MoveCount {
    fn new(mv: BookMove) -> Self {
        Self { mv, games: 0, points: 0, next: NONE }
    }

    fn is_chosen(&self, options: &BookOptions) -> bool {
        let score = f64::from(self.points) / f64::from(self.games) / 2.0;
        self.points > 0 && u64::from(self.games) >= options.min_games && score >= options.min_score / 100.0
    }
}
