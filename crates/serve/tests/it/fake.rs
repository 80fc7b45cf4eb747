//! An engine that does as it is bidden: this test program, started again with [`BEHAVIOUR`] in its environment.

use std::fs;
use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use pgnkit_chess::{ChessMode, Move, Position};
use pgnkit_uci::{EngineCommand, LiveOptions};

const BEHAVIOUR: &str = "PGNKIT_FAKE_ENGINE";
/// A file to which each start and each command is written.
const JOURNAL: &str = "PGNKIT_FAKE_JOURNAL";

/// An engine that behaves so, with its journal in a folder.
pub fn engine_that(behaviour: &str, folder: &Path) -> (LiveOptions, PathBuf) {
    let journal = folder.join("journal");
    let command = EngineCommand::new(std::env::current_exe().unwrap())
        .argument("fake::engine")
        .argument("--exact")
        .argument("--nocapture")
        .variable(BEHAVIOUR, behaviour)
        .variable(JOURNAL, &journal);
    let mut live = LiveOptions::new(command);
    live.pause = Duration::ZERO;
    live.timeouts.quit = Duration::from_secs(60);
    live.timeouts.stop = Duration::from_secs(60);
    (live, journal)
}

/// The commands that it was sent, after it was sent one so many times.
pub fn until(journal: &Path, line: &str, times: usize) -> Vec<String> {
    let start = Instant::now();
    loop {
        let text = fs::read_to_string(journal).unwrap_or_default();
        let lines: Vec<_> = text.lines().map(str::to_owned).collect();
        if lines.iter().filter(|found| *found == line).count() >= times {
            return lines;
        }
        assert!(start.elapsed() < Duration::from_secs(60), "{times} times {line:?} not in {lines:?}");
        thread::sleep(Duration::from_millis(2));
    }
}

/// The `main` of the engine. As a test it ends at once.
#[test]
fn engine() {
    let Ok(behaviour) = std::env::var(BEHAVIOUR) else { return };
    let journal = std::env::var_os(JOURNAL).unwrap();
    let mut journal = fs::OpenOptions::new().create(true).append(true).open(journal).unwrap();
    let say = |text: &str| {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    };
    // The harness may have begun a line.
    say("");
    writeln!(journal, "start").unwrap();
    let (mut root, mut lines) = (Position::START, 1);
    let name = |mv: Move| mv.to_uci(ChessMode::Standard).to_string();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        writeln!(journal, "{word}").unwrap();
        match word {
            "uci" => say("id name Fake 1.0\noption name MultiPV type spin default 1 min 1 max 9\nuciok"),
            "isready" => say("readyok"),
            "setoption" => lines = rest.rsplit(' ').next().unwrap().parse().unwrap(),
            "position" => root = position(rest),
            "go" if behaviour == "crashes" => std::process::exit(3),
            "go" => {
                for (at, mv) in root.legal_moves().iter().take(lines).enumerate() {
                    let reply =
                        root.after(*mv).legal_moves().iter().next().copied().map(name).unwrap_or_default();
                    let (number, score) = (at + 1, 30 - 10 * at as i32);
                    say(&format!(
                        "info depth 7 multipv {number} score cp {score} nodes 5000 time 10 pv {} {reply}",
                        name(*mv)
                    ));
                }
                if behaviour == "ends at once" {
                    say(&format!("bestmove {}", name(root.legal_moves()[0])));
                }
            }
            "stop" => say(&format!("bestmove {}", name(root.legal_moves()[0]))),
            "quit" => break,
            _ => {}
        }
    }
    std::process::exit(0);
}

fn position(text: &str) -> Position {
    let (fen, moves) = text.strip_prefix("fen ").unwrap().split_once(" moves ").unwrap_or((&text[4..], ""));
    let start: Position = fen.parse().unwrap();
    moves.split_whitespace().fold(start, |at, uci| at.after(at.parse_uci(uci.as_bytes()).unwrap()))
}
