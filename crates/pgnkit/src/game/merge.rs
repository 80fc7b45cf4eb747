//! Many trees in one.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, RandomState};

use pgnkit_chess::{Color, Move, Position, Setup};

use super::{EditError, Game, NO_NODE, Node, NodeId, Note};

impl Game {
    /// Adds the moves, comments and annotations of another game to this one: moves that it does not have become variations,
    /// and what is beside a move that both have is joined, each once. Tags and result stay.
    ///
    /// Takes time in the length of both games; for many of them there is a [`GameMerger`].
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
        let mut merger = GameMerger::new(std::mem::take(self));
        let result = merger.add(other);
        *self = merger.into_game();
        result.map(drop)
    }

    /// Whether all moves of another game are in this one, with all that is beside them, whatever the tags and the result are.
    ///
    /// What is before the first move of a variation may be after the move before, as [`merge`](Self::merge) puts it.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let game: Game = "1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 *".parse()?;
    /// assert!(game.holds(&"1. e4 c5 {Sicilian} 1-0".parse()?));
    /// assert!(!game.holds(&"1. e4 c5 {a defence} 1-0".parse()?));
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn holds(&self, other: &Self) -> bool {
        if self.start() != other.start() || !self.start().rules_are_known {
            return false;
        }
        // Of a move that is there twice the first stands for all.
        let mut firsts: HashMap<(u32, Move), u32> = HashMap::new();
        let mut places = vec![0; self.nodes.len()];
        let mut beside: HashSet<(u32, NoteContent)> = HashSet::new();
        for node in self.nodes() {
            let from = node.parent().map_or(0, |parent| places[parent.id().index()]);
            let is_move = !node.starts_line();
            let at = if is_move { *firsts.entry((from, node.mv())).or_insert(node.id().0) } else { from };
            places[node.id().index()] = at;
            beside.extend(node.notes().map(|note| (at, NoteContent::beside(note, is_move))));
        }
        let mut places = vec![0; other.nodes.len()];
        other.nodes().all(|node| {
            let from = node.parent().map_or(0, |parent| places[parent.id().index()]);
            let is_move = !node.starts_line();
            let at = if is_move { firsts.get(&(from, node.mv())).copied() } else { Some(from) };
            let Some(at) = at else { return false };
            places[node.id().index()] = at;
            node.notes().all(|note| beside.contains(&(at, NoteContent::beside(note, is_move))))
        })
    }
}

/// Joins games into one, each in time of its own length, however many there are.
///
/// Moves that the game does not have become variations, and what is beside a move that both have is joined, each once.
///
/// ```
/// use pgnkit::{Game, GameMerger};
///
/// let mut tree = GameMerger::new("1. e4 e5 2. Nf3 *".parse()?);
/// for (moves, name) in [("1. e4 c5 *", "Sicilian"), ("1. e4 e5 2. f4 *", "gambit")] {
///     let merged = tree.add(&moves.parse::<Game>()?)?;
///     assert_eq!(merged.plies, 1);
///     tree.add_comment(merged.end, name)?;
/// }
/// let text = tree.into_game().to_string();
/// assert!(text.ends_with("1. e4 e5 (1... c5 {Sicilian}) 2. Nf3 (2. f4 {gambit}) *\n\n"), "{text}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct GameMerger {
    game: Game,
    /// Where each move leads from each place; of one that is there twice the first counts.
    known: HashMap<(u32, Move), u32>,
    /// The notes by the place they are beside and the hash of what they say.
    notes: HashMap<(u32, u64), u32>,
    /// The last note beside each place whose notes are in `notes`.
    last_notes: HashMap<u32, u32>,
    hasher: RandomState,
    transpositions: Option<Transpositions>,
}

/// What a game has added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Merged {
    /// The place where its main line ends.
    pub end: NodeId,
    /// Moves that were not there yet.
    pub plies: usize,
    /// Comments and annotations that were not there yet.
    pub notes: usize,
    /// Moves that lead to a position that was reached by another order of moves.
    pub transpositions: usize,
}

/// The positions that were reached, each at the number of half-moves where it was.
#[derive(Debug, Default)]
struct Transpositions {
    reached: HashMap<(u64, u32), (u32, Position)>,
    /// For a place that is reached by another order the one where the moves go on.
    instead: HashMap<u32, u32>,
}

