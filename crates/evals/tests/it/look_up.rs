//! Evaluations come out as they were put in.

use std::collections::HashMap;

use pgnkit_chess::{Position, fen};
use pgnkit_evals::{Detail, Evals, EvalsBatch, EvalsBuilder, Evaluation, Score, ScoredLine};
use pgnkit_index::key;
use pgnkit_index::table::TableWriter;
use proptest::prelude::*;

use crate::positions::{built, different, evaluated, file_of, line_of, opened, played};

/// An evaluation as far as it is kept.
fn cut(evaluation: &Evaluation, lines: usize, moves: usize) -> Evaluation {
    let cut = |line: &ScoredLine| ScoredLine {
        score: line.score,
        moves: line.moves[..line.moves.len().min(moves)].to_vec(),
    };
    Evaluation { lines: evaluation.lines.iter().take(lines).map(cut).collect(), ..*evaluation }
}

proptest! {
    #[test]
    fn a_file_answers_as_a_map_does(
        given in prop::collection::vec(evaluated(), 0..60),
        lines in 1..6_u8,
        moves in 1..10_u8,
        size in 1..9_usize,
        others in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..4), 0..10),
    ) {
        let kept = Detail::default().with_lines(lines).with_moves(moves);
        let mut expected = HashMap::<u64, Evaluation>::new();
        for (position, evaluation) in &given {
            let best = expected.get(&key(position));
            if best.is_none_or(|best| best.effort() < evaluation.effort()) {
                expected.insert(key(position), cut(evaluation, lines.into(), moves.into()));
            }
        }
        let mut batches = Vec::new();
        for part in given.chunks(size) {
            let mut batch = EvalsBatch::default();
            for (position, evaluation) in part {
                batch.push_line(line_of(position, &[evaluation]).as_bytes(), kept).unwrap();
            }
            batches.push(batch);
        }
        let bytes = built(&batches, 1 << 20);
        let evals = opened(&bytes);
        prop_assert_eq!(evals.len(), expected.len() as u64);
        for position in given.iter().map(|(position, _)| *position).chain(others.iter().map(|it| played(it))) {
            let found = evals.get(&position).unwrap();
            prop_assert_eq!(found.as_ref(), expected.get(&key(&position)));
            // Clocks do not count.
            prop_assert_eq!(evals.get(&position.with_clocks(7, 40)).unwrap(), found);
        }
        let summary = evals.check(|error| panic!("{error}")).unwrap();
        prop_assert_eq!(summary.positions, evals.len());
        prop_assert_eq!(summary.lines, expected.values().map(|it| it.lines.len() as u64).sum::<u64>());

        // However they came together.
        let mut all = EvalsBatch::default();
        batches.iter().for_each(|batch| all.append(batch));
        prop_assert_eq!(all.len(), given.len());
        prop_assert_eq!(built(&[all], 0), bytes);
    }

    #[test]
    fn the_best_of_a_line_is_taken(position in prop::collection::vec(any::<u8>(), 0..6), all in prop::collection::vec(evaluated(), 1..5)) {
        // Evaluations of one position have the same moves here.
        let position = played(&position);
        prop_assume!(!position.legal_moves().is_empty());
        let all: Vec<Evaluation> = all
            .into_iter()
            .map(|(_, mut evaluation)| {
                let mv = position.legal_moves().into_iter().next().unwrap();
                evaluation.lines.iter_mut().for_each(|line| line.moves = vec![mv]);
                evaluation
            })
            .collect();
        let kept = Detail::default().with_lines(9).with_moves(9);
        let (read, found) = pgnkit_evals::read_line(line_of(&position, &all.iter().collect::<Vec<_>>()).as_bytes(), kept).unwrap();
        let best = all.iter().map(Evaluation::effort).max().unwrap();
        let expected = all.iter().find(|it| it.effort() == best).unwrap();
        prop_assert_eq!((key(&read), &found), (key(&position), expected));
    }
}

