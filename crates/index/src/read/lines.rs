//! The moves that games go on with after a position.

use std::ops::Range;

use pgnkit_chess::{Move, Position};

use super::cursor::Cursor;
use super::moves::MovesReader;
use super::{GameNumber, Index, Segment};
use crate::error::{IndexError, Place};
use crate::moves::key;
use crate::rows::{Run, Runs};

impl Index {
    /// Gives of each game that has a position its moves from the first time on that it has it, `depth` half-moves at the most, with the positions
    /// that they lead to. Games come in the order of their numbers.
    ///
    /// Takes time in proportion to these games, and to the pages that they are in; and that of [`explore`](Self::explore).
    ///
    /// # Errors
    /// When the file cannot be read or is damaged, and those of `visit`.
    pub fn each_line<E: From<IndexError>>(
        &self,
        position: &Position,
        depth: usize,
        mut visit: impl FnMut(GameNumber, &[(Move, Position)]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.need_games()?;
        let key = key(position);
        let mut value = Vec::new();
        for (place, segment) in self.segments.iter().enumerate() {
            let ranges = if segment.positions.get(key, &mut value).map_err(IndexError::from)? {
                ranges(segment, key, &value)?
            } else {
                let found = self.lone_game(place, position, u64::MAX)?;
                found
                    .map(|(game, _)| game - segment.first_game..game - segment.first_game + 1)
                    .into_iter()
                    .collect()
            };
            let mut lines = Lines::new(self, segment, position, depth)?;
            for range in ranges {
                lines.each(range, &mut visit)?;
            }
        }
        Ok(())
    }
}

/// The games of a position in their order, each once.
fn ranges(segment: &Segment, key: u64, value: &[u8]) -> Result<Vec<Range<u64>>, IndexError> {
    let damaged = || IndexError::Damaged(Place::Position(key));
    let (mut runs, mut run) = (Runs::new(value), Run::default());
    let mut ranges: Vec<Range<u64>> = Vec::new();
    while runs.next_into(&mut run).ok_or_else(damaged)? {
        let end = run.start.checked_add(run.len()).filter(|end| *end <= segment.games).ok_or_else(damaged)?;
        match ranges.last_mut() {
            // Runs are in the order of their starts; a game that has the position twice is in two.
            Some(last) if run.start <= last.end => last.end = last.end.max(end),
            _ => ranges.push(run.start..end),
        }
    }
    Ok(ranges)
}

/// Games that are read one after the other, as far as the position and the moves after it.
struct Lines<'i> {
    segment: &'i Segment,
    reader: MovesReader<'i>,
    target: &'i Position,
    key: u64,
    depth: usize,
    cursor: Cursor,
    out: Vec<(Move, Position)>,
}

impl<'i> Lines<'i> {
    fn new(
        index: &'i Index,
        segment: &'i Segment,
        target: &'i Position,
        depth: usize,
    ) -> Result<Self, IndexError> {
        Ok(Self {
            segment,
            reader: MovesReader::new(&index.file, &segment.moves)?,
            target,
            key: key(target),
            depth,
            cursor: Cursor::default(),
            out: Vec::new(),
        })
    }

    fn each<E: From<IndexError>>(
        &mut self,
        range: Range<u64>,
        visit: &mut impl FnMut(GameNumber, &[(Move, Position)]) -> Result<(), E>,
    ) -> Result<(), E> {
        self.reader.seek(range.start)?;
        for game in range {
            let number = self.segment.first_game + game;
            self.next(number)?;
            visit(number, &self.out)?;
        }
        Ok(())
    }

    /// Reads the next game, and puts its moves after the position into `out`.
    fn next(&mut self, number: GameNumber) -> Result<(), IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let game = self.reader.next_game()?.ok_or_else(damaged)?;
        self.cursor.begin(game).ok_or_else(damaged)?;
        let is_target =
            |position: &Position| position.occupied() == self.target.occupied() && key(position) == self.key;
        let mut hit = self.cursor.positions.iter().position(is_target);
        while hit.is_none_or(|hit| self.cursor.moves.len() < hit + self.depth)
            && self.cursor.step(game).ok_or_else(damaged)?
        {
            if hit.is_none() && self.cursor.positions.last().is_some_and(is_target) {
                hit = Some(self.cursor.moves.len());
            }
        }
        let hit = hit.ok_or_else(damaged)?;
        self.out.clear();
        let moves = self.cursor.moves[hit..].iter().zip(&self.cursor.positions[hit + 1..]);
        self.out.extend(moves.take(self.depth).map(|(mv, position)| (*mv, *position)));
        Ok(())
    }
}
