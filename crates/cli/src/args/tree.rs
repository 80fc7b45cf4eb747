//! The options of `pgn tree`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::size::parse_memory;

const AFTER_HELP: &str = "\
Each move has the games in which it was played, their share of those that came
to the position, won by White, drawn and won by Black in percent, the score of
the side that moves, its performance and average rating, the years, and a game
with high ratings. Games with errors and games of variants are not counted.

Examples:
  pgn tree games.pgn                            first moves
  pgn tree --moves '1. e4 c5' games.pgn.zst     answers to the Sicilian
  pgn tree --depth 6 --min-games 100 games.pgn
  pgn tree --where 'white_elo >= 2600 AND year >= 2000' games.pgn
  pgn tree --engine-book book.bin games.pgn     beside the weights of a book
  pgn tree --index games.idx                    at once, from pgn index
  pgn tree --depth 12 --min-games 50 --report pgn games.pgn > book.pgn

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct TreeArgs {
    /// Begin with this position
    #[arg(long, conflicts_with = "moves")]
    pub(crate) fen: Option<String>,

    /// Begin with the position after these moves
    #[arg(long)]
    pub(crate) moves: Option<String>,

    /// Half-moves after that position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=400))]
    pub(crate) depth: u16,

    /// Leave out moves that were played in fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_games: u64,

    /// An opening book of engines (.bin, .abk, .ctg), whose weights are shown beside the games
    #[arg(long, value_name = "FILE")]
    pub(crate) engine_book: Option<PathBuf>,

    /// Format of the tree
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = TreeForm::Text)]
    pub(crate) report: TreeForm,

    /// Count the games of an index, as pgn index makes it, in the place of files; or the counts of a file of the Free Chess Club (.oe)
    #[cfg(feature = "index")]
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["files", "from", "only", "games", "limit", "on_error", "rejects"]
    )]
    pub(crate) index: Option<PathBuf>,

    /// Memory for the tree, as 256M or 2G; where it does not suffice, the tree is less deep, and it is said so
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    pub(crate) memory: usize,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TreeForm {
    /// A table for people
    Text,
    /// A JSON object for each move, one a line
    Json,
    /// A game with variations and comments
    Pgn,
}
