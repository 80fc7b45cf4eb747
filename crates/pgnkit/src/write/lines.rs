//! Tag pairs that are copied from a text, since they are there as export format has them.

use pgnkit_syntax::Span;

use super::tags::{FEW, Pairs, may_tell_start};
use crate::game::{WrittenTag, name_key};
use crate::read::{Source, Start, Text, Visitor};

/// The tag pairs of a game, as places in its text.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    lines: Vec<Line>,
    /// Whether all tags of the game are here, in any order.
    are_all: bool,
}

/// `[Name "value"]` with one space, and a value of printing ASCII without quotes and backslashes.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// The beginning of the name, in the order of the names.
    key: u64,
    name: Span,
    value: Span,
}

impl Lines {
    /// Begins a game; with `in_use` false, there will be no lines.
    pub(super) fn start_over(&mut self, in_use: bool) {
        self.lines.clear();
        self.are_all = in_use;
    }

    /// Takes a tag pair, or gives it and those before it to `tags`.
    #[inline(always)]
    pub(super) fn tag(
        &mut self,
        name: Text<'_>,
        value: Text<'_>,
        source: &Source<'_>,
        tags: &mut impl Visitor,
    ) {
        if self.are_all && value.is_plain_value() {
            let key = name_key(source.bytes(), name.span());
            self.lines.push(Line { key, name: name.span(), value: value.span() });
        } else {
            self.give_to(tags, source);
            tags.tag(name, value);
        }
    }

    /// Gives all to `tags` where these lines are not all that is to be written.
    pub(super) fn start(&mut self, start: &Start, source: &Source<'_>, tags: &mut impl Visitor) {
        let is_usual = start.is_known && !start.set_up && self.lines.len() <= FEW;
        if !is_usual || self.lines.iter().any(|line| may_tell_start(line.key)) {
            self.give_to(tags, source);
        }
    }

    #[cold]
    fn give_to(&mut self, tags: &mut impl Visitor, source: &Source<'_>) {
        for line in self.lines.drain(..) {
            tags.tag(Text::new(line.name.of(source.bytes()), line.name), Text::of_source(line.value, source));
        }
        self.are_all = false;
    }

    /// All tags of the game, if they are lines of `source`.
    pub(super) fn all<'s>(&'s self, source: &'s Source<'_>) -> Option<LinesOf<'s>> {
        self.are_all.then_some(LinesOf { lines: &self.lines, text: source.bytes() })
    }
}

/// Lines, and their text.
pub(super) struct LinesOf<'s> {
    lines: &'s [Line],
    text: &'s [u8],
}

impl Pairs for LinesOf<'_> {
    fn count(&self) -> usize {
        self.lines.len()
    }

    #[inline]
    fn name(&self, at: usize) -> (u64, usize) {
        let line = &self.lines[at];
        (line.key, line.name.len())
    }

    #[inline]
    fn pair(&self, at: usize) -> WrittenTag<'_> {
        let Line { key, name, value } = self.lines[at];
        WrittenTag {
            name: name.of(self.text),
            value: value.of(self.text),
            line: (self.text.get(name.start - 1..).unwrap_or_default(), value.end + 3 - name.start),
            is_plain: true,
            key,
        }
    }
}
