//! Changing the tree: variations removed, promoted and demoted.
//!
//! The variations of a move hang on it in a chain, each by the node that begins it; their parent is the parent of the move.
//! Nodes keep their ids as long as they are part of the game, and an id is never given again.

use super::edit::REMOVED;
use super::{EditError, Game, NO_NODE, NodeData, NodeId, NoteData};

impl Game {
    /// The nodes that begin the variations of a move.
    pub(super) fn variations_of(&self, mv: u32) -> impl Iterator<Item = u32> {
        let following = |node: u32| Some(self.nodes[node as usize].variation).filter(|next| *next != NO_NODE);
        std::iter::successors(following(mv), move |node| following(*node))
    }

    /// The node that begins the line of a node; of the main line the root.
    fn line_start(&self, node: u32) -> u32 {
        let mut at = node;
        while !self.nodes[at as usize].starts_line {
            at = self.nodes[at as usize].parent;
        }
        at
    }

    /// The node that begins the variation of a node, and the place before it.
    fn variation_at(&self, node: NodeId) -> Result<(u32, u32), EditError> {
        let start = self.line_start(self.place(node)?);
        match self.nodes[start as usize].parent {
            NO_NODE => Err(EditError::MainLine(node)),
            parent => Ok((start, parent)),
        }
    }

    /// The node whose chain goes on with the variation that begins with `start`: the move it belongs to, or the variation
    /// before it.
    fn before_variation(&self, start: u32, parent: u32) -> u32 {
        let main = self.nodes[parent as usize].next;
        let mut before = main;
        for variation in self.variations_of(main) {
            if variation == start {
                break;
            }
            before = variation;
        }
        before
    }

    /// Takes a variation out of the chain it is in.
    fn unlink(&mut self, start: u32, parent: u32) {
        let before = self.before_variation(start, parent);
        let next = std::mem::replace(&mut self.nodes[start as usize].variation, NO_NODE);
        self.nodes[before as usize].variation = next;
    }

    /// Forgets nodes that nothing leads to any more, with all that follows them.
    fn forget(&mut self, first: u32) {
        let mut left = vec![first];
        while let Some(node) = left.pop() {
            if let Some(data) = self.nodes.get_mut(node as usize) {
                data.parent = REMOVED;
                left.extend([data.next, data.variation]);
            }
        }
    }

    /// Removes the variation that `node` is in, from its beginning.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let mut game: Game = "1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *".parse()?;
    /// let e5 = game.mainline().nth(1).unwrap();
    /// let sicilian = e5.variations().next().unwrap().id();
    /// game.remove_variation(sicilian)?;
    /// assert!(game.to_string().ends_with("1. e4 e5 (1... e6) 2. Nf3 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such node, and when it is in the main line.
    pub fn remove_variation(&mut self, node: NodeId) -> Result<(), EditError> {
        let (start, parent) = self.variation_at(node)?;
        self.unlink(start, parent);
        self.forget(start);
        Ok(())
    }

    /// Removes a move and what follows it in its line. The first of its variations, if it has any, takes its place.
    ///
    /// # Errors
    /// When the game has no such node, and when it is no move.
    pub fn remove_move(&mut self, node: NodeId) -> Result<(), EditError> {
        let at = self.place(node)?;
        let NodeData { parent, starts_line, variation, .. } = self.nodes[at as usize];
        if starts_line {
            return Err(EditError::NotAMove(node));
        }
        if variation != NO_NODE {
            let demoted = self.exchange(variation, parent);
            self.unlink(demoted, parent);
            self.forget(demoted);
            return Ok(());
        }
        match self.nodes[parent as usize] {
            // A variation is not without a move.
            NodeData { starts_line: true, parent: outer, .. } if outer != NO_NODE => {
                self.unlink(parent, outer);
                self.forget(parent);
            }
            _ => self.cut_after(parent),
        }
        Ok(())
    }

    /// Removes all that follows `node` in its line, with its variations. At the beginning of a variation that is all of the
    /// variation, which goes as a whole.
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn truncate_after(&mut self, node: NodeId) -> Result<(), EditError> {
        let at = self.place(node)?;
        let data = self.nodes[at as usize];
        if data.starts_line && data.parent != NO_NODE {
            return self.remove_variation(node);
        }
        self.cut_after(at);
        Ok(())
    }

    fn cut_after(&mut self, node: u32) {
        let next = std::mem::replace(&mut self.nodes[node as usize].next, NO_NODE);
        self.forget(next);
    }

