//! Openings and their codes in the Encyclopaedia of Chess Openings (section 9.4.1).
//!
//! A game is classified by the positions it reaches, so that transpositions are found. The lines are those of
//! [lichess-org/chess-openings](https://github.com/lichess-org/chess-openings), which is in the public domain (CC0).
//!
//! ```
//! use pgnkit::{Game, openings};
//!
//! let game: Game = "1. d4 d6 2. e4 Nf6 3. Nc3 g6 4. f4 Bg7 *".parse()?;
//! let positions: Vec<_> = game.mainline_with_positions().map(|played| played.after).collect();
//! let opening = openings::classify(&positions).unwrap();
//! assert_eq!((opening.eco.to_string().as_str(), opening.ply), ("B09", 7));
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```

mod eco;
#[cfg(feature = "openings")]
mod table;

pub use eco::{Eco, ParseEcoError};
#[cfg(feature = "openings")]
pub use table::LONGEST;

#[cfg(feature = "openings")]
use std::fmt;

#[cfg(feature = "openings")]
use pgnkit_chess::{Move, Position};

#[cfg(feature = "openings")]
/// Opening of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// Its ECO code.
    pub eco: Eco,
    /// Number of half-moves up to the last position that belongs to a line.
    pub ply: usize,
}

#[cfg(feature = "openings")]
/// The opening of a game from the usual initial position, determined by the last of its positions that ends a line.
/// `positions` are those after each half-move; only the first [`LONGEST`] are needed.
pub fn classify<'a>(positions: impl IntoIterator<Item = &'a Position>) -> Option<Opening> {
    let positions = positions.into_iter().take(LONGEST).zip(1..);
    positions.filter_map(|(position, ply)| find(position).map(|eco| Opening { eco, ply })).last()
}

#[cfg(feature = "openings")]
/// The code of the line that ends in this position.
pub fn find(position: &Position) -> Option<Eco> {
    find_key(position.repetition_key())
}

#[cfg(feature = "openings")]
/// Like `find`, for a [`Position::repetition_key`].
pub(crate) fn find_key(key: u64) -> Option<Eco> {
    let key = key & !CODE;
    let at = table::LINES.binary_search_by_key(&key, |entry| entry & !CODE).ok()?;
    Eco::from_index((table::LINES[at] & CODE) as u16)
}

#[cfg(feature = "openings")]
/// Pawn moves common to all lines of a code and its neighbours: a game without one of them hardly belongs there.
pub(crate) fn common_pawn_moves(eco: Eco) -> impl Iterator<Item = SquaresOfMove> {
    table::COMMON_PAWN_MOVES[usize::from(eco.index() / 10)].iter().map(|squares| SquaresOfMove(*squares))
}

#[cfg(feature = "openings")]
/// Origin and target of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquaresOfMove(u16);

#[cfg(feature = "openings")]
impl SquaresOfMove {
    pub(crate) fn is(self, mv: Move) -> bool {
        usize::from(self.0) == mv.from().index() * 64 + mv.to().index()
    }
}

#[cfg(feature = "openings")]
impl fmt::Display for SquaresOfMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for index in [self.0 / 64, self.0 % 64] {
            write!(f, "{}{}", char::from(b'a' + (index % 8) as u8), index / 8 + 1)?;
        }
        Ok(())
    }
}

#[cfg(feature = "openings")]
/// Bits of a table entry that hold the index of the code; the others are those of the key.
const CODE: u64 = 511;

#[cfg(all(test, feature = "openings"))]
mod tests {
    use super::*;
    use crate::Game;

    fn classified(moves: &str) -> Option<(String, usize)> {
        let game: Game = moves.parse().unwrap();
        let positions: Vec<_> = game.mainline_with_positions().map(|played| played.after).collect();
        classify(&positions).map(|opening| (opening.eco.to_string(), opening.ply))
    }

    #[test]
    fn games_are_classified_by_their_positions() {
        for (moves, expected) in [
            ("*", None),
            ("1. e4 *", Some(("B00", 1))),
            ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 h6 5. a3 *", Some(("C70", 6))),
            ("1. Nf3 Nf6 2. c4 e6 3. d4 b6 *", Some(("E12", 6))),
            ("1. d4 Nf6 2. c4 e6 3. Nf3 b6 *", Some(("E12", 6))),
        ] {
            let expected = expected.map(|(eco, ply)| (eco.to_owned(), ply));
            assert_eq!(classified(moves), expected, "{moves}");
        }
    }

    #[test]
    fn the_table_is_sorted_and_has_every_code() {
        assert!(table::LINES.is_sorted_by(|one, next| one & !CODE < next & !CODE));
        let codes: std::collections::BTreeSet<_> = table::LINES.iter().map(|entry| entry & CODE).collect();
        assert!(codes.len() > 490 && codes.iter().all(|code| Eco::from_index(*code as u16).is_some()));
    }
}
