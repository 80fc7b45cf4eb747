//! The options of `pgn stats`.

use clap::{Args, Subcommand};
use pgnkit_collections::ListForm;
use pgnkit_collections::stats::Subject;
use pgnkit_collections::stats::crosstable::Layout;
use pgnkit_query::fields::Field;

use super::choices::one_of;
use super::list_form::list_form;
use super::size::parse_memory;

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
  pgn stats crosstable --where \"event = 'Linares'\" games.pgn

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

const AFTER_CROSSTABLE: &str = "\
Games are of one event if Event, Site and EventDate are the same; where months
lie between them, they are of two. Each event has its table, in the order of
the input: a square where most players have met, else round by round, where
12w1 is a win against number 12 with White; matches of teams by WhiteTeam,
BlackTeam and Round.

Examples:
  pgn stats crosstable linares.pgn
  pgn stats crosstable --where \"event LIKE 'Bundesliga%'\" --min-games 20 big.pgn
  pgn stats crosstable --by event --as swiss open.pgn
  pgn stats crosstable --report json games.pgn

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP, args_conflicts_with_subcommands = true)]
pub(crate) struct StatsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<StatsCommand>,

    /// The tables [default: one screen with all that is asked for most]
    #[arg(long, value_parser = one_of(&Subject::ALL, Subject::as_str, |of| Some(of.summary())), value_name = "WHAT", value_delimiter = ',')]
    pub(crate) of: Vec<Subject>,

    /// A table with a row for each value of these fields: columns, tags, or expressions of pgn filter, with commas between them
    #[arg(long, value_name = "FIELDS", conflicts_with = "of", value_parser = parse_fields)]
    pub(crate) by: Option<Fields>,

    /// Format of the tables
    #[arg(long, value_parser = list_form(), value_name = "FORMAT")]
    pub(crate) report: Option<ListForm>,

    /// Put the rows in the order of a column, called as in CSV: the greatest number first, as performance
    #[arg(long, value_name = "COLUMN")]
    pub(crate) order: Option<String>,

    /// Leave out rows of fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_games: u64,

    /// Show the first N rows of each table
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<usize>,

    /// Draw the table as bars into FILE, as SVG; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<super::OutputPath>,

    /// Memory for the rows of tables, as 256M or 2G; where it does not suffice, there is no table of players on the screen, and no other table at all
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    pub(crate) memory: usize,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum StatsCommand {
    /// Show the crosstables of events
    ///
    /// The best come first: by points, then in a round robin by Sonneborn-Berger, otherwise by Buchholz and then by Sonneborn-Berger; teams by points of
    /// matches, then of boards.
    Crosstable(Box<CrosstableArgs>),
}

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_CROSSTABLE)]
pub(crate) struct CrosstableArgs {
    /// Layout of the tables [default: by the kind of event]
    #[arg(long = "as", value_parser = one_of(&Layout::ALL, Layout::as_str, |layout| Some(layout.summary())), value_name = "LAYOUT")]
    pub(crate) layout: Option<Layout>,

    /// Games that are equal in these fields are an event: columns, tags, or expressions of pgn filter, with commas between them
    #[arg(long, value_name = "FIELDS", value_parser = parse_fields)]
    pub(crate) by: Option<Fields>,

    /// Format of the tables
    #[arg(long, value_parser = list_form(), value_name = "FORMAT", default_value = ListForm::Text.as_str())]
    pub(crate) report: ListForm,

    /// Leave out events of fewer games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) min_games: usize,

    /// Show the first N rows of each table
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<usize>,

    /// Memory for the games, as 256M or 2G: some hundred bytes for each, and more in large events; where it does not suffice, there is no table
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    pub(crate) memory: usize,

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
