//! Files that are cut, changed, or something else.

use pgnkit_evals::{Evals, EvalsBatch, EvalsError, Evaluation, Score, ScoredLine, is_evals};

use crate::positions::{built, chosen, different, file_of, opened};

/// A file of some blocks.
fn bytes() -> Vec<u8> {
    let mut batch = EvalsBatch::default();
    for (number, position) in different(900).into_iter().enumerate() {
        let line = |score| ScoredLine { score, moves: chosen(&position, &[1, 2]) };
        let lines = vec![line(Score::Centipawns(number as i32)), line(Score::Mate(-3))];
        assert!(batch.push(&position, &Evaluation { depth: 40, knodes: number as u64, lines }));
    }
    built(&[batch], 1 << 20)
}

#[test]
fn each_damaged_block_is_named_and_the_others_are_read() {
    let whole = bytes();
    let evals = opened(&whole);
    assert!(evals.blocks() >= 3, "{} blocks", evals.blocks());
    let all = evals.check(|error| panic!("{error}")).unwrap();
    assert_eq!(
        (all.positions, all.lines, all.moves, all.deepest),
        (evals.len(), 2 * evals.len(), 4 * evals.len(), 40)
    );
    let mut changed = whole.clone();
    // The first two blocks.
    changed[100] ^= 1;
    changed[16 + 4096 + 1000] ^= 0x80;
    let evals = opened(&changed);
    let mut named = Vec::new();
    let summary = evals.check(|error| named.push(error.to_string())).unwrap();
    assert_eq!(
        named,
        [
            "block 0 of the table is damaged: its check sum is another one",
            "block 1 of the table is damaged: its check sum is another one"
        ]
    );
    assert_eq!(summary.damaged, 2);
    assert!(summary.positions > 0 && summary.positions < all.positions);
}

#[test]
fn every_changed_bit_and_every_cut_is_found() {
    let whole = bytes();
    for at in (0..whole.len()).step_by(7) {
        let mut changed = whole.clone();
        changed[at] ^= 1 << (at % 8);
        match Evals::of(file_of(&changed)) {
            Err(EvalsError::NotEvals | EvalsError::Table(_)) => {}
            Err(error) => panic!("byte {at}: {error}"),
            Ok(evals) => assert!(evals.check(|_| {}).unwrap().damaged > 0, "byte {at}"),
        }
    }
    for length in (0..whole.len()).step_by(31) {
        let error = Evals::of(file_of(&whole[..length])).unwrap_err();
        assert!(matches!(error, EvalsError::NotEvals | EvalsError::Table(_)), "{length} bytes: {error}");
    }
}

#[test]
fn other_files_are_refused_with_what_was_expected() {
    let expected = "expected evaluations as `pgn evals build` writes them, found another file";
    let mut table = pgnkit_index::table::TableWriter::new(Vec::new(), *b"runs").unwrap();
    table.push(1, b"x").unwrap();
    for other in [&b"[Event \"?\"]\n\n1. e4 *\n"[..], b"", &table.finish().unwrap()] {
        assert_eq!(Evals::of(file_of(other)).unwrap_err().to_string(), expected);
        assert!(!is_evals(other));
    }
    let whole = bytes();
    assert!(is_evals(&whole));
    assert!(matches!(Evals::open("no such file"), Err(EvalsError::Io(_))));
}
