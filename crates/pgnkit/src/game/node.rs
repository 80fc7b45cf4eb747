use pgnkit_chess::san::San;
use pgnkit_chess::{Move, Position};

use super::text::CommentData;
use super::{Game, TextRange};

pub(super) const NO_NODE: u32 = u32::MAX;

/// A place in a [`Game`]: after a move, or before the first one of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Before the first move of the game.
    pub const ROOT: Self = Self(0);

    /// Its number: as [`Game::nodes`] counts them, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One move as it stands in the arena.
///
/// The links follow the text: `next` goes on in the same line; `variation` leads to the first of the lines in parentheses
/// after the move, and from the beginning of each to that of the next one. Each line, the main line too, begins with a node that is no move: it holds what stands
/// before the first move.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeData {
    pub(super) mv: Move,
    pub(super) san: San,
    pub(super) parent: u32,
    pub(super) next: u32,
    pub(super) variation: u32,
    pub(super) first_note: u32,
    pub(super) starts_line: bool,
}

impl Default for NodeData {
    fn default() -> Self {
        Self {
            mv: Move::NULL,
            san: San::NULL,
            parent: NO_NODE,
            next: NO_NODE,
            variation: NO_NODE,
            first_note: NO_NODE,
            starts_line: false,
        }
    }
}

/// A comment or annotation in the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct NoteData {
    pub(super) next: u32,
    kind: NoteKind,
}

#[derive(Clone, Copy, Debug)]
enum NoteKind {
    Comment(CommentData),
    Nag(u8),
    Escape(TextRange),
}

impl NoteData {
    #[inline]
    pub(super) fn comment(comment: CommentData) -> Self {
        Self { next: NO_NODE, kind: NoteKind::Comment(comment) }
    }

    pub(super) fn is_comment(&self) -> bool {
        matches!(self.kind, NoteKind::Comment(_))
    }

    pub(super) fn replace_comment(&mut self, comment: CommentData) {
        self.kind = NoteKind::Comment(comment);
    }

    pub(super) fn nag(nag: u8) -> Self {
        Self { next: NO_NODE, kind: NoteKind::Nag(nag) }
    }

    pub(super) fn escape(text: TextRange) -> Self {
        Self { next: NO_NODE, kind: NoteKind::Escape(text) }
    }
}

/// What stands beside a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note<'a> {
    /// A comment, without its braces (section 5).
    Comment(&'a str),
    /// A numeric annotation glyph (section 10).
    Nag(u8),
    /// The text of an escape line after its `%` (section 6); never exported.
    Escape(&'a str),
}

/// The same with text as it stands, which is UTF-8, for writing it.
#[cfg(feature = "json")]
#[derive(Clone, Copy, Debug)]
pub(crate) enum RawNote<'a> {
    Comment(&'a [u8]),
    Nag(u8),
    Escape(&'a [u8]),
}

/// A comment, for writing it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RawComment<'a> {
    game: &'a Game,
    data: CommentData,
}

impl<'a> RawComment<'a> {
    #[inline]
    fn new(game: &'a Game, kind: NoteKind) -> Option<Self> {
        let NoteKind::Comment(data) = kind else { return None };
        Some(Self { game, data })
    }

    pub(crate) fn text(self) -> &'a [u8] {
        self.game.bytes(self.data.text)
    }

    /// The text without white space around it, and what stands in memory behind it; and its length. Only where it is
    /// ASCII without control characters, braces and neighbouring spaces, and not empty.
    #[inline]
    pub(crate) fn plain(self) -> Option<(&'a [u8], usize)> {
        let inside = self.data.plain()?;
        Some((self.game.text.get_padded(inside), inside.end - inside.start))
    }
}

/// A view of one place in a game.
#[derive(Clone, Copy, Debug)]
pub struct Node<'a> {
    game: &'a Game,
    data: &'a NodeData,
    id: NodeId,
}

impl<'a> Node<'a> {
    /// `None` for an id that the game does not have.
    #[inline]
    pub(super) fn new(game: &'a Game, id: NodeId) -> Option<Self> {
        Some(Self { game, data: game.nodes.get(id.index())?, id })
    }

    pub(super) fn root(game: &'a Game) -> Self {
        Self { game, data: &game.nodes[0], id: NodeId::ROOT }
    }

