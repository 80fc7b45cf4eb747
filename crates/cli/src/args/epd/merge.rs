//! The options of `pgn epd merge`.

use clap::Args;

use crate::args::CommonArgs;

const AFTER_HELP: &str = "\
Examples:
  pgn epd merge a.epd b.epd -o both.epd

Exit status: 0 no conflict and no error, 1 some, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EpdMergeArgs {
    /// Write to FILE, replaced only when everything is done; compressed if it ends in .gz, .zst, .xz or .bz2
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<crate::args::OutputPath>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
