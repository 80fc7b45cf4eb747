//! Questions that cannot be answered.

use std::fmt;

use pgnkit_chess::fen::FenErrorKind;

use super::MAX_PLAY;

/// A parameter of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Parameter {
    /// `variant`.
    Variant,
    /// `fen`.
    Fen,
    /// `play`.
    Play,
    /// `since`.
    Since,
    /// `until`.
    Until,
    /// `speeds`.
    Speeds,
    /// `ratings`.
    Ratings,
    /// `modes`.
    Modes,
    /// `player`.
    Player,
    /// `color`.
    Color,
    /// `moves`.
    Moves,
    /// `topGames`.
    TopGames,
    /// `recentGames`.
    RecentGames,
    /// `history`.
    History,
    /// `from`.
    From,
    /// `limit`.
    Limit,
    /// `multiPv`.
    MultiPv,
}

impl Parameter {
    pub(super) const ALL: [Self; 17] = [
        Self::Variant,
        Self::Fen,
        Self::Play,
        Self::Since,
        Self::Until,
        Self::Speeds,
        Self::Ratings,
        Self::Modes,
        Self::Player,
        Self::Color,
        Self::Moves,
        Self::TopGames,
        Self::RecentGames,
        Self::History,
        Self::From,
        Self::Limit,
        Self::MultiPv,
    ];

    /// The name in the query string.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Variant => "variant",
            Self::Fen => "fen",
            Self::Play => "play",
            Self::Since => "since",
            Self::Until => "until",
            Self::Speeds => "speeds",
            Self::Ratings => "ratings",
            Self::Modes => "modes",
            Self::Player => "player",
            Self::Color => "color",
            Self::Moves => "moves",
            Self::TopGames => "topGames",
            Self::RecentGames => "recentGames",
            Self::History => "history",
            Self::From => "from",
            Self::Limit => "limit",
            Self::MultiPv => "multiPv",
        }
    }
}

/// The reason why a question is not answered, with status 400.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BadRequest {
    /// A parameter that is given twice.
    Twice(Parameter),
    /// A parameter that is needed.
    Missing(Parameter),
    /// A parameter that is not UTF-8.
    NotText(Parameter),
    /// A value that the parameter cannot have, cut if it is long.
    Value(Parameter, String),
    /// A FEN that is no position.
    Fen(FenErrorKind),
    /// More moves than [`MAX_PLAY`](super::MAX_PLAY).
    TooManyMoves,
    /// A move of `play` that is not legal: its number from 1, and its text, cut if it is long.
    IllegalMove(usize, String),
}

impl BadRequest {
    pub(super) fn value(parameter: Parameter, text: &str) -> Self {
        Self::Value(parameter, cut(text))
    }
}

/// The beginning of a text that someone else wrote.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(24).collect()
}

impl fmt::Display for BadRequest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("bad request: ")?;
        match self {
            Self::Twice(parameter) => write!(f, "`{}` is given twice", parameter.name()),
            Self::Missing(parameter) => write!(f, "`{}` is missing", parameter.name()),
            Self::NotText(parameter) => write!(f, "`{}` is not UTF-8", parameter.name()),
            Self::Value(parameter, text) => {
                write!(f, "`{}` cannot be `{}`", parameter.name(), text.escape_debug())
            }
            Self::Fen(kind) => write!(f, "`fen`: {kind}"),
            Self::TooManyMoves => write!(f, "`play` has more than {MAX_PLAY} moves"),
            Self::IllegalMove(number, text) => {
                write!(f, "move {number} of `play`, `{}`, is not legal", text.escape_debug())
            }
        }
    }
}

impl std::error::Error for BadRequest {}
