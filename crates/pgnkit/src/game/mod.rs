//! Layer 4: a whole game, owned.

mod build;
mod cursor;
mod edit;
mod equivalence;
mod error;
mod lines;
mod merge;
mod node;
mod start;
mod status;
mod tags;
mod text;
mod variations;
mod visit;
mod walk;

pub use build::{Assembler, GameBuilder};
pub use cursor::Cursor;
pub(crate) use equivalence::is_unknown;
pub use error::{EditError, IllegalMoveError};
pub use lines::Lines;
pub use merge::{GameMerger, Merged};
pub(crate) use node::RawComment;
#[cfg(feature = "json")]
pub(crate) use node::RawNote;
pub use node::{Node, NodeId, Note, Plies};
pub use status::Claims;
pub use tags::TagError;
pub(crate) use tags::WrittenTag;
pub(crate) use text::{name_key, plain_comment};
pub use walk::{Nodes, PlayedMove, PlayedMoves, Step, Walk};

use pgnkit_syntax::{Outcome, Sink};

use crate::read::{Replayer, Start};
use node::{NO_NODE, NodeData, NoteData};
use start::StartStore;
use tags::TagStore;
use text::{TextRange, TextStore};

/// A game: tag pairs, moves with variations, comments, annotations, result.
///
/// Moves are in an arena, so that a game is a few allocations however long it is, and a [`GameBuilder`] that is used
/// again allocates nothing. Everything in it is legal chess: moves are added only where the rules allow them.
///
/// ```
/// use pgnkit::Game;
///
/// let mut game: Game = "[White \"Tal\"]\n\n1. e4! e5 (1... c5 {Sicilian}) 2. Nf3 1-0".parse()?;
/// assert_eq!(game.tag("White"), Some("Tal"));
/// assert_eq!(game.mainline().map(|node| node.san().to_string()).collect::<Vec<_>>(), ["e4", "e5", "Nf3"]);
///
/// game.set_tag("Event", "Casual Game");
/// assert!(game.to_string().ends_with("1. e4 $1 1... e5 (1... c5 {Sicilian}) 2. Nf3 1-0\n\n"));
/// # Ok::<(), pgnkit::syntax::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    text: TextStore,
    tags: TagStore,
    start: StartStore,
    /// The first stands for the start of the game; the others are moves.
    nodes: Vec<NodeData>,
    notes: Vec<NoteData>,
    result: Outcome,
    /// The marker after the moves, where it is another one.
    other_marker: Option<Option<Outcome>>,
    /// Whether there may be escape lines: nearly no game has any.
    has_escapes: bool,
    /// Whether any note is text that was not read.
    has_unread: bool,
}

impl Default for Game {
    fn default() -> Self {
        let mut game = Self {
            text: TextStore::default(),
            tags: TagStore::default(),
            start: StartStore::default(),
            nodes: Vec::new(),
            notes: Vec::new(),
            result: Outcome::Unknown,
            other_marker: None,
            has_escapes: false,
            has_unread: false,
        };
        game.clear();
        game
    }
}

impl Game {
    /// A game without tags and moves, from the usual start.
    pub fn new() -> Self {
        Self::default()
    }

    /// Reads the first game of a text, whatever is wrong with it, and reports what is; `None` when there is no game.
    pub fn read(text: &[u8], sink: &mut dyn Sink) -> Option<Self> {
        let mut builder = GameBuilder::new();
        Replayer::new(text).read_into(&mut builder, sink)?;
        Some(builder.into_game())
    }

    #[inline]
    fn bytes(&self, range: TextRange) -> &[u8] {
        self.text.get(range)
    }

    /// More than the largest index of a node.
    pub(crate) fn node_bound(&self) -> usize {
        self.nodes.len()
    }

    #[inline]
    pub(crate) fn has_escapes(&self) -> bool {
        self.has_escapes
    }

    /// Whether there may be text that was not read.
    #[inline]
    pub(crate) fn has_unread(&self) -> bool {
        self.has_unread
    }

    #[cold]
    pub(crate) fn escape_count(&self) -> u64 {
        let escapes =
            |node: Node<'_>| node.notes().filter(|note| matches!(note, Note::Escape(_))).count() as u64;
        self.nodes().map(escapes).sum()
    }

    /// The memory that the game has on the heap, in bytes.
    pub fn allocated_bytes(&self) -> usize {
        self.text.allocated_bytes()
            + self.tags.allocated_bytes()
            + self.start.allocated_bytes()
            + self.nodes.capacity() * size_of::<NodeData>()
            + self.notes.capacity() * size_of::<NoteData>()
    }

    /// Gives back memory that is kept for longer games.
    pub fn shrink_to_fit(&mut self) {
        self.text.shrink();
        self.tags.shrink();
        self.start.shrink();
        self.nodes.shrink_to_fit();
        self.notes.shrink_to_fit();
    }

    fn clear(&mut self) {
        self.text.clear();
        self.tags.clear();
        self.start.clear();
        self.nodes.clear();
        self.nodes.push(NodeData { starts_line: true, ..NodeData::default() });
        self.notes.clear();
        self.result = Outcome::Unknown;
        self.other_marker = None;
        self.has_escapes = false;
        self.has_unread = false;
    }

    /// The result.
    pub fn result(&self) -> Outcome {
        self.result
    }

    /// The marker at the end of the moves as it was read, which the tag Result may contradict; the result if it was set since.
    pub fn marker(&self) -> Option<Outcome> {
        self.other_marker.unwrap_or(Some(self.result))
    }

    /// Keeps the marker that was read, after the result is known.
    #[inline]
    fn keep_marker(&mut self, marker: Option<Outcome>) {
        self.other_marker = (marker != Some(self.result)).then_some(marker);
    }

    /// Sets the result, and the tag Result where there is one.
    pub fn set_result(&mut self, result: Outcome) {
        (self.result, self.other_marker) = (result, None);
        if self.tag("Result").is_some() {
            self.put_tag("Result", result.as_str());
        }
    }

    /// The position the game starts from, and its rules.
    #[inline]
    pub fn start(&self) -> &Start {
        self.start.get()
    }

    /// The node before the first move.
    pub fn root(&self) -> Node<'_> {
        Node::root(self)
    }

    /// A node by its id; `None` where the game has no such node, or no longer.
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        Node::new(self, id).filter(|_| self.nodes[id.index()].parent != edit::REMOVED)
    }

    /// The moves of the main line.
    pub fn mainline(&self) -> Plies<'_> {
        self.root().following()
    }

    /// Half-moves of the main line (section 9.9.3).
    pub fn ply_count(&self) -> usize {
        self.mainline().count()
    }
}

/// Text of a game, which is UTF-8 by construction.
fn as_str(text: &[u8]) -> &str {
    core::str::from_utf8(text).unwrap_or_default()
}

/// Full export format, exactly as [`crate::Export`] writes it by default.
impl std::fmt::Display for Game {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut out = Vec::new();
        crate::Export::default().write_game(self, &mut out);
        f.write_str(&String::from_utf8_lossy(&out))
    }
}
