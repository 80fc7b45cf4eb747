//! The options of `pgn epd`: a file for each subcommand that is not one of games, too.

use clap::{Args, Subcommand};

use super::{CheckArgs, FmtArgs};

/// Work with EPD records: positions, one a line, and what is said of them.
#[derive(Args, Debug)]
pub(crate) struct EpdArgs {
    #[command(subcommand)]
    pub(crate) command: EpdCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EpdCommand {
    /// Say what is wrong with records, where and why
    Check(CheckArgs),
    /// Write records in canonical form
    Fmt(FmtArgs),
}
