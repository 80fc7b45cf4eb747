//! The options of `pgn dedup`.

use std::path::PathBuf;

use clap::Args;
use pgnkit_collections::ListForm;
use pgnkit_collections::dedup::Keep;

use super::choices::one_of;
use super::list_form::list_form;

const AFTER_HELP: &str = "\
Examples:
  pgn dedup games.pgn -o clean.pgn.zst    without duplicates, the best of each stays
  pgn dedup --list games.pgn              which they are, and why; nothing is written
  pgn dedup --list --near games.pgn       near twins, too: one other move, a transposition
  pgn dedup -i games.pgn --removed duplicates.pgn
  pgn dedup games.pgn --keep merge -o one.pgn   comments and variations of all
  pgn dedup new.pgn --against all.pgn.zst -o fresh.pgn   what is not in all.pgn yet

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct DedupArgs {
    /// Which game of each group of duplicates to keep
    #[arg(long, value_parser = one_of(&Keep::ALL, Keep::as_str, |keep| Some(keep.summary())), value_name = "WHICH", default_value = Keep::Best.as_str())]
    pub(crate) keep: Keep,

    /// List duplicates with the evidence; write no games
    #[arg(short, long, conflicts_with_all = ["output", "in_place", "removed"])]
    pub(crate) list: bool,

    /// List near twins, too: the same players, day and round (or event, year and round), one other half-move or some transposed; with --list
    #[arg(long, requires = "list")]
    pub(crate) near: bool,

    /// Take equal main lines of N half-moves or more for one game, whatever the tags say
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "40")]
    pub(crate) by_moves: Option<usize>,

    /// List the duplicates on standard output, with -o, -i or --list
    #[arg(long, value_parser = list_form(), value_name = "FORMAT")]
    pub(crate) report: Option<ListForm>,

    /// Write the duplicates to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) removed: Option<super::OutputPath>,

    /// Leave out also what is in FILE, which stays as it is; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) against: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) memory: super::MemoryArgs,

    #[command(flatten)]
    pub(crate) output: super::OutputArgs<true>,

    /// Remove duplicates in place, within each file
    #[arg(short, long, requires = "files", conflicts_with_all = super::SELECT)]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}
