//! The end of a game, by the position on the board.

use pgnkit::chess::{Position, Status};

/// An end of the main line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    Mate,
    Stalemate,
    Insufficient,
    Repetition,
    Fivefold,
    Fifty,
    SeventyFive,
    /// As only a variant has it: a third check, a king on the hill …
    Variant,
}

/// The words for them.
pub(super) const WORDS: &[(&str, Ending)] = &[
    ("mate", Ending::Mate),
    ("stalemate", Ending::Stalemate),
    ("insufficient", Ending::Insufficient),
    ("repetition", Ending::Repetition),
    ("fivefold", Ending::Fivefold),
    ("fifty", Ending::Fifty),
    ("seventyfive", Ending::SeventyFive),
    ("variant", Ending::Variant),
];

impl Ending {
    /// Whether a line ends so, of which this is the last position, with the keys of all its positions where they count.
    pub(super) fn is(self, last: &Position, keys: &[u64]) -> bool {
        let times = || keys.last().map_or(0, |key| keys.iter().filter(|other| *other == key).count());
        match self {
            Self::Mate => matches!(last.status(), Status::Checkmate { .. }),
            Self::Stalemate => matches!(last.status(), Status::Stalemate | Status::StalemateWon { .. }),
            Self::Insufficient => last.is_insufficient_material(),
            Self::Repetition => times() >= 3,
            Self::Fivefold => times() >= 5,
            Self::Fifty => last.halfmove_clock() >= 100,
            Self::SeventyFive => last.halfmove_clock() >= 150,
            Self::Variant => {
                let status = last.status();
                status.is_over()
                    && !matches!(
                        status,
                        Status::Checkmate { .. }
                            | Status::Stalemate
                            | Status::StalemateWon { .. }
                            | Status::InsufficientMaterial
                            | Status::SeventyFiveMoves
                    )
            }
        }
    }
}
