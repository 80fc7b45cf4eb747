//! The position that is asked for, with as much of the game before it as matters.

use pgnkit::Game;
use pgnkit::chess::{ChessMode, Move, Position, fen::EnPassant};
use pgnkit_uci::{EngineError, Root};

/// A position as engines are asked for it. The result of a search depends on nothing else, so that two games that come to the same position
/// ask the same.
///
/// The moves that led to it are given from the last capture or move of a pawn on: earlier positions cannot come again, while those since then may be draws by
/// repetition, which engines see in different ways. Numbers of moves are left out, the clock of the fifty moves is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    start: Position,
    moves: Vec<Move>,
    position: Position,
}

impl Query {
    /// A position without moves before it.
    #[must_use]
    pub fn of(position: &Position) -> Self {
        let start = position.with_clocks(position.halfmove_clock(), 1);
        Self { start, moves: Vec::new(), position: start }
    }

    /// The positions of the main line of a game, from the first one to the last one. A null move and what follows is searched without what came
    /// before. Empty for a game whose start is not known; without the positions after a move whose rules are not known.
    ///
    /// Takes time in proportion to the length of the game; with all moves, to its square.
    #[must_use]
    pub fn of_game(game: &Game, moves: GivenMoves) -> Vec<Self> {
        if !game.start().is_known {
            return Vec::new();
        }
        let start = game.start().position;
        let mut history = History::new(moves, &start);
        let mut queries = vec![history.query()];
        for played in game.mainline_with_positions() {
            if played.node.unchecked().is_some() {
                break;
            }
            history.play(played.node.mv(), &played.before, &played.after);
            queries.push(history.query());
        }
        queries
    }

    /// The position that is searched.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// The position as engines get it.
    ///
    /// # Errors
    /// None that is known: the moves were legal in their game.
    pub fn root(&self) -> Result<Root<'_>, EngineError> {
        Root::new(&self.start, &self.moves)
    }

    /// All that the query is, as text: variant, FEN, moves in UCI with castling as king takes rook.
    #[must_use]
    pub fn key(&self) -> String {
        let mut key = format!("{} {}", self.start.variant(), self.start.fen(EnPassant::Legal));
        for mv in &self.moves {
            key.push(' ');
            key.push_str(mv.to_uci(ChessMode::Chess960).as_str());
        }
        key
    }
}

/// The moves before a position that engines are given with it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GivenMoves {
    /// Those since the last capture or move of a pawn, which are all that the rules ask for.
    #[default]
    SinceIrreversible,
    /// All of the game, with its numbers of moves, for engines whose scores depend on how long the game is. Of games of more than 2,000 half-moves only so many.
    All,
}

/// Half-moves of a game that are given with a position.
const LONGEST_GAME: usize = 2000;

/// Half-moves without a capture or move of a pawn after which a game is over (article 9.6.2 of the laws of chess), and some more. What goes on so for longer
/// is searched without the moves before.
const LONGEST: usize = 200;

/// The moves that are given with the next position.
struct History {
    given: GivenMoves,
    start: Position,
    moves: Vec<Move>,
}

impl History {
    fn new(given: GivenMoves, start: &Position) -> Self {
        let start = match given {
            GivenMoves::SinceIrreversible => start.with_clocks(start.halfmove_clock(), 1),
            GivenMoves::All => *start,
        };
        Self { given, start, moves: Vec::new() }
    }

    fn play(&mut self, mv: Move, before: &Position, after: &Position) {
        let (may_go_on, longest) = match self.given {
            GivenMoves::SinceIrreversible => (!mv.is_irreversible(), LONGEST),
            GivenMoves::All => (true, LONGEST_GAME),
        };
        if may_go_on && !mv.is_null() && before.is_legal(mv) && self.moves.len() < longest {
            self.moves.push(mv);
        } else {
            *self = Self::new(self.given, after);
        }
    }

    fn query(&self) -> Query {
        let mut position = self.start;
        self.moves.iter().for_each(|mv| position.play(*mv));
        Query { start: self.start, moves: self.moves.clone(), position }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        Query::of_game(&text.parse().unwrap(), GivenMoves::default()).iter().map(Query::key).collect()
    }

    #[test]
    fn positions_are_the_same_however_they_came() {
        let one = keys("1. d4 d5 2. c4 e6 *");
        let other = keys("1. c4 e6 2. d4 d5 *");
        assert_eq!(one.len(), 5);
        assert_eq!(one[4], other[4]);
        assert_eq!(one[0], "Standard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(
            keys("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 40\"]\n\n*"),
            one[..1]
        );
        // The clock of the fifty moves is another one.
        assert_ne!(keys("1. Nf3 Nf6 2. d4 *")[3], keys("1. d4 Nf6 2. Nf3 *")[3]);
    }

    #[test]
    fn moves_are_given_since_the_last_that_cannot_be_taken_back() {
        let text = "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Nxe5 *";
        let keys = keys(text);
        let moves: Vec<usize> = keys.iter().map(|key| key.split(' ').count() - 7).collect();
        assert_eq!(moves, [0, 0, 0, 1, 2, 3, 4, 5, 6, 0], "{keys:?}");
        assert!(keys[6].ends_with("w KQkq - 0 1 g1f3 g8f6 f3g1 f6g8"), "{}", keys[6]);
        for given in [GivenMoves::SinceIrreversible, GivenMoves::All] {
            for query in Query::of_game(&text.parse().unwrap(), given) {
                assert_eq!(query.root().unwrap().position(), query.position());
            }
        }
        let whole = Query::of_game(&text.parse().unwrap(), GivenMoves::All);
        assert!(whole[9].key().ends_with("w KQkq - 0 1 e2e4 e7e5 g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3e5"));
    }

    #[test]
    fn null_moves_and_unknown_rules_end_what_is_known() {
        let nulls = keys("1. e4 -- 2. d4 *");
        assert_eq!(nulls.len(), 4);
        assert!(nulls.iter().all(|key| key.split(' ').count() == 7), "{nulls:?}");
        let shuffled = "1. Nf3 Nf6 2. Ng1 Ng8 ".repeat(300) + "*";
        assert!(keys(&shuffled).iter().all(|key| key.len() < 6 * LONGEST));
        assert_eq!(
            keys("[Variant \"Unknown rules\"]\n\n1. e4 e5 *").len(),
            keys("[Variant \"Unknown rules\"]\n\n*").len()
        );
    }
}
