//! The options of `pgn convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CommonArgs;

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// What to write: pgn, epd or fen
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    pub(crate) to: OutputFormat,

    /// With --to pgn: write clocks, times of moves, scores and marks in one dialect, whichever site or engine they are from
    #[arg(long, value_enum, value_name = "DIALECT")]
    pub(crate) annotations: Option<AnnotationDialect>,

    /// Write to FILE, which is replaced only when everything is done
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Games in export format; each record becomes a game that starts from its position
    Pgn,
    /// Records; each position of a game becomes one, `pgn epd from-pgn` can choose
    Epd,
    /// Positions; each position of a game becomes one
    Fen,
}

/// How annotations are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnnotationDialect {
    /// [%eval 0.17] [%clk 0:02:58.6], as lichess does; what has no counterpart stays as it is and is counted
    Lichess,
    /// [%clk 0:02:58][%eval 0.17], by the supplement of 2001: whole seconds; rounded times are counted, and the rest stays
    Supplement,
    /// What people wrote, and nothing else: commands and what engines wrote are taken out and counted
    Plain,
}
