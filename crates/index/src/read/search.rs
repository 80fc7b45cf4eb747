//! The search for a position that the table does not have: one game of a segment may have it.

use pgnkit_chess::{Bitboard, Color, Move, PieceKind, Position, Variant};

use super::{GameNumber, Index, Segment};
use crate::error::{IndexError, Place};
use crate::moves::{decode, key, start};
use crate::read::moves::MovesReader;

impl Index {
    /// The game of a segment that has a position, and the move that it goes on with. Of so many games the moves are looked at, at the most.
    ///
    /// Games are sorted by their moves, so that of those that begin in the same way all are left out as soon as the position cannot come any more.
    pub(super) fn search(
        &self,
        segment: &Segment,
        position: &Position,
        most: u64,
    ) -> Result<Option<(GameNumber, Option<Move>)>, IndexError> {
        let target = Target::new(position);
        let mut reader = MovesReader::new(&self.file, &segment.moves);
        // The positions of the game before, as far as they were looked at, and whether the position can come after the last of them.
        let mut line: Vec<Position> = Vec::new();
        let (mut is_over, mut looked) = (false, 0);
        let mut first = Vec::new();
        let mut number = segment.first_game;
        while let Some(game) = reader.next_game()? {
            let damaged = || IndexError::Damaged(Place::Game(number));
            if first != game.start {
                first.clone_from(&game.start);
                line.clear();
            }
            let (shared, moves) = (reader.shared(), &reader.game().moves);
            let known = line.len().min(shared + 1);
            if !(is_over && known == line.len() && known > 0) {
                if looked == most {
                    return Ok(None);
                }
                looked += 1;
                line.truncate(known);
                is_over = false;
                let mut at = match line.last() {
                    Some(last) => *last,
                    None => start(&first).ok_or_else(damaged)?,
                };
                if line.is_empty() {
                    line.push(at);
                }
                let mut found = None;
                loop {
                    let ply = line.len() - 1;
                    let next =
                        moves.get(ply).map(|bits| decode(&at, *bits).ok_or_else(damaged)).transpose()?;
                    if target.is(&at) {
                        found = Some(next);
                    }
                    if !target.can_follow(&at) {
                        is_over = true;
                        break;
                    }
                    let Some(mv) = next else { break };
                    at.play(mv);
                    line.push(at);
                }
                if let Some(mv) = found {
                    return Ok(Some((number, mv)));
                }
            }
            number += 1;
        }
        Ok(None)
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
}
