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
    #[command(flatten)]
    pub(crate) output: crate::args::OutputArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
