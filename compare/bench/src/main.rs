//! Speed and memory of pgnkit and the command `pgn` beside other programs.
//!
//! `bench [--rounds N] [--pgn PATH] [--only WORK] [--big] [--csv PATH]` prepares its data, checks that all contenders
//! see the same games, times them in turns in fresh processes, and prints medians and ratios. See `compare/README.md`.

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
    let mut suite = suite::Suite {
        rounds: 7,
        pgn: corpus::compare_folder().join("../target/release/pgn"),
        only: None,
        big: false,
        rows: Vec::new(),
    };
    let mut csv = corpus::compare_folder().join("data/bench.csv");
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
        match argument.as_str() {
            "--rounds" => suite.rounds = value()?.parse().map_err(io::Error::other)?,
            "--pgn" => suite.pgn = PathBuf::from(value()?),
            "--only" => suite.only = Some(value()?),
            "--csv" => csv = PathBuf::from(value()?),
            "--big" => suite.big = true,
            _ => return Err(io::Error::other(format!("unknown argument {argument}"))),
        }
    }
    suite.rounds = suite.rounds.max(1);
    let data = data::prepare()?;
    suite.run(&data)?;
    println!("\n{}", report::table(&suite.rows));
    println!(
        "times: against the first line of each group, by CPU time on one core, by time that passed on two."
    );
    std::fs::write(&csv, report::csv(&suite.rows))?;
    println!("written to {}", csv.display());
    Ok(())
}
