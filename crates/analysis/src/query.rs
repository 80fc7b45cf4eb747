//! The position that is asked for, with as much of the game before it as matters.

use std::collections::HashSet;

use pgnkit::Game;
use pgnkit::chess::{ChessMode, Move, Position, fen::EnPassant};
use pgnkit_uci::{EngineError, Root};

/// A position as engines are asked for it. The result of a search depends on nothing else, so that two games that come to the same position
/// ask the same.
///
/// The moves that led to it are given only if a position has come twice since the last capture or move of a pawn: then a draw by repetition
/// may be near. Without that, earlier positions are no draws to engines when they come once more. Numbers of moves are left out, the clock of the fifty
/// moves is not.
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
    /// Takes time in proportion to the length of the game.
    #[must_use]
    pub fn of_game(game: &Game) -> Vec<Self> {
        if !game.start().is_known {
            return Vec::new();
        }
        let start = game.start().position;
        let mut queries = vec![Self::of(&start)];
        let mut history = History::new(&start);
        for played in game.mainline_with_positions() {
            if played.node.unchecked().is_some() {
                break;
            }
            history.play(played.node.mv(), &played.before, &played.after);
            queries.push(history.query(&played.after));
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

/// Half-moves without a capture or move of a pawn after which a game is over (article 9.6.2 of the laws of chess), and some more. What goes on so for longer
/// is searched without the moves before.
const LONGEST: usize = 200;

/// The moves since the last one that cannot be taken back.
struct History {
    start: Position,
    moves: Vec<Move>,
    keys: HashSet<u64>,
    has_repeated: bool,
}

impl History {
    fn new(start: &Position) -> Self {
        let start = start.with_clocks(start.halfmove_clock(), 1);
        let keys = HashSet::from([start.repetition_key()]);
        Self { start, moves: Vec::new(), keys, has_repeated: false }
    }

    fn play(&mut self, mv: Move, before: &Position, after: &Position) {
        let is_first = mv.is_null() || mv.is_irreversible() || !before.is_legal(mv);
        if is_first || self.moves.len() >= LONGEST {
            *self = Self::new(after);
            return;
        }
        self.moves.push(mv);
        self.has_repeated |= !self.keys.insert(after.repetition_key());
    }

    fn query(&self, position: &Position) -> Query {
        if !self.has_repeated {
            return Query::of(position);
        }
        let mut end = self.start;
        self.moves.iter().for_each(|mv| end.play(*mv));
        Query { start: self.start, moves: self.moves.clone(), position: end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(text: &str) -> Vec<String> {
        Query::of_game(&text.parse().unwrap()).iter().map(Query::key).collect()
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
    fn moves_are_given_where_positions_come_again() {
        let keys = keys("1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 Nf6 5. Nxe5 *");
        let has_moves = |key: &&String| key.split(' ').count() > 7;
        assert_eq!(keys.iter().position(|key| has_moves(&key)), Some(6), "{keys:?}");
        assert!(keys[6].ends_with("w KQkq - 0 1 g1f3 g8f6 f3g1 f6g8"), "{}", keys[6]);
        assert!(keys[8].ends_with(" g1f3 g8f6"));
        assert!(!has_moves(&&keys[9]), "{}", keys[9]);
        for query in Query::of_game(&"1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Nf3 *".parse().unwrap()) {
            assert_eq!(query.root().unwrap().position(), query.position());
        }
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
