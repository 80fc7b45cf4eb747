use std::error;
use std::fmt;
use std::str::FromStr;

use pgnkit::Game;
use pgnkit::internals::file_names::{component, part};

use pgnkit_query::fields::{Field, FieldError, Value};

/// The most bytes of a file name, less what the number of a file takes.
const ROOM: usize = 255 - 12;

/// The names of files, made of the values of games: `{year}/{event}-{n}.pgn`.
///
/// What is in braces is a [`Field`], by name or as an expression; `{player}` are both players, so that a game is in two files; `{n}` or `{number}` is the number of the
/// file among those whose names are otherwise equal. Values are made such that every file system takes them, and that no
/// name leads to another directory or is hidden (decision A-64).
///
/// ```
/// use pgnkit_collections::split::Pattern;
///
/// let game: pgnkit::Game = "[Event \"F/S Return Match\"]\n[Date \"1992.11.04\"]\n\n1. e4 *".parse()?;
/// let pattern: Pattern = "{year}/{event}.pgn".parse()?;
/// assert_eq!(pattern.names(&game), ["1992/F_S Return Match.pgn"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    pieces: Vec<Piece>,
    /// Bytes that a value may have.
    room: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Piece {
    Text(String),
    Field(Field),
    Player,
    Number,
}

impl Piece {
    fn is_value(&self) -> bool {
        matches!(self, Self::Field(_) | Self::Player)
    }
}

/// The place of the number in a name.
const NUMBER: char = '\0';

impl Pattern {
    /// Whether it has a number.
    pub fn has_number(&self) -> bool {
        self.pieces.contains(&Piece::Number)
    }

    /// Whether all fields of this one are in another.
    pub fn is_within(&self, other: &Self) -> bool {
        self.pieces.iter().filter(|piece| piece.is_value()).all(|piece| other.pieces.contains(piece))
    }

    /// Whether the values of games are in it.
    pub fn has_fields(&self) -> bool {
        self.pieces.iter().any(Piece::is_value)
    }

    /// The directory that is named before any value, with its `/`; empty where there is none.
    pub fn directory(&self) -> &str {
        match self.pieces.first() {
            Some(Piece::Text(text)) => &text[..text.rfind('/').map_or(0, |at| at + 1)],
            _ => "",
        }
    }

    /// The names of the files that a game belongs in, without repetition; in the place of a number is the character 0. Values
    /// that are not the same may have the same name.
    pub fn names(&self, game: &Game) -> Vec<String> {
        let mut names: Vec<_> = self.spelt_names(game).into_iter().map(|name| name.name).collect();
        names.dedup();
        names
    }

    /// The same, with a spelling that distinguishes values whose names are the same.
    pub(crate) fn spelt_names(&self, game: &Game) -> Vec<Name> {
        if !self.pieces.contains(&Piece::Player) {
            return vec![self.name(game, "")];
        }
        let mut names: Vec<_> =
            ["White", "Black"].map(|tag| self.name(game, game.tag(tag).unwrap_or_default())).into();
        names.dedup();
        names
    }

    fn name(&self, game: &Game, player: &str) -> Name {
        let mut name = Components::default();
        for piece in &self.pieces {
            match piece {
                Piece::Text(text) => name.push_text(text),
                Piece::Number => name.push_text(NUMBER.encode_utf8(&mut [0; 4])),
                Piece::Player => name.push_value(player, self.room),
                Piece::Field(field) => name.push_value(&shown(field, game), self.room),
            }
        }
        name.finish()
    }
}

/// The name of a file of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) name: String,
    /// The name with the values as they are, where it is another.
    pub(crate) spelling: Option<String>,
}

/// A name being made, component by component.
#[derive(Default)]
struct Components {
    name: String,
    spelling: String,
    /// The beginning of the last component.
    start: usize,
    /// Whether that has a value in it, and whether it begins with one.
    has_value: bool,
    begins_with_value: bool,
}

impl Components {
    fn push_text(&mut self, text: &str) {
        for (at, text) in text.split('/').enumerate() {
            if at > 0 {
                self.end_component();
                self.name.push('/');
                self.spelling.push('/');
                self.start = self.name.len();
            }
            self.name.push_str(text);
            self.spelling.push_str(text);
        }
    }

    fn push_value(&mut self, value: &str, room: usize) {
        let text = part(value, room);
        self.begins_with_value |= self.name.len() == self.start;
        self.has_value = true;
        self.name.push_str(&text);
        // What is not known is not told apart.
        let is_nothing = matches!(value.trim(), "" | "?" | "*");
        self.spelling.push_str(if is_nothing { "" } else { value.trim() });
    }

