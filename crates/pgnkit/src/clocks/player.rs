//! The time of one player, move by move.

use pgnkit_chess::Color;

use super::schedule::{Grant, Schedule};
use super::{ContradictionKind, DerivedTime, Origin, SiteClocks};
use crate::annotations::{Annotations, Time};
use crate::command::ClockTime;
use crate::{Game, TimeOfDay};

/// The time of a player up to the last move, as far as it is known.
#[derive(Clone, Debug)]
pub(super) struct Player<'a> {
    schedule: Option<&'a Schedule>,
    /// Whether moves are counted from the first one, so that it is known when a stage ends.
    is_counted: bool,
    /// Whether the clock does not run during the first move.
    waits_first: bool,
    /// Moves made.
    moves: u32,
    /// The clock at the start.
    start: Option<ClockTime>,
    /// The clock now.
    clock: Option<DerivedTime>,
    /// Time of the next stage that the clock does not show yet.
    pending: ClockTime,
    /// Time used in the game.
    elapsed: Option<DerivedTime>,
    /// Sum of the time added for moves; `None` after a gap in which it is unknown.
    granted: Option<ClockTime>,
    /// Reading of the mechanical clock.
    wall_clock: Option<DerivedTime>,
}

/// Result of one move.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Step {
    pub(super) before: Option<DerivedTime>,
    pub(super) after: Option<DerivedTime>,
    pub(super) used: Option<DerivedTime>,
    pub(super) elapsed: Option<DerivedTime>,
    /// Kind, expected value, value found: at most one for clocks, and one for the time of the game.
    pub(super) contradictions: [Option<(ContradictionKind, ClockTime, ClockTime)>; 2],
}

const ZERO: ClockTime = ClockTime::from_seconds(0);
const HALF_DAY: ClockTime = ClockTime::from_seconds(12 * 3600);
const NOTHING_USED: DerivedTime = DerivedTime { time: ZERO, unit: ZERO, origin: Origin::Start };

impl<'a> Player<'a> {
    pub(super) fn new(game: &Game, color: Color, site: &'a SiteClocks, has_wall_clocks: bool) -> Self {
        let schedule = site.schedule(color);
        let name = if color == Color::White { "WhiteClock" } else { "BlackClock" };
        let tagged = game.tag(name).and_then(|value| ClockTime::read(value.as_bytes())).map(|(time, _)| time);
        let at_start = |time| DerivedTime { time, unit: ZERO, origin: Origin::Start };
        let start = tagged.filter(|_| !has_wall_clocks).or_else(|| schedule?.initial());
        let position = &game.start().position;
        let wall_clock = tagged.or_else(|| time_of_day(game.tag("Time")?)).filter(|_| has_wall_clocks);
        Self {
            schedule,
            is_counted: !game.start().set_up || position.fullmove_number() == 1,
            waits_first: site.waits_first,
            moves: 0,
            start,
            clock: start.map(at_start),
            pending: ZERO,
            elapsed: Some(NOTHING_USED),
            granted: Some(ZERO),
            wall_clock: wall_clock.map(at_start),
        }
    }

    /// The clock, if known.
    pub(super) fn clock(&self) -> Option<DerivedTime> {
        self.clock
    }

