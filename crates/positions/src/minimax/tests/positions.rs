//! Books of a few positions, computed by hand.

use super::super::{Book, InnerScores, Options, SolveError, Statistics};
use pgnkit_chess::{Position, fen, san};
use std::sync::atomic::AtomicBool;

/// The position after these moves, or a FEN.
fn position(moves: &str) -> Position {
    if moves.contains('/') {
        return fen::parse(moves.as_bytes()).unwrap().position;
    }
    moves.split_whitespace().fold(Position::START, |position, text| {
        position.after(san::read(&position, text.as_bytes()).unwrap().mv)
    })
}

/// Solves a book and shows it: for each record the score, where it comes from, and the line.
fn solve(records: &[(&str, Option<i16>)], inner: InnerScores) -> (Vec<String>, Statistics) {
    let mut book = Book::new();
    for (moves, ce) in records {
        book.push(&position(moves), *ce);
    }
    let solution = book.solve(&Options::default().inner(inner), &AtomicBool::new(false)).unwrap();
    let show = |(record, (moves, _)): (usize, &(&str, Option<i16>))| {
        let verdict = solution.verdict(record).unwrap();
        assert_eq!(solution.line(record).next(), verdict.best);
        let mut text = format!("{:?}", verdict.origin);
        if let Some(ce) = verdict.ce {
            text += &format!(" {ce}");
        }
        let mut position = position(moves);
        for mv in solution.line(record) {
            let next = position.after(mv);
            text += &format!(" {}", position.san_with_next(mv, &next));
            position = next;
        }
        text
    };
    (records.iter().enumerate().map(show).collect(), solution.statistics().clone())
}

/// Checks what [`solve`] shows for each record.
fn check(records: &[(&str, Option<i16>, &str)], inner: InnerScores) -> Statistics {
    let given: Vec<_> = records.iter().map(|(moves, ce, _)| (*moves, *ce)).collect();
    let (shown, statistics) = solve(&given, inner);
    for ((moves, _, expected), shown) in records.iter().zip(shown) {
        assert_eq!(shown, *expected, "after {moves:?}");
    }
    statistics
}

/// ```text
///                       start: 20
///            e4: -20                  d4: -10
///   e5: 40     c5: 20    e6 ?      d5: 10   Nf6 30
///  Nf3 -40      Nf3 -20             c4 -10
/// ```
///
/// Numbers before which there is no colon are given. White has two moves to choose from, the second is worth 10 to it.
#[test]
fn an_opening_tree() {
    let statistics = check(
        &[
            ("", None, "Moves 20 e4 c5 Nf3"),
            ("e4", None, "Moves -20 c5 Nf3"),
            ("e4 e5", Some(999), "Moves 40 Nf3"),
            ("e4 c5", None, "Moves 20 Nf3"),
            ("e4 e6", None, "Unknown"),
            ("e4 e5 Nf3", Some(-40), "Given -40"),
            ("e4 c5 Nf3", Some(-20), "Given -20"),
            ("d4", None, "Moves -10 d5 c4"),
            ("d4 d5", None, "Moves 10 c4"),
            ("d4 d5 c4", Some(-10), "Given -10"),
            ("d4 Nf6", Some(30), "Given 30"),
        ],
        InnerScores::Replace,
    );
    let expected = Statistics {
        records: 11,
        positions: 11,
        moves: 10,
        leaves: 5,
        given: 4,
        backed_up: 6,
        unknown: 1,
        ..Statistics::default()
    };
    assert_eq!(statistics, expected);
}

#[test]
fn transpositions_meet() {
    // 1. d4 Nf6 2. c4 and 1. c4 Nf6 2. d4. After the latter Black could take en passant in neither.
    let statistics = check(
        &[
            ("", None, "Moves 15 c4 Nf6 d4 e6"),
            ("d4", None, "Moves -15 Nf6 c4 e6"),
            ("d4 Nf6", None, "Moves 15 c4 e6"),
            ("d4 Nf6 c4", None, "Moves -15 e6"),
            ("d4 Nf6 c4 e6", Some(15), "Given 15"),
            ("c4", None, "Moves -15 Nf6 d4 e6"),
            ("c4 Nf6", None, "Moves 15 d4 e6"),
            ("c4 Nf6 d4", None, "Moves -15 e6"),
        ],
        InnerScores::Replace,
    );
    assert_eq!((statistics.records, statistics.positions, statistics.moves), (8, 7, 7));
    assert_eq!(statistics.cycles, 0);
}

