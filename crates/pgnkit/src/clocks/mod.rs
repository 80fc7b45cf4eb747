//! Time in a game, move by move: clocks, what was used for each move, and what follows of the one for the other
//! (supplement of 2001, sections 4 to 6).
//!
//! ```text
//! clock after a move = clock before − time used + what the time control gives for the move
//! game time          = sum of the times used
//! ```
//!
//! What the TimeControl tag gives is counted through all its stages: the increment of each move and, with the last move of
//! a stage, the time of the next one. Some clocks show that time only with the move after, or when the first stage has
//! run out; it is looked for from that move on, and taken to be there as soon as the clock shows more than it could without.
//! Of an hourglass what one player uses is added to the other's time. Clocks start from the tags WhiteClock and
//! BlackClock, or else from the time control.
//!
//! - A value that is missing is computed where all that it follows from is known; otherwise it stays unknown, and
//!   reckoning goes on at the next value that is given.
//! - Lichess does not run the clocks during a player's first move, nor add the increment: where the Site tag says so and
//!   the first clock is what the player started with, no time was used.
//! - `mct` is the face of a mechanical clock, which runs on: what was used is the difference of two faces, across noon or
//!   midnight too. For the first move it is counted from WhiteClock, BlackClock or Time.
//! - Where values contradict each other by more than their rounding, a [`Contradiction`] says so; the one that stands in the
//!   text is told, not the one that was computed.
//!
//! ```
//! use pgnkit::Game;
//! use pgnkit::clocks::Clocks;
//!
//! let game: Game = "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:02:58]} e5 {[%emt 0:00:05]} 2. Nf3 {[%clk 0:02:50]} *".parse()?;
//! let clocks = Clocks::of(&game);
//! let used = |ply: usize| clocks.rows[ply].used.map(|told| told.time.seconds());
//! assert_eq!([used(0), used(1), used(2)], [Some(4), Some(5), Some(10)]);
//! assert_eq!(clocks.rows[1].after.unwrap().time.to_string(), "0:02:57");
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```

mod add;
mod player;
mod schedule;

use pgnkit_chess::Color;
use pgnkit_chess::san::San;
use pgnkit_syntax::Code;

use crate::annotations::{Annotations, Evaluation, TimeSource};
use crate::command::{ClockTime, Score};
use crate::{Game, Node, NodeId};
pub use add::{Added, ClockKind, IfPresent, write_clocks};
use player::Player;
pub(crate) use schedule::Schedule;

/// The times of a game's main line.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Clocks {
    /// One row for each half-move.
    pub rows: Vec<Row>,
    /// What contradicts what, by half-moves.
    pub contradictions: Vec<Contradiction>,
}

/// What is known of the time of one half-move.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// Half-moves up to this one, from 1.
    pub ply: u32,
    /// The move in the game.
    pub node: NodeId,
    /// The number of the move, as the starting position counts them.
    pub number: u32,
    /// Who made the move.
    pub color: Color,
    /// The move.
    pub san: San,
    /// The player's clock before it.
    pub before: Option<DerivedTime>,
    /// The player's clock after it, with what the move has given.
    pub after: Option<DerivedTime>,
    /// The time used for it.
    pub used: Option<DerivedTime>,
    /// The time the player has used in the game.
    pub elapsed: Option<DerivedTime>,
    /// What an engine makes of the position after it, as it stands in the text: with the move, or else in an `evp`
    /// before the first one.
    pub evaluation: Option<Evaluation>,
}

impl Row {
    /// The score for White, where it is known whose it is.
    pub fn score(&self) -> Option<Score> {
        self.evaluation?.for_white(self.color)
    }
}

/// A time, and where it is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DerivedTime {
    /// The time.
    pub time: ClockTime,
    /// By how much it may be wrong, since what it is from is rounded.
    pub unit: ClockTime,
    /// Where it is from.
    pub origin: Origin,
}

/// Where a time is from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// A comment says it.
    Given(TimeSource),
    /// It is what the game starts with, by the tags.
    Start,
    /// Computed from the clocks before and after.
    Clocks,
    /// Computed from the times of moves.
    MoveTimes,
    /// Computed from the times of the game.
    GameTimes,
    /// Computed from the faces of a mechanical clock.
    WallClocks,
}

impl Origin {
    /// One word for it: the command or field that says it, `start`, or what it is computed from.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Given(source) => source.name(),
            Self::Start => "start",
            Self::Clocks => "clocks",
            Self::MoveTimes => "move-times",
            Self::GameTimes => "game-times",
            Self::WallClocks => "faces",
        }
    }
}

/// Two values that cannot both be right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Contradiction {
    /// The half-move, from 1.
    pub ply: u32,
    /// What contradicts.
    pub kind: ContradictionKind,
    /// What is expected by everything else, or the most that is possible.
    pub expected: ClockTime,
    /// What is given.
    pub found: ClockTime,
}

/// How values contradict each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContradictionKind {
    /// A clock shows more than it did before, with all that the move gives; or the time of the game falls.
    RunsBackwards,
    /// The clock is not what the clock before and the time used make of it, or the time of the game no sum.
    Disagrees,
    /// More than all the time there is.
    ExceedsTimeControl,
}

impl ContradictionKind {
    /// The diagnostic that `pgn check` reports it with.
    pub const fn code(self) -> Code {
        match self {
            Self::RunsBackwards => Code::ClockRunsBackwards,
            Self::Disagrees => Code::ClockDisagrees,
            Self::ExceedsTimeControl => Code::ClockExceedsTimeControl,
        }
    }
}

impl std::fmt::Display for Contradiction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let what = match self.kind {
            ContradictionKind::RunsBackwards => "a clock runs backwards",
            ContradictionKind::Disagrees => "times disagree",
            ContradictionKind::ExceedsTimeControl => "more than the time control gives",
        };
        write!(f, "{what}: expected {}, found {}", self.expected, self.found)
    }
}

impl Clocks {
    /// The times of a game's main line, computed where they do not stand in its comments.
    pub fn of(game: &Game) -> Self {
        Self::read(game, |comments| Annotations::read(comments.iter().copied()))
    }

    fn read(game: &Game, annotations: impl Fn(&[&str]) -> Annotations) -> Self {
        let mut clocks = Self::default();
        let start = &game.start().position;
        let (mut color, mut number) = (start.turn(), start.fullmove_number());
        let schedule = game.tag("TimeControl").and_then(|value| Schedule::read(value.as_bytes()));
        let read = |node: Node<'_>| {
            let comments: Vec<&str> = node.comments().collect();
            (node.id(), node.san(), annotations(&comments))
        };
        let told: Vec<_> = game.mainline().map(read).collect();
        // A face in the tags is no time left, where the game has faces.
        let has_wall_clocks = told.iter().any(|(_, _, said)| said.wall_clock.is_some());
        // Scores of the whole line, as ChessBase has them before the first move.
        let line = Annotations::read(game.root().comments()).line_evaluations;
        let mut players = [Color::White, Color::Black]
            .map(|color| Player::new(game, color, schedule.as_ref(), has_wall_clocks));
        for (at, (node, san, said)) in told.into_iter().enumerate() {
            let ply = at as u32 + 1;
            let opponent = players[!color as usize].clock();
            let step = players[color as usize].step(&said, opponent);
            for (kind, expected, found) in step.contradictions.into_iter().flatten() {
                clocks.contradictions.push(Contradiction { ply, kind, expected, found });
            }
            clocks.rows.push(Row {
                ply,
                node,
                number,
                color,
                san,
                before: step.before,
                after: step.after,
                used: step.used,
                elapsed: step.elapsed,
                evaluation: said.evaluation.or_else(|| line.as_ref()?.after(ply)),
            });
            number = number.saturating_add(u32::from(color == Color::Black));
            color = !color;
        }
        clocks
    }
}

#[cfg(test)]
mod tests;
