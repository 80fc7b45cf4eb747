//! The options of `pgn sort`.

use clap::Args;
use pgnkit_collections::sort::Order;
use pgnkit_query::fields::COLUMNS;

const AFTER_HELP: &str = "\
Examples:
  pgn sort games.pgn -o sorted.pgn.zst    by date, event, site, round, players …
  pgn sort -i games.pgn                   in place
  pgn sort --by 'date desc, white' *.pgn  the newest first
  pgn sort --unique a.pgn b.pgn           a game that is in both comes once

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct SortArgs {
    #[arg(
        long,
        value_name = "FIELDS",
        value_parser = super::words::fields(parse_order),
        hide_possible_values = true,
        help = "Fields to sort by, each with desc or without [default: date, event, site, round, white, black, result, movetext]",
        long_help = long_help_of_by()
    )]
    pub(crate) by: Option<Order>,

    /// Sort the other way round
    #[arg(long)]
    pub(crate) reverse: bool,

    /// Write only the first of games that are equal in all fields, and byte for byte
    #[arg(long)]
    pub(crate) unique: bool,

    /// Write games in export format instead of as they are
    #[arg(long)]
    pub(crate) fmt: bool,

    #[command(flatten)]
    pub(crate) memory: super::MemoryArgs,

    #[command(flatten)]
    pub(crate) output: super::OutputArgs<true>,

    /// Sort the files in place, each by itself
    #[arg(short, long, requires = "files", conflicts_with_all = super::SELECT)]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

fn long_help_of_by() -> String {
    let mut help = "Fields to sort by, with commas between them, each with desc after it or without\n\n\
         Games that are equal in all of them keep their order. A field is the name of a tag, such as WhiteTeam, \
         whose values are compared as text, an expression of `pgn filter`, such as \"opponent_elo('Tal')\", or one of these:\n"
        .to_owned();
    for column in COLUMNS {
        help.push_str(&format!("\n- {}: {}", column.name, column.doc));
    }
    help.push_str("\n\n[default: date, event, site, round, white, black, result, movetext]");
    help
}

fn parse_order(text: &str) -> Result<Order, String> {
    text.parse::<Order>().map_err(|error| error.to_string())
}
