//! An engine that follows what somebody looks at.

use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pgnkit_chess::{Position, Variant};
use pgnkit_uci::{EngineCommand, Limits, LiveEngine, LiveEvent, LiveOptions, LiveQuestion, Timeouts};

use crate::fake::FakeEngine;
use crate::sessions::patient;

const PATIENCE: Duration = Duration::from_secs(60);

fn live(command: EngineCommand, change: impl FnOnce(&mut LiveOptions)) -> LiveEngine {
    let mut options = LiveOptions::new(command);
    (options.timeouts, options.pause) = (patient(), Duration::ZERO);
    change(&mut options);
    LiveEngine::new(options).unwrap()
}

fn question(start: Position, lines: u16) -> LiveQuestion {
    LiveQuestion { start, moves: Vec::new(), limits: Limits::default(), lines }
}

/// Searches, and gives the news as text.
fn asked(engine: &LiveEngine, question: LiveQuestion) -> Receiver<String> {
    let (said, news) = channel();
    engine.search(question, move |event| {
        let text = match event {
            LiveEvent::Lines { engine, lines } => {
                let (name, _) = engine.split_once(' ').unwrap_or((engine, ""));
                let lines: Vec<_> =
                    lines.iter().map(|line| format!("{} {}", line.depth, line.score)).collect();
                format!("{name}: {}", lines.join(", "))
            }
            LiveEvent::Ended(Ok(analysis)) => format!("end: {:?}", analysis.ended),
            LiveEvent::Ended(Err(error)) => format!("{error:?}").split([' ', '{']).next().unwrap().to_owned(),
            _ => "something new".to_owned(),
        };
        let _ = said.send(text);
    });
    news
}

fn all(news: &Receiver<String>) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        match news.recv_timeout(PATIENCE) {
            Ok(text) => all.push(text),
            Err(RecvTimeoutError::Disconnected) => return all,
            Err(RecvTimeoutError::Timeout) => panic!("no end after {all:?}"),
        }
    }
}

/// Waits until the journal has a line so many times.
fn until(fake: &FakeEngine, line: &str, times: usize) {
    let start = Instant::now();
    while fake.journal().iter().filter(|found| *found == line).count() < times {
        assert!(start.elapsed() < PATIENCE, "{times} times {line:?} not in {:?}", fake.journal());
        std::thread::sleep(Duration::from_millis(2));
    }
}

#[test]
fn the_last_position_is_searched() {
    let fake = FakeEngine::new("hang");
    let engine = live(fake.command.clone(), |_| {});
    assert!(fake.journal().is_empty());
    let first = asked(&engine, question(Position::START, 2));
    until(&fake, "go infinite", 1);
    let e4 = Position::START.parse_uci(b"e2e4").unwrap();
    let second = asked(&engine, LiveQuestion { moves: vec![e4], ..question(Position::START, 1) });
    until(&fake, "go infinite", 2);
    // Whoever is no longer asked for hears nothing more.
    assert_eq!(all(&first), [""; 0]);
    engine.stop();
    assert_eq!(all(&second), [""; 0]);
    until(&fake, "stop", 2);
    let place = format!("position fen {} moves e2e4", Position::START);
    assert!(fake.journal().contains(&place));
    drop(engine);
    let journal = fake.journal();
    assert_eq!(journal.iter().filter(|line| *line == "start").count(), 1);
    assert_eq!(journal.last().unwrap(), "quit");
}

