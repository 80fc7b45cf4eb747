//! Whole sessions: what is sent, what is answered without the engine, cancelling.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pgnkit_chess::{Position, Status, Variant, fen};
use pgnkit_uci::{
    Analyst, Engine, EngineCommand, EngineError, Interruption, Limits, OptionKind, Root, Score, Timeouts,
};

use crate::fake::FakeEngine;
use crate::shown;

/// Times that are never over, but those that a test makes short.
pub fn patient() -> Timeouts {
    let long = Duration::from_secs(120);
    Timeouts { start: long, ready: long, search: long, stop: long, quit: long }
}

static NEVER: AtomicBool = AtomicBool::new(false);

#[test]
fn each_command_that_is_sent() {
    let fake = FakeEngine::new("none");
    let mut engine = Engine::start(&fake.command, patient()).unwrap();
    engine.set_option("hash", "32").unwrap();
    engine.set_option("clear hash", "").unwrap();
    let start = Position::START;
    let moves = ["e2e4", "e7e5"].iter().scan(start, |position, text| {
        let mv = position.parse_uci(text.as_bytes())?;
        position.play(mv);
        Some(mv)
    });
    let moves: Vec<_> = moves.collect();
    engine.begin_game(&start).unwrap();
    for (plies, multipv) in [(2, 2), (1, 2), (0, 1)] {
        let root = Root::new(&start, &moves[..plies]).unwrap();
        let analysis = engine.search(&root, &Limits::nodes(5000), multipv, &NEVER).unwrap();
        assert_eq!(analysis.lines.len(), usize::from(multipv));
        assert_eq!((analysis.nodes, analysis.nps, analysis.depth), (Some(200), Some(1000), 2));
        assert_eq!((analysis.time, analysis.lines[0].seldepth), (Duration::from_millis(2), Some(5)));
    }
    // Chess960, a variant, and the values of an option with capitals of its own; back again.
    let chess960 = fen::parse(b"4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1").unwrap().position;
    let castling = [chess960.parse_uci(b"d1h1").unwrap()];
    engine.search(&Root::new(&chess960, &castling).unwrap(), &Limits::depth(3), 1, &NEVER).unwrap();
    let house = Variant::Crazyhouse.start();
    engine.begin_game(&house).unwrap();
    let checks = Variant::ThreeCheck.start();
    let limits = Limits {
        searchmoves: checks.parse_uci(b"a2a3").into_iter().collect(),
        ..Limits::movetime(Duration::from_secs(1))
    };
    engine.search(&Root::new(&checks, &[]).unwrap(), &limits, 1, &NEVER).unwrap();
    assert!(engine.quit().unwrap().success());
    let expected = [
        "start",
        "uci",
        "setoption name UCI_ShowWDL value true",
        "setoption name OwnBook value false",
        "setoption name Hash value 32",
        "setoption name Clear Hash",
        "setoption name UCI_Variant value chess",
        "setoption name UCI_Chess960 value false",
        "ucinewgame",
        "isready",
        "setoption name MultiPV value 2",
        "isready",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5",
        "go nodes 5000",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4",
        "go nodes 5000",
        "setoption name MultiPV value 1",
        "isready",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "go nodes 5000",
        "setoption name UCI_Chess960 value true",
        "isready",
        "position fen 4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1 moves d1h1",
        "go depth 3",
        "setoption name UCI_Variant value Crazyhouse",
        "setoption name UCI_Chess960 value false",
        "ucinewgame",
        "isready",
        "setoption name UCI_Variant value 3check",
        "isready",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1",
        "go movetime 1000 searchmoves a2a3",
        "quit",
    ];
    assert_eq!(fake.journal(), expected);
}

#[test]
fn an_analyst_sets_its_options_at_each_start() {
    let fake = FakeEngine::new("exits after bestmove");
    let mut analyst =
        Analyst::new(fake.command.clone(), Limits::nodes(1)).option("Hash", "8").option("MultiPV", "3");
    let root = Root::new(&Position::START, &[]).unwrap();
    for _ in 0..3 {
        analyst.begin_game();
        analyst.analyse(&root, &NEVER).unwrap();
    }
    let journal = fake.journal();
    let count = |line: &str| journal.iter().filter(|other| *other == line).count();
    assert_eq!(
        (count("start"), count("setoption name Hash value 8"), count("ucinewgame")),
        (3, 3, 3),
        "{journal:?}"
    );
    // The number of lines is that of the search.
    assert_eq!((count("setoption name MultiPV value 3"), count("setoption name MultiPV value 1")), (3, 3));
}

