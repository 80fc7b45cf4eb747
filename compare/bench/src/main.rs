//! Speed and memory of pgnkit and the command `pgn` beside other programs.
//!
//! `bench [--rounds N] [--pgn PATH] [--only WORK] [--big] [--csv PATH]` builds the command, prepares its data, checks that
//! all contenders see the same games, times them in turns in fresh processes, and prints medians, ratios and goals. See
//! `compare/README.md`.

mod child;
mod data;
mod readers;
mod report;
mod suite;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == "--child" => child::main(rest),
        _ => run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Vec<String>) -> io::Result<()> {
    let (mut rounds, mut pgn, mut only, mut big, mut csv) = (7, None, None, false, None);
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
        match argument.as_str() {
            "--rounds" => rounds = value()?.parse::<usize>().map_err(io::Error::other)?.max(1),
            "--pgn" => pgn = Some(PathBuf::from(value()?)),
            "--only" => only = Some(value()?),
            "--csv" => csv = Some(PathBuf::from(value()?)),
            "--big" => big = true,
            _ => return Err(io::Error::other(format!("unknown argument {argument}"))),
        }
    }
    let pgn = pgn.map_or_else(corpus::build_pgn, Ok)?.canonicalize()?;
    let mut suite = suite::Suite { rounds, pgn, only, big, rows: Vec::new() };
    suite.machine();
    let data = data::prepare()?;
    suite.run(&data)?;
    println!("\n{}", report::table(&suite.rows));
    println!("{}", report::summary(&suite.rows));
    let csv = csv.unwrap_or_else(|| corpus::compare_folder().join("data/bench.csv"));
    std::fs::write(&csv, report::csv(&suite.rows))?;
    println!("written to {}", csv.display());
    Ok(())
}
