//! Keeping the start of a game.

use pgnkit_chess::{ChessMode, Position, Variant};

use super::{EditError, Game, NO_NODE};
use crate::read::Start;

/// A [`Start`], on the heap where it is not the usual one: positions are aligned to 32 bytes, which not every memory that
/// a game may be moved to is.
#[derive(Clone, Debug, Default)]
pub(super) struct StartStore {
    /// Once there is one it stays, so that reading many games does not allocate for each.
    unusual: Option<Box<Start>>,
}

static USUAL: Start = Start::USUAL;

impl StartStore {
    #[inline]
    pub(super) fn get(&self) -> &Start {
        self.unusual.as_deref().unwrap_or(&USUAL)
    }

    #[inline]
    pub(super) fn set(&mut self, start: &Start) {
        match &mut self.unusual {
            Some(place) => **place = *start,
            None if *start == USUAL => {}
            None => self.unusual = Some(Box::new(*start)),
        }
    }

    #[inline]
    pub(super) fn clear(&mut self) {
        if let Some(place) = &mut self.unusual {
            **place = USUAL;
        }
    }

    pub(super) fn allocated_bytes(&self) -> usize {
        self.unusual.as_ref().map_or(0, |_| size_of::<Start>())
    }

    /// Gives back the memory that a usual start does not need.
    pub(super) fn shrink(&mut self) {
        if self.unusual.as_deref() == Some(&USUAL) {
            self.unusual = None;
        }
    }
}

impl Game {
    /// A game that starts from another position.
    ///
    /// It is one of Chess960 if a castling right of the position needs that, and of standard chess otherwise; see
    /// [`from_setup`](Self::from_setup).
    pub fn from_position(position: Position) -> Self {
        Self::from_setup(position, ChessMode::Standard)
    }

    /// A game that starts from a position, by the rules of standard chess or of Chess960. A position with a castling right
    /// that standard chess does not have makes it one of Chess960 in any case.
    ///
    /// A game of Chess960, or of a variant, gets the tag Variant, which readers need to know what its moves mean.
    ///
    /// ```
    /// use pgnkit::chess::{ChessMode, Position};
    /// use pgnkit::Game;
    ///
    /// let mut game = Game::from_setup("4k3/8/8/8/8/8/8/4KR2 w F - 0 1".parse::<Position>()?, ChessMode::Chess960);
    /// game.cursor(game.root().id())?.push_san("O-O")?;
    /// let castling = game.mainline().next().unwrap();
    /// assert_eq!(castling.mv().to_uci(game.start().mode).as_str(), "e1f1");
    /// assert_eq!(game.tag("Variant"), Some("Chess960"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn from_setup(position: Position, mode: ChessMode) -> Self {
        let mut game = Self::new();
        game.put_start(position, mode);
        game
    }

    /// A game of Chess960 from the start position with this number, 0 to 959, as Scharnagl counts them; `None` above.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let game = Game::chess960(0).unwrap();
    /// let text = game.to_string();
    /// assert!(text.contains("[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1\"]"));
    /// assert!(text.contains("[Variant \"Chess960\"]"));
    /// assert!(Game::chess960(960).is_none());
    /// ```
    pub fn chess960(number: u16) -> Option<Self> {
        Some(Self::from_setup(Position::chess960(number)?, ChessMode::Chess960))
    }

    /// Sets the position that the game starts from and its rules, as [`from_setup`](Self::from_setup) takes them; the tags
    /// FEN, SetUp and Variant say so from now on.
    ///
    /// # Errors
    /// [`EditError::HasMoves`] where moves were made already.
    pub fn set_start(&mut self, position: Position, mode: ChessMode) -> Result<(), EditError> {
        if self.nodes[0].next != NO_NODE {
            return Err(EditError::HasMoves);
        }
        self.put_start(position, mode);
        Ok(())
    }

    /// The same game by other rules, whatever its tags say and its moves are.
    #[cfg(all(test, feature = "json"))]
    pub(crate) fn with_mode(mut self, mode: ChessMode) -> Self {
        let start = Start { mode, ..*self.start() };
        self.start.set(&start);
        self
    }

    fn put_start(&mut self, position: Position, mode: ChessMode) {
        let mode = if position.needs_chess960() { ChessMode::Chess960 } else { mode };
        let variant = position.variant();
        self.start.set(&Start { position, mode, set_up: position != variant.start(), ..Start::USUAL });
        for name in ["FEN", "SetUp", "Variant"] {
            self.take_tag(name);
        }
        match (variant, mode) {
            (Variant::Standard, ChessMode::Chess960) => self.put_tag("Variant", "Chess960"),
            (Variant::Standard, _) => {}
            (variant, ChessMode::Chess960) => self.put_tag("Variant", &format!("{variant} 960")),
            (variant, _) => self.put_tag("Variant", variant.name()),
        }
    }
}
