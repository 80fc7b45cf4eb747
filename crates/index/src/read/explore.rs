//! The moves that were played in a position.

use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use pgnkit_chess::{Move, Position};

use super::counts::{Counts, Filter, result_place};
use super::{GameNumber, Index, Segment};
use crate::error::{IndexError, Place};
use crate::facts::{Day, GameFacts};
use crate::moves::{decode, key, order};
use crate::rows::{Run, Runs};

/// The games that have a position, by the moves that they go on with.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Exploration {
    /// All games.
    pub all: Counts,
    /// The moves, the most played first; of equal ones the one that is first by the squares from which and to which they go.
    pub moves: Vec<MoveCounts>,
    /// The games with the highest mean ratings, the highest first, of those that go on with a move.
    pub top: Vec<Occurrence>,
    /// The latest games, the latest first, of those that go on with a move.
    pub recent: Vec<Occurrence>,
    /// The games of each month, by their results, in order; those of which no month is known are left out.
    pub months: Vec<((u16, u8), [u64; 3])>,
}

/// The lists that are asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lists {
    /// The number of games with the highest mean ratings.
    pub top: usize,
    /// The lowest mean rating of these.
    pub top_from: u16,
    /// The number of the latest games.
    pub recent: usize,
    /// Whether the games of each month are counted.
    pub months: bool,
    /// The games of a segment that are read at the most in the search for a position that its table does not have: one game may have it.
    pub searched: u64,
}

impl Default for Lists {
    /// No lists, and every position is found.
    fn default() -> Self {
        Self { top: 0, top_from: 0, recent: 0, months: false, searched: u64::MAX }
    }
}

/// The games that go on with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveCounts {
    /// The move.
    pub mv: Move,
    /// The games.
    pub counts: Counts,
}

/// A game that has a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Occurrence {
    /// The number of the game.
    pub game: GameNumber,
    /// The move that it goes on with; `None` if it ends.
    pub mv: Option<Move>,
}

/// Games that go on with a move, or end.
struct Part {
    games: Range<GameNumber>,
    mv: Option<Move>,
}

impl Index {
    /// Counts the games that have a position, by the moves that they go on with. A game that has it more than once counts once, with the move that it
    /// played last. Of these games the filter takes some.
    ///
    /// A position that two games have takes one look-up in each segment, and time in proportion to its games; one that fewer have takes the
    /// time of a search over the games of a segment.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn explore(
        &self,
        position: &Position,
        filter: &Filter,
        wanted: Lists,
    ) -> Result<Exploration, IndexError> {
        let parts = self.parts(position, wanted.searched)?;
        let player = filter.player.as_ref();
        let players_games = player.map(|(name, color)| self.games_of(name, *color)).transpose()?;
        let mut explored = Exploration::default();
        let mut months: BTreeMap<(u16, u8), [u64; 3]> = BTreeMap::new();
        let mut by_move: BTreeMap<u16, (Move, Counts)> = BTreeMap::new();
        let (mut highest, mut latest) = (Best::<u16>::new(wanted.top), Best::<Day>::new(wanted.recent));
        for part in parts {
            let mut counts = Counts::default();
            let mut visit = |game: GameNumber, facts: &GameFacts| {
                if !filter.takes(facts) {
                    return;
                }
                counts.add(game, facts);
                // A list shows each game with its move.
                if part.mv.is_some() {
                    let found = Occurrence { game, mv: part.mv };
                    let mean = facts.mean_rating().unwrap_or(0);
                    if mean >= wanted.top_from {
                        highest.add(mean, found);
                    }
                    latest.add(facts.date, found);
                }
                if let (true, Some(result), 1..) = (wanted.months, result_place(facts), facts.date.month()) {
                    let month = (facts.date.year(), facts.date.month());
                    months.entry(month).or_insert([0; 3])[result] += 1;
                }
            };
            match &players_games {
                None => self.each_facts(part.games, visit)?,
                Some(games) => {
                    let first = games.partition_point(|game| *game < part.games.start);
                    for game in games[first..].iter().take_while(|game| **game < part.games.end) {
                        visit(*game, &self.facts(*game)?);
                    }
                }
            }
            if counts.games > 0 {
                explored.all.merge(&counts);
                if let Some(mv) = part.mv {
                    by_move.entry(order(mv)).or_insert((mv, Counts::default())).1.merge(&counts);
                }
            }
        }
        explored.moves = by_move.into_values().map(|(mv, counts)| MoveCounts { mv, counts }).collect();
        // Stable, so that equal ones stay in the order of moves.
        explored.moves.sort_by_key(|one| std::cmp::Reverse(one.counts.games));
        (explored.top, explored.recent) = (highest.into_games(), latest.into_games());
        explored.months = months.into_iter().collect();
        Ok(explored)
    }

    /// The games that have a position, in order.
    ///
    /// # Errors
    /// As [`explore`](Self::explore).
    pub fn find(&self, position: &Position) -> Result<Vec<Occurrence>, IndexError> {
        let parts = self.parts(position, u64::MAX)?;
        let mut found: Vec<Occurrence> = parts
            .into_iter()
            .flat_map(|part| part.games.map(move |game| Occurrence { game, mv: part.mv }))
            .collect();
        found.sort_unstable();
        Ok(found)
    }

    /// The games that have a position and the moves they go on with, each game once.
    fn parts(&self, position: &Position, searched: u64) -> Result<Vec<Part>, IndexError> {
        let key = key(position);
        let mut parts = Vec::new();
        let mut value = Vec::new();
        for (place, segment) in self.segments.iter().enumerate() {
            if segment.positions.get(key, &mut value)? {
                parts_of(segment, position, key, &value, &mut parts)?;
            } else if let Some(found) = self.search(place, position, searched)? {
                let games = found.0..found.0 + 1;
                parts.push(Part { games, mv: found.1 });
            }
        }
        Ok(parts)
    }
}

