//! What a picture of a position shows.

mod mark;
mod words;

use pgnkit::Node;
use pgnkit::chess::{Color, File, Move, Position, Rank, Square};
use pgnkit::command::Mark;

pub use mark::{ParseMarkError, parse_mark};
pub(crate) use words::{color_word, turn_sentence};

/// What is shown of a position.
///
/// ```
/// use pgnkit::chess::{Color, Position};
///
/// let mut diagram = pgnkit_view::Diagram::new(Position::START);
/// diagram.bottom = Color::Black;
/// assert!(diagram.text().to_string().starts_with("1 ♖ ♘ ♗ ♔"));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Diagram {
    /// The position.
    pub position: Position,
    /// The move that led to it, which is shown by its squares.
    pub last_move: Option<LastMove>,
    /// Marked squares and arrows. Of several on the same squares the last one counts.
    pub marks: Vec<Mark>,
    /// The colour at the bottom.
    pub bottom: Color,
    /// Whether files and ranks are named, and the side to move has a sign beside the board.
    pub coordinates: bool,
    /// Whether a king in check is shown as such.
    pub check: bool,
    /// What it is a picture of, in a line. A screen reader says it first.
    pub title: String,
}

impl Diagram {
    /// A position alone, White at the bottom, with coordinates.
    pub fn new(position: Position) -> Self {
        Self {
            position,
            last_move: None,
            marks: Vec::new(),
            bottom: Color::White,
            coordinates: true,
            check: true,
            title: String::new(),
        }
    }

    /// The position after a move of a game, with that move and the squares and arrows of its comments.
    pub fn of_node(node: &Node<'_>) -> Self {
        Self {
            last_move: LastMove::of(node.mv()),
            marks: node.annotations().marks,
            ..Self::new(node.position())
        }
    }

    /// The marks that are drawn: of several on the same squares the last one, in the order of the first.
    pub(crate) fn drawn_marks(&self) -> Vec<Mark> {
        let mut drawn: Vec<Mark> = Vec::new();
        let mut places = vec![usize::MAX; 64 * 65];
        for mark in &self.marks {
            let to = mark.to.filter(|to| *to != mark.square);
            let place = &mut places[mark.square.index() * 65 + to.map_or(64, Square::index)];
            let mark = Mark { to, ..*mark };
            match drawn.get_mut(*place) {
                Some(before) => *before = mark,
                None => {
                    *place = drawn.len();
                    drawn.push(mark);
                }
            }
        }
        drawn
    }

    /// Ranks from top to bottom and files from left to right.
    pub(crate) fn rows(&self) -> ([Rank; 8], [File; 8]) {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        (ranks, files)
    }

    /// The king that is shown in check.
    pub(crate) fn king_in_check(&self) -> Option<Square> {
        let position = &self.position;
        (self.check && position.is_check()).then(|| position.king(position.turn()))
    }
}

/// The squares of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LastMove {
    /// The square that a piece left; `None` where it came from a pocket.
    pub from: Option<Square>,
    /// The square that it came to; of castling that of the king.
    pub to: Square,
}

impl LastMove {
    /// The squares of a move; `None` for [`Move::NULL`].
    pub fn of(mv: Move) -> Option<Self> {
        let from = (!mv.is_drop()).then(|| mv.from());
        (!mv.is_null()).then(|| Self { from, to: mv.destination() })
    }

    /// Its squares.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        self.from.into_iter().chain([self.to])
    }
}
