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
    #[command(flatten)]
    pub(crate) output: crate::args::OutputArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
