//! Clocks as lichess runs them, beyond the time control (decision A-240).
//!
//! - The clock of a side stands still during its first move, and nothing is added for it.
//! - A side that goes berserk begins with half of the time, and no move adds anything.
//! - A clock without a base begins with its increment, but with three seconds at least.

use super::schedule::Schedule;
use crate::command::ClockTime;

/// What the tags of a game say of its clocks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClockTags<'a> {
    pub(crate) site: Option<&'a [u8]>,
    pub(crate) event: Option<&'a [u8]>,
    pub(crate) time_control: Option<&'a [u8]>,
}

/// The time of both sides, as the site of the game counts it.
#[derive(Clone, Debug, Default)]
pub(crate) struct SiteClocks {
    /// Whether clocks stand still during the first moves.
    pub(crate) waits_first: bool,
    /// Of White and Black.
    schedules: [Option<Schedule>; 2],
}

const ADDRESS: &[u8] = b"lichess.org";
/// A clock of lichess without a base has this much.
const LEAST: ClockTime = ClockTime::from_seconds(3);
const SECOND: ClockTime = ClockTime::from_seconds(1);

impl SiteClocks {
    /// Takes also the clocks of White and Black after the first move of each.
    pub(crate) fn new(tags: ClockTags<'_>, first: [Option<ClockTime>; 2]) -> Self {
        let Some(schedule) = tags.time_control.and_then(Schedule::read) else {
            return Self { waits_first: tags.is_lichess(), schedules: [None, None] };
        };
        let as_given =
            |waits_first| Self { waits_first, schedules: [Some(schedule.clone()), Some(schedule.clone())] };
        let is_lichess = tags.is_lichess();
        let Some((base, increment)) = schedule.whole_game() else { return as_given(is_lichess) };
        if base == ClockTime::default() {
            let start = if increment > LEAST { increment } else { LEAST };
            let begun = is_lichess.then(|| Schedule::beginning_with(start, increment)).flatten();
            return match begun {
                Some(begun) => Self { waits_first: true, schedules: [Some(begun.clone()), Some(begun)] },
                None => as_given(is_lichess),
            };
        }
        let is_berserk = first.map(|clock| clock.is_some_and(|clock| is_half(clock, base)));
        // Without a site, the form of its time controls and clocks that all stand still are evidence enough.
        let stands = |side: usize| is_berserk[side] || first[side] == Some(base);
        let may_be = is_lichess || tags.may_be_lichess() && stands(0) && stands(1);
        if !may_be || is_berserk == [false; 2] {
            return as_given(is_lichess);
        }
        let schedules = [0, 1].map(|side| match first[side] {
            Some(half) if is_berserk[side] => Schedule::beginning_with(half, ClockTime::default()),
            _ => Some(schedule.clone()),
        });
        Self { waits_first: true, schedules }
    }

    /// The time control of a side.
    pub(crate) fn schedule(&self, side: pgnkit_chess::Color) -> Option<&Schedule> {
        self.schedules[side as usize].as_ref()
    }
}

impl ClockTags<'_> {
    fn is_lichess(&self) -> bool {
        let names_it =
            |value: &[u8]| value.windows(ADDRESS.len()).any(|part| part.eq_ignore_ascii_case(ADDRESS));
        self.site.is_some_and(names_it) || self.event.is_some_and(names_it)
    }

    /// Whether no site is named, and the time control has an increment, which lichess always writes.
    fn may_be_lichess(&self) -> bool {
        let is_unnamed = self.site.is_none_or(|site| matches!(site.trim_ascii(), b"" | b"?" | b"-"));
        is_unnamed && self.time_control.is_some_and(|value| value.contains(&b'+'))
    }
}

/// Whether a clock shows half of a base; half a second is rounded somehow.
fn is_half(clock: ClockTime, base: ClockTime) -> bool {
    let twice = clock + clock;
    let difference = if twice > base { twice - base } else { base - twice };
    let is_odd = base.seconds() % 2 == 1;
    difference == ClockTime::default() || is_odd && difference <= SECOND
}
