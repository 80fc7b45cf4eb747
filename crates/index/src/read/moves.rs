//! The moves of games, in the order of their numbers.

use std::fs::File;

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
    unpacker: Unpacker,
    next_page: usize,
    next_game: u64,
    page: Vec<u8>,
    at: usize,
    /// How the games of the page end.
    endings: Vec<Ending>,
    game: StoredMoves,
}

impl<'f> MovesReader<'f> {
    pub(crate) fn new(file: &'f File, pages: &'f Pages) -> Result<Self, IndexError> {
        let (game, unpacker) = (StoredMoves::default(), Unpacker::new()?);
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
        })
    }

    /// Goes to a game, so that the next one is read.
    pub(crate) fn seek(&mut self, game: u64) -> Result<(), IndexError> {
        let page = game / MOVES_PAGE as u64;
        // Games that are near are passed over.
        if self.next_game < game && page + 1 == self.next_page as u64 || self.next_game == game {
            while self.next_game < game {
                self.next_game()?;
            }
            return Ok(());
        }
        self.next_page = usize::try_from(page).unwrap_or(usize::MAX);
        self.next_game = page * MOVES_PAGE as u64;
        self.page.clear();
        self.at = 0;
        while self.next_game < game && self.next_game()?.is_some() {}
        Ok(())
    }

    /// Reads the next game; `None` after the last one.
    pub(crate) fn next_game(&mut self) -> Result<Option<&StoredMoves>, IndexError> {
        if self.at >= self.page.len() {
            if self.next_page >= self.pages.len() {
                return Ok(None);
            }
            self.read_page()?;
        }
        let mut rest = &self.page[self.at..];
        take(&mut rest, &mut self.game).ok_or_else(|| self.pages.damaged(self.next_page - 1))?;
        self.at = self.page.len() - rest.len();
        self.next_game += 1;
        Ok(Some(&self.game))
    }

    fn read_page(&mut self) -> Result<(), IndexError> {
        let number = self.next_page;
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
        // What a failed read leaves is no page.
        (self.at, self.game.start) = (0, Vec::new());
        self.page.clear();
        self.read_page()
    }

    /// How the game that was read last ends.
    pub(crate) fn ending(&self) -> Option<Ending> {
        let place = self.next_game.checked_sub(1)? % MOVES_PAGE as u64;
        self.endings.get(place as usize).copied()
    }

    /// The game that was read last.
    pub(crate) fn game(&self) -> &StoredMoves {
        &self.game
    }
}

/// Takes a game off the beginning of bytes, in the place of the one before it.
fn take(bytes: &mut &[u8], game: &mut StoredMoves) -> Option<()> {
    let head = numbers::take(bytes)?;
    if head & 1 != 0 {
        let length = usize::try_from(numbers::take(bytes)?).ok()?;
        let (start, rest) = bytes.split_at_checked(length)?;
        *bytes = rest;
        game.start.clear();
        game.start.extend_from_slice(start);
    }
    let shared = usize::try_from(head >> 1).ok().filter(|shared| *shared <= game.moves.len())?;
    game.moves.truncate(shared);
    let length = usize::try_from(numbers::take(bytes)?).ok()?;
    let (mut moves, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    while !moves.is_empty() {
        game.moves.push(take_code(&mut moves)?);
    }
    (!game.start.is_empty()).then_some(())
}
