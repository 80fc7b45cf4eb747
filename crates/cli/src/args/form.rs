//! The options of the format of what is written: those of every command that writes games.

use clap::{Args, ValueEnum};
use pgnkit::chess::san::Language;
use pgnkit::{LongAlgebraicStyle, annotations, pgc};
use pgnkit_archive::output::NamedOutput;

use super::formats::outputs;
use super::letters::parse_language;

/// The heading of these options. `pgn convert` explains them, and the other commands refer to it.
pub(crate) const FORM: &str = "Output format";

#[derive(Args, Clone, Debug, Default)]
pub(crate) struct FormArgs {
    /// Format of the output [default: by the name of -o]
    #[arg(long, value_parser = outputs(), value_name = "FORMAT", ignore_case = true, help_heading = FORM)]
    pub(crate) to: Option<&'static NamedOutput>,

    /// For pgn and pgc: as which program writes it
    ///
    /// For pgn: clocks, times of moves, scores and marks in comments, whichever site or engine they are from, as chessbase, lichess, chesscom, cutechess, fastchess, tcec, winboard, dgt, scid or the supplement of 2001 has them; with plain, only text written by people. What has no counterpart stays as it is and is counted; docs/dialects.md has a table. For pgc: standard, or pgn2pgc, the roster without markers.
    #[arg(long, value_enum, value_name = "NAME", help_heading = FORM)]
    pub(crate) dialect: Option<DialectName>,

    /// Three values of --dialect, as it was called before
    #[arg(long, hide = true, value_enum, value_name = "DIALECT", conflicts_with = "dialect", help_heading = FORM)]
    pub(crate) annotations: Option<AnnotationDialect>,

    /// The position after each move too: json, csv, plies
    ///
    /// For json, csv, and rows of plies or positions.
    #[arg(long, alias = "fen", help_heading = FORM)]
    pub(crate) with_fen: bool,

    /// For tables: what a row is [default: games; plies for csv]
    #[arg(long, value_enum, value_name = "WHAT", help_heading = FORM)]
    pub(crate) rows: Option<Rows>,

    /// For csv: tags that are columns, or all
    ///
    /// With all files are read twice. The default is none, or for games the roster.
    #[arg(long, value_delimiter = ',', value_name = "A,B,…", help_heading = FORM)]
    pub(crate) tags: Option<Vec<String>>,

    /// For parquet and arrow: columns, as White,moves, or +san
    ///
    /// +san,-Event adds to the usual ones and takes away; all is all. docs/parquet.md has a list of them. The order is that of the names, and with + and - that of the list.
    #[arg(long, value_delimiter = ',', value_name = "A,B,…", allow_hyphen_values = true, help_heading = FORM)]
    pub(crate) columns: Option<Vec<String>>,

    /// For parquet and arrow: each game comes back whole
    ///
    /// Comments, glyphs and variations are columns, too.
    #[arg(long, help_heading = FORM)]
    pub(crate) lossless: bool,

    /// For parquet: a directory -o divided by year,month, …
    ///
    /// A file of a month is OUTPUT/year=2013/month=01/part-0.parquet, as Hive names it. The directory must not be there, or be empty.
    #[arg(long, value_delimiter = ',', value_name = "A,B,…", requires = "output", help_heading = FORM)]
    pub(crate) partition: Option<Vec<String>>,

    /// For parquet: the level of zstd, from 1 to 22 [default: 3]
    #[arg(
        long,
        alias = "level",
        value_name = "N",
        value_parser = clap::value_parser!(i32).range(1..=22),
        help_heading = FORM
    )]
    pub(crate) compression_level: Option<i32>,

    /// For parquet: rows of a row group
    ///
    /// The default is 122880 games, or 1048576 plies or positions.
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u32).range(1..), help_heading = FORM)]
    pub(crate) row_group: Option<u32>,

    /// For pgc: write what it can hold, count what is lost
    #[arg(long, help_heading = FORM)]
    pub(crate) lossy: bool,

    /// For san and lan: the language of the piece letters, as de [default: en]
    ///
    /// Languages are cs da nl en et fi fr de hu is it no pl pt ro ru es sv.
    #[arg(long, value_name = "XX", value_parser = parse_language, help_heading = FORM)]
    pub(crate) lang: Option<Language>,

    /// For lan: how moves are spelled [default: full]
    #[arg(long, value_enum, value_name = "STYLE", help_heading = FORM)]
    pub(crate) lan_style: Option<LongStyle>,
}

/// A spelling of long algebraic notation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum LongStyle {
    /// g1f3 e5d6 e7e8q e1g1, as pgn-extract's lalg
    Squares,
    /// g1-f3 e5-d6 e7-e8q e1-g1, as its halg
    Hyphen,
    /// Ng1f3 e5d6ep e7e8=Q O-O, as pgn-extract's elalg but for castling
    Letter,
    /// Ng1-f3 e5xd6ep e7-e8=Q O-O, as its xolalg
    #[default]
    Full,
}

impl From<LongStyle> for LongAlgebraicStyle {
    fn from(style: LongStyle) -> Self {
        match style {
            LongStyle::Squares => Self::Squares,
            LongStyle::Hyphen => Self::Hyphen,
            LongStyle::Letter => Self::Letter,
            LongStyle::Full => Self::Full,
        }
    }
}

/// A dialect of PGN or of PGC.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DialectName {
    /// {[%eval 17,24] [%emt 0:00:02]}, [%evp …] before the first move
    Chessbase,
    /// { [%eval 0.17] [%clk 0:02:58] }, e4?!
    Lichess,
    /// {[%clk 0:02:58.6][%timestamp 14]}, [%c_arrow …]
    Chesscom,
    /// {+0.31/14 2.1s}, for the side that moved
    Cutechess,
    /// {+0.31/14 2.100s, tl=58.500s}
    Fastchess,
    /// {d=24, mt=1500, tl=58500, wv=0.27,}
    Tcec,
    /// {+0.31/14 1:36}
    Winboard,
    /// {[%clk 00:59:44][%emt 00:00:16]}
    Dgt,
    /// [%draw full,e4,red]
    Scid,
    /// {[%clk 0:02:58][%eval 0.17]}: whole seconds
    Supplement,
    /// Only text written by people
    Plain,
    /// PGC as the standard says
    Standard,
    /// PGC as the program pgn2pgc wrote it: the roster without markers
    Pgn2pgc,
}

impl DialectName {
    /// The dialect of PGC that it is.
    pub(crate) const fn of_pgc(self) -> Option<pgc::Dialect> {
        match self {
            Self::Standard => Some(pgc::Dialect::Standard),
            Self::Pgn2pgc => Some(pgc::Dialect::Pgn2pgc),
            _ => None,
        }
    }

    /// The dialect of PGN that it is.
    pub(crate) fn of_pgn(self) -> Option<annotations::Dialect> {
        annotations::Dialect::from_name(self.to_possible_value()?.get_name())
    }
}

/// The rows of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Rows {
    /// A move of the main line: notation, clocks, evaluation, annotations, comment
    #[default]
    Plies,
    /// A game: tags, moves, result
    Games,
    /// A position of the main line, with the move played in it; not for csv
    Positions,
}

/// Notation of annotations.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AnnotationDialect {
    /// [%eval 0.17] [%clk 0:02:58.6], as lichess does; what has no counterpart stays as it is and is counted
    Lichess,
    /// [%clk 0:02:58][%eval 0.17], by the supplement of 2001: whole seconds; rounded times are counted, and the rest stays
    Supplement,
    /// Only text written by people: commands and engine output are removed and counted
    Plain,
}
