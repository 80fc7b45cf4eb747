//! Fresh processes: each sample is taken in one of its own.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::sys::resource::{UsageWho, getrusage};
use nix::unistd::Pid;

use crate::boards;
use crate::floors;
use crate::readers::{self, Counts};

/// Cost of one run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sample {
    /// User and system time, in seconds.
    pub cpu: f64,
    /// Time that passed, in seconds.
    pub wall: f64,
    /// Largest resident memory in KiB, of a whole program; 0 where only a pass was timed.
    pub peak_kib: u64,
    /// Counts, if the run reports them.
    pub counts: Counts,
}

/// A pass over a file in memory.
type Pass = fn(&[u8]) -> Counts;

/// The passes, by the name given to a child process.
const PASSES: [(&str, Pass); 24] = [
    ("validate-ours", readers::validate_ours),
    ("validate-theirs", readers::validate_theirs),
    ("tokens-ours", readers::tokens_ours),
    ("tokens-theirs", readers::tokens_theirs),
    ("count-ours", readers::count_ours),
    ("count-theirs", readers::count_theirs),
    ("check-ours", readers::check_ours),
    ("validate-pgc", readers::validate_pgc),
    ("export-pgn", readers::export_pgn),
    ("export-pgc", readers::export_pgc),
    ("export-tree", readers::export_tree),
    ("tree-ours", readers::tree_ours),
    ("json-ours", readers::json_ours),
    ("games-ours", readers::games_ours),
    ("floor-copy", floors::copy),
    ("floor-utf8", floors::utf8),
    ("floor-lines", floors::lines),
    ("floor-zstd", floors::unpack),
    ("perft-ours", boards::perft_ours),
    ("perft-theirs", boards::perft_theirs),
    ("perft-gigachess", boards::perft_gigachess),
    ("list-ours", boards::list_ours),
    ("list-theirs", boards::list_theirs),
    ("list-gigachess", boards::list_gigachess),
];

/// Runs a pass in a child: it reads the file, and times only its own pass.
///
/// # Errors
/// When the child fails.
pub fn pass(name: &str, file: &Path) -> io::Result<Sample> {
    Library(std::env::current_exe()?).pass(name, file)
}

/// A build of this program, for our own passes.
#[derive(Clone, Debug)]
pub struct Library(pub PathBuf);

impl Library {
    /// See [`pass`].
    ///
    /// # Errors
    /// When the child fails.
    pub fn pass(&self, name: &str, file: &Path) -> io::Result<Sample> {
        sample(Command::new(&self.0).args(["--child", name]).arg(file))
    }
}

/// Runs a program in a child and takes its time and memory as a whole.
///
/// # Errors
/// When it cannot be started or ends with a status above 1.
pub fn program(words: &[String]) -> io::Result<Sample> {
    let mut command = Command::new(std::env::current_exe()?);
    sample(command.args(["--child", "program"]).args(words))
}

/// The same, all its threads on one core.
///
/// # Errors
/// See [`program`].
pub fn pinned(words: &[String]) -> io::Result<Sample> {
    let mut command = Command::new(std::env::current_exe()?);
    sample(command.args(["--child", "pinned"]).args(words))
}

/// The words of a program that is this one: `unpack` unpacks a `.zst` and does nothing else, for where there is no `zstd`;
/// `validate-file` is pgn-reader with shakmaty as a program of its own.
///
/// # Errors
/// When this program cannot be found.
pub fn itself(work: &str) -> io::Result<Vec<String>> {
    let this = std::env::current_exe()?;
    Ok(vec![this.to_string_lossy().into_owned(), "--child".to_owned(), work.to_owned()])
}

fn sample(command: &mut Command) -> io::Result<Sample> {
    let output = command.stderr(Stdio::inherit()).output()?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut words = text.split_whitespace();
    let mut number = || words.next().and_then(|word| word.parse::<f64>().ok());
    match (output.status.success(), number(), number(), number()) {
        (true, Some(cpu), Some(wall), Some(peak)) => {
            let counts = Counts::from_words(words).unwrap_or_default();
            Ok(Sample { cpu, wall, peak_kib: peak as u64, counts })
        }
        _ => Err(io::Error::other(format!("{command:?} failed"))),
    }
}

/// The work of a child: `arguments` are what follows `--child`. Prints one line for [`sample`].
///
/// # Errors
/// When the file cannot be read, or the program not be run.
pub fn main(arguments: &[String]) -> io::Result<()> {
    let [name, rest @ ..] = arguments else { return Err(io::Error::other("--child needs a name")) };
    match name.as_str() {
        "program" => return run_program(rest),
        "pinned" => {
            pin()?;
            return run_program(rest);
        }
        _ => {}
    }
    let [file] = rest else { return Err(io::Error::other("a pass needs a file")) };
    match name.as_str() {
        "unpack" => return zstd::stream::copy_decode(std::fs::File::open(file)?, io::sink()),
        "validate-file" => {
            println!("{}", readers::validate_file(Path::new(file))?.to_line());
            return Ok(());
        }
        "floor-read" => return timed(|| floors::read(Path::new(file))),
        "floor-write" => {
            let (text, out) = (std::fs::read(file)?, Path::new(file).with_file_name("out-floor.pgn"));
            timed(|| floors::write(&text, &out))?;
            return std::fs::remove_file(out);
        }
        _ => {}
    }
    let known = PASSES.into_iter().find(|(known, _)| known == name);
    let (_, pass) = known.ok_or_else(|| io::Error::other(format!("no pass {name}")))?;
    let text = std::fs::read(file)?;
    timed(|| Ok(pass(&text)))
}

/// Times a pass alone, not what was done before it.
fn timed(pass: impl FnOnce() -> io::Result<Counts>) -> io::Result<()> {
    let (start, before) = (Instant::now(), cpu(UsageWho::RUSAGE_SELF)?);
    let counts = pass()?;
    let (wall, after) = (start.elapsed().as_secs_f64(), cpu(UsageWho::RUSAGE_SELF)?);
    println!("{} {wall} 0 {}", after - before, counts.to_line());
    Ok(())
}

fn run_program(words: &[String]) -> io::Result<()> {
    let [program, arguments @ ..] = words else { return Err(io::Error::other("no program")) };
    let start = Instant::now();
    let mut command = Command::new(program);
    let status = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null()).status()?;
    let wall = start.elapsed().as_secs_f64();
    // 1: there were errors in the games.
    if !matches!(status.code(), Some(0 | 1)) {
        return Err(io::Error::other(format!("{words:?}: {status}")));
    }
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    println!("{} {wall} {}", cpu(UsageWho::RUSAGE_CHILDREN)?, usage.max_rss());
    Ok(())
}

/// Stays on the first core that this process may use; what it starts does too.
fn pin() -> io::Result<()> {
    let this = Pid::from_raw(0);
    let may = sched_getaffinity(this)?;
    let mut one = CpuSet::new();
    let first = (0..CpuSet::count()).find(|&core| may.is_set(core).unwrap_or(false));
    one.set(first.unwrap_or_default())?;
    Ok(sched_setaffinity(this, &one)?)
}

fn cpu(who: UsageWho) -> io::Result<f64> {
    let usage = getrusage(who)?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}
