//! The games that a task is for.

#[cfg(not(feature = "conditions"))]
use std::marker::PhantomData;

use pgnkit::Game;

#[cfg(feature = "conditions")]
use crate::condition::{Condition, Tester};

/// All games, or those of which a condition is true.
#[derive(Clone, Debug, Default)]
pub struct Only {
    #[cfg(feature = "conditions")]
    condition: Option<Condition>,
}

impl Only {
    /// The games of which a condition is true.
    #[cfg(feature = "conditions")]
    pub fn those(condition: Condition) -> Self {
        Self { condition: Some(condition) }
    }

    /// Whether it is all games, so that nothing is asked of them.
    pub fn is_all(&self) -> bool {
        #[cfg(feature = "conditions")]
        return self.condition.is_none();
        #[cfg(not(feature = "conditions"))]
        true
    }

    /// Chooses games, with memory of a thread for that.
    pub fn chooser(&self) -> Chooser<'_> {
        Chooser {
            #[cfg(feature = "conditions")]
            tester: self.condition.as_ref().map(Tester::new),
            #[cfg(not(feature = "conditions"))]
            all: PhantomData,
        }
    }
}

/// Chooses games.
#[derive(Debug)]
pub struct Chooser<'o> {
    #[cfg(feature = "conditions")]
    tester: Option<Tester<'o>>,
    #[cfg(not(feature = "conditions"))]
    all: PhantomData<&'o Only>,
}

impl Chooser<'_> {
    /// Whether a game is one of them.
    pub fn takes(&mut self, game: &Game) -> bool {
        #[cfg(feature = "conditions")]
        return self.tester.as_mut().is_none_or(|tester| tester.test_game(game));
        #[cfg(not(feature = "conditions"))]
        {
            let _ = game;
            true
        }
    }
}
