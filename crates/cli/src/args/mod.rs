//! The command line. Every option is defined once: shared ones here, the others in a file for each subcommand. Help, man
//! pages and completions are made from it.

#[cfg(feature = "engines")]
mod analyse;
mod book;
mod check;
mod choices;
mod clocks;
mod convert;
mod dedup;
mod diagram;
mod diff;
mod eco;
mod edit;
#[cfg(feature = "engines")]
mod engine;
mod epd;
#[cfg(feature = "index")]
mod evals;
mod explain;
mod filter;
mod find;
mod fmt;
mod form;
mod formats;
mod html;
#[cfg(feature = "index")]
mod index;
mod lazy;
mod letters;
mod list_form;
mod man;
mod memory;
mod merge;
mod names;
mod output;
mod paths;
#[cfg(feature = "engines")]
mod puzzles;
mod select;
#[cfg(feature = "serve")]
mod serve;
mod sheet;
mod show;
mod size;
mod sort;
mod split;
mod stats;
#[cfg(feature = "engines")]
mod suite;
mod tree;
mod version;
mod words;

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};
use pgnkit_archive::InputFormat;

#[cfg(feature = "engines")]
pub(crate) use analyse::{AnalyseArgs, MarkStyle, RuleName, ScopeArgs};
pub(crate) use book::{BookArgs, BookCommand, BookMakeArgs, BookMergeArgs, BookShowArgs, BookTo, PaperSize};
pub(crate) use check::{CheckArgs, MinSeverity};
pub(crate) use clocks::{AddedTime, ClocksArgs};
pub(crate) use convert::ConvertArgs;
pub(crate) use dedup::DedupArgs;
pub(crate) use diagram::{DiagramArgs, MoveNumber, PictureForm};
pub(crate) use diff::{DiffArgs, DiffFormat};
pub(crate) use eco::EcoArgs;
pub(crate) use edit::EditArgs;
#[cfg(feature = "engines")]
pub(crate) use engine::{EngineArgs, SearchArgs};
pub(crate) use epd::{
    EpdArgs, EpdCommand, EpdFromPgnArgs, EpdMergeArgs, EpdMinimaxArgs, EpdPerftArgs, EpdSortArgs,
    EpdToPgnArgs, SortKey,
};
#[cfg(feature = "index")]
pub(crate) use evals::{EvalsArgs, EvalsBuildArgs, EvalsCheckArgs, EvalsCommand, EvalsGetArgs, EvalsReport};
pub(crate) use explain::ExplainArgs;
pub(crate) use filter::{ChosenArgs, FilterArgs};
pub(crate) use find::FindArgs;
pub(crate) use fmt::{FmtArgs, Newline, OutputEncoding};
pub(crate) use form::{AnnotationDialect, DialectName, FORM, FormArgs, Rows};
pub(crate) use formats::{FALLBACK_EPD, FALLBACK_PGN, PACKAGES, WITHOUT_COLUMNS};
pub(crate) use html::HtmlArgs;
#[cfg(feature = "index")]
pub(crate) use index::{
    CountsArgs, IndexAddArgs, IndexArgs, IndexCheckArgs, IndexCommand, IndexContentArgs, IndexForm,
};
pub(crate) use lazy::LazyArgs;
pub(crate) use letters::LettersArgs;
pub(crate) use man::ManArgs;
pub(crate) use memory::MemoryArgs;
pub(crate) use merge::MergeArgs;
pub(crate) use names::NamesArgs;
pub(crate) use output::OutputArgs;
pub(crate) use paths::{OutputDirectory, OutputPath, TempDirectory};
#[cfg(feature = "engines")]
pub(crate) use puzzles::PuzzlesArgs;
pub(crate) use select::{SELECT, SelectArgs};
#[cfg(feature = "serve")]
pub(crate) use serve::{LogForm, ServeArgs};
pub(crate) use sheet::SheetArgs;
pub(crate) use show::ShowArgs;
pub(crate) use sort::SortArgs;
pub(crate) use split::{SplitArgs, parse_pattern};
pub(crate) use stats::{CrosstableArgs, Fields, StatsArgs, StatsCommand};
pub(crate) use tree::{TreeArgs, TreeForm};

