//! The task that says the opening of games and writes nothing.

use std::fmt::Write as _;
use std::sync::Arc;

use pgnkit::Game;
use pgnkit::chess::Color;

use super::tags::contradictions;
use super::{Book, Classified, Contradiction, OpeningTags};
use crate::account::Account;
use crate::blocks::count_newlines;
#[cfg(feature = "conditions")]
use crate::condition::Condition;
use crate::input::{EntryBuf, InputFormat, Locations, Target};
use crate::task::{At, Task};

/// Says the openings of games, or only those that their tags contradict. Games with errors are left out where they are to be
/// [left](crate::OnError::Leave).
#[derive(Clone, Debug)]
pub struct ClassifyGames {
    book: Arc<Book>,
    tags: OpeningTags,
    /// Whether games whose tags agree are left out.
    contradicted: bool,
    #[cfg(feature = "conditions")]
    condition: Option<Condition>,
}

impl ClassifyGames {
    /// Says the openings of all games, and what their tags say otherwise; without names it is only ECO that is compared.
    pub fn new(book: Arc<Book>, tags: OpeningTags) -> Self {
        Self {
            book,
            tags,
            contradicted: false,
            #[cfg(feature = "conditions")]
            condition: None,
        }
    }

    /// Whether only games are given whose tags say something else.
    #[must_use]
    pub fn only_contradicted(self, contradicted: bool) -> Self {
        Self { contradicted, ..self }
    }

    /// Looks only at games of which a condition is true.
    #[cfg(feature = "conditions")]
    #[must_use]
    pub fn only(self, condition: Condition) -> Self {
        Self { condition: Some(condition), ..self }
    }

    fn is_chosen(&self, game: &Game) -> bool {
        #[cfg(feature = "conditions")]
        if let Some(condition) = &self.condition {
            return condition.holds(game);
        }
        let _ = game;
        true
    }
}

/// The games of a block.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ClassifiedGames {
    /// The games, in the order of the input.
    pub games: Vec<ClassifiedGame>,
    /// Lines were counted up to this place of the block, and how many there were.
    counted: (usize, u64),
}

/// The opening of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClassifiedGame {
    /// Its number in the block, from 1.
    pub number: u64,
    /// The line that it begins on, from 1; none in forms without lines.
    pub line: Option<u64>,
    /// The line of the book; none where it has no position of the game.
    pub found: Option<FoundLine>,
    /// What its tags say otherwise.
    pub contradictions: Vec<Contradiction>,
}

/// A line of a book that a game came to the end of.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FoundLine {
    /// Its number in the [book](Book::line), from 0.
    pub index: usize,
    /// Half-moves of the game up to there.
    pub ply: usize,
    /// The last of them, `5... a6`; empty where the game begins there.
    pub last_move: String,
    /// Whether the game came there by other moves than the line.
    pub is_transposed: bool,
}

impl FoundLine {
    fn of(opening: Classified<'_>, game: &Game) -> Self {
        let Classified { line, ply } = opening;
        let mut last_move = String::new();
        if let Some(last) = ply.checked_sub(1).and_then(|at| game.mainline_with_positions().nth(at)) {
            let dots = if last.before.turn() == Color::White { "." } else { "..." };
            let _ = write!(last_move, "{}{dots} {}", last.before.fullmove_number(), last.node.san());
        }
        let is_transposed = !game.mainline().take(ply).map(|node| node.mv()).eq(line.moves().iter().copied());
        Self { index: line.index(), ply, last_move, is_transposed }
    }
}

impl Task for ClassifyGames {
    type Scratch<'t> = EntryBuf;
    type Out = ClassifiedGames;

    fn scratch(&self) -> EntryBuf {
        EntryBuf::default()
    }

    fn target<'s>(&self, buffer: &'s mut EntryBuf, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(buffer)
    }

    fn take(&self, buffer: &mut EntryBuf, at: &At<'_>, out: &mut ClassifiedGames, account: &mut Account) {
        let game = at.entry(buffer).content.to_game();
        if !self.is_chosen(&game) {
            return;
        }
        let found = self.book.classify(&game);
        let contradictions =
            found.map(|found| contradictions(&game, found.line, self.tags)).unwrap_or_default();
        let is_contradicted = !contradictions.is_empty();
        let counts =
            [("known", found.is_some()), ("unknown", found.is_none()), ("contradicted", is_contradicted)];
        account.tally("openings", &counts.map(|(name, is_so)| (name, u64::from(is_so))));
        if self.contradicted && !is_contradicted {
            return;
        }
        let line = matches!(at.format.locations(), Locations::Lines).then(|| {
            let (counted, lines) = &mut out.counted;
            let start = at.span.start.max(*counted);
            *lines += count_newlines(&at.block.bytes[*counted..start]);
            *counted = start;
            at.block.first_line + *lines
        });
        let found = found.map(|found| FoundLine::of(found, &game));
        out.games.push(ClassifiedGame { number: at.number, line, found, contradictions });
    }

    fn leave(&self, _: &mut EntryBuf, _: &At<'_>, _: &mut ClassifiedGames, _: &mut Account) {}
}
