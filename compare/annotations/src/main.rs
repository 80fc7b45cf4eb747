//! Comments, numeric annotation glyphs and variations of every game, read by pgnkit and by python-chess.
//!
//! `annotations [--details] [PATH]...` writes each game as pgnkit reads it, one JSON object per line, to
//! `python_chess.py`, which reads the same bytes with python-chess, levels out differences of the two models, and
//! prints the remaining ones. Every difference must be listed in `expected-differences.tsv`, and every row of that
//! table must still apply; otherwise the exit status is 1. `--dump` prints the JSON lines instead.

mod tree;

use std::collections::BTreeSet;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

use corpus::{CorpusFile, Difference, Expected};

const PEER: &str = "python-chess";

/// Files longer than this, unpacked, are sampled: python-chess reads about half a megabyte a second.
const WHOLE_UP_TO: usize = 3_000_000;

/// Games read of a longer file.
const SAMPLE: usize = 200;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("annotations: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<bool> {
    let mut paths = Vec::new();
    let (mut details, mut dump) = (false, false);
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--details") => details = true,
            Some("--dump") => dump = true,
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let Some(files) = corpus::find(&paths)? else {
        println!("annotations: skipped, no corpus at {}", corpus::default_folder().display());
        return Ok(true);
    };
    if dump {
        write_games(&files, &mut BufWriter::new(io::stdout().lock()))?;
        return Ok(true);
    }
    let installed = Command::new("python3").args(["-c", "import chess.pgn"]).stderr(Stdio::null()).status();
    if !installed.is_ok_and(|status| status.success()) {
        println!("annotations: skipped, python-chess is not installed (see README.md)");
        return Ok(true);
    }
    let found = compare(&files, details)?;
    let names: BTreeSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let expected = Expected::read(&corpus::compare_folder().join("expected-differences.tsv"), PEER)?;
    let verdict = expected.check(&found, |file| paths.is_empty() || names.contains(file));
    print!("{verdict}");
    println!(
        "annotations: {} differences explained, {} not, {} stale rows",
        verdict.explained.values().sum::<usize>(),
        verdict.unexplained.len(),
        verdict.stale.len()
    );
    Ok(verdict.holds())
}

/// Runs the comparison in Python. Its lines are `D<tab>file<tab>game<tab>kind` for a difference; others are for people.
fn compare(files: &[CorpusFile], details: bool) -> io::Result<BTreeSet<Difference>> {
    let script = corpus::compare_folder().join("annotations/python_chess.py");
    let mut python =
        Command::new("python3").arg(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let input = python.stdin.take().ok_or_else(|| io::Error::other("no pipe to python3"))?;
    let output = python.stdout.take().ok_or_else(|| io::Error::other("no pipe from python3"))?;
    let mut found = BTreeSet::new();
    let written = std::thread::scope(|scope| -> io::Result<io::Result<()>> {
        let writer = scope.spawn(move || write_games(files, &mut BufWriter::new(input)));
        for line in BufReader::new(output).lines() {
            let line = line?;
            match line.split('\t').collect::<Vec<_>>()[..] {
                ["D", file, game, kind] => {
                    let game = game.parse().map_err(io::Error::other)?;
                    found.insert(Difference { file: file.to_owned(), game, kind: kind.to_owned() });
                }
                _ if details || line.starts_with("read ") => println!("{line}"),
                _ => {}
            }
        }
        writer.join().map_err(|_| io::Error::other("the writing thread panicked"))
    })?;
    let status = python.wait()?;
    written?;
    if status.success() { Ok(found) } else { Err(io::Error::other(format!("python_chess.py: {status}"))) }
}

fn write_games(files: &[CorpusFile], out: &mut impl Write) -> io::Result<()> {
    for file in files {
        let text = file.read()?;
        let most = if text.len() <= WHOLE_UP_TO { usize::MAX } else { SAMPLE };
        tree::write(&file.name, &text, most, out)?;
    }
    out.flush()
}
