//! An engine that misbehaves as it is bidden: this test program, started again with [`BEHAVIOUR`] in its environment.

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};

use pgnkit_chess::fen::{self, FenIssues};
use pgnkit_chess::{ChessMode, Move, Position, Variant};
use pgnkit_uci::EngineCommand;

/// The behaviour, which makes this program an engine.
const BEHAVIOUR: &str = "PGNKIT_FAKE_ENGINE";
/// A file to which each start and each command is written.
const JOURNAL: &str = "PGNKIT_FAKE_JOURNAL";

/// The command of an engine that behaves so, and its journal.
pub struct FakeEngine {
    pub command: EngineCommand,
    journal: PathBuf,
}

impl FakeEngine {
    pub fn new(behaviour: &str) -> Self {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let journal = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{}-{number}", process::id()));
        let _ = fs::remove_file(&journal);
        let command = EngineCommand::new(std::env::current_exe().unwrap())
            .argument("fake::engine")
            .argument("--exact")
            .argument("--nocapture")
            .variable(BEHAVIOUR, behaviour)
            .variable(JOURNAL, &journal);
        Self { command, journal }
    }

    /// The commands that it was sent, a line each; `start` for each start.
    pub fn journal(&self) -> Vec<String> {
        fs::read_to_string(&self.journal).unwrap_or_default().lines().map(str::to_owned).collect()
    }
}

impl Drop for FakeEngine {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.journal);
    }
}

/// The `main` of the engine. As a test it ends at once.
#[test]
fn engine() {
    let Ok(behaviour) = std::env::var(BEHAVIOUR) else { return };
    let journal = std::env::var_os(JOURNAL).unwrap();
    let starts =
        fs::read_to_string(&journal).unwrap_or_default().lines().filter(|line| *line == "start").count();
    let mut engine = Engine {
        behaviour,
        is_first: starts == 0,
        journal: fs::OpenOptions::new().create(true).append(true).open(journal).unwrap(),
        root: Position::START,
        mode: ChessMode::Standard,
        variant: Variant::Standard,
        multipv: 1,
    };
    engine.write_down("start");
    engine.run();
    // Not back to the harness, which would write more.
    process::exit(0);
}

struct Engine {
    behaviour: String,
    is_first: bool,
    journal: fs::File,
    root: Position,
    mode: ChessMode,
    variant: Variant,
    multipv: usize,
}

impl Engine {
    fn run(&mut self) {
        // The harness may have begun a line.
        say("");
        if self.behaviour == "crash at start" {
            eprintln!("no net\x1b[31m found");
            process::exit(3);
        }
        for line in io::stdin().lock().lines() {
            let line = line.unwrap();
            self.write_down(&line);
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            match word {
                "uci" => self.greet(),
                "setoption" => self.set_option(rest),
                "isready" => self.get_ready(),
                "position" => self.root = self.position(rest),
                "go" => self.go(),
                "stop" => self.stop(),
                "quit" if self.behaviour == "does not quit" => say("info string I stay"),
                "quit" => return,
                _ => {}
            }
        }
        if self.behaviour == "does not quit" {
            // Bounded, so that no test can leave it for ever.
            std::thread::sleep(std::time::Duration::from_secs(60));
        }
    }

    fn write_down(&mut self, line: &str) {
        writeln!(self.journal, "{line}").unwrap();
    }

