//! Games as they come.

use pgnkit_chess::Position;

use crate::annotations::Annotations;
use crate::facts::{self, Ending, GameFacts};
use crate::moves::{Line, put_start};
use crate::places::{self, Origin};
use crate::table::numbers;
use crate::tags;

/// A game for an index.
#[derive(Clone, Copy, Debug)]
pub struct GameEntry<'g> {
    /// The first position.
    pub start: &'g Position,
    /// The moves of the main line.
    pub line: &'g Line,
    /// The facts that it is counted by.
    pub facts: GameFacts,
    /// The number of the game in its batch, from 1.
    pub number: u64,
    /// The place of the game in its source, in bytes from 0, if it has one.
    pub place: Option<u64>,
    /// Its tags, in order.
    pub tags: &'g [(String, String)],
    /// All else that it has.
    pub annotations: &'g Annotations,
}

/// Games that are added together, as bytes that are sorted.
#[derive(Clone, Debug, Default)]
pub struct GameBatch {
    bytes: Vec<u8>,
    games: Vec<Encoded>,
    /// Games at the beginning that are left out.
    skipped: usize,
}

/// A game of a batch.
#[derive(Clone, Copy, Debug)]
struct Encoded {
    number: u64,
    place: Option<u64>,
    /// The ends of its key, of its facts, of its tags, and of its annotations.
    ends: [usize; 4],
}

impl GameBatch {
    /// Adds a game.
    pub fn push(&mut self, game: &GameEntry<'_>) {
        let out = &mut self.bytes;
        put_start(game.start, out);
        out.extend_from_slice(game.line.bytes());
        let key = out.len();
        facts::put(&game.facts, Ending::of(game.line.last().unwrap_or(game.start)), out);
        let facts = out.len();
        game.tags.iter().for_each(|(name, value)| tags::put(name, value, out));
        let tags = out.len();
        out.extend_from_slice(game.annotations.bytes());
        let ends = [key, facts, tags, out.len()];
        self.games.push(Encoded { number: game.number, place: game.place, ends });
    }

    /// Leaves out so many of its first games, or all.
    pub fn skip(&mut self, games: usize) {
        self.skipped = self.games.len().min(self.skipped + games);
    }

    /// The number of games.
    pub fn len(&self) -> usize {
        self.games.len() - self.skipped
    }

    /// Bytes that its games take, those that are left out included.
    pub fn bytes(&self) -> usize {
        self.bytes.len()
    }

    /// Whether it has no game.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The keys of the games, and the rest of them.
    pub(super) fn games(&self) -> impl Iterator<Item = (&[u8], BatchGame<'_>)> {
        let mut start = 0;
        let games = self.games.iter().map(move |game| {
            let [key, facts, tags, end] = game.ends;
            let encoded = &self.bytes[start..key];
            start = end;
            let (number, place) = (game.number, game.place);
            let (tags, annotations) = (&self.bytes[facts..tags], &self.bytes[tags..end]);
            (encoded, BatchGame { facts: &self.bytes[key..facts], number, place, tags, annotations })
        });
        games.skip(self.skipped)
    }
}

/// All of a game but its moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct BatchGame<'b> {
    facts: &'b [u8],
    number: u64,
    place: Option<u64>,
    tags: &'b [u8],
    annotations: &'b [u8],
}

impl BatchGame<'_> {
    /// Appends facts, source, number and place in it, tags after their length, and annotations.
    pub(super) fn put(&self, source: u64, games_before: u64, out: &mut Vec<u8>) {
        out.extend_from_slice(self.facts);
        let number = games_before.saturating_add(self.number);
        places::put(&Origin { source, number, place: self.place }, out);
        numbers::put(self.tags.len() as u64, out);
        out.extend_from_slice(self.tags);
        out.extend_from_slice(self.annotations);
    }
}
