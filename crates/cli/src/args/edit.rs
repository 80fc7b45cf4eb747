//! The options of `pgn edit`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pgnkit_archive::condition::Condition;
use pgnkit_archive::edit;

const AFTER_HELP: &str = "\
Edits are made in this order: names, table, rename, remove, set; then moves,
variations and comments; then result, counts and the order of tags. A game is
edited whole or not at all. Games with errors stay as they are, byte for byte.

Examples:
  pgn edit --set Event='Club 2025' games.pgn -o club.pgn
  pgn edit --diff --remove Annotator games.pgn     look at it first
  pgn edit -i --names names.tsv *.pgn              as pgn names --table has them
  pgn edit -i --result board --ply-count --event-date games.pgn
  pgn edit --where 'site IS NULL AND year = 1960' --set Site=Riga games.pgn
  pgn edit --no-commands --max-plies 30 games.pgn.zst | less

Exit status: 0 no error, 1 the games have errors or could not be edited (with
--check and --diff: something would change), 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EditArgs {
    /// Edit only games of which this is true, in SQL, as "white ILIKE 'tal%' AND date >= '1960'"
    #[arg(long = "where", value_name = "CONDITION", value_parser = super::words::condition(), hide_possible_values = true)]
    pub(crate) only: Option<Condition>,

    /// Set a tag, new or not; can be given several times
    #[arg(long, value_name = "TAG=VALUE", value_parser = parse_tag_value, help_heading = "Tags")]
    pub(crate) set: Vec<(String, String)>,

    /// Set a tag where it is missing, or is ? or ????.??.??
    #[arg(long, value_name = "TAG=VALUE", value_parser = parse_tag_value, help_heading = "Tags")]
    pub(crate) set_missing: Vec<(String, String)>,

    /// Remove tags
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = parse_tag, help_heading = "Tags")]
    pub(crate) remove: Vec<String>,

    /// Give a tag another name
    #[arg(long, value_name = "OLD=NEW", value_parser = parse_rename, help_heading = "Tags")]
    pub(crate) rename: Vec<(String, String)>,

    /// Put tags in order: the seven of the roster, then those named here, then the others by name
    #[arg(
        long,
        value_name = "A,B,…",
        num_args = 0..=1,
        require_equals = true,
        value_delimiter = ',',
        value_parser = parse_tag,
        help_heading = "Tags"
    )]
    pub(crate) order: Option<Vec<String>>,

    /// Correct names of players, events and sites by a table: kind, from, to, fide_id, title
    #[arg(long, value_name = "FILE", help_heading = "Tags")]
    pub(crate) names: Option<PathBuf>,

    /// Set tags by a table: its first line names tags, and the first column says which games a line is for
    #[arg(long, value_name = "FILE", help_heading = "Tags")]
    pub(crate) table: Option<PathBuf>,

    /// With --table: the columns that say which games a line is for
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', requires = "table", help_heading = "Tags")]
    pub(crate) key: Vec<String>,

    /// Correct the result: by a mate or stalemate on the board, or by the marker after the moves
    #[arg(long, value_enum, value_name = "SOURCE", help_heading = "Tags")]
    pub(crate) result: Option<ResultSource>,

    /// Set PlyCount to the number of half-moves
    #[arg(long, help_heading = "Tags")]
    pub(crate) ply_count: bool,

    /// Set EventDate where it is missing: the first day of the rounds of the event; reads files twice
    #[arg(long, help_heading = "Tags")]
    pub(crate) event_date: bool,

    /// Begin games after N half-moves, with the position there
    #[arg(long, value_name = "N", conflicts_with = "drop_before", help_heading = "Moves")]
    pub(crate) drop_plies: Option<usize>,

    /// Begin games with the position after the first move of which a comment has this text
    #[arg(long, value_name = "TEXT", help_heading = "Moves")]
    pub(crate) drop_before: Option<String>,

    /// Cut games after N half-moves
    #[arg(long, value_name = "N", help_heading = "Moves")]
    pub(crate) max_plies: Option<usize>,

    /// Make a line the main line in games that have it, as "1. e4 c5 2. Nf3"
    #[arg(
        long,
        value_name = "MOVES",
        conflicts_with_all = ["drop_plies", "drop_before", "max_plies", "no_variations", "no_comments", "no_nags", "no_commands", "comments_after_moves", "result", "ply_count"],
        help_heading = "Moves"
    )]
    pub(crate) promote: Option<edit::PromoteLine>,

    /// Remove variations
    #[arg(long, help_heading = "Moves")]
    pub(crate) no_variations: bool,

    /// Remove comments
    #[arg(long, help_heading = "Moves")]
    pub(crate) no_comments: bool,

    /// Remove annotation glyphs ($1, !?)
    #[arg(long, help_heading = "Moves")]
    pub(crate) no_nags: bool,

    /// Remove commands from comments ([%clk 0:05:00])
    #[arg(long, help_heading = "Moves")]
    pub(crate) no_commands: bool,

    /// Put comments that are before the first move of a line after it
    #[arg(long, conflicts_with = "no_comments", help_heading = "Moves")]
    pub(crate) comments_after_moves: bool,

    /// Show what would change, as a unified diff, and write nothing
    #[arg(long, conflicts_with_all = ["check", "output", "in_place"])]
    pub(crate) diff: bool,

    /// Write nothing; exit with 1 when a file would change, and name it
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,

    /// Write to FILE, replaced only when everything is done; compressed if it ends in .gz, .zst, .xz or .bz2
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<PathBuf>,

    /// Edit the files themselves; those in which nothing changes are not touched
    #[arg(short, long, requires = "files")]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

/// What says the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum ResultSource {
    /// A mate or stalemate on the board
    Board,
    /// The termination marker
    Marker,
}

impl From<ResultSource> for edit::ResultFrom {
    fn from(source: ResultSource) -> Self {
        match source {
            ResultSource::Board => Self::Board,
            ResultSource::Marker => Self::Marker,
        }
    }
}

fn parse_tag(name: &str) -> Result<String, String> {
    let is_name = name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    if is_name {
        Ok(name.to_owned())
    } else {
        Err("the name of a tag is letters, digits and underscores".to_owned())
    }
}

/// `Event=Club 2025`; the value is all that comes after the first `=`.
fn parse_tag_value(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected TAG=VALUE")?;
    if value.chars().any(char::is_control) {
        return Err("a value is printing characters".to_owned());
    }
    if name == "Result" && pgnkit::Outcome::from_exact(value.as_bytes()).is_none() {
        return Err("a result is 1-0, 0-1, 1/2-1/2 or *".to_owned());
    }
    Ok((parse_tag(name)?, value.to_owned()))
}

pub(super) fn parse_condition(text: &str) -> Result<Condition, String> {
    crate::themes::condition(text)
}

fn parse_rename(text: &str) -> Result<(String, String), String> {
    let (old, new) = text.split_once('=').ok_or("expected OLD=NEW")?;
    Ok((parse_tag(old)?, parse_tag(new)?))
}
