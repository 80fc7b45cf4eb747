//! The task that says the opening of games and writes nothing.

use std::sync::Arc;

use pgnkit::Game;

use super::tags::contradictions;
use super::{Book, Classified, Contradiction, OpeningTags};
use pgnkit_archive::Account;
use pgnkit_archive::input::Locations;
use pgnkit_archive::internals::LineCounter;
use pgnkit_archive::task::{At, GameTask};
use pgnkit_query::movetext;

/// Says the openings of games, or only those that their tags contradict. Games with errors are left out where they are to be
/// [left](pgnkit_archive::OnError::Leave).
#[derive(Clone, Debug)]
pub struct ClassifyGames {
    book: Arc<Book>,
    tags: OpeningTags,
    /// Whether games whose tags agree are left out.
    contradicted: bool,
}

impl ClassifyGames {
    /// Says the openings of all games, and what their tags say otherwise; without names it is only ECO that is compared.
    pub fn new(book: Arc<Book>, tags: OpeningTags) -> Self {
        Self { book, tags, contradicted: false }
    }

    /// Whether only games are given whose tags say something else.
    #[must_use]
    pub fn only_contradicted(self, contradicted: bool) -> Self {
        Self { contradicted, ..self }
    }
}

/// The games of a block.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ClassifiedGames {
    /// The games, in the order of the input.
    pub games: Vec<ClassifiedGame>,
    lines: LineCounter,
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
        let last = ply.checked_sub(1).and_then(|at| game.mainline_with_positions().nth(at));
        let last_move = last.map_or_else(String::new, |last| movetext::write(last.before, &[last.node.mv()]));
        let is_transposed = !game.mainline().take(ply).map(|node| node.mv()).eq(line.moves().iter().copied());
        Self { index: line.index(), ply, last_move, is_transposed }
    }
}

impl GameTask for ClassifyGames {
    type Out = ClassifiedGames;

    fn take_game(&self, game: &Game, at: &At<'_>, out: &mut ClassifiedGames, account: &mut Account) {
        let found = self.book.classify(game);
        let contradictions =
            found.map(|found| contradictions(game, found.line, self.tags)).unwrap_or_default();
        let is_contradicted = !contradictions.is_empty();
        let counts =
            [("known", found.is_some()), ("unknown", found.is_none()), ("contradicted", is_contradicted)];
        account.tally("openings", &counts.map(|(name, is_so)| (name, u64::from(is_so))));
        if self.contradicted && !is_contradicted {
            return;
        }
        let has_lines = at.format.locations() == Locations::Lines;
        let line =
            has_lines.then(|| at.block.first_line + out.lines.lines_before(at.block.bytes, at.span.start));
        let found = found.map(|found| FoundLine::of(found, game));
        out.games.push(ClassifiedGame { number: at.number, line, found, contradictions });
    }

    fn leave_game(&self, _: &Game, _: &At<'_>, _: &mut ClassifiedGames, _: &mut Account) {}
}
