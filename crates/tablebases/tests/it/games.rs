//! Games judged.

use pgnkit_chess::{Move, Position};
use pgnkit_tablebases::{Adjudication, Category, Outcome, Verdict};

use crate::{position, tables};

/// The moves of a text of UCI; `0000` is a null move.
fn moves(start: &Position, text: &str) -> Vec<Move> {
    let mut position = *start;
    text.split_whitespace()
        .map(|uci| {
            let mv = if uci == "0000" { Move::NULL } else { position.parse_uci(uci.as_bytes()).unwrap() };
            position.play(mv);
            mv
        })
        .collect()
}

#[test]
fn moves_that_change_the_outcome_are_found() {
    let tables = tables();
    let start = position("8/8/3k4/8/3K4/8/3P4/8 b - - 0 1");
    let line = moves(&start, "d6e6 d2d3 e6e7 d4e5 e7d7 e5d5 d7e7 d5c6");
    let judged = tables.outcome_changes(&start, line.clone()).unwrap();
    assert_eq!(judged.moves.len(), line.len());
    for (index, mv) in judged.moves.iter().enumerate() {
        assert_eq!((mv.ply, mv.played), (index, line[index]));
        // An outcome can only get worse for the side that moves, and the next side has the contrary.
        assert!(mv.after <= mv.before);
        if let Some(next) = judged.moves.get(index + 1) {
            assert_eq!(next.before, -mv.after);
        }
        assert_eq!(mv.best.is_some(), mv.change().is_some());
    }

    // 1... Ke8?? loses, 1... Kd8 holds; 2. d7+?? gives the win back, 2. Kc6 keeps it.
    let start = position("8/3k4/3P4/3K4/8/8/8/8 b - - 0 1");
    let judged = tables.outcome_changes(&start, moves(&start, "d7e8 d6d7 e8d7")).unwrap();
    let changes: Vec<_> =
        judged.changes().map(|mv| (mv.ply, mv.change().unwrap(), mv.best.unwrap())).collect();
    let best = |text: &str| moves(&start, text).pop().unwrap();
    assert_eq!(
        changes,
        [
            (0, (Outcome::Draw, Outcome::Loss), best("d7d8")),
            (1, (Outcome::Win, Outcome::Draw), best("d7e8 d5c6"))
        ]
    );
    assert_eq!(judged.adjudicate("1/2-1/2"), Adjudication::Agrees);
}

#[test]
fn results_are_compared_with_the_last_position() {
    let tables = tables();
    let rook = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    let judged = tables.outcome_changes(&rook, moves(&rook, "a1b2 d5c4")).unwrap();
    assert_eq!(judged.verdict, Some(Verdict::WhiteWins));
    assert_eq!(judged.adjudicate("1-0"), Adjudication::Agrees);
    assert_eq!(judged.adjudicate("1/2-1/2"), Adjudication::Differs(Verdict::WhiteWins));
    assert_eq!(judged.adjudicate("0-1"), Adjudication::Differs(Verdict::WhiteWins));
    assert_eq!(judged.adjudicate("*"), Adjudication::Unfinished(Verdict::WhiteWins));

    let queen = position("kq6/8/8/8/8/8/2K5/8 w - - 0 1");
    assert_eq!(tables.outcome_changes(&queen, []).unwrap().verdict, Some(Verdict::BlackWins));
    let late = queen.with_clocks(99, 99);
    assert_eq!(tables.outcome_changes(&late, []).unwrap().verdict, Some(Verdict::Draw));
    let unknown = position("8/8/8/3k4/8/8/8/KRR5 w - - 0 1");
    assert_eq!(tables.outcome_changes(&unknown, []).unwrap().adjudicate("1-0"), Adjudication::Unknown);
}

#[test]
fn a_game_enters_the_tables() {
    let tables = tables();
    // The first position has five men, the second four, and the third three: only the last move has both outcomes.
    let start = position("8/8/8/3k4/3r4/4R3/3K4/8 w - - 0 1");
    let judged = tables.outcome_changes(&start, moves(&start, "e3d3 d4d3 d2d3 d5e5")).unwrap();
    let known: Vec<_> = judged.moves.iter().map(|mv| (mv.ply, mv.before, mv.after)).collect();
    assert_eq!(known, [(2, Category::Draw, Category::Draw), (3, Category::Draw, Category::Draw)]);
    assert_eq!(judged.adjudicate("1/2-1/2"), Adjudication::Agrees);
}

#[test]
fn null_moves_have_no_outcome() {
    let tables = tables();
    let start = position("8/8/8/3k4/8/8/8/KR6 w - - 0 1");
    let judged = tables.outcome_changes(&start, moves(&start, "0000 d5e5 b1b5")).unwrap();
    assert_eq!(judged.moves.iter().map(|mv| mv.ply).collect::<Vec<_>>(), [1, 2]);
}
