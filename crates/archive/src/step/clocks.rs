use pgnkit::Game;
use pgnkit::clocks::{self, ClockKind, IfPresent};
use pgnkit::syntax::Sink;

use super::{ChangeGame, Step, StepWorker, Verdict};
use crate::account::Account;

/// Writes a time after each move for which it can be computed.
#[derive(Clone, Copy, Debug)]
pub struct AddClocks {
    /// The time.
    pub kind: ClockKind,
    /// Treatment of times that are there already.
    pub if_present: IfPresent,
}

impl Step for AddClocks {
    fn worker(&self) -> StepWorker<'_> {
        StepWorker::Change(Box::new(*self))
    }
}

impl ChangeGame for AddClocks {
    fn apply(&mut self, game: &mut Game, account: &mut Account, _sink: &mut dyn Sink) -> Verdict {
        let added = clocks::write_clocks(game, self.kind, self.if_present);
        let counts = [
            ("added", added.written),
            ("kept", added.kept),
            ("unknown", added.unknown),
            ("in contradiction", added.contradictions),
        ];
        account.tally("times", &counts);
        Verdict::Keep
    }
}
