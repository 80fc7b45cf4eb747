//! The task that takes moves and what is known of a game.

use std::mem;

use pgnkit::chess::{Move, Position, Variant};
use pgnkit::syntax::Outcome;
use pgnkit::{EndOfGame, Flow, Ply, Start, Text, Visitor};

use crate::position_key::key;
use crate::roster::{rating, year};
use pgnkit_archive::Account;
use pgnkit_archive::input::{InputFormat, Target};
use pgnkit_archive::task::{At, Task};

/// Gathers the moves of games after a position, so many half-moves at the most.
#[derive(Clone, Debug)]
pub struct GatherLines {
    root: Position,
    depth: usize,
}

impl GatherLines {
    /// Gathers moves after a position.
    pub fn new(root: Position, depth: usize) -> Self {
        Self { root, depth }
    }

    /// Gathers from a text in memory.
    pub fn of_text(&self, text: &[u8]) -> Lines {
        pgnkit_archive::internals::of_text(self, text)
    }
}

/// The moves of the games of a block.
#[derive(Clone, Debug, Default)]
pub struct Lines {
    pub(super) games: Vec<Facts>,
    /// Those of all games, one after the other.
    pub(super) steps: Steps,
}

/// Moves, and the keys of the positions that they lead to.
#[derive(Clone, Debug, Default)]
pub(super) struct Steps {
    pub(super) moves: Vec<Move>,
    pub(super) keys: Vec<u64>,
}

impl Steps {
    pub(super) fn len(&self) -> usize {
        self.moves.len()
    }

    pub(super) fn push(&mut self, mv: Move, after: &Position) {
        self.moves.push(mv);
        self.keys.push(key(after));
    }

    pub(super) fn extend(&mut self, other: &Self) {
        self.moves.extend_from_slice(&other.moves);
        self.keys.extend_from_slice(&other.keys);
    }

    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.keys.clear();
    }
}

/// Values of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Facts {
    /// Its number in the block, from 1.
    pub(super) number: u64,
    pub(super) steps: usize,
    pub(super) result: Outcome,
    /// Ratings of White and Black; 0 where they are not known.
    pub(super) elo: [u16; 2],
    /// 0 where it is not known.
    pub(super) year: u16,
}

/// Place of a game relative to the root position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Before,
    Within,
    After,
}

/// Memory of a thread that gathers: it sees a game as it is read.
#[derive(Debug)]
pub struct Walker {
    root: Position,
    root_key: u64,
    depth: usize,
    stage: Stage,
    facts: Facts,
    steps: Steps,
    /// Whether what it has is of the game before.
    is_over: bool,
}

impl Walker {
    fn new(root: Position, depth: usize) -> Self {
        let root_key = key(&root);
        let facts = Facts::default();
        Self { root, root_key, depth, stage: Stage::After, facts, steps: Steps::default(), is_over: false }
    }

    fn begin(&mut self) {
        if mem::take(&mut self.is_over) {
            self.facts = Facts::default();
            self.steps.clear();
        }
    }

    fn is_root(&self, position: &Position) -> bool {
        position.occupied() == self.root.occupied() && key(position) == self.root_key
    }
}

impl Visitor for Walker {
    fn tag(&mut self, name: Text<'_>, value: Text<'_>) {
        self.begin();
        match name.as_bytes() {
            b"WhiteElo" => self.facts.elo[0] = rating(&value.to_str()),
            b"BlackElo" => self.facts.elo[1] = rating(&value.to_str()),
            b"Date" => self.facts.year = year(&value.to_str()),
            _ => {}
        }
    }

    fn start(&mut self, start: &Start) -> Flow {
        self.begin();
        let is_standard = start.is_known && start.position.variant() == Variant::Standard;
        self.stage = match is_standard {
            true if self.is_root(&start.position) => Stage::Within,
            true => Stage::Before,
            false => Stage::After,
        };
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if ply.depth > 0 {
            return Flow::Continue;
        }
        match self.stage {
            Stage::Before if self.is_root(ply.after) => self.stage = Stage::Within,
            Stage::Before => {}
            Stage::Within if self.steps.len() < self.depth => self.steps.push(ply.mv, ply.after),
            _ => return Flow::Finish,
        }
        Flow::Continue
    }

    fn end(&mut self, end: &EndOfGame) {
        self.facts.result = end.result;
        self.is_over = true;
    }
}

impl Task for GatherLines {
    type Scratch<'t> = Walker;
    type Out = Lines;

    fn scratch(&self) -> Walker {
        Walker::new(self.root, self.depth)
    }

    fn target<'s>(&self, walker: &'s mut Walker, _format: &dyn InputFormat) -> Target<'s> {
        Target::Visit(walker)
    }

    fn take(&self, walker: &mut Walker, at: &At<'_>, out: &mut Lines, account: &mut Account) {
        let is_there = mem::replace(&mut walker.stage, Stage::After) == Stage::Within;
        account.tally("tree", &[("counted", u64::from(is_there))]);
        if is_there {
            out.games.push(Facts { number: at.number, steps: walker.steps.len(), ..walker.facts });
            out.steps.extend(&walker.steps);
        }
    }

    fn leave(&self, _: &mut Walker, _: &At<'_>, _: &mut Lines, _: &mut Account) {}
}
