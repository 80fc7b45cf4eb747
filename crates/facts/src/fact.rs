use std::fmt;

use pgnkit::Game;

use crate::{GameValues, Kind, Value};

/// A fact: a question that every game, move or position answers, or has no answer to.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Fact {
    /// Its name. [`find`] reads it in upper or lower case, with underscores or without.
    pub name: &'static str,
    /// Other names, of older versions and of single tables.
    pub aliases: &'static [&'static str],
    /// Subject of the question.
    pub subject: Subject,
    /// Type of its values.
    pub shape: Shape,
    /// Unit of its numbers.
    pub unit: Unit,
    /// Amount of a game that must have been read before it is known.
    pub reads: Extent,
    /// Its content, in a few words, for help texts and schemas.
    pub doc: &'static str,
    /// A condition with it; empty for a fact that only tables have.
    pub example: &'static str,
    pub(crate) value: Option<ValueOf>,
}

pub(crate) type ValueOf = for<'g> fn(&'g dyn GameValues) -> Value<'g>;

/// Subject of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Subject {
    /// A game.
    Game,
    /// A position of a game, with the move that led to it.
    Position,
}

/// Type of the values of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Shape {
    /// Text, a number, a date or a round.
    One(Kind),
    /// A whole number with its sign.
    Signed,
    /// True or false.
    Truth,
    /// A day, year and month included.
    Day,
    /// A time of day.
    Time,
    /// Bytes.
    Bytes,
    /// Several values of a kind, in order.
    List(Kind),
    /// Texts by name.
    Map,
    /// Rows of several values each.
    Records,
}

/// Unit of the numbers of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unit {
    /// A number without unit, or no number.
    None,
    /// Seconds.
    Seconds,
    /// Thousandths of a second.
    Milliseconds,
    /// Pawns, positive where White is better.
    Pawns,
    /// Hundredths of a pawn, positive where White is better.
    Centipawns,
    /// Half-moves.
    HalfMoves,
    /// Full moves.
    Moves,
    /// Points of pieces: a pawn 1, a queen 9.
    Points,
    /// Points of a rating.
    Rating,
}

/// Amount of a game that must have been read before a fact is known, in increasing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extent {
    /// Nothing: it is the place of the game among others.
    Place,
    /// These tags.
    Tags(&'static [&'static str]),
    /// All tags, and the position that the game starts from by them.
    Start,
    /// The end of the game, whatever its moves are.
    Result,
    /// The marker at the end of the moves.
    Marker,
    /// The moves of the main line.
    Moves,
    /// Comments and glyphs of moves.
    Annotations,
    /// Everything.
    Game,
}

impl Fact {
    /// The value of a game; missing for a fact that only tables have.
    pub fn of<'g>(&self, game: &'g Game) -> Value<'g> {
        self.value_from(game)
    }

    /// The value of a game of which as much has been read as the fact [needs](Self::reads).
    #[inline]
    pub fn value_from<'g>(&self, values: &'g dyn GameValues) -> Value<'g> {
        self.value.map_or(Value::Missing, |value| value(values))
    }

    /// The kind of its values in conditions and orders: days are dates, and all that is no single value is text.
    pub const fn kind(&self) -> Kind {
        match self.shape {
            Shape::One(kind) => kind,
            Shape::Signed => Kind::Decimal,
            Shape::Day => Kind::Date,
            _ => Kind::Text,
        }
    }

    /// The type of its values, and their unit: `decimal, seconds`.
    pub fn type_and_unit(&self) -> String {
        match self.unit.name() {
            Some(unit) => format!("{}, {unit}", self.shape),
            None => self.shape.to_string(),
        }
    }

    /// The tag whose text it is, where it is that alone.
    pub fn text_of_tag(&self) -> Option<&'static str> {
        match (self.reads, self.shape) {
            (Extent::Tags([tag]), Shape::One(Kind::Text | Kind::Round)) => Some(tag),
            _ => None,
        }
    }

    /// Whether it is called so, in upper or lower case, with underscores or without.
    pub const fn is_called(&self, name: &str) -> bool {
        let mut at = 0;
        let mut is = alike(self.name, name);
        while !is && at < self.aliases.len() {
            is = alike(self.aliases[at], name);
            at += 1;
        }
        is
    }

    pub(crate) const fn called(self, aliases: &'static [&'static str]) -> Self {
        Self { aliases, ..self }
    }

    pub(crate) const fn in_unit(self, unit: Unit) -> Self {
        Self { unit, ..self }
    }
}

impl fmt::Debug for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fact")
            .field("name", &self.name)
            .field("subject", &self.subject)
            .finish_non_exhaustive()
    }
}

/// Two are the same if they have the same name and subject.
impl PartialEq for Fact {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name && self.subject == other.subject
    }
}

impl Eq for Fact {}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(kind) => kind.fmt(f),
            Self::Signed => Kind::Integer.fmt(f),
            Self::Truth => f.write_str("condition"),
            Self::Day => f.write_str("date"),
            Self::Time => f.write_str("time"),
            Self::Bytes => f.write_str("bytes"),
            Self::List(kind) => write!(f, "list of {kind}"),
            Self::Map => f.write_str("map of texts"),
            Self::Records => f.write_str("list of records"),
        }
    }
}

impl Unit {
    /// Its name in the plural; none where there is no unit.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::None => return None,
            Self::Seconds => "seconds",
            Self::Milliseconds => "milliseconds",
            Self::Pawns => "pawns",
            Self::Centipawns => "centipawns",
            Self::HalfMoves => "half-moves",
            Self::Moves => "moves",
            Self::Points => "points",
            Self::Rating => "rating points",
        })
    }
}

/// A name of a table, and its fact.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Named {
    /// The name in the table: that of the fact, or an alias.
    pub name: &'static str,
    /// The fact.
    pub fact: &'static Fact,
}

/// The fact of that name among some: by its name as it is written, or else by [any of its names](Fact::is_called).
pub const fn find(facts: &'static [Fact], name: &str) -> Option<&'static Fact> {
    if let Some(fact) = exactly(facts, name) {
        return Some(fact);
    }
    let mut at = 0;
    while at < facts.len() {
        if facts[at].is_called(name) {
            return Some(&facts[at]);
        }
        at += 1;
    }
    None
}

/// The fact whose name is written so.
pub(crate) const fn exactly(facts: &'static [Fact], name: &str) -> Option<&'static Fact> {
    let mut at = 0;
    while at < facts.len() {
        if equal(facts[at].name.as_bytes(), name.as_bytes()) {
            return Some(&facts[at]);
        }
        at += 1;
    }
    None
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    if one.len() != other.len() {
        return false;
    }
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Whether two names are the same but for case and underscores.
const fn alike(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let (mut at, mut beside) = (0, 0);
    loop {
        while at < one.len() && one[at] == b'_' {
            at += 1;
        }
        while beside < other.len() && other[beside] == b'_' {
            beside += 1;
        }
        if at == one.len() || beside == other.len() {
            return at == one.len() && beside == other.len();
        }
        if !one[at].eq_ignore_ascii_case(&other[beside]) {
            return false;
        }
        at += 1;
        beside += 1;
    }
}
