//! Orders of games, as keys that compare byte by byte.

use std::error;
use std::fmt;
use std::str::FromStr;

use pgnkit::Game;

use pgnkit_query::fields::{self, Field, FieldError, Kind, Round, Value};

/// An order of games: by a field, then by the next one. Games that are equal in all of them keep the order in which they come.
///
/// The default is the collating sequence of section 12 of the standard, read as decision A-63 says.
///
/// ```
/// use pgnkit::Game;
/// use pgnkit_collections::sort::Order;
///
/// let [old, new] = ["1992.11.04", "2001.??.??"].map(|date| format!("[Date \"{date}\"]\n\n1. e4 *"));
/// let (old, new): (Game, Game) = (old.parse()?, new.parse()?);
/// let order = Order::default();
/// assert!(order.key(&old) < order.key(&new));
/// let order: Order = "year desc, white".parse()?;
/// assert!(order.key(&old) > order.key(&new));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Order {
    terms: Vec<Term>,
}

/// A field of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Term {
    field: Field,
    descending: bool,
}

/// The eight keys of the collating sequence.
const COLLATING: [&str; 8] = ["date", "event", "site", "round", "white", "black", "result", "movetext"];

impl Default for Order {
    fn default() -> Self {
        let fields = COLLATING.iter().filter_map(|name| fields::by_name(name)).map(Field::Column);
        Self { terms: fields.map(|field| Term { field, descending: false }).collect() }
    }
}

impl Order {
    /// The order in which games come.
    pub fn as_given() -> Self {
        Self { terms: Vec::new() }
    }

    /// Whether it is the order in which games come.
    pub(super) fn is_as_given(&self) -> bool {
        self.terms.is_empty()
    }

    /// The same order the other way round. Games that are equal in all fields still keep the order in which they come.
    #[must_use]
    pub fn reversed(mut self) -> Self {
        self.terms.iter_mut().for_each(|term| term.descending = !term.descending);
        self
    }

    /// The key of a game: games are in the order of their keys as bytes.
    pub fn key(&self, game: &Game) -> Vec<u8> {
        let mut key = Vec::new();
        self.terms.iter().for_each(|term| term.append(game, &mut key));
        key
    }

    /// Direction of the movetext if it is the last field, and so can be compared in the text itself.
    pub(super) fn by_movetext(&self) -> Option<Direction> {
        let last = self.terms.last()?;
        (last.field.name() == "movetext").then_some(if last.descending {
            Direction::Descending
        } else {
            Direction::Ascending
        })
    }

    /// Appends the key of a game without what is said by [`by_movetext`](Self::by_movetext).
    pub(super) fn append_key(&self, game: &Game, key: &mut Vec<u8>) {
        let count = self.terms.len() - usize::from(self.by_movetext().is_some());
        self.terms[..count].iter().for_each(|term| term.append(game, key));
    }
}

/// A direction of comparing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Ascending,
    Descending,
}

/// Fields with commas between them, each with `asc` or `desc` after it or nothing.
impl FromStr for Order {
    type Err = OrderError;

    fn from_str(text: &str) -> Result<Self, OrderError> {
        let term = |part: &str| {
            let part = part.trim();
            let (field, descending) = match part.rsplit_once(char::is_whitespace) {
                Some((field, word)) if word.eq_ignore_ascii_case("asc") => (field, false),
                Some((field, word)) if word.eq_ignore_ascii_case("desc") => (field, true),
                _ => (part, false),
            };
            if field.is_empty() {
                return Err(OrderError::Empty);
            }
            match Field::read(field.trim_end()) {
                Ok(field) => Ok(Term { field, descending }),
                Err(error) => Err(no_direction(part).unwrap_or(OrderError::Field(error))),
            }
        };
        Ok(Self { terms: Field::list(text).map(term).collect::<Result<_, _>>()? })
    }
}

/// The error of a field with something after it in the place of a direction.
fn no_direction(text: &str) -> Option<OrderError> {
    let is_direction = |word: &str| word.eq_ignore_ascii_case("asc") || word.eq_ignore_ascii_case("desc");
    let mut words = text.split_whitespace();
    words.next()?.parse::<Field>().ok()?;
    let next = words.next()?;
    let wrong = if is_direction(next) { words.next()? } else { next };
    let is_word = wrong.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_word.then(|| OrderError::Direction(wrong.to_owned()))
}

/// The reason why a text is no order.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OrderError {
    /// There is nothing before, after or between commas.
    Empty,
    /// A field is not known.
    Field(FieldError),
    /// Something other than a direction comes after a field.
    Direction(String),
}

impl fmt::Display for OrderError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("expected a field, as in `date desc, white`"),
            Self::Field(error) => error.fmt(f),
            Self::Direction(word) => write!(f, "expected a comma, `asc` or `desc`, found `{word}`"),
        }
    }
}

impl error::Error for OrderError {}

