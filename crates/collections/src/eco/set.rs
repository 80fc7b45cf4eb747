//! The task that sets the tags of openings and nothing else.

use pgnkit::internals::TagNames;
use pgnkit::{EndOfGame, Flow, Ply, Start, Text, Visitor};

use super::SetOpening;
use super::book::Classifier;
use super::tags::KnownTags;
use crate::edit::EditedBlock;
use pgnkit_archive::Account;
use pgnkit_archive::input::{InputFormat, Target};
use pgnkit_archive::pipeline::BlockView;
use pgnkit_archive::task::{At, Task};

/// Sets the tags of openings, in the bytes of games, as [`EditGames`](crate::edit::EditGames) with [`SetOpening`] does. Games are
/// classified while they are read and not kept, which takes half the time.
#[derive(Clone, Debug)]
pub struct SetOpenings {
    opening: SetOpening,
    keeps_changes: bool,
}

impl SetOpenings {
    /// Sets tags as it is said there.
    pub fn new(opening: SetOpening) -> Self {
        Self { opening, keeps_changes: false }
    }

    /// Whether what changes is kept, for a diff.
    #[must_use]
    pub fn keep_changes(self, keeps_changes: bool) -> Self {
        Self { keeps_changes, ..self }
    }
}

/// Memory of a thread that sets tags: the opening of a game as it is read, and which of its tags have a value.
#[derive(Debug)]
pub struct OpeningVisitor<'t> {
    classifier: Classifier<'t>,
    tags: KnownTags,
    names: TagNames,
    /// Whether the tags are those of the game before.
    is_over: bool,
}

impl Visitor for OpeningVisitor<'_> {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        self.tags.note(name, value);
    }

    fn tag_names(&self) -> TagNames {
        self.names
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

impl OpeningVisitor<'_> {
    fn begin(&mut self) {
        if std::mem::take(&mut self.is_over) {
            self.tags = KnownTags::default();
        }
    }
}

impl Task for SetOpenings {
    type Scratch<'t> = OpeningVisitor<'t>;
    type Out = EditedBlock;

    fn scratch(&self) -> OpeningVisitor<'_> {
        let classifier = Classifier::new(self.opening.book());
        OpeningVisitor { classifier, tags: KnownTags::default(), names: KnownTags::names(), is_over: false }
    }

    fn target<'s>(&self, visitor: &'s mut OpeningVisitor<'_>, _format: &dyn InputFormat) -> Target<'s> {
        Target::Visit(visitor)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        crate::edit::accepts(format)
    }

    fn wants_whole_blocks(&self) -> bool {
        true
    }

    fn pass(&self, _: &mut OpeningVisitor<'_>, _: &At<'_>, _: &mut EditedBlock, account: &mut Account) {
        account.written += 1;
    }

    fn take(
        &self,
        visitor: &mut OpeningVisitor<'_>,
        at: &At<'_>,
        out: &mut EditedBlock,
        account: &mut Account,
    ) {
        account.written += 1;
        let OpeningVisitor { classifier, tags, .. } = visitor;
        // Most games of a file are often classified already: they are not opened.
        if let Some(opening) = classifier.opening()
            && self.opening.may_change(opening.line, tags)
        {
            let line = opening.line;
            if !self.opening.add(line, tags, |new| out.add_tags(at, new)) {
                out.edit(at, |text| self.opening.set(line, text));
            }
        }
    }

    fn leave(&self, _: &mut OpeningVisitor<'_>, _: &At<'_>, _: &mut EditedBlock, account: &mut Account) {
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