#[test]
fn names_and_options_are_read() {
    let fake = FakeEngine::new("odd options");
    let engine = Engine::start(&fake.command, patient()).unwrap();
    assert!(engine.name().starts_with("Fake "));
    let kinds = ["My Option", "Empty", "HASH", "Clear Hash", "Late"]
        .map(|name| engine.options().get(name).map(|option| option.kind.clone()));
    let spin = |default, min, max| Some(OptionKind::Spin { default, min, max });
    assert_eq!(
        kinds,
        [
            spin(None, None, None),
            Some(OptionKind::Combo { default: None, values: Vec::new() }),
            // It came twice: the last counts.
            spin(Some(16), Some(1), Some(64)),
            Some(OptionKind::Button),
            None,
        ]
    );
}

#[test]
fn questions_that_no_restart_can_answer_are_not_tried_again() {
    let atomic_less = |variant: Variant| variant.start();
    for (option, position, text) in [
        (
            ("Threads", "2"),
            Position::START,
            "expected an option of the engine, found `Threads`: it has `MultiPV`, ",
        ),
        (("Hash", "65"), Position::START, "expected a whole number from 1 to 64 for `Hash`, found `65`"),
        (
            ("Hash", "1"),
            atomic_less(Variant::Horde),
            "expected an engine that plays Horde, found one that plays `chess`, `atomic`, `3check`, `Crazyhouse`: ",
        ),
    ] {
        let fake = FakeEngine::new("none");
        let mut analyst = Analyst::new(fake.command.clone(), Limits::nodes(1)).option(option.0, option.1);
        let root = Root::new(&position, &[]).unwrap();
        let error = analyst.analyse(&root, &NEVER).unwrap_err();
        assert!(error.to_string().starts_with(text), "{error}");
        assert_eq!(analyst.starts(), 1);
    }
    let fake = FakeEngine::new("plain options");
    let mut analyst = Analyst::new(fake.command.clone(), Limits::nodes(1));
    let chess960 = Position::chess960(0).unwrap();
    for position in [chess960, Variant::Atomic.start()] {
        let error = analyst.analyse(&Root::new(&position, &[]).unwrap(), &NEVER).unwrap_err();
        assert!(matches!(&error, EngineError::NoVariant { offered, .. } if offered.is_empty()), "{error}");
    }
    // The engine goes on with what it can.
    assert!(analyst.analyse(&Root::new(&Position::START, &[]).unwrap(), &NEVER).is_ok());
    assert_eq!(analyst.starts(), 1);
}

#[test]
fn programs_that_cannot_be_started() {
    for (command, text) in [
        (
            EngineCommand::new("/no/such/engine"),
            "expected an engine, found no program or folder `/no/such/engine`: install it, or give its path",
        ),
        #[cfg(unix)]
        (
            EngineCommand::new(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml")),
            "expected an engine, found no permission to run `",
        ),
    ] {
        let mut analyst = Analyst::new(command, Limits::nodes(1));
        let root = Root::new(&Position::START, &[]).unwrap();
        let error = analyst.analyse(&root, &NEVER).unwrap_err();
        assert!(error.to_string().starts_with(text) && !error.is_retryable(), "{error}");
        assert_eq!(analyst.starts(), 1);
    }
    if cfg!(unix) {
        let here = EngineCommand::new("/bin/sh").directory("/no/such/folder");
        let error = Engine::start(&here, patient()).unwrap_err();
        assert!(
            matches!(error, EngineError::CannotStart { kind: std::io::ErrorKind::NotFound, .. }),
            "{error}"
        );
    }
}

#[test]
fn errors_have_the_last_words_of_the_engine() {
    let start = Position::START;
    let root = Root::new(&start, &[]).unwrap();
    for (behaviour, text) in [
        (
            "crash at start",
            "the engine ended while it started (exit status: 3), having written `no net\u{fffd}[31m found`: run it in a \
             terminal with the same options, or give it less Hash and fewer Threads",
        ),
        (
            "is no engine",
            "the engine ended while it started (exit status: 0), having written `usage: fake FILE`: ",
        ),
        (
            "crash in the search",
            "the engine ended in its search (exit status: 1), having written `assertion failed:\u{fffd}king on e9`: run it \
             in a terminal with the same options, or give it less Hash and fewer Threads",
        ),
        #[cfg(unix)]
        ("abort", "the engine ended in its search (signal: 6 (SIGABRT)"),
    ] {
        let fake = FakeEngine::new(behaviour);
        let mut analyst = Analyst::new(fake.command.clone(), Limits::nodes(1)).timeouts(patient());
        let error = analyst.analyse(&root, &NEVER).unwrap_err().to_string();
        let error = if cfg!(unix) { error } else { error.replace("exit code", "exit status") };
        assert!(error.starts_with(text), "{error}");
    }
    let fake = FakeEngine::new("speaks XBoard");
    let short = Timeouts { start: Duration::from_secs(1), ..patient() };
    let error = Engine::start(&fake.command, short).unwrap_err().to_string();
    // Slow machines may not have heard it yet.
    assert!(error.starts_with("expected `uciok` within 1 s, found "), "{error}");
}

#[test]
fn positions_without_a_legal_move_need_no_engine() {
    let mut analyst = Analyst::new(EngineCommand::new("/no/such/engine"), Limits::nodes(1));
    for (fen, variant, score, status) in [
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Variant::Standard, Some(Score::Mate(0)), "checkmate"),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Variant::Standard, Some(Score::Centipawns(0)), "stalemate"),
        ("4k3/8/8/8/4K3/8/8/8 b - - 0 1", Variant::KingOfTheHill, Some(Score::Mate(0)), "king in the centre"),
        ("8/8/8/8/8/8/8/4K3 b - - 0 1", Variant::Antichess, None, "no pieces left, which wins"),
    ] {
        let position = fen::parse_variant(fen.as_bytes(), variant, None).unwrap().position;
        let analysis = analyst.analyse(&Root::new(&position, &[]).unwrap(), &NEVER).unwrap();
        assert_eq!((analysis.score(), analysis.best_move), (score, None), "{fen}");
        assert_eq!(analysis.ended.map(|status: Status| status.to_string()).as_deref(), Some(status));
    }
    assert_eq!(analyst.starts(), 0);
}

