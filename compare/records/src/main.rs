//! Every file of EPD records: read, checked, written and read back.
//!
//! `records [--details] [PATH]...` prints for each file the number of records that are clean, have warnings, have
//! errors, and the number of diagnostics of each kind; with `--details` each record with errors, and their reasons. A
//! record that differs after writing and reading, or still has a fault that canonical writing should have fixed, is a
//! failure: the exit status is 1. `records --speed` measures reading against python-chess.

mod check;
mod speed;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("records: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<bool> {
    let mut paths = Vec::new();
    let (mut details, mut speed) = (false, false);
    for argument in std::env::args_os().skip(1) {
        match argument.to_str() {
            Some("--details") => details = true,
            Some("--speed") => speed = true,
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let Some(files) = corpus::find_records(&paths)? else {
        println!("records: skipped, no corpus at {}", corpus::default_folder().display());
        return Ok(true);
    };
    if speed { speed::measure(&files) } else { check::check(&files, details) }
}
