//! The task that sets the tags of openings and nothing else.

use pgnkit::{EndOfGame, Flow, Ply, Start, Text, Visitor};

use super::SetOpening;
use super::book::Classifier;
use super::tags::KnownTags;
use crate::edit::EditedBlock;
use pgnkit_archive::Account;
use pgnkit_archive::input::{EntryBuf, InputFormat, Target};
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::task::{At, Task};
#[cfg(feature = "conditions")]
use pgnkit_query::condition::Condition;
use pgnkit_query::internals::{Chooser, Only};

/// Sets the tags of openings, in the bytes of games, as [`EditGames`](crate::edit::EditGames) with [`SetOpening`] does. Games are
/// classified while they are read and not kept, which takes half the time.
#[derive(Clone, Debug)]
pub struct SetOpenings {
    opening: SetOpening,
    keeps_changes: bool,
    only: Only,
}

impl SetOpenings {
    /// Sets tags as it is said there.
    pub fn new(opening: SetOpening) -> Self {
        Self { opening, keeps_changes: false, only: Only::default() }
    }

    /// Whether what changes is kept, for a diff.
    #[must_use]
    pub fn keep_changes(self, keeps_changes: bool) -> Self {
        Self { keeps_changes, ..self }
    }

    /// Sets tags only of games of which a condition is true. Games are kept for that.
    #[cfg(feature = "conditions")]
    #[must_use]
    pub fn only(self, condition: Condition) -> Self {
        Self { only: Only::those(condition), ..self }
    }
}

/// Memory of a thread that sets tags.
#[derive(Debug)]
pub struct Setting<'t> {
    seen: Seen<'t>,
    chooser: Chooser<'t>,
    /// Games, where something is asked of them.
    buffer: EntryBuf,
}

/// What is seen of a game as it is read: its opening, and which of its tags say something.
#[derive(Debug)]
struct Seen<'t> {
    classifier: Classifier<'t>,
    tags: KnownTags,
    /// Whether the tags are those of the game before.
    is_over: bool,
}

impl Visitor for Seen<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        self.tags.note(name, value);
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.begin();
        self.classifier.start(start)
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        Visitor::play(&mut self.classifier, ply)
    }

    fn end(&mut self, _: &EndOfGame) {
        self.is_over = true;
    }
}

impl Seen<'_> {
    fn begin(&mut self) {
        if std::mem::take(&mut self.is_over) {
            self.tags = KnownTags::default();
        }
    }
}

impl Task for SetOpenings {
    type Scratch<'t> = Setting<'t>;
    type Out = EditedBlock;

    fn scratch(&self) -> Setting<'_> {
        let classifier = Classifier::new(self.opening.book());
        Setting {
            seen: Seen { classifier, tags: KnownTags::default(), is_over: false },
            chooser: self.only.chooser(),
            buffer: EntryBuf::default(),
        }
    }

    fn target<'s>(&self, scratch: &'s mut Setting<'_>, _format: &dyn InputFormat) -> Target<'s> {
        if self.only.is_all() { Target::Visit(&mut scratch.seen) } else { Target::Build(&mut scratch.buffer) }
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        crate::edit::accepts(format)
    }

    fn wants_whole_blocks(&self) -> bool {
        true
    }

    fn take(&self, scratch: &mut Setting<'_>, at: &At<'_>, out: &mut EditedBlock, account: &mut Account) {
        account.written += 1;
        let Setting { seen, chooser, buffer } = scratch;
        if !self.only.is_all() {
            let game = at.entry(buffer).content.to_game();
            if !chooser.takes(&game) {
                return;
            }
            game.visit(at.span, seen);
        }
        let Seen { classifier, tags, .. } = seen;
        // Most games of a file are often classified already: they are not opened.
        if let Some(opening) = classifier.opening()
            && self.opening.may_change(opening.line, tags)
        {
            out.edit(at, |text| self.opening.set(opening.line, text));
        }
    }

    fn leave(&self, _: &mut Setting<'_>, _: &At<'_>, _: &mut EditedBlock, account: &mut Account) {
        account.written += 1;
        account.left += 1;
    }

    fn end_of_block(
        &self,
        block: &BlockView<'_>,
        consumed: usize,
        out: &mut EditedBlock,
        account: &mut Account,
    ) {
        out.finish(block, consumed, self.keeps_changes, account);
    }
}
