//! Parsing a text into games.

use std::str::FromStr;

use pgnkit_chess::notation::OtherNotation;
use pgnkit_syntax::{AtLevel, Code, Collect, Diagnostic, Level, Severity, Span};

use crate::check::Checker;
use crate::game::{Game, GameBuilder};
use crate::read::{PieceLetters, Replayer};

/// A game with what is wrong with the text it was read from.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Parsed {
    /// The game.
    pub game: Game,
    /// Diagnostics of the text, with spans in it.
    pub diagnostics: Vec<Diagnostic>,
    /// The game in the text, from its first to its last token.
    pub span: Span,
}

impl Parsed {
    pub(crate) fn new(game: Game, diagnostics: Vec<Diagnostic>, span: Span) -> Self {
        Self { game, diagnostics, span }
    }

    /// Whether a diagnostic is an error: something had to be guessed, skipped or left out.
    pub fn has_errors(&self) -> bool {
        first_error(&self.diagnostics).is_some()
    }
}

fn first_error(diagnostics: &[Diagnostic]) -> Option<&Diagnostic> {
    diagnostics.iter().find(|found| found.severity == Severity::Error)
}

/// Reads the games of a text one after the other, each with what is wrong with its text. Reading goes on whatever
/// comes.
///
/// Diagnostics are those of import format, notes included: what the text breaks of the syntax and of the rules of
/// chess. Whether tags, results and clocks make sense besides is asked of [`check_games`]. Each
/// game is owned and takes no more memory than it needs; to look at many games with hardly any allocation, read into a
/// [`GameBuilder`], or with a [`Visitor`](crate::Visitor) into no tree at all.
///
/// ```
/// let text = b"1. e4 e5 2. Ke3 *  1. d4 1-0";
/// let mut games = pgnkit::parse_games(text);
/// let first = games.next().unwrap();
/// assert_eq!(first.game.ply_count(), 2);
/// assert_eq!(first.diagnostics[0].code.name(), "illegal-move");
/// assert_eq!(first.diagnostics[0].span.text(text), "Ke3");
/// assert!(games.next().unwrap().diagnostics.is_empty());
///
/// let mut games = pgnkit::parse_games(b"{a comment, and no game}");
/// assert!(games.next().is_none());
/// assert_eq!(games.trailing_diagnostics()[0].code.name(), "comment-outside-game");
/// ```
pub fn parse_games(text: &[u8]) -> ParseGames<'_> {
    ParseGames::new(text, None)
}

/// Reads the games of a text as [`parse_games`] does, each with what a [`Checker`] finds, too: tags, results, clocks and
/// commands that make no sense. It is the slower of the two.
///
/// Diagnostics are those of import format, notes included.
///
/// ```
/// let text = b"[Date \"1992.02.31\"]\n\n1. e4 *";
/// let dated = pgnkit::check_games(text).next().unwrap();
/// assert!(dated.diagnostics.iter().any(|found| found.code.name() == "impossible-date"));
/// assert!(pgnkit::parse_games(text).next().unwrap().diagnostics.is_empty());
/// ```
pub fn check_games(text: &[u8]) -> ParseGames<'_> {
    ParseGames::new(text, Some(Checker::new()))
}

/// Iterator over the games of a text; see [`parse_games`] and [`check_games`].
#[derive(Debug)]
pub struct ParseGames<'a> {
    replayer: Replayer<'a>,
    checker: Option<Checker>,
    builder: GameBuilder,
    trailing: Vec<Diagnostic>,
}

impl<'a> ParseGames<'a> {
    fn new(text: &'a [u8], checker: Option<Checker>) -> Self {
        Self { replayer: Replayer::new(text), checker, builder: GameBuilder::new(), trailing: Vec::new() }
    }

    /// Reads moves in other piece letters than those of the standard; see [`Replayer::letters`].
    #[must_use]
    pub fn letters(mut self, letters: PieceLetters) -> Self {
        self.replayer = self.replayer.letters(letters);
        self
    }

    /// Reads moves in another notation than SAN; see [`Replayer::notation`].
    #[must_use]
    pub fn notation(mut self, notation: OtherNotation) -> Self {
        self.replayer = self.replayer.notation(notation);
        self
    }

