//! The choice of games that every command offers.

use clap::Args;
use pgnkit_archive::EntryNumbers;
use pgnkit_query::condition::Condition;

use super::words;

/// Which of the games that are read a command is for.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct SelectArgs {
    /// Only games that match this condition, as pgn filter has it
    #[arg(
        id = "only",
        long = "where",
        value_name = "CONDITION",
        value_parser = words::condition(),
        hide_possible_values = true,
        help_heading = HEADING
    )]
    pub(crate) only: Option<Condition>,

    /// Only games of these numbers in their file, as 212 or 3,17-20,100-
    #[arg(long, alias = "game", value_name = "NUMBERS", value_parser = parse_numbers, help_heading = HEADING)]
    pub(crate) games: Option<EntryNumbers>,

    /// Only the first N of them
    #[arg(long, value_name = "N", help_heading = HEADING)]
    pub(crate) limit: Option<u64>,
}

const HEADING: &str = "Common options";

/// The names of these options, for those that contradict them.
pub(crate) const SELECT: [&str; 3] = ["only", "games", "limit"];

fn parse_numbers(text: &str) -> Result<EntryNumbers, String> {
    text.parse::<EntryNumbers>().map_err(|error| error.to_string())
}
