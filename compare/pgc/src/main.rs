//! Every game of the corpus as PGN, PGC (the binary coding, section 20) and PGN again.
//!
//! `pgc [PATH]...` prints for each file how many games come back to the byte, in reduced and in full export format, what
//! PGC cannot hold of the others, and how large they are. A game of which nothing is said to be lost and that does not come
//! back is a failure, and so is one that differs in more than is said: the exit status is 1. `pgc --sizes` prints how large
//! the games are in several forms; `pgc --speed` measures encoding and decoding beside pgn-reader with shakmaty, which
//! reads the same games as PGN.
//!
//! The reader decodes what the writer encoded; that the ordinals are those of the standard is shown by `differential
//! --ordinals`, where shakmaty writes the notation of all legal moves and sorts it.

mod check;
mod peer;
mod speed;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use speed::What;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("pgc: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<bool> {
    let mut paths = Vec::new();
    let mut measured = None;
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--sizes") => measured = Some(What::Sizes),
            Some("--speed") => measured = Some(What::Speed),
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let Some(files) = corpus::find(&paths)? else {
        println!("pgc: skipped, no corpus at {}", corpus::default_folder().display());
        return Ok(true);
    };
    match measured {
        Some(what) => speed::measure(what, &files),
        None => check::check(&files),
    }
}