    fn greet(&mut self) {
        match self.behaviour.as_str() {
            "is no engine" => {
                say("usage: fake FILE");
                process::exit(0);
            }
            "silent" => return,
            "no uciok" => return say("id name Fake\noption name Hash type spin default 1 min 1 max 2"),
            "floods for ever at start" => flood(),
            "speaks XBoard" => return say("Error (unknown command): uci"),
            "closes its output" => replace("exec cat >/dev/null"),
            "closes its input" => replace("exec <&-; echo uciok; exec sleep 60"),
            "a script" => {
                // A shell that waits for a child that hears nothing.
                let script = "echo id name $$; sleep 60 & echo id author $!; echo uciok; wait";
                replace(script);
            }
            "chatters first" => {
                say("Fake 1.0 by nobody\ninfo string hello\nbestmove e2e4\noption\nid\n\t\nreadyok")
            }
            "odd options" => say(
                "option name type spin\noption name\noption name  My \t Option   type  spin default  x min 5 max 1\n\
                 option name Empty type combo\noption name Hash type spin default 9 min 1 max 99999999999999999999\n\
                 option type check name Late",
            ),
            _ => {}
        }
        say(&format!("id name Fake {}\nid author {}", process::id(), process_group()));
        if self.behaviour != "plain options" {
            say(
                "option name MultiPV type spin default 1 min 1 max 5\noption name UCI_Chess960 type check default false",
            );
            say(
                "option name UCI_ShowWDL type check default false\noption name OwnBook type check default true",
            );
            say(
                "option name UCI_Variant type combo default chess var chess var atomic var 3check var Crazyhouse",
            );
        }
        say("option name Hash type spin default 16 min 1 max 64\noption name Clear Hash type button");
        say(if self.behaviour == "uciok twice" { "uciok\nuciok" } else { "uciok" });
    }

    fn set_option(&mut self, text: &str) {
        let (name, value) = text.strip_prefix("name ").unwrap().split_once(" value ").unwrap_or((text, ""));
        match name {
            "MultiPV" => self.multipv = value.parse().unwrap(),
            "UCI_Chess960" => {
                self.mode = if value == "true" { ChessMode::Chess960 } else { ChessMode::Standard };
            }
            "UCI_Variant" => {
                self.variant = pgnkit_chess::variant::TagVariant::from_name(value).unwrap().variant;
            }
            _ => {}
        }
    }

    fn get_ready(&self) {
        match self.behaviour.as_str() {
            "hang at isready" => {}
            "floods for ever at isready" => flood(),
            "crash at isready" => process::exit(0),
            "bestmove before readyok" => say("bestmove d7d5\nreadyok"),
            _ => say("readyok"),
        }
    }

    /// The position of the command, which must be whole and legal.
    fn position(&self, text: &str) -> Position {
        let text = text.strip_prefix("fen ").unwrap();
        let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let fen = fen::parse_variant(fen.as_bytes(), self.variant, Some(self.mode)).unwrap();
        assert!([FenIssues::NONE, FenIssues::CASTLING_CHESS960].contains(&fen.issues), "{text}");
        moves.split_whitespace().fold(fen.position, |position, text| {
            let mv = position.parse_uci(text.as_bytes()).unwrap();
            assert_eq!(mv.to_uci(self.mode).as_str(), text);
            position.after(mv)
        })
    }

    fn stop(&self) {
        match self.behaviour.as_str() {
            "hang" | "counts nodes for ever" => self.answer("info depth 1 score cp 5 pv FIRST"),
            _ => {}
        }
    }

    /// Writes lines in which `FIRST` and `SECOND` are legal moves, and the best move.
    fn answer(&self, lines: &str) {
        let moves = sorted(&self.root);
        let text = |mv: Move| mv.to_uci(self.mode).as_str().to_owned();
        let (first, second) = (text(moves[0]), text(moves[1]));
        say(&format!("{lines}\nbestmove FIRST").replace("FIRST", &first).replace("SECOND", &second));
    }

