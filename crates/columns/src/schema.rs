//! The schema: rows and columns.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};
use pgnkit_facts::{Fact, Named, column_of_games, column_of_moves};

use crate::tags::Tag;

/// The version of the schema, in the metadata `pgnkit.schema` of every file: its first number changes when a column of the same name
/// holds something else.
pub const VERSION: &str = "1.2";

/// A row of a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rows {
    /// A game.
    #[default]
    Games,
    /// A move of the main line.
    Plies,
    /// A position of the main line, the first and the last one included, with the move that is played in it.
    Positions,
}

impl Rows {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Games, Self::Plies, Self::Positions];

    /// The name: `games`, `plies` or `positions`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Games => "games",
            Self::Plies => "plies",
            Self::Positions => "positions",
        }
    }
}

/// Content of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Content {
    Game,
    File,
    Number,
    Tag(Tag),
    /// A number that the list of facts computes of tags.
    Fact(&'static Fact),
    Plies,
    Moves,
    SanList,
    UciList,
    Movetext,
    ClocksWhite,
    ClocksBlack,
    Evals,
    Tags,
    Diagnostics,
    Ply,
    MoveNumber,
    Color,
    San,
    Uci,
    KeyBefore,
    KeyAfter,
    Clock,
    Emt,
    Egt,
    Eval,
    EvalDepth,
    NagList,
    Comment,
    FenBefore,
    FenAfter,
    LegalFenBefore,
    LegalFenAfter,
    Comments,
    Nags,
    Variations,
    Pgn,
}

/// A column.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Column {
    /// Its name: one of those of its fact.
    pub name: &'static str,
    /// The fact that it holds, with its type, unit and description.
    pub fact: &'static Fact,
    /// The rows that have it unless others are asked for.
    pub default: &'static [Rows],
    /// The rows that may have it.
    pub rows: &'static [Rows],
    pub(crate) content: Content,
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Column").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Column {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.content == other.content
    }
}

const GAMES: &[Rows] = &[Rows::Games];
const PLIES: &[Rows] = &[Rows::Plies];
const POSITIONS: &[Rows] = &[Rows::Positions];
const MOVES: &[Rows] = &[Rows::Plies, Rows::Positions];
const ALL: &[Rows] = &Rows::ALL;
const RATED: &[Rows] = &[Rows::Games, Rows::Positions];
const NONE: &[Rows] = &[];

/// A column that rows of games may have is a fact about games; others are about moves and positions.
const fn column(
    name: &'static str,
    content: Content,
    rows: &'static [Rows],
    default: &'static [Rows],
) -> Column {
    let Named { fact, .. } = match rows[0] {
        Rows::Games => column_of_games(name),
        Rows::Plies | Rows::Positions => column_of_moves(name),
    };
    Column { name, fact, default, rows, content }
}

const fn tag(name: &'static str, tag: Tag, default: &'static [Rows]) -> Column {
    column(name, Content::Tag(tag), ALL, default)
}

/// A number that is computed as the list of facts has it.
const fn fact(name: &'static str, default: &'static [Rows]) -> Column {
    let Named { fact, .. } = column_of_games(name);
    Column { name, fact, default, rows: ALL, content: Content::Fact(fact) }
}

