//! The command `pgn`.

mod advice;
mod args;
mod codes;
mod commands;
mod config;
#[cfg(feature = "engines")]
mod engine;
mod external;
mod form;
mod help;
mod run;
mod terminal;
mod themes;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches};

use args::Cli;

fn main() -> ExitCode {
    run::interrupt::install();
    let mut command = Cli::command();
    let parsed = command.try_get_matches_from_mut(std::env::args_os()).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
        Ok((cli, matches))
    });
    let cli = match parsed {
        Ok((cli, matches)) => {
            if let Some(refusal) = run::outputs::refusal(&command, &matches) {
                run::complain(&refusal);
                return ExitCode::from(run::Status::Failed as u8);
            }
            cli
        }
        Err(mut error) => {
            if let Some(status) = external::run_unknown(&error) {
                return status;
            }
            if let Some(status) = overview(&error) {
                return status;
            }
            advice::shorten(&mut error);
            let _ = error.print();
            if let Some(advice) = advice::of(&error) {
                run::say(&advice);
            }
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2));
        }
    };
    commands::run(cli.command)
}

/// The screen with all commands for `pgn -h`, and some words for `pgn` alone on a terminal. Otherwise the error is
/// said as it is: programs that call `pgn` see no difference.
fn overview(error: &clap::Error) -> Option<ExitCode> {
    let word = std::env::args_os().nth(1);
    match error.kind() {
        ErrorKind::DisplayHelp if word.as_ref().is_some_and(|word| word == "-h") => {
            Some(ExitCode::from(help::run(&[]) as u8))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
            if word.is_none() && terminal::is_all_there_is() =>
        {
            eprint!("{}", help::FIRST);
            Some(ExitCode::from(run::Status::Failed as u8))
        }
        _ => None,
    }
}
