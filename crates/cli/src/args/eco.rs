//! The options of `pgn eco`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pgnkit_collections::eco::OpeningTags;

const AFTER_HELP: &str = "\
The opening is that of the last position of the main line that the book has,
whichever moves lead there. Games of variants, those that the book does not
know and games with errors stay as they are, byte for byte.

Examples:
  pgn eco games.pgn -o classified.pgn      tags where there are none
  pgn eco --diff --replace games.pgn       look at it first
  pgn eco -i --name-style lichess *.pgn    the whole name in the tag Opening
  pgn eco --check --name-style none a.pgn  which ECO codes are wrong
  pgn eco --explain games.pgn | less       which line, after which move
  pgn eco --book eco.pgn games.pgn         by another book

Exit status: 0 no error, 1 the games have errors or could not be edited (with
--check: tags say something else; with --diff: something would change), 2 the
command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EcoArgs {
    /// Classify by these lines instead of lichess's: a table with eco, name and pgn, a file like pgn-extract's eco.pgn, or scid.eco
    #[arg(long, value_name = "FILE")]
    pub(crate) book: Option<PathBuf>,

    /// Style of the names
    #[arg(long, alias = "names", value_enum, value_name = "STYLE", default_value_t = NamesAs::Standard)]
    pub(crate) name_style: NamesAs,

    /// Set tags that say something else, too; parts of names that the book does not have are removed
    #[arg(long)]
    pub(crate) replace: bool,

    /// Write no games; name those whose tags say something else, and exit with 1 when there are any
    #[arg(long, conflicts_with_all = ["output", "in_place", "replace"])]
    pub(crate) check: bool,

    /// Write no games; print the matching book line of each game and where it matched
    #[arg(long, conflicts_with_all = ["output", "in_place", "replace"])]
    pub(crate) explain: bool,

    /// Show what would change, as a unified diff, and write nothing
    #[arg(long, conflicts_with_all = ["check", "explain", "output", "in_place"])]
    pub(crate) diff: bool,

    /// Classify the games of an index
    #[cfg(feature = "index")]
    #[arg(long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) index: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) output: super::OutputArgs<true>,

    /// Edit the files in place; those in which nothing changes are not touched
    #[arg(short, long, requires = "files")]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

/// Style of the names of openings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum NamesAs {
    /// In Opening, Variation and SubVariation
    Standard,
    /// The whole in Opening
    Lichess,
    /// Not at all: only ECO
    None,
}

impl From<NamesAs> for OpeningTags {
    fn from(names: NamesAs) -> Self {
        match names {
            NamesAs::Standard => Self::Standard,
            NamesAs::Lichess => Self::Lichess,
            NamesAs::None => Self::None,
        }
    }
}
