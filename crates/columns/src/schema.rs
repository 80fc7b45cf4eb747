//! The schema: rows and columns.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use arrow_schema::{DataType, Field, Fields, Schema, SchemaRef, TimeUnit};

use crate::tags::Tag;

/// The version of the schema, in the metadata `pgnkit.schema` of every file: its first number changes when a column of the same name
/// holds something else.
pub const VERSION: &str = "1.1";

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
    Year,
    Month,
    Day,
    TimeInitial,
    TimeIncrement,
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
    /// Its name.
    pub name: &'static str,
    /// The rows that have it unless others are asked for.
    pub default: &'static [Rows],
    /// The rows that may have it.
    pub rows: &'static [Rows],
    /// What it holds, in a few words.
    pub doc: &'static str,
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

const fn column(
    name: &'static str,
    content: Content,
    rows: &'static [Rows],
    default: &'static [Rows],
    doc: &'static str,
) -> Column {
    Column { name, default, rows, doc, content }
}

const fn tag(name: &'static str, tag: Tag, default: &'static [Rows], doc: &'static str) -> Column {
    column(name, Content::Tag(tag), ALL, default, doc)
}

/// Every column. The order is that of files. Tags are called as in PGN, and as in the public data sets of lichess.
pub static COLUMNS: &[Column] = &[
    column("game", Content::Game, ALL, ALL, "number of the game, from 1, through all files that are read"),
    column("file", Content::File, ALL, NONE, "the file that the game was read from"),
    column("number", Content::Number, ALL, NONE, "number of the game in that file, from 1"),
    column("ply", Content::Ply, MOVES, MOVES, "half-moves played, from the start of the game"),
    column(
        "key",
        Content::KeyAfter,
        PLIES,
        PLIES,
        "Polyglot key of the position after the move; NULL where the rules are not known",
    ),
    column(
        "key",
        Content::KeyBefore,
        POSITIONS,
        POSITIONS,
        "Polyglot key of the position; NULL where the rules are not known",
    ),
    column("move_number", Content::MoveNumber, PLIES, PLIES, "number of the move"),
    column("color", Content::Color, PLIES, PLIES, "white or black: the side that moves"),
    column(
        "san",
        Content::San,
        PLIES,
        PLIES,
        "the move in SAN; where the rules are not known, its word in the text",
    ),
    column("uci", Content::Uci, PLIES, PLIES, "the move as engines speak it"),
    column(
        "move",
        Content::Uci,
        POSITIONS,
        POSITIONS,
        "the move played in it, as engines speak it; NULL at the end of the game",
    ),
    column("clock", Content::Clock, MOVES, PLIES, "seconds on the clock of the side that has moved"),
    column(
        "emt",
        Content::Emt,
        MOVES,
        PLIES,
        "seconds that the move took, where the text says so (%emt and the times of engines)",
    ),
    column(
        "egt",
        Content::Egt,
        MOVES,
        PLIES,
        "seconds that the game has lasted, where the text says so (%egt)",
    ),
    column(
        "eval_cp",
        Content::Eval,
        MOVES,
        PLIES,
        "evaluation after the move: centipawns for White, from -32000 to 32000; mate in n is 32767 - n, for Black n - 32767",
    ),
    column(
        "eval_depth",
        Content::EvalDepth,
        MOVES,
        PLIES,
        "depth of the search of the evaluation, in half-moves",
    ),
    column("nags", Content::NagList, PLIES, PLIES, "numeric annotation glyphs"),
    column(
        "comment",
        Content::Comment,
        PLIES,
        PLIES,
        "comments on the move, without what programs put into them",
    ),
    column(
        "fen",
        Content::FenAfter,
        PLIES,
        NONE,
        "the position after the move; after each double step of a pawn with the square that it passed",
    ),
    column(
        "fen",
        Content::FenBefore,
        POSITIONS,
        NONE,
        "the position; after each double step of a pawn with the square that it passed",
    ),
    column(
        "fen_legal",
        Content::LegalFenAfter,
        PLIES,
        NONE,
        "the same with that square only where a pawn can be captured there, as lichess and python-chess write it",
    ),
    column(
        "fen_legal",
        Content::LegalFenBefore,
        POSITIONS,
        NONE,
        "the same with that square only where a pawn can be captured there, as lichess and python-chess write it",
    ),
    tag("Event", Tag::Event, GAMES, "tag Event"),
    tag("Site", Tag::Site, GAMES, "tag Site"),
    tag("Date", Tag::Date, GAMES, "tag Date, as it is written"),
    tag("Round", Tag::Round, GAMES, "tag Round"),
    tag("White", Tag::White, GAMES, "tag White"),
    tag("Black", Tag::Black, GAMES, "tag Black"),
    tag("Result", Tag::Result, RATED, "result of the game: 1-0, 0-1, 1/2-1/2 or *"),
    tag("WhiteElo", Tag::WhiteElo, RATED, "tag WhiteElo"),
    tag("BlackElo", Tag::BlackElo, RATED, "tag BlackElo"),
    tag("WhiteRatingDiff", Tag::WhiteRatingDiff, GAMES, "tag WhiteRatingDiff"),
    tag("BlackRatingDiff", Tag::BlackRatingDiff, GAMES, "tag BlackRatingDiff"),
    tag("WhiteTitle", Tag::WhiteTitle, GAMES, "tag WhiteTitle"),
    tag("BlackTitle", Tag::BlackTitle, GAMES, "tag BlackTitle"),
    tag("WhiteTeam", Tag::WhiteTeam, GAMES, "tag WhiteTeam"),
    tag("BlackTeam", Tag::BlackTeam, GAMES, "tag BlackTeam"),
    tag("WhiteFideId", Tag::WhiteFideId, GAMES, "tag WhiteFideId"),
    tag("BlackFideId", Tag::BlackFideId, GAMES, "tag BlackFideId"),
    tag("UTCDate", Tag::UtcDate, GAMES, "tag UTCDate"),
    tag("UTCTime", Tag::UtcTime, GAMES, "tag UTCTime"),
    tag("ECO", Tag::Eco, GAMES, "tag ECO"),
    tag("Opening", Tag::Opening, GAMES, "tag Opening"),
    tag("Variation", Tag::Variation, GAMES, "tag Variation"),
    tag("TimeControl", Tag::TimeControl, GAMES, "tag TimeControl"),
    tag("Termination", Tag::Termination, GAMES, "tag Termination"),
    tag("Annotator", Tag::Annotator, GAMES, "tag Annotator"),
    tag("EventDate", Tag::EventDate, GAMES, "tag EventDate, as it is written"),
    // Rows of moves have positions of that name, and SQL does not tell upper from lower case.
    column("FEN", Content::Tag(Tag::Fen), GAMES, GAMES, "tag FEN"),
    tag("Variant", Tag::Variant, GAMES, "tag Variant"),
    column(
        "tags",
        Content::Tags,
        ALL,
        GAMES,
        "all other tags, and tags whose value is not that of their column, by name",
    ),
    column("year", Content::Year, ALL, GAMES, "year of the date"),
    column("month", Content::Month, ALL, GAMES, "month of the date"),
    column("day", Content::Day, ALL, GAMES, "day of the date"),
    column("time_initial", Content::TimeInitial, ALL, GAMES, "seconds of the first stage of TimeControl"),
    column(
        "time_increment",
        Content::TimeIncrement,
        ALL,
        GAMES,
        "seconds added for each move in the first stage of TimeControl",
    ),
    column("plies", Content::Plies, ALL, GAMES, "half-moves of the main line"),
    column(
        "moves",
        Content::Moves,
        GAMES,
        GAMES,
        "the main line, mostly one byte a half-move; NULL where the rules are not known",
    ),
    column(
        "san",
        Content::SanList,
        GAMES,
        NONE,
        "the main line in SAN; where the rules are not known, the words of the text",
    ),
    column("uci", Content::UciList, GAMES, NONE, "the main line as engines speak it"),
    column("movetext", Content::Movetext, GAMES, NONE, "moves with all that is among them, in export format"),
    column(
        "clocks_white",
        Content::ClocksWhite,
        GAMES,
        GAMES,
        "whole seconds on the clock of White after each of his moves; NULL where none has any",
    ),
    column("clocks_black", Content::ClocksBlack, GAMES, GAMES, "the same of Black"),
    column(
        "evals_cp",
        Content::Evals,
        GAMES,
        GAMES,
        "evaluation after each half-move: centipawns for White, from -32000 to 32000; mate in n is 32767 - n, for Black n - 32767",
    ),
    column(
        "comments",
        Content::Comments,
        GAMES,
        NONE,
        "comments by place: 0 is the start, n after half-move n of the main line, then those of variations; without comments that only say what clocks and evaluations do",
    ),
    column("nags", Content::Nags, GAMES, NONE, "numeric annotation glyphs by place"),
    column(
        "variations",
        Content::Variations,
        GAMES,
        NONE,
        "variations in the order of the text: the place after the move that each replaces, the place before its first move, its half-moves, and its moves as in moves",
    ),
    column(
        "pgn",
        Content::Pgn,
        GAMES,
        NONE,
        "the game in export format where the other columns do not give it back",
    ),
    column(
        "diagnostics",
        Content::Diagnostics,
        ALL,
        GAMES,
        "codes of what is wrong with the text of the game: `PGN-C001`",
    ),
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
            Self::Year => (DataType::Int16, true),
            Self::Month | Self::Day => (DataType::Int8, true),
            Self::TimeInitial | Self::TimeIncrement => (DataType::Int32, true),
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

/// The name that a column has now: some had others.
fn current(name: &str) -> &str {
    match name {
        "eval" => "eval_cp",
        "evals" => "evals_cp",
        name => name,
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
        write!(f, "rows of {} have no column {name}; they may have {}", rows.name(), names.join(", "))
    }
}

impl std::error::Error for LayoutError {}

impl Rows {
    /// The columns that such rows may have.
    pub fn columns(self) -> impl Iterator<Item = &'static Column> {
        COLUMNS.iter().filter(move |column| column.rows.contains(&self))
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
            let name = current(name);
            let found = rows.columns().find(|column| column.name == name);
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
        self.columns.retain(|column| column.name != current(name));
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
            Field::new(column.name, data_type, nullable)
                .with_metadata([("description".to_owned(), column.doc.to_owned())].into())
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
        let old = Layout::of(Rows::Plies, ["eval"]).unwrap();
        assert_eq!(old, Layout::of(Rows::Plies, ["eval_cp"]).unwrap());
        assert!(Layout::new(Rows::Games).without("evals").schema().index_of("evals_cp").is_err());
        let wrong = Layout::of(Rows::Plies, ["san", "moves"]).unwrap_err();
        assert_eq!(wrong.name, "moves");
        assert!(wrong.to_string().contains("ply, key"), "{wrong}");
    }
}
