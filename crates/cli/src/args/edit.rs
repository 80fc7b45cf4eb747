//! The options of `pgn edit`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pgnkit_collections::edit;
use pgnkit_query::condition::Condition;

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
  pgn edit --no-commands --keep-plies 30 games.pgn.zst | less

Exit status: 0 no error, 1 the games have errors or could not be edited (with
--check and --diff: something would change), 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EditArgs {
    /// Set a tag; can be given several times
    #[arg(long, value_name = "TAG=VALUE", value_parser = parse_tag_value, help_heading = "Tags")]
    pub(crate) set: Vec<(String, String)>,

    /// Set a tag that is missing, ? or ????.??.??
    #[arg(long, value_name = "TAG=VALUE", value_parser = parse_tag_value, help_heading = "Tags")]
    pub(crate) set_missing: Vec<(String, String)>,

    /// Remove tags
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', value_parser = parse_tag, help_heading = "Tags")]
    pub(crate) remove: Vec<String>,

    /// Give a tag another name
    #[arg(long, value_name = "OLD=NEW", value_parser = parse_rename, help_heading = "Tags")]
    pub(crate) rename: Vec<(String, String)>,

    /// Order tags: roster, these, others by name
    #[arg(
        long,
        alias = "order",
        value_name = "A,B,…",
        num_args = 0..=1,
        require_equals = true,
        value_delimiter = ',',
        value_parser = parse_tag,
        help_heading = "Tags"
    )]
    pub(crate) tag_order: Option<Vec<String>>,

    /// Correct names by a table of pgn names
    ///
    /// Its columns are kind (player, event, site), from, to, fide_id and title, with tabs between them.
    #[arg(long, value_name = "FILE", help_heading = "Tags")]
    pub(crate) names: Option<PathBuf>,

    /// Set tags by a table with a line of names
    ///
    /// The first column says which games a line is for.
    #[arg(long, alias = "table", value_name = "FILE", help_heading = "Tags")]
    pub(crate) set_from: Option<PathBuf>,

    /// With --set-from: columns that name games
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', requires = "set_from", help_heading = "Tags")]
    pub(crate) key: Vec<String>,

    /// Correct the result: by board, or by marker
    ///
    /// By a mate or stalemate on the board, or by the termination marker after the moves.
    #[arg(long, value_enum, value_name = "SOURCE", hide_possible_values = true, help_heading = "Tags")]
    pub(crate) result: Option<ResultSource>,

    /// Set PlyCount to the number of half-moves
    #[arg(long, help_heading = "Tags")]
    pub(crate) ply_count: bool,

    /// Set a missing EventDate to the first date
    ///
    /// That is the first day of the rounds of the event; files are read twice.
    #[arg(long, help_heading = "Tags")]
    pub(crate) event_date: bool,

    /// Begin games after N half-moves
    ///
    /// The position there becomes the tags FEN and SetUp.
    #[arg(long, value_name = "N", conflicts_with = "drop_before", help_heading = "Moves")]
    pub(crate) drop_plies: Option<usize>,

    /// Begin games after the move with this comment
    ///
    /// That is the first move of which a comment has this text.
    #[arg(long, value_name = "TEXT", help_heading = "Moves")]
    pub(crate) drop_before: Option<String>,

    /// Cut games after N half-moves
    #[arg(long, alias = "max-plies", value_name = "N", help_heading = "Moves")]
    pub(crate) keep_plies: Option<usize>,

    /// Make a line the main line, as "1. e4 c5 2. Nf3"
    #[arg(
        long,
        value_name = "MOVES",
        conflicts_with_all = ["drop_plies", "drop_before", "keep_plies", "no_variations", "no_comments", "no_nags", "no_commands", "keep_commands", "comments_after_moves", "result", "ply_count"],
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

    /// Remove commands of comments ([%clk 0:05:00]), or these
    #[arg(
        long,
        value_name = "A,B,…",
        num_args = 0..=1,
        require_equals = true,
        value_delimiter = ',',
        default_missing_value = "",
        help_heading = "Moves"
    )]
    pub(crate) no_commands: Option<Vec<String>>,

    /// Remove commands of other names than these
    #[arg(
        long,
        value_name = "A,B,…",
        value_delimiter = ',',
        conflicts_with = "no_commands",
        help_heading = "Moves"
    )]
    pub(crate) keep_commands: Option<Vec<String>>,

    /// Put comments before a line after its first move
    #[arg(long, conflicts_with = "no_comments", help_heading = "Moves")]
    pub(crate) comments_after_moves: bool,

    /// Show a unified diff, write nothing
    #[arg(long, conflicts_with_all = ["check", "output", "in_place"])]
    pub(crate) diff: bool,

    /// Name the files that would change, write nothing
    ///
    /// The exit status is 1 when there are any.
    #[arg(long, conflicts_with_all = ["output", "in_place"])]
    pub(crate) check: bool,

    /// Write to FILE (.gz .zst .xz .bz2: compressed)
    ///
    /// It is replaced only when everything is done.
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<super::OutputPath>,

    /// Edit the files in place
    ///
    /// Those in which nothing changes are not touched.
    #[arg(short, long, requires = "files")]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

/// Source of the result.
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
    if value.trim().is_empty() {
        return Err(format!(
            "a tag has no empty value: `{name}=?` says that it is not known, `--remove {name}` takes it out"
        ));
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
