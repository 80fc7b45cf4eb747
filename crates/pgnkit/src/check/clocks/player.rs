//! The time of one player, move by move.

use pgnkit_syntax::{Code, Diagnostic, Sink};

use super::{Given, Times};
use crate::command::ClockTime;

/// Limits of a player's time, as far as they are known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Time on the clock at the start.
    pub(super) start: Option<ClockTime>,
    /// Time that each move adds.
    pub(super) increment: Option<ClockTime>,
    /// After how many moves time is added that nothing here knows of.
    pub(super) moves: Option<u32>,
}

/// A player's time as far as it was given.
#[derive(Clone, Copy, Debug)]
pub(super) struct Player {
    limits: Limits,
    /// The last clock, and at which move.
    clk: Option<(Given, u32)>,
    /// The last elapsed game time.
    egt: Option<Given>,
    /// Used so far by the times of the moves, as long as every move had one.
    used: Option<ClockTime>,
    /// The player's last move that had a comment.
    last: u32,
    /// Whether too much time was reported.
    exceeds: bool,
}

/// Largest rounding error of a difference: each of two times is rounded to seconds.
const ROUNDING: ClockTime = ClockTime::from_seconds(2);

impl Player {
    pub(super) fn new(limits: Limits) -> Self {
        let used = Some(ClockTime::default());
        Self { limits, clk: None, egt: None, used, last: 0, exceeds: false }
    }

    /// Takes what is said of a player's move, counted from 1.
    pub(super) fn take(&mut self, number: u32, times: Times, sink: &mut dyn Sink) {
        self.used = match (self.used, times.emt) {
            (Some(used), Some(emt)) if number == self.last + 1 => Some(used + emt.time),
            _ => None,
        };
        self.last = number;
        if !self.exceeds {
            self.check_limits(number, times, sink);
        }
        if let Some(clk) = times.clk
            && let Some((before, at)) = self.clk.replace((clk, number))
        {
            self.check_clk(before, clk, number - at, number, times.emt, sink);
        }
        if let Some(egt) = times.egt {
            if let Some(before) = self.egt.replace(egt) {
                check_falling(before, egt, sink);
            }
            self.check_sum(egt, number, sink);
        }
    }

    /// Whether another stage of the time control may have begun.
    fn is_later_stage(&self, number: u32) -> bool {
        self.limits.moves.is_some_and(|moves| number >= moves)
    }

    fn check_limits(&mut self, number: u32, times: Times, sink: &mut dyn Sink) {
        let (Some(start), Some(increment)) = (self.limits.start, self.limits.increment) else { return };
        if self.is_later_stage(number) || !sink.wants(Code::ClockExceedsTimeControl) {
            return;
        }
        let most = start + increment * number;
        // Later clocks are compared with the one before; the times of moves and games with what there ever was.
        let clk = times.clk.filter(|_| self.clk.is_none());
        let Some(given) =
            [clk, times.egt, times.emt].into_iter().flatten().find(|given| given.time > most + ROUNDING)
        else {
            return;
        };
        self.exceeds = true;
        let message = format!("expected at most {most}, which is all there is, found {}", given.time);
        sink.report(Diagnostic::new(Code::ClockExceedsTimeControl, given.span, message));
    }

    /// Compares a clock with the one `moves` moves before.
    fn check_clk(
        &self,
        before: Given,
        clk: Given,
        moves: u32,
        number: u32,
        emt: Option<Given>,
        sink: &mut dyn Sink,
    ) {
        let Some(increment) = self.limits.increment else { return };
        if self.is_later_stage(number) {
            return;
        }
        let most = before.time + increment * moves;
        if clk.time > most + ROUNDING {
            if sink.wants(Code::ClockRunsBackwards) {
                let message = format!("expected at most {most} after the clock before, found {}", clk.time);
                sink.report(
                    Diagnostic::new(Code::ClockRunsBackwards, clk.span, message)
                        .label(before.span, "the clock before"),
                );
            }
        } else if let Some(emt) = emt.filter(|_| moves == 1) {
            let expected = most - emt.time;
            if differs(expected, clk.time, ROUNDING) && sink.wants(Code::ClockDisagrees) {
                let message =
                    format!("expected {expected} by the clock before and the time used, found {}", clk.time);
                sink.report(
                    Diagnostic::new(Code::ClockDisagrees, clk.span, message)
                        .label(before.span, "the clock before")
                        .label(emt.span, "the time used"),
                );
            }
        }
    }

    /// Compares the elapsed game time with the sum of the times of all moves.
    fn check_sum(&self, egt: Given, number: u32, sink: &mut dyn Sink) {
        let Some(used) = self.used else { return };
        let rounding = ClockTime::from_seconds(1) + ClockTime::from_seconds(1) * number;
        if differs(used, egt.time, rounding) && sink.wants(Code::ClockDisagrees) {
            let message = format!("expected {used}, the sum of all moves, found {}", egt.time);
            sink.report(Diagnostic::new(Code::ClockDisagrees, egt.span, message));
        }
    }
}

/// Elapsed time never falls.
fn check_falling(before: Given, egt: Given, sink: &mut dyn Sink) {
    if egt.time < before.time && sink.wants(Code::ClockRunsBackwards) {
        let message = format!("expected {} or more, found {}", before.time, egt.time);
        sink.report(
            Diagnostic::new(Code::ClockRunsBackwards, egt.span, message)
                .label(before.span, "the elapsed time before"),
        );
    }
}

fn differs(one: ClockTime, other: ClockTime, rounding: ClockTime) -> bool {
    one - other > rounding || other - one > rounding
}
