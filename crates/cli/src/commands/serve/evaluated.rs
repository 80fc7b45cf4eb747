//! Games of an index and ready evaluations as one explorer.

use pgnkit::chess::Position;
use pgnkit_evals::Evals;
use pgnkit_serve::{
    Answer, Evaluation, ExploreError, Explorer, FoundGames, GameSearch, Question, Score, ScoredLine,
};

use super::explorer::IndexExplorer;

/// An explorer of games, of evaluations, or of both.
pub(super) struct EvaluatedExplorer {
    pub(super) games: Option<IndexExplorer>,
    pub(super) evals: Option<Evals>,
    pub(super) version: String,
}

impl EvaluatedExplorer {
    /// Its content in words.
    pub(super) fn content(&self) -> String {
        let games = self.games.as_ref().map(|games| format!("{} games", games.index.games()));
        let evals = self.evals.as_ref().map(|evals| format!("{} evaluations", evals.len()));
        games.into_iter().chain(evals).collect::<Vec<_>>().join(", ")
    }
}

impl Explorer for EvaluatedExplorer {
    fn explore(&self, question: &Question) -> Result<Answer, ExploreError> {
        self.games.as_ref().map_or_else(|| Ok(Answer::default()), |games| games.explore(question))
    }

    fn pgn(&self, id: &str) -> Result<Option<Vec<u8>>, ExploreError> {
        self.games.as_ref().map_or(Ok(None), |games| games.pgn(id))
    }

    fn games(&self, search: &GameSearch) -> Result<FoundGames, ExploreError> {
        self.games.as_ref().map_or_else(|| Ok(FoundGames::default()), |games| games.games(search))
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
