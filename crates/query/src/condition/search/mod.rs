//! Searches in the moves of a game, position by position.

mod count;
mod follows;
mod home;
mod last;
mod line;
mod material;
mod moves;
mod pattern;
mod reaches;
mod series;
mod somewhere;

use pgnkit::chess::{Move, Position};

use super::moment::Moment;
use super::test::Facts;
use super::truth::Truth;

pub(super) use count::{Count, How};
pub(super) use follows::Follows;
pub(super) use last::Last;
pub(super) use line::Line;
pub(super) use material::Material;
pub(super) use moves::Moves;
pub(super) use pattern::{Pattern, Symmetry};
pub(super) use reaches::Reaches;
pub(super) use series::Series;
pub(super) use somewhere::Somewhere;

/// Something that is looked for.
#[derive(Clone, Debug)]
pub(super) struct Search {
    pub(super) goal: Goal,
    /// Whether it may also be in a variation.
    pub(super) in_variations: bool,
    /// Whether it needs what is known only of a game in memory.
    pub(super) waits: bool,
}

/// Something that comes in a line of a game or not, or that is counted there.
#[derive(Clone, Debug)]
pub(super) enum Goal {
    Reaches(Reaches),
    Moves(Moves),
    Pattern(Pattern),
    Material(Material),
    Line(Line),
    Somewhere(Box<Somewhere>),
    Series(Series),
    Count(Box<Count>),
    Final(Box<Last>),
    Follows(Follows),
}

/// Progress of a search in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Progress {
    /// Not found yet.
    #[default]
    Open,
    Found,
    /// It cannot come any more in this line, which may still turn out to have an error.
    Hopeless,
    /// It cannot come any more in this line.
    Over,
    /// It needs what is known only of a game in memory.
    Waits,
}

/// A search in one game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct State {
    pub(super) progress: Progress,
    /// The move after which it was found, counted in the order of the text, variations included; 0 is the start.
    pub(super) place: u32,
    /// Moves that were looked at.
    plies: usize,
    /// Parts of what is looked for that have come, as it is and with the colours exchanged.
    done: [u64; 2],
    /// For how many half-moves it has been there, likewise; `None` where it is not.
    since: [Option<u32>; 2],
    /// Aggregate of the values so far, and their number.
    pub(super) sum: i64,
    pub(super) times: u32,
    /// The last value that was counted.
    last: Option<i64>,
    /// Whether it was there in the position before, where all places are asked for.
    holds: bool,
}

impl From<Progress> for State {
    /// That of a search that begins.
    fn from(progress: Progress) -> Self {
        Self { progress, ..Self::default() }
    }
}

impl State {
    /// Goes on with `look`, unless nothing can change any more, after so many moves; whether it has made progress.
    #[inline]
    pub(super) fn go_on(&mut self, moves: u32, look: impl FnOnce(&mut Self) -> Progress) -> bool {
        let before = self.progress;
        if !matches!(before, Progress::Open | Progress::Hopeless) {
            return false;
        }
        self.progress = look(self);
        let has_changed = self.progress != before;
        if has_changed {
            self.place = moves;
        }
        has_changed
    }

    /// Whether a find begins at this position; then goes on to search for the next one.
    pub(super) fn take_place(&mut self, goal: &Goal) -> bool {
        let is_here = self.progress == Progress::Found;
        // Kept also where nothing is found: only a find after a gap is a new place of a state that lasts.
        let held = std::mem::replace(&mut self.holds, is_here);
        if !is_here {
            return false;
        }
        match goal {
            // They are the first moves of the game: there is one place at most.
            Goal::Moves(_) => self.progress = Progress::Over,
            // Places of one search do not overlap: the next one begins after these moves.
            Goal::Line(_) | Goal::Series(_) => *self = Self::default(),
            _ => self.progress = Progress::Open,
        }
        let stays = match goal {
            Goal::Pattern(_) | Goal::Material(_) => true,
            Goal::Somewhere(somewhere) => somewhere.stays(),
            _ => false,
        };
        !(stays && held)
    }
}

impl From<Goal> for Search {
    fn from(goal: Goal) -> Self {
        Self { goal, in_variations: false, waits: false }
    }
}

impl Search {
    /// Whether it was found, now that the game is over, where that could not be said before.
    pub(super) fn at_end(&self, state: &State) -> Truth {
        match &self.goal {
            Goal::Final(_) => Last::truth(state),
            Goal::Follows(_) => Follows::truth(state),
            _ => Truth::FALSE,
        }
    }

    /// Looks at the next position of a line.
    #[inline]
    pub(super) fn look(&self, moment: &Moment<'_>, facts: &Facts<'_>, state: &mut State) -> Progress {
        match &self.goal {
            Goal::Reaches(_) | Goal::Pattern(_) | Goal::Material(_) => {
                self.look_at_board(moment.position, moment.played.map(|played| played.mv), state)
            }
            Goal::Moves(moves) => moves.look(moment, state),
            Goal::Line(line) => line.look(moment, state),
            Goal::Somewhere(somewhere) => somewhere.look(moment, facts, state),
            Goal::Series(series) => series.look(moment, facts, state),
            Goal::Count(count) => count.look(moment, facts, state),
            Goal::Final(last) => last.look(moment, facts, state),
            Goal::Follows(follows) => follows.look(moment, state),
        }
    }

    /// Whether it asks for nothing but the board, and the move that led to it.
    pub(super) fn is_on_board(&self) -> bool {
        matches!(self.goal, Goal::Reaches(_) | Goal::Pattern(_) | Goal::Material(_))
    }

    /// The same as [`look`](Self::look), where it [is on the board](Self::is_on_board): for the position after `mv`, or that which the
    /// game starts from.
    #[inline(always)]
    pub(super) fn look_at_board(&self, position: &Position, mv: Option<Move>, state: &mut State) -> Progress {
        match &self.goal {
            Goal::Reaches(reaches) => reaches.look(position),
            Goal::Pattern(pattern) => pattern.look(position),
            Goal::Material(material) => material.look(position, mv, state),
            _ => state.progress,
        }
    }
}
