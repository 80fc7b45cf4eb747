//! Each misbehaviour of an engine: what one search gives, and what an analyst makes of it.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use pgnkit_chess::{Position, fen};
use pgnkit_uci::{Analyst, Engine, EngineError, Limits, Root, Timeouts};

use crate::fake::FakeEngine;
use crate::shown;

/// The time that is made short, since it is going to be over.
#[derive(Clone, Copy)]
enum Short {
    None,
    Start,
    Ready,
    Search,
    SearchAndStop,
}

impl Short {
    fn timeouts(self) -> Timeouts {
        let short = Duration::from_millis(60);
        let long = Duration::from_secs(120);
        let mut timeouts = Timeouts { start: long, ready: long, search: long, stop: long, quit: long };
        match self {
            Self::None => {}
            Self::Start => timeouts.start = short,
            Self::Ready => timeouts.ready = short,
            Self::Search => timeouts.search = short,
            Self::SearchAndStop => (timeouts.search, timeouts.stop) = (short, short),
        }
        timeouts
    }
}

/// A misbehaviour.
struct Case {
    behaviour: &'static str,
    short: Short,
    /// The result of one search.
    search: &'static str,
    /// The results of an analyst for two positions.
    analyst: [&'static str; 2],
    /// Number of starts that the analyst needed.
    starts: u64,
}

const fn case(
    behaviour: &'static str,
    short: Short,
    search: &'static str,
    analyst: [&'static str; 2],
    starts: u64,
) -> Case {
    Case { behaviour, short, search, analyst, starts }
}

/// The same for each search, and no failure.
const fn well(behaviour: &'static str, search: &'static str) -> Case {
    case(behaviour, Short::None, search, [search, search], 1)
}

/// The same failure for each search, however often the engine is started.
const fn never(behaviour: &'static str, short: Short, error: &'static str) -> Case {
    case(behaviour, short, error, [error, error], 4)
}

const USUAL: &str = "1: 5 a7a5; best a7a5";
const PLAYED: &str = "2: 20 a7a5 a2a3; best a7a5";

const CASES: &[Case] = &[
    well("none", PLAYED),
    never("crash at start", Short::None, "Ended"),
    never("is no engine", Short::None, "Ended"),
    never("crash at isready", Short::None, "Ended"),
    never("crash in the search", Short::None, "Ended"),
    never("abort", Short::None, "Ended"),
    case("crash once", Short::None, "Ended", ["2: 20 a7a5 a2a3; best a7a5, after Ended", PLAYED], 2),
    never("silent", Short::Start, "NoUciOk"),
    never("no uciok", Short::Start, "NoUciOk"),
    never("speaks XBoard", Short::Start, "NoUciOk"),
    never("floods for ever at start", Short::Start, "NoUciOk"),
    never("floods for ever at isready", Short::Ready, "NotReady"),
    never("floods for ever in the search", Short::SearchAndStop, "NoBestMove"),
    never("hang at isready", Short::Ready, "NotReady"),
    case(
        "hang",
        Short::Search,
        "1: 5 a7a5; best a7a5, TimedOut",
        ["1: 5 a7a5; best a7a5, TimedOut", "1: 5 a7a5; best a7a5, TimedOut"],
        1,
    ),
    never("ignores stop", Short::SearchAndStop, "NoBestMove"),
    well("counts nodes for ever", "1: 5 a7a5; best a7a5, NodesExceeded"),
    well("ends at once", "1: 5 a7a5; best a7a5, EndedEarly"),
    never("illegal bestmove", Short::None, "IllegalBestMove"),
    case(
        "illegal bestmove once",
        Short::None,
        "IllegalBestMove",
        ["2: 20 a7a5 a2a3; best a7a5, after IllegalBestMove", PLAYED],
        2,
    ),
    never("bestmove of another position", Short::None, "IllegalBestMove"),
    never("bestmove (none)", Short::None, "IllegalBestMove"),
    never("bestmove 0000", Short::None, "IllegalBestMove"),
    never("bestmove without a move", Short::None, "IllegalBestMove"),
    well("bestmove before readyok", PLAYED),
    never("no score", Short::None, "NoScore"),
    never("a score of mate 0", Short::None, "NoScore"),
    well("only bounds", "2: ≤9 a7a5; best a7a5"),
    well("bounds last", USUAL),
    well("score alone", "3: 33; best a7a5"),
    well("mate", "9: #4 a7a5; best a7a5"),
    well("mated", "9: #-12 a7a5; best a7a5"),
    well("garbage", "2: 7 a7a5 ✂1 😀; best a7a5"),
    well("CRLF", "2: 6 a7a5; best a7a5"),
    well("tabs and blanks", "2: 6 a7a5; best a7a5"),
    well("unknown words", "2: 6 a7a5; best a7a5"),
    well("chatters first", PLAYED),
    well("uciok twice", PLAYED),
    well("odd options", PLAYED),
    well("numbers out of range", USUAL),
    well("WDL", "1: 5 (250/500/250) a7a5; best a7a5"),
    well("odd WDL", USUAL),
    well("lines are missing", USUAL),
    well("depth goes down", "3: 3 a7a6; best a7a5"),
    well("illegal move in a line", "1: 5 a7a5 ✂1 a7a5; best a7a5"),
    well("null move in a line", "1: 5 a7a5 ✂1 0000; best a7a5"),
    well("illegal ponder", USUAL),
    well("capitals", "1: 5 e7e5 g1f3; best a7a5"),
    case("exits after bestmove", Short::None, USUAL, [USUAL, "1: 5 a7a5; best a7a5, after Ended"], 2),
    case(
        "no line feed at the end",
        Short::None,
        "1: 5 e7e5; best e7e5",
        ["1: 5 e7e5; best e7e5", "1: 5 e7e5; best e7e5, after Ended"],
        2,
    ),
    well("floods its standard error", USUAL),
    well("floods its output", USUAL),
    well("storm of empty lines", USUAL),
    #[cfg(unix)]
    never("closes its output", Short::None, "Ended"),
    #[cfg(unix)]
    never("closes its input", Short::None, "Ended"),
];

#[test]
fn each_misbehaviour_is_survived_or_named() {
    // They mostly wait.
    std::thread::scope(|scope| {
        for first in 0..8 {
            scope.spawn(move || CASES.iter().skip(first).step_by(8).for_each(check));
        }
    });
    let names: std::collections::BTreeSet<_> = CASES.iter().map(|case| case.behaviour).collect();
    assert!(names.len() == CASES.len() && names.len() >= 40);
}

fn check(case: &Case) {
    let start = Position::START;
    let moves = [start.parse_uci(b"e2e4").unwrap()];
    let root = Root::new(&start, &moves).unwrap();
    let limits = Limits::nodes(1000);
    let cancel = AtomicBool::new(false);
    let name = case.behaviour;
    let fake = FakeEngine::new(name);
    let search = || {
        let mut engine = Engine::start(&fake.command, case.short.timeouts())?;
        engine.begin_game(&start)?;
        let result = engine.search(&root, &limits, 1, &cancel);
        if let Err(error) = &result {
            // Named, and with a way out.
            let text = error.to_string();
            assert!(text.contains(": ") && !text.contains('\x1b'), "{name}: {text}");
            let goes_on = matches!(error, EngineError::IllegalBestMove { .. } | EngineError::NoScore { .. });
            assert_eq!(engine.is_running(), goes_on, "{name}");
        }
        result
    };
    assert_eq!(shown(&search()), case.search, "{name}");

    let fake = FakeEngine::new(name);
    let mut analyst = Analyst::new(fake.command.clone(), limits.clone()).timeouts(case.short.timeouts());
    for (i, expected) in case.analyst.iter().enumerate() {
        assert_eq!(shown(&analyst.analyse(&root, &cancel)), *expected, "{name}, position {i}");
    }
    assert_eq!(analyst.starts(), case.starts, "{name}");
}

#[test]
fn an_analyst_goes_on_after_a_hang() {
    // Only the first process hangs, so that the short time to stop is that of a process that never answers.
    let fake = FakeEngine::new("hang once");
    let timeouts = Short::SearchAndStop.timeouts();
    let root = Root::new(&Position::START, &[]).unwrap();
    let cancel = AtomicBool::new(false);
    let mut engine = Engine::start(&fake.command, timeouts).unwrap();
    let error = engine.search(&root, &Limits::depth(2), 1, &cancel).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected `bestmove` within 60 ms, found none, nor after `stop`: the engine hangs; give it a smaller limit, or \
         more time"
    );
    // It is gone, and says so again.
    assert_eq!(engine.search(&root, &Limits::depth(2), 1, &cancel), Err(error.clone()));
    assert_eq!(engine.set_option("Hash", "2"), Err(error));
    let mut analyst = Analyst::new(fake.command.clone(), Limits::depth(2));
    assert_eq!(shown(&analyst.analyse(&root, &cancel)), "2: 20 a2a3 a7a5; best a2a3");
}

#[test]
fn long_lines_are_cut_and_what_follows_is_read() {
    let fake = FakeEngine::new("a line of 10 MB");
    let root_moves = [Position::START.parse_uci(b"e2e4").unwrap()];
    let root = Root::new(&Position::START, &root_moves).unwrap();
    let mut analyst = Analyst::new(fake.command.clone(), Limits::nodes(1));
    let analysis = analyst.analyse(&root, &AtomicBool::new(false)).unwrap();
    let line = &analysis.lines[0];
    assert_eq!((line.depth, line.moves.len()), (4, 2));
    assert_eq!(line.cut.as_ref().map(|cut| cut.text.as_str()), Some("e5e4"));
    assert_eq!(format!("{:?}", analysis.best_move), "Some(a7a5)");
}

#[test]
fn several_lines() {
    let root_moves = [Position::START.parse_uci(b"e2e4").unwrap()];
    let root = Root::new(&Position::START, &root_moves).unwrap();
    for (behaviour, multipv, expected) in [
        ("none", 3, "2: 20 a7a5 a2a3; 2: 19 a7a6 a2a3; 2: 18 b7b5 a2a3; best a7a5"),
        // The set of the second depth was not whole.
        ("whole lines", 2, "1: 5 a7a5; 1: 4 a7a6; best a7a5"),
        ("lines are missing", 3, "1: 5 a7a5; best a7a5, 2 missing"),
        ("the same line twice", 2, "1: 5 a7a5; best a7a5, 1 missing"),
        ("none", 6, "InvalidValue"),
        ("none", 0, "InvalidValue"),
        ("plain options", 2, "UnknownOption"),
        ("plain options", 1, "2: 20 a7a5 a2a3; best a7a5"),
    ] {
        let fake = FakeEngine::new(behaviour);
        let mut analyst = Analyst::new(fake.command.clone(), Limits::nodes(1000)).multipv(multipv);
        let result = analyst.analyse(&root, &AtomicBool::new(false));
        assert_eq!(shown(&result), expected, "{behaviour}");
        assert_eq!(analyst.starts(), 1, "{behaviour}");
    }
}

#[test]
fn moves_as_no_engine_should_write_them() {
    let cancel = AtomicBool::new(false);
    for (behaviour, fen, expected) in [
        // Castling of a position that needs Chess960, which an engine should write as e1h1.
        ("castles as e1g1", "k7/8/8/8/8/8/8/1R2K2R w KQ - 0 1", "1: 5 e1h1; best e1h1"),
        ("castles as e1g1", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "1: 5 e1h1; best e1h1"),
        ("promotes in capitals", "8/4P3/8/8/8/2k5/8/4K3 w - - 0 1", "1: 5 e7e8q; best e7e8q"),
    ] {
        let position = fen::parse(fen.as_bytes()).unwrap().position;
        let fake = FakeEngine::new(behaviour);
        let mut analyst = Analyst::new(fake.command.clone(), Limits::nodes(1000));
        let root = Root::new(&position, &[]).unwrap();
        assert_eq!(shown(&analyst.analyse(&root, &cancel)), expected, "{fen}");
    }
}
