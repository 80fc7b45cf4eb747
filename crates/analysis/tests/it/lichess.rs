//! A game that lichess has analysed (q7ZvsdUF, of its public database, CC0), with all that it computed.

use pgnkit::chess::Color;
use pgnkit::command::{Evaluation, Score};
use pgnkit::{Game, NodeId};
use pgnkit_analysis::{Evaluator, GameAnalysis, Grading, Marks, Scope, Tag};
use pgnkit_collections::judgement::Judgement::{self, Blunder, Inaccuracy, Mistake};

const MOVES: &str = "\
d4 d5 c4 c6 Nc3 e6 e4 Nd7 exd5 cxd5 cxd5 exd5 Nxd5 Nb6 Bb5+ Bd7 Qe2+ Ne7 Nxb6 Qxb6 Bxd7+ Kxd7 Nf3 Qa6 Ne5+ Ke8 Qf3 f6 Nd3 Qc6 Qe2 Kf7 O-O \
Kg8 Bd2 Re8 Rac1 Nf5 Be3 Qe6 Rfe1 g6 b3 Bd6 Qd2 Kf7 Bf4 Qd7 Bxd6 Nxd6 Nc5 Rxe1+ Rxe1 Qc6 f3 Re8 Rxe8 Nxe8 Kf2 Nc7 Qb4 b6 Qc4+ Nd5 Nd3 Qe6 \
Nb4 Ne7 Qxe6+ Kxe6 Ke3 Kd6 g3 h6 Kd3 h5 Nc2 Kd5 a3 Nc6 Ne3+ Kd6 h4 Nd8 g4 Ne6 Ke4 Ng7 Nc4+ Ke6 d5+ Kd7 a4 g5 gxh5 Nxh5 hxg5 fxg5 Kf5 Nf4 Ne3 \
Nh3 Kg4 Ng1 Nc4 Kc7 Nd2 Kd6 Kxg5 Kxd5 f4 Nh3+ Kg4 Nf2+ Kf3 Nd3 Ke3 Nc5 Kf3 Ke6 Ke3 Kf5 Kd4 Ne6+ Kc4";

/// Centipawns after each half-move, as White sees them.
#[rustfmt::skip]
const SCORES: [i32; 125] = [
    8, 7, 10, 14, 2, 9, 5, 85, 96, 98, 88, 87, 81, 88, 82, 90, 79, 160, 146, 151, 149, 160, 151, 150, 164, 190, 44, 61, 59, 54, -34, 158, 142,
    183, 177, 340, 169, 200, 120, 167, 147, 200, 92, 102, 95, 95, 61, 79, 72, 201, 190, 183, 106, 108, 93, 101, 101, 107, 100, 105, 103, 118,
    117, 116, 83, 95, 90, 94, 94, 93, 88, 102, 79, 120, 114, 124, 108, 133, 100, 156, 198, 179, 167, 227, 225, 209, 207, 192, 173, 243, 219,
    234, 201, 342, 318, 342, 307, 323, 270, 313, 279, 303, 286, 277, 215, 213, 8, 8, 8, 8, 21, 54, 42, 57, 25, 63, 8, 8, 8, 8, 8, 8, 8, 8, 8,
];

/// The half-moves that lichess judges.
const JUDGEMENTS: [(usize, Judgement); 15] = [
    (8, Inaccuracy),
    (18, Inaccuracy),
    (27, Mistake),
    (31, Inaccuracy),
    (32, Blunder),
    (36, Mistake),
    (37, Mistake),
    (39, Inaccuracy),
    (43, Inaccuracy),
    (50, Mistake),
    (53, Inaccuracy),
    (90, Inaccuracy),
    (94, Mistake),
    (107, Blunder),
    (117, Inaccuracy),
];

#[test]
fn judgements_accuracy_and_loss_are_those_of_lichess() {
    let mut game: Game = format!("{MOVES} 1/2-1/2").parse().unwrap();
    let nodes: Vec<NodeId> = game.mainline().map(|node| node.id()).collect();
    assert_eq!(nodes.len(), SCORES.len());
    for (node, score) in nodes.iter().zip(SCORES) {
        let score = Score::Pawns(f64::from(score) / 100.0);
        game.set_evaluation(*node, Evaluation { score, depth: None }).unwrap();
    }
    let analysis = GameAnalysis::of(&game, &Scope::default(), Grading::default(), &Evaluator::default());
    let found: Vec<(usize, Judgement)> =
        (1..).zip(&analysis.plies).filter_map(|(at, ply)| Some((at, ply.judgement?))).collect();
    assert_eq!(found, JUDGEMENTS);
    let accuracy = analysis.accuracy().unwrap();
    let loss = [Color::White, Color::Black].map(|side| analysis.average_loss(side).unwrap());
    for (found, expected) in [
        (accuracy.white.unwrap(), 89.65),
        (accuracy.black.unwrap(), 90.11),
        (loss[0], 25.73),
        (loss[1], 25.95),
    ] {
        assert!((found - expected).abs() < 0.006, "{found}: expected {expected}");
    }
    let marks = Marks { tags: vec![Tag::Accuracy, Tag::Acpl], ..Marks::default() };
    marks.write(&mut game, &analysis).unwrap();
    let tags =
        ["WhiteAccuracy", "BlackAccuracy", "WhiteACPL", "BlackACPL"].map(|name| game.tag(name).unwrap());
    assert_eq!(tags, ["90", "90", "26", "26"]);
}
