//! Fields of a game, by name: tags with typed values, and facts about the moves. The one list of
//! them is [`COLUMNS`]; a new one is an entry there.
//!
//! ```
//! use pgnkit_query::fields::{self, Value};
//!
//! let game: pgnkit::Game = "[Date \"1992.11.??\"]\n[WhiteElo \"2785\"]\n\n1. e4 e5 *".parse()?;
//! let value = |name| fields::by_name(name).map(|column| column.of(&game));
//! assert_eq!(value("date"), Some(Value::Date([1992, 11, 0])));
//! assert_eq!(value("whiteelo"), Some(Value::Integer(2785)));
//! assert_eq!(value("plies"), Some(Value::Integer(2)));
//! assert_eq!(value("event"), Some(Value::Text("?".into())));
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```

mod field;
mod game_values;
mod value;

use std::fmt;

use pgnkit::{Export, Game, TimeControl, TimeStage};
use pgnkit_archive::internals::year_in;

pub use field::{Field, FieldError, UnknownField};
pub(crate) use game_values::{GameValues, variant_name};
pub use value::{Decimal, Kind, Round, Value};
pub use value::{date as date_of, date_parts};

/// A column: a question that every game answers.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Column {
    /// Its name, in lower case.
    pub name: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// Its content, in a few words for help texts.
    pub doc: &'static str,
    /// A condition with it.
    pub example: &'static str,
    pub(crate) source: Source,
    value: for<'g> fn(&'g dyn GameValues) -> Value<'g>,
}

/// Amount of a game that must have been read before a column is known, in increasing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    /// These tags.
    Tags(&'static [&'static str]),
    /// All tags, and the position that they say the game starts from.
    Start,
    /// The end of the game, whatever its moves are.
    Result,
    /// The marker at its end, which has to be come to.
    Marker,
    /// The moves of the main line.
    Moves,
    /// Everything.
    Game,
}

impl Column {
    /// The value of a game.
    pub fn of<'g>(&self, game: &'g Game) -> Value<'g> {
        self.value_from(game)
    }

    /// The value of a game of which as much has been read as the column needs.
    pub(crate) fn value_from<'g>(&self, values: &'g dyn GameValues) -> Value<'g> {
        (self.value)(values)
    }
}

impl fmt::Debug for Column {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Column").field("name", &self.name).field("kind", &self.kind).finish_non_exhaustive()
    }
}

/// Two are the same if they have the same name: names are unique.
impl PartialEq for Column {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Column {}

type ValueOf = for<'g> fn(&'g dyn GameValues) -> Value<'g>;

const fn column(
    name: &'static str,
    kind: Kind,
    doc: &'static str,
    example: &'static str,
    source: Source,
    value: ValueOf,
) -> Column {
    Column { name, kind, doc, example, source, value }
}

/// A column of one tag.
const fn tag_column(
    name: &'static str,
    kind: Kind,
    tag: &'static [&'static str],
    doc: &'static str,
    example: &'static str,
    value: ValueOf,
) -> Column {
    column(name, kind, doc, example, Source::Tags(tag), value)
}

const ELO_TAGS: [&str; 2] = ["WhiteElo", "BlackElo"];
const ELOS: Source = Source::Tags(&ELO_TAGS);
const TIME_CONTROL: Source = Source::Tags(&["TimeControl"]);

/// Every column. The order is that of help texts.
pub static COLUMNS: &[Column] = &[
    tag_column(
        "date",
        Kind::Date,
        &["Date"],
        "tag Date, digits that are not known as 0",
        "date >= '1992.11'",
        |game| date(game, "Date"),
    ),
    tag_column("event", Kind::Text, &["Event"], "tag Event", "event LIKE 'Linares%'", |game| {
        roster(game, "Event")
    }),
    tag_column("site", Kind::Text, &["Site"], "tag Site", "site ILIKE '%riga%'", |game| roster(game, "Site")),
    tag_column("round", Kind::Round, &["Round"], "tag Round, part by part", "round = '3.1'", |game| {
        Value::Round(Round::of(tag(game, "Round")))
    }),
    tag_column(
        "round_number",
        Kind::Integer,
        &["Round"],
        "the first number of tag Round: 3 of 3.12",
        "round_number BETWEEN 1 AND 3",
        |game| round_parts(game, |mut parts| parts.next()),
    ),
    tag_column("white", Kind::Text, &["White"], "tag White", "white LIKE 'Tal%'", |game| {
        roster(game, "White")
    }),
    tag_column("black", Kind::Text, &["Black"], "tag Black", "black IN ('Fine', 'Tal')", |game| {
        roster(game, "Black")
    }),
    column("result", Kind::Text, "result of the game", "result = '1-0'", Source::Result, |game| {
        Value::Text(game.result().as_str().into())
    }),
    column(
        "marker",
        Kind::Text,
        "the result at the end of the moves, whatever the tag says",
        "marker <> \"Result\"",
        Source::Marker,
        |game| game.marker().map_or(Value::Missing, |marker| Value::Text(marker.as_str().into())),
    ),
    column(
        "movetext",
        Kind::Text,
        "moves with all that is among them, in export format",
        "movetext LIKE '%novelty%'",
        Source::Game,
        |game| Value::Text(game.movetext().into()),
    ),
    tag_column("year", Kind::Integer, &["Date"], "year of the date", "year BETWEEN 1960 AND 1969", |game| {
        date_part(game, 0)
    }),
    tag_column("month", Kind::Integer, &["Date"], "month of the date", "month = 11", |game| {
        date_part(game, 1)
    }),
    tag_column("day", Kind::Integer, &["Date"], "day of the date", "day IS NULL", |game| date_part(game, 2)),
    tag_column("eventdate", Kind::Date, &["EventDate"], "tag EventDate", "event_date < '1990'", |game| {
        date(game, "EventDate")
    }),
    tag_column("eco", Kind::Text, &["ECO"], "tag ECO", "eco BETWEEN 'B20' AND 'B99'", |game| {
        text(game, "ECO")
    }),
    tag_column("opening", Kind::Text, &["Opening"], "tag Opening", "opening ILIKE '%sicilian%'", |game| {
        text(game, "Opening")
    }),
    tag_column("whiteelo", Kind::Integer, &["WhiteElo"], "tag WhiteElo", "white_elo >= 2500", |game| {
        integer(game, "WhiteElo")
    }),
    tag_column("blackelo", Kind::Integer, &["BlackElo"], "tag BlackElo", "black_elo < 2000", |game| {
        integer(game, "BlackElo")
    }),
    column(
        "elo_min",
        Kind::Integer,
        "the lower one of both ratings; NULL where one is not known",
        "elo_min >= 2600",
        ELOS,
        |game| elos(game, u64::min),
    ),
    column(
        "elo_max",
        Kind::Integer,
        "the higher one of the ratings that are known",
        "elo_max >= 2800",
        ELOS,
        highest_elo,
    ),
    column(
        "elo_diff",
        Kind::Integer,
        "what the ratings differ by; NULL where one is not known",
        "elo_diff > 300",
        ELOS,
        |game| elos(game, u64::abs_diff),
    ),
    tag_column("white_title", Kind::Text, &["WhiteTitle"], "tag WhiteTitle", "white_title = 'GM'", |game| {
        text(game, "WhiteTitle")
    }),
    tag_column("black_title", Kind::Text, &["BlackTitle"], "tag BlackTitle", "black_title IS NULL", |game| {
        text(game, "BlackTitle")
    }),
    tag_column(
        "white_fide_id",
        Kind::Integer,
        &["WhiteFideId"],
        "tag WhiteFideId",
        "white_fide_id = 1503014",
        |game| integer(game, "WhiteFideId"),
    ),
    tag_column(
        "black_fide_id",
        Kind::Integer,
        &["BlackFideId"],
        "tag BlackFideId",
        "black_fide_id = 1503014",
        |game| integer(game, "BlackFideId"),
    ),
    tag_column(
        "board",
        Kind::Integer,
        &["Board", "Round"],
        "tag Board; without it the last number of a Round of several: 12 of 3.12",
        "board = 1",
        |game| match number(game, "Board") {
            Some(board) => Value::Integer(board),
            None => round_parts(game, |parts| parts.skip(1).last()),
        },
    ),
    tag_column(
        "timecontrol",
        Kind::Text,
        &["TimeControl"],
        "tag TimeControl",
        "time_control = '180+2'",
        |game| text(game, "TimeControl"),
    ),
    column(
        "time_control_base",
        Kind::Integer,
        "seconds of the first stage of TimeControl",
        "time_control_base <= 180",
        TIME_CONTROL,
        |game| time_control(game, |base, _| base),
    ),
    column(
        "time_control_increment",
        Kind::Integer,
        "seconds added for each move in the first stage of TimeControl",
        "time_control_increment > 0",
        TIME_CONTROL,
        |game| time_control(game, |_, increment| increment),
    ),
    tag_column(
        "termination",
        Kind::Text,
        &["Termination"],
        "tag Termination",
        "termination ILIKE '%time forfeit%'",
        |game| text(game, "Termination"),
    ),
    column(
        "variant",
        Kind::Text,
        "the rules: standard, chess960, atomic …, or the tag Variant where they are not known",
        "variant <> 'standard'",
        Source::Start,
        |game| Value::Text(game.variant()),
    ),
    column("plies", Kind::Integer, "half-moves of the main line", "plies < 40", Source::Moves, |game| {
        Value::Integer(game.plies() as u64)
    }),
];

/// The column of that name, in upper or lower case; underscores do not count.
pub fn by_name(name: &str) -> Option<&'static Column> {
    let letters = |name: &str| name.replace('_', "");
    let wanted = letters(name);
    COLUMNS.iter().find(|column| letters(column.name).eq_ignore_ascii_case(&wanted))
}

/// The value of a tag, without blanks around it: nobody sees them, and no value of the standard has any.
fn tag<'g>(game: &'g dyn GameValues, name: &str) -> &'g str {
    game.tag_value(name).unwrap_or_default().trim()
}

/// A tag of the roster: what is missing is not known, and has a value for that.
fn roster<'g>(game: &'g dyn GameValues, name: &str) -> Value<'g> {
    match tag(game, name) {
        "" => Value::Text("?".into()),
        value => Value::Text(value.into()),
    }
}

/// A tag that may be missing.
fn text<'g>(game: &'g dyn GameValues, name: &str) -> Value<'g> {
    match tag(game, name) {
        "" => Value::Missing,
        value => Value::Text(value.into()),
    }
}

fn date<'g>(game: &'g dyn GameValues, name: &str) -> Value<'g> {
    value::date(tag(game, name)).map_or(Value::Missing, Value::Date)
}

fn date_part<'g>(game: &'g dyn GameValues, part: usize) -> Value<'g> {
    let text = tag(game, "Date");
    let date = value::date(text).or_else(|| year_in(text).map(|year| [year, 0, 0]));
    match date.map(|date| date[part]) {
        None | Some(0) => Value::Missing,
        Some(number) => Value::Integer(number.into()),
    }
}

fn number(game: &dyn GameValues, name: &str) -> Option<u64> {
    tag(game, name).trim().parse().ok()
}

fn integer<'g>(game: &'g dyn GameValues, name: &str) -> Value<'g> {
    number(game, name).map_or(Value::Missing, Value::Integer)
}

/// A value computed from both ratings; missing if one of them is unknown.
fn elos<'g>(game: &'g dyn GameValues, joined: fn(u64, u64) -> u64) -> Value<'g> {
    match ELO_TAGS.map(|name| number(game, name)) {
        [Some(white), Some(black)] => Value::Integer(joined(white, black)),
        _ => Value::Missing,
    }
}

/// The higher one of the ratings that are known.
fn highest_elo<'g>(game: &'g dyn GameValues) -> Value<'g> {
    let [white, black] = ELO_TAGS.map(|name| number(game, name));
    white.max(black).map_or(Value::Missing, Value::Integer)
}

/// A number of a round.
fn round_parts<'g>(
    game: &'g dyn GameValues,
    part: fn(std::str::Split<'g, char>) -> Option<&'g str>,
) -> Value<'g> {
    let Round::Parts(parts) = Round::of(tag(game, "Round")) else { return Value::Missing };
    part(parts.split('.')).and_then(|digits| digits.parse().ok()).map_or(Value::Missing, Value::Integer)
}

/// Seconds of the first stage, of its base and its increment.
fn time_control<'g>(game: &'g dyn GameValues, part: fn(u64, u64) -> u64) -> Value<'g> {
    let control = TimeControl::read(tag(game, "TimeControl"));
    match control.as_ref().and_then(|control| control.stages().first()) {
        Some(TimeStage::Timed { base, increment, .. }) => {
            Value::Integer(part(base.as_secs(), increment.as_secs()))
        }
        _ => Value::Missing,
    }
}

/// The movetext of a game in export format.
fn movetext(game: &Game) -> String {
    let mut text = Vec::new();
    Export::default().write_game(game, &mut text);
    let place = movetext_of(&text);
    String::from_utf8_lossy(&text[place]).into_owned()
}

/// The place of the movetext in a game in export format, without the newlines at its end.
pub fn movetext_of(exported: &[u8]) -> std::ops::Range<usize> {
    // A tag value has no line breaks there, and a tag pair is a line.
    let start = memchr::memmem::find(exported, b"\n\n").map_or(0, |at| at + 2);
    start..exported.trim_ascii_end().len().max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_lower_case() {
        let mut names: Vec<_> = COLUMNS.iter().map(|column| column.name).collect();
        assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COLUMNS.len());
    }

    #[test]
    fn values_are_of_the_kind_of_their_column() {
        let full = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2001.02.03\"]\n[Round \"3.1\"]\n[White \"W\"]\n\
                    [Black \"B\"]\n[Result \"1-0\"]\n[Board \"4\"]\n[ECO \"C20\"]\n[EventDate \"2001.02.01\"]\n\
                    [Opening \"O\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1999\"]\n[TimeControl \"60+1\"]\n\
                    [WhiteTitle \"GM\"]\n[BlackTitle \"IM\"]\n[WhiteFideId \"1\"]\n[BlackFideId \"2\"]\n\
                    [Termination \"normal\"]\n[Variant \"Chess 960\"]\n\n\
                    1. e4 {x} e5 1-0\n";
        let full: Game = full.parse().unwrap();
        let empty = Game::new();
        for column in COLUMNS {
            let kind = |value: &Value<'_>| match value {
                Value::Missing => None,
                Value::Text(_) => Some(Kind::Text),
                Value::Integer(_) => Some(Kind::Integer),
                Value::Decimal(_) => Some(Kind::Decimal),
                Value::Date(_) => Some(Kind::Date),
                Value::Round(_) => Some(Kind::Round),
            };
            assert_eq!(kind(&column.of(&full)), Some(column.kind), "{}", column.name);
            assert!(kind(&column.of(&empty)).is_none_or(|kind| kind == column.kind), "{}", column.name);
        }
        let of = |name| by_name(name).unwrap().of(&full);
        assert_eq!(of("MoveText"), Value::Text("1. e4 {x} 1... e5 1-0".into()));
        assert_eq!(of("result"), Value::Text("1-0".into()));
        assert_eq!(of("month"), Value::Integer(2));
        for (name, expected) in
            [("elo_min", 1999), ("Elo_Max", 2000), ("elodiff", 1), ("time_control_base", 60)]
        {
            assert_eq!(of(name), Value::Integer(expected), "{name}");
        }
        assert_eq!(of("time_control_increment"), Value::Integer(1));
        assert_eq!(of("variant"), Value::Text("chess960".into()));
        assert_eq!(by_name("variant").unwrap().of(&empty), Value::Text("standard".into()));
    }
}
