//! An engine that does as it is bidden: this test program, started again with [`BEHAVIOUR`] in its environment.

use std::fs;
use std::io::{self, BufRead as _, Write as _};
use std::path::{Path, PathBuf};

use pgnkit::chess::{ChessMode, Position};
use pgnkit_uci::EngineCommand;

const BEHAVIOUR: &str = "PGNKIT_FAKE_ENGINE";
/// A file to which each start and each command is written.
const JOURNAL: &str = "PGNKIT_FAKE_JOURNAL";

/// The command of an engine that behaves so, and its journal in a folder.
pub fn engine_that(behaviour: &str, folder: &Path) -> (EngineCommand, PathBuf) {
    let journal = folder.join("journal");
    let command = EngineCommand::new(std::env::current_exe().unwrap())
        .argument("fake::engine")
        .argument("--exact")
        .argument("--nocapture")
        .variable(BEHAVIOUR, behaviour)
        .variable(JOURNAL, &journal);
    (command, journal)
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
    let (mut root, mut lines) = (Position::START, 1);
    writeln!(journal, "start {}", std::process::id()).unwrap();
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        writeln!(journal, "{line}").unwrap();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "uci" if behaviour == "hangs" => {}
            "uci" => say("id name Fake 1.0\noption name MultiPV type spin default 1 min 1 max 9\nuciok"),
            "isready" => say("readyok"),
            "setoption" if rest.starts_with("name MultiPV") => {
                lines = rest.rsplit(' ').next().unwrap().parse().unwrap()
            }
            "position" => root = position(rest),
            "go" if behaviour == "crashes" => std::process::exit(3),
            "go" => {
                for (at, mv) in root.legal_moves().iter().take(lines).enumerate() {
                    let (reply, score) =
                        (root.after(*mv).legal_moves().iter().next().copied(), 30 - 10 * at as i32);
                    let text = |mv: pgnkit::chess::Move| mv.to_uci(ChessMode::Standard).to_string();
                    let reply = reply.map(text).unwrap_or_default();
                    say(&format!(
                        "info depth 7 multipv {} score cp {score} nodes 5000 time 10 pv {} {reply}",
                        at + 1,
                        text(*mv)
                    ));
                }
            }
            "stop" => say(&format!("bestmove {}", root.legal_moves()[0].to_uci(ChessMode::Standard))),
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
