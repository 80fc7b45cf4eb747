//! A walk over sorted games, which are a tree: each position that several games come to by the same moves is met once.

use std::fs::File;

use pgnkit_chess::Position;

use crate::error::{IndexError, Place};
use crate::file::Pages;
use crate::moves::{decode, key};
use crate::read::MovesReader;
use crate::rows::Run;

/// A position that one game comes to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Single {
    pub(super) key: u64,
    /// The code of the move played there; `None` at the end of the game.
    pub(super) next: Option<u32>,
    /// That of the move that the game played there when it had the position before.
    pub(super) before: Option<u32>,
}

/// Receives what a walk meets.
pub(super) trait Visit {
    /// The positions that only this game comes to by its moves.
    fn singles(&mut self, game: u64, singles: &[Single]) -> Result<(), IndexError>;
    /// The games that come to a position by the same moves.
    fn run(&mut self, shared: Shared) -> Result<(), IndexError>;
}

/// A position that several games come to by the same moves.
#[derive(Clone, Debug)]
pub(super) struct Shared {
    pub(super) key: u64,
    pub(super) position: Position,
    pub(super) start: u64,
    pub(super) ended: u64,
    pub(super) moves: Vec<(u32, u64)>,
    pub(super) before: Option<u32>,
}

impl Shared {
    /// The run of the position, and that by which games that had it before are not counted twice.
    pub(super) fn runs(self) -> (Run, Option<Run>) {
        let Self { start, ended, moves, before, .. } = self;
        let run = Run { start, is_counted_again: false, ended, moves };
        let again = before.map(|code| Run {
            start,
            is_counted_again: true,
            ended: 0,
            moves: vec![(code, run.len())],
        });
        (run, again)
    }
}

/// Walks over all games of some pages.
pub(super) fn walk(file: &File, pages: &Pages, visit: &mut impl Visit) -> Result<(), IndexError> {
    let mut reader = MovesReader::new(file, pages)?;
    let mut walker = Walker::default();
    let mut next = reader.next_game()?.is_some();
    let (mut current, mut start, mut number) = (Vec::new(), Vec::new(), 0);
    while next {
        current.clone_from(&reader.game().moves);
        let is_first = start != reader.game().start;
        start.clone_from(&reader.game().start);
        next = reader.next_game()?.is_some();
        // Positions that the next game has too, the first one included.
        let kept = if next && reader.game().start == start {
            1 + current.iter().zip(&reader.game().moves).take_while(|(one, other)| one == other).count()
        } else {
            0
        };
        let damaged = || IndexError::Damaged(Place::Game(number));
        if is_first {
            walker.first = Some(crate::moves::start(&start).ok_or_else(damaged)?);
        }
        walker.game(number, &current, kept, visit)?;
        number += 1;
    }
    Ok(())
}

#[derive(Debug, Default)]
struct Walker {
    first: Option<Position>,
    /// Positions that this game shares with the next, or the one before.
    open: Vec<Shared>,
    singles: Vec<Single>,
    /// Keys and moves of the whole line.
    line: Vec<(u64, Option<u32>)>,
}

impl Walker {
    fn game(
        &mut self,
        number: u64,
        moves: &[u32],
        kept: usize,
        visit: &mut impl Visit,
    ) -> Result<(), IndexError> {
        let damaged = || IndexError::Damaged(Place::Game(number));
        let known = self.open.len();
        let mut position = match self.open.last() {
            Some(last) => last.position,
            None => self.first.ok_or_else(damaged)?,
        };
        self.line.truncate(known);
        self.singles.clear();
        if known == 0 {
            self.add(number, position, kept);
        }
        for ply in known.max(1)..=moves.len() {
            let code = moves[ply - 1];
            let mv = decode(&position, code).ok_or_else(damaged)?;
            self.goes_on(ply - 1, code, kept);
            position.play(mv);
            self.add(number, position, kept);
        }
        match self.singles.is_empty() {
            true => self.open.last_mut().ok_or_else(damaged)?.ended += 1,
            false => visit.singles(number, &self.singles)?,
        }
        while self.open.len() > kept
            && let Some(shared) = self.open.pop()
        {
            let ply = self.open.len();
            if let (Some(parent), Some((_, Some(code)))) =
                (self.open.last_mut(), self.line.get(ply.wrapping_sub(1)))
            {
                parent.moves.push((*code, number + 1 - shared.start));
            }
            visit.run(shared)?;
        }
        Ok(())
    }

    /// Adds the position after the moves so far.
    fn add(&mut self, number: u64, position: Position, kept: usize) {
        let key = key(&position);
        let ply = self.line.len();
        // A position can only come again as long as no move was irreversible.
        let reach = (position.halfmove_clock() as usize).min(ply);
        let places = (2..=reach).step_by(2).map(|back| ply - back);
        let before = places.map(|place| self.line[place]).find(|(other, _)| *other == key);
        let before = before.and_then(|(_, code)| code);
        self.line.push((key, None));
        if ply < kept {
            self.open.push(Shared { key, position, start: number, ended: 0, moves: Vec::new(), before });
        } else {
            self.singles.push(Single { key, next: None, before });
        }
    }

    /// The line goes on from a place with a move.
    fn goes_on(&mut self, ply: usize, code: u32, kept: usize) {
        self.line[ply].1 = Some(code);
        match self.singles.last_mut() {
            Some(single) => single.next = Some(code),
            // What follows belongs to this game alone: it is one of the games that go on with the move.
            None if ply + 1 >= kept => {
                if let Some(shared) = self.open.last_mut() {
                    shared.moves.push((code, 1));
                }
            }
            None => {}
        }
    }
}
