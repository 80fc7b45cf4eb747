//! The search for a position that the table does not have: one game of a segment may have it.

use std::fs::File;
use std::ops::Range;

use pgnkit_chess::{Move, Position};

use super::cursor::Cursor;
use super::moves::{MovesReader, StoredMoves};
use super::target::Target;
use super::{GameNumber, Index, Segment};
use crate::error::{IndexError, Place};
use crate::file::MOVES_PAGE;
use crate::moves::decode;
use crate::phases::{self, BLOCK};

impl Index {
    /// The game of a segment that has a position, and the move that it goes on with. Of so many games the moves are read, at the most.
    ///
    /// In standard chess the pages of games are known that come to the phase of the position, with some others. Games are sorted by their moves: of those
    /// that begin in the same way all are left out as soon as the position cannot come any more: by what the games of a page share, by the men that are
    /// there at the end of a game, or move by move.
    pub(super) fn search(
        &self,
        place: usize,
        position: &Position,
        most: u64,
    ) -> Result<Option<(GameNumber, Option<Move>)>, IndexError> {
        let segment = &self.segments[place];
        let Some(phases) = &segment.phases else { return Ok(None) };
        let target = Target::new(position);
        let mut pages = SearchPages::new(&self.file, segment)?;
        let mut unpacker = phases.pages.unpacker()?;
        let (row, mut found, mut left) = (phases::row(position), Vec::new(), most);
        for block in 0..phases.blocks() {
            let first = block as u64 * BLOCK;
            let last = segment.games.div_ceil(MOVES_PAGE as u64).min(first + BLOCK);
            found.clear();
            match row {
                Some(row) => phases.find(&self.file, &mut unpacker, block, row, &mut found)?,
                None => found.extend(0..BLOCK),
            }
            for page in found.drain(..).map(|page| first + page).take_while(|page| *page < last) {
                if !pages.may_have(&target, page)? {
                    continue;
                }
                let games = page * MOVES_PAGE as u64..segment.games.min((page + 1) * MOVES_PAGE as u64);
                if left < games.end - games.start {
                    return Ok(None);
                }
                left -= games.end - games.start;
                if let Some(found) = pages.look(&target, page, games)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }
}

/// The pages of games of a segment that is searched.
struct SearchPages<'i> {
    segment: &'i Segment,
    beginnings: MovesReader<'i>,
    of_pages: Hunt,
    games: MovesReader<'i>,
    of_games: Hunt,
}

impl<'i> SearchPages<'i> {
    fn new(file: &'i File, segment: &'i Segment) -> Result<Self, IndexError> {
        Ok(Self {
            segment,
            beginnings: MovesReader::new(file, &segment.beginnings)?,
            of_pages: Hunt::default(),
            games: MovesReader::new(file, &segment.moves)?,
            of_games: Hunt::default(),
        })
    }

    fn damaged(&self, game: u64) -> IndexError {
        IndexError::Damaged(Place::Game(self.segment.first_game + game))
    }

    /// Whether a game of a page may have a position, by what its games share. Pages come in order.
    fn may_have(&mut self, target: &Target, page: u64) -> Result<bool, IndexError> {
        let damaged = self.damaged(page * MOVES_PAGE as u64);
        self.beginnings.seek(page)?;
        let Some(beginning) = self.beginnings.next_game()? else { return Err(damaged) };
        // Games that begin with different positions share nothing that is known.
        if beginning.is_unknown() {
            return Ok(true);
        }
        Ok(self.of_pages.look(target, beginning).ok_or(damaged)? != Look::Over)
    }

    /// The game of a page that has a position, and the move that it goes on with.
    fn look(
        &mut self,
        target: &Target,
        page: u64,
        games: Range<u64>,
    ) -> Result<Option<(GameNumber, Option<Move>)>, IndexError> {
        self.games.seek_page(page)?;
        for game in games {
            let damaged = self.damaged(game);
            if !self.games.pass_game()? {
                return Err(damaged);
            }
            let Some(ending) = self.games.ending() else { return Err(damaged) };
            if !target.can_end(ending) {
                continue;
            }
            match self.of_games.look(target, self.games.current()?) {
                None => return Err(damaged),
                Some(Look::Found(mv)) => return Ok(Some((self.segment.first_game + game, mv))),
                Some(_) => {}
            }
        }
        Ok(None)
    }
}

/// The outcome of a look at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// The game has the position, and goes on with this move.
    Found(Option<Move>),
    /// The position cannot come any more.
    Over,
    /// The game ends, and the position could still come.
    Open,
}

/// Looks at games that are sorted by their moves.
#[derive(Debug, Default)]
pub(super) struct Hunt {
    cursor: Cursor,
    /// Positions of the cursor that were looked at, and whether the last of them is one after which the target cannot come.
    looked: usize,
    is_over: bool,
}

impl Hunt {
    /// Looks at the next game; `None` if it is damaged.
    pub(super) fn look(&mut self, target: &Target, game: &StoredMoves) -> Option<Look> {
        let known = self.cursor.begin(game)?;
        if self.is_over && known == self.looked {
            return Some(Look::Over);
        }
        (self.looked, self.is_over) = (self.looked.min(known), false);
        let mut found = None;
        loop {
            while let Some(position) = self.cursor.positions.get(self.looked) {
                if target.is(position) {
                    found = Some(self.looked);
                }
                self.looked += 1;
                let can_go_on = match self.looked {
                    1 => target.can_follow(position),
                    _ => target.can_go_on(position),
                };
                if !can_go_on {
                    self.cursor.go_back(self.looked - 1);
                    self.is_over = true;
                    return self.found(found, game).or(Some(Look::Over));
                }
            }
            if !self.cursor.step(game)? {
                return self.found(found, game).or(Some(Look::Open));
            }
        }
    }

    fn found(&self, ply: Option<usize>, game: &StoredMoves) -> Option<Look> {
        let position = self.cursor.positions.get(ply?)?;
        let next = game.moves.get(ply?);
        Some(Look::Found(next.and_then(|code| decode(position, *code))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::{code, put_start};

    fn stored(moves: &str) -> StoredMoves {
        let mut position = Position::START;
        let mut stored = StoredMoves::default();
        put_start(&position, &mut stored.start);
        for text in moves.split_ascii_whitespace() {
            let mv = position.parse_san(text).unwrap();
            stored.moves.push(code(&position, mv));
            position.play(mv);
        }
        stored
    }

    #[test]
    fn games_are_given_up_where_the_position_cannot_come() {
        let target = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        let target = Target::new(&target.parse().unwrap());
        let mut hunt = Hunt::default();
        assert_eq!(hunt.look(&target, &stored("d4 d5")), Some(Look::Over));
        assert_eq!(hunt.cursor.moves.len(), 1);
        assert_eq!(hunt.look(&target, &stored("d4 Nf6 c4")), Some(Look::Over));
        assert_eq!(hunt.cursor.moves.len(), 1);
        assert_eq!(hunt.look(&target, &stored("e4 e5")), Some(Look::Open));
        let found = hunt.look(&target, &stored("e4 e5 Nf3 Nc6 Ng1 Nb8 Nf3 d6 d4"));
        let Some(Look::Found(Some(mv))) = found else { panic!("{found:?}") };
        assert_eq!(mv.to_uci(pgnkit_chess::ChessMode::Standard).as_str(), "d7d6");
    }
}