    /// Diagnostics of the text after the last game, known once there is no further one.
    pub fn trailing_diagnostics(&self) -> &[Diagnostic] {
        &self.trailing
    }
}

impl Iterator for ParseGames<'_> {
    type Item = Parsed;

    fn next(&mut self) -> Option<Parsed> {
        let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
        let Self { replayer, checker, builder, .. } = self;
        let end = match checker {
            Some(checker) => checker.check_into(replayer, builder, &mut found),
            None => replayer.read_into(builder, &mut found),
        };
        let Some(end) = end else {
            self.trailing.append(&mut found.sink);
            return None;
        };
        // A copy has exactly the memory it needs; the builder keeps its own for the next game.
        Some(Parsed::new(self.builder.game().clone(), found.sink, end.span))
    }
}

/// Reads the only game of a text.
///
/// # Errors
/// The first error in the game, when there is one; [`Code::EmptyGame`] for a text without a game, and
/// [`Code::StrayText`] for one with several. Warnings and notes are no errors.
impl FromStr for Game {
    type Err = Diagnostic;

    fn from_str(text: &str) -> Result<Self, Diagnostic> {
        let mut games = parse_games(text.as_bytes());
        let game = games.next();
        let next = games.next();
        let found = game.as_ref().map_or(games.trailing_diagnostics(), |parsed| &parsed.diagnostics);
        if let Some(error) = first_error(found).or_else(|| first_error(games.trailing_diagnostics())) {
            return Err(error.clone());
        }
        if let Some(next) = next {
            let message = "expected the end of the text after one game, found another game";
            return Err(Diagnostic::new(Code::StrayText, next.span, message)
                .help("to read several games, use `parse_games`"));
        }
        let message = "expected a game, found none";
        game.map(|parsed| parsed.game)
            .ok_or_else(|| Diagnostic::new(Code::EmptyGame, Span::default(), message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The code of the error that a text gives which should be one game.
    fn refusal(text: &str) -> Option<Code> {
        text.parse::<Game>().err().map(|error| error.code)
    }

    #[test]
    fn a_text_of_one_game_is_a_game() {
        for (text, refused) in [
            ("1. e4 *", None),
            // Warnings and notes only.
            ("1.e2-e4 e5", None),
            // Games that make no sense can be read nevertheless.
            ("[Date \"1992.02.31\"]\n\n1. e4 *", None),
            ("1. e4 * 1. d4 d5 *", Some(Code::StrayText)),
            ("[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n*\n", Some(Code::StrayText)),
            ("1. e5 *", Some(Code::IllegalMove)),
            ("1. e4 * 1. d5 *", Some(Code::StrayText)),
            ("", Some(Code::EmptyGame)),
            ("1. e4 *\n\nprose after it", Some(Code::StrayText)),
            ("{a comment, and no game}", Some(Code::CommentOutsideGame)),
        ] {
            assert_eq!(refusal(text), refused, "{text}");
        }
        let error = "1. e4 * 1. d4 d5 *".parse::<Game>().unwrap_err();
        assert_eq!(error.span, Span::new(8, 18));
    }

    #[test]
    fn each_game_has_its_own_diagnostics() {
        let text = b"1. e4 e5 2. Ke3 *\n1. d4 0-1 1.c4 {open";
        let games: Vec<_> = parse_games(text).collect();
        let codes =
            |at: usize| games[at].diagnostics.iter().map(|found| found.code.name()).collect::<Vec<_>>();
        assert_eq!(codes(0), ["illegal-move"]);
        assert_eq!(codes(1), [""; 0]);
        assert_eq!(codes(2), ["unterminated-comment", "missing-termination"]);
        assert_eq!(games.iter().map(Parsed::has_errors).collect::<Vec<_>>(), [true, false, true]);
        assert_eq!(games[1].span.of(text), b"1. d4 0-1");
        // A game with its faults reads back as it was read.
        let written = games[0].game.to_string();
        let again: Vec<_> = parse_games(written.as_bytes()).collect();
        assert_eq!(again[0].game.to_string(), written);
        assert!(again[0].has_errors());
    }
}
