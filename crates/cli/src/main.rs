//! The command `pgn`.

mod args;
mod commands;
mod render;
mod run;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};
use run::Status;

fn main() -> ExitCode {
    run::interrupt::install();
    let status = match Cli::parse().command {
        Command::Check(args) => commands::check::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "pgn", &mut std::io::stdout());
            Status::Clean
        }
        Command::Man => commands::man::run(),
    };
    ExitCode::from(status as u8)
}
