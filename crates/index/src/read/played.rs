//! A walk over all games that gathers which moves they play in the positions that several of them have.

use std::collections::BTreeMap;

use pgnkit_chess::{Color, Move, Position};

use super::counts::result_place;
use super::cursor::Cursor;
use super::moves::{MovesReader, StoredMoves};
use super::{Index, Segment};
use crate::error::{IndexError, Place};
use crate::facts::GameFacts;
use crate::moves::key;

/// Sums over games that play a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Sums {
    /// All games.
    pub(crate) games: u64,
    /// Won by White, drawn, won by Black.
    pub(crate) results: [u64; 3],
    /// The sum of the ratings of those who play it, and how many are known.
    pub(crate) ratings: (u64, u64),
    /// The last year that is known, or 0.
    pub(crate) last_year: u16,
}

impl Sums {
    fn add(&mut self, facts: &GameFacts, mover: Color) {
        self.games += 1;
        if let Some(place) = result_place(facts) {
            self.results[place] += 1;
        }
        let rating = facts.elo[usize::from(mover == Color::Black)];
        self.ratings = (self.ratings.0 + u64::from(rating), self.ratings.1 + u64::from(rating > 0));
        self.last_year = self.last_year.max(facts.date.year());
    }

    /// Adds those over other games.
    pub(crate) fn merge(&mut self, other: &Self) {
        self.games = self.games.saturating_add(other.games);
        for (own, more) in self.results.iter_mut().zip(other.results) {
            *own = own.saturating_add(more);
        }
        self.ratings.0 = self.ratings.0.saturating_add(other.ratings.0);
        self.ratings.1 = self.ratings.1.saturating_add(other.ratings.1);
        self.last_year = self.last_year.max(other.last_year);
    }
}

/// Takes what a walk gathers.
pub(crate) trait MoveSink {
    /// The groups that games are counted in.
    type Group: Copy + Ord;

    /// The group of a game; `None` if it does not count.
    fn group(&self, facts: &GameFacts) -> Option<Self::Group>;

    /// Some games of a group that play a move in a position. The same may come several times, for other games.
    fn take(
        &mut self,
        position: &Position,
        mv: Move,
        group: Self::Group,
        sums: &Sums,
    ) -> Result<(), IndexError>;
}

impl Index {
    /// Gathers the moves of all games, up to this half-move, in all positions; or, if positions of fewer than `min_games` are not wanted, which are two at
    /// least, in those that two games of the same segment have, and in a few others. A game that has a position more than once counts with the move that it
    /// plays there last.
    ///
    /// Takes time in proportion to the half-moves of all games, and at most `memory` bytes to know the positions by.
    pub(crate) fn each_played<P: MoveSink>(
        &self,
        min_games: u64,
        plies: usize,
        memory: usize,
        out: &mut P,
    ) -> Result<(), IndexError> {
        for segment in &self.segments {
            let known = if min_games < 2 { None } else { Some(KeySet::of(segment, memory)?) };
            let mut walk: Walk<'_, P> = Walk::new(known, plies, out);
            let mut reader = MovesReader::new(&self.file, &segment.moves)?;
            for game in segment.first_game..segment.first_game + segment.games {
                let damaged = || IndexError::Damaged(Place::Game(game));
                let facts = self.facts(game)?;
                let stored = reader.next_game()?.ok_or_else(damaged)?;
                walk.game(stored, &facts)?.ok_or_else(damaged)?;
            }
            walk.close(0)?;
        }
        Ok(())
    }
}

/// A set of keys that takes others for its own at times.
struct KeySet {
    bits: Vec<u64>,
    mask: u64,
}

impl KeySet {
    /// The keys of the positions of a segment, with 16 to 32 bits for each if the memory suffices.
    fn of(segment: &Segment, memory: usize) -> Result<Self, IndexError> {
        let most = (memory.max(1 << 10) as u64).saturating_mul(8);
        let bits = segment.positions.len().saturating_mul(32).clamp(1 << 10, most).ilog2().min(40);
        let mut set = Self { bits: vec![0; 1 << (bits - 6)], mask: (1 << bits) - 1 };
        let mut entries = segment.positions.entries();
        while let Some((key, _)) = entries.next_entry()? {
            for place in set.places(key) {
                set.bits[(place >> 6) as usize] |= 1 << (place & 63);
            }
        }
        Ok(set)
    }