/// Lines so many that memory is not enough, and batches from several threads.
#[test]
fn memory_and_threads_leave_the_bytes_alone() {
    let lines: Vec<String> = different(10_000)
        .into_iter()
        .enumerate()
        .filter_map(|(number, position)| {
            let mv = position.legal_moves().into_iter().nth(number % 20)?;
            let line = ScoredLine { score: Score::Centipawns(number as i32 % 900 - 450), moves: vec![mv] };
            let evaluation =
                Evaluation { depth: number as u32 % 50, knodes: 100_000 + number as u64, lines: vec![line] };
            Some(line_of(&position, &[&evaluation]))
        })
        .collect();
    let batch_of = |lines: &[String]| {
        let mut batch = EvalsBatch::default();
        lines.iter().for_each(|line| batch.push_line(line.as_bytes(), Detail::default()).unwrap());
        batch
    };
    let threaded: Vec<EvalsBatch> = std::thread::scope(|scope| {
        let threads: Vec<_> = lines.chunks(3001).map(|part| scope.spawn(|| batch_of(part))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let bytes = built(&[batch_of(&lines)], 1 << 30);
    assert_eq!(built(&threaded, 1 << 30), bytes);
    // 64 KiB are many files.
    assert_eq!(built(&threaded, 1), bytes);
    let evals = opened(&bytes);
    assert!(evals.blocks() > 10 && evals.bytes() == bytes.len() as u64);
    let each = bytes.len() as f64 / evals.len() as f64;
    assert!(each <= 16.0, "{each} bytes a position");
}

#[test]
fn castling_and_en_passant_are_found_in_either_spelling() {
    let lines = [
        // The square that was passed counts only if there is a pawn to take there.
        r#"{"fen":"rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3","evals":[{"pvs":[{"cp":30,"line":"e7e5"}],"knodes":1,"depth":1}]}"#,
        r#"{"fen":"r3k2r/8/8/8/8/8/8/R3K2R w KQkq -","evals":[{"pvs":[{"cp":0,"line":"e1h1 e8a8"}],"knodes":1,"depth":1}]}"#,
        // Chess960, where the king is on g1 already.
        r#"{"fen":"6k1/8/8/8/8/8/8/6KR w H -","evals":[{"pvs":[{"mate":9,"line":"g1h1"}],"knodes":1,"depth":1}]}"#,
    ];
    let mut batch = EvalsBatch::default();
    for line in lines {
        batch.push_line(line.as_bytes(), Detail::default().with_moves(2)).unwrap();
    }
    let evals = opened(&built(&[batch], 0));
    for (text, san) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", "e5"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 3 9", "O-O"),
        ("6k1/8/8/8/8/8/8/6KR w K - 0 1", "O-O"),
    ] {
        let position = fen::parse(text.as_bytes()).unwrap().position;
        let found = evals.get(&position).unwrap().expect(text);
        assert_eq!(position.san(found.lines[0].moves[0]).to_string().trim_end_matches('+'), san, "{text}");
    }
    assert_eq!(evals.get(&Position::START).unwrap(), None);
}

/// The evaluation of another position with the same key would be such a one.
#[test]
fn an_evaluation_whose_moves_are_not_legal_is_none() {
    let entry = |value: &[u8]| {
        let mut writer = TableWriter::new(Vec::new(), *b"eval").unwrap();
        writer.push(key(&Position::START), value).unwrap();
        opened(&writer.finish().unwrap())
    };
    // The pawn on a2 one square on; the knight on b1 to the third of two squares.
    let (pawn, knight) = (8, 2 << 4 | 1);
    assert_eq!(entry(&[2, 1, 4, pawn]).get(&Position::START).unwrap().unwrap().lines.len(), 1);
    assert_eq!(entry(&[2, 1, 4, knight]).get(&Position::START).unwrap(), None);
    let error = entry(&[2, 1, 4, pawn, 0]).get(&Position::START).unwrap_err();
    assert!(error.to_string().starts_with("the entry of "), "{error}");
}

#[test]
fn an_evaluation_without_moves_is_left_out() {
    let mut batch = EvalsBatch::default();
    let line = ScoredLine { score: Score::Mate(1), moves: Vec::new() };
    for lines in [Vec::new(), vec![line]] {
        assert!(!batch.push(&Position::START, &Evaluation { depth: 1, knodes: 1, lines }));
    }
    assert!(batch.is_empty());
    let empty = EvalsBuilder::new(&std::env::temp_dir(), 0);
    assert!(empty.is_empty());
    let built = empty.finish(Vec::new()).unwrap();
    assert_eq!(built.positions, 0);
    let evals = Evals::of(file_of(&built.out)).unwrap();
    assert!(evals.is_empty() && evals.get(&Position::START).unwrap().is_none());
}
