//! The options of `pgn convert`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::CommonArgs;

#[derive(Args, Debug)]
pub(crate) struct ConvertArgs {
    /// What to write: pgn, pgc, json, csv, epd or fen
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true)]
    pub(crate) to: OutputFormat,

    /// With --to pgn: write clocks, times of moves, scores and marks in one dialect, whichever site or engine they are from
    #[arg(long, value_enum, value_name = "DIALECT")]
    pub(crate) annotations: Option<AnnotationDialect>,

    /// Write to FILE, which is replaced only when everything is done
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    /// For json and csv: also the position behind each move
    #[arg(long)]
    pub(crate) fen: bool,

    /// For csv: what a row is [default: plies]
    #[arg(long, value_enum, value_name = "WHAT")]
    pub(crate) rows: Option<Rows>,

    /// For csv: tags that are columns [default: none, or for games the roster]
    #[arg(long, value_delimiter = ',', value_name = "A,B,…")]
    pub(crate) tags: Option<Vec<String>>,

    /// For pgc: write what it can hold of games that it cannot hold whole
    #[arg(long)]
    pub(crate) lossy: bool,

    /// For pgc: the form of the records [default: standard]
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) dialect: Option<PgcDialect>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// A form of PGC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PgcDialect {
    /// As the standard says
    Standard,
    /// As the program pgn2pgc wrote it: the roster without markers
    Pgn2pgc,
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    /// Games in export format; each record becomes a game that starts from its position
    Pgn,
    /// Games with all that is in them, one object a line; `--from json` reads it back
    Json,
    /// A table for programs that count
    Csv,
    /// Records; each position of a game becomes one, `pgn epd from-pgn` can choose
    Epd,
    /// Positions; each position of a game becomes one
    Fen,
    /// Games in binary coding, which holds no comments
    Pgc,
}

/// What a row of a table is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// A move of the main line: notation, clocks, evaluation, annotations, comment
    #[default]
    Plies,
    /// A game: tags, number of plies, result
    Games,
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
