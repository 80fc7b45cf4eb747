//! The options of `pgn epd`: a file for each subcommand that is not one of games, too.

mod from_pgn;
mod merge;
mod minimax;
mod perft;
mod sort;
mod to_pgn;

use clap::{Args, Subcommand};

use super::{CheckArgs, FmtArgs};

pub(crate) use from_pgn::EpdFromPgnArgs;
pub(crate) use merge::EpdMergeArgs;
pub(crate) use minimax::EpdMinimaxArgs;
pub(crate) use perft::EpdPerftArgs;
pub(crate) use sort::{EpdSortArgs, SortKey};
pub(crate) use to_pgn::EpdToPgnArgs;

const AFTER_HELP: &str = "\
Examples:
  pgn epd check suite.epd                  what is wrong, where and why
  pgn epd from-pgn games.pgn -o out.epd    the positions of games
  pgn epd sort --by id -i suite.epd        in order, in place

Exit status: 0 no error, 1 the records have errors, 2 the command itself failed.";

const AFTER_CHECK: &str = "\
Examples:
  pgn epd check suite.epd                errors and warnings, with their lines
  pgn epd check --fix suite.epd          apply safe fixes in place
  pgn epd check --report concise *.epd   one line each

Exit status: 0 no error, 1 errors among what is selected (with --diff:
differences), 2 the command itself failed.";

const AFTER_FMT: &str = "\
Examples:
  pgn epd fmt suite.epd -o clean.epd     to a file
  pgn epd fmt -i suite.epd               in place
  pgn epd fmt --check .                  for CI: names what is not canonical

Exit status: 0 no error, 1 the records have errors (with --check: differences),
2 the command itself failed.";

/// Work with EPD records: positions, one per line, with operations.
#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EpdArgs {
    #[command(subcommand)]
    pub(crate) command: EpdCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EpdCommand {
    /// Report what is wrong with records, where and why
    #[command(after_long_help = AFTER_CHECK)]
    Check(CheckArgs),
    /// Write records in canonical form
    #[command(after_long_help = AFTER_FMT)]
    Fmt(FmtArgs),
    /// Write records in order
    ///
    /// They are written as `pgn epd fmt` writes them. All of them are held in memory. Lines that give no position come
    /// last, as they are.
    Sort(EpdSortArgs),
    /// Join what records say of the same position
    ///
    /// Positions are the same if pieces, side to move, castling rights and legal en passant captures are. Operations
    /// that the first record of a position lacks are taken from the others; best moves and moves to avoid are united.
    /// If other operations differ, the first one stays and the conflict is shown: the exit status is then 1.
    /// Records are written as EPD in the order in which their positions are first met. All of them are held in memory.
    /// Lines that give no position come last, as they are.
    Merge(EpdMergeArgs),
    /// Write the positions of games as records
    FromPgn(EpdFromPgnArgs),
    /// Write each record as a game that starts from its position
    ///
    /// The pv is played, or else the sm or the pm. id becomes the tag Event, eco, nic and v0 to v2 their tags, c0 and
    /// everything else comments. A line that gives no position becomes a comment of a game without moves.
    ToPgn(EpdToPgnArgs),
    /// Count move sequences, and compare the counts with those of the records
    ///
    /// Counts are operations such as `D4 197281;`: the number of sequences of four moves. Each count that differs is
    /// shown with its place, and the exit status is then 1.
    Perft(EpdPerftArgs),
    /// Score every position of a book from its leaves
    ///
    /// Positions are connected where a legal move leads from one to another, whatever games they come from. Those from
    /// which no move leads to another position of the book are leaves; `ce` is their evaluation. All others
    /// get the best of what their moves lead to, from the view of the side to move, with the move, `pm`, and the line,
    /// `pv`. Infinite cycles count as draws; the summary reports how many positions are drawn only for that reason.
    ///
    /// If several records have the same position, the first `ce` counts; if they differ, the exit status is 1. The text
    /// of all records is held in memory, and about 100 bytes more for each.
    Minimax(EpdMinimaxArgs),
}
