//! Layer 4: a whole game, owned.

mod build;
mod equivalence;
mod node;
mod tags;
mod text;

pub use build::GameBuilder;
pub(crate) use equivalence::is_unknown;
pub(crate) use node::RawComment;
#[cfg(feature = "json")]
pub(crate) use node::RawNote;
pub use node::{Node, NodeId, Note, Plies};

use pgnkit_chess::{Move, Position};
use pgnkit_syntax::{Diagnostic, Outcome, Sink};

use crate::read::{Replayer, Start};
use crate::values::{Date, ParseDateError};
use node::{NO_NODE, NodeData, NoteData};
use tags::TagStore;
use text::{TagLine, TextRange, TextStore};

/// A tag pair, for writing it.
pub(crate) struct WrittenTag<'a> {
    pub(crate) name: &'a [u8],
    pub(crate) value: &'a [u8],
    /// The pair as it is written, line break included, and what stands in memory behind it; and how long it is.
    pub(crate) line: (&'a [u8], usize),
    /// Whether it may be written as it stands.
    pub(crate) is_plain: bool,
    /// The beginning of the name, in the order of the names.
    pub(crate) key: u64,
}

/// A game: tag pairs, moves with variations, comments, annotations, result.
///
/// Moves stand in an arena, so that a game is a few allocations however long it is, and a [`GameBuilder`] that is used
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
    start: Start,
    /// The first stands for the start of the game; the others are moves.
    nodes: Vec<NodeData>,
    notes: Vec<NoteData>,
    result: Outcome,
    diagnostics: Vec<Diagnostic>,
}

impl Default for Game {
    fn default() -> Self {
        let mut game = Self {
            text: TextStore::default(),
            tags: TagStore::default(),
            start: Start::default(),
            nodes: Vec::new(),
            notes: Vec::new(),
            result: Outcome::Unknown,
            diagnostics: Vec::new(),
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

    /// A game that starts from another position.
    pub fn from_position(position: Position) -> Self {
        let mut game = Self::new();
        game.start = Start { position, set_up: position != Position::START, ..Start::default() };
        game
    }

    /// The same game by other rules, for a game from a position of Chess960. Moves that were made stay as they are.
    pub(crate) fn with_mode(mut self, mode: pgnkit_chess::ChessMode) -> Self {
        self.start.mode = mode;
        self
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

    fn tag_index(&self, name: &str) -> Option<usize> {
        self.raw_tags().position(|(found, _)| found == name.as_bytes())
    }

    /// How many tag pairs there are.
    pub(crate) fn tag_count(&self) -> usize {
        self.tags.lines().len()
    }

    /// The tag pair at `at`, below [`tag_count`](Self::tag_count), for writing it.
    #[inline]
    pub(crate) fn written_tag(&self, at: usize) -> WrittenTag<'_> {
        let tag: &TagLine = &self.tags.lines()[at];
        WrittenTag {
            name: self.bytes(tag.name()),
            value: self.bytes(tag.value()),
            line: (self.text.get_padded(tag.line), tag.line.end - tag.line.start),
            is_plain: tag.is_plain,
            key: tag.key,
        }
    }

    /// The tag pairs as they stand, for writing them.
    pub(crate) fn raw_tags(&self) -> impl Iterator<Item = (&[u8], &[u8])> {
        self.tags.iter().map(|(name, value)| (self.bytes(name), self.bytes(value)))
    }

    fn clear(&mut self) {
        self.text.clear();
        self.tags.clear();
        self.start = Start::default();
        self.nodes.clear();
        self.nodes.push(NodeData { starts_line: true, ..NodeData::default() });
        self.notes.clear();
        self.result = Outcome::Unknown;
        self.diagnostics.clear();
    }

    /// The tag pairs in the order of the text.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &str)> {
        self.raw_tags().map(|(name, value)| (as_str(name), as_str(value)))
    }

    /// The value of a tag; names are case sensitive.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.raw_tags().find(|(found, _)| *found == name.as_bytes()).map(|(_, value)| as_str(value))
    }

