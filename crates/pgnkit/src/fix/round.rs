//! One round: as many fixes as can be proven to do what they should and nothing else.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use pgnkit_syntax::{Edit, Span};

use super::Fixer;
use super::changes::apply;
use super::survey::{Offer, Reading};
use super::window::Window;
use crate::Game;

/// Number of times a game is fixed and read again to find the fixes that fail, if some do.
const MAX_ATTEMPTS: usize = 32;

/// Result of a round for a game.
#[derive(Debug)]
pub(super) struct Step {
    pub(super) text: Vec<u8>,
    pub(super) reading: Reading,
    /// Which offers of the reading before were taken.
    pub(super) offers: Vec<usize>,
}

/// Applies what `reading` offers to `text`, as far as that can be proven; `None` when that is nothing.
pub(super) fn round(fixer: &Fixer, window: Window<'_>, text: &[u8], reading: &Reading) -> Option<Step> {
    let (safe, others) = compatible(&reading.offers);
    let mut proof = Proof { fixer, window, text, before: reading, games: None, attempts: 0, step: None };
    // Those that are safe come first: they must keep the game as it is, whatever else is done to it.
    proof.take(safe, true);
    proof.take(others, false);
    proof.step
}

/// The edits of some offers, in the order of the text.
pub(super) fn edits<'r>(reading: &'r Reading, offers: &[usize]) -> Vec<&'r Edit> {
    let mut edits: Vec<&Edit> = offers.iter().flat_map(|&at| &reading.offers[at].edits).collect();
    // An insertion comes before a replacement at the same place.
    edits.sort_by_key(|edit| edit.span);
    edits
}

/// Offers that do not conflict: safe ones, and the others. Of two that conflict, the earlier one is taken, and a safe
/// one before an unsafe one.
fn compatible(offers: &[Offer]) -> (Vec<usize>, Vec<usize>) {
    let mut order: Vec<usize> = (0..offers.len()).collect();
    order.sort_by_key(|&at| (Reverse(offers[at].is_safe), offers[at].edits[0].span));
    let mut taken = BTreeSet::new();
    order.retain(|&at| {
        let edits = &offers[at].edits;
        let is_free = edits.iter().all(|edit| is_free(edit.span, &taken));
        if is_free {
            taken.extend(edits.iter().map(|edit| edit.span));
        }
        is_free
    });
    order.into_iter().partition(|&at| offers[at].is_safe)
}

/// Whether `span` overlaps none of `taken`, which do not overlap each other. Two insertions at one place do, since
/// their order is undefined.
fn is_free(span: Span, taken: &BTreeSet<Span>) -> bool {
    let before_its_end = taken.range(..Span::new(span.end, 0)).next_back();
    before_its_end.is_none_or(|other| other.end <= span.start) && !(span.is_empty() && taken.contains(&span))
}

struct Proof<'a> {
    fixer: &'a Fixer,
    window: Window<'a>,
    text: &'a [u8],
    before: &'a Reading,
    /// The games of `text`, once they are needed.
    games: Option<Vec<Game>>,
    attempts: usize,
    /// The offers verified so far.
    step: Option<Step>,
}

impl Proof<'_> {
    /// Takes as many of `offers` as can be proven: all, or else those of each code, or else each half.
    fn take(&mut self, offers: Vec<usize>, keeps_game: bool) {
        let mut groups = vec![offers];
        while let Some(group) = groups.pop().filter(|_| self.attempts < MAX_ATTEMPTS) {
            if !group.is_empty() && !self.attempt(&group, keeps_game) && group.len() > 1 {
                let (first, second) = self.split(group);
                groups.extend([second, first]);
            }
        }
    }

    fn split(&self, mut group: Vec<usize>) -> (Vec<usize>, Vec<usize>) {
        let code = |at: &usize| self.before.offers[*at].code;
        let first = code(&group[0]);
        if group.iter().all(|at| code(at) == first) {
            let second = group.split_off(group.len() / 2);
            return (group, second);
        }
        group.into_iter().partition(|at| code(at) == first)
    }

    /// Takes `group` in addition to what has been taken, if that can be proven.
    fn attempt(&mut self, group: &[usize], keeps_game: bool) -> bool {
        self.attempts += 1;
        let taken = self.step.as_ref().map_or(&[][..], |step| &step.offers);
        let offers = [taken, group].concat();
        let text = apply(self.text, &edits(self.before, &offers));
        let so_far = self.step.as_ref().map_or(self.before, |step| &step.reading);
        let reading = self.window.read(&text, self.fixer).filter(|reading| reading.is_better_than(so_far));
        let Some(reading) = reading else { return false };
        if keeps_game && !self.is_same_game(&text) {
            return false;
        }
        self.step = Some(Step { text, reading, offers });
        true
    }

    fn is_same_game(&mut self, text: &[u8]) -> bool {
        let Some(after) = self.window.games(text) else { return false };
        if self.games.is_none() {
            self.games = self.window.games(self.text);
        }
        self.games.as_ref().is_some_and(|before| {
            before.len() == after.len() && before.iter().zip(&after).all(|(a, b)| a.means_the_same(b))
        })
    }
}