/// Every column. The order is that of files. Tags are called as in PGN, and as in the public data sets of lichess.
pub static COLUMNS: &[Column] = &[
    column("game", Content::Game, ALL, ALL),
    column("file", Content::File, ALL, NONE),
    column("game_in_file", Content::Number, ALL, NONE),
    column("ply", Content::Ply, MOVES, MOVES),
    column("key", Content::KeyAfter, PLIES, PLIES),
    column("key", Content::KeyBefore, POSITIONS, POSITIONS),
    column("move_number", Content::MoveNumber, PLIES, PLIES),
    column("color", Content::Color, PLIES, PLIES),
    column("san", Content::San, PLIES, PLIES),
    column("uci", Content::Uci, PLIES, PLIES),
    column("move", Content::Uci, POSITIONS, POSITIONS),
    column("clock", Content::Clock, MOVES, PLIES),
    column("emt", Content::Emt, MOVES, PLIES),
    column("egt", Content::Egt, MOVES, PLIES),
    column("eval_cp", Content::Eval, MOVES, PLIES),
    column("eval_depth", Content::EvalDepth, MOVES, PLIES),
    column("nags", Content::NagList, PLIES, PLIES),
    column("comment", Content::Comment, PLIES, PLIES),
    column("fen", Content::FenAfter, PLIES, NONE),
    column("fen", Content::FenBefore, POSITIONS, NONE),
    column("fen_legal", Content::LegalFenAfter, PLIES, NONE),
    column("fen_legal", Content::LegalFenBefore, POSITIONS, NONE),
    tag("Event", Tag::Event, GAMES),
    tag("Site", Tag::Site, GAMES),
    tag("Date", Tag::Date, GAMES),
    tag("Round", Tag::Round, GAMES),
    tag("White", Tag::White, GAMES),
    tag("Black", Tag::Black, GAMES),
    tag("Result", Tag::Result, RATED),
    tag("WhiteElo", Tag::WhiteElo, RATED),
    tag("BlackElo", Tag::BlackElo, RATED),
    tag("WhiteRatingDiff", Tag::WhiteRatingDiff, GAMES),
    tag("BlackRatingDiff", Tag::BlackRatingDiff, GAMES),
    tag("WhiteTitle", Tag::WhiteTitle, GAMES),
    tag("BlackTitle", Tag::BlackTitle, GAMES),
    tag("WhiteTeam", Tag::WhiteTeam, GAMES),
    tag("BlackTeam", Tag::BlackTeam, GAMES),
    tag("WhiteFideId", Tag::WhiteFideId, GAMES),
    tag("BlackFideId", Tag::BlackFideId, GAMES),
    tag("UTCDate", Tag::UtcDate, GAMES),
    tag("UTCTime", Tag::UtcTime, GAMES),
    tag("ECO", Tag::Eco, GAMES),
    tag("Opening", Tag::Opening, GAMES),
    tag("Variation", Tag::Variation, GAMES),
    tag("TimeControl", Tag::TimeControl, GAMES),
    tag("Termination", Tag::Termination, GAMES),
    tag("Annotator", Tag::Annotator, GAMES),
    tag("EventDate", Tag::EventDate, GAMES),
    // Rows of moves have positions of that name, and SQL does not tell upper from lower case.
    column("FEN", Content::Tag(Tag::Fen), GAMES, GAMES),
    tag("Variant", Tag::Variant, GAMES),
    column("tags", Content::Tags, ALL, GAMES),
    fact("year", GAMES),
    fact("month", GAMES),
    fact("day", GAMES),
    fact("round_number", NONE),
    fact("board", NONE),
    fact("elo_min", NONE),
    fact("elo_max", NONE),
    fact("elo_diff", NONE),
    fact("time_initial", GAMES),
    fact("time_increment", GAMES),
    column("plies", Content::Plies, ALL, GAMES),
    column("moves", Content::Moves, GAMES, GAMES),
    column("san", Content::SanList, GAMES, NONE),
    column("uci", Content::UciList, GAMES, NONE),
    column("movetext", Content::Movetext, GAMES, NONE),
    column("clocks_white", Content::ClocksWhite, GAMES, GAMES),
    column("clocks_black", Content::ClocksBlack, GAMES, GAMES),
    column("evals_cp", Content::Evals, GAMES, GAMES),
    column("comments", Content::Comments, GAMES, NONE),
    column("nags", Content::Nags, GAMES, NONE),
    column("variations", Content::Variations, GAMES, NONE),
    column("pgn", Content::Pgn, GAMES, NONE),
    column("diagnostics", Content::Diagnostics, ALL, GAMES),
];

impl Content {
    /// Those that need variations, and what is in them.
    pub(crate) const OF_TREES: &[Self] = &[Self::Comments, Self::Nags, Self::Variations, Self::Pgn];

