//! Time in a game, move by move: clocks, times used for each move, and each computed from the other (supplement of
//! 2001, sections 4 to 6).
//!
//! ```text
//! clock after a move = clock before − time used + time added by the time control for the move
//! game time          = sum of the times used
//! ```
//!
//! All stages of the TimeControl tag are taken into account: the increment of each move and, with the last move of a
//! stage, the time of the next one. Some clocks show that time only one move later, or when the first stage has run
//! out. It is therefore expected from that move on, and counted as soon as the clock shows more than is possible
//! without it. With an hourglass, the time one player uses is added to the other's. Clocks start from the tags
//! WhiteClock and BlackClock, or else from the time control.
//!
//! - A missing value is computed if everything it depends on is known; otherwise it stays unknown, and the computation
//!   resumes at the next value that is given.
//! - Lichess neither runs the clocks during a player's first move nor adds the increment: if the Site or Event tag names
//!   lichess and the first clock equals the player's starting time, no time was used. If it equals half of that, the
//!   player has gone berserk: half of the time, and no increment (decision A-240).
//! - `mct` is the reading of a mechanical clock, which runs on: the time used is the difference of two readings, also
//!   across noon or midnight. For the first move it is counted from WhiteClock, BlackClock or Time.
//! - Values that contradict each other by more than their rounding are listed as [`Contradiction`]s; the value in the
//!   text is returned, not the computed one.
//!
//! ```
//! use pgnkit::Game;
//! use pgnkit::clocks::Clocks;
//!
//! let game: Game = "[TimeControl \"180+2\"]\n\n1. e4 {[%clk 0:02:58]} e5 {[%emt 0:00:05]} 2. Nf3 {[%clk 0:02:50]} *".parse()?;
//! let clocks = Clocks::of(&game);
//! let used = |ply: usize| clocks.rows[ply].used.map(|used| used.time.seconds());
//! assert_eq!([used(0), used(1), used(2)], [Some(4), Some(5), Some(10)]);
//! assert_eq!(clocks.rows[1].after.unwrap().time.to_string(), "0:02:57");
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```

mod add;
mod lichess;
mod player;
mod schedule;

use pgnkit_chess::Color;
use pgnkit_chess::san::San;
use pgnkit_syntax::Code;

use crate::annotations::{Annotations, Evaluation, PointOfView, TimeSource};
use crate::command::{ClockTime, Score};
use crate::{Game, Node, NodeId};
pub use add::{Added, ClockKind, IfPresent, write_clocks};
pub(crate) use lichess::{ClockTags, SiteClocks};
use player::Player;
pub(crate) use schedule::Schedule;

/// The times of a game's main line.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Clocks {
    /// One row for each half-move.
    pub rows: Vec<Row>,
    /// Contradictions, ordered by half-move.
    pub contradictions: Vec<Contradiction>,
}

/// The times of one half-move, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// Number of the half-move, from 1.
    pub ply: u32,
    /// The move in the game.
    pub node: NodeId,
    /// Move number, counted from that of the starting position.
    pub number: u32,
    /// The side that made the move.
    pub color: Color,
    /// The move.
    pub san: San,
    /// The player's clock before the move.
    pub before: Option<DerivedTime>,
    /// The player's clock after the move, including the time added for it.
    pub after: Option<DerivedTime>,
    /// Time used for the move.
    pub used: Option<DerivedTime>,
    /// Time the player has used in the game.
    pub elapsed: Option<DerivedTime>,
    /// Engine's evaluation of the position after the move as given in the text: with the move, or else in an `evp`
    /// before the first one.
    pub evaluation: Option<Evaluation>,
}

impl Row {
    /// The score for White, if its point of view is known.
    pub fn score(&self) -> Option<Score> {
        self.evaluation?.for_white(self.color)
    }

    /// The score for White, if the same source measures the moves of both sides: those that engines write beside the times of their own
    /// moves are none, and neither are a mate in 0, which has no side, and what is no number (decision A-190).
    pub fn comparable_score(&self) -> Option<Score> {
        let is_own = |time: Option<DerivedTime>| {
            let of_engine = [TimeSource::TimeLeft, TimeSource::MoveTime, TimeSource::Seconds];
            time.is_some_and(
                |time| matches!(time.origin, Origin::Given(source) if of_engine.contains(&source)),
            )
        };
        let evaluation = self.evaluation.filter(|evaluation| evaluation.view == PointOfView::White)?;
        let is_comparable = !is_own(self.used) && !is_own(self.after);
        match evaluation.for_white(self.color).filter(|_| is_comparable)? {
            Score::Pawns(pawns) if !pawns.is_finite() => None,
            Score::Mate(0) => None,
            score => Some(score),
        }
    }
}

/// A time with its origin: given by a comment, or computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DerivedTime {
    /// The time.
    pub time: ClockTime,
    /// Largest possible error, which comes from rounding of the values it is derived from.
    pub unit: ClockTime,
    /// Origin of the time.
    pub origin: Origin,
}

/// Origin of a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Origin {
    /// Given by a comment.
    Given(TimeSource),
    /// Starting time, given by the tags.
    Start,
    /// Computed from the clocks before and after.
    Clocks,
    /// Computed from the times of moves.
    MoveTimes,
    /// Computed from the times of the game.
    GameTimes,
    /// Computed from the readings of a mechanical clock.
    WallClocks,
}

impl Origin {
    /// One word for the origin: the command or field that gives the time, `start`, or the values it is computed from.
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
    /// Kind of contradiction.
    pub kind: ContradictionKind,
    /// Value expected from everything else, or the largest possible one.
    pub expected: ClockTime,
    /// Value given.
    pub found: ClockTime,
}

/// Kinds of contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ContradictionKind {
    /// A clock shows more than before plus the time added for the move; or the time of the game decreases.
    RunsBackwards,
    /// The clock does not match the clock before and the time used, or the time of the game is not their sum.
    Disagrees,
    /// More than all available time.
    ExceedsTimeControl,
}

impl ContradictionKind {
    /// The diagnostic with which `pgn check` reports it.
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
    /// Reads the times of a game's main line and computes those that its comments do not give.
    pub fn of(game: &Game) -> Self {
        Self::read(game, |comments| Annotations::read(comments.iter().copied()))
    }

    fn read(game: &Game, annotations: impl Fn(&[&str]) -> Annotations) -> Self {
        let mut clocks = Self::default();
        if !game.start().rules_are_known {
            // Whose move it is is unknown.
            return clocks;
        }
        let start = &game.start().position;
        let (mut color, mut number) = (start.turn(), start.fullmove_number());
        let read = |node: Node<'_>| {
            let comments: Vec<&str> = node.comments().collect();
            (node.id(), node.san(), annotations(&comments))
        };
        let annotated: Vec<_> = game.mainline().map(read).collect();
        // In a game with wall clocks, the tags give their readings, not the time left.
        let has_wall_clocks = annotated.iter().any(|(_, _, said)| said.wall_clock.is_some());
        // Scores of the whole line, as ChessBase has them before the first move.
        let line = Annotations::read(game.root().comments()).line_evaluations;
        let tag = |name| game.tag(name).map(str::as_bytes);
        let tags = ClockTags { site: tag("Site"), event: tag("Event"), time_control: tag("TimeControl") };
        let first_of = |at: usize| annotated.get(at)?.2.clock.map(|clock| clock.time);
        let mut first = [first_of(0), first_of(1)];
        if color == Color::Black {
            first.reverse();
        }
        let site = SiteClocks::new(tags, first);
        let mut players =
            [Color::White, Color::Black].map(|color| Player::new(game, color, &site, has_wall_clocks));
        for (at, (node, san, said)) in annotated.into_iter().enumerate() {
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
                evaluation: match (said.evaluation, &line) {
                    // Whose it is may be known from the line alone.
                    (Some(own), Some(line)) => Some(line.resolve(ply, own)),
                    (Some(own), None) => Some(own),
                    (None, line) => line.as_ref().and_then(|line| line.after(ply)),
                },
            });
            number = number.saturating_add(u32::from(color == Color::Black));
            color = !color;
        }
        clocks
    }
}

#[cfg(test)]
mod tests;
