//! The options of `pgn epd perft`.

use clap::Args;

use crate::args::CommonArgs;

const AFTER_HELP: &str = "\
Examples:
  pgn epd perft --max-nodes 1000000 suite.epd

Exit status: 0 all counts agree, 1 some differ or have errors, 2 the work could
not be done.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EpdPerftArgs {
    /// Leave out counts of more than N nodes
    #[arg(long, value_name = "N", default_value_t = 100_000_000)]
    pub(crate) max_nodes: u64,

    /// Memory for what has been counted, in MiB; 0 for none
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    pub(crate) hash: usize,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
