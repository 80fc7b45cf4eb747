//! Games of an index, or counts, and ready evaluations as one explorer.

use pgnkit::chess::Position;
use pgnkit_evals::Evals;
use pgnkit_serve::{
    Answer, Evaluation, ExploreError, Explorer, FoundGames, GameSearch, Question, Score, ScoredLine,
};

use super::counts::CountsExplorer;
use super::explorer::IndexExplorer;

/// The games that are counted.
pub(super) enum Games {
    Index(Box<IndexExplorer>),
    /// Their counts alone.
    Counts(CountsExplorer),
}

/// An explorer of games, of evaluations, or of both.
pub(super) struct EvaluatedExplorer {
    pub(super) games: Option<Games>,
    pub(super) evals: Option<Evals>,
    pub(super) version: String,
}

impl EvaluatedExplorer {
    /// Its content in words.
    pub(super) fn content(&self) -> String {
        let games = self.games.as_ref().map(|games| match games {
            Games::Index(games) => format!("{} games", games.index.games()),
            Games::Counts(counts) => format!("{} positions", counts.counts.positions()),
        });
        let evals = self.evals.as_ref().map(|evals| format!("{} evaluations", evals.len()));
        games.into_iter().chain(evals).collect::<Vec<_>>().join(", ")
    }
}

impl Explorer for EvaluatedExplorer {
    fn explore(&self, question: &Question) -> Result<Answer, ExploreError> {
        match &self.games {
            Some(Games::Index(games)) => games.explore(question),
            Some(Games::Counts(counts)) => counts.explore(question),
            None => Ok(Answer::default()),
        }
    }

    fn pgn(&self, id: &str) -> Result<Option<Vec<u8>>, ExploreError> {
        match &self.games {
            Some(Games::Index(games)) => games.pgn(id),
            _ => Ok(None),
        }
    }

    fn games(&self, search: &GameSearch) -> Result<FoundGames, ExploreError> {
        match &self.games {
            Some(Games::Index(games)) => games.games(search),
            Some(Games::Counts(_)) => Err(CountsExplorer::refuse("games")),
            None => Ok(FoundGames::default()),
        }
    }

    fn evaluation(&self, position: &Position) -> Result<Option<Evaluation>, ExploreError> {
        let Some(evals) = &self.evals else { return Ok(None) };
        let found = evals.get(position).map_err(|error| ExploreError::Failed(error.to_string()))?;
        Ok(found.map(|found| Evaluation {
            depth: found.depth,
            knodes: found.knodes,
            lines: found.lines.into_iter().map(scored).collect(),
        }))
    }

    fn version(&self) -> String {
        self.version.clone()
    }
}

fn scored(line: pgnkit_evals::ScoredLine) -> ScoredLine {
    let score = match line.score {
        pgnkit_evals::Score::Centipawns(number) => Score::Centipawns(number),
        pgnkit_evals::Score::Mate(moves) => Score::Mate(moves),
    };
    ScoredLine { score, moves: line.moves }
}