    fn places(&self, key: u64) -> [u64; 3] {
        [key, key.rotate_right(21), key.rotate_right(43)].map(|bits| bits & self.mask)
    }

    fn may_have(&self, key: u64) -> bool {
        self.places(key).into_iter().all(|place| self.bits[(place >> 6) as usize] >> (place & 63) & 1 != 0)
    }
}

/// A position of the line of a game.
struct Node<G> {
    position: Position,
    key: u64,
    is_known: bool,
    /// The place of the same position before it, if there is one.
    before: Option<usize>,
    /// The number of times that it comes again in the line.
    again: u32,
    /// The move played in it, and the games that have played it since the line came here.
    mv: Option<Move>,
    played: BTreeMap<G, Sums>,
}

/// The line of the game that was walked last. Games are sorted, so that each goes on with the line of the one before.
struct Walk<'o, P: MoveSink> {
    /// The positions that count; `None` for all.
    known: Option<KeySet>,
    plies: usize,
    cursor: Cursor,
    nodes: Vec<Node<P::Group>>,
    out: &'o mut P,
}

impl<'o, P: MoveSink> Walk<'o, P> {
    fn new(known: Option<KeySet>, plies: usize, out: &'o mut P) -> Self {
        Self { known, plies, cursor: Cursor::default(), nodes: Vec::new(), out }
    }

    /// Counts a game; the inner `None` if its moves are no moves.
    fn game(&mut self, game: &StoredMoves, facts: &GameFacts) -> Result<Option<()>, IndexError> {
        let Some(kept) = self.cursor.begin(game) else { return Ok(None) };
        self.close(kept)?;
        if kept == 0 {
            let Some(first) = self.cursor.positions.first() else { return Ok(None) };
            self.push(*first);
        }
        while self.nodes.len() <= self.plies {
            match self.cursor.step(game) {
                None => return Ok(None),
                Some(false) => break,
                Some(true) => {}
            }
            let (Some(mv), Some(after)) = (self.cursor.moves.last(), self.cursor.positions.last().copied())
            else {
                return Ok(None);
            };
            if let Some(node) = self.nodes.last_mut() {
                node.mv = Some(*mv);
            }
            self.push(after);
        }
        if let Some(group) = self.out.group(facts) {
            let counted =
                self.nodes.iter_mut().filter(|node| node.is_known && node.again == 0 && node.mv.is_some());
            for node in counted {
                node.played.entry(group).or_default().add(facts, node.position.turn());
            }
        }
        Ok(Some(()))
    }

    fn push(&mut self, position: Position) {
        let (key, place) = (key(&position), self.nodes.len());
        // A position can only come again as long as no move was irreversible.
        let reach = (position.halfmove_clock() as usize).min(place);
        let before =
            (2..=reach).step_by(2).map(|back| place - back).find(|other| self.nodes[*other].key == key);
        if let Some(other) = before {
            self.nodes[other].again += 1;
        }
        let is_known = self.known.as_ref().is_none_or(|known| known.may_have(key));
        self.nodes.push(Node {
            position,
            key,
            is_known,
            before,
            again: 0,
            mv: None,
            played: BTreeMap::new(),
        });
    }

    /// Gives away what was gathered since the line came to the positions after the first ones, and to the last of these.
    fn close(&mut self, kept: usize) -> Result<(), IndexError> {
        while self.nodes.len() > kept
            && let Some(mut node) = self.nodes.pop()
        {
            if let Some(other) = node.before.and_then(|place| self.nodes.get_mut(place)) {
                other.again -= 1;
            }
            Self::give(&mut node, self.out)?;
        }
        self.nodes.last_mut().map_or(Ok(()), |node| Self::give(node, self.out))
    }

    fn give(node: &mut Node<P::Group>, out: &mut P) -> Result<(), IndexError> {
        if let Some(mv) = node.mv.take() {
            for (group, sums) in std::mem::take(&mut node.played) {
                out.take(&node.position, mv, group, &sums)?;
            }
        }
        Ok(())
    }
}