    /// The type of its values, and whether they may be missing.
    fn data_type(self) -> (DataType, bool) {
        let list = |of: DataType| DataType::List(Arc::new(Field::new("element", of, true)));
        let structs = |fields: &[(&str, DataType)]| {
            let fields = fields.iter().map(|(name, of)| Field::new(*name, of.clone(), false)).collect();
            DataType::List(Arc::new(Field::new("element", DataType::Struct(fields), false)))
        };
        match self {
            Self::Game | Self::Number => (DataType::UInt64, false),
            Self::File => (DataType::Utf8, false),
            Self::Tag(tag) => (tag.data_type(), tag != Tag::Result),
            Self::Fact(fact) => (number_type(fact), true),
            Self::Plies | Self::Ply | Self::MoveNumber => (DataType::Int32, false),
            Self::Moves => (DataType::Binary, true),
            Self::SanList | Self::UciList => (list(DataType::Utf8), true),
            Self::Diagnostics => (list(DataType::Utf8), true),
            Self::ClocksWhite | Self::ClocksBlack => (list(DataType::Int32), true),
            Self::Evals => (list(DataType::Int16), true),
            Self::NagList => (list(DataType::UInt8), true),
            Self::Tags => (DataType::Map(map_entries(), false), true),
            Self::Color => (DataType::Utf8, false),
            Self::San | Self::Uci | Self::Movetext | Self::Comment => (DataType::Utf8, true),
            Self::FenBefore | Self::FenAfter | Self::LegalFenBefore | Self::LegalFenAfter => {
                (DataType::Utf8, true)
            }
            Self::KeyBefore | Self::KeyAfter => (DataType::UInt64, true),
            Self::Comments => (structs(&[("node", DataType::Int32), ("text", DataType::Utf8)]), true),
            Self::Nags => (structs(&[("node", DataType::Int32), ("nag", DataType::UInt8)]), true),
            Self::Variations => {
                let [node, start, plies] = ["node", "start", "plies"].map(|name| (name, DataType::Int32));
                (structs(&[node, start, plies, ("moves", DataType::Binary)]), true)
            }
            Self::Pgn => (DataType::Utf8, true),
            Self::Clock | Self::Emt | Self::Egt => (DataType::Float64, true),
            Self::EvalDepth => (DataType::Int32, true),
            Self::Eval => (DataType::Int16, true),
        }
    }
}

/// The type of numbers of a fact: the smallest that has room for them.
fn number_type(fact: &Fact) -> DataType {
    match fact.name {
        "month" | "day" => DataType::Int8,
        "year" => DataType::Int16,
        _ => DataType::Int32,
    }
}

/// The entries of a map of tags.
pub(crate) fn map_entries() -> Arc<Field> {
    let fields = vec![Field::new("key", DataType::Utf8, false), Field::new("value", DataType::Utf8, false)];
    Arc::new(Field::new("key_value", DataType::Struct(Fields::from(fields)), false))
}

/// What a row is, and the columns.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    rows: Rows,
    columns: Vec<&'static Column>,
}

/// A name that no column of such rows has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LayoutError {
    /// The name.
    pub name: String,
    /// The rows.
    pub rows: Rows,
}

impl fmt::Display for LayoutError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rows } = self;
        let names: Vec<&str> = rows.columns().map(|column| column.name).collect();
        write!(f, "rows of {} have no column {name}", rows.name())?;
        // `eval` is in pawns, in conditions.
        let unit =
            names.iter().find(|other| other.strip_prefix(name).is_some_and(|rest| rest.starts_with('_')));
        if let Some(near) = unit {
            write!(f, "; is it {near}?")?;
        }
        write!(f, "; they may have {}", names.join(", "))
    }
}

impl std::error::Error for LayoutError {}

impl Rows {
    /// The columns that such rows may have.
    pub fn columns(self) -> impl Iterator<Item = &'static Column> {
        COLUMNS.iter().filter(move |column| column.rows.contains(&self))
    }

    /// The column of that name, or of an alias of its fact.
    fn column(self, name: &str) -> Option<&'static Column> {
        let is_alias = |column: &&Column| column.fact.name == name || column.fact.aliases.contains(&name);
        self.columns().find(|column| column.name == name).or_else(|| self.columns().find(is_alias))
    }
}

impl FromStr for Rows {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        Self::ALL.into_iter().find(|rows| rows.name() == name).ok_or(())
    }
}

impl Layout {
    /// The columns that such rows have unless others are asked for.
    pub fn new(rows: Rows) -> Self {
        let columns = rows.columns().filter(|column| column.default.contains(&rows)).collect();
        Self { rows, columns }
    }

    /// With the columns from which games come back whole: `comments`, `nags` and `variations`, and `pgn` for whatever the columns
    /// cannot hold.
    ///
    /// # Errors
    /// When rows are no games.
    pub fn lossless(self) -> Result<Self, LayoutError> {
        ["comments", "nags", "variations", "pgn"].into_iter().try_fold(self, Self::with)
    }

    /// All columns that such rows may have.
    pub fn all(rows: Rows) -> Self {
        Self { rows, columns: rows.columns().collect() }
    }

