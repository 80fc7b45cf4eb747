//! Ready evaluations, and judgements of files that have them.

use pgnkit::chess::Position;
use pgnkit::syntax::Ignore;
use pgnkit::{Game, NodeId};
use pgnkit_analysis::{Evaluator, GameAnalysis, Grading, Marks, Origin, Scope};
use pgnkit_collections::judgement::{Curve, Rule};
use pgnkit_evals::{Evals, EvalsBatch, EvalsBuilder, Evaluation, Score, ScoredLine};

#[test]
fn ready_evaluations_are_taken_and_the_rest_is_unknown() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.evals");
    let game: Game = "1. f3 e5 2. g4 *".parse().unwrap();
    let mut batch = EvalsBatch::default();
    for played in game.mainline_with_positions() {
        let mv = played.after.legal_moves()[0];
        let number = if played.node.ply() == 3 { -900 } else { 10 };
        let line = ScoredLine { score: Score::Centipawns(number), moves: vec![mv] };
        batch.push(&played.after, &Evaluation { depth: 30, knodes: 5, lines: vec![line] });
    }
    let mut builder = EvalsBuilder::new(folder.path(), 1 << 20);
    builder.add(&batch).unwrap();
    let mut file = std::fs::File::create(&path).unwrap();
    builder.finish(&mut file).unwrap();
    let mut evaluator = Evaluator::default();
    evaluator.evals = Some(Evals::open(&path).unwrap());
    let analysis = GameAnalysis::of(&game, &Scope::default(), Grading::default(), &evaluator);
    assert_eq!((analysis.analysed, analysis.failures.len()), (3, 0));
    // The initial position is not among them, and needs no score.
    assert!(analysis.plies[0].evaluation_before.is_none());
    let last = analysis.plies.last().unwrap();
    assert_eq!(last.evaluation_after.as_ref().unwrap().origin, Origin::Evals);
    let mut marked = game.clone();
    Marks::default().write(&mut marked, &analysis).unwrap();
    let text = marked.to_string().replace('\n', " ");
    assert!(text.contains("2. g4 $4 {(0.10 → -9.00) Blunder. "), "{text}");
    assert_eq!(game.start().position, Position::START);
}

/// The games of lichess in the repository, of a time when its curve was another one: judged by their own scores, they have the glyphs that they had, and six more,
/// for which no better line was stored.
#[test]
fn files_of_lichess_are_judged_as_lichess_did() {
    let bytes = std::fs::read(concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/clocks.pgn")).unwrap();
    let grading = Grading { rule: Rule::Files, curve: Curve::UntilJune2022 };
    let (mut equal, mut added, mut others, mut plies) = (0, 0, 0, 0);
    for slice in pgnkit::games(&bytes) {
        let Some(mut game) = Game::read(slice.bytes, &mut Ignore) else { continue };
        let nodes: Vec<NodeId> = game.mainline().map(|node| node.id()).collect();
        let glyphs = |game: &Game| -> Vec<Option<u8>> {
            nodes
                .iter()
                .map(|node| game.node(*node).unwrap().nags().find(|nag| [2, 4, 6].contains(nag)))
                .collect()
        };
        let before = glyphs(&game);
        for node in &nodes {
            game.set_nags(*node, &[]).unwrap();
        }
        let analysis = GameAnalysis::of(&game, &Scope::default(), grading, &Evaluator::default());
        Marks::default().write(&mut game, &analysis).unwrap();
        for (before, after) in before.iter().zip(glyphs(&game)) {
            plies += 1;
            match (*before, after) {
                (None, None) => {}
                (before, after) if before == after => equal += 1,
                (None, Some(_)) => added += 1,
                _ => others += 1,
            }
        }
    }
    assert_eq!((equal, added, others), (203, 6, 0), "of {plies} half-moves");
}
