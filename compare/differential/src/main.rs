//! Moves and positions of every game, read by pgnkit and by pgn-reader with shakmaty.
//!
//! `differential [--details] [--ordinals] [PATH]...` compares, for each file, the number of games, and for each game
//! whether every main-line move is legal and the FEN after each of them, with `--ordinals` also the ordinal of each
//! move (section 20.2): the peer writes all legal moves and sorts them, pgnkit must find the move again by its ordinal.
//! Every difference must be listed in `expected-differences.tsv`, and every row of that table must still apply;
//! otherwise the exit status is 1.

mod differences;
mod ours;
mod record;
mod theirs;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use corpus::{Difference, Expected};
use record::Wanted;

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
    let mut wanted = Wanted::default();
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--details") => details = true,
            Some("--ordinals") => wanted.ordinals = true,
            _ => paths.push(PathBuf::from(argument)),
        }
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
        let comparison = differences::compare(&file.name, &file.read()?, wanted);
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