    /// Sets a tag, whether it was there or not.
    ///
    /// The tags that say what the game itself says (Result, FEN, SetUp, PlyCount) are written from the game whatever
    /// value they have here.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        let tag = self.text.append_tag(name.as_bytes(), value.as_bytes(), !value.contains('\\'));
        match self.tag_index(name) {
            Some(at) => self.tags.replace(at, tag),
            None => self.tags.push(tag),
        }
    }

    /// Removes a tag; false when it was not there.
    pub fn remove_tag(&mut self, name: &str) -> bool {
        self.tag_index(name).inspect(|&at| self.tags.remove(at)).is_some()
    }

    /// The Date tag, read (section 8.1.1.3); `????.??.??` when it is missing.
    ///
    /// # Errors
    /// When the value is not ten characters of the form `YYYY.MM.DD`.
    pub fn date(&self) -> Result<Date, ParseDateError> {
        self.tag("Date").map_or(Ok(Date::default()), str::parse)
    }

    /// The result.
    pub fn result(&self) -> Outcome {
        self.result
    }

    /// Sets the result.
    pub fn set_result(&mut self, result: Outcome) {
        self.result = result;
    }

    /// The diagnostics that the game was written with as JSON; none otherwise.
    pub fn diagnostics(&self) -> &[Diagnostic] {
        &self.diagnostics
    }

    /// Where the game starts from.
    pub fn start(&self) -> &Start {
        &self.start
    }

    /// The node before the first move.
    pub fn root(&self) -> Node<'_> {
        Node::root(self)
    }

    /// A node by its id; `None` for the id of another game that has no such node.
    pub fn node(&self, id: NodeId) -> Option<Node<'_>> {
        Node::new(self, id)
    }

    /// The moves of the main line.
    pub fn mainline(&self) -> Plies<'_> {
        self.root().following()
    }

    /// Half-moves of the main line (section 9.9.3).
    pub fn ply_count(&self) -> usize {
        self.mainline().count()
    }

    /// Appends a move after `node`: as its continuation, or, where it has one, as a variation of that.
    ///
    /// Takes time in the length of the line before `node`.
    ///
    /// # Errors
    /// When the move is not legal there.
    pub fn add_move(&mut self, node: NodeId, mv: Move) -> Result<NodeId, IllegalMoveError> {
        let before = self.node(node).ok_or(IllegalMoveError)?.position();
        let legal = if mv.is_null() { !before.is_check() } else { before.is_legal(mv) };
        if !legal {
            return Err(IllegalMoveError);
        }
        let san = before.san(mv);
        let main = self.nodes[node.index()].next;
        let mut parent = node.0;
        if main != NO_NODE {
            parent = self.push_node(NodeData { parent, starts_line: true, ..NodeData::default() });
            self.link_variation(main, parent);
        }
        let id = self.push_node(NodeData { mv, san, parent, ..NodeData::default() });
        self.nodes[parent as usize].next = id;
        Ok(NodeId(id))
    }

    /// Appends a comment after a move, or before the first one for [`NodeId::ROOT`]. Unknown nodes are ignored.
    pub fn add_comment(&mut self, node: NodeId, comment: &str) {
        let comment = self.text.append_comment(comment.as_bytes());
        self.push_note(node, NoteData::comment(comment));
    }

    /// Replaces the text of a comment: of those beside `node` the one at `index`, from 0, as [`Node::comments`] gives
    /// them. False where there is none.
    ///
    /// ```
    /// use pgnkit::{Game, NodeId, command::set_command};
    ///
    /// let mut game: Game = "1. e4 {[%clk 0:05:00] good} *".parse()?;
    /// let node = game.mainline().next().unwrap();
    /// let (id, comment) = (node.id(), node.comments().next().unwrap());
    /// let edited = set_command(comment, "clk", &["0:04:58"]).unwrap();
    /// assert!(game.set_comment(id, 0, &edited));
    /// assert!(game.to_string().contains("1. e4 {[%clk 0:04:58] good} *"));
    /// assert!(!game.set_comment(NodeId::ROOT, 0, "there is none"));
    /// # Ok::<(), pgnkit::syntax::Diagnostic>(())
    /// ```
    pub fn set_comment(&mut self, node: NodeId, index: usize, text: &str) -> bool {
        let Some((_, note)) = self.comment_at(node, index) else { return false };
        let comment = self.text.append_comment(text.as_bytes());
        self.notes[note as usize].replace_comment(comment);
        true
    }

    /// Removes a comment: of those beside `node` the one at `index`, from 0. False where there is none.
    pub fn remove_comment(&mut self, node: NodeId, index: usize) -> bool {
        let Some((before, note)) = self.comment_at(node, index) else { return false };
        let next = self.notes[note as usize].next;
        match before {
            Some(before) => self.notes[before as usize].next = next,
            None => self.nodes[node.index()].first_note = next,
        }
        true
    }

    /// Gives the comments beside a node other texts, in their order: none for one that stays as it is, an empty one for
    /// one that goes.
    pub(crate) fn edit_comments(&mut self, node: NodeId, texts: impl IntoIterator<Item = Option<String>>) {
        let Some(data) = self.nodes.get(node.index()) else { return };
        let (mut before, mut at) = (None, data.first_note);
        let mut texts = texts.into_iter();
        while let Some(note) = self.notes.get(at as usize) {
            let next = note.next;
            let text = if note.is_comment() { texts.next().flatten() } else { None };
            match text {
                Some(text) if text.is_empty() => match before {
                    Some(before) => self.notes[before as usize].next = next,
                    None => self.nodes[node.index()].first_note = next,
                },
                text => {
                    if let Some(text) = text {
                        let comment = self.text.append_comment(text.as_bytes());
                        self.notes[at as usize].replace_comment(comment);
                    }
                    before = Some(at);
                }
            }
            at = next;
        }
    }

    /// The note of a comment, and the note before it.
    fn comment_at(&self, node: NodeId, index: usize) -> Option<(Option<u32>, u32)> {
        let (mut before, mut at) = (None, self.nodes.get(node.index())?.first_note);
        let mut left = index;
        loop {
            let note = self.notes.get(at as usize)?;
            if note.is_comment() {
                if left == 0 {
                    return Some((before, at));
                }
                left -= 1;
            }
            (before, at) = (Some(at), note.next);
        }
    }

    /// The nodes in an order in which each comes after its [`Node::parent`]: moves, and the beginnings of lines.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.nodes.len() as u32).filter_map(|id| self.node(NodeId(id)))
    }

    /// Appends a numeric annotation glyph to a move (section 8.2.4). Unknown nodes are ignored. Before any move there is
    /// none in PGN: there it is written as a comment, `{$6}`.
    pub fn add_nag(&mut self, node: NodeId, nag: u8) {
        self.push_note(node, NoteData::nag(nag));
    }

    fn push_node(&mut self, node: NodeData) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// Puts the line that begins with `first` behind the other variations of `main`.
    fn link_variation(&mut self, main: u32, first: u32) {
        let mut last = main;
        while self.nodes[last as usize].variation != NO_NODE {
            last = self.nodes[last as usize].variation;
        }
        self.nodes[last as usize].variation = first;
    }

    fn push_note(&mut self, node: NodeId, note: NoteData) {
        if node.index() >= self.nodes.len() {
            return;
        }
        let id = self.notes.len() as u32;
        let mut last = self.nodes[node.index()].first_note;
        if last == NO_NODE {
            self.nodes[node.index()].first_note = id;
        } else {
            while self.notes[last as usize].next != NO_NODE {
                last = self.notes[last as usize].next;
            }
            self.notes[last as usize].next = id;
        }
        self.notes.push(note);
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

/// Reads one game without errors. Warnings are accepted; for games with errors see [`Game::read`].
/// The move is not legal in the position it was to be played in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IllegalMoveError;

impl std::fmt::Display for IllegalMoveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for IllegalMoveError {}
