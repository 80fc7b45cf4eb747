//! Reading questions.

use pgnkit_chess::{Color, Move, Position, Variant, fen};

use super::error::cut;
use super::month::number;
use super::query::Parameters;
use super::{BadRequest, Choice, Database, Kind, MAX_PLAY, Month, Parameter, Question};

/// A path that answers questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Endpoint {
    /// `/masters`, formerly `/master`.
    Masters,
    /// `/lichess`.
    Lichess,
    /// `/lichess/history`, the old way to ask for nothing but the history.
    LichessHistory,
    /// `/player`, formerly `/personal`.
    Player,
}

impl Endpoint {
    /// The endpoint of a path.
    ///
    /// ```
    /// use pgnkit_serve::Endpoint;
    ///
    /// assert_eq!(Endpoint::of_path("/personal"), Some(Endpoint::Player));
    /// assert_eq!(Endpoint::of_path("/players"), None);
    /// ```
    #[must_use]
    pub fn of_path(path: &str) -> Option<Self> {
        match path {
            "/masters" | "/master" => Some(Self::Masters),
            "/lichess" => Some(Self::Lichess),
            "/lichess/history" => Some(Self::LichessHistory),
            "/player" | "/personal" => Some(Self::Player),
            _ => None,
        }
    }
}

/// Names of variants as lichess's interface has them.
const VARIANTS: [(&str, Variant); 12] = [
    ("standard", Variant::Standard),
    ("chess", Variant::Standard),
    ("chess960", Variant::Standard),
    ("fromPosition", Variant::Standard),
    ("antichess", Variant::Antichess),
    ("atomic", Variant::Atomic),
    ("crazyhouse", Variant::Crazyhouse),
    ("horde", Variant::Horde),
    ("kingOfTheHill", Variant::KingOfTheHill),
    ("racingKings", Variant::RacingKings),
    ("threeCheck", Variant::ThreeCheck),
    ("3check", Variant::ThreeCheck),
];

/// The name of a variant in questions.
pub(crate) fn variant_name(variant: Variant) -> &'static str {
    VARIANTS.iter().find(|(_, other)| *other == variant).map_or("standard", |(name, _)| *name)
}

/// Numbers of moves and games that are asked for by default, and at most.
struct Limits {
    moves: usize,
    top_games: usize,
    recent_games: usize,
}

/// Names of players are shorter.
const MAX_NAME: usize = 255;

impl Question {
    /// Reads the query string of a question, the text after `?`.
    ///
    /// Values are percent-encoded, an empty one is like none, and parameters that are not known are ignored. Castling in
    /// `fen` and `play` may have any spelling; castling rights and en passant squares that cannot be are left out, and
    /// any number of pieces is accepted.
    ///
    /// # Errors
    ///
    /// If a value makes no sense: see [`BadRequest`].
    pub fn parse(endpoint: Endpoint, query: &str) -> Result<Self, BadRequest> {
        let given = Parameters::parse(query)?;
        let start = start(&given)?;
        let (moves, position) = play(&given, start)?;
        let is_masters = endpoint == Endpoint::Masters;
        let (since, until) = if is_masters {
            (year(&given, Parameter::Since, 1)?, year(&given, Parameter::Until, 12)?)
        } else {
            (month(&given, Parameter::Since)?, month(&given, Parameter::Until)?)
        };
        let (database, limits) = match endpoint {
            Endpoint::Masters => (Database::Masters, Limits { moves: 12, top_games: 15, recent_games: 0 }),
            Endpoint::Lichess => (Database::Lichess, Limits { moves: 12, top_games: 4, recent_games: 8 }),
            Endpoint::LichessHistory => {
                (Database::Lichess, Limits { moves: 0, top_games: 0, recent_games: 0 })
            }
            Endpoint::Player => {
                (player(&given)?, Limits { moves: usize::MAX, top_games: 0, recent_games: 8 })
            }
        };
        let count = |parameter, most: usize| Ok(given.read(parameter, most, number)?.min(most));
        let move_count = given.read(Parameter::Moves, limits.moves, number)?;
        let is_history = endpoint == Endpoint::LichessHistory;
        let asks_history = endpoint == Endpoint::Lichess && given.read(Parameter::History, false, is_yes)?;
        Ok(Self {
            start,
            moves,
            position,
            since,
            until,
            speeds: if is_masters { Choice::all() } else { choice(&given, Parameter::Speeds)? },
            ratings: match database {
                Database::Lichess => choice(&given, Parameter::Ratings)?,
                _ => Choice::all(),
            },
            modes: match database {
                Database::Player { .. } => choice(&given, Parameter::Modes)?,
                _ => Choice::all(),
            },
            move_count: if is_history { 0 } else { move_count },
            top_games: count(Parameter::TopGames, limits.top_games)?,
            recent_games: count(Parameter::RecentGames, limits.recent_games)?,
            history: is_history || asks_history,
            database,
        })
    }
}

