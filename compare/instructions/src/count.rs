//! Runs under callgrind.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::work::{self, Work};

/// Units that the shorter run takes at least, so that what happens once is little.
const ENOUGH: u64 = 10_000;

/// The kinds of games, each a file in the repository.
const DATA: [&str; 3] = ["plain", "clocks", "engine"];

/// File of a kind of games.
fn file(data: &str) -> PathBuf {
    let folder = corpus::compare_folder();
    match data {
        "plain" => folder.join("../examples/games.pgn"),
        "clocks" => folder.join("../examples/clocks.pgn"),
        _ => folder.join("instructions/engine.pgn"),
    }
}

/// Counts: work, data, unit. The rules do not depend on the text of games, so one kind is enough for them.
pub fn all() -> impl Iterator<Item = (Work, &'static str, &'static str)> {
    Work::ALL.into_iter().flat_map(|work| {
        let kinds = if work.is_of_text() { &DATA[..] } else { &DATA[..1] };
        kinds.iter().map(move |&data| (work, data, work.unit()))
    })
}

/// Instructions and units of one pass: what a run of 2n passes takes more than one of n. Loading the program, reading
/// the file and preparing cancel out.
///
/// # Errors
/// When a run fails.
pub fn count(work: Work, data: &str, pgn: &Path) -> io::Result<(u64, u64)> {
    let file = file(data);
    let units = work::units(work, &std::fs::read(&file)?);
    let passes = ENOUGH.div_ceil(units.max(1)).max(2);
    let (less, more) = std::thread::scope(|scope| {
        let less = scope.spawn(|| run(work, &file, passes, pgn));
        (less.join(), run(work, &file, 2 * passes, pgn))
    });
    let less = less.map_err(|_| io::Error::other("a run panicked"))??;
    Ok((more?.saturating_sub(less) / passes, units))
}

fn run(work: Work, file: &Path, passes: u64, pgn: &Path) -> io::Result<u64> {
    let mut words = vec![];
    if let Some(arguments) = work.command() {
        words.push(pgn.as_os_str().to_owned());
        words.extend(arguments.iter().map(Into::into));
        words.extend((0..passes).map(|_| file.as_os_str().to_owned()));
    } else {
        words.push(std::env::current_exe()?.into());
        words.extend(["--child", work.name(), &passes.to_string()].map(Into::into));
        words.push(file.as_os_str().to_owned());
    }
    let mut command = Command::new("valgrind");
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).args(words);
    let output = command.stdin(Stdio::null()).stdout(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    // `==123== Collected : 456`
    let collected = said.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    match (output.status.success(), collected) {
        (true, Some(count)) => Ok(count),
        _ => Err(io::Error::other(format!("{command:?}: {}\n{said}", output.status))),
    }
}

/// Whether the processor that valgrind shows is the one the record is made for.
///
/// # Errors
/// When valgrind cannot be run.
pub fn processor_fits() -> io::Result<bool> {
    let mut command = Command::new("valgrind");
    command.args(["-q", "--tool=none"]).arg(std::env::current_exe()?).args(["--child", "processor"]);
    Ok(command.output()?.stdout.starts_with(b"fits"))
}
