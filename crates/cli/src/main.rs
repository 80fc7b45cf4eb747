//! The command `pgn`.

mod advice;
mod args;
mod codes;
mod commands;
mod config;
mod external;
mod form;
mod help;
mod run;
mod terminal;
mod themes;

use std::process::ExitCode;

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
