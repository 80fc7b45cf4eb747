//! Conditions that choose the games of a run.

use pgnkit::{Game, Visitor};
use pgnkit_archive::input::Lookup;
use pgnkit_archive::{EntryFilter, EntryTester};

use super::{Condition, Tester};

impl EntryFilter for Condition {
    fn tester(&self) -> Box<dyn EntryTester + '_> {
        Box::new(GameTester { tester: Tester::new(self), needs_games: self.needs_games() })
    }

    fn lookup(&self) -> Lookup {
        self.lookup()
    }
}

struct GameTester<'c> {
    tester: Tester<'c>,
    needs_games: bool,
}

impl EntryTester for GameTester<'_> {
    fn visitor(&mut self) -> Option<&mut dyn Visitor> {
        (!self.needs_games).then_some(&mut self.tester)
    }

    fn verdict(&mut self, text: Option<&[u8]>) -> Option<bool> {
        self.tester.verdict_of(text)
    }

    fn test(&mut self, game: &Game) -> bool {
        self.tester.test_game(game)
    }
}
