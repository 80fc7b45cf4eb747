//! All games of a text taken together. Each is proven by itself, and yet what becomes of one may matter to its neighbours.

use std::borrow::Cow;
use std::collections::BTreeSet;

use pgnkit_syntax::{Ignore, Parser};

use super::changes::compose;
use super::survey::Survey;
use super::{Fixed, Fixer, add};
use crate::{GameBuilder, Replayer};

/// Games that may stay as they are before all of them do.
const MAX_KEPT: usize = 24;

/// Passes over all games. One more than the changes need tells that nothing is left.
const MAX_PASSES: usize = 10;

impl Fixer {
    /// Mends the games that can be, all of them taken together; and whether nothing is left to be done.
    pub(super) fn proven<'a>(&self, parser: &Parser<'a>) -> (Fixed<'a>, bool) {
        let mut kept = BTreeSet::new();
        loop {
            let (fixed, is_settled) = self.passes(parser, &kept);
            // Each game was proven by itself. In junk its reading may yet hang on its neighbours: then they stay.
            let Some(differing) =
                self.first_difference(parser, &fixed).or_else(|| self.worsened(parser, &kept, &fixed))
            else {
                return (fixed, is_settled);
            };
            let more = differing.into_iter().filter(|start| kept.insert(*start)).count();
            if more == 0 || kept.len() > MAX_KEPT {
                return (self.unfixed(parser), true);
            }
        }
    }

    /// All games as they are.
    pub(super) fn unfixed<'a>(&self, parser: &Parser<'a>) -> Fixed<'a> {
        self.pass(parser.clone(), &stretches(parser))
    }

    /// Where something is reported more often than before, all games taken together: the first game whose mending brings
    /// that about, and the ones beside it, with those `kept` as they are.
    fn worsened(&self, parser: &Parser<'_>, kept: &BTreeSet<usize>, fixed: &Fixed<'_>) -> Option<Vec<usize>> {
        if fixed.changes.is_empty() {
            return None;
        }
        let before = Survey::all_of(self, parser.clone());
        let is_worse = |fixed: &Fixed<'_>| {
            !Survey::all_of(self, parser.with_bytes(&fixed.text)).is_no_worse_than(&before)
        };
        if !is_worse(fixed) {
            return None;
        }
        let starts: Vec<usize> = stretches(parser).into_iter().collect();
        // How many games can be mended, from the first on, without it.
        let (mut good, mut bad) = (0, starts.len());
        while good + 1 < bad {
            let middle = good.midpoint(bad);
            let kept = kept.iter().chain(&starts[middle..]).copied().collect();
            if is_worse(&self.passes(parser, &kept).0) { bad = middle } else { good = middle }
        }
        Some(starts[good.saturating_sub(1)..starts.len().min(good + 2)].to_vec())
    }

    /// Mends all games but those that begin where `kept` says; and whether nothing is left to be done.
    fn passes<'a>(&self, parser: &Parser<'a>, kept: &BTreeSet<usize>) -> (Fixed<'a>, bool) {
        if kept.is_empty() {
            // What became of one game may change where the next one begins, and so what can be proven of it.
            until_stable(parser, |parser| (self.pass(parser.clone(), kept), false))
        } else {
            // Their places in the new text are not known.
            (self.pass(parser.clone(), kept), false)
        }
    }

    /// Where the first game whose meaning safe fixes have changed begins, and the games beside it; `None` when all are
    /// what they were.
    fn first_difference(&self, parser: &Parser<'_>, fixed: &Fixed<'_>) -> Option<Vec<usize>> {
        if self.unsafe_fixes || fixed.changes.is_empty() {
            return None;
        }
        let mut old = Replayer::from_parser(parser.clone());
        let mut new = Replayer::from_parser(parser.with_bytes(&fixed.text));
        let (mut before, mut after) = (GameBuilder::new(), GameBuilder::new());
        let mut starts = Vec::new();
        loop {
            starts.push(old.parser().consumed());
            let is_game = old.read_into(&mut before, &mut Ignore).is_some();
            match (is_game, new.read_into(&mut after, &mut Ignore).is_some()) {
                (false, false) => return None,
                (true, true) if before.game().means_the_same(after.game()) => {}
                _ => {
                    starts.push(old.parser().consumed());
                    return Some(starts.split_off(starts.len().saturating_sub(3)));
                }
            }
        }
    }
}

/// Mends, and then what came of it, until nothing is left to be done; and whether that was reached. `mend` also tells
/// that, where it knows.
pub(super) fn until_stable<'a>(
    parser: &Parser<'a>,
    fix: impl for<'t> Fn(&Parser<'t>) -> (Fixed<'t>, bool),
) -> (Fixed<'a>, bool) {
    let (mut fixed, mut is_settled) = fix(parser);
    for _ in 0..MAX_PASSES {
        if is_settled || fixed.changes.is_empty() {
            return (fixed, true);
        }
        let (again, is_settled_now) = fix(&parser.with_bytes(&fixed.text));
        if fixed.text.len() - again.consumed != parser.bytes().len() - fixed.consumed {
            // What is done with ends somewhere else: that is for who reads on there.
            return (fixed, true);
        }
        let Fixed { text, changes, applied, left, .. } = again;
        fixed.left = left;
        is_settled = is_settled_now || changes.is_empty();
        if !changes.is_empty() {
            let edits: Vec<_> = changes.iter().map(|change| (change.old, change.new.len())).collect();
            fixed.changes = compose(&fixed.changes, &edits);
            add(&mut fixed.applied, applied);
            fixed.text = Cow::Owned(text.into_owned());
        }
    }
    (fixed, is_settled)
}

/// Where the stretches of games, and what stands behind the last one, begin.
fn stretches(parser: &Parser<'_>) -> BTreeSet<usize> {
    let mut replayer = Replayer::from_parser(parser.clone());
    let mut starts = BTreeSet::from([0]);
    while replayer.read_game(&mut (), &mut Ignore).is_some() {
        starts.insert(replayer.parser().consumed());
    }
    starts
}