    fn end_component(&mut self) {
        if std::mem::take(&mut self.has_value) {
            let component = component(&self.name[self.start..], self.begins_with_value);
            self.name.replace_range(self.start.., &component);
        }
        self.begins_with_value = false;
    }

    fn finish(mut self) -> Name {
        self.end_component();
        let spelling = Some(self.spelling).filter(|spelling| *spelling != self.name);
        Name { name: self.name, spelling }
    }
}

/// The value of a field in a name: digits of dates as section 11.4 has them, with zeros for what is not known.
fn shown(field: &Field, game: &Game) -> String {
    match (field.of(game), field.name()) {
        (Value::Integer(number), "year") => format!("{number:04}"),
        (Value::Integer(number), "month" | "day") => format!("{number:02}"),
        (Value::Missing, "year") => "0000".to_owned(),
        (Value::Missing, "month" | "day") => "00".to_owned(),
        (Value::Missing, "date" | "eventdate") => "00000000".to_owned(),
        (Value::Date([year, month, day]), _) => format!("{year:04}{month:02}{day:02}"),
        (Value::Integer(number), _) => number.to_string(),
        (Value::Decimal(number), _) => number.to_string(),
        (Value::Text(text), _) => text.into_owned(),
        (Value::Round(_), _) => game.tag("Round").unwrap_or_default().trim().to_owned(),
        (Value::Missing, _) => String::new(),
    }
}

/// Puts the number of a file into its name.
pub(super) fn numbered(name: &str, number: u64) -> String {
    name.replace(NUMBER, &number.to_string())
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Self, PatternError> {
        let (mut pieces, mut rest) = (Vec::new(), text);
        while let Some(start) = rest.find(['{', '}', NUMBER]) {
            let end = rest[start..].find('}').ok_or(PatternError::Brace)? + start;
            if !rest[start..].starts_with('{') {
                return Err(PatternError::Brace);
            }
            if start > 0 {
                pieces.push(Piece::Text(rest[..start].to_owned()));
            }
            pieces.push(match &rest[start + 1..end] {
                "n" | "number" => Piece::Number,
                name if name.eq_ignore_ascii_case("player") => Piece::Player,
                name => Piece::Field(Field::read(name.trim()).map_err(PatternError::Field)?),
            });
            rest = &rest[end + 1..];
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        let values = pieces.iter().filter(|piece| piece.is_value()).count().max(1);
        let fixed: usize =
            pieces.iter().map(|piece| if let Piece::Text(text) = piece { text.len() } else { 0 }).sum();
        Ok(Self { room: (ROOM.saturating_sub(fixed) / values).max(8), pieces })
    }
}

/// The reason why a text is no pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PatternError {
    /// A brace has no partner.
    Brace,
    /// A field is not known.
    Field(FieldError),
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Brace => f.write_str("expected braces around a field, as in `{year}-{n}.pgn`"),
            Self::Field(error) => error.fmt(f),
        }
    }
}

impl error::Error for PatternError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_games() {
        let text = "[Event \"A:B?\"]\n[Date \"1993.??.??\"]\n[White \"Tal\"]\n[Black \"con\"]\n[Round \"3.1\"]\n\n1. e4 *";
        let game: Game = text.parse().unwrap();
        for (pattern, expected) in [
            ("{year}.pgn", &["1993.pgn"][..]),
            ("{year}{month}/{date}-{n}.pgn", &["199300/19930000-\0.pgn"]),
            ("{year}-{number}.pgn", &["1993-\0.pgn"]),
            ("{event} {round}.pgn", &["A_B_ 3.1.pgn"]),
            ("{player}.pgn", &["Tal.pgn", "con_.pgn"]),
            ("{result}{eco}{WhiteTeam}.pgn", &["___.pgn"]),
            ("../.{round}/{white}{black}.", &["../.3.1/Talcon_"]),
            ("all.pgn", &["all.pgn"]),
        ] {
            assert_eq!(pattern.parse::<Pattern>().unwrap().names(&game), expected, "{pattern}");
        }
        let long = format!("[White \"{}\"]\n[Black \"{0}\"]\n\n*", "ü".repeat(120));
        let game = pgnkit::parse_games(long.as_bytes()).next().unwrap().game;
        let pattern: Pattern = "{white} - {black}-{n}.pgn".parse().unwrap();
        assert!(numbered(&pattern.names(&game)[0], 9_999_999).len() <= 255);
        for (text, expected) in [
            ("{yea}.pgn", "`yea` is none of date,"),
            ("{year.pgn", "expected braces"),
            ("year}.pgn", "expected braces"),
        ] {
            let error = text.parse::<Pattern>().unwrap_err().to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