    fn go(&self) {
        let usual = "info depth 1 score cp 5 pv FIRST";
        match self.behaviour.as_str() {
            "crash in the search" => {
                say("info depth 1 score cp 5 pv e7e5");
                eprintln!("assertion failed:\tking on e9");
                process::exit(1);
            }
            "crash once" if self.is_first => process::exit(1),
            "floods for ever in the search" => flood(),
            "abort" => process::abort(),
            "hang" | "ignores stop" => {}
            "hang once" if self.is_first => {}
            "counts nodes for ever" => (1..=3).for_each(|million| {
                say(&format!("info depth {million} score cp {million} nodes {million}000000 pv e7e5"));
            }),
            "ends at once" => self.answer("info depth 1 score cp 5 nodes 5 pv FIRST"),
            "illegal bestmove" => say("info depth 1 score cp 5 pv e7e5\nbestmove e7e4"),
            "illegal bestmove once" if self.is_first => say("info depth 1 score cp 5 pv e7e5\nbestmove e7e4"),
            "bestmove of another position" => say("info depth 1 score cp 5 pv d2d4\nbestmove d2d4 ponder d7d5"),
            "bestmove (none)" => say("info depth 1 score cp 5 pv e7e5\nbestmove (none)"),
            "bestmove 0000" => say("info depth 1 score cp 5 pv e7e5\nbestmove 0000"),
            "bestmove without a move" => say("info depth 1 score cp 5 pv e7e5\nbestmove"),
            "no score" => self.answer("info depth 1 nodes 5 pv FIRST\ninfo string score cp 7"),
            "a score of mate 0" => self.answer("info depth 0 score mate 0"),
            "only bounds" => self.answer(
                "info depth 1 score cp 5 lowerbound pv FIRST\ninfo depth 2 score cp 9 upperbound pv FIRST",
            ),
            "bounds last" => self.answer(&format!("{usual}\ninfo depth 2 score cp 90 lowerbound pv SECOND")),
            "score alone" => self.answer("info depth 3 score cp 33"),
            "mate" => self.answer("info depth 9 score mate 4 pv FIRST"),
            "mated" => self.answer("info depth 9 score mate -12 pv FIRST"),
            "garbage" => {
                raw(b"\xff\xfe\x00\x01\x80\ninfo depth \xff1 score cp 1 pv \xc3\x28\ninfo \xf0\x9f\n");
                self.answer(&format!("{usual}\nin\u{202e}fo depth 99\ninfo depth 2 score cp 7 pv FIRST \u{1f600}"));
            }
            "a line of 10 MB" => {
                raw(&b"info string x ".repeat(750_000));
                raw(b"\ninfo depth 4 score cp 44 pv e7e5 ");
                raw(&b"g1f3 e5e4 f3g1 ".repeat(700_000));
                self.answer("");
            }
            "CRLF" => self.answer("info depth 1 score cp 5 pv FIRST\r\n\r\ninfo depth 2 score cp 6 pv FIRST\r"),
            "tabs and blanks" => self.answer(" \t info\tdepth   2  score \t cp  6   pv  FIRST  "),
            "unknown words" => self.answer(
                "joho debug on\ninfo flux 3 depth 2 foo score bar cp 6 baz wdl x y z pv FIRST\ninfo\nINFO depth 9 score cp 9",
            ),
            "numbers out of range" => self.answer(&format!(
                "{usual}\ninfo depth 99999999999 seldepth -4 multipv 0 score cp 5 nodes 99999999999999999999 pv FIRST\n\
                 info depth 2 score cp 99999999999 time -1 pv FIRST\ninfo depth 3 multipv 7 score cp 1 pv SECOND",
            )),
            "WDL" => self.answer("info depth 1 score cp 5 wdl 250 500 250 pv FIRST"),
            "odd WDL" => self.answer("info depth 1 score cp 5 wdl 900 900 900 pv FIRST"),
            "whole lines" => self.answer(
                "info depth 1 multipv 1 score cp 5 pv FIRST\ninfo depth 1 multipv 2 score cp 4 pv SECOND\n\
                 info depth 2 multipv 1 score cp 7 pv SECOND\ninfo depth 1 multipv 2 score cp 5 pv FIRST",
            ),
            "lines are missing" => self.answer("info depth 1 multipv 1 score cp 5 pv FIRST"),
            "the same line twice" => self.answer(
                "info depth 1 multipv 1 score cp 5 pv FIRST\ninfo depth 1 multipv 2 score cp 5 pv FIRST",
            ),
            "depth goes down" => self.answer("info depth 9 score cp 9 pv FIRST\ninfo depth 3 score cp 3 pv SECOND"),
            "illegal move in a line" => self.answer("info depth 1 score cp 5 pv FIRST FIRST e4e5"),
            "null move in a line" => self.answer("info depth 1 score cp 5 pv FIRST 0000 e4e5"),
            "illegal ponder" => self.answer_with_ponder(usual, "a1a1"),
            "capitals" => self.answer(&usual.to_owned().replace("FIRST", "E7E5 G1F3")),
            "exits after bestmove" => {
                self.answer(usual);
                process::exit(0);
            }
            "no line feed at the end" => {
                raw(format!("{usual}\nbestmove FIRST").replace("FIRST", "e7e5").as_bytes());
                process::exit(0);
            }
            "floods its standard error" => {
                let line = [b'x'; 4096];
                (0..1000).for_each(|_| io::stderr().write_all(&line).unwrap());
                eprintln!();
                self.answer(usual);
            }
            "floods its output" => {
                let lines = "info depth 1 currmove e7e5 currmovenumber 1\nrubbish\n".repeat(50_000);
                raw(lines.as_bytes());
                self.answer(usual);
            }
            "storm of empty lines" => {
                raw(&b"\n\r\n \n".repeat(500_000));
                self.answer(usual);
            }
            "castles as e1g1" => say("info depth 1 score cp 5 pv e1g1\nbestmove e1g1"),
            "promotes in capitals" => say("info depth 1 score cp 5 pv e7e8Q\nbestmove e7e8Q"),
            _ => self.play(),
        }
    }

