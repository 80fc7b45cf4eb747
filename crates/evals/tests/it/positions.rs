//! Positions and evaluations made by chance, and files of them.

use std::fs::File;
use std::io::{Seek, Write};

use pgnkit_chess::{ChessMode, Move, Position};
use pgnkit_evals::{Evals, EvalsBatch, EvalsBuilder, Evaluation, Score, ScoredLine};
use proptest::prelude::*;

/// The position after some moves, each chosen by a number among those that are legal.
pub(crate) fn played(choices: &[u8]) -> Position {
    let mut position = Position::START;
    chosen(&position, choices).into_iter().for_each(|mv| position.play(mv));
    position
}

/// As many positions as are asked for, each after seven moves, the same ones always; nearly all are different.
pub(crate) fn different(count: usize) -> Vec<Position> {
    let mut state = 1_u64;
    let choices = std::iter::repeat_with(|| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 8).to_be_bytes()
    });
    choices.map(|choices| played(&choices[1..])).take(count).collect()
}

/// Moves from a position, chosen so, until there is none.
pub(crate) fn chosen(position: &Position, choices: &[u8]) -> Vec<Move> {
    let (mut at, mut moves) = (*position, Vec::new());
    for choice in choices {
        let legal: Vec<Move> = at.legal_moves().into_iter().collect();
        let Some(mv) = legal.get(usize::from(*choice) % legal.len().max(1)) else { break };
        moves.push(*mv);
        at.play(*mv);
    }
    moves
}

/// Scores of both kinds.
fn scores() -> impl Strategy<Value = Score> {
    prop_oneof![
        4 => (-400..400_i32).prop_map(Score::Centipawns),
        1 => any::<i32>().prop_map(Score::Centipawns),
        1 => any::<i32>().prop_map(Score::Mate),
    ]
}

/// A position in which there is a move, and an evaluation of it with up to 5 lines of up to 8 moves.
pub(crate) fn evaluated() -> impl Strategy<Value = (Position, Evaluation)> {
    let lines = prop::collection::vec((scores(), prop::collection::vec(any::<u8>(), 1..8)), 1..5);
    // Few moves, so that positions come twice.
    let evaluation =
        (prop::collection::vec(0..4_u8, 0..3), 0..70_u32, prop_oneof![0..3_u64, any::<u64>()], lines);
    evaluation.prop_map(|(choices, depth, knodes, lines)| {
        let position = played(&choices);
        let lines = lines
            .into_iter()
            .map(|(score, choices)| ScoredLine { score, moves: chosen(&position, &choices) });
        (position, Evaluation { depth, knodes, lines: lines.collect() })
    })
}

/// The line of JSON of an evaluation.
pub(crate) fn line_of(position: &Position, evaluations: &[&Evaluation]) -> String {
    let evals = evaluations.iter().map(|evaluation| {
        let pvs = evaluation.lines.iter().map(|line| {
            let (name, number) = match line.score {
                Score::Centipawns(number) => ("cp", number),
                Score::Mate(number) => ("mate", number),
            };
            let moves = line.moves.iter().map(|mv| mv.to_uci(ChessMode::Chess960).as_str().to_owned());
            format!(r#"{{"{name}":{number},"line":"{}"}}"#, moves.collect::<Vec<_>>().join(" "))
        });
        let pvs = pvs.collect::<Vec<_>>().join(",");
        format!(r#"{{"pvs":[{pvs}],"knodes":{},"depth":{}}}"#, evaluation.knodes, evaluation.depth)
    });
    let fen = position.to_string();
    let four = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
    format!(r#"{{"fen":"{four}","evals":[{}]}}"#, evals.collect::<Vec<_>>().join(","))
}

/// The bytes of a file of batches, built with so much memory.
pub(crate) fn built(batches: &[EvalsBatch], memory: usize) -> Vec<u8> {
    let mut builder = EvalsBuilder::new(&std::env::temp_dir(), memory);
    for batch in batches {
        builder.add(batch).unwrap();
    }
    assert_eq!(builder.len(), batches.iter().map(|batch| batch.len() as u64).sum::<u64>());
    builder.finish(Vec::new()).unwrap().out
}

pub(crate) fn file_of(bytes: &[u8]) -> File {
    let mut file = tempfile::tempfile().unwrap();
    file.write_all(bytes).unwrap();
    file.rewind().unwrap();
    file
}

pub(crate) fn opened(bytes: &[u8]) -> Evals {
    Evals::of(file_of(bytes)).unwrap()
}
