//! The command `pgn`.

mod args;
mod codes;
mod commands;
mod config;
mod run;
mod selection;
mod terminal;

use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use args::{Cli, Command};

fn main() -> ExitCode {
    run::interrupt::install();
    let status = match Cli::parse().command {
        Command::Check(args) => commands::check::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Convert(args) => commands::convert::run(&args),
        Command::Clocks(args) => commands::clocks::run(args),
        Command::Epd(args) => commands::epd::run(args),
        Command::Explain(args) => commands::explain::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "pgn", &mut script);
            run::print(&script)
        }
        Command::Man => commands::man::run(),
    };
    ExitCode::from(status as u8)
}
