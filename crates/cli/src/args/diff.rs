//! The options of `pgn diff`.

use clap::{Args, ValueEnum};

const AFTER_HELP: &str = "\
Examples:
  pgn diff old.pgn new.pgn                games added, removed and changed
  pgn diff --report json old.pgn new.pgn  an object a line
  pgn diff old/ new/ --brief              which games, and not what is different
  git show HEAD:games.pgn | pgn diff - games.pgn

Exit status: 0 the same games, 1 different ones, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP, override_usage = "pgn diff [OPTIONS] OLD NEW")]
pub(crate) struct DiffArgs {
    /// Format of the differences
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = DiffFormat::Text)]
    pub(crate) report: DiffFormat,

    /// The old name of `--report json`.
    #[arg(long, hide = true, conflicts_with = "report")]
    pub(crate) json: bool,

    /// Only say which games are different
    #[arg(long, conflicts_with = "json")]
    pub(crate) brief: bool,

    /// Call the old file so, then the new one; for programs that give other names
    #[arg(long, value_name = "NAME")]
    pub(crate) label: Vec<String>,

    #[command(flatten)]
    pub(crate) memory: super::MemoryArgs,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// Lines for people
    Text,
    /// A JSON object a line
    Json,
}
