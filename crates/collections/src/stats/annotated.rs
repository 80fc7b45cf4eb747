//! Annotations of moves: the time that they took, and their losses by an engine's evaluations.

use pgnkit::Game;
use pgnkit::chess::{ChessMode, Color, Position, Variant};
use pgnkit::clocks::{Clocks, DerivedTime};
use pgnkit::command::Score;

use crate::judgement::{Curve, Rule, START, centipawns, judge};

/// Moves of a side that are counted together: numbers 1 to 10 of a game, 11 to 20 …
pub(super) const BAND: u32 = 10;

/// Games longer than that are counted with the last of them.
const BANDS: u32 = 100;

/// The time that moves took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Times {
    pub(super) moves: u64,
    milliseconds: u64,
}

impl Times {
    fn add(&mut self, used: &DerivedTime) {
        // A clock that goes the wrong way says nothing.
        if let Ok(milliseconds) = u64::try_from(used.time.nanoseconds() / 1_000_000) {
            self.moves += 1;
            self.milliseconds = self.milliseconds.saturating_add(milliseconds);
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.milliseconds = self.milliseconds.saturating_add(other.milliseconds);
    }

    pub(super) fn seconds_per_move(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.milliseconds as f64 / 1000.0 / self.moves as f64)
    }
}

/// Losses of moves, from the evaluations before and after them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Losses {
    pub(super) moves: u64,
    centipawns: u64,
    /// Inaccuracies, mistakes, blunders.
    pub(super) errors: [u64; 3],
}

impl Losses {
    fn add(&mut self, before: Score, after: Score, mover: Color) {
        let cut = |score| centipawns(score, mover).round().clamp(-1000.0, 1000.0) as i64;
        self.moves += 1;
        self.centipawns += (cut(before) - cut(after)).max(0) as u64;
        if let Some(judgement) = judge(before, after, mover, Rule::Files, Curve::default()) {
            self.errors[judgement as usize] += 1;
        }
    }

    pub(super) fn merge(&mut self, other: &Self) {
        self.moves += other.moves;
        self.centipawns += other.centipawns;
        self.errors.iter_mut().zip(other.errors).for_each(|(count, other)| *count += other);
    }

    pub(super) fn average(&self) -> Option<f64> {
        (self.moves > 0).then(|| self.centipawns as f64 / self.moves as f64)
    }
}

/// Times and losses from the comments of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Annotated {
    /// Times of White and Black.
    pub(super) times: [Times; 2],
    pub(super) losses: [Losses; 2],
    /// The same by the numbers of moves.
    pub(super) bands: Vec<Band>,
}

/// The moves of some numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Band {
    pub(super) times: [Times; 2],
    pub(super) losses: [Losses; 2],
}

impl Band {
    pub(super) fn merge(&mut self, other: &Self) {
        for side in 0..2 {
            self.times[side].merge(&other.times[side]);
            self.losses[side].merge(&other.losses[side]);
        }
    }
}

/// Whether a comment may say something of this kind. It is asked of every comment.
pub(super) fn may_be_annotation(comment: &[u8]) -> bool {
    // Commands, `+0.31/14 2.1s`, `d=24, mt=40815`.
    memchr::memmem::find(comment, b"[%").is_some()
        || memchr::memchr2(b'/', b'=', comment).is_some() && comment.iter().any(u8::is_ascii_digit)
}

impl Annotated {
    pub(super) fn of(game: &Game) -> Self {
        let mut all = Self::default();
        let start = game.start();
        let is_usual = start.mode == ChessMode::Standard
            && start.position.variant() == Variant::Standard
            && start.position == Position::START;
        // That of the usual initial position is known, with lichess's.
        let mut before = is_usual.then_some(START);
        for row in &Clocks::of(game).rows {
            let side = usize::from(row.color == Color::Black);
            let band = (((row.ply - 1) / 2) / BAND).min(BANDS - 1) as usize;
            if all.bands.len() <= band {
                all.bands.resize(band + 1, Band::default());
            }
            if let Some(used) = &row.used {
                all.times[side].add(used);
                all.bands[band].times[side].add(used);
            }
            let after = row.comparable_score();
            if let (Some(before), Some(after)) = (before, after) {
                all.losses[side].add(before, after, row.color);
                all.bands[band].losses[side].add(before, after, row.color);
            }
            before = after;
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_moves_lose_and_take() {
        let game: Game = "[TimeControl \"60+0\"]\n\n\
                          1. e4 { [%eval 0.2] [%clk 0:00:57] } e5 { [%eval 0.3] [%clk 0:00:59] } 2. f3 { [%eval -1.0] \
                          [%clk 0:00:50] } Nc6 { [%eval -20.0] } 3. g4 { [%eval #-1] } Qh4 *"
            .parse()
            .unwrap();
        let all = Annotated::of(&game);
        assert_eq!(all.times[0], Times { moves: 2, milliseconds: 10_000 });
        assert_eq!(all.times[1], Times { moves: 1, milliseconds: 1_000 });
        // White: 0.15 to 0.2, 0.3 to -1.0, -10 to a mate; Black: 0.2 to 0.3, then better and better.
        assert_eq!(all.losses[0], Losses { moves: 3, centipawns: 130, errors: [1, 1, 0] });
        assert_eq!(all.losses[1], Losses { moves: 2, centipawns: 10, errors: [0; 3] });
        assert_eq!(all.bands.len(), 1);
        // Engines that evaluate their own moves, and a start that nobody has evaluated.
        for text in [
            "1. e4 {+0.20/14 2.1s} e5 {-0.30/14 2.0s} *",
            "1. e4 {d=24, mt=40815, tl=1955836, wv=0.27} e5 {d=24, mt=40815, tl=1955836, wv=-3.27} *",
            "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Kf2 {[%eval 5.0]} *",
        ] {
            let all = Annotated::of(&text.parse().unwrap());
            assert_eq!(all.losses.map(|losses| losses.moves), [0, 0], "{text}");
        }
    }

    #[test]
    fn comments_that_may_say_something() {
        for (comment, expected) in [
            ("[%clk 0:01:00]", true),
            ("+0.31/14 2.1s", true),
            ("d=24, mt=40815", true),
            ("a fine move", false),
            ("better/worse", false),
            ("", false),
        ] {
            assert_eq!(may_be_annotation(comment.as_bytes()), expected, "{comment}");
        }
    }
}