    /// Advances by one move with these annotations, with the opponent's clock at `opponent`.
    pub(super) fn step(&mut self, said: &Annotations, opponent: Option<DerivedTime>) -> Step {
        self.moves += 1;
        let mut step = Step::default();
        let sand = self.schedule.and_then(Schedule::sand);
        let grant = if sand.is_some() { Some(Grant::default()) } else { self.grant() };
        step.before = match sand {
            // The sand that is not on the other side.
            Some(total) => opponent.map(|derived| DerivedTime {
                time: total - derived.time,
                origin: Origin::Clocks,
                ..derived
            }),
            None => self.clock,
        };
        step.contradictions[0] = self.exceeds(said);
        let given = said.move_time.map(given_time);
        let by_clocks = self.used_by_clocks(said, grant, &mut step);
        let by_game = self.used_by_game_times(said, &mut step);
        let by_faces = self.used_by_wall_clocks(said);
        step.used = given.or(by_clocks).or(by_game).or(by_faces);
        step.after = match said.clock {
            Some(clock) => Some(given_time(clock)),
            None => self.clock_after(&step, grant, said),
        };
        if step.before.is_none()
            && let (Some(after), Some(used), Some(grant)) = (step.after, step.used, grant)
            && grant.base == ZERO
        {
            let time = after.time + used.time - grant.increment;
            step.before = Some(DerivedTime { time, unit: after.unit + used.unit, origin: Origin::MoveTimes });
        }
        self.count_grants(&step, grant);
        step.elapsed = match said.game_time {
            Some(time) => Some(given_time(time)),
            None => self.elapsed_after(&step),
        };
        self.clock = step.after;
        self.elapsed = step.elapsed;
        step
    }

    /// Time added for this move.
    fn grant(&self) -> Option<Grant> {
        let schedule = self.schedule?;
        if schedule.counts_moves() && !self.is_counted { None } else { schedule.grant(self.moves) }
    }

    /// Whether the clock did not run and nothing was added: first move on lichess.
    fn stands_still(&self, before: ClockTime, after: ClockTime) -> bool {
        self.waits_first && self.moves == 1 && before == after
    }

    /// The difference of the clocks.
    fn used_by_clocks(
        &mut self,
        said: &Annotations,
        grant: Option<Grant>,
        step: &mut Step,
    ) -> Option<DerivedTime> {
        let (before, clock, grant) = (step.before?, said.clock?, grant?);
        let derived = |time| DerivedTime { time, unit: before.unit + clock.unit, origin: Origin::Clocks };
        if self.stands_still(before.time, clock.time) {
            return Some(derived(ZERO));
        }
        let late = self.pending + grant.base;
        let tolerance = before.unit + clock.unit;
        let most = before.time + grant.increment;
        let without = most - clock.time;
        let with = without + late;
        let is_late_shown = match said.move_time {
            _ if late == ZERO => false,
            // Whichever fits the time used better.
            Some(used) => distance(with, used.time) < distance(without, used.time),
            None => without + tolerance < ZERO,
        };
        self.pending = if is_late_shown { ZERO } else { late };
        let (used, most) = if is_late_shown { (with, most + late) } else { (without, most) };
        if used + tolerance < ZERO {
            step.contradictions[0] = Some((ContradictionKind::RunsBackwards, most, clock.time));
            return None;
        }
        if let Some(given) = said.move_time
            && distance(used, given.time) > before.unit + clock.unit.max(given.unit)
        {
            let expected = most - given.time;
            step.contradictions[0] = Some((ContradictionKind::Disagrees, expected, clock.time));
        }
        // Rounding can make zero slightly negative.
        Some(derived(used.max(ZERO)))
    }

    /// The difference of the times of the game, which are also compared with the sum.
    fn used_by_game_times(&self, said: &Annotations, step: &mut Step) -> Option<DerivedTime> {
        let (elapsed, time) = (self.elapsed?, said.game_time?);
        let unit = elapsed.unit + time.unit;
        if time.time < elapsed.time - elapsed.unit {
            step.contradictions[1] = Some((ContradictionKind::RunsBackwards, elapsed.time, time.time));
            return None;
        }
        if let Some(used) = said.move_time {
            let sum = elapsed.time + used.time;
            if distance(sum, time.time) > unit + used.unit {
                step.contradictions[1] = Some((ContradictionKind::Disagrees, sum, time.time));
            }
        }
        let used = (time.time - elapsed.time).max(ZERO);
        Some(DerivedTime { time: used, unit, origin: Origin::GameTimes })
    }

