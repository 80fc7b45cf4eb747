//! A directory of its own for each test, and the command run in it.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// A directory that goes when the test ends.
pub struct Dir(TempDir);

impl Dir {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// A new directory with one file in it.
    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let dir = Self::new();
        dir.write(name, content);
        dir
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    #[track_caller]
    pub fn read(&self, name: &str) -> String {
        String::from_utf8(fs::read(self.path(name)).unwrap()).unwrap()
    }

    /// The names in the directory, sorted, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// `pgn`, to be run here, with nothing to read and no colours from outside.
    pub fn command(&self, args: &[&str]) -> Command {
        command_in(self.0.path(), args)
    }

    pub fn pgn(&self, args: &[&str]) -> Ran {
        Ran(self.command(args).output().unwrap())
    }
}

fn command_in(directory: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pgn"));
    command.current_dir(directory).args(args).stdin(Stdio::null());
    for name in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "COLUMNS", "RUST_BACKTRACE"] {
        command.env_remove(name);
    }
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `pgn` with `input` as its standard input.
pub fn pgn(args: &[&str], input: impl AsRef<[u8]>) -> Ran {
    let dir = Dir::new();
    let mut child = dir.command(args).stdin(Stdio::piped()).spawn().unwrap();
    feed(&mut child, input.as_ref().to_vec());
    Ran(child.wait_with_output().unwrap())
}

/// Writes to standard input on a thread, so that nobody waits for nobody; the end of the thread closes the pipe.
pub fn feed(child: &mut Child, input: Vec<u8>) {
    let mut stdin = child.stdin.take().unwrap();
    std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
}

/// What a run gave.
pub struct Ran(pub Output);

impl Ran {
    pub fn bytes(&self) -> &[u8] {
        &self.0.stdout
    }

    #[track_caller]
    pub fn out(&self) -> &str {
        std::str::from_utf8(&self.0.stdout).unwrap()
    }

    #[track_caller]
    pub fn err(&self) -> &str {
        std::str::from_utf8(&self.0.stderr).unwrap()
    }

    /// The last line on standard error.
    #[track_caller]
    pub fn account(&self) -> &str {
        self.err().lines().last().unwrap_or_default()
    }

    /// Checks the exit status; a death by panic or signal is never right.
    #[track_caller]
    pub fn status(self, expected: i32) -> Self {
        let stderr = String::from_utf8_lossy(&self.0.stderr);
        assert!(!stderr.contains("panicked"), "{stderr}");
        assert_eq!(self.0.status.code(), Some(expected), "{stderr}");
        self
    }
}

/// A short lax game.
pub const LAX: &str = "[White \"Tal\"]\n[Result \"1-0\"]\n\n1.e4 e5 2.Nf3! Nc6 {good} (2... d6) 3.Bb5 1-0\n";

/// The same in export format.
pub const CANONICAL: &str = "\
[Event \"?\"]
[Site \"?\"]
[Date \"????.??.??\"]
[Round \"?\"]
[White \"Tal\"]
[Black \"?\"]
[Result \"1-0\"]

1. e4 e5 2. Nf3 $1 2... Nc6 {good} (2... d6) 3. Bb5 1-0

";

/// A game with an illegal move, to the byte.
pub const BAD: &str = "[White \"Bad\"]\r\n[Result \"0-1\"]\r\n\r\n1. e4 e5 2. Ke3 {why} Nc6 0-1\r\n\r\n";

/// Compares with `tests/cli/snapshots/<name>.txt`; with `PGN_BLESS=1` in the environment, writes that file instead.
#[track_caller]
pub fn snapshot(name: &str, actual: &str) {
    let path = format!("{}/tests/cli/snapshots/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("PGN_BLESS").is_some() {
        fs::create_dir_all(Path::new(&path).parent().unwrap()).unwrap();
        return fs::write(path, actual).unwrap();
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == actual,
        "{path}\n--- expected\n{expected}\n--- found\n{actual}\n(PGN_BLESS=1 accepts it)"
    );
}
