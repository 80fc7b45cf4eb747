//! One game, read by itself as it would be read in its place.

use pgnkit_syntax::{Ignore, Parser, Span, StartContext};

use super::Fixer;
use super::survey::{Reading, Survey};
use crate::{Checker, Game, GameBuilder, Replayer};

/// White space before a game that is heeded.
const BEFORE: usize = 16;

/// Bytes after a game that determine its end.
const AFTER: usize = 1024;

/// Surroundings of a game. A game may end with text that could also begin the next one: so a game with the same
/// end as the real one is put before it, and it must begin and end where it did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window<'a> {
    /// All there is of the game before: a move or a marker. Empty where the text begins.
    previous: &'static [u8],
    /// White space after that.
    space: &'a [u8],
    after: &'a [u8],
    /// Whether there is more text after `after`.
    is_partial: bool,
    /// Context in which the text begins, if nothing is before the game.
    beginning: StartContext,
}

impl<'a> Window<'a> {
    /// The surroundings of `game` in `text`, which begins in the context `beginning`; the text before the game has
    /// become `fixed`.
    pub(crate) fn new(
        fixed: &'a [u8],
        text: &'a [u8],
        game: Span,
        is_partial: bool,
        beginning: StartContext,
    ) -> Self {
        let end = text.len().min(game.end + AFTER);
        let before = &fixed[fixed.len().saturating_sub(BEFORE)..];
        let space = &before[before.iter().rposition(|byte| !is_space(*byte)).map_or(0, |at| at + 1)..];
        // Only a game without a marker reaches to where the next one begins on another line.
        let is_open = space.iter().any(|byte| matches!(byte, b'\n' | b'\r'));
        Self {
            previous: match (fixed, is_open) {
                ([], _) if beginning != StartContext::WithinLine => b"",
                (_, true) => b"e4",
                (_, false) => b"*",
            },
            space,
            after: &text[game.end..end],
            is_partial: is_partial || end < text.len(),
            beginning,
        }
    }

    /// All that is found in `game`; `None` when it does not begin and end where it should.
    pub(super) fn read(&self, game: &[u8], fixer: &Fixer) -> Option<Reading> {
        let (text, place) = self.with(game);
        let mut survey = Survey::new(fixer, place);
        let mut checker = Checker::new();
        self.each_game(&text, place, |replayer| checker.check_game(replayer, &mut survey).is_some())?;
        Some(survey.reading)
    }

    /// The games that `game` holds, one as a rule; `None` as above.
    pub(super) fn games(&self, game: &[u8]) -> Option<Vec<Game>> {
        let (text, place) = self.with(game);
        let mut games = Vec::new();
        self.each_game(&text, place, |replayer| {
            let mut builder = GameBuilder::new();
            let is_game = replayer.read_into(&mut builder, &mut Ignore).is_some();
            games.extend(is_game.then(|| builder.into_game()));
            is_game
        })?;
        Some(games)
    }

    pub(crate) fn with(&self, game: &[u8]) -> (Vec<u8>, Span) {
        let start = self.previous.len() + self.space.len();
        ([self.previous, self.space, game, self.after].concat(), Span::new(start, start + game.len()))
    }

    /// A parser of a text that [`with`](Self::with) gives.
    pub(crate) fn parser<'t>(&self, text: &'t [u8]) -> Parser<'t> {
        let parser = if self.is_partial { Parser::block(text) } else { Parser::new(text) };
        parser.in_context(self.beginning)
    }

    /// The text after the game, as far as it is looked at.
    pub(crate) fn after(&self) -> &'a [u8] {
        self.after
    }

    /// Whether the game begins with a line.
    pub(crate) fn begins_line(&self) -> bool {
        match self.space.last() {
            Some(byte) => matches!(byte, b'\n' | b'\r'),
            None => self.previous.is_empty() && self.beginning != StartContext::WithinLine,
        }
    }

    /// Whether the text begins with the game, at the beginning of a line.
    pub(crate) fn begins_text(&self) -> bool {
        self.previous.is_empty() && self.space.is_empty() && self.beginning != StartContext::WithinLine
    }

    /// Whether nothing follows on the line on which the game ends.
    fn ends_line(&self) -> bool {
        let next = self.after.iter().find(|byte| !matches!(byte, b' ' | b'\t'));
        next.map_or(!self.is_partial, |byte| matches!(byte, b'\n' | b'\r'))
    }

    /// Whether a termination marker follows, which means the same everywhere.
    fn is_before_marker(&self) -> bool {
        let next = self.after.trim_ascii_start();
        ["*", "1-0", "0-1", "1/2-1/2"].iter().any(|marker| next.starts_with(marker.as_bytes()))
    }

    /// Calls `read` for the games at `place` in `text`.
    pub(crate) fn each_game<'t>(
        &self,
        text: &'t [u8],
        place: Span,
        mut read: impl FnMut(&mut Replayer<'t>) -> bool,
    ) -> Option<()> {
        let mut replayer = Replayer::from_parser(self.parser(text));
        if place.start > 0 {
            replayer.read_game(&mut (), &mut Ignore)?;
        }
        if replayer.parser().consumed() != place.start {
            return None;
        }
        // If a game is removed, the text after it may move to the beginning of a line, where it can mean something
        // else.
        if is_blank(place.of(text)) && !self.ends_line() && !self.is_before_marker() {
            return None;
        }
        // Space after the last game belongs to nothing, and reading on would find the next game.
        while !is_blank(text.get(replayer.parser().consumed()..place.end)?) {
            if !read(&mut replayer) {
                // The text is over, which is an end only where nothing follows.
                let is_end = !self.is_partial && self.after.is_empty();
                return is_end.then_some(());
            }
        }
        Some(())
    }
}

fn is_blank(text: &[u8]) -> bool {
    text.iter().all(|byte| is_space(*byte))
}

/// White space of section 7, of which form feed is none.
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=0x0b | b'\r')
}