impl GameMerger {
    /// Adds to this game.
    pub fn new(game: Game) -> Self {
        let mut known = HashMap::new();
        for node in game.nodes().filter(|node| !node.starts_line()) {
            if let Some(from) = node.previous() {
                known.entry((from.id().0, node.mv())).or_insert(node.id().0);
            }
        }
        Self {
            game,
            known,
            notes: HashMap::new(),
            last_notes: HashMap::new(),
            hasher: RandomState::new(),
            transpositions: None,
        }
    }

    /// Adds to a game that has the tags, the start and the result of this one, and no moves.
    pub fn beginning_as(game: &Game) -> Self {
        Self::new(game.without_moves())
    }

    /// The same; and where a position is reached that another order of the same number of moves has led to, a comment says so and
    /// the moves go on there.
    pub fn joining_transpositions(game: &Game) -> Self {
        let mut merger = Self::beginning_as(game);
        let start = game.start().position;
        let mut transpositions = Transpositions::default();
        transpositions.reached.insert((start.repetition_key(), 0), (0, start));
        merger.transpositions = Some(transpositions);
        merger
    }

    /// The game as it is so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The game.
    pub fn into_game(self) -> Game {
        self.game
    }

    /// Adds a comment that is not beside that place yet; whether it was not.
    ///
    /// # Errors
    /// When the game has no such node.
    pub fn add_comment(&mut self, node: NodeId, text: &str) -> Result<bool, EditError> {
        let at = self.game.place(node)?;
        Ok(self.join(at, Note::Comment(text), false))
    }

    /// Moves of another game that this one does not have: adding it adds so many at the most.
    pub fn missing(&self, other: &Game) -> usize {
        let mut places = vec![NO_NODE; other.nodes.len()];
        places[0] = 0;
        let mut missing = 0;
        for node in other.nodes() {
            let Some(parent) = node.parent() else { continue };
            let from = places[parent.id().index()];
            let at = if node.starts_line() {
                from
            } else {
                let from = self.going_on_at(from);
                let at = self.known.get(&(from, node.mv())).copied().filter(|_| from != NO_NODE);
                missing += usize::from(at.is_none());
                at.unwrap_or(NO_NODE)
            };
            places[node.id().index()] = at;
        }
        missing
    }

    /// Adds another game.
    ///
    /// # Errors
    /// [`EditError::OtherStart`] where it starts from another position or has other or unknown rules.
    pub fn add(&mut self, other: &Game) -> Result<Merged, EditError> {
        if self.game.start() != other.start() || !other.start().rules_are_known {
            return Err(EditError::OtherStart);
        }
        let mut merged = Merged { end: NodeId::ROOT, plies: 0, notes: 0, transpositions: 0 };
        // The place in this game for each node of the other one, and where positions are compared, its position.
        let mut places = vec![NO_NODE; other.nodes.len()];
        places[0] = 0;
        let mut positions = match self.transpositions {
            Some(_) => vec![(other.start().position, 0); other.nodes.len()],
            None => Vec::new(),
        };
        for node in other.nodes() {
            let index = node.id().index();
            let Some(parent) = node.parent() else {
                merged.notes += self.join_notes(0, node);
                continue;
            };
            let before = places[parent.id().index()];
            if node.starts_line() {
                // Its place is known once its first move is.
                places[index] = before;
                if self.transpositions.is_some() {
                    positions[index] = positions[parent.id().index()];
                }
                continue;
            }
            let from = self.going_on_at(before);
            let reached = self.transpositions.is_some().then(|| {
                let (mut position, ply): (Position, u32) = positions[parent.id().index()];
                position.play(node.mv());
                positions[index] = (position, ply + 1);
                positions[index]
            });
            let at = match self.known.get(&(from, node.mv())) {
                Some(at) => *at,
                None => {
                    let at = self.game.attach(from, node.mv(), node.san());
                    self.known.insert((from, node.mv()), at);
                    merged.plies += 1;
                    if let Some((position, ply)) = reached {
                        merged.transpositions += usize::from(self.reach(at, &position, ply));
                    }
                    at
                }
            };
            places[index] = at;
            if parent.starts_line() && parent.parent().is_some() {
                // Before the first move of a variation here too, or else after the move before.
                let before = self.game.nodes[at as usize].parent;
                merged.notes += self.join_notes(before, parent);
            }
            merged.notes += self.join_notes(at, node);
        }
        let end = other.mainline().last().map_or(0, |node| places[node.id().index()]);
        merged.end = NodeId(end);
        Ok(merged)
    }

