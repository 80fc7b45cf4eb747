//! The options of `pgn epd sort`.

use clap::{Args, ValueEnum};

use crate::args::CommonArgs;

const AFTER_HELP: &str = "\
Examples:
  pgn epd sort --by id -i suite.epd

Exit status: 0 no error, 1 there are errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EpdSortArgs {
    /// Sort key; records with equal keys keep their order
    #[arg(long, value_enum, value_name = "FIELDS", default_value_t = SortKey::Position)]
    pub(crate) by: SortKey,

    #[command(flatten)]
    pub(crate) output: crate::args::OutputArgs<true>,

    /// Sort the files in place, each by itself
    #[arg(short, long, requires = "files", conflicts_with_all = crate::args::SELECT)]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortKey {
    /// The four fields of the position, byte by byte
    Position,
    /// The names in `id`, with their numbers as numbers: BK.2 before BK.10; records without one come last
    Id,
}
