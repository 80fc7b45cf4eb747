//! `pgn show --interactive`, in a real terminal.

use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

use crate::rig::{Dir, pgn};

/// Time until something must be on the screen; only as long as this when the test fails.
const PATIENCE: Duration = Duration::from_secs(60);

fn cells(count: u16) -> NonZeroU16 {
    NonZeroU16::new(count).unwrap()
}

/// A reader in a terminal of its own.
pub(crate) struct Session {
    master: Box<dyn MasterPty + Send>,
    child: Box<dyn Child + Send + Sync>,
    keyboard: Box<dyn std::io::Write + Send>,
    screen: Arc<Mutex<vt100::Parser>>,
    /// All that was written to the terminal.
    written: Arc<Mutex<Vec<u8>>>,
}

impl Session {
    /// Starts `pgn show --interactive` with these arguments.
    pub(crate) fn new(dir: &Dir, args: &[&str]) -> Self {
        Self::of(dir, env!("CARGO_BIN_EXE_pgn"), &[&["show", "--interactive"], args].concat())
    }

    /// Starts a line of the shell, in which `$0` is the command.
    pub(crate) fn shell(dir: &Dir, line: &str) -> Self {
        Self::of(dir, "sh", &["-c", line, env!("CARGO_BIN_EXE_pgn")])
    }

