//! The command line.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Parser, ValueEnum};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const AFTER_HELP: &str = "\
Tables are files in single quotes: games in any form that pgn reads, compressed
or not, directories and patterns of them, Parquet, CSV, Arrow, and '-' (stdin).
Names of columns are those of tags, in any case: White, white_elo, UTCDate.

Examples:
  pgn-sql \"SELECT White, count(*) FROM 'games.pgn.zst' GROUP BY 1 ORDER BY 2 DESC\"
  pgn-sql \"SELECT White, Black FROM 'games/' WHERE position(is_mate AND piece = 'N')\"
  pgn-sql \"SELECT san, count(*) FROM plies('games.pgn') WHERE ply = 1 GROUP BY 1\"
  pgn-sql \"SELECT * FROM '2013/*.parquet' WHERE WhiteElo > 2500\" -o strong.csv.gz
  pgn-sql -f questions.sql --memory 4G
  pgn-sql                            # asks for questions; .help lists commands
  pgn-sql --cluster 10.0.0.1 \"SELECT count(*) FROM '/shared/games/'\"

Exit status: 0 no error, 1 games that were read have errors, 2 the query or the
command failed, 130 interrupted.";

/// Ask questions about chess games in SQL
#[derive(Debug, Parser)]
#[command(name = "pgn-sql", version, styles = STYLES, max_term_width = 80)]
#[command(after_long_help = AFTER_HELP, after_help = "More, with examples: pgn-sql --help")]
#[command(args_conflicts_with_subcommands = true, disable_help_subcommand = true)]
pub struct Args {
    /// Something else than questions
    #[cfg(feature = "cluster")]
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Statements in SQL; without any, those of standard input or of a prompt
    #[arg(value_name = "QUERY")]
    pub queries: Vec<String>,

    /// Run the statements of FILE, before those of the command line
    #[arg(short, long, value_name = "FILE")]
    pub file: Vec<PathBuf>,

    /// Format of the answer [default: table on a terminal, by the extension of -o, else csv]
    #[arg(long, value_enum, value_name = "FORMAT", hide_possible_values = true, help = format_help())]
    pub format: Option<Format>,

    /// Write the answer to FILE, replaced when it is complete; compressed if it ends in .gz, .zst …
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Give a file the name of a table: --table games=2013-01.pgn.zst
    #[arg(long, value_name = "NAME=FILE", value_parser = parse_table)]
    pub table: Vec<(String, String)>,

    /// Memory for queries, as 512M or 4G; what does not fit goes to temporary files [default: 60 % of the machine's]
    #[arg(long, value_name = "SIZE", value_parser = parse_memory)]
    pub memory: Option<usize>,

    /// Directory of temporary files [default: that of the system]
    #[arg(long, value_name = "DIR")]
    pub temp_dir: Option<PathBuf>,

    /// Threads [default: as many as there are cores]
    #[arg(short, long, value_name = "N", value_parser = parse_jobs)]
    pub jobs: Option<usize>,

    /// Have a cluster answer, by the address of its scheduler; files are those that all its machines see
    #[cfg(feature = "cluster")]
    #[arg(long, value_name = "HOST:PORT", value_parser = crate::cluster::args::parse_address)]
    pub cluster: Option<crate::cluster::args::Address>,

    /// Show how a query would be run instead of running it
    #[arg(long)]
    pub explain: bool,

    /// Rows of a table that are shown, 0 for all [default: 40 on a terminal, else all]
    #[arg(long, value_name = "N")]
    pub max_rows: Option<usize>,

    /// Do not print the account of what was read
    #[arg(short, long)]
    pub quiet: bool,
}

/// What the program does instead of answering questions.
#[cfg(feature = "cluster")]
#[derive(Debug, clap::Subcommand)]
pub enum Command {
    /// Be a node of a cluster: a scheduler or an executor
    Cluster {
        /// Which one.
        #[command(subcommand)]
        node: crate::cluster::args::Node,
    },
}

fn format_help() -> String {
    let names: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
    format!("{} [default: table on a terminal, by the extension of -o, else csv]", names.join(", "))
}

/// A form of answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// A table for people.
    Table,
    /// Comma-separated values with a header.
    Csv,
    /// An array of objects.
    Json,
    /// An object a line.
    #[value(alias = "ndjson")]
    Jsonl,
    /// Parquet.
    Parquet,
    /// A table of Markdown.
    #[value(alias = "md")]
    Markdown,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Table, Self::Csv, Self::Json, Self::Jsonl, Self::Parquet, Self::Markdown];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Csv => "csv",
            Self::Json => "json",
            Self::Jsonl => "jsonl",
            Self::Parquet => "parquet",
            Self::Markdown => "markdown",
        }
    }

    /// The format that the extension of a file's name implies, that of compression taken off.
    pub fn of_name(name: &str) -> Option<Self> {
        let name = pgnkit_archive::Compression::name_without(name);
        let (_, ending) = name.rsplit_once('.')?;
        Some(match ending.to_ascii_lowercase().as_str() {
            "txt" => Self::Table,
            "csv" => Self::Csv,
            "json" => Self::Json,
            "jsonl" | "ndjson" => Self::Jsonl,
            "parquet" => Self::Parquet,
            "md" | "markdown" => Self::Markdown,
            _ => return None,
        })
    }
}

fn parse_table(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, path)) if !name.is_empty() && !path.is_empty() => Ok((name.to_owned(), path.to_owned())),
        _ => Err("expected a name and a file, as games=2013-01.pgn".to_owned()),
    }
}

pub(crate) fn parse_jobs(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|jobs| (1..=1024).contains(jobs)).ok_or_else(|| "expected 1 to 1024".to_owned())
}

/// The least memory of a query.
const LEAST_MEMORY: usize = 16 << 20;

pub(crate) fn parse_memory(text: &str) -> Result<usize, String> {
    let bytes = pgnkit_archive::parse_size(text)?;
    if bytes < LEAST_MEMORY { Err("a query needs at least 16M".to_owned()) } else { Ok(bytes) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_a_query_needs() {
        for (text, expected) in [("16M", Some(16 << 20)), ("4G", Some(4 << 30)), ("16MB", None), ("1M", None)]
        {
            assert_eq!(parse_memory(text).ok(), expected, "{text}");
        }
    }

    #[test]
    fn forms_by_ending() {
        for (name, expected) in [
            ("a.csv", Some(Format::Csv)),
            ("a.CSV.gz", Some(Format::Csv)),
            ("a.b/c.jsonl.zst", Some(Format::Jsonl)),
            ("a.parquet", Some(Format::Parquet)),
            ("a.md", Some(Format::Markdown)),
            ("a.pgn", None),
            ("csv", None),
        ] {
            assert_eq!(Format::of_name(name), expected, "{name}");
        }
        for format in Format::ALL {
            assert_eq!(Format::from_str(format.name(), true), Ok(format));
        }
    }

    #[test]
    fn the_command_line_is_sound() {
        use clap::CommandFactory as _;
        Args::command().debug_assert();
        assert!(parse_table("a=b=c").is_ok_and(|(name, path)| name == "a" && path == "b=c"));
        assert!(parse_table("=b").is_err());
    }
}
