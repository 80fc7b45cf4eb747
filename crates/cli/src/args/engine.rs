//! The options of commands that ask an engine.

use std::time::Duration;

use clap::Args;
use pgnkit_uci::{Analyst, EngineCommand, Limits};

/// Positions that are searched without a limit of the user's.
const NODES: u64 = 1_000_000;

/// The engine and the limits of its searches.
#[derive(Args, Debug)]
pub(crate) struct EngineArgs {
    /// The engine, which speaks UCI: a program with its arguments
    #[arg(long, value_name = "COMMAND", value_parser = clap::value_parser!(EngineCommand))]
    pub(crate) engine: EngineCommand,

    /// Set an option of the engine, as Hash=64; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    pub(crate) options: Vec<(String, String)>,

    /// Search so many positions each time, which gives the same again [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with_all = ["depth", "movetime"])]
    pub(crate) nodes: Option<u64>,

    /// Search so many half-moves deep
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), conflicts_with = "movetime")]
    pub(crate) depth: Option<u32>,

    /// Search for so many milliseconds; results differ from run to run
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) movetime: Option<u64>,
}

fn parse_option(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE, as Hash=64, found no `=`")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

impl EngineArgs {
    pub(crate) fn limits(&self) -> Limits {
        match (self.nodes, self.depth, self.movetime) {
            (None, Some(depth), _) => Limits::depth(depth),
            (None, None, Some(time)) => Limits::movetime(Duration::from_millis(time)),
            (nodes, ..) => Limits::nodes(nodes.unwrap_or(NODES)),
        }
    }

    /// The engine with its options, which is not started yet.
    pub(crate) fn analyst(&self) -> Analyst {
        let analyst = Analyst::new(self.engine.clone(), self.limits());
        self.options.iter().fold(analyst, |analyst, (name, value)| analyst.option(name, value))
    }

    /// Starts the engine once; the message says why it cannot be used.
    pub(crate) fn try_out(&self) -> Result<(), String> {
        let mut analyst = self.analyst();
        let result = analyst.engine().map(drop).map_err(|error| format!("--engine: {error}"));
        analyst.quit();
        result
    }
}
