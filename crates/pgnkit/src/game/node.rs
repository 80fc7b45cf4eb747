use pgnkit_chess::san::San;
use pgnkit_chess::{Move, Position};

use super::text::CommentData;
use super::{Game, TextRange};
use crate::annotations::Annotations;

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

/// One move in the arena.
///
/// The links follow the text: `next` goes on in the same line; `variation` leads to the first of the lines in
/// parentheses after the move, and from the beginning of each to that of the next one. Each line, including the main
/// line, begins with a node that is not a move: it holds the notes before the first move.
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
pub(super) enum NoteKind {
    Comment(CommentData),
    Nag(u8),
    Escape(TextRange),
    Unread(TextRange),
    /// The move itself, where it was not checked.
    Move(TextRange),
}

impl NoteData {
    #[inline]
    pub(super) fn comment(comment: CommentData) -> Self {
        Self { next: NO_NODE, kind: NoteKind::Comment(comment) }
    }

    pub(super) fn is_comment(&self) -> bool {
        matches!(self.kind, NoteKind::Comment(_))
    }

    pub(super) fn kind(&self) -> &NoteKind {
        &self.kind
    }

    pub(super) fn nag_value(&self) -> Option<u8> {
        if let NoteKind::Nag(nag) = self.kind { Some(nag) } else { None }
    }

