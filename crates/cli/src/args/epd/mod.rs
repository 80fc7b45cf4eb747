//! The options of `pgn epd`: a file for each subcommand that is not one of games, too.

mod from_pgn;
mod merge;
mod sort;
mod to_pgn;

use clap::{Args, Subcommand};

use super::{CheckArgs, FmtArgs};

pub(crate) use from_pgn::EpdFromPgnArgs;
pub(crate) use merge::EpdMergeArgs;
pub(crate) use sort::{EpdSortArgs, SortKey};
pub(crate) use to_pgn::EpdToPgnArgs;

/// Work with EPD records: positions, one a line, and what is said of them.
#[derive(Args, Debug)]
pub(crate) struct EpdArgs {
    #[command(subcommand)]
    pub(crate) command: EpdCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EpdCommand {
    /// Say what is wrong with records, where and why
    Check(CheckArgs),
    /// Write records in canonical form
    Fmt(FmtArgs),
    /// Write records in order
    ///
    /// They are written as `pgn epd fmt` writes them. All of them are held in memory. Lines that give no position come
    /// last, as they are.
    Sort(EpdSortArgs),
    /// Join what records say of the same position
    ///
    /// Positions are the same when pieces, side to move, castling rights and legal en passant captures are. What the
    /// first record of a position does not say is taken from the others; best moves and moves to avoid are united.
    /// Where they differ in anything else the first stays, and the conflict is shown: the exit status is then 1.
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
}
