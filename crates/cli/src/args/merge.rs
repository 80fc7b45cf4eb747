//! The options of `pgn merge`.

use clap::Args;

const AFTER_HELP: &str = "\
Examples:
  pgn merge a.pgn b.pgn.gz games/ -o all.pgn.zst
  pgn merge --as-given *.pgn -o all.pgn   one after the other
  pgn merge --unique old.pgn new.pgn      a game that is in both comes once
  pgn merge --tree white.pgn -o repertoire.pgn    one game, the others as variations

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

    /// Join the games into one with variations, of which the first is the main line
    ///
    /// A comment at the end of each line has the players, the year and the result. Games that begin from different positions, and
    /// limits, make several games of them. Games with errors are written after them, as they are.
    #[arg(long, conflicts_with = "fmt")]
    pub(crate) tree: bool,

    /// Merge transpositions; a comment marks each
    #[arg(long, requires = "tree")]
    pub(crate) normalise: bool,

    /// At most N half-moves in a game, variations included; another game begins then
    #[arg(long, value_name = "N", requires = "tree", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_plies: Option<u64>,

    /// At most N games in a file, as websites take them; -o needs {number} then: 'study-{number}.pgn'
    #[arg(long, value_name = "N", requires_all = ["tree", "output"], value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_games: Option<u64>,

    /// Write games in export format instead of as they are
    #[arg(long)]
    pub(crate) fmt: bool,

    #[command(flatten)]
    pub(crate) memory: super::MemoryArgs,

    /// Replace files whose names have a number
    #[arg(long, requires = "tree")]
    pub(crate) force: bool,

    #[command(flatten)]
    pub(crate) output: super::OutputArgs,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}
