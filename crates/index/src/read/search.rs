//! The search for a position that the table does not have: one game of a segment may have it.

use pgnkit_chess::{Bitboard, Color, Move, PieceKind, Position, Variant};

use super::cursor::Cursor;
use super::moves::{MovesReader, StoredMoves};
use super::{GameNumber, Index, Segment};
use crate::error::{IndexError, Place};
use crate::facts::Ending;
use crate::file::MOVES_PAGE;
use crate::moves::{decode, key};

impl Index {
    /// The game of a segment that has a position, and the move that it goes on with. Of so many games the moves are looked at, at the most.
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
        let mut beginnings = MovesReader::new(&self.file, &segment.beginnings);
        let mut games = MovesReader::new(&self.file, &segment.moves);
        let mut left = most;
        for page in 0..segment.games.div_ceil(MOVES_PAGE as u64) {
            let first = page * MOVES_PAGE as u64;
            let damaged = || IndexError::Damaged(Place::Game(segment.first_game + first));
            let beginning = beginnings.next_game()?.ok_or_else(damaged)?;
            // Games that begin with different positions share nothing that is known.
            if !beginning.is_unknown() && of_pages.look(&target, beginning).ok_or_else(damaged)? == Look::Over {
                continue;
            }
            let last = segment.games.min(first + MOVES_PAGE as u64);
            if self.is_excluded(place, segment, &target, first, last)? {
                continue;
            }
            games.seek(first)?;
            for game in first..last {
                let number = segment.first_game + game;
                let damaged = || IndexError::Damaged(Place::Game(number));
                let stored = games.next_game()?.ok_or_else(damaged)?;
                if !target.can_end(self.ending(place, segment, game)?) {
                    continue;
                }
                if left == 0 {
                    return Ok(None);
                }
                left -= 1;
                if let Look::Found(mv) = of_games.look(&target, stored).ok_or_else(damaged)? {
                    return Ok(Some((number, mv)));
                }
            }
        }
        Ok(None)
    }

    /// Whether none of some games can have the position, by its end.
    fn is_excluded(
        &self,
        place: usize,
        segment: &Segment,
        target: &Target,
        first: u64,
        last: u64,
    ) -> Result<bool, IndexError> {
        for game in first..last {
            if target.can_end(self.ending(place, segment, game)?) {
                return Ok(false);
            }
        }
        Ok(true)
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

/// A position that is searched for, and what must be there before it.
struct Target {
    key: u64,
    occupied: Bitboard,
    variant: Variant,
    pieces: [u32; 2],
    pawns: [u32; 2],
    /// Pawns that have not moved.
    home: [Bitboard; 2],
    ending: Ending,
}

impl Target {
    fn new(position: &Position) -> Self {
        let pawns = Color::ALL.map(|color| position.pieces(color, PieceKind::Pawn));
        Self {
            key: key(position),
            occupied: position.occupied(),
            variant: position.variant(),
            pieces: Color::ALL.map(|color| position.color(color).len()),
            pawns: pawns.map(|pawns| pawns.len()),
            home: [pawns[0] & Bitboard(0xff00), pawns[1] & Bitboard(0xff << 48)],
            ending: Ending::of(position),
        }
    }

    fn is(&self, position: &Position) -> bool {
        position.occupied() == self.occupied && key(position) == self.key
    }

    /// Whether the position may come after another one. Pieces do not come back, nor do pawns that have moved.
    fn can_follow(&self, position: &Position) -> bool {
        if position.variant() != self.variant {
            return false;
        }
        // In these pieces and pawns are put on the board.
        if self.variant == Variant::Crazyhouse {
            return true;
        }
        Color::ALL.into_iter().enumerate().all(|(side, color)| {
            let pawns = position.pieces(color, PieceKind::Pawn);
            position.color(color).len() >= self.pieces[side]
                && pawns.len() >= self.pawns[side]
                && (self.variant == Variant::Horde || self.home[side] & pawns == self.home[side])
        })
    }

    /// Whether a game that ends so may have the position.
    fn can_end(&self, ending: Ending) -> bool {
        self.variant != Variant::Standard || ending.can_come_after(self.ending)
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