    /// The difference of the readings, on a clock of twelve or twenty-four hours.
    fn used_by_wall_clocks(&mut self, said: &Annotations) -> Option<DerivedTime> {
        let wall_clock = said.wall_clock?;
        let before = self.wall_clock.replace(given_time(wall_clock))?;
        let mut used = wall_clock.time - before.time;
        if used < ZERO {
            used = ClockTime::from_nanoseconds(used.nanoseconds().rem_euclid(HALF_DAY.nanoseconds()));
        }
        Some(DerivedTime { time: used, unit: before.unit + wall_clock.unit, origin: Origin::WallClocks })
    }

    /// The clock, if not given.
    fn clock_after(&mut self, step: &Step, grant: Option<Grant>, said: &Annotations) -> Option<DerivedTime> {
        let grant = grant?;
        if let (Some(before), Some(used)) = (step.before, step.used) {
            let given = if self.waits_first && self.moves == 1 && used.time == ZERO {
                ZERO
            } else {
                grant.increment + grant.base + std::mem::replace(&mut self.pending, ZERO)
            };
            let origin = computed_from(used.origin);
            let time = before.time - used.time + given;
            return Some(DerivedTime { time, unit: before.unit + used.unit, origin });
        }
        let (start, granted, game_time) = (self.start?, self.granted?, said.game_time?);
        let time = start + granted + grant.increment + grant.base - game_time.time;
        self.pending = ZERO;
        Some(DerivedTime { time, unit: game_time.unit, origin: Origin::GameTimes })
    }

    fn count_grants(&mut self, step: &Step, grant: Option<Grant>) {
        self.granted = match (self.granted, grant) {
            (Some(granted), Some(grant)) => {
                let stood = matches!((step.before, step.after), (Some(before), Some(after))
                    if self.stands_still(before.time, after.time));
                let given = if stood { ZERO } else { grant.increment + grant.base };
                // A move without annotations may be a book move.
                let is_known = step.after.is_some() || step.used.is_some() || given == ZERO;
                is_known.then_some(granted + given)
            }
            _ => None,
        };
    }

    /// The time of the game, if not given.
    fn elapsed_after(&self, step: &Step) -> Option<DerivedTime> {
        if let (Some(elapsed), Some(used)) = (self.elapsed, step.used) {
            let unit = elapsed.unit + used.unit;
            return Some(DerivedTime {
                time: elapsed.time + used.time,
                unit,
                origin: computed_from(used.origin),
            });
        }
        let (start, granted, after) = (self.start?, self.granted?, step.after?);
        let time = start + granted - self.pending - after.time;
        (time >= ZERO).then_some(DerivedTime { time, unit: after.unit, origin: Origin::Clocks })
    }

    /// Reports a first clock, move time or game time that exceeds the first stage.
    fn exceeds(&self, said: &Annotations) -> Option<(ContradictionKind, ClockTime, ClockTime)> {
        let (schedule, start) = (self.schedule?, self.start?);
        let is_later = schedule.first_stage_moves().is_some_and(|moves| self.moves >= moves);
        if is_later || (schedule.counts_moves() && !self.is_counted) {
            return None;
        }
        let most = start + schedule.first_increment()? * self.moves;
        let clock = said.clock.filter(|_| self.moves == 1);
        [clock, said.game_time, said.move_time]
            .into_iter()
            .flatten()
            .find(|given| given.time > most + given.unit + given.unit)
            .map(|given| (ContradictionKind::ExceedsTimeControl, most, given.time))
    }
}

fn given_time(time: Time) -> DerivedTime {
    DerivedTime { time: time.time, unit: time.unit, origin: Origin::Given(time.source) }
}

/// Origin of a value that is computed from the time used.
fn computed_from(used: Origin) -> Origin {
    if matches!(used, Origin::Given(_)) { Origin::MoveTimes } else { used }
}

fn distance(one: ClockTime, other: ClockTime) -> ClockTime {
    if one > other { one - other } else { other - one }
}

/// The Time tag, if it has hour, minute and second.
fn time_of_day(value: &str) -> Option<ClockTime> {
    value.parse::<TimeOfDay>().ok()?;
    ClockTime::read(value.as_bytes()).map(|(time, _)| time)
}
