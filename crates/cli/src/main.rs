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

use args::{Cli, Command, LazyArgs};

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
    let status = match cli.command {
        Command::Check(LazyArgs(args)) => commands::check::run(&args),
        Command::Fmt(LazyArgs(args)) => commands::fmt::run(&args),
        Command::Convert(LazyArgs(args)) => commands::convert::run(&args),
        Command::Clocks(LazyArgs(args)) => commands::clocks::run(args),
        Command::Filter(LazyArgs(args)) => commands::filter::run(args),
        Command::Sort(LazyArgs(args)) => commands::sort::run(args),
        Command::Split(LazyArgs(args)) => commands::split::run(args),
        Command::Merge(LazyArgs(args)) => commands::merge::run(args),
        Command::Dedup(LazyArgs(args)) => commands::dedup::run(args),
        Command::Diff(LazyArgs(args)) => commands::diff::run(args),
        Command::Edit(LazyArgs(args)) => commands::edit::run(*args),
        Command::Eco(LazyArgs(args)) => commands::eco::run(args),
        Command::Tree(LazyArgs(args)) => commands::tree::run(args),
        Command::Stats(LazyArgs(args)) => commands::stats::run(args),
        Command::Names(LazyArgs(args)) => commands::names::run(args),
        Command::Epd(LazyArgs(args)) => commands::epd::run(args),
        Command::Show(LazyArgs(args)) => commands::show::run(&args),
        Command::Diagram(LazyArgs(args)) => commands::diagram::run(&args),
        Command::Html(LazyArgs(args)) => commands::html::run(&args),
        Command::Book(LazyArgs(args)) => commands::book::run(&args),
        Command::Sql { arguments } => return external::SQL.run(&arguments),
        Command::Explain(LazyArgs(args)) => commands::explain::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "pgn", &mut script);
            run::print(&script)
        }
        Command::Help { command } => help::run(&command),
        Command::Man(LazyArgs(args)) => commands::man::run(&args),
    };
    ExitCode::from(status as u8)
}