impl Term {
    /// Appends the part of the key of a game. No part is the beginning of another, so that parts can be put one after the
    /// other, and with their bits turned round they compare the other way round.
    fn append(&self, game: &Game, key: &mut Vec<u8>) {
        let start = key.len();
        match self.field.of(game) {
            // The zero that ends a text is followed by another zero, one inside it by 0xff.
            Value::Text(text) => {
                for byte in text.bytes() {
                    key.push(byte);
                    if byte == 0 {
                        key.push(0xff);
                    }
                }
                key.extend([0, 0]);
            }
            Value::Date(date) => date.iter().for_each(|part| key.extend(part.to_be_bytes())),
            Value::Integer(number) => {
                key.push(1);
                key.extend(number.to_be_bytes());
            }
            Value::Decimal(number) => {
                key.push(1);
                // With the sign turned round, negative numbers come first.
                key.extend((number.thousandths() ^ i64::MIN).to_be_bytes());
            }
            Value::Round(round) => append_round(round, key),
            Value::Missing => match self.field.kind() {
                Kind::Text => key.extend([0, 0]),
                Kind::Integer | Kind::Decimal => key.push(0),
                Kind::Date => key.extend([0; 6]),
                Kind::Round => append_round(Round::Unknown, key),
            },
        }
        if self.descending {
            key[start..].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }
}

/// `?`, then `-`, then numbers, part by part. A number is compared by its length and then its digits: it may have any size.
fn append_round(round: Round<'_>, key: &mut Vec<u8>) {
    match round {
        Round::Unknown => key.push(0),
        Round::Inappropriate => key.push(1),
        Round::Parts(parts) => {
            key.push(2);
            for part in parts.split('.') {
                let digits = part.trim_start_matches('0');
                key.push(1);
                key.extend((digits.len() as u64).to_be_bytes());
                key.extend(digits.bytes());
            }
            key.push(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(tags: &[(&str, &str)], moves: &str) -> Game {
        let tags: String = tags.iter().map(|(name, value)| format!("[{name} \"{value}\"]\n")).collect();
        pgnkit::parse_games(format!("{tags}\n{moves} *\n").as_bytes()).next().unwrap().game
    }

    /// Values of one tag in ascending order.
    #[test]
    fn each_field_has_its_order() {
        for (order, tag, values) in [
            (
                "date",
                "Date",
                &["", "199?.??.??", "1992.??.??", "1992.01.01", "1992.01.10", "1992.12.01", "2001.1.1"][..],
            ),
            ("event", "Event", &["!", "1", "", "B", "Bb", "a", "aa", "b", "Ä", "\u{10000}"]),
            (
                "round",
                "Round",
                &[
                    "?",
                    "-",
                    "0",
                    "1",
                    "1.0",
                    "2",
                    "3",
                    "3.1",
                    "3.2",
                    "3.10",
                    "4",
                    "10",
                    "99999999999999999999999",
                ],
            ),
            ("whiteelo", "WhiteElo", &["?", "0", "99", "2400", "2785"]),
            ("eco", "ECO", &["", "A00", "B97", "E99/20"]),
            ("WhiteTeam", "WhiteTeam", &["", "A", "B"]),
            ("length(White)", "White", &["", "z", "yy", "xxx", "a rather long name"]),
            ("lower(White) asc", "White", &["", "A", "b", "C"]),
            ("date > '1992'", "Date", &["????.01.01", "1992.12.31", "1993.01.01"]),
            ("year", "Date", &["????.01.01", "1992.??.??", "2001.01.01"]),
        ] {
            let key = |order: &Order, value: &&str| order.key(&game(&[(tag, value)], "1. e4"));
            let order: Order = order.parse().unwrap();
            let keys: Vec<_> = values.iter().map(|value| key(&order, value)).collect();
            assert!(keys.is_sorted_by(|one, other| one < other), "{tag}");
            let reversed = order.reversed();
            let keys: Vec<_> = values.iter().map(|value| key(&reversed, value)).collect();
            assert!(keys.is_sorted_by(|one, other| one > other), "{tag}");
        }
    }

    #[test]
    fn what_is_not_known_is_equal() {
        for (order, tag, values) in [
            ("date", "Date", &["????.??.??", "0000.00.00", "nonsense", ""][..]),
            ("round", "Round", &["?", "R1", "1.?", ""]),
            ("round", "Round", &["1.02", "01.2"]),
            ("event", "Event", &["?", ""]),
            ("blackelo", "BlackElo", &["-", "?", ""]),
        ] {
            let order: Order = order.parse().unwrap();
            let keys: Vec<_> =
                values.iter().map(|value| order.key(&game(&[(tag, value)], "1. e4"))).collect();
            assert!(keys.iter().all(|key| *key == keys[0]), "{tag}");
        }
    }

    #[test]
    fn a_field_decides_only_where_those_before_are_equal() {
        let order: Order = "white desc,plies ASC , BlackTeam".parse().unwrap();
        let games = [
            game(&[("White", "Tal")], "1. e4"),
            game(&[("White", "Tal"), ("BlackTeam", "A")], "1. d4"),
            game(&[("White", "Tal")], "1. e4 e5"),
            game(&[("White", "Fine"), ("BlackTeam", "Z")], ""),
            game(&[("White", "Fine")], "1. e4"),
        ];
        assert!(games.iter().map(|game| order.key(game)).is_sorted_by(|one, other| one < other));
    }

    #[test]
    fn what_is_no_order() {
        for (text, expected) in [
            ("", "expected a field, as in `date desc, white`"),
            ("date,", "expected a field, as in `date desc, white`"),
            ("date down", "expected a comma, `asc` or `desc`, found `down`"),
            ("date desc asc", "expected a comma, `asc` or `desc`, found `asc`"),
        ] {
            assert_eq!(text.parse::<Order>().unwrap_err().to_string(), expected);
        }
        assert!("dte".parse::<Order>().unwrap_err().to_string().starts_with("`dte` is none of date, event,"));
    }
}
