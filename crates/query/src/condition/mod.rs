//! Conditions on games, in SQL: `white ILIKE 'tal%' AND date >= '1960' AND white_elo BETWEEN 2500 AND 2600`.
//!
//! A [`Condition`] is compiled once and tested on each game. Names are those of [`columns`](crate::fields), in any case, and
//! of tags, which begin with an upper-case letter; in double quotes a name is always that of a tag, and its value text. Text and
//! dates are in single quotes. [`FUNCTIONS`] ask for more: players, positions, how a game ends, what is in it.
//!
//! There are three values, as in SQL: what is missing, empty, `?` or `-`, or not of the kind of its column, is NULL, and a
//! comparison with NULL is neither true nor false. `AND`, `OR` and `NOT` pass that on where it counts, and a game is chosen where the
//! whole is true (decision A-163).
//!
//! A date is compared as far as it is known: `1992.??.??` is before `'1993'` and equal to `'1992'`, whose other digits may be any, and
//! whether it is before `'1992.06'` is not known.
//!
//! Numbers are reckoned with: `white_elo - black_elo > 200`, `last(points(white) - points(black)) > 1`.
//!
//! A [`Tester`] reads of a game only what decides: tags first, then the moves up to the one that decides, and the end.
//!
//! ```
//! use pgnkit_query::condition::Condition;
//!
//! let condition: Condition = "date = '1960' AND NOT (white = 'Tal' OR Annotator IS NULL)".parse()?;
//! let game: pgnkit::Game = "[Date \"1960.03.15\"]\n[White \"Fine\"]\n[Annotator \"x\"]\n\n*".parse().unwrap();
//! assert!(condition.holds(&game));
//!
//! let error = "withe = 'Tal'".parse::<Condition>().unwrap_err();
//! assert_eq!(error.to_string(), "expected a column or a tag, found withe; is it white?\n  withe = 'Tal'\n  ^^^^^");
//! # Ok::<(), pgnkit_query::condition::ConditionError>(())
//! ```

mod arithmetic;
mod compile;
mod ending;
mod error;
mod expression;
mod files;
mod functions;
mod like;
mod mark;
mod moment;
mod needs;
mod player;
mod regex;
mod search;
mod select;
mod sounds;
mod test;
mod tester;
mod themes;
mod truth;
mod value;

use std::str::FromStr;

use pgnkit::Game;
use pgnkit_archive::input::Lookup;

pub use error::ConditionError;
#[doc(hidden)]
pub use error::nearest;
pub use expression::Expression;
pub use functions::{FUNCTIONS, Function, Gives, OptionKind, POSITIONS, Parameter};
#[doc(hidden)]
pub use moment::places;
use needs::Needs;
pub use needs::Reads;
use test::Node;
#[doc(hidden)]
pub use tester::TagUsage;
pub use tester::Tester;
pub use themes::{Theme, ThemeError, Themes};

/// A condition on games.
#[derive(Clone, Debug)]
pub struct Condition {
    text: String,
    root: Node,
    needs: Needs,
    notes: Vec<String>,
}

impl Condition {
    /// Advice on what it probably does not mean: a sentence each.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Whether it is true of a game.
    pub fn holds(&self, game: &Game) -> bool {
        Tester::new(self).test_game(game)
    }

    /// Its value for a game: true, false, or neither.
    pub fn test(&self, game: &Game) -> Option<bool> {
        Tester::new(self).exactly().truth(game).value()
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The tags that it names and that are no columns.
    pub fn tags(&self) -> impl Iterator<Item = &str> {
        self.needs.named().iter().map(|name| &**name)
    }

    /// Whether it looks for something at places in the moves; what is asked of all moves, or of the last position, has none.
    pub fn has_places(&self) -> bool {
        use search::Goal;
        let has_none = |goal: &Goal| matches!(goal, Goal::Count(_) | Goal::Final(_) | Goal::Follows(_));
        self.needs.searches.iter().any(|search| !has_none(&search.goal))
    }

    /// The parts of a game that it reads.
    pub fn reads(&self) -> Reads {
        self.needs.reads()
    }

    /// Conditions that all games have of which it is true, for inputs that can look games up.
    pub fn lookup(&self) -> Lookup {
        let mut positions = Vec::new();
        self.root.needed_positions(&mut positions);
        Lookup::of_positions(positions)
    }

    /// Whether a whole game in memory is needed to decide it: something asks for its movetext.
    pub fn needs_games(&self) -> bool {
        self.needs.game
    }
}

/// Reads a condition.
impl FromStr for Condition {
    type Err = ConditionError;

    fn from_str(text: &str) -> Result<Self, ConditionError> {
        Self::with_themes(text, &Themes::default())
    }
}

impl Condition {
    /// Reads a condition that may name these themes.
    ///
    /// # Errors
    /// When it is none.
    pub fn with_themes(text: &str, themes: &Themes) -> Result<Self, ConditionError> {
        let (mut root, notes) = compile::compile(text, themes)?;
        let needs = Needs::of(&mut root);
        Ok(Self { text: text.to_owned(), root, needs, notes })
    }
}
