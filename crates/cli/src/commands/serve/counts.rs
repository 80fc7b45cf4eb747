//! The answers of a file of counts: numbers and mean ratings, without games.

use pgnkit_index::oe::{OeFile, OeMove};
use pgnkit_serve::{Answer, Counts, Database, ExploreError, MoveAnswer, Question};

use super::names::OpeningNames;

/// A file of counts that answers.
pub(super) struct CountsExplorer {
    pub(super) counts: OeFile,
    pub(super) names: OpeningNames,
}

impl CountsExplorer {
    pub(super) fn explore(&self, question: &Question) -> Result<Answer, ExploreError> {
        if let Some(what) = refused(question) {
            return Err(Self::refuse(what));
        }
        let position = &question.position;
        let found = self.counts.get(position).map_err(|error| ExploreError::Failed(error.to_string()))?;
        let moves = found.unwrap_or_default();
        let mut answer = Answer { opening: self.names.of_question(question), ..Answer::default() };
        for (_, one) in &moves {
            let Counts { white, draws, black } = counts(one);
            answer.counts.white = answer.counts.white.saturating_add(white);
            answer.counts.draws = answer.counts.draws.saturating_add(draws);
            answer.counts.black = answer.counts.black.saturating_add(black);
        }
        for (mv, one) in moves.iter().take(question.move_count) {
            answer.moves.push(MoveAnswer {
                mv: *mv,
                counts: counts(one),
                average_rating: one.rating.map(u32::from),
                performance: None,
                game: None,
                opening: self.names.of(&position.after(*mv)),
            });
        }
        Ok(answer)
    }

    /// The error for what counts alone do not have.
    pub(super) fn refuse(what: &str) -> ExploreError {
        ExploreError::Refused(format!("{what}: the server has counts of moves alone (.oe)"))
    }
}

/// The parameter that cannot be heeded, if there is one.
fn refused(question: &Question) -> Option<&'static str> {
    let asked = [
        ("player", matches!(question.database, Database::Player { .. })),
        ("since", question.since.is_some()),
        ("until", question.until.is_some()),
        ("speeds", !question.speeds.is_all()),
        ("ratings", !question.ratings.is_all()),
        ("modes", !question.modes.is_all()),
        ("history", question.history),
    ];
    asked.into_iter().find(|(_, is_asked)| *is_asked).map(|(name, _)| name)
}

fn counts(one: &OeMove) -> Counts {
    let [white, draws, black] = one.results;
    Counts { white, draws, black }
}