pub(crate) const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// The last words of the help of all commands.
macro_rules! files_and_status {
    () => {
        "\
FILE may be compressed (.gz .bz2 .xz .zst .zip), a directory, or - (stdin).
Exit status: 0 no error, 1 games with errors (--check: differences), 2 failure."
    };
}

pub(crate) const FILES_AND_STATUS: &str = files_and_status!();

const AFTER_HELP: &str = files_and_status!();

const AFTER_COMPLETIONS: &str = "\
Examples:
  pgn completions bash > ~/.local/share/bash-completion/completions/pgn
  pgn completions zsh > ~/.zfunc/_pgn
  pgn completions fish > ~/.config/fish/completions/pgn.fish

Exit status: 0 done, 2 the shell is not known.";

const AFTER_SQL: &str = "\
Runs pgn-sql, beside pgn or in PATH. So does `pgn NAME` with any pgn-NAME.

Examples:
  pgn sql \"SELECT White, count(*) FROM 'games.pgn' GROUP BY 1 ORDER BY 2 DESC\"
  pgn sql --help

Exit status: that of the program; 2 it is not there.";

/// Check, fix, format, convert, search, sort and show chess games in PGN
#[derive(Debug, Parser)]
#[command(name = "pgn", version, long_version = version::long_version(), after_help = AFTER_HELP, styles = STYLES, arg_required_else_help = true)]
#[command(disable_help_subcommand = true, max_term_width = 80)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The options of a command are made when it is called: those of all of them take longer than to read a game.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Report what is wrong with games, where and why
    Check(LazyArgs<CheckArgs>),
    /// Write games in export format: canonical, byte for byte
    Fmt(LazyArgs<FmtArgs>),
    /// Write games in other notations, as JSON, tables or positions
    Convert(LazyArgs<ConvertArgs>),
    /// Show the time of each move, or write times into the games
    Clocks(LazyArgs<ClocksArgs>),
    /// Write the games that match a condition
    Filter(LazyArgs<FilterArgs>),
    /// Find the games that have a position, in an index at once
    Find(LazyArgs<FindArgs>),
    /// Write games in order: by date, event, players, or other fields
    Sort(LazyArgs<SortArgs>),
    /// Write games into many files: by year, player …, number or size
    Split(LazyArgs<SplitArgs>),
    /// Write the games of many files into one
    Merge(LazyArgs<MergeArgs>),
    /// Remove duplicate games
    Dedup(LazyArgs<DedupArgs>),
    /// Compare two files: games added, removed, and changed in what
    Diff(LazyArgs<DiffArgs>),
    /// Change tags, results, comments and moves, and no other byte
    Edit(LazyArgs<Box<EditArgs>>),
    /// Set the opening by the positions: ECO code and names
    Eco(LazyArgs<EcoArgs>),
    /// Analyse games with an engine: scores, judgements, better lines
    #[cfg(feature = "engines")]
    Analyse(LazyArgs<Box<AnalyseArgs>>),
    /// Show the moves played from a position on: the opening tree
    Tree(LazyArgs<TreeArgs>),
    /// Index games by their positions, for look-ups in any of them
    #[cfg(feature = "index")]
    Index(LazyArgs<IndexArgs>),
    /// Look up ready evaluations of positions, such as those of lichess
    #[cfg(feature = "index")]
    Evals(LazyArgs<EvalsArgs>),
    /// Serve an index over HTTP, as lichess's opening explorer does
    #[cfg(feature = "serve")]
    Serve(LazyArgs<ServeArgs>),
    /// Find puzzles in games with evaluations, confirmed by an engine
    #[cfg(feature = "engines")]
    Puzzles(LazyArgs<PuzzlesArgs>),
    /// Count games: results, players, openings, years, errors …
    Stats(LazyArgs<StatsArgs>),
    /// Find the spellings of players, events and sites
    Names(LazyArgs<NamesArgs>),
    /// Work with EPD records: positions, one per line, with operations
    Epd(LazyArgs<EpdArgs>),
    /// Show games as a magazine prints them, or a list of them
    Show(LazyArgs<ShowArgs>),
    /// Draw a position as SVG, PNG or text, and a game as GIF
    Diagram(LazyArgs<DiagramArgs>),
    /// Write games as one page: list, boards, moves, without network
    Html(LazyArgs<HtmlArgs>),
    /// Print games as a book: Typst, LaTeX, EPUB, PDF
    Book(LazyArgs<BookArgs>),
    /// Ask in SQL: PGN and Parquet as tables (by the program pgn-sql)
    #[command(after_long_help = AFTER_SQL, disable_help_flag = true)]
    Sql {
        /// Arguments of the program; --help lists them
        #[arg(value_name = "ARGUMENT", trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Explain a diagnostic, with an example and how to fix it
    Explain(LazyArgs<ExplainArgs>),
    /// Print the completions of a shell
    #[command(after_long_help = AFTER_COMPLETIONS)]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual pages, in roff
    Man(LazyArgs<ManArgs>),
    /// Print the help of a command with examples, or the common options
    Help {
        /// The command, such as check or epd sort; options: the common options
        #[arg(value_name = "COMMAND")]
        command: Vec<String>,
    },
}