/// The position of `fen` and `variant`.
pub(super) fn start(given: &Parameters) -> Result<Position, BadRequest> {
    let variant = given.read(Parameter::Variant, Variant::Standard, |name| {
        VARIANTS.iter().find(|(other, _)| *other == name).map(|(_, variant)| *variant)
    })?;
    let Some(text) = given.get(Parameter::Fen) else { return Ok(variant.start()) };
    let fen = fen::parse_variant(text.as_bytes(), variant, None);
    fen.map(|fen| fen.position).map_err(|error| BadRequest::Fen(error.kind))
}

pub(super) fn play(given: &Parameters, start: Position) -> Result<(Vec<Move>, Position), BadRequest> {
    let (mut moves, mut position) = (Vec::new(), start);
    let Some(text) = given.get(Parameter::Play) else { return Ok((moves, position)) };
    for uci in text.split(',') {
        if moves.len() == MAX_PLAY {
            return Err(BadRequest::TooManyMoves);
        }
        let Some(mv) = position.parse_uci(uci.as_bytes()).filter(|mv| !mv.is_null()) else {
            return Err(BadRequest::IllegalMove(moves.len() + 1, cut(uci)));
        };
        moves.push(mv);
        position.play(mv);
    }
    Ok((moves, position))
}

fn player(given: &Parameters) -> Result<Database, BadRequest> {
    let name = player_name(given)?;
    let color = color(given)?.ok_or(BadRequest::Missing(Parameter::Color))?;
    Ok(Database::Player { name, color })
}

/// The name of a player, which must be there.
pub(super) fn player_name(given: &Parameters) -> Result<String, BadRequest> {
    let name = given.get(Parameter::Player).ok_or(BadRequest::Missing(Parameter::Player))?;
    if name.len() > MAX_NAME || name.chars().any(char::is_control) {
        return Err(BadRequest::value(Parameter::Player, name));
    }
    Ok(name.to_owned())
}

/// The colour of the player, if there is one.
pub(super) fn color(given: &Parameters) -> Result<Option<Color>, BadRequest> {
    given.read(Parameter::Color, None, |text| match text {
        "white" => Some(Some(Color::White)),
        "black" => Some(Some(Color::Black)),
        _ => None,
    })
}

fn month(given: &Parameters, parameter: Parameter) -> Result<Option<Month>, BadRequest> {
    given.read(parameter, None, |text| text.parse().ok().map(Some))
}

fn year(given: &Parameters, parameter: Parameter, month: u8) -> Result<Option<Month>, BadRequest> {
    given.read(parameter, None, |text| Month::new(number(text)?, month).map(Some))
}

fn choice<T: Kind>(given: &Parameters, parameter: Parameter) -> Result<Choice<T>, BadRequest> {
    match given.given(parameter) {
        Some(names) => Choice::parse(names).map_err(|name| BadRequest::value(parameter, name)),
        None => Ok(Choice::all()),
    }
}

fn is_yes(text: &str) -> Option<bool> {
    match text {
        "true" | "True" | "1" | "on" | "yes" => Some(true),
        "false" | "False" | "0" | "off" | "no" => Some(false),
        _ => None,
    }
}