#[test]
fn lines_and_ends_are_reported() {
    let mate = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3".parse().unwrap();
    let fake = FakeEngine::new("none");
    let engine = live(fake.command.clone(), |_| {});
    let usual = ["Fake: 1 +0.10, 1 +0.09", "Fake: 2 +0.20, 2 +0.19", "end: None"];
    let found = all(&asked(&engine, question(Position::START, 2)));
    assert_eq!(found.first().map(String::as_str), Some(usual[0]));
    assert_eq!(found[found.len() - 2..], usual[1..]);
    assert_eq!(all(&asked(&engine, question(mate, 2))), ["end: Some(Checkmate { winner: Black })"]);
    // More lines than the engine can give, and a variant that it does not have.
    let found = all(&asked(&engine, question(Position::START, 500)));
    assert_eq!(found.last().unwrap(), "end: None");
    assert!(fake.journal().contains(&"setoption name MultiPV value 5".to_owned()));
    assert_eq!(all(&asked(&engine, question(Variant::Horde.start(), 1))), ["NoVariant"]);
    assert_eq!(all(&asked(&engine, question(Position::START, 1))).last().unwrap(), "end: None");
    assert_eq!(fake.journal().iter().filter(|line| *line == "start").count(), 1);
    // One that gives one line alone.
    let plain = FakeEngine::new("plain options");
    let engine = live(plain.command.clone(), |_| {});
    assert_eq!(all(&asked(&engine, question(Position::START, 3))).last().unwrap(), "end: None");
}

#[test]
fn failures_are_reported_and_the_next_position_is_tried() {
    for (behaviour, error) in [
        ("crash in the search", "Ended"),
        ("illegal bestmove", "IllegalBestMove"),
        ("crash at start", "Ended"),
        ("is no engine", "Ended"),
    ] {
        let fake = FakeEngine::new(behaviour);
        let engine = live(fake.command.clone(), |_| {});
        for starts in 1..=2 {
            let found = all(&asked(&engine, question(Position::START, 1)));
            assert_eq!(found.last().unwrap(), error, "{behaviour}");
            assert_eq!(fake.journal().iter().filter(|line| *line == "start").count(), starts, "{behaviour}");
        }
    }
    let engine = live(EngineCommand::new("/no/such/engine"), |_| {});
    assert_eq!(all(&asked(&engine, question(Position::START, 1))), ["CannotStart"]);
    let fake = FakeEngine::new("none");
    let engine = live(fake.command.clone(), |options| options.options.push(("Hash".into(), "0".into())));
    assert_eq!(all(&asked(&engine, question(Position::START, 1))), ["InvalidValue"]);
}

#[test]
fn an_engine_that_hangs_does_not_hold_up_the_end() {
    for (behaviour, line) in [
        ("silent", "uci"),
        ("hang at isready", "isready"),
        ("ignores stop", "go infinite"),
        ("does not quit", "stop"),
    ] {
        let fake = FakeEngine::new(behaviour);
        let short = Duration::from_millis(50);
        let times = Timeouts { stop: short, quit: short, ..patient() };
        let engine = live(fake.command.clone(), |options| options.timeouts = times);
        let news = asked(&engine, question(Position::START, 1));
        if behaviour == "does not quit" {
            assert_eq!(all(&news).last().unwrap(), "end: None");
        } else {
            until(&fake, line, 1);
        }
        let start = Instant::now();
        engine.close();
        while !engine.is_closed() {
            assert!(start.elapsed() < Duration::from_secs(20), "{behaviour}");
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

#[test]
fn positions_that_are_passed_by_are_not_searched_and_an_idle_engine_ends() {
    let fake = FakeEngine::new("hang");
    let engine = live(fake.command.clone(), |options| {
        (options.pause, options.idle) = (Duration::from_millis(200), Duration::from_millis(30));
    });
    let mut position = Position::START;
    for uci in ["e2e4", "e7e5", "g1f3"] {
        drop(asked(&engine, question(position, 1)));
        position.play(position.parse_uci(uci.as_bytes()).unwrap());
    }
    let news = asked(&engine, question(position, 1));
    until(&fake, "go infinite", 1);
    assert!(fake.journal().contains(&format!("position fen {position}")));
    engine.stop();
    until(&fake, "quit", 1);
    assert_eq!(all(&news), [""; 0]);
    assert_eq!(fake.journal().iter().filter(|line| line.starts_with("go")).count(), 1);
    // It comes back when there is something to search.
    let news = asked(&engine, question(position, 1));
    until(&fake, "go infinite", 2);
    engine.stop();
    all(&news);
    assert_eq!(fake.journal().iter().filter(|line| *line == "start").count(), 2);
}
