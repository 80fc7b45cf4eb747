//! The options of `pgn fmt`.

use clap::{Args, ValueEnum};

const AFTER_HELP: &str = "\
Examples:
  pgn fmt games.pgn -o clean.pgn.zst  to a file, compressed
  pgn fmt -i games.pgn                in place; games with errors stay
  pgn fmt --check .                   for CI: names what is not in export format
  pgn fmt --reduced games.pgn         the seven roster tags and the moves

Exit status: 0 no error, 1 the games have errors (with --check: differences),
2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct FmtArgs {
    /// Reduced export format: the seven roster tags and the moves, nothing else
    #[arg(long)]
    pub(crate) reduced: bool,

    /// Write nothing; exit with 1 when a file is not in export format, and name it
    #[arg(long, conflicts_with_all = ["output", "in_place", "only", "games", "limit"])]
    pub(crate) check: bool,

    #[command(flatten)]
    pub(crate) output: super::OutputArgs<true>,

    /// Format the files in place
    #[arg(short, long, requires = "files", conflicts_with_all = super::SELECT)]
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
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Newline::Lf)]
    pub(crate) newline: Newline,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
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
