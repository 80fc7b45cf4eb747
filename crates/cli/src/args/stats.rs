//! The options of `pgn stats`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pgnkit_archive::columns::Field;
use pgnkit_archive::condition::Condition;
use pgnkit_archive::stats::Subject;

use super::list_form::ListForm;

const AFTER_HELP: &str = "\
Without options there is one screen: results, endings, lengths, ratings, years,
openings and players. Every game counts, with or without errors, by what is
known of it; what is not known is counted, too. Spellings of a player are not
joined: `pgn names` finds them.

Examples:
  pgn stats games.pgn.zst                        one screen
  pgn stats --of players --min-games 50 games.pgn
  pgn stats --of opponents --where \"player('Tal')\" games.pgn
  pgn stats --by 'year, time_control' games.pgn  a row for each pair of values
  pgn stats --of years --plot years.svg games.pgn
  pgn stats --of variations --report csv games.pgn > openings.csv

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct StatsArgs {
    /// The tables [default: one screen with all that is asked for most]
    #[arg(long, value_enum, value_name = "WHAT", value_delimiter = ',')]
    pub(crate) of: Vec<Of>,

    /// A table with a row for each value of these fields: columns, tags, or expressions of pgn filter, with commas between them
    #[arg(long, value_name = "FIELDS", conflicts_with = "of", value_parser = parse_fields)]
    pub(crate) by: Option<Fields>,

    /// Count only games of which this is true, in SQL, as "white_elo >= 2600 AND date >= '1960'"
    #[arg(long = "where", value_name = "CONDITION", value_parser = super::edit::parse_condition)]
    pub(crate) only: Option<Condition>,

    /// The form of the tables
    #[arg(long, value_enum, value_name = "FORM")]
    pub(crate) report: Option<ListForm>,

    /// Put the rows in the order of a column, called as in CSV: the greatest number first, as performance
    #[arg(long, value_name = "COLUMN")]
    pub(crate) order: Option<String>,

    /// Leave out rows of fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_games: u64,

    /// Show so many rows of each table
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<usize>,

    /// Draw the table as bars into FILE, as SVG; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

/// Fields that games are grouped by.
#[derive(Clone, Debug)]
pub(crate) struct Fields(pub(crate) Vec<Field>);

fn parse_fields(text: &str) -> Result<Fields, String> {
    let fields = Field::list(text).map(|field| Field::read(field.trim()).map_err(|error| error.to_string()));
    fields.collect::<Result<_, _>>().map(Fields)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Of {
    /// All games together
    Results,
    /// Numbers of moves
    Lengths,
    /// How games end
    Endings,
    /// Years
    Years,
    /// Average ratings of both players
    Ratings,
    /// Openings by position
    Openings,
    /// Openings with their variations
    Variations,
    /// Players: results, performance, ratings
    Players,
    /// Players against each other
    Opponents,
    /// Time used, by move number
    Time,
    /// Errors by evaluations in the games
    Errors,
}

impl From<Of> for Subject {
    fn from(of: Of) -> Self {
        match of {
            Of::Results => Self::Results,
            Of::Lengths => Self::Lengths,
            Of::Endings => Self::Endings,
            Of::Years => Self::Years,
            Of::Ratings => Self::Ratings,
            Of::Openings => Self::Openings,
            Of::Variations => Self::Variations,
            Of::Players => Self::Players,
            Of::Opponents => Self::Opponents,
            Of::Time => Self::Time,
            Of::Errors => Self::Errors,
        }
    }
}
