//! Positions that one game has, where the index has every occurrence.

use pgnkit_chess::{Move, Position};

use super::moves::MovesReader;
use super::search::{Hunt, Look};
use super::target::Target;
use super::{GameNumber, Index};
use crate::buckets::Buckets;
use crate::error::{IndexError, Place};
use crate::moves::key;

impl Index {
    /// The game of a segment that has a position which its table does not have, and the move that it goes on with: by a look-up, or by a search in
    /// which the moves of so many games are read at the most.
    pub(super) fn lone_game(
        &self,
        place: usize,
        position: &Position,
        most: u64,
    ) -> Result<Option<(GameNumber, Option<Move>)>, IndexError> {
        let segment = &self.segments[place];
        let Some(occurrences) = &segment.occurrences else { return self.search(place, position, most) };
        let (key, buckets, mut bucket) = (key(position), Buckets::of_positions(segment.games), Vec::new());
        if !occurrences.get(buckets.bucket(key), &mut bucket)? {
            return Ok(None);
        }
        let damaged = || IndexError::Damaged(Place::Position(key));
        let (target, mut reader) = (Target::new(position), MovesReader::new(&self.file, &segment.moves)?);
        // Keys are cut, so the game says whether it has the position.
        for game in buckets.games(key, &bucket).ok_or_else(damaged)? {
            reader.seek(game)?;
            let stored = reader.next_game()?.ok_or_else(damaged)?;
            match Hunt::default().look(&target, stored) {
                None => return Err(damaged()),
                Some(Look::Found(mv)) => return Ok(Some((segment.first_game + game, mv))),
                Some(_) => {}
            }
        }
        Ok(None)
    }
}