    #[inline]
    fn data(&self) -> &'a NodeData {
        self.data
    }

    #[inline]
    fn link(&self, id: u32) -> Option<Self> {
        // `NO_NODE` is none of them.
        Self::new(self.game, NodeId(id))
    }

    /// The id, for changing the game here.
    pub fn id(&self) -> NodeId {
        self.id
    }

    /// Whether this is the place before the first move of a line: of the main line (the root) or of a variation.
    #[inline]
    pub fn starts_line(&self) -> bool {
        self.data().starts_line
    }

    /// The move that led here; [`Move::NULL`] where a line starts.
    #[inline]
    pub fn mv(&self) -> Move {
        self.data().mv
    }

    /// Its canonical notation (section 8.2.3).
    #[inline]
    pub fn san(&self) -> San {
        self.data().san
    }

    /// The place before: of a move, the one it was played from; of the start of a variation, the place before the move
    /// that the variation replaces. `None` for the root.
    pub fn parent(&self) -> Option<Self> {
        self.link(self.data().parent)
    }

    /// The next move of the same line.
    #[inline]
    pub fn next(&self) -> Option<Self> {
        self.link(self.data().next)
    }

    /// The variations that follow this move in parentheses, each by the place before its first move: what could have
    /// been played instead of this move (section 8.2.5).
    pub fn variations(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        std::iter::successors(self.first_variation(), Self::next_variation)
    }

    pub(crate) fn first_variation(&self) -> Option<Self> {
        if self.starts_line() { None } else { self.link(self.data().variation) }
    }

    pub(crate) fn next_variation(&self) -> Option<Self> {
        if self.starts_line() { self.link(self.data().variation) } else { None }
    }

    /// The moves that follow in the same line.
    pub fn following(&self) -> Plies<'a> {
        Plies { next: self.next() }
    }

    /// Comments, annotations and escape lines, in order.
    pub fn notes(&self) -> impl Iterator<Item = Note<'a>> + use<'a> {
        let game = self.game;
        self.note_kinds().map(move |kind| match kind {
            NoteKind::Comment(comment) => Note::Comment(super::as_str(game.bytes(comment.text))),
            NoteKind::Nag(nag) => Note::Nag(nag),
            NoteKind::Escape(range) => Note::Escape(super::as_str(game.bytes(range))),
        })
    }

    /// Comments, annotations and escape lines as they stand, for writing them.
    #[cfg(feature = "json")]
    #[inline]
    pub(crate) fn raw_notes(&self) -> impl Iterator<Item = RawNote<'a>> + use<'a> {
        let game = self.game;
        self.note_kinds().map(move |kind| match kind {
            NoteKind::Comment(comment) => RawNote::Comment(game.bytes(comment.text)),
            NoteKind::Nag(nag) => RawNote::Nag(nag),
            NoteKind::Escape(range) => RawNote::Escape(game.bytes(range)),
        })
    }

    #[inline]
    fn note_kinds(&self) -> impl Iterator<Item = NoteKind> + use<'a> {
        let game = self.game;
        let mut next = self.data().first_note;
        std::iter::from_fn(move || {
            let note = game.notes.get(next as usize)?;
            next = note.next;
            Some(note.kind)
        })
    }

    /// The comments as they stand, for writing them.
    pub(crate) fn raw_comments(&self) -> impl Iterator<Item = RawComment<'a>> + use<'a> {
        let game = self.game;
        self.note_kinds().filter_map(move |kind| RawComment::new(game, kind))
    }

    /// The comment, where it is all that stands beside the move.
    #[inline]
    pub(crate) fn only_comment(&self) -> Option<RawComment<'a>> {
        let note = self.game.notes.get(self.data().first_note as usize)?;
        if note.next == NO_NODE { RawComment::new(self.game, note.kind) } else { None }
    }

    /// Whether anything stands beside the move: comments, annotations, variations.
    #[inline]
    pub(crate) fn has_company(&self) -> bool {
        let data = self.data();
        data.first_note & data.variation != NO_NODE
    }

    /// The comments, in order.
    pub fn comments(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.raw_comments().map(|comment| super::as_str(comment.text()))
    }

    /// The numeric annotation glyphs, in order.
    pub fn nags(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.note_kinds().filter_map(|kind| if let NoteKind::Nag(nag) = kind { Some(nag) } else { None })
    }

    /// The position here. Plays the line from the start of the game: time in its length.
    pub fn position(&self) -> Position {
        let mut moves = Vec::new();
        let mut node = *self;
        while let Some(parent) = node.parent() {
            if !node.starts_line() {
                moves.push(node.mv());
            }
            node = parent;
        }
        moves.iter().rev().fold(self.game.start.position, |position, &mv| position.after(mv))
    }
}

/// Iterator over the moves of a line.
#[derive(Clone, Debug)]
pub struct Plies<'a> {
    next: Option<Node<'a>>,
}

impl<'a> Iterator for Plies<'a> {
    type Item = Node<'a>;

    #[inline]
    fn next(&mut self) -> Option<Node<'a>> {
        let node = self.next?;
        self.next = node.next();
        Some(node)
    }
}
