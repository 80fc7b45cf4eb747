//! Writing computed times as commands.

use super::{Clocks, DerivedTime, Row};
use crate::Game;
use crate::annotations::{Annotations, CommandPlace, Time, TimeSource};
use crate::command::ClockTime;

/// Kind of time that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ClockKind {
    /// `clk`: time left after the move.
    Clk,
    /// `emt`: time used for the move.
    Emt,
    /// `egt`: time used in the game.
    Egt,
}

impl ClockKind {
    const fn source(self) -> TimeSource {
        match self {
            Self::Clk => TimeSource::Clk,
            Self::Emt => TimeSource::Emt,
            Self::Egt => TimeSource::Egt,
        }
    }

    const fn of(self, row: &Row) -> Option<DerivedTime> {
        match self {
            Self::Clk => row.after,
            Self::Emt => row.used,
            Self::Egt => row.elapsed,
        }
    }
}

/// Treatment of commands that are already there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum IfPresent {
    /// Keep them.
    #[default]
    Keep,
    /// Replace them by values computed from everything but themselves.
    Replace,
}

/// Counts returned by [`write_clocks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Added {
    /// Commands written, new ones and replacements.
    pub written: u64,
    /// Commands that were there and were kept.
    pub kept: u64,
    /// Moves whose time cannot be computed; a command that was there is kept.
    pub unknown: u64,
    /// Contradictions among the times of the game.
    pub contradictions: u64,
}

/// Writes a time after each move of the main line for which it can be computed. No other byte of a comment changes.
///
/// The command is added to the commands of the move, or gets a comment of its own; never is it added to a comment that
/// an engine wrote without commands.
///
/// ```
/// use pgnkit::Game;
/// use pgnkit::clocks::{IfPresent, ClockKind, write_clocks};
///
/// let mut game: Game =
///     "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:02:58] best} e5 2. Nf3 {[%clk 0:02:50]} *".parse()?;
/// let added = write_clocks(&mut game, ClockKind::Emt, IfPresent::Keep);
/// assert_eq!((added.written, added.unknown), (2, 1));
/// let text = game.to_string().replace('\n', " ");
/// assert!(text.contains("1. e4 {[%clk 0:02:58] [%emt 0:00:04] best} 1... e5 2. Nf3 {[%clk 0:02:50] [%emt 0:00:10]} *"));
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
pub fn write_clocks(game: &mut Game, quantity: ClockKind, existing: IfPresent) -> Added {
    let source = quantity.source();
    let clocks = match existing {
        IfPresent::Keep => Clocks::of(game),
        IfPresent::Replace => Clocks::without(game, source),
    };
    let mut added = Added { contradictions: clocks.contradictions.len() as u64, ..Added::default() };
    for row in &clocks.rows {
        let Some(node) = game.node(row.node) else { continue };
        if CommandPlace::of(node, source.name()).is_given && existing == IfPresent::Keep {
            added.kept += 1;
            continue;
        }
        let value = quantity.of(row).filter(|derived| derived.time >= ClockTime::default());
        let Some(value) = value.map(|derived| derived.time.to_string()) else {
            added.unknown += 1;
            continue;
        };
        // A name and a time are always a command.
        added.written += u64::from(game.set_command(row.node, source.name(), &[&value]).is_ok());
    }
    added
}

impl Clocks {
    /// The times of a game's main line, computed as if no comment gave those of one source.
    ///
    /// ```
    /// use pgnkit::Game;
    /// use pgnkit::annotations::TimeSource;
    /// use pgnkit::clocks::Clocks;
    ///
    /// let game: Game = "[TimeControl \"60\"]\n\n1. e4 {[%clk 0:00:55] [%emt 0:00:09]} *".parse()?;
    /// let clocks = Clocks::without(&game, TimeSource::Emt);
    /// assert_eq!(clocks.rows[0].used.unwrap().time.seconds(), 5);
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    pub fn without(game: &Game, source: TimeSource) -> Self {
        Self::read(game, |comments| {
            let is_other = |time: &Time| time.source != source;
            Annotations::read_times(comments, is_other)
        })
    }
}
