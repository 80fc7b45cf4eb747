//! Searches for the games of a player.

use pgnkit_chess::Color;

use super::month::number;
use super::parse::{color, player_name};
use super::query::Parameters;
use super::{BadRequest, Parameter};

/// The number of games that is given at once by default, and at most.
const LIMIT: usize = 20;
const MAX_LIMIT: usize = 100;

/// A search for the games of a player, of which a part is given at a time.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct GameSearch {
    /// The name. Whether its case matters is up to the explorer.
    pub player: String,
    /// The colour that the player has; `None` for both.
    pub color: Option<Color>,
    /// The number of games that are left out before.
    pub from: u64,
    /// The greatest number of games, 100 at most.
    pub limit: usize,
}

impl GameSearch {
    /// Reads the query string of a search, the text after `?`.
    ///
    /// ```
    /// use pgnkit_serve::GameSearch;
    ///
    /// let search = GameSearch::parse("player=Tal,+M&from=20")?;
    /// assert_eq!((&*search.player, search.color, search.from, search.limit), ("Tal, M", None, 20, 20));
    /// # Ok::<(), pgnkit_serve::BadRequest>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If there is no name, or a value makes no sense.
    pub fn parse(query: &str) -> Result<Self, BadRequest> {
        let given = Parameters::parse(query)?;
        Ok(Self {
            player: player_name(&given)?,
            color: color(&given)?,
            from: given.read(Parameter::From, 0, number)?,
            limit: given.read(Parameter::Limit, LIMIT, number)?.min(MAX_LIMIT),
        })
    }
}
