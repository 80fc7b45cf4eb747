//! Going through a game, with positions.

use pgnkit_chess::Position;

use super::{Game, Node, Plies};

/// A move with the positions around it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PlayedMove<'g> {
    /// The place after the move.
    pub node: Node<'g>,
    /// The position it is played in.
    pub before: Position,
    /// The position it leads to.
    pub after: Position,
}

/// A step of a [`Walk`].
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Step<'g> {
    /// A move.
    Move(PlayedMove<'g>),
    /// A variation of the last move begins.
    BeginVariation {
        /// The place before the first move of the variation.
        start: Node<'g>,
        /// The position there: the one that the last move was played in.
        position: Position,
    },
    /// The variation is over. What comes next follows the move that it is a variation of.
    EndVariation {
        /// The place before the first move of the variation.
        start: Node<'g>,
    },
}

impl Game {
    /// The moves of the game with their positions, variations included, in the order of the text: a move, its variations,
    /// and the move after it.
    ///
    /// Takes time in the length of the game and memory in the depth of its variations.
    ///
    /// ```
    /// use pgnkit::{Game, Step};
    ///
    /// let game: Game = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *".parse()?;
    /// let mut text = String::new();
    /// for step in game.walk() {
    ///     match step {
    ///         Step::Move(played) => text += &format!("{}/{} ", played.node.san(), played.after.captures().len()),
    ///         Step::BeginVariation { .. } => text += "( ",
    ///         Step::EndVariation { .. } => text += ") ",
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(text, "e4/0 e5/0 ( c5/0 Nf3/0 ) Nf3/0 ");
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn walk(&self) -> Walk<'_> {
        Walk { next: self.root().next(), position: self.start().position, pending: None, outer: Vec::new() }
    }

    /// The moves of the main line with their positions, in linear time.
    ///
    /// ```
    /// use pgnkit::Game;
    ///
    /// let game: Game = "1. e4 e5 (1... c5) 2. Nf3 *".parse()?;
    /// let last = game.mainline_with_positions().last().unwrap();
    /// assert_eq!((last.node.san().to_string(), last.before.fullmove_number()), ("Nf3".into(), 2));
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn mainline_with_positions(&self) -> PlayedMoves<'_> {
        PlayedMoves { plies: self.mainline(), position: self.start().position }
    }

    /// The nodes in the order of the text, each after its [`Node::parent`]: moves, and the beginnings of lines.
    pub fn nodes(&self) -> Nodes<'_> {
        Nodes { next: Some(self.root()), outer: Vec::new() }
    }
}

impl<'g> Plies<'g> {
    /// The same moves with their positions. Takes time in the length of the line before the first of them, once, and linear
    /// time from there on.
    pub fn with_positions(self) -> PlayedMoves<'g> {
        let start = self.clone().next().and_then(|node| node.parent());
        PlayedMoves { position: start.map_or(Position::START, |start| start.position()), plies: self }
    }
}

/// Iterator over the moves of a line with their positions.
#[derive(Clone, Debug)]
pub struct PlayedMoves<'g> {
    plies: Plies<'g>,
    position: Position,
}

impl<'g> Iterator for PlayedMoves<'g> {
    type Item = PlayedMove<'g>;

    #[inline]
    fn next(&mut self) -> Option<PlayedMove<'g>> {
        let node = self.plies.next()?;
        let before = self.position;
        self.position.play(node.mv());
        Some(PlayedMove { node, before, after: self.position })
    }
}

/// Iterator over the moves of a game with their positions, variations included; see [`Game::walk`].
#[derive(Clone, Debug)]
pub struct Walk<'g> {
    next: Option<Node<'g>>,
    position: Position,
    /// The variation that comes next, after the move it belongs to and the position before that.
    pending: Option<(Node<'g>, Position, Node<'g>)>,
    outer: Vec<Outer<'g>>,
}

/// A line that a variation interrupts.
#[derive(Clone, Debug)]
struct Outer<'g> {
    /// The move that has the variation, and the positions around it.
    owner: Node<'g>,
    before: Position,
    after: Position,
    /// The beginning of the variation that is gone through.
    variation: Node<'g>,
}

impl<'g> Walk<'g> {
    /// The number of variations that the next step is inside of.
    pub fn depth(&self) -> usize {
        self.outer.len()
    }

    /// Leaves out the rest of the variation that the walk is in: its end comes next. Nothing happens in the main line.
    ///
    /// ```
    /// use pgnkit::{Game, Step};
    ///
    /// let game: Game = "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *".parse()?;
    /// let mut walk = game.walk();
    /// let mut moves = 0;
    /// while let Some(step) = walk.next() {
    ///     match step {
    ///         Step::Move(_) => moves += 1,
    ///         Step::BeginVariation { .. } => walk.skip_variation(),
    ///         _ => {}
    ///     }
    /// }
    /// assert_eq!(moves, 3);
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn skip_variation(&mut self) {
        if !self.outer.is_empty() {
            (self.next, self.pending) = (None, None);
        }
    }
}

impl<'g> Iterator for Walk<'g> {
    type Item = Step<'g>;

    fn next(&mut self) -> Option<Step<'g>> {
        if let Some((owner, before, variation)) = self.pending.take() {
            self.outer.push(Outer { owner, before, after: self.position, variation });
            (self.next, self.position) = (variation.next(), before);
            return Some(Step::BeginVariation { start: variation, position: before });
        }
        if let Some(node) = self.next {
            let before = self.position;
            self.position.play(node.mv());
            self.next = node.next();
            self.pending = node.first_variation().map(|variation| (node, before, variation));
            return Some(Step::Move(PlayedMove { node, before, after: self.position }));
        }
        let Outer { owner, before, after, variation } = self.outer.pop()?;
        self.position = after;
        self.next = owner.next();
        self.pending = variation.next_variation().map(|next| (owner, before, next));
        Some(Step::EndVariation { start: variation })
    }
}

/// Iterator over the nodes of a game in the order of the text; see [`Game::nodes`].
#[derive(Clone, Debug)]
pub struct Nodes<'g> {
    next: Option<Node<'g>>,
    /// The moves whose variations are gone through, each with the variation.
    outer: Vec<(Node<'g>, Node<'g>)>,
}

impl<'g> Iterator for Nodes<'g> {
    type Item = Node<'g>;

    fn next(&mut self) -> Option<Node<'g>> {
        let node = self.next?;
        self.next = match node.first_variation() {
            Some(variation) => {
                self.outer.push((node, variation));
                Some(variation)
            }
            None => node.next(),
        };
        while self.next.is_none()
            && let Some((owner, variation)) = self.outer.pop()
        {
            self.next = match variation.next_variation() {
                Some(next) => {
                    self.outer.push((owner, next));
                    Some(next)
                }
                None => owner.next(),
            };
        }
        Some(node)
    }
}
