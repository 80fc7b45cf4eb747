//! Solutions: the only good moves of a side, and the best replies, as the engine finds them.

use pgnkit::chess::{Move, Position};
use pgnkit_uci::Score;

use crate::candidate::{Candidate, worth};
use crate::chances::{chances, is_winning};
use crate::engine::{Best, Engine, Failure};
use crate::settings::Settings;

/// The reason for which a candidate is no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rejection {
    /// The engine sees no win.
    NotWon,
    /// There is a second good move.
    Ambiguous,
    /// The first move is the only legal one.
    Forced,
    /// The solution has fewer moves than wanted.
    TooShort,
    /// The mate has more moves than wanted.
    TooLong,
    /// A position comes again.
    Repetition,
    /// All that the solver does is to take back.
    Recaptures,
    /// The engine with a larger limit does not play the solution, or finds a second one.
    NotConfirmed,
    /// It has none of the themes that are wanted.
    OtherThemes,
}

impl Rejection {
    /// The word for the account.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NotWon => "not won",
            Self::Ambiguous => "ambiguous",
            Self::Forced => "forced",
            Self::TooShort => "too short",
            Self::TooLong => "too long",
            Self::Repetition => "repeating",
            Self::Recaptures => "recaptures",
            Self::NotConfirmed => "not confirmed",
            Self::OtherThemes => "of other themes",
        }
    }
}

/// A move of the solver among its alternatives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Choice {
    /// Number of legal moves, this one included.
    pub legal_moves: usize,
    /// The score of the move, as the solver sees it.
    pub score: Score,
    /// The score of the best other move; `None` if there is none.
    pub second: Option<Score>,
    /// Depth of the search, in plies.
    pub depth: u32,
}

impl Choice {
    /// Chances by which the move is better than all others, up to 2; `None` if there are no others.
    #[must_use]
    pub fn gap(&self) -> Option<f64> {
        self.second.map(|second| chances(self.score) - chances(second))
    }
}

/// A line of play.
#[derive(Clone, Debug)]
pub(crate) struct Solution {
    /// The opponent's move, and then the solver's and the replies in turn; the last one is the solver's.
    pub(crate) moves: Vec<Move>,
    /// One for each move of the solver.
    pub(crate) choices: Vec<Choice>,
    /// Number of moves that mate at once in the last position of the solver; 0 if the solution ends otherwise.
    pub(crate) mates: usize,
}

/// Finds the solution of a candidate.
pub(crate) fn solve(
    candidate: &Candidate,
    settings: &Settings,
    engine: &mut Engine<'_>,
) -> Result<Result<Solution, Rejection>, Failure> {
    let mut line = Line::new(candidate);
    let (mut choices, mut mates) = (Vec::new(), 0);
    // The reason for which the line goes no further.
    let end = loop {
        if choices.len() == *settings.moves.end() {
            break Rejection::TooLong;
        }
        let best = engine.best(&candidate.before, &line.moves)?;
        if !is_winning(best.score, settings.winning) {
            return Ok(Err(Rejection::NotWon));
        }
        let mating = mating_moves(&line.position);
        if mating.is_empty() && !is_only(&best, settings.margin) {
            break Rejection::Ambiguous;
        }
        // The first of all moves that mate: any of them is right.
        let mv = if mating.contains(&best.mv) { best.mv } else { mating.first().copied().unwrap_or(best.mv) };
        choices.push(choice(&line.position, &best));
        if !line.play(mv) {
            return Ok(Err(Rejection::Repetition));
        }
        if line.position.is_checkmate() {
            mates = mating.len();
            break Rejection::TooLong;
        }
        if !line.position.has_legal_move() {
            return Ok(Err(Rejection::NotWon));
        }
        let reply = engine.best(&candidate.before, &line.moves)?;
        if !line.play(reply.mv) {
            return Ok(Err(Rejection::Repetition));
        }
        if !line.position.has_legal_move() {
            return Ok(Err(Rejection::NotWon));
        }
    };
    let mut solution = Solution { moves: line.moves, choices, mates };
    if mates == 0 {
        // A mate that the solver must not find alone is none.
        let is_mate = solution.choices.first().is_some_and(|first| matches!(first.score, Score::Mate(_)));
        if is_mate || solution.choices.is_empty() {
            return Ok(Err(end));
        }
        solution.moves.truncate(2 * solution.choices.len());
        solution.trim();
    }
    Ok(solution.test(candidate, settings).map_or(Ok(solution), Err))
}

