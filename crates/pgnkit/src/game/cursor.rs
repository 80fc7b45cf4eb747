//! Building a game move by move.

use pgnkit_chess::{Move, Position};

use super::edit::illegal;
use super::{EditError, Game, Node, NodeId, NoteData};

/// A place in a game that moves can be added at, with its position: each takes constant time, however long the line is.
///
/// ```
/// use pgnkit::{Game, NodeId};
///
/// let mut game = Game::new();
/// let mut cursor = game.cursor(NodeId::ROOT)?;
/// cursor.push_san("e4")?;
/// cursor.comment("best by test").nag(1);
/// cursor.push_uci("e7e5")?;
/// // Another move instead of the last one is a variation of it.
/// cursor.back();
/// cursor.push_san("c5")?;
/// assert_eq!(cursor.position().fullmove_number(), 2);
/// assert!(game.to_string().ends_with("1. e4 $1 {best by test} 1... e5 (1... c5) *\n\n"));
/// # Ok::<(), pgnkit::EditError>(())
/// ```
#[derive(Debug)]
pub struct Cursor<'g> {
    game: &'g mut Game,
    at: u32,
    position: Position,
    /// The positions before the moves that lead here.
    before: Vec<Position>,
}

impl Game {
    /// A cursor at a node. Takes time in the length of the line before it.
    ///
    /// # Errors
    /// When the game has no such node, and [`EditError::UnknownStart`] where its start is not known.
    pub fn cursor(&mut self, node: NodeId) -> Result<Cursor<'_>, EditError> {
        let at = self.place(node)?;
        if !self.start().is_known {
            return Err(EditError::UnknownStart);
        }
        let moves = self.node(node).map(|node| node.moves_before()).unwrap_or_default();
        let mut position = self.start().position;
        let mut before = Vec::with_capacity(moves.len());
        for mv in moves.into_iter().rev() {
            before.push(position);
            position.play(mv);
        }
        Ok(Cursor { game: self, at, position, before })
    }
}

impl Cursor<'_> {
    /// The game.
    pub fn game(&self) -> &Game {
        self.game
    }

    /// The place that the cursor is at.
    pub fn node(&self) -> Node<'_> {
        Node::at(self.game, self.at)
    }

    /// The id of the place that the cursor is at.
    pub fn id(&self) -> NodeId {
        NodeId(self.at)
    }

    /// The position here.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Adds a move as [`Game::add_move`] does and goes after it.
    ///
    /// # Errors
    /// [`EditError::IllegalMove`] where the move is not legal; the cursor stays then.
    pub fn push(&mut self, mv: Move) -> Result<NodeId, EditError> {
        self.position.check_move(mv).map_err(|reason| illegal(0, reason))?;
        Ok(self.push_legal(mv))
    }

    fn push_legal(&mut self, mv: Move) -> NodeId {
        let next = self.position.after(mv);
        let san = self.position.san_with_next(mv, &next);
        self.at = self.game.attach(self.at, mv, san);
        self.before.push(std::mem::replace(&mut self.position, next));
        NodeId(self.at)
    }

    /// Adds a move given in SAN, in any spelling that [`san::read`](pgnkit_chess::san::read) takes, and goes after it.
    ///
    /// # Errors
    /// [`EditError::IllegalMove`] where the text names no legal move.
    pub fn push_san(&mut self, text: &str) -> Result<NodeId, EditError> {
        let mv = self.position.parse_san(text).map_err(|reason| illegal(0, reason))?;
        Ok(self.push_legal(mv))
    }

    /// Adds a move given in coordinates, as chess engines speak them, and goes after it.
    ///
    /// # Errors
    /// [`EditError::IllegalMove`] where the text names no legal move.
    pub fn push_uci(&mut self, text: &str) -> Result<NodeId, EditError> {
        let mv = self.position.read_uci(text).map_err(|reason| illegal(0, reason))?;
        Ok(self.push_legal(mv))
    }

    /// Goes after a move that the game has here already, as continuation or as variation; `None`, and the cursor stays, where
    /// it has not.
    pub fn follow(&mut self, mv: Move) -> Option<NodeId> {
        let child = self.node().children().find(|child| child.mv() == mv)?.id();
        self.step(child, mv)
    }

    /// Goes after the next move of the line; `None` at its end.
    pub fn forward(&mut self) -> Option<NodeId> {
        let next = self.node().next()?;
        let (id, mv) = (next.id(), next.mv());
        self.step(id, mv)
    }

    fn step(&mut self, to: NodeId, mv: Move) -> Option<NodeId> {
        let next = self.position.after(mv);
        self.before.push(std::mem::replace(&mut self.position, next));
        self.at = to.0;
        Some(to)
    }

    /// Goes before the last move: to where it was played, which is in the outer line for the first move of a variation.
    /// `None` at the start of the game.
    pub fn back(&mut self) -> Option<NodeId> {
        let mut to = self.node();
        if !to.starts_line() {
            to = to.parent()?;
        }
        if to.starts_line()
            && let Some(outer) = to.parent()
        {
            to = outer;
        }
        let to = to.id();
        if to.0 == self.at {
            return None;
        }
        if !self.node().starts_line() {
            self.position = self.before.pop()?;
        }
        self.at = to.0;
        Some(to)
    }

    /// Adds a comment here, as the last one.
    pub fn comment(&mut self, text: &str) -> &mut Self {
        self.game.put_comment(self.at, text);
        self
    }

    /// Adds a numeric annotation glyph to the last move (section 8.2.4).
    pub fn nag(&mut self, nag: u8) -> &mut Self {
        self.game.put_note(self.at, NoteData::nag(nag));
        self
    }
}
