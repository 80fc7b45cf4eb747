//! The store of positions that answers come from, and the answers.

use std::fmt;

use pgnkit_chess::{Color, Move, Position};

use crate::evaluation::Evaluation;
use crate::question::{GameSearch, Mode, Month, Question, Speed};

/// A store of positions and games. The server calls it from several threads at once.
///
/// It is asked for one position at a time and must bound its work whatever the position is: an answer that would take
/// long is refused, with [`ExploreError::Refused`].
pub trait Explorer: Send + Sync {
    /// Counts the games of a position.
    ///
    /// A database or variant that is unknown has no games: the answer is [`Answer::default`]. The server puts moves in
    /// order, cuts lists to the numbers that are asked for and fills gaps of the history, so that none of it need be
    /// done here. Yet [`Question::move_count`] and the other limits show what need not be looked up.
    ///
    /// # Errors
    ///
    /// If there is no answer; see [`ExploreError`].
    fn explore(&self, question: &Question) -> Result<Answer, ExploreError>;

    /// The PGN of a game; `None` if there is no such game. The identifier has one to 32 ASCII letters and digits.
    ///
    /// # Errors
    ///
    /// If the game cannot be read; see [`ExploreError`].
    fn pgn(&self, id: &str) -> Result<Option<Vec<u8>>, ExploreError>;

    /// The games of a player, as many as a search asks for. An explorer without lists of players finds none.
    ///
    /// # Errors
    ///
    /// If there is no answer; see [`ExploreError`].
    fn games(&self, search: &GameSearch) -> Result<FoundGames, ExploreError> {
        let _ = search;
        Ok(FoundGames::default())
    }

    /// The evaluation of a position, with all lines of moves that there are; `None` if there is none. An explorer without evaluations has none.
    ///
    /// # Errors
    ///
    /// If there is no answer; see [`ExploreError`].
    fn evaluation(&self, position: &Position) -> Result<Option<Evaluation>, ExploreError> {
        let _ = position;
        Ok(None)
    }

    /// A text that changes with any answer: a check sum of the index, or its number. It is asked for once, before the
    /// first question; answers are cached, here and by clients, as long as it is the same.
    fn version(&self) -> String;
}

/// The reason why an explorer has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ExploreError {
    /// The question would take too much work; the text says why. Status 400.
    Refused(String),
    /// There are too many questions at the moment. Status 503.
    Busy,
    /// The store cannot be read; the text is for the log alone. Status 500.
    Failed(String),
}

impl fmt::Display for ExploreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(reason) => write!(f, "bad request: {reason}"),
            Self::Busy => f.write_str("indexer queue full"),
            Self::Failed(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for ExploreError {}

/// The answer to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Answer {
    /// All games of the position that count, also those whose moves are not listed.
    pub counts: Counts,
    /// The moves that were played.
    pub moves: Vec<MoveAnswer>,
    /// The latest games, latest first; of lichess and players only.
    pub recent_games: Vec<GameMove>,
    /// The games of the best players, best first; of masters and lichess only.
    pub top_games: Vec<GameMove>,
    /// The name of the opening.
    pub opening: Option<Opening>,
    /// The number of players that are to be indexed before the one who is asked about.
    pub queue_position: u64,
    /// The counts of months, if [`Question::history`] asks for them; months without games can be left out.
    pub history: Vec<MonthCounts>,
}

/// Numbers of games by their results.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// Won by White.
    pub white: u64,
    /// Drawn.
    pub draws: u64,
    /// Won by Black.
    pub black: u64,
}

impl Counts {
    /// The number of all games.
    #[must_use]
    pub const fn total(self) -> u64 {
        self.white.saturating_add(self.draws).saturating_add(self.black)
    }
}

/// A move of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveAnswer {
    /// The move, legal in the position of the question.
    pub mv: Move,
    /// The games that have it.
    pub counts: Counts,
    /// The mean rating of those who played it; in games of one player, of the opponents. `None` if no rating is known.
    pub average_rating: Option<u32>,
    /// The performance of the player, in games of one player.
    pub performance: Option<i32>,
    /// The game, if it is the only one.
    pub game: Option<Game>,
    /// The name of exactly the position after the move.
    pub opening: Option<Opening>,
}

/// A game of a list, with its move.
#[derive(Clone, Debug, PartialEq)]
pub struct GameMove {
    /// The move, legal in the position of the question.
    pub mv: Move,
    /// The game.
    pub game: Game,
}

/// A game of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Game {
    /// The identifier by which [`Explorer::pgn`] finds the game.
    pub id: String,
    /// The colour that won; `None` if it is a draw.
    pub winner: Option<Color>,
    /// The speed, if it is known; not of masters.
    pub speed: Option<Speed>,
    /// The mode, if it is known; not of masters.
    pub mode: Option<Mode>,
    /// White.
    pub white: Player,
    /// Black.
    pub black: Player,
    /// The year.
    pub year: u16,
    /// The month, if it is known.
    pub month: Option<Month>,
}

/// A part of the games of a player.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FoundGames {
    /// The number of all games of the player.
    pub total: u64,
    /// The games of this part.
    pub games: Vec<Game>,
}

/// A player of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name.
    pub name: String,
    /// The rating, 0 if it is not known: clients need a number.
    pub rating: u32,
}

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// The code, `A00` to `E99`.
    pub eco: String,
    /// The name in English.
    pub name: String,
}

/// The games of a month.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MonthCounts {
    /// The month.
    pub month: Month,
    /// The games.
    pub counts: Counts,
}