    /// The place where moves after this one are.
    fn going_on_at(&self, at: u32) -> u32 {
        let instead = self.transpositions.as_ref().and_then(|known| known.instead.get(&at));
        instead.copied().unwrap_or(at)
    }

    /// Notes that a new place has this position; whether that is reached by another order of moves, which a comment then says.
    fn reach(&mut self, at: u32, position: &Position, ply: u32) -> bool {
        let Some(known) = &mut self.transpositions else { return false };
        let key = (position.repetition_key(), ply);
        match known.reached.get(&key) {
            Some((other, reached)) if are_same(reached, position) => {
                let other = *other;
                known.instead.insert(at, other);
                let text = format!("transposes to {}", self.last_moves(other, ply));
                self.join(at, Note::Comment(&text), false);
                true
            }
            Some(_) => false,
            None => {
                known.reached.insert(key, (at, *position));
                false
            }
        }
    }

    /// The last moves that lead to a place, so many that they say which it is.
    fn last_moves(&self, at: u32, ply: u32) -> String {
        let moves = std::iter::successors(Some(Node::at(&self.game, at)), Node::previous);
        let mut moves: Vec<_> = moves.take_while(|node| node.id() != NodeId::ROOT).take(LAST_MOVES).collect();
        moves.reverse();
        let start = self.game.start().position;
        let before = 2 * (start.fullmove_number() - 1) + u32::from(start.turn() == Color::Black);
        let mut text = String::from(if ply as usize > moves.len() { "… " } else { "" });
        for (number, node) in (before + ply - moves.len() as u32..).zip(&moves) {
            if number.is_multiple_of(2) {
                text += &format!("{}. ", number / 2 + 1);
            } else if node.id() == moves[0].id() {
                text += &format!("{}... ", number / 2 + 1);
            }
            text += &format!("{} ", node.san());
        }
        text.truncate(text.trim_end().len());
        text
    }

    /// Adds what is beside a node of another game and not yet here; how much that is.
    fn join_notes(&mut self, at: u32, from: Node<'_>) -> usize {
        from.notes().filter(|note| self.join(at, *note, from.starts_line())).count()
    }

    /// Adds a note that is not there yet, in constant time; whether it was not.
    fn join(&mut self, at: u32, note: Note<'_>, of_no_move: bool) -> bool {
        if !self.last_notes.contains_key(&at) {
            self.look_at_notes(at);
        }
        let is_move = !Node::at(&self.game, at).starts_line();
        let content = NoteContent::beside(note, !of_no_move || !is_move);
        let key = (at, self.hasher.hash_one(&content));
        if let Some(known) = self.notes.get(&key) {
            let same = self.game.note(*known).is_some_and(|known| NoteContent::of(known) == content);
            if same {
                return false;
            }
        }
        let id = self.game.append_note(note, of_no_move, is_move);
        self.notes.entry(key).or_insert(id);
        match self.last_notes.insert(at, id) {
            None | Some(NO_NODE) => self.game.nodes[at as usize].first_note = id,
            Some(last) => self.game.notes[last as usize].next = id,
        }
        true
    }

    /// Learns the notes that a place has already.
    fn look_at_notes(&mut self, at: u32) {
        let (mut last, mut next) = (NO_NODE, self.game.nodes[at as usize].first_note);
        while let Some(note) = self.game.note(next) {
            let key = (at, self.hasher.hash_one(NoteContent::of(note)));
            self.notes.entry(key).or_insert(next);
            (last, next) = (next, self.game.notes[next as usize].next);
        }
        self.last_notes.insert(at, last);
    }
}

/// Moves in the comment on a transposition.
const LAST_MOVES: usize = 6;

/// Whether two positions are one, clocks and an en passant square that nobody can use aside: of these the keys know.
fn are_same(one: &Position, other: &Position) -> bool {
    let bare = |position: &Position| {
        let mut setup = Setup::from(*position);
        setup.en_passant(None).halfmove_clock(0).fullmove_number(1);
        setup
    };
    bare(one) == bare(other)
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
    /// The same, with an annotation of no move as the comment as which it is written.
    fn beside(note: Note<'_>, is_move: bool) -> Self {
        match note {
            Note::Nag(nag) if !is_move => Self::Comment(format!("${nag}")),
            note => Self::of(note),
        }
    }

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
