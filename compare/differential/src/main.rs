//! Moves and positions of every game, read by pgnkit and by pgn-reader with shakmaty.
//!
//! `differential [--details] [PATH]...` compares, for each file, the number of games, and for each game whether every
//! main-line move is legal and the FEN after each of them. Every difference must stand in
//! `expected-differences.tsv`, and every row of that table must still hold; otherwise the exit status is 1.

mod differences;
mod ours;
mod record;
mod theirs;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use corpus::{Difference, Expected};

const PEER: &str = "pgn-reader";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("differential: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> std::io::Result<bool> {
    let mut paths = Vec::new();
    let mut details = false;
    for argument in std::env::args_os().skip(1) {
        if argument == "--details" { details = true } else { paths.push(PathBuf::from(argument)) }
    }
    let Some(files) = corpus::find(&paths)? else {
        println!("differential: skipped, no corpus at {}", corpus::default_folder().display());
        return Ok(true);
    };
    let whole_corpus = paths.is_empty();
    let expected = Expected::read(&corpus::compare_folder().join("expected-differences.tsv"), PEER)?;
    let mut found: BTreeSet<Difference> = BTreeSet::new();
    let mut names: BTreeSet<&str> = BTreeSet::new();
    let (mut games, mut plies) = (0, 0);
    for file in &files {
        let comparison = differences::compare(&file.name, &file.read()?);
        println!(
            "{}: {} games, {} plies, {} not legal, {} differences",
            file.name,
            comparison.games,
            comparison.plies,
            comparison.illegal,
            comparison.found.len()
        );
        games += comparison.games;
        plies += comparison.plies;
        names.insert(&file.name);
        for one in comparison.found {
            if details {
                println!("== {}\n{}", one.difference, one.detail);
            }
            found.insert(one.difference);
        }
    }
    let verdict = expected.check(&found, |file| whole_corpus || names.contains(file));
    print!("{verdict}");
    println!(
        "differential: {} files, {games} games, {plies} plies; {} differences explained, {} not, {} stale rows",
        files.len(),
        verdict.explained.values().sum::<usize>(),
        verdict.unexplained.len(),
        verdict.stale.len()
    );
    Ok(verdict.holds())
}
