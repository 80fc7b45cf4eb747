//! Games analysed by an engine.

use std::collections::HashSet;
use std::sync::Arc;

use pgnkit::Game;
use pgnkit::chess::Color;
use pgnkit::syntax::Ignore;
use pgnkit_analysis::{Cache, Evaluator, GameAnalysis, GivenMoves, Grading, Marks, Players, Query, Scope};

use crate::engine::TestEngine;

/// Black wins a queen, gives it back, and is mated.
const GAME: &str = "[White \"Tal\"]\n[Black \"Nobody\"]\n\n1. e4 e5 2. Qh5 Nc6 3. Qxf7+ Kxf7 4. Bc4+ d5 5. Bxd5+ Qxd5 6. exd5 Nd4 *";

fn game(text: &str) -> Game {
    Game::read(text.as_bytes(), &mut Ignore).unwrap()
}

fn with_engines(engine: &TestEngine, count: usize) -> Evaluator {
    let mut evaluator = Evaluator::default();
    evaluator.engines = Some(engine.start(count));
    evaluator
}

fn analysed(text: &str, scope: &Scope, evaluator: &Evaluator) -> (Game, GameAnalysis) {
    let mut game = game(text);
    let analysis = GameAnalysis::of(&game, scope, Grading::default(), evaluator);
    Marks::default().write(&mut game, &analysis).unwrap();
    (game, analysis)
}

#[test]
fn the_same_game_is_the_same_analysis() {
    let mut texts = HashSet::new();
    for count in [1, 3] {
        let engine = TestEngine::new();
        let evaluator = with_engines(&engine, count);
        let (game, analysis) = analysed(GAME, &Scope::default(), &evaluator);
        assert_eq!((analysis.analysed, analysis.kept, analysis.failures.len()), (13, 0, 0));
        texts.insert(game.to_string());
    }
    assert_eq!(texts.len(), 1);
    let text = texts.into_iter().next().unwrap().replace('\n', " ");
    for part in [
        "3. Qxf7+ $4 {(0.00 → -8.00) Blunder. ",
        "{[%eval -8.0]}",
        "5... Qxd5 $4 {(-4.00 → -1.00) Blunder. Be6 was best.} {[%eval -1.0]} (5... Be6) ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
}

#[test]
fn no_position_is_searched_twice() {
    let engine = TestEngine::new();
    let evaluator = with_engines(&engine, 2);
    let texts = [GAME, "1. e4 e5 2. Qh5 Nc6 3. Qd1 *", "1. e4 Nc6 2. Qh5 e5 3. Qd1 *", GAME];
    std::thread::scope(|threads| {
        for text in texts {
            let evaluator = &evaluator;
            threads.spawn(move || analysed(text, &Scope::default(), evaluator));
        }
    });
    let expected: HashSet<String> = texts
        .iter()
        .flat_map(|text| Query::of_game(&game(text), GivenMoves::default()))
        .map(|query| query.key())
        .collect();
    assert_eq!(engine.searched().len(), expected.len());
    assert_eq!(evaluator.engines.as_ref().unwrap().figures().positions, expected.len() as u64);
}

#[test]
fn a_cache_has_what_was_searched() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.cache");
    let engine = TestEngine::new();
    let run = || {
        let mut evaluator = with_engines(&engine, 1);
        let identity = evaluator.engines.as_ref().unwrap().identity();
        let cache = Arc::new(Cache::open(&path, &identity).unwrap());
        evaluator.cache = Some(Arc::clone(&cache));
        let (game, _) = analysed(GAME, &Scope::default(), &evaluator);
        drop(evaluator);
        Arc::into_inner(cache).unwrap().finish().unwrap();
        game.to_string()
    };
    let first = run();
    let searched = engine.searched();
    assert_eq!(searched.len(), 13);
    assert_eq!(run(), first);
    assert_eq!(engine.searched(), searched);
}

#[test]
fn a_position_on_which_the_engine_crashes_is_left_out() {
    let engine = TestEngine::crashing_on("r1bqkbnr/pppp1ppp/2n5/4p2Q/4P3/8/PPPP1PPP/RNB1KBNR");
    let evaluator = with_engines(&engine, 2);
    let (game, analysis) = analysed(GAME, &Scope::default(), &evaluator);
    assert_eq!(analysis.failures.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [4]);
    assert_eq!(analysis.analysed, 12);
    assert_eq!(evaluator.engines.as_ref().unwrap().figures().failures, 1);
    let text = game.to_string().replace('\n', " ");
    assert!(text.contains("2... Nc6 3. Qxf7+ {[%eval -8.0]}"), "{text}");
    assert!(analysis.accuracy().is_none());
}

#[test]
fn only_what_is_asked_for_is_searched() {
    let searched = |scope: Scope, text: &str| {
        let engine = TestEngine::new();
        let evaluator = with_engines(&engine, 1);
        let (_, analysis) = analysed(text, &scope, &evaluator);
        let judged = analysis.plies.iter().filter(|ply| ply.is_chosen).count();
        (engine.searched().len(), judged, analysis.kept)
    };
    let named = |name: &str| Scope { players: Players::Named(name.to_owned()), ..Scope::default() };
    for (scope, expected) in [
        (Scope::default(), (13, 12, 0)),
        (Scope { from_ply: 11, ..Scope::default() }, (3, 2, 0)),
        (Scope { players: Players::Side(Color::Black), ..Scope::default() }, (12, 6, 0)),
        (named("Tal, Mikhail"), (12, 6, 0)),
        (named("Spassky"), (0, 0, 0)),
        // After 3. Qxf7+ Black is ahead by eight pawns.
        (Scope { until_won: Some(700), ..Scope::default() }, (6, 5, 0)),
    ] {
        assert_eq!(searched(scope.clone(), GAME), expected, "{scope:?}");
    }
    let kept = Scope { keep_existing: true, ..Scope::default() };
    assert_eq!(searched(kept, "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 *"), (2, 3, 2));
    assert_eq!(searched(Scope::default(), "1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 *"), (4, 3, 0));
}

#[test]
fn games_that_cannot_be_analysed_stay_as_they_are() {
    let engine = TestEngine::new();
    let evaluator = with_engines(&engine, 1);
    for text in ["*", "[Variant \"Martian\"]\n\n1. e4 e5 *", "[FEN \"nonsense\"]\n[SetUp \"1\"]\n\n1. e4 *"] {
        let before = game(text).to_string();
        let (game, analysis) = analysed(text, &Scope::default(), &evaluator);
        assert_eq!(game.to_string(), before);
        assert_eq!((analysis.analysed, analysis.failures.len()), (0, 0), "{text}");
    }
    // The engine has no other rules.
    let (_, analysis) = analysed("[Variant \"Atomic\"]\n\n1. e4 e5 *", &Scope::default(), &evaluator);
    assert_eq!((analysis.analysed, analysis.failures.len()), (0, 3));
}

#[test]
fn the_end_of_a_game_has_no_score() {
    let engine = TestEngine::new();
    let evaluator = with_engines(&engine, 1);
    let (game, analysis) = analysed("1. f3 e5 2. g4 Qh4# 0-1", &Scope::default(), &evaluator);
    let text = game.to_string().replace('\n', " ");
    assert!(text.contains("2. g4 $4 {(0.00 → Mate in 1) Checkmate is now unavoidable. "), "{text}");
    assert!(text.ends_with("2... Qh4# 0-1  "), "{text}");
    assert_eq!(analysis.accuracy().and_then(|accuracy| accuracy.black), Some(100.0));
}
