//! Questions to an explorer: a position, and which games of it count.

#[cfg(feature = "engines")]
mod analysis;
mod error;
mod evaluation;
mod filters;
mod key;
mod month;
mod parse;
mod query;
mod search;

#[cfg(feature = "engines")]
pub(crate) use analysis::AnalysisQuestion;
pub use error::{BadRequest, Parameter};
pub use evaluation::EvaluationQuestion;
pub use filters::{Choice, Kind, Mode, RatingGroup, Speed};
pub use month::{Month, ParseMonthError};
pub use parse::Endpoint;
pub(crate) use parse::variant_name;
pub use search::GameSearch;

use pgnkit_chess::{Color, Move, Position};

/// The greatest number of moves in `play`. The longest game of the lichess database has 600 half-moves.
pub const MAX_PLAY: usize = 600;

/// The games that are asked about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Database {
    /// Games of masters.
    Masters,
    /// Games of all players of a site.
    Lichess,
    /// Games of one player with one colour.
    Player {
        /// The name. Whether its case matters is up to the explorer.
        name: String,
        /// The colour that the player has.
        color: Color,
    },
}

/// A question to an explorer, with every default in place.
///
/// ```
/// use pgnkit_serve::{Database, Endpoint, Month, Question};
///
/// let question = Question::parse(Endpoint::Lichess, "play=e2e4,e7e5&since=2020-05&history=on")?;
/// assert_eq!(question.database, Database::Lichess);
/// assert_eq!(question.moves.len(), 2);
/// assert_eq!(question.since, Month::new(2020, 5));
/// assert_eq!((question.move_count, question.history), (12, true));
/// # Ok::<(), pgnkit_serve::BadRequest>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The games that are asked about.
    pub database: Database,
    /// The position of `fen`, or the start of the variant.
    pub start: Position,
    /// The legal moves of `play`, from [`start`](Self::start).
    pub moves: Vec<Move>,
    /// The position after the moves: the one that is asked about. Its variant is that of the question.
    pub position: Position,
    /// The first month that counts; `None` for all before, too. Of masters it is the first month of a year.
    pub since: Option<Month>,
    /// The last month that counts; `None` for all after, too. Of masters it is the last month of a year.
    pub until: Option<Month>,
    /// The speeds that count.
    pub speeds: Choice<Speed>,
    /// The groups of ratings that count.
    pub ratings: Choice<RatingGroup>,
    /// The modes that count.
    pub modes: Choice<Mode>,
    /// The greatest number of moves in the answer; totals count all games all the same.
    pub move_count: usize,
    /// The greatest number of top games in the answer.
    pub top_games: usize,
    /// The greatest number of recent games in the answer. In [`Database::Lichess`], both kinds are 8 at most.
    pub recent_games: usize,
    /// Whether counts of each month are asked for.
    pub history: bool,
}

impl Question {
    /// The lowest group of ratings whose games may be top games: [`Database::Lichess`] has them of the groups from the
    /// highest down to 2000 that are chosen without a gap. `None` if the highest is not chosen.
    #[must_use]
    pub fn top_group(&self) -> Option<RatingGroup> {
        RatingGroup::ALL
            .iter()
            .copied()
            .rev()
            .take_while(|group| *group >= RatingGroup::From2000 && self.ratings.contains(*group))
            .last()
    }

    /// The position from which `play` starts and those after each of its moves; the last one is
    /// [`position`](Self::position). The name of the opening is that of the last one which has a name.
    pub fn positions(&self) -> impl Iterator<Item = Position> + '_ {
        let after = self.moves.iter().scan(self.start, |position, mv| {
            position.play(*mv);
            Some(*position)
        });
        std::iter::once(self.start).chain(after)
    }
}
