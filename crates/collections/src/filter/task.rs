//! The task that tests games.

use std::sync::Arc;

use pgnkit::syntax::Sink;
use pgnkit::{Outcome, PieceLetters};

use super::UnknownTags;
use crate::edit::Operation;
use crate::sort::{Batch, GatherGames, GatherScratch, Order};
use pgnkit_archive::Account;
use pgnkit_archive::Title;
use pgnkit_archive::input::{InputFormat, Kind, Locations, Target};
use pgnkit_archive::internals::LineCounter;
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::task::{At, Task};
use pgnkit_query::condition::{Condition, TagUsage, Tester};

/// Tests games, and gathers those of which a condition is true.
#[derive(Clone, Debug)]
pub struct Filter {
    condition: Condition,
    gather: GatherGames,
    letters: PieceLetters,
    gathers: bool,
    keeps_others: bool,
    names_games: bool,
    reads_on: bool,
}

impl Filter {
    /// Gathers the games of which this is true.
    pub fn new(condition: Condition) -> Self {
        Self {
            condition,
            gather: GatherGames::new(Order::as_given()),
            letters: PieceLetters::default(),
            gathers: true,
            keeps_others: false,
            names_games: false,
            reads_on: false,
        }
    }

    /// The condition.
    pub fn condition(&self) -> &Condition {
        &self.condition
    }

    /// With games in export format.
    #[must_use]
    pub fn formatted(self, formatted: bool) -> Self {
        Self { gather: self.gather.formatted(formatted), ..self }
    }

    /// The piece letters of the games.
    #[must_use]
    pub fn letters(self, letters: PieceLetters) -> Self {
        Self { letters, ..self }
    }

    /// With the texts of the games, as without this, or only with what is said of them.
    #[must_use]
    pub fn texts(self, gathers: bool) -> Self {
        Self { gathers, ..self }
    }

    /// With the games that do not match, too.
    #[must_use]
    pub fn with_others(self, keeps_others: bool) -> Self {
        Self { keeps_others, ..self }
    }

    /// With names, dates and lines of the games, to list them.
    #[must_use]
    pub fn named(self, names_games: bool) -> Self {
        Self { names_games, ..self }
    }

    /// With this edit made in the text of each game that is gathered.
    #[must_use]
    pub fn edited(self, edit: Arc<dyn Operation>) -> Self {
        Self { gather: self.gather.edited(edit), ..self }
    }

    /// Reads every game to its end, so that all its errors are found.
    #[must_use]
    pub fn reading_on(self, reads_on: bool) -> Self {
        Self { reads_on, ..self }
    }

    /// Whether parts of games may be left out in reading.
    pub fn may_leave_out(&self) -> bool {
        !self.reads_on
    }

    /// Whether games of that form are built before they are tested.
    fn builds(&self, format: &dyn InputFormat) -> bool {
        self.condition.needs_games() || (self.gathers && self.gather.builds(format))
    }

    fn matches(&self, scratch: &mut Filtering<'_>, at: &At<'_>) -> bool {
        let Filtering { gathering, tester } = scratch;
        if self.builds(at.format) {
            return tester.test_game(&at.entry(&gathering.buffer).content.to_game());
        }
        let text = at.span.of(at.block.bytes);
        if let Some(verdict) = tester.verdict_of(at.format.is_fixable().then_some(text)) {
            return verdict;
        }
        let parsed = pgnkit::parse_games(text).letters(self.letters).next();
        parsed.is_some_and(|parsed| tester.test_game(&parsed.game))
    }

    fn test(
        &self,
        scratch: &mut Filtering<'_>,
        at: &At<'_>,
        out: &mut Filtered,
        account: &mut Account,
        closed: bool,
    ) {
        let matches = self.matches(scratch, at);
        if !matches && !self.keeps_others {
            self.gather.leave_out(at, &mut out.gathered);
            return;
        }
        let mut tested = Tested { number: at.number, matches, start: at.span.start, ..Tested::default() };
        if self.names_games && matches {
            tested.title = Title::of_game(|name| scratch.tester.tag(name).map(str::to_owned));
            tested.result = scratch.tester.result();
            tested.reasons = scratch.tester.reasons(&TITLE_TAGS);
        }
        if self.gathers {
            if closed {
                self.gather.take(&mut scratch.gathering, at, &mut out.gathered, account);
            } else {
                self.gather.leave(&mut scratch.gathering, at, &mut out.gathered, account);
            }
        }
        out.games.push(tested);
    }
}