    fn of(dir: &Dir, program: &str, args: &[&str]) -> Self {
        let size = PtySize { rows: 24, cols: 80, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(program);
        command.args(args);
        command.cwd(dir.path("."));
        for (name, value) in [("TERM", "xterm-256color"), ("LC_ALL", "C.UTF-8"), ("COLORTERM", "truecolor")] {
            command.env(name, value);
        }
        command.env_remove("NO_COLOR");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(cells(24), cells(80), 0)));
        let written = Arc::default();
        let mut output = pair.master.try_clone_reader().unwrap();
        let (shown, kept) = (Arc::clone(&screen), Arc::clone(&written));
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The end of the terminal is an error on Linux.
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
                let kept: &Mutex<Vec<u8>> = &kept;
                kept.lock().unwrap().extend_from_slice(&bytes[..count]);
            }
        });
        let keyboard = pair.master.take_writer().unwrap();
        Self { master: pair.master, child, keyboard, screen, written }
    }

    fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until a text is on the screen.
    pub(crate) fn see(&mut self, text: &str) -> &mut Self {
        self.until(text, |screen| screen.contains(text))
    }

    pub(crate) fn until(&mut self, what: &str, is_there: impl Fn(&str) -> bool) -> &mut Self {
        let start = Instant::now();
        while !is_there(&self.text()) {
            assert!(start.elapsed() < PATIENCE, "no {what:?} on\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
        self
    }

    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        self.keyboard.write_all(keys.as_bytes()).unwrap();
        self.keyboard.flush().unwrap();
        self
    }

    fn resize(&mut self, cols: u16, rows: u16) -> &mut Self {
        self.screen.lock().unwrap().screen_mut().set_size(cells(rows), cells(cols));
        self.master.resize(PtySize { rows, cols, pixel_width: 0, pixel_height: 0 }).unwrap();
        self
    }

    pub(crate) fn wait(&mut self) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < PATIENCE, "it does not end\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// The number of its process.
    pub(crate) fn process(&self) -> String {
        self.child.process_id().unwrap().to_string()
    }

    /// Whether the terminal was given back: the usual screen, the cursor, no mouse.
    pub(crate) fn assert_given_back(&self) {
        let start = Instant::now();
        let is_back = || {
            let parser = self.screen.lock().unwrap();
            let screen = parser.screen();
            !screen.alternate_screen()
                && !screen.hide_cursor()
                && screen.mouse_protocol_mode() == vt100::MouseProtocolMode::None
        };
        while !is_back() {
            assert!(start.elapsed() < PATIENCE, "the terminal is not given back");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        let _ = self.child.kill();
    }
}

const RIGHT: &str = "\x1b[C";
const DOWN: &str = "\x1b[B";
const ESCAPE: &str = "\x1b";

const VARIATIONS: &str = "\
[White \"Tal, M\"]\n[Black \"Fine, R\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 {in fashion} 2. Nf3) 2. Nf3 {natural} 1-0\n\n";

#[test]
fn a_session() {
    let examples = std::fs::read_to_string("../../examples/games.pgn").unwrap();
    let dir = Dir::with("games.pgn", format!("{VARIATIONS}{examples}"));
    let mut reader = Session::new(&dir, &["games.pgn"]);
    reader.see("433 games").see("Tal, M");
    reader.press("/anderssen 1858").see("16 of 433 games").press("\r").press(ESCAPE);
    reader.until("all games", |screen| screen.contains("433 games") && !screen.contains("of 433"));
    reader.press("/tal, fine").see("1 of 433 games").press("\r\r").see("1.e4 e5");
    reader.press(RIGHT).see("▸ Fine, R").press(DOWN).see("in fashion").press(RIGHT);
    let rank = |screen: &str, rank: usize| {
        screen.lines().nth(rank).unwrap_or_default().chars().take(5).collect::<String>()
    };
    reader.until("rank 8 above", |screen| rank(screen, 3).contains('8')).press("f");
    reader.until("rank 1 above", |screen| rank(screen, 3).contains('1'));
    reader.press("u").press("2").press("g2\r").see("natural");
    reader.press("c").see("is on the clipboard");
    let copied = String::from_utf8_lossy(&reader.written.lock().unwrap()).into_owned();
    // The first letters of the game in base 64.
    assert!(copied.contains("\x1b]52;c;W1doaXRlICJUYWwsIE0iXQ"), "{copied:?}");
    reader.resize(30, 5).see("too small").resize(160, 50).see("natural").resize(80, 24).see("natural");
    reader.press("?").see("all").see("open the game").press("x").see("natural");
    assert!(reader.press("q").wait().success());
    reader.assert_given_back();
}

#[test]
fn pgn_alone_names_three_commands_on_a_terminal() {
    let dir = Dir::new();
    let mut alone = Session::of(&dir, env!("CARGO_BIN_EXE_pgn"), &[]);
    alone.see("pgn check games.pgn").see("pgn show --interactive").see("pgn help  ");
    assert_eq!(alone.wait().exit_code(), 2);
    assert!(!alone.text().contains("Usage"), "{}", alone.text());
    // In a pipe it is the help that it was.
    for line in ["\"$0\" | cat; echo end", "\"$0\" 2>&1 >x | cat; echo end", "true | \"$0\"; echo end"] {
        let mut piped = Session::shell(&dir, line);
        piped.see("2 failure.").see("end");
        assert!(piped.wait().success());
    }
}

#[test]
fn games_from_standard_input_and_keys_from_the_terminal() {
    let dir = Dir::with("games.pgn", VARIATIONS);
    let mut reader = Session::shell(&dir, "cat games.pgn games.pgn | \"$0\" show -I -");
    reader.see("2 games").see("standard input").press("\r").see("1.e4 e5").press("q");
    assert!(reader.wait().success());
    reader.assert_given_back();
}

#[test]
fn the_terminal_is_given_back_when_the_process_is_asked_to_end() {
    let dir = Dir::with("games.pgn", VARIATIONS);
    let mut reader = Session::new(&dir, &["games.pgn"]);
    reader.see("1.e4 e5");
    assert!(std::process::Command::new("kill").arg(reader.process()).status().unwrap().success());
    assert_eq!(reader.wait().exit_code(), 130);
    reader.assert_given_back();
}

#[test]
#[cfg(target_os = "linux")]
fn the_process_ends_when_the_terminal_is_gone() {
    let dir = Dir::with("games.pgn", VARIATIONS);
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_pgn"));
    command.args(["show", "-I", "games.pgn"]);
    command.cwd(dir.path("."));
    command.env("TERM", "xterm");
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    // It has the terminal as soon as it has written something.
    let mut output = pair.master.try_clone_reader().unwrap();
    assert_ne!(output.read(&mut [0; 16]).unwrap(), 0);
    drop((output, pair.master));
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < PATIENCE, "it does not end");
        thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_cannot_be_shown_is_said() {
    let dir = Dir::with("games.pgn", VARIATIONS);
    let ran = dir.pgn(&["show", "-I", "games.pgn"]).status(2);
    assert!(ran.err().contains("--interactive needs a terminal"), "{}", ran.err());
    pgn(&["show", "--interactive"], VARIATIONS).status(2);
    let mut reader = Session::new(&dir, &["nothing.pgn"]);
    reader.see("nothing.pgn");
    assert_eq!(reader.wait().exit_code(), 2);
}
