//! The engine beside the board: whether it is asked, and what it has said.

use pgnkit::chess::{Move, Position as Board};
use pgnkit::command::Score;

use super::{App, Screen};
use crate::analysis::Analysis;

/// The analysis of the position that is shown.
#[derive(Clone, Debug, Default)]
pub(crate) struct EnginePanel {
    /// The position that it was asked about last.
    position: Option<Board>,
    found: Analysis,
}

impl App {
    /// With an engine that gives so many lines, see [`analysing`](Self::analysing).
    #[must_use]
    pub fn with_engine(self, lines: Option<u16>) -> Self {
        Self { engine_lines: lines, ..self }
    }

    /// Whether the engine is turned on, though there may be nothing to analyse at the moment.
    pub fn has_engine_on(&self) -> bool {
        self.engine.is_some()
    }

    /// The position that an engine is to analyse, as long as that is wanted: it is on the screen, and can be played on. News of it are
    /// for [`analysed`](Self::analysed).
    pub fn analysing(&self) -> Option<Board> {
        let game = self.game().filter(|_| self.engine.is_some())?;
        let is_seen = self.screen == Screen::Game && self.help.is_none() && game.has_positions();
        (is_seen && game.position().has_legal_move()).then(|| *game.position())
    }

    /// The way to the position that is analysed: one before it, and the moves from there, as far as positions can come again. In time
    /// linear in the moves of the game.
    pub fn way(&self) -> Option<(Board, Vec<Move>)> {
        self.game().map(crate::game::OpenGame::way)
    }

    /// Shows what an engine says of a position, if that is still the one on the board.
    pub fn analysed(&mut self, position: Board, found: Analysis) {
        if let Some(panel) = &mut self.engine {
            *panel = EnginePanel { position: Some(position), found };
        }
    }

    /// The analysis of the position on the board, as far as it is known.
    pub(crate) fn analysis(&self) -> Option<&Analysis> {
        let (panel, game) = (self.engine.as_ref()?, self.game()?);
        let is_here = panel.position.as_ref() == Some(game.position());
        Some(if is_here { &panel.found } else { &Analysis::Working })
    }

    /// The score of the engine for the position on the board, for White.
    pub(crate) fn engine_score(&self) -> Option<Score> {
        match self.analysis()? {
            Analysis::Found(found) => found.lines.first().map(|line| line.score),
            _ => None,
        }
    }

    /// Turns the engine on or off.
    pub(super) fn toggle_engine(&mut self) {
        let has_positions = self.game().is_some_and(crate::game::OpenGame::has_positions);
        if self.engine.take().is_some() {
            return;
        }
        if self.engine_lines.is_none() {
            self.say("there is no engine: pgn show --interactive --engine stockfish".to_owned());
        } else if !has_positions {
            self.say("the position is not known".to_owned());
        } else {
            self.engine = Some(EnginePanel::default());
        }
    }
}