/// An en passant capture makes another position, a mere square does not.
#[test]
fn en_passant_counts_where_it_is_legal() {
    let statistics = check(
        &[
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", None, "Moves -5 e4"),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", Some(7), "Given 7"),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", Some(5), "Given 5"),
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 30 40", None, "Moves -9 e4"),
            ("4k3/8/8/8/4P3/8/8/4K3 b - - 0 1", Some(9), "Given 9"),
            ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", None, "Given 9"),
        ],
        InnerScores::Replace,
    );
    assert_eq!(statistics.positions, 5);
}

#[test]
fn equal_moves_are_taken_in_the_order_of_their_text() {
    check(
        &[
            ("", None, "Moves 5 Nf3"),
            ("e4", Some(-5), "Given -5"),
            ("Nf3", Some(-5), "Given -5"),
            ("d4", Some(-5), "Given -5"),
            ("Na3", Some(5), "Given 5"),
        ],
        InnerScores::Replace,
    );
}

/// The knights can go out and back for ever. `after_...` is what leaving is worth to the side that leaves.
fn knights(white_leaves: i16, black_leaves: i16) -> [(&'static str, Option<i16>); 6] {
    [
        ("", None),
        ("Nf3", None),
        ("Nf3 Nf6", None),
        ("Nf3 Nf6 Ng1", None),
        ("e4", Some(-white_leaves)),
        ("Nf3 d5", Some(-black_leaves)),
    ]
}

#[test]
fn going_round_for_ever_is_a_draw() {
    let (shown, statistics) = solve(&knights(-50, -30), InnerScores::Replace);
    assert_eq!(
        shown[..4],
        [
            "Repetition 0 Nf3 Nf6 Ng1",
            "Repetition 0 Nf6 Ng1 Ng8",
            "Repetition 0 Ng1 Ng8 Nf3",
            "Repetition 0 Ng8 Nf3 Nf6"
        ]
    );
    assert_eq!((statistics.cycles, statistics.in_cycles, statistics.repetitions), (1, 4, 4));
}

#[test]
fn who_is_better_leaves_the_cycle() {
    // White leaves; Black only when that costs less than to wait for it.
    let (shown, statistics) = solve(&knights(50, -30), InnerScores::Replace);
    assert_eq!(shown[..4], ["Moves 50 e4", "Moves -30 d5", "Moves 50 Ng1 Ng8 e4", "Moves -50 Ng8 e4"]);
    assert_eq!((statistics.cycles, statistics.in_cycles, statistics.repetitions), (1, 4, 0));
    let (shown, _) = solve(&knights(50, -70), InnerScores::Replace);
    assert_eq!(shown[..2], ["Moves 50 e4", "Moves -50 Nf6 Ng1 Ng8 e4"]);
    // 1. Nf3 is worth as much, and earlier in the order. But it comes back to where it was.
    let (shown, _) = solve(&knights(-10, 30), InnerScores::Replace);
    assert_eq!(shown[..2], ["Moves -10 e4", "Moves 30 d5"]);
}

#[test]
fn a_draw_by_leaving_is_not_one_by_repetition() {
    // A kept evaluation breaks the cycle: its position has no moves that count.
    let mut records = knights(0, 0);
    records[1].1 = Some(0);
    let (shown, statistics) = solve(&records, InnerScores::Keep);
    assert_eq!(shown[..2], ["Moves 0 Nf3", "Given 0"]);
    assert_eq!((statistics.cycles, statistics.repetitions), (0, 0));
    // Black can leave with a draw, White cannot: it would be worse off if to go on for ever were good for Black.
    let (shown, statistics) = solve(&knights(-10, 0), InnerScores::Replace);
    assert_eq!(shown[..2], ["Repetition 0 Nf3 d5", "Repetition 0 d5"]);
    assert_eq!(statistics.repetitions, 4);
}

#[test]
fn the_rules_score_positions_in_which_the_game_is_over() {
    let statistics = check(
        &[
            // 2... Qh4 mates, and a mate gets a ply further away with each move back.
            ("", None, "Moves -32763 f3 e5 g4 Qh4#"),
            ("f3", None, "Moves 32764 e5 g4 Qh4#"),
            ("f3 e5", None, "Moves -32765 g4 Qh4#"),
            ("f3 e5 g4", None, "Moves 32766 Qh4#"),
            ("f3 e5 g4 Qh4", None, "Board"),
            ("f3 e6", Some(100), "Given 100"),
            // Stalemate, and nothing left to mate with: the second is no move to the third.
            ("k7/8/1K6/2Q5/8/8/8/8 w - - 0 1", None, "Moves 0 Qc7"),
            ("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", None, "Board 0"),
            ("8/8/8/8/8/2k5/8/K7 w - - 0 1", None, "Board 0"),
            ("8/8/8/8/8/2k5/K7/8 b - - 0 1", None, "Board 0"),
        ],
        InnerScores::Replace,
    );
    assert_eq!((statistics.ended, statistics.given, statistics.moves), (4, 1, 6));
}

#[test]
fn given_mates_age() {
    let statistics = check(
        &[
            ("", None, "Moves 32752 e4 e5"),
            ("e4", None, "Moves -32753 e5"),
            // Mate in 7 moves; in 6 moves, which Black avoids; the last score that is no mate.
            ("e4 e5", Some(32754), "Given 32754"),
            ("e4 c5", Some(32756), "Given 32756"),
            ("d4", Some(-32000), "Given -32000"),
        ],
        InnerScores::Replace,
    );
    assert_eq!(statistics.long_mates, 0);
    let statistics = check(
        &[
            ("", None, "Moves 32002 e4"),
            ("e4", Some(-32001), "Given -32001"),
            ("d4", Some(-32000), "Given -32000"),
        ],
        InnerScores::Replace,
    );
    assert_eq!(statistics.long_mates, 1);
}

#[test]
fn unknown_leaves_are_not_chosen() {
    let statistics = check(
        &[
            ("", None, "Moves -80 e4"),
            ("e4", Some(80), "Given 80"),
            ("e4 e5", None, "Unknown"),
            ("d4", None, "Unknown"),
            ("d4 d5", None, "Unknown"),
        ],
        InnerScores::Replace,
    );
    assert_eq!((statistics.unknown, statistics.leaves, statistics.given), (3, 2, 1));
}

#[test]
fn inner_scores_can_be_kept() {
    let records = [("", None), ("e4", Some(-70)), ("e4 e5", Some(10)), ("d4", None), ("d4 d5", Some(60))];
    let (shown, _) = solve(&records, InnerScores::Replace);
    assert_eq!(shown, ["Moves 60 d4 d5", "Moves -10 e5", "Given 10", "Moves -60 d5", "Given 60"]);
    let (shown, statistics) = solve(&records, InnerScores::Keep);
    assert_eq!(shown, ["Moves 70 e4", "Given -70", "Given 10", "Moves -60 d5", "Given 60"]);
    assert_eq!((statistics.given, statistics.leaves), (3, 2));
}

#[test]
fn the_first_evaluation_of_a_position_counts() {
    let statistics = check(
        &[
            ("", None, "Moves 20 e4"),
            ("e4", None, "Given -20"),
            ("e4", Some(-20), "Given -20"),
            ("e4", Some(-21), "Given -20"),
            ("e4", Some(-20), "Given -20"),
            ("e4", Some(-32767), "Given -20"),
            ("e4", Some(0), "Given -20"),
            ("", Some(7), "Moves 20 e4"),
        ],
        InnerScores::Replace,
    );
    assert_eq!((statistics.records, statistics.positions), (8, 2));
    assert_eq!((statistics.conflicts, statistics.refused), (vec![3, 6], 1));
}

#[test]
fn nothing_comes_of_nothing() {
    let solution = Book::new().solve(&Options::default(), &AtomicBool::new(false)).unwrap();
    assert_eq!(solution.statistics(), &Statistics::default());
    assert_eq!(solution.verdict(0), None);
    assert_eq!(solution.line(0).next(), None);
}

#[test]
fn a_wish_to_stop_is_heard() {
    let mut book = Book::new();
    book.push(&Position::START, Some(0));
    assert_eq!(book.solve(&Options::default(), &AtomicBool::new(true)).unwrap_err(), SolveError::Stopped);
}
