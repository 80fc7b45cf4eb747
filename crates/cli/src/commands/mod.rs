//! One file per subcommand.

#[cfg(feature = "engines")]
mod analyse;
mod book;
mod check;
mod clocks;
mod convert;
mod dedup;
mod diagram;
mod diff;
mod eco;
mod edit;
mod editing;
mod epd;
#[cfg(feature = "index")]
mod evals;
mod explain;
mod filter;
mod fmt;
mod html;
#[cfg(feature = "index")]
mod index;
mod man;
mod merge;
mod names;
mod rewrite;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod sort;
mod sorting;
mod split;
mod stats;
mod tree;

use std::process::ExitCode;

use clap::CommandFactory as _;

use crate::args::{Cli, Command, LazyArgs};
use crate::run::print;
use crate::{external, help};

/// Carries out a command.
pub(crate) fn run(command: Command) -> ExitCode {
    let status = match command {
        Command::Check(LazyArgs(args)) => check::run(&args),
        Command::Fmt(LazyArgs(args)) => fmt::run(&args),
        Command::Convert(LazyArgs(args)) => convert::run(&args),
        Command::Clocks(LazyArgs(args)) => clocks::run(args),
        Command::Filter(LazyArgs(args)) => filter::run(args),
        Command::Find(LazyArgs(args)) => filter::find(args),
        Command::Sort(LazyArgs(args)) => sort::run(args),
        Command::Split(LazyArgs(args)) => split::run(args),
        Command::Merge(LazyArgs(args)) => merge::run(args),
        Command::Dedup(LazyArgs(args)) => dedup::run(args),
        Command::Diff(LazyArgs(args)) => diff::run(args),
        Command::Edit(LazyArgs(args)) => edit::run(*args),
        Command::Eco(LazyArgs(args)) => eco::run(args),
        #[cfg(feature = "engines")]
        Command::Analyse(LazyArgs(args)) => analyse::run(*args),
        Command::Tree(LazyArgs(args)) => tree::run(args),
        #[cfg(feature = "index")]
        Command::Index(LazyArgs(args)) => index::run(args),
        #[cfg(feature = "index")]
        Command::Evals(LazyArgs(args)) => evals::run(args),
        #[cfg(feature = "serve")]
        Command::Serve(LazyArgs(args)) => serve::run(&args),
        Command::Stats(LazyArgs(args)) => stats::run(args),
        Command::Names(LazyArgs(args)) => names::run(args),
        Command::Epd(LazyArgs(args)) => epd::run(args),
        Command::Show(LazyArgs(args)) => show::run(&args),
        Command::Diagram(LazyArgs(args)) => diagram::run(&args),
        Command::Html(LazyArgs(args)) => html::run(&args),
        Command::Book(LazyArgs(args)) => book::run(args),
        Command::Sql { arguments } => return external::SQL.run(&arguments),
        Command::Explain(LazyArgs(args)) => explain::run(&args),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "pgn", &mut script);
            print(&script)
        }
        Command::Help { command } => help::run(&command),
        Command::Man(LazyArgs(args)) => man::run(&args),
    };
    ExitCode::from(status as u8)
}
