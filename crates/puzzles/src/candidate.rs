//! Candidates: positions of a game in which its evaluations promise a puzzle.

use pgnkit::Game;
use pgnkit::chess::{ChessMode, Color, Move, PieceKind, Position, Variant};
use pgnkit::clocks::Clocks;
use pgnkit_collections::judgement::START;
use pgnkit_uci::Score;

use crate::chances::{chances, is_winning, of_side};
use crate::settings::Settings;

/// A position of a game after a move that has given the game away, as the evaluations of the game say.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Candidate {
    /// The position before the opponent's move.
    pub before: Position,
    /// The opponent's move.
    pub mv: Move,
    /// The form of castling.
    pub mode: ChessMode,
    /// Number of the opponent's move in the game, from 1.
    pub ply: u32,
}

impl Candidate {
    /// A candidate that is of no game: the position before the opponent's move, and that move, which must be legal.
    #[must_use]
    pub fn new(before: Position, mv: Move, mode: ChessMode) -> Self {
        Self { before, mv, mode, ply: 1 }
    }
}

/// Candidates of a game, or the reason for which there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Candidates {
    /// The game has evaluations, and these candidates.
    Found(Vec<Candidate>),
    /// The game has no evaluations of the moves of both sides.
    NoEvaluations,
    /// The game is of a variant, for which there are no puzzles.
    OtherRules,
}

/// The candidates of the main line of a game, by its evaluations alone: after a move the chances of the other side have risen, and it is winning.
/// Not where that side is far ahead in material already. Takes time in proportion to the moves.
#[must_use]
pub fn candidates(game: &Game, settings: &Settings) -> Candidates {
    let start = game.start();
    if start.position.variant() != Variant::Standard || !start.rules_are_known {
        return Candidates::OtherRules;
    }
    let clocks = Clocks::of(game);
    let is_usual = start.mode == ChessMode::Standard && start.position == Position::START;
    let mut before = is_usual.then_some(START);
    let mut has_evaluations = false;
    let mut found = Vec::new();
    for (row, played) in clocks.rows.iter().zip(game.mainline_with_positions()) {
        let after = row.comparable_score();
        has_evaluations |= after.is_some();
        let scores = before.zip(after);
        before = after;
        let Some((old, new)) = scores else { continue };
        let solver = !row.color;
        if played.node.id() != row.node || !is_rise(of_side(old, solver), of_side(new, solver), settings) {
            continue;
        }
        let is_ahead = balance(&played.after, solver) >= settings.lead;
        if !is_ahead && played.after.has_legal_move() {
            let (before, mv) = (played.before, played.node.mv());
            found.push(Candidate { before, mv, mode: start.mode, ply: row.ply });
        }
    }
    if has_evaluations { Candidates::Found(found) } else { Candidates::NoEvaluations }
}

/// Whether the scores of the solver before and after the opponent's move promise a puzzle.
fn is_rise(before: Score, after: Score, settings: &Settings) -> bool {
    is_winning(after, settings.winning) && chances(after) - chances(before) >= settings.rise
}

/// Points of the material of a side less those of the other.
pub(crate) fn balance(position: &Position, side: Color) -> i32 {
    let points = |side| {
        let kinds = PieceKind::ALL.into_iter();
        kinds.map(|kind| position.pieces(side, kind).len() as i32 * worth(kind)).sum::<i32>()
    };
    points(side) - points(!side)
}

/// Points of a piece; a king has none.
pub(crate) const fn worth(kind: PieceKind) -> i32 {
    match kind {
        PieceKind::Pawn => 1,
        PieceKind::Knight | PieceKind::Bishop => 3,
        PieceKind::Rook => 5,
        PieceKind::Queen => 9,
        PieceKind::King => 0,
    }
}
