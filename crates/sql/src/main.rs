//! The program `pgn-sql`.

use std::process::ExitCode;

use clap::Parser as _;
use pgn_sql::args::Args;

fn main() -> ExitCode {
    ExitCode::from(pgn_sql::run(&Args::parse()) as u8)
}
