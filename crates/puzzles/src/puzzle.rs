//! Puzzles with their themes and numbers.

use std::collections::HashSet;

use pgnkit::Game;
use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{ChessMode, Color, Move, PackedPosition, Position};
use pgnkit_uci::Score;

use crate::candidate::{Candidate, balance};
use crate::solution::{Choice, Solution, mating_moves};

/// Tags of the game that a puzzle keeps.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// A puzzle: the opponent's move and the solution.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Puzzle {
    /// The position before the opponent's move.
    pub before: Position,
    /// The form of castling.
    pub mode: ChessMode,
    /// The opponent's move and the solution, which ends with a move of the solver: an even number of moves.
    pub moves: Vec<Move>,
    /// One for each move of the solver, as the engine that has confirmed it says.
    pub choices: Vec<Choice>,
    /// Number of moves that mate at once in the last position of the solver, of which the solution has one; 0 if it does not end in mate.
    pub mates: usize,
    /// Its themes, in the order of [`THEMES`](crate::THEMES).
    pub themes: Vec<&'static str>,
    /// The game that it is from.
    pub source: Source,
}

/// The game of a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Source {
    /// Event, Site, Date, Round, White, Black, as far as they are there.
    pub tags: Vec<(&'static str, String)>,
    /// The address of the game, from `GameURL`, `Link` or `Site`.
    pub url: Option<String>,
    /// Number of the opponent's move in the game, from 1.
    pub ply: u32,
}

impl Source {
    pub(crate) fn of(game: &Game, ply: u32) -> Self {
        let tag = |name: &'static str| game.tag(name).map(|value| (name, value.to_owned()));
        let urls = ["GameURL", "Link", "Site"].into_iter().filter_map(|name| game.tag(name));
        let url = urls.into_iter().find(|url| url.starts_with("https://") || url.starts_with("http://"));
        Self { tags: ROSTER.into_iter().filter_map(tag).collect(), url: url.map(str::to_owned), ply }
    }

    /// The address of the game, at lichess with the half-move.
    pub(crate) fn address(&self) -> Option<String> {
        let url = self.url.as_deref()?;
        let is_lichess = url.starts_with("https://lichess.org/") && !url.contains('#');
        Some(if is_lichess { format!("{url}#{}", self.ply) } else { url.to_owned() })
    }
}

/// Kinds of a first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FirstMove {
    /// It takes something and gives check.
    CapturingCheck,
    /// It gives check and takes nothing.
    Check,
    /// It takes something and gives no check.
    Capture,
    /// It does neither.
    Quiet,
}

impl FirstMove {
    /// Its name in outputs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::CapturingCheck => "capture with check",
            Self::Check => "check",
            Self::Capture => "capture",
            Self::Quiet => "quiet",
        }
    }
}

impl Puzzle {
    pub(crate) fn new(candidate: &Candidate, solution: Solution, source: Source) -> Self {
        let Solution { moves, choices, mates } = solution;
        let (before, mode) = (candidate.before, candidate.mode);
        Self { before, mode, moves, choices, mates, themes: Vec::new(), source }
    }

    /// A puzzle with a known solution, which no engine has searched: that of a table, for its themes. `moves` are the opponent's move and the
    /// solution, `score` is the solver's. `None` if a move is not legal, or the last one is not the solver's.
    #[must_use]
    pub fn of_solution(before: Position, mode: ChessMode, moves: Vec<Move>, score: Score) -> Option<Self> {
        let (mut position, mut choices, mut mates) = (before, Vec::new(), 0);
        for (at, mv) in moves.iter().enumerate() {
            if !position.is_legal(*mv) {
                return None;
            }
            if at % 2 == 1 {
                let legal_moves = usize::try_from(position.legal_move_count()).unwrap_or(usize::MAX);
                choices.push(Choice { legal_moves, score, second: None, depth: 0 });
                mates = mating_moves(&position).len();
            }
            position.play(*mv);
        }
        if choices.is_empty() || moves.len() % 2 == 1 {
            return None;
        }
        let mates = if position.is_checkmate() { mates } else { 0 };
        let source = Source::default();
        Some(Self { before, mode, moves, choices, mates, themes: Vec::new(), source })
    }

    /// The position that is to be solved.
    #[must_use]
    pub fn position(&self) -> Position {
        self.moves.first().map_or(self.before, |mv| self.before.after(*mv))
    }

    /// The side that solves it.
    #[must_use]
    pub fn solver(&self) -> Color {
        !self.before.turn()
    }

    /// The moves of the solver and the replies in turn.
    #[must_use]
    pub fn solution(&self) -> &[Move] {
        self.moves.get(1..).unwrap_or_default()
    }

    /// The kind of the first move of the solution.
    #[must_use]
    pub fn first_move(&self) -> FirstMove {
        let Some(mv) = self.solution().first() else { return FirstMove::Quiet };
        match (mv.is_capture(), self.position().after(*mv).is_check()) {
            (true, true) => FirstMove::CapturingCheck,
            (false, true) => FirstMove::Check,
            (true, false) => FirstMove::Capture,
            (false, false) => FirstMove::Quiet,
        }
    }

    /// Points of material (1, 3, 3, 5, 9) of the solver less those of the opponent, in the position that is to be solved.
    #[must_use]
    pub fn material(&self) -> i32 {
        balance(&self.position(), self.solver())
    }

    /// Its moves in the notation of engines, with blanks between them; `from` is the first of them.
    pub(crate) fn uci(&self, from: usize) -> String {
        let moves = self.moves.iter().skip(from).map(|mv| mv.to_uci(self.mode).to_string());
        moves.collect::<Vec<_>>().join(" ")
    }

    /// Its name: eleven letters and digits made of position and moves, the same in all runs.
    #[must_use]
    pub fn id(&self) -> String {
        let text = format!("{} {}", self.before.fen(EnPassant::Legal).as_str(), self.uci(0));
        // FNV-1a.
        let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        let mut hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
        let digits = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        let digit = |_| {
            let digit = digits[(hash % 62) as usize];
            hash /= 62;
            char::from(digit)
        };
        (0..11).map(digit).collect()
    }
}

/// Positions of puzzles, each once. It has 32 bytes for each and a little more.
#[derive(Clone, Debug, Default)]
pub struct KnownPuzzles(HashSet<[u64; 4]>);

impl KnownPuzzles {
    /// Whether no puzzle before had the position to solve.
    pub fn insert(&mut self, puzzle: &Puzzle) -> bool {
        // Two ways to a position, at another move of their games, are one puzzle.
        let position = puzzle.position().with_clocks(0, 1);
        self.0.insert(PackedPosition::new(&position).words())
    }
}
