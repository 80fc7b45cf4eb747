//! Fixing all games of a text. Each is verified by itself, and yet fixing one may affect its neighbours.

use std::borrow::Cow;
use std::collections::BTreeSet;

use pgnkit_syntax::{Ignore, Parser};

use super::changes::compose;
use super::survey::Survey;
use super::{Fixed, Fixer, add};
use crate::{GameBuilder, Replayer};

/// Games that may stay as they are before all of them do.
const MAX_KEPT: usize = 24;

/// Largest number of passes over all games. One more than the changes need shows that nothing is left.
const MAX_PASSES: usize = 10;

impl Fixer {
    /// Fixes all games that can be fixed; and whether nothing is left to be done.
    pub(super) fn proven<'a>(&self, parser: &Parser<'a>) -> (Fixed<'a>, bool) {
        let mut kept = BTreeSet::new();
        loop {
            let (fixed, is_settled) = self.passes(parser, &kept);
            // Each game was verified by itself. In junk its reading may still depend on its neighbours: then they stay.
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

    /// If a code is reported more often than before in the whole text: the first game whose fixing causes that, and the
    /// ones beside it, with those `kept` as they are.
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
        // Number of games that can be fixed, from the first on, without that.
        let (mut good, mut bad) = (0, starts.len());
        while good + 1 < bad {
            let middle = good.midpoint(bad);
            let kept = kept.iter().chain(&starts[middle..]).copied().collect();
            if is_worse(&self.passes(parser, &kept).0) { bad = middle } else { good = middle }
        }
        Some(starts[good.saturating_sub(1)..starts.len().min(good + 2)].to_vec())
    }

    /// Fixes all games except those that begin at one of `kept`; and whether nothing is left to be done.
    fn passes<'a>(&self, parser: &Parser<'a>, kept: &BTreeSet<usize>) -> (Fixed<'a>, bool) {
        if kept.is_empty() {
            // Fixing one game may change the beginning of the next one, and so its verification.
            until_stable(parser, |parser| (self.pass(parser.clone(), kept), false))
        } else {
            // Their places in the new text are not known.
            (self.pass(parser.clone(), kept), false)
        }
    }

    /// Start of the first game whose meaning was changed by safe fixes, and of the games beside it; `None` if all are
    /// unchanged.
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

/// Fixes a text, and then the result, until nothing is left to be done; and whether that was reached. `fix` also
/// returns that, if it knows.
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
            // The processed text ends elsewhere: that concerns the caller, who reads on there.
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

/// Starts of all games, and of the text after the last one.
fn stretches(parser: &Parser<'_>) -> BTreeSet<usize> {
    let mut replayer = Replayer::from_parser(parser.clone());
    let mut starts = BTreeSet::from([0]);
    while replayer.read_game(&mut (), &mut Ignore).is_some() {
        starts.insert(replayer.parser().consumed());
    }
    starts
}
