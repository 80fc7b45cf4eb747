//! Status of a game: whether it is over, and which draws may be claimed.

use std::collections::HashMap;

use pgnkit_chess::{Color, PackedPosition, Position, Status, Variant};
use pgnkit_syntax::Outcome;

use super::{Game, Node};

/// The draws that the side to move may claim in a position (FIDE Laws, articles 9.2 and 9.3).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Claims {
    /// The position is there for the third time or more.
    pub threefold_repetition: bool,
    /// 50 moves of each side were played without a capture and without a move of a pawn.
    pub fifty_moves: bool,
}

impl Claims {
    /// Whether any draw may be claimed.
    pub const fn any(self) -> bool {
        self.threefold_repetition || self.fifty_moves
    }
}

impl Node<'_> {
    /// Whether the game can go on here, by the position and by what came before it.
    ///
    /// Takes time in the length of the line before.
    ///
    /// ```
    /// use pgnkit::{Game, chess::Status};
    ///
    /// let game: Game = "1. f3 e5 2. g4 Qh4# 0-1".parse()?;
    /// let last = game.mainline().last().unwrap();
    /// assert!(matches!(last.status(), Status::Checkmate { .. }));
    /// assert_eq!(game.root().status(), Status::Ongoing);
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn status(&self) -> Status {
        match self.position().status() {
            Status::Ongoing | Status::SeventyFiveMoves if self.repetitions() >= 5 => {
                Status::FivefoldRepetition
            }
            status => status,
        }
    }

    /// The draws that the side to move may claim here. Takes time in the length of the line before.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let game: Game = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2".parse()?;
    /// assert!(game.mainline().last().unwrap().claims().threefold_repetition);
    /// assert!(!game.mainline().nth(6).unwrap().claims().any());
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn claims(&self) -> Claims {
        Claims {
            threefold_repetition: self.repetitions() >= 3,
            fifty_moves: self.position().can_claim_fifty_moves(),
        }
    }

    /// Number of occurrences of the position here, including this one.
    fn repetitions(&self) -> usize {
        let mut position = self.game().start().position;
        let mut counts: HashMap<Repeated, usize> = HashMap::new();
        *counts.entry(Repeated::new(&position)).or_default() += 1;
        for mv in self.moves_before().into_iter().rev() {
            position.play(mv);
            *counts.entry(Repeated::new(&position)).or_default() += 1;
        }
        counts.get(&Repeated::new(&position)).copied().unwrap_or_default()
    }
}

/// What is the same where a position is repeated.
#[derive(PartialEq, Eq, Hash)]
enum Repeated {
    Standard(PackedPosition),
    /// In other variants there is more than fits: pockets and checks.
    Variant(u64),
}

impl Repeated {
    fn new(position: &Position) -> Self {
        match position.variant() {
            Variant::Standard => Self::Standard(PackedPosition::new(position)),
            _ => Self::Variant(position.repetition_key()),
        }
    }
}

impl Game {
    /// The side that has won by the [`result`](Self::result).
    pub fn winner(&self) -> Option<Color> {
        match self.result() {
            Outcome::WhiteWins => Some(Color::White),
            Outcome::BlackWins => Some(Color::Black),
            _ => None,
        }
    }
}
