//! Whole books solved by minimax.
//!
//! `minimax [PATH]...` makes a book of all positions of the main lines of games, each with its material as evaluation,
//! and solves it. The result must be the same for one, two and four threads and for any order of the records, every
//! line must end at a position that has its score, and a sample must be what plain recursion finds. Then it is solved
//! again by fresh processes, for time and memory. Without paths there are two books: the opening lines of `bjbraams`,
//! and the first million positions of the corpus.

mod book;
mod measure;
mod naive;

use book::{Records, Solved};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A million records show the cost.
const MOST: usize = 1_000_000;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let result = match &arguments[..] {
        [measure, file, jobs] if measure == measure::ARGUMENT => measure::child(Path::new(file), jobs),
        paths => run(paths.iter().map(PathBuf::from).collect()),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("minimax: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(paths: Vec<PathBuf>) -> io::Result<bool> {
    let lines = corpus::default_folder().join("books/bjbraams_chessdb_198350_lines.pgn.zst");
    let books = match paths.is_empty() {
        true if !lines.is_file() => {
            println!("minimax: skipped, no corpus at {}", corpus::default_folder().display());
            return Ok(true);
        }
        true => vec![vec![lines], Vec::new()],
        false => vec![paths],
    };
    let mut all_well = true;
    for paths in books {
        let mut records = Records::default();
        for file in corpus::find(&paths)?.unwrap_or_default() {
            records.read(&file.read()?, MOST);
        }
        println!("{} positions", records.len());
        all_well &= check(&records);
        measure::parent(&records)?;
    }
    Ok(all_well)
}

/// Whether a book is solved as it should be.
fn check(records: &Records) -> bool {
    let expected = records.solve(1, 0);
    println!("  {:?}", expected.solution.statistics());
    let mut all_well = true;
    for (jobs, seed) in [(1, 1), (2, 2), (4, 3)] {
        let same = records.solve(jobs, seed).digests() == expected.digests();
        println!(
            "  {jobs} threads, records in another order: {}",
            if same { "the same" } else { "DIFFERENT" }
        );
        all_well &= same;
    }
    let wrong = wrong_ends(records, &expected);
    println!("  lines that end with another score: {wrong}");
    let sample = naive::compare(records, &expected);
    println!(
        "  plain recursion: {} positions, of up to {} positions visited each; {} differ, {} were too large",
        sample.compared, sample.most_visited, sample.different, sample.too_large
    );
    all_well && wrong == 0 && sample.different == 0
}

/// Number of lines that end in an evaluation other than the score at their beginning.
fn wrong_ends(records: &Records, solved: &Solved) -> usize {
    (0..records.len()).filter(|record| !records.ends_well(*record, &solved.solution)).count()
}
