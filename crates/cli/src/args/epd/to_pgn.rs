//! The options of `pgn epd to-pgn`.

use std::path::PathBuf;

use clap::Args;

use crate::args::CommonArgs;

#[derive(Args, Debug)]
pub(crate) struct EpdToPgnArgs {
    /// Write to FILE, replaced only when everything is done; compressed if it ends in .gz, .zst, .xz or .bz2
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
