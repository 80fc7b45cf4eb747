use pgnkit_syntax::{AtLevel, Collect, Diagnostic, Level};

use super::{Game, GameBuilder};
use crate::check::Checker;
use crate::read::{PieceLetters, Replayer};

/// The games of a text, each with what is wrong with it: [`Game::diagnostics`]. Reading goes on whatever comes.
///
/// What there is to say of import format is kept, notes included, with spans in `text`. For less, or for more than memory
/// holds, read with a [`GameBuilder`] and a [`Sink`](pgnkit_syntax::Sink) of your own.
///
/// ```
/// let text = b"1. e4 e5 2. Ke3 *  1. d4 1-0";
/// let mut games = pgnkit::parse_games(text);
/// let first = games.next().unwrap();
/// assert_eq!(first.diagnostics()[0].code.name(), "illegal-move");
/// assert_eq!(first.diagnostics()[0].span.text(text), "Ke3");
/// assert!(games.next().unwrap().diagnostics().is_empty());
///
/// let mut games = pgnkit::parse_games(b"{a comment, and no game}");
/// assert!(games.next().is_none());
/// assert_eq!(games.trailing_diagnostics()[0].code.name(), "comment-outside-game");
/// ```
pub fn parse_games(text: &[u8]) -> ParseGames<'_> {
    ParseGames { replayer: Replayer::new(text), checker: Checker::new(), trailing: Vec::new() }
}

/// Iterator over the games of a text; see [`parse_games`].
#[derive(Debug)]
pub struct ParseGames<'a> {
    replayer: Replayer<'a>,
    checker: Checker,
    trailing: Vec<Diagnostic>,
}

impl ParseGames<'_> {
    /// Reads moves in other piece letters than those of the standard; see [`Replayer::letters`].
    #[must_use]
    pub fn letters(mut self, letters: PieceLetters) -> Self {
        self.replayer = self.replayer.letters(letters);
        self
    }

    /// What is wrong behind the last game, known once there is no further one.
    pub fn trailing_diagnostics(&self) -> &[Diagnostic] {
        &self.trailing
    }
}

impl Iterator for ParseGames<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let mut builder = GameBuilder::new();
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        if self.checker.build_game(&mut self.replayer, &mut builder, &mut found).is_none() {
            self.trailing.append(&mut found.sink);
            return None;
        }
        let mut game = builder.into_game();
        game.diagnostics = found.sink;
        Some(game)
    }
}
