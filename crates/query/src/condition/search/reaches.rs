//! A position that a game comes to.

use pgnkit::chess::{Bitboard, Color, Position, Variant, fen};

use super::super::moment::Moment;
use super::Progress;
use super::home::Home;
use crate::movetext;

/// A position: the same pieces on the same squares, the same side to move, the same rights; as it is, and with the colours
/// exchanged.
#[derive(Clone, Debug)]
pub(in crate::condition) struct Reaches {
    position: Position,
    targets: [Target; 2],
}

#[derive(Clone, Debug)]
struct Target {
    occupied: Bitboard,
    turn: Color,
    key: u64,
    home: Home,
}

impl Reaches {
    /// Reads a FEN, or moves from the usual start.
    pub(in crate::condition) fn new(text: &str) -> Result<Self, String> {
        let position = if text.contains('/') { of_fen(text)? } else { of_moves(text)? };
        let targets = [Target::of(&position), Target::of(&position.mirrored())];
        Ok(Self { position, targets })
    }

    /// The position, as it is.
    pub(in crate::condition) fn position(&self) -> Position {
        self.position
    }

    #[inline]
    pub(super) fn look(&self, position: &Position) -> Progress {
        let target = &self.targets[0];
        if target.is(position) {
            Progress::Found
        } else if position.occupied().len() < target.occupied.len()
            && position.variant() != Variant::Crazyhouse
        {
            // Pieces do not come back, except in Crazyhouse.
            Progress::Over
        } else if target.home.may_come(position) {
            Progress::Open
        } else {
            Progress::Hopeless
        }
    }

    pub(in crate::condition) fn is(&self, moment: &Moment<'_>) -> bool {
        self.targets[moment.view.index()].is(moment.position)
    }
}

impl Target {
    fn of(position: &Position) -> Self {
        Self {
            occupied: position.occupied(),
            turn: position.turn(),
            key: position.repetition_key(),
            home: Home::of(position),
        }
    }

    #[inline]
    fn is(&self, position: &Position) -> bool {
        // The cheapest test first: it fails in nearly all positions.
        position.occupied() == self.occupied
            && position.turn() == self.turn
            && position.repetition_key() == self.key
    }
}

fn of_fen(text: &str) -> Result<Position, String> {
    let parsed = fen::parse(text.trim().as_bytes());
    parsed.map(|fen| fen.position).map_err(|error| format!("expected a position in FEN: {error}"))
}

fn of_moves(text: &str) -> Result<Position, String> {
    let moves = movetext::read(text).map_err(|error| format!("expected moves or a FEN: {error}"))?;
    let moves = moves.ok_or("expected moves or a FEN, as 'e4 c5 Nf3'")?;
    Ok(movetext::played(&moves))
}
