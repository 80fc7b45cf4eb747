//! Conditions that are about more than the solution as a game: lengths, scores, the move before it, the first positions.

use pgnkit::chess::{Move, PieceKind, Position, Square, attacks};
use pgnkit_uci::Score;

use crate::puzzle::Puzzle;
use crate::solution::captured;

/// Centipawns from which on an advantage is crushing.
const CRUSHING: i32 = 600;
/// The last move number of an opening.
const OPENING: u32 = 12;
/// Pieces besides kings and pawns that an endgame has at the most.
const ENDGAME: u32 = 6;

fn score(puzzle: &Puzzle) -> Option<Score> {
    puzzle.choices.first().map(|choice| choice.score)
}

pub(super) fn advantage(puzzle: &Puzzle) -> bool {
    matches!(score(puzzle), Some(Score::Centipawns(score)) if score < CRUSHING)
}

pub(super) fn crushing(puzzle: &Puzzle) -> bool {
    matches!(score(puzzle), Some(Score::Centipawns(CRUSHING..)))
}

pub(super) fn is_mate(puzzle: &Puzzle) -> bool {
    puzzle.mates > 0
}

pub(super) fn mate_in<const MOVES: usize>(puzzle: &Puzzle) -> bool {
    is_mate(puzzle) && has_moves::<MOVES>(puzzle)
}

pub(super) fn mate_in_more(puzzle: &Puzzle) -> bool {
    is_mate(puzzle) && puzzle.choices.len() >= 5
}

pub(super) fn has_moves<const MOVES: usize>(puzzle: &Puzzle) -> bool {
    puzzle.choices.len() == MOVES
}

pub(super) fn is_very_long(puzzle: &Puzzle) -> bool {
    puzzle.choices.len() >= 4
}

pub(super) fn opening(puzzle: &Puzzle) -> bool {
    !endgame(puzzle) && puzzle.position().fullmove_number() <= OPENING
}

pub(super) fn middlegame(puzzle: &Puzzle) -> bool {
    !endgame(puzzle) && !opening(puzzle)
}

pub(super) fn endgame(puzzle: &Puzzle) -> bool {
    let position = puzzle.position();
    let pieces = position.occupied() - position.kind(PieceKind::Pawn) - position.kind(PieceKind::King);
    pieces.len() <= ENDGAME
}

/// The position to solve, and the one after the first move.
fn first_positions(puzzle: &Puzzle) -> [Position; 2] {
    let position = puzzle.position();
    [position, puzzle.solution().first().map_or(position, |mv| position.after(*mv))]
}

/// Whether there are no pieces but kings, pawns, and those of one kind, of which there is one at least.
fn only(puzzle: &Puzzle, kind: PieceKind) -> bool {
    first_positions(puzzle).iter().all(|position| {
        let others = position.occupied() - position.kind(PieceKind::King) - position.kind(PieceKind::Pawn);
        position.kind(kind).any() && (others - position.kind(kind)).is_empty()
    })
}

pub(super) fn pawn_endgame(puzzle: &Puzzle) -> bool {
    only(puzzle, PieceKind::Pawn)
}

pub(super) fn knight_endgame(puzzle: &Puzzle) -> bool {
    only(puzzle, PieceKind::Knight)
}

pub(super) fn bishop_endgame(puzzle: &Puzzle) -> bool {
    only(puzzle, PieceKind::Bishop)
}

pub(super) fn rook_endgame(puzzle: &Puzzle) -> bool {
    only(puzzle, PieceKind::Rook)
}

pub(super) fn queen_endgame(puzzle: &Puzzle) -> bool {
    only(puzzle, PieceKind::Queen)
}

pub(super) fn queen_rook_endgame(puzzle: &Puzzle) -> bool {
    first_positions(puzzle).iter().all(|position| {
        let (queens, rooks) = (position.kind(PieceKind::Queen), position.kind(PieceKind::Rook));
        let others = position.occupied() - position.kind(PieceKind::King) - position.kind(PieceKind::Pawn);
        queens.len() == 1 && rooks.any() && (others - queens - rooks).is_empty()
    })
}

/// Whether the first move takes a piece that nothing protects, and the move before took nothing there.
pub(super) fn hanging_piece(puzzle: &Puzzle) -> bool {
    let [before, first, ..] = puzzle.moves.as_slice() else { return false };
    let position = puzzle.position();
    let square = first.destination();
    let takes_piece = captured(&position, *first).is_some_and(|points| points >= 3);
    let takes_back = before.destination() == square && before.is_capture();
    // Without the piece that takes, so that lines through its square are open.
    let occupied = position.occupied() - first.from().bit();
    let protectors = position.attackers(square, !position.turn(), occupied) - square.bit();
    takes_piece && !takes_back && protectors.is_empty()
}

/// Whether there is a quiet move of the solver before the last one.
pub(super) fn quiet_move(puzzle: &Puzzle) -> bool {
    let mut position = puzzle.position();
    let solution = puzzle.solution();
    solution.iter().enumerate().any(|(at, mv)| {
        let before = position;
        position.play(*mv);
        let is_plain = !mv.is_capture() && mv.kind() != PieceKind::King && !is_advanced(*mv);
        let is_forced = before.is_check() || before.legal_move_count() == 1;
        at % 2 == 0
            && at + 1 < solution.len()
            && is_plain
            && !is_forced
            && !position.is_check()
            && !attacks_piece(&position, mv.destination())
    })
}

/// Whether a pawn comes to one of the last two ranks.
fn is_advanced(mv: Move) -> bool {
    mv.kind() == PieceKind::Pawn && matches!(mv.to().rank().index(), 0 | 1 | 6 | 7)
}

/// Whether the piece on a square attacks a piece or pawn of the side to move.
fn attacks_piece(position: &Position, square: Square) -> bool {
    let Some(piece) = position.piece_at(square) else { return false };
    let attacked = attacks::of(piece.color, piece.kind, square, position.occupied());
    (attacked & position.color(!piece.color)).any()
}
