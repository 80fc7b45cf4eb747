//! What makes sense beyond what can be read: tag values, results, clocks, export style.
//!
//! Reading itself reports what is wrong with the text and with the moves ([`Replayer`]). Here stands what only somebody
//! who looks for faults wants to know. Each subject is a module with one function that looks at a [`Finished`] game; what a
//! sink does not want costs next to nothing.

mod clocks;
mod commands;
mod glance;
mod history;
mod nags;
mod opening;
mod outcome;
mod tags;

use pgnkit_chess::Position;
use pgnkit_syntax::{Code, RawTag, Sink, Span};

use crate::read::{EndOfGame, Known, Replayer, Start, TagSection};
use glance::{Glance, retain_commands};
use history::History;

/// What can only be told by looking back at the moves, comments and annotations of a game.
const NEED_HISTORY: [Code; 9] = [
    Code::MovesAfterDeadPosition,
    Code::EcoContradictsMoves,
    Code::ReservedNag,
    Code::ContradictingSuffix,
    Code::ClockRunsBackwards,
    Code::ClockDisagrees,
    Code::ClockExceedsTimeControl,
    Code::MissingTimeControl,
    Code::CommandInLineComment,
];

/// Reads games and reports all that is wrong with them, as far as the sink wants to know: what reading them reports, and
/// whether they make sense.
///
/// ```
/// use pgnkit::syntax::{AtLevel, Collect, Level};
/// use pgnkit::{Checker, Replayer};
///
/// let mut replayer = Replayer::new(b"[Event \"x\"]\n\n1. e4 e5 2. Ke3 *\n");
/// let mut found = AtLevel { level: Level::Import, sink: Collect::default() };
/// let mut checker = Checker::new();
/// while checker.read_game(&mut replayer, &mut found).is_some() {}
/// assert_eq!(found.sink[0].code.name(), "illegal-move");
/// ```
#[derive(Clone, Debug, Default)]
pub struct Checker {
    history: History,
    /// Comments with commands that may have a fault.
    doubtful: Vec<Span>,
}

impl Checker {
    /// A checker that can be used for any number of games.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads and checks the next game; `None` when there is none.
    pub fn read_game<S: Sink + ?Sized>(
        &mut self,
        replayer: &mut Replayer<'_>,
        sink: &mut S,
    ) -> Option<EndOfGame> {
        let Self { history, doubtful } = self;
        let text = replayer.parser().text();
        let looks_back = NEED_HISTORY.iter().any(|code| sink.wants(*code));
        doubtful.clear();
        let end = if looks_back {
            history.clear();
            let end = replayer.read_game(history, sink)?;
            doubtful.extend(history.comments.iter().map(|comment| comment.span));
            end
        } else {
            replayer.read_game(&mut Glance { text, doubtful }, sink)?
        };
        let game =
            Finished { text, end, tags: replayer.tags(), start: replayer.start(), last: replayer.position() };
        tags::check(&game, sink);
        outcome::check(&game, sink);
        retain_commands(text, doubtful);
        for comment in doubtful {
            commands::check(text, *comment, sink);
        }
        if looks_back {
            outcome::check_moves(history, sink);
            opening::check(&game, history, sink);
            clocks::check(&game, history, sink);
            nags::check(text, &history.nags, sink);
        }
        Some(end)
    }
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
}

impl<'a> Finished<'a> {
    /// The tag of that name that counts.
    fn tag(&self, name: Known) -> Option<&'a RawTag> {
        self.tags.get(self.text, name)
    }

    /// How many half-moves the main line has, null moves included.
    fn plies(&self) -> u32 {
        let before = |position: &Position| position.fullmove_number() * 2 + position.turn() as u32;
        before(self.last).saturating_sub(before(&self.start.position))
    }
}