    fn answer_with_ponder(&self, lines: &str, ponder: &str) {
        let first = sorted(&self.root)[0];
        say(&format!("{lines}\nbestmove FIRST ponder {ponder}")
            .replace("FIRST", first.to_uci(self.mode).as_str()));
    }

    /// As a good engine: two depths, all lines, an answer to each.
    fn play(&self) {
        let moves = sorted(&self.root);
        let mut lines = String::new();
        for depth in 1..=2 {
            for (i, mv) in moves.iter().take(self.multipv).enumerate() {
                let score = 10 * depth - i;
                let reply = sorted(&self.root.after(*mv)).first().copied();
                let (mv, reply) = (mv.to_uci(self.mode), reply.map(|mv| mv.to_uci(self.mode).to_string()));
                lines.push_str(&format!(
                    "info depth {depth} seldepth 5 multipv {} score cp {score} nodes {} nps 1000 time {depth} pv {mv} {}\n",
                    i + 1,
                    depth * 100,
                    reply.unwrap_or_default(),
                ));
            }
        }
        self.answer(&lines);
    }
}

/// The legal moves, in the order of their texts.
fn sorted(position: &Position) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    moves.sort_by_key(|mv| mv.to_uci(ChessMode::Chess960).to_string());
    moves
}

fn say(text: &str) {
    raw(format!("{text}\n").as_bytes());
}

fn raw(bytes: &[u8]) {
    let mut out = io::stdout().lock();
    // An error is that nobody listens any more.
    if out.write_all(bytes).and_then(|()| out.flush()).is_err() {
        process::exit(9);
    }
}

/// Writes until nobody listens.
fn flood() -> ! {
    loop {
        say("info depth 1 score cp 5 pv e7e5\noption name Hash type spin default 1\nid name Fake");
    }
}

/// Becomes a shell that runs a script.
#[cfg(unix)]
fn replace(script: &str) {
    use std::os::unix::process::CommandExt;
    let error = process::Command::new("/bin/sh").args(["-c", script]).exec();
    panic!("{error}");
}

#[cfg(not(unix))]
fn replace(_: &str) {
    panic!("a behaviour for Unix alone");
}

/// The number of the process group, on Linux.
fn process_group() -> String {
    let stat = fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let after_name = stat.rsplit_once(") ").map_or("", |(_, rest)| rest);
    after_name.split(' ').nth(2).unwrap_or("unknown").to_owned()
}