#[test]
fn a_search_is_cancelled() {
    let root_moves = [Position::START.parse_uci(b"e2e4").unwrap()];
    let root = Root::new(&Position::START, &root_moves).unwrap();
    let cancel = AtomicBool::new(true);
    // It stops, and goes on with the next.
    let fake = FakeEngine::new("hang");
    let mut engine = Engine::start(&fake.command, patient()).unwrap();
    for _ in 0..2 {
        assert_eq!(engine.search(&root, &Limits::nodes(1), 1, &cancel), Err(EngineError::Cancelled));
        assert!(engine.is_running());
    }
    // Without a limit it is the way to end, and the lines are the result.
    let analysis = engine.search(&root, &Limits::default(), 1, &cancel).unwrap();
    assert_eq!(analysis.interrupted, Some(Interruption::Cancelled));
    assert_eq!(shown(&Ok(analysis)), "1: 5 a7a5; best a7a5, Cancelled");
    // It does not stop: it is gone, and an analyst takes another.
    let fake = FakeEngine::new("ignores stop");
    let timeouts = Timeouts { stop: Duration::from_millis(60), ..patient() };
    let mut analyst = Analyst::new(fake.command.clone(), Limits::nodes(1)).timeouts(timeouts);
    for starts in 1..=2 {
        assert_eq!(analyst.analyse(&root, &cancel), Err(EngineError::Cancelled));
        assert_eq!(analyst.starts(), starts);
    }
}

#[test]
fn a_search_is_watched_and_then_cancelled() {
    let fake = FakeEngine::new("counts nodes for ever");
    let mut engine = Engine::start(&fake.command, patient()).unwrap();
    let root_moves = [Position::START.parse_uci(b"e2e4").unwrap()];
    let root = Root::new(&Position::START, &root_moves).unwrap();
    let cancel = AtomicBool::new(false);
    let mut depths = Vec::new();
    let watch = |lines: &[pgnkit_uci::Line]| {
        depths.push(lines[0].depth);
        cancel.store(depths.len() == 3, Ordering::Release);
    };
    let analysis = engine.search_with(&root, &Limits::default(), 1, &cancel, watch).unwrap();
    assert_eq!(analysis.interrupted, Some(Interruption::Cancelled));
    assert_eq!(depths, [1, 2, 3, 1]);
}

#[test]
fn engines_work_on_threads_of_their_own() {
    let fake = FakeEngine::new("none");
    let results: Vec<String> = std::thread::scope(|scope| {
        let work = || {
            let mut analyst = Analyst::new(fake.command.clone(), Limits::nodes(1));
            shown(&analyst.analyse(&Root::new(&Position::START, &[]).unwrap(), &NEVER))
        };
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(work)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert_eq!(results, vec!["2: 20 a2a3 a7a5; best a2a3"; 4]);
}

#[test]
fn an_analyst_starts_its_engine_anew_on_request() {
    let fake = FakeEngine::new("none");
    let mut analyst =
        Analyst::new(fake.command.clone(), Limits::nodes(5000)).option("Hash", "32").timeouts(patient());
    // Nothing runs yet.
    analyst.restart();
    let root = Root::new(&Position::START, &[]).unwrap();
    for starts in 1..=3 {
        let analysis = analyst.analyse(&root, &NEVER).unwrap();
        assert!(analysis.first_failure.is_none());
        assert_eq!(analyst.starts(), starts);
        analyst.restart();
    }
    let journal = fake.journal();
    let count = |command: &str| journal.iter().filter(|line| *line == command).count();
    assert_eq!(
        (count("start"), count("setoption name Hash value 32"), count("quit")),
        (3, 3, 3),
        "{journal:?}"
    );
}
