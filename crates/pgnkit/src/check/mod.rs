//! Checks beyond reading: tag values, results, clocks, export style.
//!
//! Reading itself reports faults of the text and of the moves ([`Replayer`]). These checks matter only to callers that
//! look for faults. Each subject is a module with a function that examines a [`Finished`] game; checks whose codes a
//! sink does not want cost next to nothing.

mod clocks;
mod commands;
mod comment_filter;
mod encodings;
mod export;
mod history;
mod lines;
mod nags;
#[cfg(feature = "openings")]
mod opening;
mod outcome;
mod semantics;
mod tags;

use std::borrow::Cow;

use pgnkit_chess::Position;
use pgnkit_syntax::{MoveWords, Parser, RawTag, Sink};

use crate::GameBuilder;
use crate::read::{EndOfGame, Known, Replayer, Start, TagSection};

use export::Style;
use semantics::Semantics;

/// Reads games and reports all that is wrong with them, as far as the sink wants to know: what reading them reports,
/// and whether they make sense.
///
/// ```
/// use pgnkit::syntax::{AtLevel, Collect, Level};
/// use pgnkit::{Checker, Replayer};
///
/// let mut replayer = Replayer::new(b"[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
/// let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
/// let mut checker = Checker::new();
/// while checker.check_game(&mut replayer, &mut found).is_some() {}
/// assert_eq!(found.sink[0].code.name(), "illegal-move");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Checker {
    meaning: Semantics,
    style: Style,
}

impl Checker {
    /// A checker that can be used for any number of games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads and checks the next game; `None` when there is none.
    pub fn check_game(&mut self, replayer: &mut Replayer<'_>, sink: &mut dyn Sink) -> Option<EndOfGame> {
        let Self { meaning, style } = self;
        // Style is that of export format, whose moves are SAN.
        let is_san = replayer.parser().move_words().is_none();
        let end = if is_san && Style::is_wanted(sink) {
            style.read_game(meaning, replayer, sink)
        } else {
            meaning.read_game(replayer, None, sink)
        };
        encodings::check(replayer.parser().bytes(), end?.span, sink);
        lines::check(replayer.parser().bytes(), end?.span, sink);
        end
    }

    /// Reads the next game into a builder and checks it, but for its style; `None` when there is none.
    pub fn check_into(
        &mut self,
        replayer: &mut Replayer<'_>,
        builder: &mut GameBuilder,
        sink: &mut dyn Sink,
    ) -> Option<EndOfGame> {
        let end = self.meaning.read_game(replayer, Some(builder), sink);
        encodings::check(replayer.parser().bytes(), end?.span, sink);
        lines::check(replayer.parser().bytes(), end?.span, sink);
        end
    }
}

/// A message about the first of several places.
fn and_more(message: Cow<'static, str>, places: usize) -> Cow<'static, str> {
    if places < 2 { message } else { format!("{message} (and {} more in this game)", places - 1).into() }
}

/// A game that was read to its end.
#[derive(Clone, Copy, Debug)]
struct Finished<'a> {
    text: &'a [u8],
    end: EndOfGame,
    tags: &'a TagSection,
    start: &'a Start,
    /// The position at the end of the main line.
    last: &'a Position,
    /// Moves of another notation than SAN.
    move_words: Option<MoveWords>,
}

impl<'a> Finished<'a> {
    /// The tag of that name that counts.
    #[inline]
    fn tag(&self, name: Known) -> Option<&'a RawTag> {
        self.tags.get(self.text, name)
    }

    /// A parser of the text of the game alone.
    fn parser(&self) -> Parser<'a> {
        let parser = Parser::new(self.end.span.of(self.text));
        match self.move_words {
            Some(words) => parser.with_move_words(words),
            None => parser,
        }
    }

    /// Number of half-moves of the main line, null moves included.
    fn plies(&self) -> u32 {
        let before = |position: &Position| position.fullmove_number() * 2 + position.turn() as u32;
        before(self.last).saturating_sub(before(&self.start.position))
    }
}
