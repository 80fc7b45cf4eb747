//! Reading records, beside `board.set_epd` of python-chess: the same canonical lines, one thread, processor time.

use std::fmt::Write as _;
use std::fs;
use std::hint::black_box;
use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;

use corpus::CorpusFile;
use pgnkit::chess::ChessMode;
use pgnkit::epd::{Epd, Opcode, Reader};
use pgnkit::syntax::{Collect, Ignore, Severity};

/// Files by what is in their records: what they are called, and the beginnings of their names.
const SETS: [(&str, &[&str]); 3] = [
    ("operations", &["epd/STS"]),
    ("perft counts", &["epd/ferdy", "epd/perft"]),
    ("positions", &["books/noob", "books/stalemates", "books/3moves"]),
];

/// At most this many records of a set: python-chess reads some ten thousand a second.
const MOST: usize = 20_000;

const ROUNDS: usize = 5;

/// Goal for the speed of reading as a multiple of python-chess's.
const GOAL: f64 = 20.0;

/// Prints a row for each set; whether both read the same.
pub fn measure(files: &[CorpusFile]) -> io::Result<bool> {
    let installed = Command::new("python3").args(["-c", "import chess"]).stderr(Stdio::null()).status();
    if !installed.is_ok_and(|status| status.success()) {
        println!("records: skipped, python-chess is not installed (see README.md)");
        return Ok(true);
    }
    println!(
        "| data | records | bytes | pgnkit, ns a record | python-chess, ns a record | ratio | goal | reached |"
    );
    println!("| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |");
    let mut is_same = true;
    for (name, beginnings) in SETS {
        let records = records(files, beginnings)?;
        if records.is_empty() {
            continue;
        }
        let (text, digest) = texts(&records);
        let path = std::env::temp_dir().join(format!("records-{}.epd", std::process::id()));
        fs::write(&path, &text)?;
        let result = beside(&text, &digest, &path);
        fs::remove_file(&path)?;
        let Some((ours, theirs)) = result? else {
            println!("{name}: python-chess reads something else");
            is_same = false;
            continue;
        };
        let (count, bytes, ratio) = (records.len(), text.len(), theirs / ours);
        let [ours, theirs] = [ours, theirs].map(|seconds| seconds * 1e9 / count as f64);
        let reached = if ratio >= GOAL { "yes" } else { "**no**" };
        println!(
            "| {name} | {count} | {bytes} | {ours:.0} | {theirs:.0} | {ratio:.0}x | {GOAL}x | {reached} |"
        );
    }
    Ok(is_same)
}

/// The records of a set that have no errors, evenly taken.
fn records(files: &[CorpusFile], beginnings: &[&str]) -> io::Result<Vec<Epd>> {
    let mut records = Vec::new();
    for file in files.iter().filter(|file| beginnings.iter().any(|start| file.name.starts_with(start))) {
        let text = file.read()?;
        let mut reader = Reader::new(&text);
        loop {
            let mut found = Collect::default();
            let Some(record) = reader.read_record(&mut found) else { break };
            let is_fine = found.iter().all(|one| one.severity < Severity::Error);
            records.extend(record.epd.filter(|_| is_fine));
        }
    }
    let step = records.len().div_ceil(MOST).max(1);
    Ok(records.into_iter().step_by(step).collect())
}

/// The canonical records, and what a reader should make of each: position, and moves of `am`, `bm`, `pv`.
fn texts(records: &[Epd]) -> (String, String) {
    let (mut text, mut digest) = (String::new(), String::new());
    for epd in records {
        let _ = writeln!(text, "{epd}");
        let fen = epd.fen();
        let fields: Vec<&str> = fen.split(' ').collect();
        let _ = write!(digest, "{} {} {}", fields[0], fields[1], fields[3]);
        for opcode in [Opcode::Am, Opcode::Bm, Opcode::Pv] {
            for (mv, _) in epd.get(&opcode).into_iter().flat_map(|operation| operation.each_move()) {
                let _ = write!(digest, " {}", mv.to_uci(ChessMode::Chess960));
            }
        }
        digest.push('\n');
    }
    (text, digest)
}

/// Median seconds of ours and of python-chess, in turns; `None` where it reads something else.
fn beside(text: &str, digest: &str, path: &std::path::Path) -> io::Result<Option<(f64, f64)>> {
    let script = corpus::compare_folder().join("records/python_chess.py");
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        ours.push(pass(text.as_bytes())?);
        let output = Command::new("python3").arg(&script).arg(path).stderr(Stdio::inherit()).output()?;
        let output = String::from_utf8_lossy(&output.stdout);
        let Some((seconds, seen)) = output.split_once('\n') else { return Ok(None) };
        if seen != digest {
            let differs = seen.lines().zip(digest.lines()).find(|(theirs, ours)| theirs != ours);
            println!("{differs:?}");
            return Ok(None);
        }
        theirs.push(seconds.parse().map_err(io::Error::other)?);
    }
    let median = |mut all: Vec<f64>| {
        all.sort_by(f64::total_cmp);
        all[all.len() / 2]
    };
    Ok(Some((median(ours), median(theirs))))
}

/// Seconds to read all records of a text once, everything checked; it is read until a tenth of a second has gone.
fn pass(text: &[u8]) -> io::Result<f64> {
    let (start, mut passes) = (Clock::start(), 0);
    loop {
        let mut reader = Reader::new(black_box(text));
        while let Some(record) = reader.read_record(&mut Ignore) {
            black_box(&record);
        }
        passes += 1;
        let seconds = start.seconds();
        if seconds > 0.1 {
            return Ok(seconds / f64::from(passes));
        }
    }
}

/// Processor time of this thread if the kernel reports it; otherwise elapsed time.
struct Clock {
    start: Instant,
    cpu: Option<u64>,
}

impl Clock {
    fn start() -> Self {
        Self { start: Instant::now(), cpu: Self::cpu() }
    }

    fn cpu() -> Option<u64> {
        fs::read_to_string("/proc/thread-self/schedstat").ok()?.split(' ').next()?.parse().ok()
    }

    fn seconds(&self) -> f64 {
        match (self.cpu, Self::cpu()) {
            (Some(start), Some(now)) => (now - start) as f64 / 1e9,
            _ => self.start.elapsed().as_secs_f64(),
        }
    }
}