    /// These columns, in this order. One that is named twice is there once.
    ///
    /// # Errors
    /// When one of the names is none.
    pub fn of<'n>(rows: Rows, names: impl IntoIterator<Item = &'n str>) -> Result<Self, LayoutError> {
        let find = |name: &str| {
            let found = rows.column(name);
            found.ok_or_else(|| LayoutError { name: name.to_owned(), rows })
        };
        let mut columns = Vec::new();
        for name in names {
            let column = find(name)?;
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        Ok(Self { rows, columns })
    }

    /// With one more column, if it is not there yet, in its place.
    ///
    /// # Errors
    /// When the name is none.
    pub fn with(mut self, name: &str) -> Result<Self, LayoutError> {
        let [column] = Self::of(self.rows, [name])?.columns[..] else { return Ok(self) };
        if !self.columns.contains(&column) {
            let order = |column: &Column| COLUMNS.iter().position(|other| other == column);
            let at = self.columns.iter().position(|other| order(other) > order(column));
            self.columns.insert(at.unwrap_or(self.columns.len()), column);
        }
        Ok(self)
    }

    /// Without a column.
    #[must_use]
    pub fn without(mut self, name: &str) -> Self {
        let column = self.rows.column(name);
        self.columns.retain(|other| Some(*other) != column);
        self
    }

    /// What a row is.
    pub fn rows(&self) -> Rows {
        self.rows
    }

    /// The columns, in their order.
    pub fn columns(&self) -> &[&'static Column] {
        &self.columns
    }

    /// The schema of batches; its metadata have the [version](VERSION), and those of fields what they hold.
    pub fn schema(&self) -> SchemaRef {
        let field = |column: &&Column| {
            let (data_type, nullable) = column.content.data_type();
            let unit = column.fact.unit.name().map(|unit| ("unit", unit));
            let about = [("description", column.fact.doc)].into_iter().chain(unit);
            let about = about.map(|(name, text)| (name.to_owned(), text.to_owned()));
            Field::new(column.name, data_type, nullable).with_metadata(about.collect())
        };
        let fields: Vec<Field> = self.columns.iter().map(field).collect();
        let name = format!("{}/{VERSION}", self.rows.name());
        Arc::new(Schema::new_with_metadata(fields, [("pgnkit.schema".to_owned(), name)].into()))
    }

    /// Whether there is a column of what is wrong with games, so that it has to be looked for.
    pub fn has_diagnostics(&self) -> bool {
        self.has(&[Content::Diagnostics])
    }

    pub(crate) fn has(&self, wanted: &[Content]) -> bool {
        self.columns.iter().any(|column| wanted.contains(&column.content))
    }
}

/// A time of day; Parquet has none in seconds.
pub(crate) const TIME: DataType = DataType::Time32(TimeUnit::Millisecond);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_among_the_columns_of_rows() {
        for rows in Rows::ALL {
            let mut names: Vec<_> = rows.columns().map(|column| column.name.to_ascii_lowercase()).collect();
            let count = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), count, "SQL does not tell upper from lower case: {}", rows.name());
            assert!(
                COLUMNS.iter().all(|column| column.default.iter().all(|rows| column.rows.contains(rows)))
            );
            assert_eq!(rows.name().parse(), Ok(rows));
        }
    }

    #[test]
    fn columns_are_chosen_by_name() {
        let layout = Layout::new(Rows::Games).with("san").unwrap().without("Event");
        let names: Vec<_> = layout.columns().iter().map(|column| column.name).collect();
        let at = |name| names.iter().position(|other| *other == name);
        assert!(at("moves") < at("san") && at("san") < at("clocks_white") && at("Event").is_none());
        assert_eq!(layout.clone().with("san").unwrap(), layout);
        assert_eq!(layout.schema().fields().len(), names.len());
        for (rows, old, new) in [
            (Rows::Plies, "number", "move_number"),
            (Rows::Plies, "clk_seconds", "clock"),
            (Rows::Plies, "depth", "eval_depth"),
            (Rows::Games, "evals", "evals_cp"),
            (Rows::Games, "time_control_base", "time_initial"),
        ] {
            assert_eq!(Layout::of(rows, [old]), Layout::of(rows, [new]), "{old}");
        }
        let other = Layout::of(Rows::Plies, ["eval"]).unwrap_err();
        assert!(other.to_string().contains("no column eval; is it eval_cp?"), "{other}");
        assert!(Layout::new(Rows::Games).without("evals").schema().index_of("evals_cp").is_err());
        let wrong = Layout::of(Rows::Plies, ["san", "moves"]).unwrap_err();
        assert_eq!(wrong.name, "moves");
        assert!(wrong.to_string().contains("ply, key"), "{wrong}");
    }
}
