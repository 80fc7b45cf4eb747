//! The moves of a position, the best first.

use std::cmp::Reverse;

use pgnkit_chess::{Move, Position};

use crate::error::TablebaseError;
use crate::tablebases::Tablebases;
use crate::wdl::{Category, Dtz, Wdl};

/// A legal move, with what it leads to for the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RankedMove {
    /// The move.
    pub mv: Move,
    /// The outcome after it, for the side that plays it; `None` if a table is missing, as after a promotion.
    pub category: Option<Category>,
    /// The distance to zeroing, counted from before the move, for the side that plays it: 1 for a capture, a move of a pawn or mate that
    /// wins. `None` if a table is missing.
    pub dtz: Option<Dtz>,
    /// Whether it is a capture or a move of a pawn.
    pub zeroing: bool,
    /// Whether it mates.
    pub checkmate: bool,
}

impl Tablebases {
    /// The legal moves of a position, the best first: by outcome with the halfmove clock; then the quickest win, or the longest
    /// defence, by distance to zeroing. Moves whose outcome is unknown are last. None at the end of a game.
    ///
    /// `None` as for [`Tablebases::probe_wdl`]. Positions that were on the board before are unknown here: a win must not be
    /// sought by going to and fro.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or is damaged.
    pub fn ranked_moves(&self, position: &Position) -> Result<Option<Vec<RankedMove>>, TablebaseError> {
        if self.probe_wdl(position)?.is_none() {
            return Ok(None);
        }
        let mut moves = Vec::new();
        for mv in position.legal_moves().iter().copied() {
            let next = position.after(mv);
            let zeroing = mv.is_irreversible();
            let checkmate = next.is_checkmate();
            let found = self.probe(&next)?;
            let dtz = found.and_then(|found| match found.dtz {
                _ if zeroing || checkmate => Some(Dtz { plies: (-found.wdl).zeroing_plies(), exact: true }),
                Some(dtz) if found.wdl == Wdl::Draw => Some(dtz),
                Some(dtz) => Some(Dtz { plies: -dtz.plies - dtz.plies.signum(), exact: dtz.exact }),
                None => None,
            });
            // Of moves that are zeroing, the one whose next distance is better.
            let next = found.and_then(|found| found.dtz).map_or(i32::MAX, |dtz| -dtz.plies);
            let category = found.map(|found| -found.category);
            moves.push((RankedMove { mv, category, dtz, zeroing, checkmate }, next));
        }
        moves.sort_by_key(|(mv, next)| {
            (Reverse(mv.category), !mv.checkmate, mv.dtz.map_or(i32::MAX, |dtz| dtz.plies), *next)
        });
        Ok(Some(moves.into_iter().map(|(mv, _)| mv).collect()))
    }

    /// A best move: the first of [`Tablebases::ranked_moves`].
    ///
    /// `None` as there, and at the end of a game, and if the outcome of no move is known.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or is damaged.
    pub fn best_move(&self, position: &Position) -> Result<Option<Move>, TablebaseError> {
        let moves = self.ranked_moves(position)?;
        Ok(moves
            .and_then(|moves| moves.first().copied())
            .filter(|best| best.category.is_some())
            .map(|best| best.mv))
    }
}
