//! The options of `pgn index`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use pgnkit_index::Level;

use super::{CommonArgs, MemoryArgs, OutputPath};

const AFTER_HELP: &str = "\
An index has the games, sorted so that any position is looked up at once: `pgn
tree --index` shows what was played in it. Every command reads an index as it
reads other files. Games with errors are left out, and reported.

Examples:
  pgn index games.pgn.zst -o games.idx
  pgn index --where 'white_elo >= 2400 AND black_elo >= 2400' twic/ -o masters.idx
  pgn index --memory 4G lichess/ -o lichess.idx
  pgn index --level 1 lichess/ -o explorer.idx   counts alone, without games
  pgn index --plan lichess/                      how large will it be?
  pgn index add --index games.idx week.pgn       what has come since then
  pgn index games.pgn -o masters.oe              counts for the Free Chess Club
  pgn index games.pgn --to parquet -o rows       counts as tables, for a cluster
  pgn index check games.idx                      is every byte as it was written?
  pgn tree --index games.idx --moves '1. e4 c5'

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct IndexArgs {
    #[command(subcommand)]
    pub(crate) command: Option<IndexCommand>,

    /// Write the index to FILE, replaced only when everything is done
    #[arg(short, long, value_name = "FILE", required_unless_present = "plan")]
    pub(crate) output: Option<OutputPath>,

    /// Format of the output [default: by the name of -o, otherwise idx]
    #[arg(long, value_enum, value_name = "FORMAT", ignore_case = true)]
    pub(crate) to: Option<IndexForm>,

    /// Parts of the index: 1 positions that two games have, 2 the games too, 3 every occurrence of a position too [default: 2]
    #[arg(long, value_name = "N", value_parser = parse_level)]
    pub(crate) level: Option<Level>,

    /// Say how large the index will be, by the first games of the files, and build none
    #[arg(long, conflicts_with = "output")]
    pub(crate) plan: bool,

    /// Keep each N games when they are done, in FILE.part: the same command goes on after them if it was interrupted
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "20000000", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) resume: Option<u64>,

    #[command(flatten)]
    pub(crate) content: IndexContentArgs,

    #[command(flatten)]
    pub(crate) counts: CountsArgs,

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

fn parse_level(text: &str) -> Result<Level, String> {
    let level = text.parse().ok().and_then(Level::of_number);
    level.ok_or_else(|| "expected 1, 2 or 3".to_owned())
}

/// The format of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum IndexForm {
    /// An index, with the games
    Idx,
    /// A file of the Free Chess Club: counts of moves, without games
    Oe,
    /// A directory of counts of moves as tables, divided by position
    Parquet,
}

/// The choice of what counts.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct CountsArgs {
    /// For oe and parquet: leave out moves, or positions, of fewer games [default: 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) min_games: Option<u64>,

    /// For oe and parquet: half-moves of a game at the most [default: all]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) max_ply: Option<u32>,
}

/// The parts of games that go into an index.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct IndexContentArgs {
    /// Leave out comments, glyphs and variations
    #[arg(long)]
    pub(crate) moves_only: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum IndexCommand {
    /// Add games to an index
    Add(Box<IndexAddArgs>),
    /// Read all of an index, and say what it has
    Check(IndexCheckArgs),
}

const AFTER_ADD: &str = "\
What the index has is checked and copied; the games are sorted and walked alone.
They are added whatever the index has already: pgn dedup finds what is there twice.

Examples:
  pgn index add --index games.idx week.pgn
  pgn index add --index masters.idx --where 'white_elo >= 2400' twic1600.pgn

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_ADD)]
pub(crate) struct IndexAddArgs {
    /// The index, replaced only when everything is done
    #[arg(long, value_name = "FILE")]
    pub(crate) index: OutputPath,

    #[command(flatten)]
    pub(crate) content: IndexContentArgs,

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

const AFTER_CHECK: &str = "\
Examples:
  pgn index check games.idx
  pgn index check masters.oe

Exit status: 0 every byte is as it was written, 2 it is not, or cannot be read.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_CHECK)]
pub(crate) struct IndexCheckArgs {
    /// The index, or a file of the Free Chess Club (.oe)
    #[arg(value_name = "FILE")]
    pub(crate) index: PathBuf,
}
