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
    let ([instructions], units) = events(work, data, pgn, &[])?;
    Ok((instructions, units))
}

/// What a pass does at branches, as valgrind's simple model of a processor foretells them.
#[derive(Clone, Copy, Debug)]
pub struct Branches {
    pub instructions: u64,
    pub conditional: u64,
    pub conditional_missed: u64,
    pub indirect: u64,
    pub indirect_missed: u64,
    pub units: u64,
}

/// Branches of one pass, counted in the same way.
///
/// # Errors
/// When a run fails.
pub fn branches(work: Work, data: &str, pgn: &Path) -> io::Result<Branches> {
    let (counted, units) = events(work, data, pgn, &["--branch-sim=yes"])?;
    let [instructions, conditional, conditional_missed, indirect, indirect_missed] = counted;
    Ok(Branches { instructions, conditional, conditional_missed, indirect, indirect_missed, units })
}

/// The first `N` events that callgrind counts with these options, and the units.
fn events<const N: usize>(
    work: Work,
    data: &str,
    pgn: &Path,
    options: &[&str],
) -> io::Result<([u64; N], u64)> {
    let file = file(data);
    let units = work::units(work, &std::fs::read(&file)?);
    let passes = ENOUGH.div_ceil(units.max(1)).max(2);
    let (less, more) = std::thread::scope(|scope| {
        let less = scope.spawn(|| run::<N>(work, &file, passes, pgn, options));
        (less.join(), run::<N>(work, &file, 2 * passes, pgn, options))
    });
    let (less, more) = (less.map_err(|_| io::Error::other("a run panicked"))??, more?);
    Ok((std::array::from_fn(|event| more[event].saturating_sub(less[event]) / passes), units))
}

fn run<const N: usize>(
    work: Work,
    file: &Path,
    passes: u64,
    pgn: &Path,
    options: &[&str],
) -> io::Result<[u64; N]> {
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
    command.args(["--tool=callgrind", "--callgrind-out-file=/dev/null"]).args(options).args(words);
    let output = command.stdin(Stdio::null()).stdout(Stdio::null()).output()?;
    let said = String::from_utf8_lossy(&output.stderr);
    match (output.status.success(), collected(&said)) {
        (true, Some(counts)) => Ok(counts),
        _ => Err(io::Error::other(format!("{command:?}: {}\n{said}", output.status))),
    }
}

/// The counts in what callgrind says: `==123== Collected : 456 78`.
fn collected<const N: usize>(said: &str) -> Option<[u64; N]> {
    let counts = said.lines().find_map(|line| Some(line.split_once("Collected : ")?.1))?;
    let counts: Option<Vec<u64>> = counts.split_whitespace().map(|count| count.parse().ok()).collect();
    counts?.try_into().ok()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_events_are_read() {
        let said = "==7== Events    : Ir Bc Bcm Bi Bim\n==7== Collected : 50 40 3 20 1\n==7==\n";
        assert_eq!(collected(said), Some([50, 40, 3, 20, 1]));
        assert_eq!(collected("==7== Collected : 50\n"), Some([50]));
        assert_eq!(collected::<1>(said), None);
        assert_eq!(collected::<1>("==7== no such tool\n"), None);
    }
}
