//! No process is left, and none hears Ctrl-C. Linux shows it in files.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use pgnkit_chess::Position;
use pgnkit_uci::{Engine, Limits, Root, Timeouts};

use crate::fake::FakeEngine;
use crate::sessions::patient;

/// Whether a process is there, as a zombie too.
fn is_there(id: &str) -> bool {
    Path::new("/proc").join(id).exists()
}

/// Waits until a process that is no child of ours is gone, or only waits for its parent.
fn is_dead_soon(id: &str) -> bool {
    let deadline = Instant::now() + Duration::from_secs(30);
    let is_dead = || {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat"));
        stat.map_or(true, |stat| stat.rsplit_once(") ").is_some_and(|(_, rest)| rest.starts_with('Z')))
    };
    while !is_dead() {
        if Instant::now() > deadline {
            return false;
        }
        std::thread::yield_now();
    }
    true
}

#[test]
fn no_process_is_left() {
    let id = |engine: &Engine| engine.name().trim_start_matches("Fake ").to_owned();
    // Quit, and dropped.
    let fake = FakeEngine::new("none");
    let engine = Engine::start(&fake.command, patient()).unwrap();
    let quit = id(&engine);
    // It has a group of its own, so that Ctrl-C does not reach it.
    assert_eq!(engine.author(), quit);
    assert!(is_there(&quit));
    assert!(engine.quit().unwrap().success());
    assert!(!is_there(&quit));
    let engine = Engine::start(&fake.command, patient()).unwrap();
    let dropped = id(&engine);
    drop(engine);
    assert!(!is_there(&dropped));
    // Killed, since it does not quit.
    let fake = FakeEngine::new("does not quit");
    let short = Timeouts { quit: Duration::from_millis(60), ..patient() };
    let engine = Engine::start(&fake.command, short).unwrap();
    let stubborn = id(&engine);
    assert_eq!(engine.quit(), None);
    assert!(!is_there(&stubborn));
    // A script, with its child.
    let fake = FakeEngine::new("a script");
    let engine = Engine::start(&fake.command, patient()).unwrap();
    let (script, child) = (engine.name().to_owned(), engine.author().to_owned());
    assert!(is_there(&script) && is_there(&child));
    drop(engine);
    assert!(!is_there(&script));
    assert!(is_dead_soon(&child));
    // Crashed.
    let fake = FakeEngine::new("abort");
    let mut engine = Engine::start(&fake.command, patient()).unwrap();
    let crashed = id(&engine);
    let root = Root::new(&Position::START, &[]).unwrap();
    assert!(engine.search(&root, &Limits::nodes(1), 1, &AtomicBool::new(false)).is_err());
    assert!(!is_there(&crashed));
}
