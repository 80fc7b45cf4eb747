//! The options of `pgn epd to-pgn`.

use clap::Args;

use crate::args::CommonArgs;

const AFTER_HELP: &str = "\
Examples:
  pgn epd to-pgn suite.epd -o suite.pgn

Exit status: 0 no error, 1 there are errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EpdToPgnArgs {
    /// Write to FILE, replaced only when everything is done; compressed if it ends in .gz, .zst, .xz or .bz2
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<crate::args::OutputPath>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