/// The parts of the value of a position.
fn parts_of(
    segment: &Segment,
    position: &Position,
    key: u64,
    value: &[u8],
    parts: &mut Vec<Part>,
) -> Result<(), IndexError> {
    let damaged = || IndexError::Damaged(Place::Position(key));
    let first = parts.len();
    let (mut runs, mut run) = (Runs::new(value), Run::default());
    // Games that are counted again, with the move that does not count.
    let mut again = Again::new();
    while runs.next_into(&mut run).ok_or_else(damaged)? {
        let mut start = run.start;
        if run.start.checked_add(run.len()).is_none_or(|end| end > segment.games) {
            return Err(damaged());
        }
        let mut push = |games: u64, mv: Option<Move>| {
            let numbers = segment.first_game + start..segment.first_game + start + games;
            start += games;
            if run.is_counted_again {
                numbers.for_each(|number| *again.entry((number, mv)).or_default() += 1);
            } else {
                parts.push(Part { games: numbers, mv });
            }
        };
        if run.ended > 0 {
            push(run.ended, None);
        }
        for (code, games) in &run.moves {
            push(*games, Some(decode(position, *code).ok_or_else(damaged)?));
        }
    }
    if !again.is_empty() {
        leave_out(&mut again, first, parts);
    }
    Ok(())
}

/// The number of times that a game came to the position with a move that does not count.
type Again = HashMap<(GameNumber, Option<Move>), u32>;

/// Takes games away from the parts after the first ones, as often as they are not to be counted.
fn leave_out(again: &mut Again, first: usize, parts: &mut Vec<Part>) {
    for part in parts.split_off(first) {
        let mut start = part.games.start;
        let mut push = |games: Range<GameNumber>| {
            if !games.is_empty() {
                parts.push(Part { games, mv: part.mv });
            }
        };
        for number in part.games.clone() {
            if let Some(times) = again.get_mut(&(number, part.mv)).filter(|times| **times > 0) {
                *times -= 1;
                push(start..number);
                start = number + 1;
            }
        }
        push(start..part.games.end);
    }
}

/// The games with the highest values, the first of equal ones first.
struct Best<V> {
    most: usize,
    best: Vec<(V, Occurrence)>,
}

impl<V: Ord + Copy> Best<V> {
    fn new(most: usize) -> Self {
        Self { most, best: Vec::new() }
    }

    fn add(&mut self, value: V, found: Occurrence) {
        if self.best.len() == self.most && self.best.last().is_none_or(|(last, _)| *last >= value) {
            return;
        }
        let place = self.best.partition_point(|(other, _)| *other >= value);
        self.best.insert(place, (value, found));
        self.best.truncate(self.most);
    }

    fn into_games(self) -> Vec<Occurrence> {
        self.best.into_iter().map(|(_, found)| found).collect()
    }
}
