//! The task that counts games.

use std::sync::Arc;

use pgnkit::Game;

use super::annotated::Annotated;
use super::counts::{CostlyCounts, Stats};
use super::game::Walker;
use super::key::Key;
use super::tables::Subject;
use crate::eco::Book;
use pgnkit_archive::Account;
use pgnkit_archive::input::{EntryBuf, InputFormat, Kind, Target};
use pgnkit_archive::task::{At, Task};
use pgnkit_query::fields::Field;

/// Counts games. Games with errors count by what is known of them.
#[derive(Clone, Debug)]
pub struct GatherStats {
    book: Arc<Book>,
    by: Vec<Field>,
    wanted: CostlyCounts,
}

impl GatherStats {
    /// Counts what these tables need, with openings by a book.
    pub fn new(book: Arc<Book>, subjects: &[Subject]) -> Self {
        let wanted = CostlyCounts {
            players: subjects.iter().any(|subject| matches!(subject, Subject::Players | Subject::Opponents)),
            opponents: subjects.contains(&Subject::Opponents),
            accuracy: subjects.contains(&Subject::Accuracy),
        };
        Self { book, by: Vec::new(), wanted }
    }

    /// Counts the games of each value of these fields, too.
    #[must_use]
    pub fn by(self, by: Vec<Field>) -> Self {
        Self { by, ..self }
    }

    /// Counts the games of a text in memory.
    pub fn of_text(&self, text: &[u8]) -> Stats {
        pgnkit_archive::internals::of_text(self, text)
    }

    /// Whether games of that form are built: something is asked of them as a whole, or they cannot be read again as text.
    fn builds(&self, format: &dyn InputFormat) -> bool {
        !self.by.is_empty() || !format.is_fixable()
    }
}

/// Memory of a thread that counts.
#[derive(Debug)]
pub struct Counting<'t> {
    walker: Walker<'t>,
    buffer: EntryBuf,
    /// Whether the next game is built, since the last one had comments that say something: others near it have them, too.
    builds_next: bool,
}

impl Task for GatherStats {
    type Scratch<'t> = Counting<'t>;
    type Out = Stats;

    fn scratch(&self) -> Counting<'_> {
        Counting { walker: Walker::new(&self.book), buffer: EntryBuf::default(), builds_next: false }
    }

    fn target<'s>(&self, scratch: &'s mut Counting<'_>, format: &dyn InputFormat) -> Target<'s> {
        if scratch.builds_next || self.builds(format) {
            Target::Build(&mut scratch.buffer)
        } else {
            Target::Visit(&mut scratch.walker)
        }
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Games)
    }

    fn take(&self, scratch: &mut Counting<'_>, at: &At<'_>, out: &mut Stats, account: &mut Account) {
        let Counting { walker, buffer, builds_next } = scratch;
        let mut key = None;
        let ending = |walker: &Walker<'_>| self.wanted.accuracy.then_some(walker.facts.ending);
        let annotated = |game: &Game, walker: &Walker<'_>| {
            if walker.is_annotated { Annotated::of(game, ending(walker)) } else { Annotated::default() }
        };
        if *builds_next || self.builds(at.format) {
            let game = at.entry(buffer).content.to_game();
            game.visit(at.span, walker);
            walker.facts.annotated = annotated(&game, walker);
            key = (!self.by.is_empty())
                .then(|| self.by.iter().map(|field| Key::of(&field.of(&game))).collect::<Vec<_>>());
        } else if walker.is_annotated
            && let Some(parsed) = pgnkit::parse_games(at.span.of(at.block.bytes)).next()
        {
            walker.facts.annotated = annotated(&parsed.game, walker);
        }
        *builds_next = walker.is_annotated;
        out.add_game(&walker.facts, &walker.names, key, self.wanted);
        account.tally("stats", &[("counted", 1)]);
    }
}
