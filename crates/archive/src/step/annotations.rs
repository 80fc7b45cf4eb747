use pgnkit::Game;
use pgnkit::annotations::{self, Dialect, Report};
use pgnkit::syntax::Sink;

use super::{ChangeGame, Step, StepWorker, Verdict};
use crate::account::Account;

/// Writes clocks, times of moves, scores and marks in one dialect, whatever site or engine they are from.
#[derive(Clone, Copy, Debug)]
pub struct RewriteAnnotations(pub Dialect);

impl Step for RewriteAnnotations {
    fn worker(&self) -> StepWorker<'_> {
        StepWorker::Change(Box::new(*self))
    }
}

impl ChangeGame for RewriteAnnotations {
    fn apply(&mut self, game: &mut Game, account: &mut Account, _sink: &mut dyn Sink) -> Verdict {
        let Report { converted, kept, rounded, removed, .. } = annotations::rewrite(game, self.0);
        let counts = [
            ("converted", converted),
            ("kept as they are", kept),
            ("rounded", rounded),
            ("removed", removed),
        ];
        account.tally("annotations", &counts);
        Verdict::Keep
    }
}
