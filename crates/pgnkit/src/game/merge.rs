//! Two trees in one.

use std::collections::{HashMap, HashSet};

use pgnkit_chess::Move;

use super::{EditError, Game, NO_NODE, Node, NodeId, Note, NoteData};

impl Game {
    /// Adds the moves, comments and annotations of another game to this one: moves that it does not have become variations,
    /// and what is beside a move that both have is joined, each once. Tags and result stay.
    ///
    /// Takes time in the length of both games.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let mut game: Game = "1. e4 {king's pawn} e5 2. Nf3 *".parse()?;
    /// game.merge(&"1. e4! e5 2. f4 {gambit} exf4 (2... d5) 1-0".parse()?)?;
    /// let text = game.to_string().replace('\n', " ");
    /// assert!(text.ends_with("1. e4 $1 {king's pawn} 1... e5 2. Nf3 (2. f4 {gambit} 2... exf4 (2... d5)) *  "), "{text}");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`EditError::OtherStart`] where the games start from different positions or have different or unknown rules.
    pub fn merge(&mut self, other: &Self) -> Result<(), EditError> {
        if self.start() != other.start() || !self.start().rules_are_known {
            return Err(EditError::OtherStart);
        }
        // Where each move leads from each place; of one that is there twice the first counts.
        let mut known: HashMap<(u32, Move), u32> = HashMap::new();
        for node in self.nodes().filter(|node| !node.starts_line()) {
            if let Some(from) = node.previous() {
                known.entry((from.id().0, node.mv())).or_insert(node.id().0);
            }
        }
        // The place in this game for each node of the other one.
        let mut places = vec![NO_NODE; other.nodes.len()];
        places[0] = 0;
        for node in other.nodes() {
            let Some(parent) = node.parent() else {
                self.join_notes(0, node);
                continue;
            };
            let from = places[parent.id().index()];
            if node.starts_line() {
                // Its place is known once its first move is.
                places[node.id().index()] = from;
                continue;
            }
            let at = match known.get(&(from, node.mv())) {
                Some(at) => *at,
                None => {
                    let at = self.attach(from, node.mv(), node.san());
                    known.insert((from, node.mv()), at);
                    at
                }
            };
            places[node.id().index()] = at;
            if parent.starts_line() && parent.parent().is_some() {
                // Before the first move of a variation here too, or else after the move before.
                let before = self.nodes[at as usize].parent;
                self.join_notes(before, parent);
            }
            self.join_notes(at, node);
        }
        Ok(())
    }

    /// Adds what is beside a node of another game and not yet here.
    fn join_notes(&mut self, at: u32, from: Node<'_>) {
        if from.notes().next().is_none() {
            return;
        }
        let here = Node::at(self, at);
        let mut known: HashSet<NoteContent> = here.notes().map(|note| NoteContent::of(note)).collect();
        let is_move = !here.starts_line();
        // One chain is put in place at once: to find the end of it for each would take quadratic time.
        let (mut first, mut last) = (NO_NODE, NO_NODE);
        for note in from.notes() {
            if !known.insert(NoteContent::of(note)) {
                continue;
            }
            let data = match note {
                Note::Comment(text) => NoteData::comment(self.text.append_comment(text.as_bytes())),
                Note::Nag(nag) if is_move && from.starts_line() => {
                    NoteData::comment(self.text.append_comment(format!("${nag}").as_bytes()))
                }
                Note::Nag(nag) => NoteData::nag(nag),
                Note::Escape(text) => {
                    self.has_escapes = true;
                    NoteData::escape(self.text.append(text.as_bytes()))
                }
                Note::Unread(text) | Note::Move(text) => {
                    self.has_unread = true;
                    NoteData::unread(self.text.append(text.as_bytes()))
                }
            };
            let id = self.notes.len() as u32;
            self.notes.push(data);
            match last {
                NO_NODE => first = id,
                last => self.notes[last as usize] = self.notes[last as usize].followed_by(id),
            }
            last = id;
        }
        if first != NO_NODE {
            self.put_notes(at, first);
        }
    }
}

/// A note, equal to another one that says the same.
#[derive(Debug, PartialEq, Eq, Hash)]
enum NoteContent {
    /// Its words.
    Comment(String),
    Nag(u8),
    Escape(String),
    Unread(String),
}

impl NoteContent {
    fn of(note: Note<'_>) -> Self {
        match note {
            Note::Comment(text) => Self::Comment(text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")),
            Note::Nag(nag) => Self::Nag(nag),
            Note::Escape(text) => Self::Escape(text.to_owned()),
            Note::Unread(text) | Note::Move(text) => Self::Unread(text.to_owned()),
        }
    }
}

impl Node<'_> {
    /// The place that a move was played from: its parent, or, for the first move of a variation, the place before the move
    /// that the variation replaces.
    fn previous(&self) -> Option<Self> {
        let parent = self.parent()?;
        if parent.starts_line() && parent.id() != NodeId::ROOT { parent.parent() } else { Some(parent) }
    }
}
