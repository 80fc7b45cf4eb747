//! The moves of games, in the order of their numbers.

use std::fs::File;
use std::ops::Range;

use crate::error::IndexError;
use crate::facts::{Ending, take_endings};
use crate::file::{MOVES_PAGE, Pages, Unpacker};
use crate::moves::{put_code, take_code};
use crate::table::numbers;

/// The first position of games that have different ones.
pub(crate) const UNKNOWN: &[u8] = &[0];

/// First position and moves of a game, as they are stored.
#[derive(Clone, Debug, Default)]
pub(crate) struct StoredMoves {
    /// The first position, as [`crate::moves::start`] reads it.
    pub(crate) start: Vec<u8>,
    /// The codes of its moves.
    pub(crate) moves: Vec<u32>,
}

impl StoredMoves {
    /// Whether it stands for games that begin with different positions.
    pub(crate) fn is_unknown(&self) -> bool {
        self.start == UNKNOWN
    }

    /// The first position and the moves as they are sorted.
    pub(crate) fn key(&self) -> Vec<u8> {
        let mut key = self.start.clone();
        self.moves.iter().for_each(|code| put_code(*code, &mut key));
        key
    }
}

/// Reads games one after the other.
#[derive(Debug)]
pub(crate) struct MovesReader<'f> {
    file: &'f File,
    pages: &'f Pages,
    unpacker: Unpacker<'f>,
    next_page: usize,
    next_game: u64,
    page: Vec<u8>,
    at: usize,
    /// The ends of the games of the page.
    endings: Vec<Ending>,
    game: StoredMoves,
    /// Games up to the current one that were passed over: the moves that each shares with the one before it, and the place of the others in the page. Only
    /// those of which moves are left.
    passed: Vec<(usize, Range<usize>)>,
}

impl<'f> MovesReader<'f> {
    pub(crate) fn new(file: &'f File, pages: &'f Pages) -> Result<Self, IndexError> {
        let (game, unpacker) = (StoredMoves::default(), pages.unpacker()?);
        Ok(Self {
            file,
            pages,
            unpacker,
            next_page: 0,
            next_game: 0,
            page: Vec::new(),
            at: 0,
            endings: Vec::new(),
            game,
            passed: Vec::new(),
        })
    }

    /// Goes to a game, so that the next one is read.
    pub(crate) fn seek(&mut self, game: u64) -> Result<(), IndexError> {
        let page = game / MOVES_PAGE as u64;
        // Games that are near are passed over.
        if self.next_game < game && page + 1 == self.next_page as u64 || self.next_game == game {
            while self.next_game < game && self.pass_game()? {}
            return Ok(());
        }
        self.next_page = usize::try_from(page).unwrap_or(usize::MAX);
        self.next_game = page * MOVES_PAGE as u64;
        self.page.clear();
        self.at = 0;
        while self.next_game < game && self.pass_game()? {}
        Ok(())
    }

    /// Reads the next game; `None` after the last one.
    pub(crate) fn next_game(&mut self) -> Result<Option<&StoredMoves>, IndexError> {
        if self.pass_game()? { self.current().map(Some) } else { Ok(None) }
    }

    /// Goes to the next game without reading its moves; whether there is one.
    pub(crate) fn pass_game(&mut self) -> Result<bool, IndexError> {
        if self.at >= self.page.len() {
            if self.next_page >= self.pages.len() {
                return Ok(false);
            }
            self.read_page()?;
        }
        self.pass().ok_or_else(|| self.pages.damaged(self.next_page - 1))?;
        self.next_game += 1;
        Ok(true)
    }

    fn pass(&mut self) -> Option<()> {
        let mut rest = self.page.get(self.at..)?;
        let head = numbers::take(&mut rest)?;
        if head & 1 != 0 {
            let length = usize::try_from(numbers::take(&mut rest)?).ok()?;
            let (start, after) = rest.split_at_checked(length)?;
            rest = after;
            self.game.start.clear();
            self.game.start.extend_from_slice(start);
        }
        let shared = usize::try_from(head >> 1).ok()?;
        let length = usize::try_from(numbers::take(&mut rest)?).ok()?;
        let start = self.page.len() - rest.len();
        rest.get(..length)?;
        self.at = start + length;
        while self.passed.pop_if(|(others, _)| *others >= shared).is_some() {}
        self.passed.push((shared, start..self.at));
        (!self.game.start.is_empty()).then_some(())
    }

    /// Reads the moves of the game that was passed last.
    pub(crate) fn current(&mut self) -> Result<&StoredMoves, IndexError> {
        match self.complete() {
            Some(()) => Ok(&self.game),
            None => Err(self.pages.damaged(self.next_page.saturating_sub(1))),
        }
    }

    fn complete(&mut self) -> Option<()> {
        let moves = &mut self.game.moves;
        for (number, (shared, place)) in self.passed.iter().enumerate() {
            if *shared > moves.len() {
                return None;
            }
            moves.truncate(*shared);
            let end = self.passed.get(number + 1).map_or(usize::MAX, |(shared, _)| *shared);
            let mut bytes = self.page.get(place.clone())?;
            while !bytes.is_empty() && moves.len() < end {
                moves.push(take_code(&mut bytes)?);
            }
        }
        self.passed.clear();
        Some(())
    }

    fn read_page(&mut self) -> Result<(), IndexError> {
        let number = self.next_page;
        // Pages share nothing, and what a failed read leaves is no page.
        self.at = usize::MAX;
        self.game.start.clear();
        self.game.moves.clear();
        self.passed.clear();
        self.pages.read_with(&mut self.unpacker, self.file, number, &mut self.page)?;
        let mut rest = &self.page[..];
        take_endings(&mut rest, &mut self.endings).ok_or_else(|| self.pages.damaged(number))?;
        (self.at, self.next_page) = (self.page.len() - rest.len(), number + 1);
        Ok(())
    }

    /// Goes to the first game of a page.
    pub(crate) fn seek_page(&mut self, page: u64) -> Result<(), IndexError> {
        self.next_page = usize::try_from(page).unwrap_or(usize::MAX);
        self.next_game = page * MOVES_PAGE as u64;
        self.read_page()
    }

    /// The end of the game that was read last.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let place = self.next_game.checked_sub(1)? % MOVES_PAGE as u64;
        self.endings.get(place as usize).copied()
    }

    /// The game that was read last.
    pub(crate) fn game(&self) -> &StoredMoves {
        &self.game
    }
}
