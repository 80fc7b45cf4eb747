//! The options of `pgn epd minimax`.

use clap::Args;

use crate::args::CommonArgs;

const AFTER_HELP: &str = "\
Examples:
  pgn epd minimax book.epd -o scored.epd

Exit status: 0 no error, 1 there are errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EpdMinimaxArgs {
    /// Keep given evaluations of positions from which moves lead on, and let their moves not count
    #[arg(long, alias = "keep")]
    pub(crate) keep_given: bool,

    /// The most moves of a pv
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) pv_plies: usize,

    #[command(flatten)]
    pub(crate) output: crate::args::OutputArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
