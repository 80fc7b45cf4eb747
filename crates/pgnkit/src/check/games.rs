//! Games with all that is wrong with them.

use pgnkit_syntax::{AtLevel, Collect, Diagnostic, Level};

use super::Checker;
use crate::GameBuilder;
use crate::parse::Parsed;
use crate::read::{PieceLetters, Replayer};

/// Reads the games of a text as [`parse_games`](crate::parse_games) does, each with what a [`Checker`] finds, too: tags,
/// results, clocks and commands that make no sense. It is the slower of the two.
///
/// Diagnostics are those of import format, notes included.
///
/// ```
/// let text = b"[Date \"1992.02.31\"]\n\n1. e4 *";
/// let dated = pgnkit::check_games(text).next().unwrap();
/// assert!(dated.diagnostics.iter().any(|found| found.code.name() == "impossible-date"));
/// assert!(pgnkit::parse_games(text).next().unwrap().diagnostics.is_empty());
/// ```
pub fn check_games(text: &[u8]) -> CheckGames<'_> {
    CheckGames {
        replayer: Replayer::new(text),
        checker: Checker::new(),
        builder: GameBuilder::new(),
        trailing: Vec::new(),
    }
}

/// Iterator over the games of a text; see [`check_games`].
#[derive(Debug)]
pub struct CheckGames<'a> {
    replayer: Replayer<'a>,
    checker: Checker,
    builder: GameBuilder,
    trailing: Vec<Diagnostic>,
}

impl CheckGames<'_> {
    /// Reads moves in other piece letters than those of the standard; see [`Replayer::letters`].
    #[must_use]
    pub fn letters(mut self, letters: PieceLetters) -> Self {
        self.replayer = self.replayer.letters(letters);
        self
    }

    /// Diagnostics of the text after the last game, known once there is no further one.
    pub fn trailing_diagnostics(&self) -> &[Diagnostic] {
        &self.trailing
    }
}

impl Iterator for CheckGames<'_> {
    type Item = Parsed;

    fn next(&mut self) -> Option<Parsed> {
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        let Some(end) = self.checker.check_into(&mut self.replayer, &mut self.builder, &mut found) else {
            self.trailing.append(&mut found.sink);
            return None;
        };
        Some(Parsed::new(self.builder.game().clone(), found.sink, end.span))
    }
}