/// What games are listed by.
const TITLE_TAGS: [&str; 4] = ["White", "Black", "Event", "Date"];

/// Memory of a thread that filters.
#[derive(Debug)]
pub struct Filtering<'t> {
    gathering: GatherScratch,
    tester: Tester<'t>,
}

/// The games of a block that match; those that do not as well, where they are asked for.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Filtered {
    /// Their texts, where they are asked for, and what stands outside them.
    pub gathered: Batch,
    /// The games, in the same order.
    pub games: Vec<Tested>,
    seen: TagUsage,
    /// Games of the block, whether they match or not.
    count: u64,
    has_lines: bool,
}

impl Filtered {
    /// Counts the tags of the block.
    pub fn count_tags(&self, unknown: &mut UnknownTags) {
        unknown.add(&self.seen, self.count > 0);
    }

    /// The place in [`games`](Self::games) of the last game of the block; `None` where that game is not among them. What stands after it goes
    /// where it goes.
    pub fn last_game(&self) -> Option<usize> {
        let last = self.games.len().checked_sub(1)?;
        (self.games[last].number == self.count).then_some(last)
    }
}

/// A game that was tested.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Tested {
    /// Its number in the block, from 1.
    pub number: u64,
    /// Whether it matches.
    pub matches: bool,
    /// The line that it begins on, from 1; `None` in a form without lines, and where it is not listed.
    pub line: Option<u64>,
    /// Players, event and date, where it is listed.
    pub title: Title,
    /// Its result, where it is listed.
    pub result: Outcome,
    /// Why it matches, where it is listed: other tags with their values, and the places of what was looked for.
    pub reasons: Vec<String>,
    /// Its place in the block.
    start: usize,
}

impl Task for Filter {
    type Scratch<'t> = Filtering<'t>;
    type Out = Filtered;

    fn scratch(&self) -> Filtering<'_> {
        let tester = Tester::new(&self.condition).reading_on(self.reads_on);
        let tester = if self.names_games { tester.keeping(&TITLE_TAGS).with_reasons(true) } else { tester };
        Filtering { gathering: self.gather.scratch(), tester }
    }

    /// A game of which nothing but its text is written needs no tree.
    fn target<'s>(&self, scratch: &'s mut Filtering<'_>, format: &dyn InputFormat) -> Target<'s> {
        if self.builds(format) {
            Target::Build(&mut scratch.gathering.buffer)
        } else {
            Target::Visit(&mut scratch.tester)
        }
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Games)
    }

    fn begin_block(&self, format: &dyn InputFormat, _block: &BlockView<'_>) -> Filtered {
        let has_lines = format.locations() == Locations::Lines;
        Filtered { gathered: self.gather.begin_some(format), has_lines, ..Filtered::default() }
    }

    fn look(&self, scratch: &mut Filtering<'_>, at: &At<'_>, sink: &mut dyn Sink) {
        self.gather.look(&mut scratch.gathering, at, sink);
    }

    fn take(&self, scratch: &mut Filtering<'_>, at: &At<'_>, out: &mut Filtered, account: &mut Account) {
        self.test(scratch, at, out, account, true);
    }

    fn leave(&self, scratch: &mut Filtering<'_>, at: &At<'_>, out: &mut Filtered, account: &mut Account) {
        self.test(scratch, at, out, account, false);
    }

    fn end_of_entries(&self, scratch: &mut Filtering<'_>, out: &mut Filtered) {
        self.gather.end_of_entries(&mut scratch.gathering, &mut out.gathered);
        out.seen = scratch.tester.take_tag_usage();
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut Filtered,
        account: &mut Account,
    ) {
        out.count = account.read();
        if self.gathers {
            self.gather.end_of_block(block, consumed, &mut out.gathered, account);
        }
        if self.names_games && out.has_lines {
            let mut lines = LineCounter::default();
            for game in &mut out.games {
                game.line = Some(block.first_line + lines.lines_before(block.bytes, game.start));
            }
        }
    }
}
