//! Positions that the evaluations of a game promise.

use pgnkit::Game;
use pgnkit_puzzles::{Candidates, Settings, candidates};

/// The half-moves after which there are candidates.
fn plies(text: &str) -> Vec<u32> {
    let game: Game = text.parse().unwrap();
    match candidates(&game, &Settings::default()) {
        Candidates::Found(found) => found.iter().map(|candidate| candidate.ply).collect(),
        other => panic!("{text}: {other:?}"),
    }
}

/// A game of four half-moves with these evaluations after them.
fn game(evaluations: [&str; 4]) -> String {
    let [a, b, c, d] =
        evaluations.map(|eval| if eval.is_empty() { String::new() } else { format!("{{[%eval {eval}]}}") });
    format!("1. e4 {a} e5 {b} 2. Nf3 {c} Nc6 {d} *")
}

#[test]
fn chances_must_rise_and_be_winning() {
    for (evaluations, expected) in [
        // Black's second half-move: White's chances are 2 / (1 + exp(-0.368 * pawns)) - 1, so that 0.2 is 0.04, 3.6 is 0.58, 4.2 is 0.65.
        (["0.2", "0.2", "0.2", "3.6"], &[][..]),
        (["0.2", "0.2", "0.2", "4.2"], &[4]),
        (["0.2", "0.2", "0.2", "#5"], &[4]),
        (["0.2", "0.2", "0.2", "#-5"], &[]),
        // White's moves give Black something.
        (["0.2", "0.2", "-4.2", "-4.0"], &[3]),
        (["-4.5", "-4.5", "-4.5", "-4.5"], &[1]),
        // From a lost position to one that is not won.
        (["-3", "-3", "-3", "1.9"], &[]),
        (["-1.9", "-1.9", "-1.9", "2.0"], &[4]),
        // A mate appears where White was winning already, and where White was not.
        (["1.5", "1.9", "2.5", "#3"], &[]),
        (["1.5", "1.9", "1.9", "#3"], &[4]),
        (["1.5", "1.9", "#9", "#3"], &[]),
        // Unknown before or after.
        (["0.2", "0.2", "", "9"], &[]),
        (["0.2", "", "0.2", "9"], &[4]),
        (["0.2", "0.2", "0.2", "#0"], &[]),
    ] {
        assert_eq!(plies(&game(evaluations)), expected, "{evaluations:?}");
    }
}

#[test]
fn who_is_far_ahead_gets_no_puzzle() {
    let text = |fen: &str| {
        format!(
            "[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n1... Kf7 {{[%eval 0]}} 2. Kf2 {{[%eval 0]}} Kg7 {{[%eval 9]}} *"
        )
    };
    assert_eq!(plies(&text("4k3/pppp4/8/8/8/8/PPPP4/4KB2 b - - 0 1")), [] as [u32; 0]);
    assert_eq!(plies(&text("4k3/pppp4/8/8/8/8/PPPPP3/4K3 b - - 0 1")), [3]);
    assert_eq!(plies(&text("4kn2/pppp4/8/8/8/8/PPPP4/4KB2 b - - 0 1")), [3]);
}

#[test]
fn games_without_comparable_evaluations_have_none() {
    let of = |text: &str| candidates(&text.parse::<Game>().unwrap(), &Settings::default());
    assert_eq!(of("1. e4 e5 *"), Candidates::NoEvaluations);
    // Engines that evaluate their own moves.
    assert_eq!(of("1. e4 {+0.20/14 2.1s} e5 {-9.30/14 2.0s} *"), Candidates::NoEvaluations);
    assert_eq!(of("[Variant \"Atomic\"]\n\n1. e4 {[%eval 0.2]} e5 {[%eval 9]} *"), Candidates::OtherRules);
    assert_eq!(of("1. e4 {[%eval 0.2]} *"), Candidates::Found(Vec::new()));
    // After the mate there is nothing to solve.
    assert_eq!(plies("1. f3 {[%eval 0]} e5 {[%eval 0]} 2. g4 {[%eval #-1]} Qh4# {[%eval 9]} *"), [3]);
}
