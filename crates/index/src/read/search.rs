//! The search for a position that the table does not have: one game of a segment may have it.

use pgnkit_chess::{Move, Position};

use super::cursor::Cursor;
use super::moves::{MovesReader, StoredMoves};
use super::target::Target;
use super::{GameNumber, Index};
use crate::error::{IndexError, Place};
use crate::file::{FACTS_PAGE, MOVES_PAGE};
use crate::moves::decode;

impl Index {
    /// The game of a segment that has a position, and the move that it goes on with. Of so many games the moves are read, at the most.
    ///
    /// Games are sorted by their moves. Of those that begin in the same way all are left out as soon as the position cannot come any more: by what the
    /// games of a page share, by the men that are there at the end of a game, or move by move.
    pub(super) fn search(
        &self,
        place: usize,
        position: &Position,
        most: u64,
    ) -> Result<Option<(GameNumber, Option<Move>)>, IndexError> {
        let segment = &self.segments[place];
        let target = Target::new(position);
        let (mut of_pages, mut of_games) = (Hunt::default(), Hunt::default());
        let mut beginnings = MovesReader::new(&self.file, &segment.beginnings)?;
        let mut games = MovesReader::new(&self.file, &segment.moves)?;
        let mut left = most;
        for page in 0..segment.games.div_ceil(MOVES_PAGE as u64) {
            let first = page * MOVES_PAGE as u64;
            let damaged = || IndexError::Damaged(Place::Game(segment.first_game + first));
            let beginning = beginnings.next_game()?.ok_or_else(damaged)?;
            // Games that begin with different positions share nothing that is known.
            if !beginning.is_unknown() && of_pages.look(&target, beginning).ok_or_else(damaged)? == Look::Over
            {
                continue;
            }
            let last = segment.games.min(first + MOVES_PAGE as u64);
            // Pages of facts have those of whole pages of moves.
            let columns = self.fact_page(place, first)?;
            let start = (first % FACTS_PAGE as u64) as usize;
            let endings = columns.endings(start..start + (last - first) as usize).ok_or_else(damaged)?;
            if !endings.iter().any(|ending| target.can_end(*ending)) {
                continue;
            }
            if left < last - first {
                return Ok(None);
            }
            left -= last - first;
            games.seek(first)?;
            for (game, ending) in (first..last).zip(endings) {
                let number = segment.first_game + game;
                let damaged = || IndexError::Damaged(Place::Game(number));
                let stored = games.next_game()?.ok_or_else(damaged)?;
                if !target.can_end(*ending) {
                    continue;
                }
                if let Look::Found(mv) = of_games.look(&target, stored).ok_or_else(damaged)? {
                    return Ok(Some((number, mv)));
                }
            }
        }
        Ok(None)
    }
}

/// The outcome of a look at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    /// The game has the position, and goes on with this move.
    Found(Option<Move>),
    /// The position cannot come any more.
    Over,
    /// The game ends, and the position could still come.
    Open,
}

/// Looks at games that are sorted by their moves.
#[derive(Debug, Default)]
struct Hunt {
    cursor: Cursor,
    /// Positions of the cursor that were looked at, and whether the last of them is one after which the target cannot come.
    looked: usize,
    is_over: bool,
}

impl Hunt {
    /// Looks at the next game; `None` if it is damaged.
    fn look(&mut self, target: &Target, game: &StoredMoves) -> Option<Look> {
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
                if !target.can_follow(position) {
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
