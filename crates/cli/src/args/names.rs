//! The options of `pgn names`.

use std::path::PathBuf;

use clap::Args;
use pgnkit_collections::ListForm;
use pgnkit_collections::names::{self, Subject};

use super::choices::one_of;
use super::list_form::list_form;

const AFTER_HELP: &str = "\
Examples:
  pgn names games.pgn                     spellings that are one player, and why
  pgn names --of event,site games.pgn     the same for events and sites
  pgn names --doubtful --table names.tsv games.pgn   a table to be looked through
  pgn names --fide players_list_foa.zip games.pgn    with FIDE id, title, rating
  pgn names --of nation games.pgn         codes of nations, old ones and unknown ones

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct NamesArgs {
    /// The names that are looked at: player, event, site, nation
    #[arg(long, value_parser = one_of(&Subject::ALL, Subject::as_str, |of| Some(of.summary())), value_name = "WHAT", value_delimiter = ',', default_value = "player")]
    pub(crate) of: Vec<Subject>,

    /// Format of the list on standard output [default: text, or none with --table]
    #[arg(long, value_parser = list_form(), value_name = "FORMAT")]
    pub(crate) report: Option<ListForm>,

    /// Write a table to FILE, for pgn edit --names: kind, from, to, fide_id, title, count, points, evidence, with tabs between them
    ///
    /// `to` is the proposed spelling; it is empty for what is doubtful, where the last column says what it may be.
    #[arg(long, value_name = "FILE")]
    pub(crate) table: Option<super::OutputPath>,

    /// A list of players of FIDE, as text or XML, in a .zip or not: adds id, title and rating; can be given several times
    #[arg(long, value_name = "FILE")]
    pub(crate) fide: Vec<PathBuf>,

    /// List doubtful cases, too: spellings that may be another name, and players of whom several have the name
    #[arg(short, long)]
    pub(crate) doubtful: bool,

    /// Take spellings for one name from N points of evidence on, 8 or more; with fewer it is doubtful
    #[arg(long, value_name = "N", default_value_t = i64::from(names::REQUIRED_POINTS),
        value_parser = clap::value_parser!(i64).range(i64::from(names::REQUIRED_POINTS)..=1000))]
    pub(crate) min_points: i64,

    /// Leave out names with fewer games, all spellings together
    #[arg(long, alias = "min-count", value_name = "N", default_value_t = 1)]
    pub(crate) min_games: u64,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}
