//! Of the TimeControl tag (section 9.6.1) what clocks start from, no more.

use crate::TimeStage;
use crate::command::ClockTime;

/// The first stage of a time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct FirstStage {
    /// What is on the clock at the start.
    pub(super) base: ClockTime,
    /// What each move adds.
    pub(super) increment: ClockTime,
    /// After how many moves another stage begins; `None` where there is none.
    pub(super) moves: Option<u32>,
}

impl FirstStage {
    /// `40/7200:3600`, `40/7200+30`, `5400+30`, `300`; `None` for what has no certain time: `?`, `-`, `*180` and
    /// others.
    pub(super) fn read(value: &[u8]) -> Option<Self> {
        let mut stages = value.split(|&byte| byte == b':');
        let first = TimeStage::from_bytes(stages.next()?)?;
        let TimeStage::Timed { moves, base, increment } = first else { return None };
        // A stage of time alone is the last one.
        if moves.is_none() && stages.next().is_some() {
            return None;
        }
        Some(Self { base: base.into(), increment: increment.into(), moves })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_stages() {
        for (value, expected) in [
            ("300", Some((300, 0, None))),
            ("180+2", Some((180, 2, None))),
            ("40/7200:3600", Some((7200, 0, Some(40)))),
            ("40/7200+30:1800+30", Some((7200, 30, Some(40)))),
            ("40/9000", Some((9000, 0, Some(40)))),
            ("?", None),
            ("-", None),
            ("*180", None),
            ("", None),
            ("-5", None),
            ("1:30:00", None),
            ("G/60", None),
        ] {
            let expected = expected.map(|(base, increment, moves)| {
                let [base, increment] = [base, increment].map(ClockTime::from_seconds);
                FirstStage { base, increment, moves }
            });
            assert_eq!(FirstStage::read(value.as_bytes()), expected, "{value}");
        }
    }
}
