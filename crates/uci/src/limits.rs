//! Limits of searches, and times after which an engine is given up.

use std::time::Duration;

use pgnkit_chess::{ChessMode, Move};

use crate::error::EngineError;
use crate::root::Root;

/// The end of a search, whichever limit is reached first. Without any, it goes on until it is cancelled.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Positions searched, at least 1. Engines of one thread then give the same answer again.
    pub nodes: Option<u64>,
    /// Depth in plies, at least 1.
    pub depth: Option<u32>,
    /// Time of the search, at least a millisecond; parts of a millisecond are left out.
    pub movetime: Option<Duration>,
    /// Moves of a mate that is looked for, at least 1.
    pub mate: Option<u32>,
    /// The only moves that are searched; all if it is empty.
    pub searchmoves: Vec<Move>,
}

impl Limits {
    /// A number of positions.
    #[must_use]
    pub fn nodes(nodes: u64) -> Self {
        Self { nodes: Some(nodes), ..Self::default() }
    }

    /// A depth in plies.
    #[must_use]
    pub fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A time.
    #[must_use]
    pub fn movetime(movetime: Duration) -> Self {
        Self { movetime: Some(movetime), ..Self::default() }
    }

    /// Whether a search never ends by itself.
    #[must_use]
    pub const fn is_infinite(&self) -> bool {
        self.nodes.is_none() && self.depth.is_none() && self.movetime.is_none() && self.mate.is_none()
    }

    /// Whether each limit can be sent, for this position.
    pub(crate) fn check(&self, root: &Root<'_>) -> Result<(), EngineError> {
        let movetime = self.movetime.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        for (name, value) in [
            ("nodes", self.nodes),
            ("depth", self.depth.map(u64::from)),
            ("movetime", movetime),
            ("mate", self.mate.map(u64::from)),
        ] {
            // 0 means no limit to some engines.
            if value == Some(0) {
                return Err(EngineError::InvalidValue {
                    name: name.to_owned(),
                    value: "0".to_owned(),
                    expected: "a number from 1".to_owned(),
                });
            }
        }
        for mv in &self.searchmoves {
            if mv.is_null() || !root.position().is_legal(*mv) {
                return Err(EngineError::InvalidValue {
                    name: "searchmoves".to_owned(),
                    value: format!("{mv:?}"),
                    expected: format!("legal moves in {}", root.position()),
                });
            }
        }
        Ok(())
    }

    /// The command `go`.
    pub(crate) fn command(&self, mode: ChessMode) -> String {
        let mut text = "go".to_owned();
        let mut put = |name: &str, value: u128| text.push_str(&format!(" {name} {value}"));
        if let Some(nodes) = self.nodes {
            put("nodes", nodes.into());
        }
        if let Some(depth) = self.depth {
            put("depth", depth.into());
        }
        if let Some(movetime) = self.movetime {
            put("movetime", movetime.as_millis());
        }
        if let Some(mate) = self.mate {
            put("mate", mate.into());
        }
        if self.is_infinite() {
            text.push_str(" infinite");
        }
        // Last: to some engines all that follows is a move.
        if !self.searchmoves.is_empty() {
            text.push_str(" searchmoves");
        }
        for mv in &self.searchmoves {
            text.push(' ');
            text.push_str(mv.to_uci(mode).as_str());
        }
        text
    }
}

/// Times after which an engine is given up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timeouts {
    /// From the start of the process to `uciok`.
    pub start: Duration,
    /// From `isready` to `readyok`: a new game, after options are set (large tables and nets are loaded then).
    pub ready: Duration,
    /// A whole search. It is added to [`Limits::movetime`], and does not count without a limit.
    pub search: Duration,
    /// From `stop` to `bestmove`, after which the engine is killed.
    pub stop: Duration,
    /// From `quit` to the end of the process, after which it is killed.
    pub quit: Duration,
}

impl Default for Timeouts {
    /// 30 s to start, 60 s to get ready, 10 min for a search, 5 s to stop, 2 s to quit.
    fn default() -> Self {
        Self {
            start: Duration::from_secs(30),
            ready: Duration::from_secs(60),
            search: Duration::from_secs(600),
            stop: Duration::from_secs(5),
            quit: Duration::from_secs(2),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pgnkit_chess::Position;

    #[test]
    fn the_command_has_every_limit_and_moves_last() {
        let moves = ["e2e4", "g1f3"].map(|text| Position::START.parse_uci(text.as_bytes()).unwrap());
        let all = Limits {
            nodes: Some(1),
            depth: Some(2),
            movetime: Some(Duration::from_micros(3999)),
            mate: Some(4),
            searchmoves: moves.to_vec(),
        };
        let text = "go nodes 1 depth 2 movetime 3 mate 4 searchmoves e2e4 g1f3";
        assert_eq!(all.command(ChessMode::Standard), text);
        assert_eq!(Limits::default().command(ChessMode::Standard), "go infinite");
        let only = Limits { searchmoves: moves.to_vec(), ..Limits::default() };
        assert_eq!(only.command(ChessMode::Standard), "go infinite searchmoves e2e4 g1f3");
    }

    #[test]
    fn limits_that_would_mean_something_else_are_refused() {
        let root = Root::new(&Position::START, &[]).unwrap();
        let e4 = Position::START.parse_uci(b"e2e4").unwrap();
        let after = Position::START.after(e4);
        let after = Root::new(&after, &[]).unwrap();
        assert_eq!(Limits::nodes(1).check(&root), Ok(()));
        for (limits, root, text) in [
            (Limits::nodes(0), &root, "expected a number from 1 for `nodes`, found `0`"),
            (Limits::depth(0), &root, "expected a number from 1 for `depth`, found `0`"),
            (
                Limits::movetime(Duration::from_micros(9)),
                &root,
                "expected a number from 1 for `movetime`, found `0`",
            ),
            (
                Limits { searchmoves: vec![e4], ..Limits::nodes(1) },
                &after,
                "expected legal moves in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1 for \
                 `searchmoves`, found `e2e4`",
            ),
        ] {
            assert_eq!(limits.check(root).unwrap_err().to_string(), text);
        }
    }
}
