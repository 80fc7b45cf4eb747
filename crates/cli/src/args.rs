//! What the user types. Every option has one place, here; help, man page and completions are made from it.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::codes::CodeParser;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const AFTER_HELP: &str = "\
Examples:
  pgn fmt games.pgn                   canonical PGN on standard output
  pgn fmt -i games.pgn                the same, in place
  pgn check games.pgn.zst             what is wrong, where and why
  pgn explain PGN-C001                what a diagnostic means
  zstdcat big.pgn.zst | pgn fmt > clean.pgn

FILE may be plain or compressed (.gz .bz2 .xz .zst .zip, known by content), a
directory, or - for standard input.
Exit status: 0 no error, 1 the games have errors (with --check: differences),
2 the work could not be done.";

/// Portable Game Notation: check it, format it, nothing lost.
#[derive(Debug, Parser)]
#[command(name = "pgn", version, about, after_help = AFTER_HELP, styles = STYLES, arg_required_else_help = true)]
#[command(disable_help_subcommand = false, max_term_width = 80)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Say what is wrong with games, where and why
    Check(CheckArgs),
    /// Write games in export format: canonical, byte for byte
    Fmt(FmtArgs),
    /// Say what a diagnostic means, with an example, and how to mend it
    Explain(ExplainArgs),
    /// Print the completions of a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, in roff
    Man,
}

/// What every command that reads games understands.
#[derive(Args, Clone, Debug)]
pub(crate) struct CommonArgs {
    /// Files or directories to read; none or - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Threads that work [default: one for each core]
    #[arg(short, long, value_name = "N", help_heading = "Common options")]
    pub(crate) jobs: Option<usize>,

    /// What to do with a game that cannot be read whole
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = OnError::Keep, help_heading = "Common options")]
    pub(crate) on_error: OnError,

    /// Write the original bytes of every game with errors to FILE
    #[arg(long, value_name = "FILE", help_heading = "Common options")]
    pub(crate) rejects: Option<PathBuf>,

    /// The closing account, on standard error
    #[arg(long, value_enum, value_name = "FORM", default_value_t = AccountForm::Text, help_heading = "Common options")]
    pub(crate) account: AccountForm,

    /// Neither account nor progress
    #[arg(short, long, help_heading = "Common options")]
    pub(crate) quiet: bool,

    /// Use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto, help_heading = "Common options")]
    pub(crate) color: ColorWhen,
}

/// What becomes of a game with errors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OnError {
    /// Keep the legal moves, and the unread rest as a comment
    Keep,
    /// Leave the game out
    Drop,
    /// End the run before the game
    Stop,
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

#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// How what is found is shown
    #[arg(long, value_enum, value_name = "FORM", default_value_t = CheckFormat::Text)]
    pub(crate) format: CheckFormat,

    /// Show notes too: advice that breaks no rule of import format
    #[arg(long)]
    pub(crate) notes: bool,

    /// Treat warnings as errors, or warnings and notes
    #[arg(long, value_enum, value_name = "SEVERITY")]
    pub(crate) deny: Option<Deny>,

    /// Show at most N findings for each game; all are counted [0: no limit]
    #[arg(long, value_name = "N", default_value_t = 20)]
    pub(crate) max_per_game: usize,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CheckFormat {
    /// With the line and a caret
    Text,
    /// One line each, for editors and scripts
    #[value(help = "One line each: file:line:column: severity[code] name: message")]
    Concise,
}

#[derive(Args, Debug)]
pub(crate) struct ExplainArgs {
    /// Codes or names: PGN-C001, C001, illegal-move; none lists all
    #[arg(value_name = "CODE", value_parser = CodeParser, hide_possible_values = true)]
    pub(crate) codes: Vec<pgnkit::syntax::Code>,

    /// Use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto)]
    pub(crate) color: ColorWhen,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Deny {
    Warnings,
    Notes,
}

#[derive(Args, Debug)]
pub(crate) struct FmtArgs {
    /// Reduced export format: the seven roster tags and the moves, nothing else
    #[arg(long)]
    pub(crate) reduced: bool,

    /// Write nothing; exit with 1 when a file is not in export format, and name it
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,

    /// Write to FILE, which is replaced only when everything is done
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Format the files themselves
    #[arg(short, long, requires = "files")]
    pub(crate) in_place: bool,

    /// The longest line of movetext, in characters; only 79 or fewer is export format
    #[arg(long, value_name = "N", default_value_t = pgnkit::MAX_WIDTH, value_parser = parse_width)]
    pub(crate) width: usize,

    /// Tags to write: STR (the seven roster tags), all, or names; the roster and what a position needs are always written
    #[arg(long, value_name = "STR|all|A,B,…", default_value = "all")]
    pub(crate) tags: String,

    /// Leave out comments
    #[arg(long)]
    pub(crate) no_comments: bool,

    /// Leave out annotation glyphs ($1, !?)
    #[arg(long)]
    pub(crate) no_nags: bool,

    /// Leave out variations
    #[arg(long)]
    pub(crate) no_variations: bool,

    /// Characters of the output; in latin1 those it lacks become ? and are counted
    #[arg(long, value_enum, value_name = "SET", default_value_t = OutputEncoding::Utf8)]
    pub(crate) encoding: OutputEncoding,

    /// Newlines of the output
    #[arg(long, value_enum, value_name = "FORM", default_value_t = Newline::Lf)]
    pub(crate) newline: Newline,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputEncoding {
    Utf8,
    /// ISO 8859-1, as the 1994 standard has it
    Latin1,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Newline {
    Lf,
    Crlf,
}

fn parse_width(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("a line has at least one column".to_owned()),
        Ok(width) => Ok(width),
        Err(_) => Err("expected a number of columns".to_owned()),
    }
}
