//! The lines of a game, each as a game of its own.

use pgnkit_syntax::Outcome;

use super::{Game, NO_NODE, Node, NodeData, Nodes, Note, NoteData};

impl Game {
    /// Whether any move has a variation.
    pub fn has_variations(&self) -> bool {
        self.mainline().any(|node| node.first_variation().is_some())
    }

    /// Each line of the game as a game: the main line, then each variation, in the order of the text, with the moves before it.
    ///
    /// Comments and annotations stay with their moves and so are in every line that has these; what stands before the first move of
    /// a variation comes after the move before. All have the tags of the game. The result is that of the main line alone: the others
    /// have none, and no tag Termination.
    ///
    /// Each takes time in its own length, which is that of the whole game where a variation departs from its end:
    /// [`Lines::weight`] says how much all of them are.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let game: Game = "1. e4! e5 (1... c5 {Sicilian} 2. Nf3 (2. c3)) 2. f4 1-0".parse()?;
    /// let lines: Vec<String> = game.lines().map(|line| line.to_string().lines().last().unwrap().to_owned()).collect();
    /// assert_eq!(game.lines().count(), 3);
    /// let ends = ["1. e4 $1 1... e5 2. f4 1-0\n\n", "1. e4 $1 1... c5 {Sicilian} 2. Nf3 *\n\n", "1. e4 $1 1... c5 {Sicilian} 2. c3 *\n\n"];
    /// assert!(game.lines().zip(ends).all(|(line, end)| line.to_string().ends_with(end)));
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn lines(&self) -> Lines<'_> {
        Lines { game: self, nodes: self.nodes(), path: Vec::new() }
    }

    /// A game with the tags, the start and the result of this one, and no moves.
    pub(super) fn without_moves(&self) -> Self {
        let mut game = Self::default();
        game.start.set(self.start());
        for (name, value) in self.raw_tags() {
            let tag = game.text.append_tag(name, value, !value.contains(&b'\\'));
            game.tags.push(tag);
        }
        game.result = self.result;
        game
    }

    /// Appends a note that another game has to those that belong to no node yet. What was an annotation of no move
    /// is the comment as which it would be written where `is_move` says so.
    pub(super) fn append_note(&mut self, note: Note<'_>, of_no_move: bool, is_move: bool) -> u32 {
        let data = match note {
            Note::Nag(nag) if of_no_move && is_move => {
                NoteData::comment(self.text.append_comment(format!("${nag}").as_bytes()))
            }
            Note::Nag(nag) => NoteData::nag(nag),
            Note::Comment(text) => NoteData::comment(self.text.append_comment(text.as_bytes())),
            Note::Escape(text) => {
                self.has_escapes = true;
                NoteData::escape(self.text.append(text.as_bytes()))
            }
            Note::Unread(text) => {
                self.has_unread = true;
                NoteData::unread(self.text.append(text.as_bytes()))
            }
            Note::Move(text) => NoteData::unchecked_move(self.text.append(text.as_bytes())),
        };
        self.notes.push(data);
        (self.notes.len() - 1) as u32
    }
}

/// Iterator over the lines of a game; see [`Game::lines`].
#[derive(Clone, Debug)]
pub struct Lines<'g> {
    game: &'g Game,
    nodes: Nodes<'g>,
    /// The places that lead to a line.
    path: Vec<Node<'g>>,
}

impl Lines<'_> {
    /// Places of all lines together, half-moves and beginnings of variations, and bytes of what is beside them: what it takes to
    /// make them. Takes time in the length of the game, however much that is.
    pub fn weight(&self) -> u64 {
        let mut weights = vec![0_u64; self.game.node_bound()];
        let mut total = 0_u64;
        for node in self.game.nodes() {
            let notes: usize = node.notes().map(bytes_of).sum();
            let before = node.parent().map_or(0, |parent| weights[parent.id().index()]);
            let weight = before.saturating_add(notes as u64 + 1);
            weights[node.id().index()] = weight;
            if node.next().is_none() {
                total = total.saturating_add(weight);
            }
        }
        total
    }
}

fn bytes_of(note: Note<'_>) -> usize {
    match note {
        Note::Comment(text) | Note::Escape(text) | Note::Unread(text) | Note::Move(text) => text.len(),
        Note::Nag(_) => 1,
    }
}

impl Iterator for Lines<'_> {
    type Item = Game;

    fn next(&mut self) -> Option<Game> {
        let start = self.nodes.by_ref().find(|node| node.starts_line())?;
        self.path.clear();
        self.path.extend(std::iter::successors(Some(start), Node::parent));
        self.path.reverse();
        let mut line = self.game.without_moves();
        if self.path.len() > 1 {
            line.set_result(Outcome::Unknown);
            line.take_tag("Termination");
        }
        let (mut at, mut last) = (0, NO_NODE);
        for node in self.path.iter().copied().chain(start.following()) {
            if !node.starts_line() {
                let (mv, san) = (node.mv(), node.san());
                let id = line.push_node(NodeData { mv, san, parent: at, ..NodeData::default() });
                line.nodes[at as usize].next = id;
                (at, last) = (id, NO_NODE);
            }
            for note in node.notes() {
                let id = line.append_note(note, node.starts_line(), at != 0);
                match last {
                    NO_NODE => line.nodes[at as usize].first_note = id,
                    last => line.notes[last as usize].next = id,
                }
                last = id;
            }
        }
        Some(line)
    }
}
