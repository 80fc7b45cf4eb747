//! An engine that counts material two half-moves deep: this test program, started again with [`ENGINE`] in its environment.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead as _, Write as _};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use pgnkit::chess::{ChessMode, Color, Move, PieceKind, Position};
use pgnkit_analysis::{EngineSetup, Engines};
use pgnkit_uci::{EngineCommand, Limits};

/// A word and a board: `crash` or `wait`, and where. It makes this program an engine.
const ENGINE: &str = "PGNKIT_TEST_ENGINE";
/// A file to which each position that is searched is written.
const JOURNAL: &str = "PGNKIT_TEST_JOURNAL";

pub struct TestEngine {
    behaviour: String,
    journal: PathBuf,
}

const ARGUMENTS: [&str; 3] = ["engine::main", "--exact", "--nocapture"];

impl TestEngine {
    pub fn new() -> Self {
        Self::that("plays on")
    }

    /// One that ends when it is to search this board.
    pub fn crashing_on(board: &str) -> Self {
        Self::that(&format!("crash {board}"))
    }

    /// One that waits there for ever.
    pub fn waiting_at(board: &str) -> Self {
        Self::that(&format!("wait {board}"))
    }

    fn that(behaviour: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let journal = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}", process::id()));
        let _ = fs::remove_file(&journal);
        Self { behaviour: behaviour.to_owned(), journal }
    }

    pub fn setup(&self, multipv: u16) -> EngineSetup {
        let command = EngineCommand::new(std::env::current_exe().unwrap());
        let command = ARGUMENTS.iter().fold(command, |command, argument| command.argument(argument));
        let command = command.variable(ENGINE, &self.behaviour).variable(JOURNAL, &self.journal);
        let mut setup = EngineSetup::new(command, Limits::nodes(100));
        setup.multipv = multipv;
        setup
    }

    pub fn start(&self, count: usize) -> Engines {
        Engines::start(self.setup(1), count).unwrap()
    }

    /// The command as text, for a process that has the [environment](Self::environment).
    pub fn text(&self) -> String {
        format!("'{}' {}", std::env::current_exe().unwrap().display(), ARGUMENTS.join(" "))
    }

    pub fn environment(&self) -> [(&'static str, &OsStr); 2] {
        [(ENGINE, self.behaviour.as_ref()), (JOURNAL, self.journal.as_ref())]
    }

    /// The positions that were searched, in any order.
    pub fn searched(&self) -> Vec<String> {
        let text = fs::read_to_string(&self.journal).unwrap_or_default();
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }
}

impl Drop for TestEngine {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.journal);
    }
}

/// The `main` of the engine. As a test it ends at once.
#[test]
fn main() {
    let Ok(behaviour) = std::env::var(ENGINE) else { return };
    let mut journal =
        fs::OpenOptions::new().create(true).append(true).open(std::env::var_os(JOURNAL).unwrap()).unwrap();
    let (mut position, mut multipv) = (Position::START, 1);
    // The harness may have begun a line.
    say("");
    for line in io::stdin().lock().lines() {
        let line = line.unwrap();
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "uci" => say("id name Counter 1\noption name MultiPV type spin default 1 min 1 max 9\nuciok"),
            "isready" => say("readyok"),
            "setoption" => multipv = rest.rsplit(' ').next().unwrap().parse().unwrap(),
            "position" => position = read(rest),
            "go" => {
                let fen = position.to_string();
                match word_of(&behaviour, &fen) {
                    Some("crash") => process::exit(1),
                    // Until the end of its input, which comes with the end of who asks.
                    Some(_) => continue,
                    None => {}
                }
                // In one call, since several engines write.
                journal.write_all(format!("{fen}\n").as_bytes()).unwrap();
                go(&position, multipv);
            }
            "quit" => break,
            _ => {}
        }
    }
    // Not back to the harness, which would write more.
    process::exit(0);
}

/// The word of the behaviour, if the position has its board.
fn word_of<'b>(behaviour: &'b str, fen: &str) -> Option<&'b str> {
    let (word, board) = behaviour.split_once(' ')?;
    fen.starts_with(board).then_some(word)
}

fn say(text: &str) {
    let mut out = io::stdout().lock();
    writeln!(out, "{text}").unwrap();
    out.flush().unwrap();
}

fn read(text: &str) -> Position {
    let text = text.strip_prefix("fen ").unwrap();
    let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let start: Position = fen.parse().unwrap();
    moves
        .split_whitespace()
        .fold(start, |position, mv| position.after(position.parse_uci(mv.as_bytes()).unwrap()))
}

/// Material of the side to move, in centipawns.
fn material(position: &Position) -> i32 {
    let values = [
        (PieceKind::Pawn, 100),
        (PieceKind::Knight, 300),
        (PieceKind::Bishop, 300),
        (PieceKind::Rook, 500),
        (PieceKind::Queen, 900),
    ];
    let of = |color: Color| -> i32 {
        values.iter().map(|(kind, value)| position.pieces(color, *kind).0.count_ones() as i32 * value).sum()
    };
    of(position.turn()) - of(!position.turn())
}

const MATE: i32 = 100_000;

/// The value of a position for the side to move, after so many half-moves.
fn value(position: &Position, depth: u32) -> i32 {
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.status().winner().is_some() { -MATE } else { 0 };
    }
    if depth == 0 {
        return material(position);
    }
    moves.iter().map(|mv| -value(&position.after(*mv), depth - 1)).max().unwrap()
}

fn go(position: &Position, multipv: usize) {
    let mut lines: Vec<(i32, String, Move)> = position
        .legal_moves()
        .iter()
        .map(|mv| (-value(&position.after(*mv), 1), mv.to_uci(ChessMode::Standard).to_string(), *mv))
        .collect();
    lines.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
    for (at, (value, text, _)) in lines.iter().take(multipv).enumerate() {
        let score = match *value {
            MATE => "mate 1".to_owned(),
            value if value == -MATE => "mate -1".to_owned(),
            value => format!("cp {value}"),
        };
        say(&format!("info depth 2 multipv {} score {score} nodes 100 pv {text}", at + 1));
    }
    say(&format!("bestmove {}", lines[0].1));
}