/// Whether an engine with other limits agrees: at each move of the solver it plays the same, and finds no second good one; any mate will do at
/// the end. The choices are those of this search.
pub(crate) fn confirm(
    candidate: &Candidate,
    solution: &mut Solution,
    settings: &Settings,
    engine: &mut Engine<'_>,
) -> Result<bool, Failure> {
    let mut line = Line::new(candidate);
    for at in 0..solution.choices.len() {
        let (mv, is_last) = (solution.moves[2 * at + 1], at + 1 == solution.choices.len());
        let best = engine.best(&candidate.before, &line.moves)?;
        let is_right = match is_last && solution.mates > 0 {
            true => matches!(best.score, Score::Mate(1)),
            false => {
                best.mv == mv
                    && is_winning(best.score, settings.winning)
                    && is_only(&best, settings.margin)
                    // A mate is a mate to its end.
                    && (solution.mates == 0 || matches!(best.score, Score::Mate(_)))
            }
        };
        if !is_right {
            return Ok(false);
        }
        solution.choices[at] = choice(&line.position, &best);
        line.play(mv);
        if let Some(reply) = solution.moves.get(2 * at + 2) {
            line.play(*reply);
        }
    }
    Ok(true)
}

impl Solution {
    /// Takes away last moves that are the only legal ones: there is nothing to find in them.
    fn trim(&mut self) {
        while self.choices.len() > 1 && self.choices.last().is_some_and(|last| last.legal_moves == 1) {
            self.choices.pop();
            self.moves.truncate(2 * self.choices.len());
        }
    }

    /// The reason for which it is no puzzle, if there is one.
    fn test(&self, candidate: &Candidate, settings: &Settings) -> Option<Rejection> {
        if self.choices.len() < *settings.moves.start() {
            Some(Rejection::TooShort)
        } else if self.choices.first().is_none_or(|first| first.legal_moves == 1) {
            Some(Rejection::Forced)
        } else if self.only_takes_back(candidate) {
            Some(Rejection::Recaptures)
        } else {
            None
        }
    }

    /// Whether each move of the solver takes on the square of the move before, which took something worth as much as what is taken, or more.
    fn only_takes_back(&self, candidate: &Candidate) -> bool {
        let mut position = candidate.before;
        let mut taken = Vec::new();
        for mv in &self.moves {
            taken.push(captured(&position, *mv));
            position.play(*mv);
        }
        self.moves.windows(2).zip(taken.windows(2)).step_by(2).all(|(moves, taken)| {
            let is_there = moves[0].destination() == moves[1].destination();
            is_there && taken[0].zip(taken[1]).is_some_and(|(before, now)| before >= now)
        })
    }
}

/// Points of what a move takes.
pub(crate) fn captured(position: &Position, mv: Move) -> Option<i32> {
    if mv.is_en_passant() {
        return Some(1);
    }
    let is_capture = mv.is_capture() && !mv.is_castling();
    position.kind_at(mv.to()).filter(|_| is_capture).map(worth)
}

/// The moves that mate at once.
pub(crate) fn mating_moves(position: &Position) -> Vec<Move> {
    let moves = position.legal_moves();
    moves.iter().copied().filter(|mv| position.after(*mv).is_checkmate()).collect()
}

/// Whether no other move comes near the best.
fn is_only(best: &Best, margin: f64) -> bool {
    best.second.is_none_or(|second| chances(best.score) - chances(second) >= margin)
}

fn choice(position: &Position, best: &Best) -> Choice {
    let legal_moves = usize::try_from(position.legal_move_count()).unwrap_or(usize::MAX);
    Choice { legal_moves, score: best.score, second: best.second, depth: best.depth }
}

/// Moves with the positions that they lead to.
struct Line {
    moves: Vec<Move>,
    position: Position,
    keys: Vec<u64>,
}

impl Line {
    fn new(candidate: &Candidate) -> Self {
        let position = candidate.before.after(candidate.mv);
        let keys = vec![candidate.before.repetition_key(), position.repetition_key()];
        Self { moves: vec![candidate.mv], position, keys }
    }

    /// Plays a move; whether the position is a new one.
    fn play(&mut self, mv: Move) -> bool {
        self.moves.push(mv);
        self.position.play(mv);
        let key = self.position.repetition_key();
        let is_new = !self.keys.contains(&key);
        self.keys.push(key);
        is_new
    }
}
