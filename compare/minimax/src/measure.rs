//! Time and memory, of a fresh process that does nothing else.

use crate::book::{Records, material};
use nix::sys::resource::{UsageWho, getrusage};
use pgnkit::chess::fen::{self, EnPassant};
use pgnkit_positions::minimax::{Book, Options};
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

/// The first argument of a process that measures; a file of FEN records and the number of threads follow.
pub const ARGUMENT: &str = "--measure";

/// Has the book solved by one thread and by two.
pub fn parent(records: &Records) -> io::Result<()> {
    let folder = corpus::compare_folder().join("data");
    fs::create_dir_all(&folder)?;
    let file = folder.join("minimax.fen");
    let mut output = BufWriter::new(File::create(&file)?);
    for number in 0..records.len() {
        writeln!(output, "{}", records.position(number).fen(EnPassant::Legal))?;
    }
    output.flush()?;
    for jobs in ["1", "2"] {
        let status = Command::new(std::env::current_exe()?).arg(ARGUMENT).arg(&file).arg(jobs).status()?;
        if !status.success() {
            return Err(io::Error::other(format!("measuring: {status}")));
        }
    }
    fs::remove_file(file)
}

/// Solves the book of a file and says what it took.
pub fn child(file: &Path, jobs: &str) -> io::Result<bool> {
    let idle = peak_bytes()?;
    let (mut book, read) = timed(|| {
        let mut book = Book::new();
        for line in BufReader::new(File::open(file)?).lines() {
            let fen = fen::parse(line?.as_bytes()).map_err(|error| io::Error::other(error.to_string()))?;
            book.push(&fen.position, Some(material(&fen.position)));
        }
        Ok(book)
    })?;
    let records = book.len();
    let options = Options::default().jobs(jobs.parse().unwrap_or(1));
    let stop = AtomicBool::new(false);
    let (solution, solved) =
        timed(|| std::mem::take(&mut book).solve(&options, &stop).map_err(io::Error::other))?;
    let bytes = peak_bytes()? - idle;
    let (plies, lines) =
        timed(|| Ok((0..records).map(|record| solution.line(record).count()).sum::<usize>()))?;
    println!(
        "  {jobs} threads: {records} records, {} moves between them; read {read}, solved {solved}, {plies} plies of lines \
         {lines}; {} MiB at most, {} bytes a record",
        solution.statistics().moves,
        bytes >> 20,
        bytes / records.max(1),
    );
    Ok(true)
}

/// Cost of some work: elapsed time and processor time.
fn timed<T>(work: impl FnOnce() -> io::Result<T>) -> io::Result<(T, String)> {
    let (start, cpu) = (Instant::now(), cpu_seconds()?);
    let result = work()?;
    let (passed, cpu) = (start.elapsed().as_secs_f64(), cpu_seconds()? - cpu);
    Ok((result, format!("{passed:.2} s (CPU {cpu:.2} s)")))
}

fn cpu_seconds() -> io::Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_SELF)?;
    let seconds = |time: nix::sys::time::TimeVal| time.tv_sec() as f64 + time.tv_usec() as f64 / 1e6;
    Ok(seconds(usage.user_time()) + seconds(usage.system_time()))
}

/// The largest resident memory of this program so far; 0 if the kernel does not report it. `getrusage` would include
/// that of the process that started this one.
fn peak_bytes() -> io::Result<usize> {
    let status = match fs::read_to_string("/proc/self/status") {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(0),
        status => status?,
    };
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
    Ok(kib.unwrap_or(0) << 10)
}
