//! The moves that games go on with after a position.

use std::ops::Range;

use pgnkit_chess::{Move, Position};

use super::moves::MovesReader;
use super::{GameNumber, Index, Segment};
use crate::error::{IndexError, Place};
use crate::moves::{decode, key, start};
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
        let key = key(position);
        let mut value = Vec::new();
        for segment in &self.segments {
            let ranges = if segment.positions.get(key, &mut value).map_err(IndexError::from)? {
                ranges(segment, key, &value)?
            } else {
                let found = self.search(segment, position, u64::MAX)?;
                found
                    .map(|(game, _)| game - segment.first_game..game - segment.first_game + 1)
                    .into_iter()
                    .collect()
            };
            let mut lines = Lines::new(self, segment, position, depth);
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
    first: Vec<u8>,
    /// Positions of the game before, with the moves that lead to them.
    line: Vec<(Option<Move>, Position)>,
    /// The codes of those moves.
    codes: Vec<u32>,
    out: Vec<(Move, Position)>,
}

impl<'i> Lines<'i> {
    fn new(index: &'i Index, segment: &'i Segment, target: &'i Position, depth: usize) -> Self {
        Self {
            segment,
            reader: MovesReader::new(&index.file, &segment.moves),
            target,
            key: key(target),
            depth,
            first: Vec::new(),
            line: Vec::new(),
            codes: Vec::new(),
            out: Vec::new(),
        }
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
        if self.first != game.start {
            self.first.clone_from(&game.start);
            self.line.clear();
            self.codes.clear();
            self.line.push((None, start(&self.first).ok_or_else(damaged)?));
        }
        let shared = self.codes.iter().zip(&game.moves).take_while(|(one, other)| one == other).count();
        self.line.truncate(shared + 1);
        self.codes.truncate(shared);
        let is_target = |position: &Position, target: &Position, key: u64| {
            position.occupied() == target.occupied() && crate::key(position) == key
        };
        let mut hit = self.line.iter().position(|(_, position)| is_target(position, self.target, self.key));
        loop {
            let ply = self.line.len() - 1;
            if hit.is_some_and(|hit| ply >= hit + self.depth) {
                break;
            }
            let Some(code) = game.moves.get(ply) else { break };
            let mut position = self.line[ply].1;
            let mv = decode(&position, *code).ok_or_else(damaged)?;
            position.play(mv);
            self.line.push((Some(mv), position));
            self.codes.push(*code);
            if hit.is_none() && is_target(&position, self.target, self.key) {
                hit = Some(ply + 1);
            }
        }
        let hit = hit.ok_or_else(damaged)?;
        self.out.clear();
        let after = self.line[hit + 1..].iter().take(self.depth);
        self.out.extend(after.filter_map(|(mv, position)| Some(((*mv)?, *position))));
        Ok(())
    }
}
