//! What can be asked of a game, by name: tags, with their values as what they are, and what the moves say. The one list of
//! them is [`COLUMNS`]; a new one is an entry there.
//!
//! ```
//! use pgnkit_archive::columns::{self, Value};
//!
//! let game: pgnkit::Game = "[Date \"1992.11.??\"]\n[WhiteElo \"2785\"]\n\n1. e4 e5 *".parse()?;
//! let value = |name| columns::by_name(name).map(|column| column.of(&game));
//! assert_eq!(value("date"), Some(Value::Date([1992, 11, 0])));
//! assert_eq!(value("whiteelo"), Some(Value::Integer(2785)));
//! assert_eq!(value("plies"), Some(Value::Integer(2)));
//! assert_eq!(value("event"), Some(Value::Text("?".into())));
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```

mod field;
mod value;

use std::fmt;

use pgnkit::{Export, Game};

pub use field::{Field, UnknownField};
pub(crate) use value::date as date_of;
pub use value::{Kind, Round, Value};

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
    value: fn(&Game) -> Value<'_>,
}

impl Column {
    /// The value of a game.
    pub fn of<'g>(&self, game: &'g Game) -> Value<'g> {
        (self.value)(game)
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

const fn column(name: &'static str, kind: Kind, doc: &'static str, value: fn(&Game) -> Value<'_>) -> Column {
    Column { name, kind, doc, value }
}

/// Every column. The order is that of help texts.
pub static COLUMNS: &[Column] = &[
    column("date", Kind::Date, "tag Date, digits that are not known as 0", |game| date(game, "Date")),
    column("event", Kind::Text, "tag Event", |game| roster(game, "Event")),
    column("site", Kind::Text, "tag Site", |game| roster(game, "Site")),
    column("round", Kind::Round, "tag Round, part by part", |game| {
        Value::Round(Round::of(tag(game, "Round")))
    }),
    column("white", Kind::Text, "tag White", |game| roster(game, "White")),
    column("black", Kind::Text, "tag Black", |game| roster(game, "Black")),
    column("result", Kind::Text, "result of the game", |game| Value::Text(game.result().as_str().into())),
    column("movetext", Kind::Text, "moves with all that is among them, in export format", |game| {
        Value::Text(movetext(game).into())
    }),
    column("year", Kind::Integer, "year of the date", |game| date_part(game, 0)),
    column("month", Kind::Integer, "month of the date", |game| date_part(game, 1)),
    column("day", Kind::Integer, "day of the date", |game| date_part(game, 2)),
    column("eventdate", Kind::Date, "tag EventDate", |game| date(game, "EventDate")),
    column("eco", Kind::Text, "tag ECO", |game| text(game, "ECO")),
    column("opening", Kind::Text, "tag Opening", |game| text(game, "Opening")),
    column("whiteelo", Kind::Integer, "tag WhiteElo", |game| integer(game, "WhiteElo")),
    column("blackelo", Kind::Integer, "tag BlackElo", |game| integer(game, "BlackElo")),
    column("board", Kind::Integer, "tag Board", |game| integer(game, "Board")),
    column("timecontrol", Kind::Text, "tag TimeControl", |game| text(game, "TimeControl")),
    column("plies", Kind::Integer, "half-moves of the main line", |game| {
        Value::Integer(game.ply_count() as u64)
    }),
];

/// The column of that name, in upper or lower case.
pub fn by_name(name: &str) -> Option<&'static Column> {
    COLUMNS.iter().find(|column| column.name.eq_ignore_ascii_case(name))
}

fn tag<'g>(game: &'g Game, name: &str) -> &'g str {
    game.tag(name).unwrap_or_default()
}

/// A tag of the roster: what is missing is not known, and has a value for that.
fn roster<'g>(game: &'g Game, name: &str) -> Value<'g> {
    match tag(game, name) {
        "" => Value::Text("?".into()),
        value => Value::Text(value.into()),
    }
}

/// A tag that may be missing.
fn text<'g>(game: &'g Game, name: &str) -> Value<'g> {
    match tag(game, name) {
        "" => Value::Missing,
        value => Value::Text(value.into()),
    }
}

fn date<'g>(game: &Game, name: &str) -> Value<'g> {
    value::date(tag(game, name)).map_or(Value::Missing, Value::Date)
}

fn date_part<'g>(game: &Game, part: usize) -> Value<'g> {
    match value::date(tag(game, "Date")).map(|date| date[part]) {
        None | Some(0) => Value::Missing,
        Some(number) => Value::Integer(number.into()),
    }
}

fn integer<'g>(game: &Game, name: &str) -> Value<'g> {
    tag(game, name).trim().parse().map_or(Value::Missing, Value::Integer)
}

/// The movetext of a game in export format.
fn movetext(game: &Game) -> String {
    let mut text = Vec::new();
    Export::default().write_game(game, &mut text);
    let place = movetext_of(&text);
    String::from_utf8_lossy(&text[place]).into_owned()
}

/// The place of the movetext in a game in export format, without the newlines at its end.
pub(crate) fn movetext_of(exported: &[u8]) -> std::ops::Range<usize> {
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
        assert!(names.iter().all(|name| name.bytes().all(|byte| byte.is_ascii_lowercase())));
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COLUMNS.len());
    }

    #[test]
    fn values_are_of_the_kind_of_their_column() {
        let full = "[Event \"E\"]\n[Site \"S\"]\n[Date \"2001.02.03\"]\n[Round \"3.1\"]\n[White \"W\"]\n\
                    [Black \"B\"]\n[Result \"1-0\"]\n[Board \"4\"]\n[ECO \"C20\"]\n[EventDate \"2001.02.01\"]\n\
                    [Opening \"O\"]\n[WhiteElo \"2000\"]\n[BlackElo \"1999\"]\n[TimeControl \"60\"]\n\n\
                    1. e4 {x} e5 1-0\n";
        let full: Game = full.parse().unwrap();
        let empty = Game::new();
        for column in COLUMNS {
            let kind = |value: &Value<'_>| match value {
                Value::Missing => None,
                Value::Text(_) => Some(Kind::Text),
                Value::Integer(_) => Some(Kind::Integer),
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
    }
}
