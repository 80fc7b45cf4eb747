//! The options of `pgn filter`.

use clap::Args;
use pgnkit_collections::edit::Mark;

use super::words;

const AFTER_HELP: &str = "\
The condition is one of SQL. Columns, functions and tags are its words, text and
dates are in single quotes; `pgn filter --functions` lists them with examples.
With --where or --games there is no condition before the files.

Examples:
  pgn filter \"white LIKE 'Tal%' AND year = 1960\" games.pgn.zst -o tal.pgn
  pgn filter \"elo_min >= 2500 AND result <> '1/2-1/2'\" --count *.pgn
  pgn filter \"player('Carlsen') AND reaches('d4 Nf6 c4 e6 g3')\" games.pgn
  pgn filter \"ends_in('mate') AND plies < 40\" --list games.pgn
  pgn filter \"has('clocks')\" games.pgn -o with.pgn --not-to without.pgn
  pgn filter --games 3,17-20 games.pgn

Of a game no more is read than decides; `pgn check` finds all errors.

Exit status: 0 no error, also where no game matches; 1 the games have errors;
2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
#[command(
    override_usage = "pgn filter [OPTIONS] <CONDITION> [FILE]...\n       pgn filter [OPTIONS] --where <CONDITION> [FILE]..."
)]
pub(crate) struct FilterArgs {
    /// The condition that games must match, in SQL, as "white LIKE 'Tal%' AND plies < 40"
    #[arg(
        value_name = "CONDITION",
        required_unless_present_any = ["only", "games", "functions"],
        value_parser = words::condition_text(),
        hide_possible_values = true
    )]
    pub(crate) condition: Option<String>,

    /// Print what conditions can be made of: columns and functions, each with an example
    #[arg(long, exclusive = true)]
    pub(crate) functions: bool,

    #[command(flatten)]
    pub(crate) chosen: ChosenArgs,
}

/// The destinations of the games that are chosen, and of the others.
#[derive(Args, Debug)]
pub(crate) struct ChosenArgs {
    /// Print only the number of games that match
    #[arg(long, conflicts_with_all = ["list", "fmt", "output"])]
    pub(crate) count: bool,

    /// Print a line for each game that matches: file, line, number, players, event, date, result, and why: other tags of the
    /// condition, and places of what it looks for in the moves
    #[arg(long, conflicts_with_all = ["fmt", "output"])]
    pub(crate) list: bool,

    /// Write games in export format instead of as they are
    #[arg(long)]
    pub(crate) fmt: bool,

    /// Write the non-matching games to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) not_to: Option<super::OutputPath>,

    /// Mark the places of what the condition looks for in the moves by a comment, TEXT, or by a glyph, $N
    #[arg(
        long, value_name = "TEXT|$N", num_args = 0..=1, require_equals = true, default_missing_value = "match",
        value_parser = parse_mark, conflicts_with_all = ["count", "list", "not_to"]
    )]
    pub(crate) tag_match: Option<Mark>,

    /// Search the games of an index: it knows which have a position
    #[cfg(feature = "index")]
    #[arg(long, value_name = "FILE")]
    pub(crate) index: Option<std::path::PathBuf>,

    #[command(flatten)]
    pub(crate) output: super::OutputArgs,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

/// `$220` or the text of a comment.
fn parse_mark(text: &str) -> Result<Mark, String> {
    match text.strip_prefix('$') {
        Some(number) => number.parse().map(Mark::Nag).map_err(|_| "expected $0 to $255".to_owned()),
        None if text.trim().is_empty() || text.chars().any(|c| c.is_control() || c == '}') => {
            Err("a comment is printing characters without }".to_owned())
        }
        None => Ok(Mark::Comment(text.into())),
    }
}
