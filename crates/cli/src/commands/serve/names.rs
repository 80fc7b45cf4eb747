//! Names of openings in answers.

use std::sync::Arc;

use pgnkit::chess::Position;
use pgnkit_collections::eco;
use pgnkit_serve::{Opening, Question};

/// The names that lichess has.
pub(super) struct OpeningNames(Arc<eco::Book>);

impl OpeningNames {
    pub(super) fn new() -> Self {
        Self(eco::Book::lichess())
    }

    /// The name of exactly this position.
    pub(super) fn of(&self, position: &Position) -> Option<Opening> {
        let line = self.0.find(position)?;
        Some(Opening { eco: line.eco().to_string(), name: line.name().to_string() })
    }

    /// That of the last position with a name on the way of a question.
    pub(super) fn of_question(&self, question: &Question) -> Option<Opening> {
        question.positions().filter_map(|position| self.of(&position)).last()
    }
}