    /// The same note with another one after it.
    pub(super) fn followed_by(self, next: u32) -> Self {
        Self { next, ..self }
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

    pub(super) fn unread(text: TextRange) -> Self {
        Self { next: NO_NODE, kind: NoteKind::Unread(text) }
    }

    pub(super) fn unchecked_move(text: TextRange) -> Self {
        Self { next: NO_NODE, kind: NoteKind::Move(text) }
    }

    /// The text that was not read, if it is that.
    pub(super) fn unread_text(&self) -> Option<TextRange> {
        if let NoteKind::Unread(text) = self.kind { Some(text) } else { None }
    }
}

/// A note of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Note<'a> {
    /// A comment, without its braces (section 5).
    Comment(&'a str),
    /// A numeric annotation glyph (section 10).
    Nag(u8),
    /// The text of an escape line after its `%` (section 6). Export format has none but those meant for
    /// pgnkit itself (decision A-111).
    Escape(&'a str),
    /// Movetext that could not be played, word for word; lines end with LF. It is written so that other programs take it
    /// for a comment, and is read, and reported, again (decision A-68).
    Unread(&'a str),
    /// The move itself, where the rules are not known: see [`Node::unchecked`]. It is the first of its notes.
    Move(&'a str),
}

/// A note with its raw text, which is UTF-8, for writing it.
#[cfg(feature = "json")]
#[derive(Clone, Copy, Debug)]
pub(crate) enum RawNote<'a> {
    /// A comment, and the memory from its beginning on.
    Comment(&'a [u8], &'a [u8]),
    Nag(u8),
    Escape(&'a [u8]),
    Unread(&'a [u8]),
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

    /// The text without white space around it, with the memory after it; and its length. Only if it is ASCII without
    /// control characters, braces and neighbouring spaces, and not empty.
    #[inline]
    pub(crate) fn plain(self) -> Option<(&'a [u8], usize)> {
        let inside = self.data.plain()?;
        Some((self.game.text.get_padded(inside), inside.end - inside.start))
    }
}

impl Game {
    /// A note of the arena.
    pub(super) fn note(&self, id: u32) -> Option<Note<'_>> {
        Some(self.note_of(self.notes.get(id as usize)?.kind))
    }

    fn note_of(&self, kind: NoteKind) -> Note<'_> {
        match kind {
            NoteKind::Comment(comment) => Note::Comment(super::as_str(self.bytes(comment.text))),
            NoteKind::Nag(nag) => Note::Nag(nag),
            NoteKind::Escape(range) => Note::Escape(super::as_str(self.bytes(range))),
            NoteKind::Unread(range) => Note::Unread(super::as_str(self.bytes(range))),
            NoteKind::Move(range) => Note::Move(super::as_str(self.bytes(range))),
        }
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

    /// The node at a place of the arena that there is.
    pub(super) fn at(game: &'a Game, index: u32) -> Self {
        Self { game, data: &game.nodes[index as usize], id: NodeId(index) }
    }

    pub(super) fn game(&self) -> &'a Game {
        self.game
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

    /// Whether this is the place before the first move of the game.
    pub(crate) fn is_root(&self) -> bool {
        self.id == NodeId(0)
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

    /// The text of the move, with the number that was before it, in a game whose rules are not known; such a move is
    /// [`Move::NULL`] in [`mv`](Self::mv) and everywhere else.
    pub fn unchecked(&self) -> Option<&'a str> {
        match self.game.notes.get(self.data().first_note as usize)?.kind {
            NoteKind::Move(range) => Some(super::as_str(self.game.bytes(range))),
            _ => None,
        }
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

    /// The first of the [`variations`](Self::variations) of this move.
    pub fn first_variation(&self) -> Option<Self> {
        if self.starts_line() { None } else { self.link(self.data().variation) }
    }

    /// After the start of a variation, the start of the next one of the same move.
    pub fn next_variation(&self) -> Option<Self> {
        if self.starts_line() { self.link(self.data().variation) } else { None }
    }

    /// The moves that the game has here, each by the place after it: the next one of the same line, then the first ones
    /// of its variations.
    ///
    /// ```
    /// let game: pgnkit::Game = "1. e4 (1. d4) (1. c4) e5 *".parse()?;
    /// let first: Vec<String> = game.root().children().map(|node| node.san().to_string()).collect();
    /// assert_eq!(first, ["e4", "d4", "c4"]);
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn children(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        let next = self.next();
        let others = next.into_iter().flat_map(|next| next.variations().filter_map(|start| start.next()));
        next.into_iter().chain(others)
    }

    /// Half-moves from the start of the game to here. Takes time in that number.
    pub fn ply(&self) -> usize {
        self.line_before().filter(|node| !node.starts_line()).count()
    }

    /// Whether this is a place of the main line. Takes time in the length of the line before.
    pub fn is_main_line(&self) -> bool {
        self.line_before().all(|node| !node.starts_line() || node.id == NodeId::ROOT)
    }

    /// Annotations in the comments: clocks, evaluations, marks, and text for people.
    pub fn annotations(&self) -> Annotations {
        Annotations::read(self.comments())
    }

    /// This node and those it comes from, up to the root.
    fn line_before(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        std::iter::successors(Some(*self), Self::parent)
    }

    /// The moves that lead here, the last one first.
    pub(super) fn moves_before(&self) -> Vec<Move> {
        self.line_before().filter(|node| !node.starts_line()).map(|node| node.mv()).collect()
    }

    /// The moves that follow in the same line.
    pub fn following(&self) -> Plies<'a> {
        Plies { next: self.next() }
    }

    /// Comments, annotations and escape lines, in order.
    pub fn notes(&self) -> impl Iterator<Item = Note<'a>> + use<'a> {
        let game = self.game;
        self.note_kinds().map(move |kind| game.note_of(kind))
    }

    /// Raw comments, annotations and escape lines, for writing them.
    #[cfg(feature = "json")]
    #[inline]
    pub(crate) fn raw_notes(&self) -> impl Iterator<Item = RawNote<'a>> + use<'a> {
        let game = self.game;
        self.note_kinds().filter_map(move |kind| match kind {
            NoteKind::Comment(comment) => {
                let padded = game.text.get_padded(comment.text);
                let length = comment.text.end - comment.text.start;
                Some(RawNote::Comment(padded.get(..length).unwrap_or_default(), padded))
            }
            NoteKind::Nag(nag) => Some(RawNote::Nag(nag)),
            NoteKind::Escape(range) => Some(RawNote::Escape(game.bytes(range))),
            NoteKind::Unread(range) => Some(RawNote::Unread(game.bytes(range))),
            NoteKind::Move(_) => None,
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

    /// Raw comments, for writing them; `and_unread` with the texts that could not be played among them.
    pub(crate) fn raw_comments(&self, and_unread: bool) -> impl Iterator<Item = RawComment<'a>> + use<'a> {
        let game = self.game;
        self.note_kinds().filter_map(move |kind| match kind {
            NoteKind::Unread(text) if and_unread => Some(RawComment { game, data: CommentData::odd(text) }),
            kind => RawComment::new(game, kind),
        })
    }

    /// The comment, if it is the only note of the move.
    #[inline]
    pub(crate) fn only_comment(&self) -> Option<RawComment<'a>> {
        let note = self.game.notes.get(self.data().first_note as usize)?;
        if note.next == NO_NODE { RawComment::new(self.game, note.kind) } else { None }
    }

    /// Whether the move has comments, annotations or variations.
    #[inline]
    pub(crate) fn has_company(&self) -> bool {
        let data = self.data();
        data.first_note & data.variation != NO_NODE
    }

    /// The comments, in order.
    pub fn comments(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.raw_comments(false).map(|comment| super::as_str(comment.text()))
    }

    /// The texts that could not be played, in order.
    pub(crate) fn unread(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        let game = self.game;
        self.note_kinds().filter_map(move |kind| match kind {
            NoteKind::Unread(range) => Some(super::as_str(game.bytes(range))),
            _ => None,
        })
    }

    /// The numeric annotation glyphs, in order.
    pub fn nags(&self) -> impl Iterator<Item = u8> + use<'a> {
        self.note_kinds().filter_map(|kind| if let NoteKind::Nag(nag) = kind { Some(nag) } else { None })
    }

    /// The position here. Plays the line from the start of the game and takes time in its length: for each move of a
    /// line there is [`Plies::with_positions`], for all of a game [`Game::walk`].
    pub fn position(&self) -> Position {
        let mut position = self.game.start().position;
        self.moves_before().into_iter().rev().for_each(|mv| position.play(mv));
        position
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
