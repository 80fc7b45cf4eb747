//! Games as they come back.

use pgnkit_chess::{Move, Position};

use super::{Index, Segment};
use crate::error::{IndexError, Place};
use crate::facts::GameFacts;
use crate::file::TEXTS_PAGE;
use crate::moves::{decode, start};
use crate::places::Origin;
use crate::read::moves::MovesReader;
use crate::table::numbers;
use crate::{ids, tags};

/// The number of a game in an index, from 0.
pub type GameNumber = u64;

/// A game of an index.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct IndexedGame {
    /// Its number in the index.
    pub number: GameNumber,
    /// Its identifier of eight letters and digits: that of lichess if its tag `Site` has one, else one that follows from its moves and tags.
    pub id: String,
    /// The first position.
    pub start: Position,
    /// The moves of its main line.
    pub moves: Vec<Move>,
    /// The facts that it is counted by.
    pub facts: GameFacts,
    /// The place that it came from.
    pub origin: Origin,
    /// Its tags, in order.
    pub tags: Vec<(String, String)>,
}

impl IndexedGame {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(other, _)| other == name).map(|(_, value)| &**value)
    }
}

impl Index {
    /// A game by its number.
    ///
    /// Takes the time of reading a page of moves and one of texts.
    ///
    /// # Errors
    /// When there is no such game, or the file cannot be read or is damaged.
    pub fn game(&self, number: GameNumber) -> Result<IndexedGame, IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let (place, local) = self.segment_of(number).ok_or_else(damaged)?;
        let segment = &self.segments[place];
        let mut reader = MovesReader::new(&self.file, &segment.moves)?;
        reader.seek(local)?;
        let stored = reader.next_game()?.ok_or_else(damaged)?.clone();
        let start = start(&stored.start).ok_or_else(damaged)?;
        let mut position = start;
        let mut moves = Vec::with_capacity(stored.moves.len());
        for bits in &stored.moves {
            let mv = decode(&position, *bits).ok_or_else(damaged)?;
            position.play(mv);
            moves.push(mv);
        }
        let text = self.text(segment, local)?;
        let id = ids::text(ids::of_game(&stored.key(), &text));
        let tags = tags::read(&text).ok_or_else(damaged)?;
        let (facts, origin) = (self.facts(number)?, self.origin(number)?);
        Ok(IndexedGame { number, id, start, moves, facts, origin, tags })
    }

    /// The number of the game with an identifier, if there is one; the first of several.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn find_id(&self, id: &str) -> Result<Option<GameNumber>, IndexError> {
        let Some(key) = ids::number(id) else { return Ok(None) };
        let mut value = Vec::new();
        for segment in &self.segments {
            if segment.ids.get(key, &mut value)? {
                let game = numbers::take(&mut &value[..]).filter(|game| *game < segment.games);
                let game = game.ok_or(IndexError::Damaged(Place::Position(key)))?;
                return Ok(Some(segment.first_game + game));
            }
        }
        Ok(None)
    }

    /// The name of the source of a game.
    #[must_use]
    pub fn source(&self, origin: &Origin) -> &str {
        usize::try_from(origin.source)
            .ok()
            .and_then(|source| self.sources().get(source))
            .map_or("", String::as_str)
    }

    /// The stored text of a game of a segment.
    fn text(&self, segment: &Segment, local: u64) -> Result<Vec<u8>, IndexError> {
        let page = (local / TEXTS_PAGE as u64) as usize;
        let mut bytes = Vec::new();
        segment.texts.read(&self.file, page, &mut bytes)?;
        let mut rest = &bytes[..];
        let mut next = || {
            let length = usize::try_from(numbers::take(&mut rest)?).ok()?;
            let (text, after) = rest.split_at_checked(length)?;
            rest = after;
            Some(text)
        };
        let mut text = next();
        for _ in 0..local % TEXTS_PAGE as u64 {
            text = next();
        }
        text.map(<[u8]>::to_vec).ok_or_else(|| segment.texts.damaged(page))
    }
}