    /// Moves the variation that `node` is in one place up: before the variation before it, or, if it is the first one, in
    /// the place of the line it departs from, which becomes the first variation.
    ///
    /// Comments before the first move of a variation stay before that move: they are then comments on the move before.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let mut game: Game = "1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Nf3 *".parse()?;
    /// let french = game.mainline().nth(1).unwrap().variations().nth(1).unwrap().next().unwrap().id();
    /// game.promote_variation(french)?;
    /// assert!(game.to_string().ends_with("1. e4 e5 (1... e6) (1... c5 2. Nf3) 2. Nf3 *\n\n"));
    /// game.promote_variation(french)?;
    /// assert!(game.to_string().ends_with("1. e4 e6 (1... e5 2. Nf3) (1... c5 2. Nf3) *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such node, and when it is in the main line.
    pub fn promote_variation(&mut self, node: NodeId) -> Result<(), EditError> {
        let (start, parent) = self.variation_at(node)?;
        let before = self.before_variation(start, parent);
        if self.nodes[before as usize].starts_line {
            self.swap_with_next(before, parent);
        } else {
            self.exchange(start, parent);
        }
        Ok(())
    }

    /// Moves the variation that `node` is in one place down, after the variation after it.
    ///
    /// # Errors
    /// When the game has no such node, when it is in the main line, and when no variation comes after it.
    pub fn demote_variation(&mut self, node: NodeId) -> Result<(), EditError> {
        let (start, parent) = self.variation_at(node)?;
        if self.nodes[start as usize].variation == NO_NODE {
            return Err(EditError::LastVariation(node));
        }
        self.swap_with_next(start, parent);
        Ok(())
    }

    /// Makes the line that leads to `node` the main line, with all that follows it. Each line that it departs from becomes
    /// the first variation there.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let mut game: Game = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 *".parse()?;
    /// let last = game.nodes().find(|node| node.san().to_string() == "d5").unwrap().id();
    /// game.make_main_line(last)?;
    /// assert!(game.to_string().ends_with("1. e4 c5 (1... e5 2. Nf3) 2. c3 (2. Nf3 d6) 2... d5 *\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn make_main_line(&mut self, node: NodeId) -> Result<(), EditError> {
        let mut at = self.place(node)?;
        loop {
            let start = self.line_start(at);
            let parent = self.nodes[start as usize].parent;
            if parent == NO_NODE {
                return Ok(());
            }
            self.exchange(start, parent);
            at = parent;
        }
    }

    /// Exchanges two neighbouring variations of one move.
    fn swap_with_next(&mut self, start: u32, parent: u32) {
        let before = self.before_variation(start, parent);
        let second = self.nodes[start as usize].variation;
        let rest = std::mem::replace(&mut self.nodes[second as usize].variation, start);
        self.nodes[start as usize].variation = rest;
        self.nodes[before as usize].variation = second;
    }

    /// Puts a variation in the place of the line it departs from, which becomes the first variation. Returns the node that
    /// begins that.
    fn exchange(&mut self, start: u32, parent: u32) -> u32 {
        self.unlink(start, parent);
        let main = self.nodes[parent as usize].next;
        let first = self.nodes[start as usize].next;
        let demoted =
            self.push_node(NodeData { parent, next: main, starts_line: true, ..NodeData::default() });
        // The other variations of the old move, then those that the new one has already: all depart from the same place.
        let others = std::mem::replace(&mut self.nodes[main as usize].variation, NO_NODE);
        let own = std::mem::replace(&mut self.nodes[first as usize].variation, demoted);
        self.nodes[demoted as usize].variation = others;
        let last = self.variations_of(first).last().unwrap_or(demoted);
        self.nodes[last as usize].variation = own;
        let mut moved = own;
        while let Some(variation) = self.nodes.get_mut(moved as usize) {
            variation.parent = parent;
            moved = variation.variation;
        }
        self.nodes[main as usize].parent = demoted;
        self.nodes[first as usize].parent = parent;
        self.nodes[parent as usize].next = first;
        let notes = std::mem::replace(&mut self.nodes[start as usize].first_note, NO_NODE);
        self.move_notes(notes, parent);
        self.nodes[start as usize].next = NO_NODE;
        self.forget(start);
        demoted
    }

    /// Moves a chain of notes from the beginning of a line to the end of those beside another node. Where that is a move,
    /// what was an annotation of none is the comment as which it would be written.
    pub(super) fn move_notes(&mut self, first: u32, node: u32) {
        if first == NO_NODE {
            return;
        }
        let mut at = first;
        while let Some(note) = self.notes.get(at as usize).copied() {
            if let (Some(nag), false) = (note.nag_value(), self.nodes[node as usize].starts_line) {
                let comment = self.text.append_comment(format!("${nag}").as_bytes());
                self.notes[at as usize] = NoteData::comment(comment).followed_by(note.next);
            }
            at = note.next;
        }
        self.put_notes(node, first);
    }
}