/// Options of every command that reads games.
#[derive(Args, Clone, Debug)]
pub(crate) struct CommonArgs {
    /// Files or directories to read; none or - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Format of the input [default: by name, or else by content]
    #[arg(
        long,
        value_parser = formats::inputs(),
        value_name = "FORMAT",
        ignore_case = true,
        help_heading = "Common options"
    )]
    pub(crate) from: Option<&'static dyn InputFormat>,

    /// The format of inputs whose name and content are not conclusive.
    #[arg(skip)]
    pub(crate) fallback: Option<&'static dyn InputFormat>,

    /// Character set of text that is not UTF-8: windows-1251, koi8-r, cp437, cp850, gbk … [default: ISO 8859-1]
    #[arg(long, value_name = "NAME", help_heading = "Common options", hide_short_help = true)]
    pub(crate) from_encoding: Option<pgnkit_archive::source::Charset>,

    /// Password of archives of ChessBase (.cbz)
    #[arg(long, value_name = "TEXT", help_heading = "Common options", hide_short_help = true)]
    pub(crate) password: Option<String>,

    /// Treat standard input as this file: its name decides the format, the pgn.toml and the name in reports
    #[arg(long, value_name = "FILE", help_heading = "Common options", hide_short_help = true)]
    pub(crate) stdin_filename: Option<String>,

    /// Read from directories also what .gitignore, .ignore and exclude in pgn.toml leave out
    #[arg(long, help_heading = "Common options", hide_short_help = true)]
    pub(crate) no_ignore: bool,

    /// Number of threads [default: one for each core]
    #[arg(short, long, value_name = "N", help_heading = "Common options")]
    pub(crate) jobs: Option<usize>,

    /// The most that one game may have; an input with a larger one ends there with an error [default: 256M]
    #[arg(long, value_name = "SIZE", value_parser = pgnkit_archive::parse_size, help_heading = "Common options", hide_short_help = true)]
    pub(crate) max_game: Option<usize>,

    #[command(flatten)]
    pub(crate) select: SelectArgs,

    /// Treatment of games with errors [default: leave with -i, keep without]
    #[arg(long, value_enum, value_name = "WHAT", help_heading = "Common options")]
    pub(crate) on_error: Option<OnError>,

    /// Write the original bytes of every game with errors to FILE
    #[arg(long, value_name = "FILE", help_heading = "Common options")]
    pub(crate) rejects: Option<OutputPath>,

    /// The closing account, on standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = AccountForm::Text, help_heading = "Common options")]
    pub(crate) account: AccountForm,

    /// Print neither account nor progress
    #[arg(short, long, help_heading = "Common options")]
    pub(crate) quiet: bool,

    /// Use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto, help_heading = "Common options")]
    pub(crate) color: ColorWhen,
}

/// Treatment of games with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Keep the legal moves, and mark the rest so that it can be read again
    Keep,
    /// Leave the game as it is, byte for byte, and text outside games
    Leave,
    /// Leave the game out
    Drop,
    /// End the run before the game
    Stop,
}

impl From<OnError> for pgnkit_archive::OnError {
    fn from(on_error: OnError) -> Self {
        match on_error {
            OnError::Keep => Self::Keep,
            OnError::Leave => Self::Leave,
            OnError::Drop => Self::Drop,
            OnError::Stop => Self::Stop,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AccountForm {
    /// One line
    Text,
    /// One JSON object
    Json,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorWhen {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}
