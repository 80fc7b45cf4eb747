//! The options of `pgn merge`.

use std::path::PathBuf;

use clap::Args;

use super::size::parse_memory;

const AFTER_HELP: &str = "\
Examples:
  pgn merge a.pgn b.pgn.gz games/ -o all.pgn.zst
  pgn merge --as-given *.pgn -o all.pgn   one after the other
  pgn merge --unique old.pgn new.pgn      a game that is in both comes once

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct MergeArgs {
    /// Keep the order in which games come, instead of the collating sequence
    #[arg(long, conflicts_with = "unique")]
    pub(crate) as_given: bool,

    /// Write only the first of games that are the same byte for byte
    #[arg(long)]
    pub(crate) unique: bool,

    /// Write games in export format instead of as they are
    #[arg(long)]
    pub(crate) fmt: bool,

    /// Memory for games, as 256M or 2G; what does not fit goes to a temporary file
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    pub(crate) memory: usize,

    /// Directory of the temporary file [default: that of the system]
    #[arg(long, value_name = "DIR")]
    pub(crate) temp_dir: Option<PathBuf>,

    /// Write to FILE, replaced only when everything is done; compressed if it ends in .gz, .zst, .xz or .bz2
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}
