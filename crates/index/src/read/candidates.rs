//! The games that may have positions, for those who look at each of them.

use std::ops::Range;

use pgnkit_chess::Position;

use super::moves::MovesReader;
use super::{GameNumber, Index, Segment};
use crate::error::{IndexError, Place};
use crate::moves::is_standard;

impl Index {
    /// Games among which are all whose main lines have each of these positions, in whatever variant: those of standard chess and Chess960 that have them,
    /// and every game of a variant. Without positions all games. Ranges come in order and do not touch.
    ///
    /// # Errors
    /// When the file cannot be read or is damaged.
    pub fn candidates(&self, positions: &[Position]) -> Result<Vec<Range<GameNumber>>, IndexError> {
        self.need_games()?;
        let all = 0..self.games();
        let mut candidates = vec![all];
        for position in positions {
            let mut games: Vec<Range<GameNumber>> = Vec::new();
            for found in self.find(position)? {
                games.push(found.game..found.game + 1);
            }
            for segment in &self.segments {
                let variants = segment.first_game + self.standard_games(segment)?;
                games.push(variants..segment.first_game + segment.games);
            }
            candidates = common(&candidates, &joined(games));
        }
        Ok(candidates)
    }

    /// The number of games of a segment in standard chess; those of variants come after them.
    fn standard_games(&self, segment: &Segment) -> Result<u64, IndexError> {
        let mut reader = MovesReader::new(&self.file, &segment.moves)?;
        let mut is_standard = |game: u64| {
            reader.seek(game)?;
            let stored = reader.next_game()?;
            let stored = stored.ok_or(IndexError::Damaged(Place::Game(segment.first_game + game)))?;
            Ok::<_, IndexError>(is_standard(&stored.start))
        };
        // The usual case first.
        let Some(last) = segment.games.checked_sub(1) else { return Ok(0) };
        if is_standard(last)? {
            return Ok(segment.games);
        }
        let (mut low, mut high) = (0, last);
        while low < high {
            let middle = low + (high - low) / 2;
            if is_standard(middle)? {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        Ok(low)
    }
}

/// The same games in order, ranges that touch as one, and none that is empty.
fn joined(mut games: Vec<Range<GameNumber>>) -> Vec<Range<GameNumber>> {
    games.retain(|range| !range.is_empty());
    games.sort_unstable_by_key(|range| range.start);
    let mut joined: Vec<Range<GameNumber>> = Vec::new();
    for range in games {
        match joined.last_mut() {
            Some(last) if range.start <= last.end => last.end = last.end.max(range.end),
            _ => joined.push(range),
        }
    }
    joined
}

/// The games that are in both lists.
fn common(some: &[Range<GameNumber>], others: &[Range<GameNumber>]) -> Vec<Range<GameNumber>> {
    let (mut one, mut other, mut common) = (0, 0, Vec::new());
    while let (Some(a), Some(b)) = (some.get(one), others.get(other)) {
        let both = a.start.max(b.start)..a.end.min(b.end);
        if !both.is_empty() {
            common.push(both);
        }
        if a.end < b.end {
            one += 1;
        } else {
            other += 1;
        }
    }
    common
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_in_common() {
        let some = joined(vec![9..12, 0..3, 3..4, 5..5, 20..30]);
        assert_eq!(some, [0..4, 9..12, 20..30]);
        assert_eq!(common(&some, &[2..10, 11..21, 29..40]), [2..4, 9..10, 11..12, 20..21, 29..30]);
        assert_eq!(common(&some, &[]), []);
    }
}
