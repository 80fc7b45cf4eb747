//! The options of `pgn diff`.

use std::path::PathBuf;

use clap::Args;

use super::size::parse_memory;

const AFTER_HELP: &str = "\
Examples:
  pgn diff old.pgn new.pgn                games added, removed and changed
  pgn diff --json old.pgn new.pgn.zst     an object a line
  pgn diff old/ new/ --brief              which games, and not what is different
  git show HEAD:games.pgn | pgn diff - games.pgn

Exit status: 0 the same games, 1 different ones, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP, override_usage = "pgn diff [OPTIONS] OLD NEW")]
pub(crate) struct DiffArgs {
    /// Write an object a line, in JSON
    #[arg(long)]
    pub(crate) json: bool,

    /// Only say which games are different
    #[arg(long, conflicts_with = "json")]
    pub(crate) brief: bool,

    /// Call the old file so, then the new one; for programs that give other names
    #[arg(long, value_name = "NAME")]
    pub(crate) label: Vec<String>,

    /// Memory, as 256M or 2G; games that do not fit go to a temporary file
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    pub(crate) memory: usize,

    /// Directory of the temporary file [default: that of the system]
    #[arg(long, value_name = "DIR")]
    pub(crate) temp_dir: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}
