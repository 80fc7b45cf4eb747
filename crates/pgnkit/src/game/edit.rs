//! Changing moves and what is beside them.

use pgnkit_chess::san::San;
use pgnkit_chess::{Move, Position};

use super::node::NoteKind;
use super::{EditError, Game, IllegalMoveError, NO_NODE, NodeData, NodeId, NoteData};

/// The parent of a node that was removed.
pub(super) const REMOVED: u32 = NO_NODE - 1;

impl Game {
    /// The arena index of a node of the game.
    pub(super) fn place(&self, node: NodeId) -> Result<u32, EditError> {
        self.node(node).map(|_| node.0).ok_or(EditError::UnknownNode(node))
    }

    /// Adds a move after `node`: as its continuation, or, where it has one, as the last variation of that.
    ///
    /// Takes time in the length of the line before `node`: for many moves there is a [`cursor`](Self::cursor).
    ///
    /// # Errors
    /// When the game has no such node, and when the move is not legal there.
    pub fn add_move(&mut self, node: NodeId, mv: Move) -> Result<NodeId, EditError> {
        self.cursor(node)?.push(mv)
    }

    /// Adds moves one after another after `node`: as its continuation, or, where it has one, as the last variation of that.
    /// Returns the nodes of the moves.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let mut game: Game = "1. e4 e5 2. Nf3 *".parse()?;
    /// let e4 = game.mainline().next().unwrap();
    /// let position = e4.position();
    /// let sicilian = position.parse_san("c5")?;
    /// let alapin = position.after(sicilian).parse_san("c3")?;
    /// game.add_line(e4.id(), [sicilian, alapin])?;
    /// assert!(game.to_string().ends_with("1. e4 e5 (1... c5 2. c3) 2. Nf3 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such node, and when a move is not legal; then none of them is added.
    pub fn add_line(
        &mut self,
        node: NodeId,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<Vec<NodeId>, EditError> {
        let mut at = self.place(node)?;
        let mut position = self.position_at(at)?;
        let mut line = Vec::new();
        for (index, mv) in moves.into_iter().enumerate() {
            position.check_move(mv).map_err(|reason| illegal(index, reason))?;
            let next = position.after(mv);
            line.push((mv, position.san_with_next(mv, &next)));
            position = next;
        }
        let mut nodes = Vec::with_capacity(line.len());
        for (mv, san) in line {
            at = self.attach(at, mv, san);
            nodes.push(NodeId(at));
        }
        Ok(nodes)
    }

    /// The position at a node, from which moves may be played.
    pub(super) fn position_at(&self, at: u32) -> Result<Position, EditError> {
        if !self.start().is_known {
            return Err(EditError::UnknownStart);
        }
        self.node(NodeId(at)).map(|node| node.position()).ok_or(EditError::UnknownNode(NodeId(at)))
    }

    /// Adds a move that is legal at `parent`, with its notation.
    pub(super) fn attach(&mut self, parent: u32, mv: Move, san: San) -> u32 {
        let main = self.nodes[parent as usize].next;
        let mut parent = parent;
        if main != NO_NODE {
            let start = self.push_node(NodeData { parent, starts_line: true, ..NodeData::default() });
            let last = self.variations_of(main).last().unwrap_or(main);
            self.nodes[last as usize].variation = start;
            parent = start;
        }
        let id = self.push_node(NodeData { mv, san, parent, ..NodeData::default() });
        self.nodes[parent as usize].next = id;
        id
    }

    pub(super) fn push_node(&mut self, node: NodeData) -> u32 {
        self.nodes.push(node);
        (self.nodes.len() - 1) as u32
    }

    /// Adds a comment after a move, or before the first one of a line where `node` begins it.
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn add_comment(&mut self, node: NodeId, comment: &str) -> Result<(), EditError> {
        let at = self.place(node)?;
        self.put_comment(at, comment);
        Ok(())
    }

    pub(super) fn put_comment(&mut self, at: u32, comment: &str) {
        let comment = self.text.append_comment(comment.as_bytes());
        self.put_note(at, NoteData::comment(comment));
    }

    /// Replaces the text of a comment: of those beside `node` the one at `index`, from 0, as
    /// [`Node::comments`](super::Node::comments) gives them.
    ///
    /// ```
    /// use pgnkit::{Game, NodeId, command::set_command};
    ///
    /// let mut game: Game = "1. e4 {[%clk 0:05:00] good} *".parse()?;
    /// let node = game.mainline().next().unwrap();
    /// let (id, comment) = (node.id(), node.comments().next().unwrap());
    /// let edited = set_command(comment, "clk", &["0:04:58"])?;
    /// game.set_comment(id, 0, &edited)?;
    /// assert!(game.to_string().contains("1. e4 {[%clk 0:04:58] good} *"));
    /// assert!(game.set_comment(NodeId::ROOT, 0, "there is none").is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is no such node or comment.
    pub fn set_comment(&mut self, node: NodeId, index: usize, text: &str) -> Result<(), EditError> {
        let (_, note) = self.comment_at(node, index)?;
        let comment = self.text.append_comment(text.as_bytes());
        self.notes[note as usize].replace_comment(comment);
        Ok(())
    }

    /// Removes a comment: of those beside `node` the one at `index`, from 0.
    ///
    /// # Errors
    /// When there is no such node or comment.
    pub fn remove_comment(&mut self, node: NodeId, index: usize) -> Result<(), EditError> {
        let (before, note) = self.comment_at(node, index)?;
        let next = self.notes[note as usize].next;
        match before {
            Some(before) => self.notes[before as usize].next = next,
            None => self.nodes[node.index()].first_note = next,
        }
        Ok(())
    }

    /// Removes all comments beside a node; annotations stay.
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn remove_comments(&mut self, node: NodeId) -> Result<(), EditError> {
        let at = self.place(node)?;
        self.retain_notes(at, |kind| !matches!(kind, NoteKind::Comment(_)));
        Ok(())
    }

    /// The note of a comment, and the note before it.
    fn comment_at(&self, node: NodeId, index: usize) -> Result<(Option<u32>, u32), EditError> {
        let (mut before, mut at) = (None, self.nodes[self.place(node)? as usize].first_note);
        let mut left = index;
        loop {
            let Some(note) = self.notes.get(at as usize) else {
                return Err(EditError::UnknownComment { node, index });
            };
            if note.is_comment() {
                if left == 0 {
                    return Ok((before, at));
                }
                left -= 1;
            }
            (before, at) = (Some(at), note.next);
        }
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

    /// Adds a numeric annotation glyph to a move (section 8.2.4). Before any move there is none in PGN: there it is written
    /// as a comment, `{$6}`.
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn add_nag(&mut self, node: NodeId, nag: u8) -> Result<(), EditError> {
        let at = self.place(node)?;
        self.put_note(at, NoteData::nag(nag));
        Ok(())
    }

    /// Removes a numeric annotation glyph, however often the move has it.
    ///
    /// # Errors
    /// When there is no such node, or when it has no such glyph.
    pub fn remove_nag(&mut self, node: NodeId, nag: u8) -> Result<(), EditError> {
        let at = self.place(node)?;
        let is_other = |kind: &NoteKind| !matches!(kind, NoteKind::Nag(found) if *found == nag);
        if self.retain_notes(at, is_other) { Ok(()) } else { Err(EditError::UnknownNag { node, nag }) }
    }

    /// Gives a move these numeric annotation glyphs in place of those it has.
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn set_nags(&mut self, node: NodeId, nags: &[u8]) -> Result<(), EditError> {
        let at = self.place(node)?;
        self.retain_notes(at, |kind| !matches!(kind, NoteKind::Nag(_)));
        nags.iter().for_each(|nag| self.put_note(at, NoteData::nag(*nag)));
        Ok(())
    }

    /// Keeps of the notes beside a node those that are wanted; whether any went.
    fn retain_notes(&mut self, node: u32, is_wanted: impl Fn(&NoteKind) -> bool) -> bool {
        let (mut before, mut at) = (None, self.nodes[node as usize].first_note);
        let mut any = false;
        while let Some(note) = self.notes.get(at as usize) {
            let next = note.next;
            if is_wanted(note.kind()) {
                before = Some(at);
            } else {
                any = true;
                match before {
                    Some(before) => self.notes[before as usize].next = next,
                    None => self.nodes[node as usize].first_note = next,
                }
            }
            at = next;
        }
        any
    }

    /// Adds a note as the last one beside a node.
    pub(super) fn put_note(&mut self, node: u32, note: NoteData) {
        let id = self.notes.len() as u32;
        self.notes.push(note);
        self.put_notes(node, id);
    }

    /// Adds a chain of notes as the last ones beside a node.
    pub(super) fn put_notes(&mut self, node: u32, first: u32) {
        let mut last = self.nodes[node as usize].first_note;
        if last == NO_NODE {
            self.nodes[node as usize].first_note = first;
            return;
        }
        while self.notes[last as usize].next != NO_NODE {
            last = self.notes[last as usize].next;
        }
        self.notes[last as usize].next = first;
    }
}

pub(super) fn illegal(index: usize, reason: pgnkit_chess::san::SanError) -> EditError {
    EditError::IllegalMove(IllegalMoveError { index, reason })
}
