//! One text for all spellings of a question.

use std::fmt::Write;

use pgnkit_chess::ChessMode;
use pgnkit_chess::fen::EnPassant;

use super::{Database, Question};

impl Question {
    /// A text that questions have in common exactly if they ask the same: whatever the order of parameters, the spelling of
    /// moves and FEN, and the defaults that are written out.
    #[must_use]
    pub fn key(&self) -> String {
        let mut key = String::with_capacity(128 + 6 * self.moves.len());
        let _ = self.write_key(&mut key);
        key
    }

    fn write_key(&self, key: &mut String) -> std::fmt::Result {
        let start = self.start.with_clocks(0, 1);
        let database = match &self.database {
            Database::Masters => 'm',
            Database::Lichess => 'l',
            Database::Player { .. } => 'p',
        };
        write!(key, "{database} {}|{}|", self.start.variant(), start.fen(EnPassant::Legal).as_str())?;
        for mv in &self.moves {
            write!(key, "{} ", mv.to_uci(ChessMode::Chess960))?;
        }
        for month in [self.since, self.until] {
            match month {
                Some(month) => write!(key, "|{month}")?,
                None => key.push('|'),
            }
        }
        write!(key, "|{}|{}|{}", self.speeds, self.ratings, self.modes)?;
        let history = if self.history { "|h" } else { "|" };
        write!(key, "|{}|{}|{}{history}", self.move_count, self.top_games, self.recent_games)?;
        // The name comes last, since it may have any sign.
        if let Database::Player { name, color } = &self.database {
            write!(key, "|{color}|{name}")?;
        }
        Ok(())
    }
}
