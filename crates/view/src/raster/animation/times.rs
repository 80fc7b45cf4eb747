//! The clocks beside a game that is played.

use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit::clocks::Clocks;
use pgnkit::command::ClockTime;

/// What the clocks show, as text, before the first move and after each.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// Each with the player whose clock it is; nothing if it is unknown.
    pub(super) shown: Vec<Vec<(Color, String)>>,
}

impl Times {
    /// The clocks of a game; none if no move has one.
    pub(super) fn of(game: &Game) -> Self {
        let rows = Clocks::of(game).rows;
        if rows.iter().all(|row| row.after.is_none()) {
            return Self::default();
        }
        let text = |time: Option<pgnkit::clocks::DerivedTime>| {
            time.map_or_else(String::new, |time| clock(time.time))
        };
        let first = rows.iter().take(2).map(|row| (row.color, text(row.before))).collect();
        let after = rows.iter().map(|row| vec![(row.color, text(row.after))]);
        Self { shown: std::iter::once(first).chain(after).collect() }
    }
}

/// `1:05:09`, `5:09`, or `0:05.3` where a clock has tenths in the last minute.
fn clock(time: ClockTime) -> String {
    let sign = if time.nanoseconds() < 0 { "-" } else { "" };
    let tenths = time.nanoseconds().unsigned_abs() / 100_000_000;
    let (seconds, tenth) = (tenths / 10, tenths % 10);
    let (hours, minutes, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 {
        return format!("{sign}{hours}:{minutes:02}:{second:02}");
    }
    let tenth = if time.is_whole() || seconds >= 60 { String::new() } else { format!(".{tenth}") };
    format!("{sign}{minutes}:{second:02}{tenth}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks() {
        for (time, text) in [
            ("0:00:00", "0:00"),
            ("0:00:09.74", "0:09.7"),
            ("0:01:09.74", "1:09"),
            ("0:12:34", "12:34"),
            ("1:02:03", "1:02:03"),
            ("100:00:00", "100:00:00"),
            ("-0:00:05", "-0:05"),
        ] {
            assert_eq!(clock(ClockTime::read(time.as_bytes()).unwrap().0), text, "{time}");
        }
        let times = |text: &str| Times::of(&text.parse().unwrap()).shown;
        assert_eq!(times("[TimeControl \"180+2\"]\n\n1. e4 e5 *"), Vec::<Vec<_>>::new());
        let shown = times("[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:03:01]} e5 2. d4 {[%clk 0:02:50]} *");
        let after = |color, text: &str| vec![(color, text.to_owned())];
        let both = vec![(Color::White, "3:00".to_owned()), (Color::Black, "3:00".to_owned())];
        let expected =
            vec![both, after(Color::White, "3:01"), after(Color::Black, ""), after(Color::White, "2:50")];
        assert_eq!(shown, expected);
    }
}
