//! Clocks, times and evaluations of the moves of a game.

use crate::annotation::{Clock, Said};
use crate::values::MISSING;

/// Values that comments give the start and each half-move: lists by half-moves, each up to the last one that has such a value.
#[derive(Debug, Default)]
pub(crate) struct SaidOfMoves {
    clocks: Vec<Clock>,
    evals: Vec<i32>,
    emts: Vec<Clock>,
    egts: Vec<Clock>,
    depths: Vec<i32>,
}

impl SaidOfMoves {
    pub(crate) fn clear(&mut self) {
        let Self { clocks, evals, emts, egts, depths } = self;
        clocks.clear();
        evals.clear();
        emts.clear();
        egts.clear();
        depths.clear();
    }

    /// Notes what is said after so many half-moves, as many as the last time or more; what was said before counts.
    #[inline]
    pub(crate) fn say(&mut self, plies: usize, said: &Said) {
        if let Some(clock) = said.clock {
            self.say_clock(plies, clock);
        }
        if let Some(eval) = said.eval {
            put(&mut self.evals, plies, MISSING, i32::from(eval));
        }
        if said.emt.is_some() || said.egt.is_some() || said.depth.is_some() {
            self.say_more(plies, said);
        }
    }

    #[inline]
    pub(crate) fn say_clock(&mut self, plies: usize, clock: Clock) {
        put(&mut self.clocks, plies, Clock::MISSING, clock);
    }

    fn say_more(&mut self, plies: usize, said: &Said) {
        if let Some(emt) = said.emt {
            put(&mut self.emts, plies, Clock::MISSING, emt);
        }
        if let Some(egt) = said.egt {
            put(&mut self.egts, plies, Clock::MISSING, egt);
        }
        if let Some(depth) = said.depth {
            put(&mut self.depths, plies, MISSING, depth);
        }
    }

    pub(crate) fn has_clocks(&self) -> bool {
        !self.clocks.is_empty()
    }

    pub(crate) fn has_times(&self) -> bool {
        !(self.emts.is_empty() && self.egts.is_empty())
    }

    pub(crate) fn has_depths(&self) -> bool {
        !self.depths.is_empty()
    }

    pub(crate) fn clock(&self, plies: usize) -> Option<Clock> {
        self.clocks.get(plies).copied().filter(|clock| *clock != Clock::MISSING)
    }

    pub(crate) fn emt(&self, plies: usize) -> Option<Clock> {
        self.emts.get(plies).copied().filter(|clock| *clock != Clock::MISSING)
    }

    pub(crate) fn egt(&self, plies: usize) -> Option<Clock> {
        self.egts.get(plies).copied().filter(|clock| *clock != Clock::MISSING)
    }

    pub(crate) fn eval(&self, plies: usize) -> Option<i32> {
        self.evals.get(plies).copied().filter(|eval| *eval != MISSING)
    }

    pub(crate) fn depth(&self, plies: usize) -> Option<i32> {
        self.depths.get(plies).copied().filter(|depth| *depth != MISSING)
    }

    /// The whole seconds of clocks from the start on, each with [`MISSING`] where none is said.
    pub(crate) fn clocks(&self) -> impl Iterator<Item = i32> {
        self.clocks.iter().map(|clock| clock.seconds)
    }

    /// Evaluations likewise.
    pub(crate) fn evals(&self) -> &[i32] {
        &self.evals
    }
}

/// Puts a value at its place, unless there is one.
#[inline]
fn put<T: Copy + PartialEq>(list: &mut Vec<T>, at: usize, missing: T, value: T) {
    if list.len() < at {
        list.resize(at, missing);
    }
    match list.get_mut(at) {
        None => list.push(value),
        Some(before) if *before == missing => *before = value,
        Some(_) => {}
    }
}
