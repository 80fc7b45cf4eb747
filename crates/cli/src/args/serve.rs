//! The options of `pgn serve`.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

#[cfg(feature = "engines")]
use super::EngineArgs;

const AFTER_HELP: &str = "\
At its address a browser has the explorer as a page, with board, moves and games.
Programs that use lichess's opening explorer use this one when they are pointed
at its address: /lichess, /masters, /player and /masters/pgn/{id} answer as there.
All games of the index with a result count, in each. With --evals, /api/cloud-eval
answers as lichess's cloud evaluations do; with --engine, the page has an engine
analyse the position (/api/analysis). Nothing is ever written; a
new index at the same path is taken without an interruption. There is no TLS: for
others than this machine, there must be a proxy before it that has it.

Examples:
  pgn index games.pgn.zst -o games.idx && pgn serve games.idx
  curl 'http://127.0.0.1:9002/lichess?play=e2e4,c7c5&ratings=2000,2200,2500'
  pgn serve --port 8080 --log json games.idx 2>> explorer.log
  pgn serve games.idx --evals lichess.evals      with evaluations of positions
  pgn serve games.idx --engine stockfish         with an engine that analyses

Exit status: 0 it was asked to end, 2 the index or the address cannot be had.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ServeArgs {
    /// The index, as pgn index makes it; or a file of the Free Chess Club (.oe), which has no games
    #[arg(value_name = "FILE", required_unless_present = "evals")]
    pub(crate) index: Option<PathBuf>,

    /// Evaluations of positions, as pgn evals build makes them, for /api/cloud-eval and the page
    #[arg(long, value_name = "FILE")]
    pub(crate) evals: Option<PathBuf>,

    /// The address to listen at; 0.0.0.0 or :: is every address of this machine
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,

    /// The port; 0 is any that is free
    #[arg(long, value_name = "N", default_value_t = 9002)]
    pub(crate) port: u16,

    /// Pages of other sites may not read the answers
    #[arg(long)]
    pub(crate) same_origin: bool,

    #[cfg(feature = "engines")]
    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// Positions that are analysed at the same time, each by an engine of its own
    #[cfg(feature = "engines")]
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..), help_heading = "Engine")]
    pub(crate) engines: u8,

    /// Seconds for which a position is analysed
    #[cfg(feature = "engines")]
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=86_400), help_heading = "Engine")]
    pub(crate) engine_time: u32,

    /// The log of requests, on standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogForm::Text)]
    pub(crate) log: LogForm,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogForm {
    /// A line for people
    Text,
    /// A JSON object, one a line
    Json,
    /// No log
    None,
}
