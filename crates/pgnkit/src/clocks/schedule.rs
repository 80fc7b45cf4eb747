//! Time added by a time control, move by move.

use std::time::Duration;

use crate::command::ClockTime;
use crate::{TimeControl, TimeStage};

/// A time control whose starting time is certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Schedule {
    /// All but the last end after a number of moves.
    stages: Vec<TimeStage>,
    /// The last moves of all stages but the last.
    ends: Vec<u32>,
}

/// Time that a stage adds for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Grant {
    /// For the move itself.
    pub(crate) increment: ClockTime,
    /// For the moves of the next stage, if this move is the last of its stage.
    pub(crate) base: ClockTime,
}

impl Schedule {
    /// `40/7200:3600`, `40/7200+30`, `5400+30`, `300`, `*180`, and other spellings of a certain meaning; `None` if the time is
    /// uncertain: `?`, `-` and unreadable values.
    pub(crate) fn read(value: &[u8]) -> Option<Self> {
        let stages = TimeControl::read(std::str::from_utf8(value).ok()?)?.stages().to_vec();
        let (last, others) = stages.split_last()?;
        // A stage of time alone is the last one, and so is an hourglass.
        let is_ended_by_moves = |stage: &TimeStage| matches!(stage, TimeStage::Timed { moves: Some(_), .. });
        let first = others.first().unwrap_or(last);
        let is_certain = matches!(first, TimeStage::Timed { .. } | TimeStage::Sandclock { .. });
        if !is_certain || !others.iter().all(is_ended_by_moves) {
            return None;
        }
        let mut end = 0u32;
        let ends = others
            .iter()
            .map(|stage| {
                end = end.saturating_add(stage_moves(stage).unwrap_or(0));
                end
            })
            .collect();
        Some(Self { stages, ends })
    }

    /// Base and increment of a single stage for all moves.
    pub(crate) fn whole_game(&self) -> Option<(ClockTime, ClockTime)> {
        match self.stages[..] {
            [TimeStage::Timed { moves: None, base, increment }] => Some((base.into(), increment.into())),
            _ => None,
        }
    }

    /// A single stage for all moves; `None` for negative times.
    pub(crate) fn beginning_with(base: ClockTime, increment: ClockTime) -> Option<Self> {
        let duration = |time: ClockTime| u64::try_from(time.nanoseconds()).ok().map(Duration::from_nanos);
        let stage = TimeStage::Timed { moves: None, base: duration(base)?, increment: duration(increment)? };
        Some(Self { stages: vec![stage], ends: Vec::new() })
    }

    /// Reading of each clock before the first move.
    pub(crate) fn initial(&self) -> Option<ClockTime> {
        match *self.stages.first()? {
            TimeStage::Timed { base, .. } => Some(base.into()),
            TimeStage::Sandclock { total } => Some((total / 2).into()),
            TimeStage::Unknown | TimeStage::Untimed => None,
        }
    }

    /// The sand of an hourglass, if it is used from the first move on.
    pub(crate) fn sand(&self) -> Option<ClockTime> {
        match *self.stages.first()? {
            TimeStage::Sandclock { total } => Some(total.into()),
            _ => None,
        }
    }

    /// Number of moves before the second stage; `None` without one.
    pub(crate) fn first_stage_moves(&self) -> Option<u32> {
        stage_moves(self.stages.first()?)
    }

    /// Increment of the first stage; `None` for an hourglass.
    pub(crate) fn first_increment(&self) -> Option<ClockTime> {
        match *self.stages.first()? {
            TimeStage::Timed { increment, .. } => Some(increment.into()),
            _ => None,
        }
    }

    /// Whether the time added for a move depends on its number.
    pub(crate) fn counts_moves(&self) -> bool {
        self.first_stage_moves().is_some()
    }

    /// Time added for a player's move, counted from 1; `None` if the stage is unknown or adds no time.
    pub(crate) fn grant(&self, number: u32) -> Option<Grant> {
        // The stage this move belongs to.
        let at = self.ends.partition_point(|end| *end < number);
        let TimeStage::Timed { moves, base, increment } = *self.stages.get(at)? else { return None };
        let increment = ClockTime::from(increment);
        let base = match (self.ends.get(at), moves) {
            (Some(end), _) if *end == number => match self.stages.get(at + 1)? {
                TimeStage::Timed { base, .. } => (*base).into(),
                _ => return None,
            },
            // The last stage is repeated.
            (None, Some(moves)) => {
                let before = self.ends.last().copied().unwrap_or(0);
                if (number - before).is_multiple_of(moves) { base.into() } else { ClockTime::default() }
            }
            _ => ClockTime::default(),
        };
        Some(Grant { increment, base })
    }
}

fn stage_moves(stage: &TimeStage) -> Option<u32> {
    match *stage {
        TimeStage::Timed { moves, .. } => moves,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(time: Option<ClockTime>) -> Option<i64> {
        time.map(ClockTime::seconds)
    }

    #[test]
    fn what_clocks_start_from() {
        for (value, expected) in [
            ("300", Some((300, Some(0), None))),
            ("180+2", Some((180, Some(2), None))),
            ("40/7200:3600", Some((7200, Some(0), Some(40)))),
            ("40/7200+30:1800+30", Some((7200, Some(30), Some(40)))),
            ("40/9000", Some((9000, Some(0), Some(40)))),
            ("40/7200:?", Some((7200, Some(0), Some(40)))),
            ("*180", Some((90, None, None))),
            ("?", None),
            ("-", None),
            ("", None),
            ("-5", None),
            ("1:30:00", Some((5400, Some(0), None))),
            ("300:40/7200", None),
            ("*180:300", None),
            ("40/7200:x", None),
            ("G/60", Some((3600, Some(0), None))),
            ("90 min", Some((5400, Some(0), None))),
        ] {
            let found = Schedule::read(value.as_bytes()).map(|schedule| {
                let initial = schedule.initial().unwrap().seconds();
                (initial, seconds(schedule.first_increment()), schedule.first_stage_moves())
            });
            assert_eq!(found, expected, "{value}");
        }
    }

    #[test]
    fn what_a_move_gives() {
        for (value, number, expected) in [
            ("300", 1, Some((0, 0))),
            ("180+2", 99, Some((2, 0))),
            ("40/7200:3600", 39, Some((0, 0))),
            ("40/7200:3600", 40, Some((0, 3600))),
            ("40/7200:3600", 41, Some((0, 0))),
            ("40/7200:20/3600:900+30", 60, Some((0, 900))),
            ("40/7200:20/3600:900+30", 61, Some((30, 0))),
            ("40/5400+30:1800+30", 40, Some((30, 1800))),
            ("40/7200", 80, Some((0, 7200))),
            ("40/7200", 81, Some((0, 0))),
            ("40/7200:?", 39, Some((0, 0))),
            ("40/7200:?", 40, None),
            ("40/7200:?", 41, None),
            ("40/7200:*180", 40, None),
            ("*180", 1, None),
        ] {
            let schedule = Schedule::read(value.as_bytes()).unwrap();
            let found = schedule.grant(number).map(|grant| (grant.increment.seconds(), grant.base.seconds()));
            assert_eq!(found, expected, "{value} {number}");
        }
    }
}
