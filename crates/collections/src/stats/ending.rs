//! Endings of games.

use pgnkit::Outcome;
use pgnkit::chess::{Position, Status};

/// The end of a game, as far as the board and the tag Termination say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Ending {
    /// The side to move is mated.
    Mate,
    /// The side to move is not in check and cannot move.
    Stalemate,
    /// As only a variant has it: a third check, a king on the hill …
    Variant,
    /// By Termination: time was over.
    Time,
    /// By Termination: a player has left, or the game was broken off.
    Abandoned,
    /// By Termination: a third person has decided.
    Adjudication,
    /// By Termination: against the rules.
    Infraction,
    /// By Termination: a player has resigned.
    Resignation,
    /// Drawn, and neither side can mate.
    Insufficient,
    /// Drawn, and the last position has been there three times.
    Repetition,
    /// Drawn after fifty moves of each side without a capture and without a move of a pawn.
    Fifty,
    /// Won in an unknown way: by resignation, mostly.
    Won,
    /// Drawn in an unknown way: by agreement, mostly.
    Drawn,
    /// There are no moves.
    Moveless,
    /// Without a result.
    Open,
    /// Not all moves could be read, and Termination says nothing.
    #[default]
    Unread,
}

impl Ending {
    /// A few words for it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mate => "mate",
            Self::Stalemate => "stalemate",
            Self::Variant => "end of a variant",
            Self::Time => "time forfeit",
            Self::Abandoned => "abandoned",
            Self::Adjudication => "adjudication",
            Self::Infraction => "rules infraction",
            Self::Resignation => "resignation",
            Self::Insufficient => "insufficient material",
            Self::Repetition => "repetition",
            Self::Fifty => "fifty moves",
            Self::Won => "won otherwise",
            Self::Drawn => "drawn otherwise",
            Self::Moveless => "no moves",
            Self::Open => "no result",
            Self::Unread => "moves not read",
        }
    }

    /// Reads the tag Termination: words of the standard (section 9.8.1), of lichess and of chess.com.
    fn of_termination(value: &str) -> Option<Self> {
        let value = value.to_ascii_lowercase();
        let words = [
            ("time", Self::Time),
            ("abandon", Self::Abandoned),
            ("unterminated", Self::Abandoned),
            ("adjudic", Self::Adjudication),
            ("infraction", Self::Infraction),
            ("resign", Self::Resignation),
        ];
        words.into_iter().find(|(word, _)| value.contains(word)).map(|(_, ending)| ending)
    }
}

/// The end of a main line.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    pub(super) plies: u32,
    pub(super) is_unread: bool,
    /// The positions since the last capture or move of a pawn, the last one included.
    positions: Vec<Position>,
}

impl Line {
    pub(super) fn begin(&mut self, start: Option<&Position>) {
        self.positions.clear();
        self.positions.extend(start);
        (self.plies, self.is_unread) = (0, false);
    }

    pub(super) fn play(&mut self, after: &Position) {
        self.plies += 1;
        if after.halfmove_clock() == 0 {
            self.positions.clear();
        }
        self.positions.push(*after);
    }

    pub(super) fn ending(&self, termination: &str, result: Outcome) -> Ending {
        let last = self.positions.last().filter(|_| !self.is_unread);
        if let Some(last) = last {
            match last.status() {
                Status::Checkmate { .. } => return Ending::Mate,
                Status::Stalemate | Status::StalemateWon { .. } => return Ending::Stalemate,
                Status::InsufficientMaterial | Status::SeventyFiveMoves => {}
                status if status.is_over() => return Ending::Variant,
                _ => {}
            }
        }
        if let Some(ending) = Ending::of_termination(termination) {
            return ending;
        }
        match (result, last) {
            _ if self.is_unread => Ending::Unread,
            (Outcome::Unknown, _) => Ending::Open,
            _ if self.plies == 0 => Ending::Moveless,
            (Outcome::Draw, Some(last)) => self.draw(last),
            (Outcome::Draw, None) => Ending::Drawn,
            _ => Ending::Won,
        }
    }

    fn draw(&self, last: &Position) -> Ending {
        if last.is_insufficient_material() {
            return Ending::Insufficient;
        }
        let key = last.repetition_key();
        let is_same =
            |other: &&Position| other.occupied() == last.occupied() && other.repetition_key() == key;
        if self.positions.iter().filter(is_same).count() >= 3 {
            return Ending::Repetition;
        }
        if last.halfmove_clock() >= 100 { Ending::Fifty } else { Ending::Drawn }
    }
}
