//! An open game: where one is in it, and what is known there.

mod paragraphs;
mod scores;

use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::{Color, Move, Position};
use pgnkit::clocks::Clocks;
use pgnkit::command::{ClockTime, Score};
use pgnkit::{Game, Node, NodeId, Notation};
use pgnkit_archive::Finding;
use pgnkit_collections::eco::Book;
use pgnkit_view::{Boards, Heading, Sheet, orientation};

pub(crate) use paragraphs::{Kind, Paragraphs, Word};
pub(crate) use scores::{chance, score_text};

/// A game that is looked at, and the place in it.
#[derive(Debug)]
pub struct OpenGame {
    game: Game,
    /// Its original text, where that is PGN in UTF-8.
    text: Option<String>,
    findings: Vec<Finding>,
    /// The line of its file that its text begins on, from 1.
    line: u64,
    heading: Heading,
    clocks: Clocks,
    /// The main line.
    main: Vec<NodeId>,
    /// The half-moves of the main line by the indices of their nodes; 0 for others.
    plies: Vec<u32>,
    /// Scores after the half-moves of the main line, for White.
    scores: Vec<Option<Score>>,
    /// Code and name by its positions.
    opening: Option<(String, String)>,
    paragraphs: Paragraphs,
    here: NodeId,
    /// The position here. Found once for each step, in time linear in the moves before it.
    position: Position,
}

impl OpenGame {
    /// Opens a game at its start. `text` is its original text, `findings` what is reported of it, and `line` where it
    /// begins in its file.
    pub fn new(game: Game, text: Option<String>, findings: Vec<Finding>, line: u64) -> Self {
        let clocks = Clocks::of(&game);
        let mut plies = vec![0; game.nodes().map(|node| node.id().index() + 1).max().unwrap_or(1)];
        let main: Vec<NodeId> = game.mainline().map(|node| node.id()).collect();
        for (ply, node) in (1..).zip(&main) {
            plies[node.index()] = ply;
        }
        let scores: Vec<_> = clocks.rows.iter().map(pgnkit::clocks::Row::score).collect();
        let book = Book::lichess();
        let opening =
            book.classify(&game).map(|found| (found.line.eco().to_string(), found.line.name().to_string()));
        let (heading, position) = (Heading::of(&game), game.start().position);
        let paragraphs = Paragraphs::default();
        Self {
            game,
            text,
            findings,
            line,
            heading,
            clocks,
            main,
            plies,
            scores,
            opening,
            paragraphs,
            here: NodeId::ROOT,
            position,
        }
    }

    /// Prints the moves again, in another notation.
    pub(crate) fn print(&mut self, notation: Notation, ascii: bool) {
        let sheet = Sheet::new(&self.game).notation(notation).boards(Boards::NONE).ascii(ascii);
        self.paragraphs = Paragraphs::of(&sheet, ascii);
    }

    /// Breaks the moves into lines of so many columns.
    pub(crate) fn wrap(&mut self, width: u16) {
        self.paragraphs.wrap(width);
    }

    pub(crate) fn paragraphs(&self) -> &Paragraphs {
        &self.paragraphs
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Who played, where and when.
    pub fn heading(&self) -> &Heading {
        &self.heading
    }

    /// What is reported of it.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// Lines of the file before its text.
    pub(crate) fn lines_before(&self) -> u64 {
        self.line - 1
    }

    /// Whether the moves have positions: not in a game of unknown rules, or from an unknown position.
    pub fn has_positions(&self) -> bool {
        self.game.start().is_known
    }

    /// Whether Black is to be at the bottom, by its tags.
    pub(crate) fn asks_for_black(&self) -> bool {
        orientation(&self.game) == Color::Black
    }

    /// Code and name of the opening, by the positions.
    pub(crate) fn opening(&self) -> Option<(&str, &str)> {
        self.opening.as_ref().map(|(eco, name)| (eco.as_str(), name.as_str()))
    }

    /// The place.
    pub fn here(&self) -> NodeId {
        self.here
    }

    /// The node of the place.
    pub fn node(&self) -> Node<'_> {
        self.game.node(self.here).unwrap_or(self.game.root())
    }

    /// The position of the place.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The half-move of the main line that the place is after; `None` in variations.
    pub fn ply(&self) -> Option<usize> {
        if self.here == NodeId::ROOT {
            return Some(0);
        }
        self.plies.get(self.here.index()).map(|ply| *ply as usize).filter(|ply| *ply > 0)
    }

    /// Half-moves of the main line.
    pub fn plies(&self) -> usize {
        self.main.len()
    }

    /// Scores after the half-moves of the main line, for White.
    pub(crate) fn scores(&self) -> &[Option<Score>] {
        &self.scores
    }

    /// The score of the place, for White, with the depth of the search.
    pub(crate) fn score(&self) -> Option<(Score, Option<u32>)> {
        let node = self.node();
        let said = node.annotations().evaluation;
        let depth = said.and_then(|said| said.depth);
        let of_row = self.ply().and_then(|ply| *self.scores.get(ply.checked_sub(1)?)?);
        let score = of_row.or_else(|| said?.for_white(self.mover()))?;
        Some((score, depth))
    }

    /// The colour that moved last.
    fn mover(&self) -> Color {
        !self.position.turn()
    }

    /// The clock of a player after the last move of that player, and whether it is the one who has just moved.
    pub(crate) fn clock(&self, color: Color) -> Option<ClockTime> {
        if let Some(ply) = self.ply() {
            let rows = self.clocks.rows.get(..ply)?;
            let row = rows.iter().rev().take(2).find(|row| row.color == color);
            // Before a player's first move, the clock that it was played with.
            let first = || self.clocks.rows.iter().take(2).find(|row| row.color == color)?.before;
            return row.map_or_else(first, |row| row.after).map(|after| after.time);
        }
        let (node, before) = (self.node(), self.before(self.node()));
        let node = if self.mover() == color { Some(node) } else { before };
        node?.annotations().clock.map(|clock| clock.time)
    }

    /// Time used for the move that leads here.
    pub(crate) fn used(&self) -> Option<ClockTime> {
        match self.ply() {
            Some(ply) => Some(self.clocks.rows.get(ply.checked_sub(1)?)?.used?.time),
            None => self.node().annotations().move_time.map(|used| used.time),
        }
    }

    /// The text of the comments here, without commands.
    pub(crate) fn comment(&self) -> String {
        self.node().annotations().text
    }

    /// The position here as FEN.
    pub(crate) fn fen(&self) -> String {
        self.position.fen(EnPassant::Always).to_string()
    }

    /// A position before the place, and the moves that lead from it to the place: as far back as a position can come again, and no
    /// further than a null move. In time linear in the moves before the place.
    pub(crate) fn way(&self) -> (Position, Vec<Move>) {
        let before = std::iter::successors(Some(self.node()), Node::parent);
        let played = before.filter(|node| !node.starts_line() && node.id() != NodeId::ROOT);
        let most = usize::try_from(self.position.halfmove_clock()).unwrap_or(usize::MAX);
        let nodes: Vec<_> = played.take(most).take_while(|node| !node.mv().is_null()).collect();
        let start = match nodes.last().map(|first| self.before(*first)) {
            None => self.position,
            Some(node) => node.map_or(self.game.start().position, |node| node.position()),
        };
        (start, nodes.iter().rev().map(Node::mv).collect())
    }

    /// The game as PGN: its original text, or else in export format.
    pub(crate) fn pgn(&self) -> String {
        match &self.text {
            Some(text) => text.trim_start_matches('\u{feff}').trim().to_owned() + "\n",
            None => self.game.to_string(),
        }
    }

    /// Goes to a place.
    pub fn go_to(&mut self, to: NodeId) -> bool {
        let Some(node) = self.game.node(to) else { return false };
        // Before the first move of a variation there is nothing to show that is not shown elsewhere.
        let to = if node.starts_line() { node.next().map_or(NodeId::ROOT, |node| node.id()) } else { to };
        let to = if node.id() == NodeId::ROOT { NodeId::ROOT } else { to };
        if to == self.here {
            return false;
        }
        // One step further is the common case, and needs no way from the start.
        let next =
            self.game.node(to).filter(|node| node.parent().is_some_and(|before| before.id() == self.here));
        match next {
            Some(next) if self.has_positions() => self.position.play(next.mv()),
            _ => {
                self.position = self.game.node(to).map_or(self.game.start().position, |node| node.position())
            }
        }
        self.here = to;
        true
    }

    /// Goes to where a move leads, if there is one.
    fn step(&mut self, to: impl for<'g> FnOnce(&'g Self, Node<'g>) -> Option<Node<'g>>) -> bool {
        let to = to(self, self.node()).map(|node| node.id());
        to.is_some_and(|to| self.go_to(to))
    }

    /// The place before a move, in the outer line for the first move of a variation.
    fn before<'g>(&'g self, node: Node<'g>) -> Option<Node<'g>> {
        let mut before = node.parent()?;
        while before.starts_line()
            && let Some(outer) = before.parent()
        {
            before = outer;
        }
        Some(before)
    }

    /// The move that the line goes on with.
    pub(crate) fn next_move(&self) -> Option<Move> {
        self.node().next().map(|node| node.mv())
    }

    /// The next move of the line.
    pub fn forward(&mut self) -> bool {
        self.step(|_, node| node.next())
    }

    /// The move before: of the outer line before the first move of a variation.
    pub fn back(&mut self) -> bool {
        self.step(|game, node| game.before(node))
    }

    /// The start of the game.
    pub fn start(&mut self) -> bool {
        self.go_to(NodeId::ROOT)
    }

    /// The last move of the line.
    pub fn end(&mut self) -> bool {
        self.step(|_, node| node.following().last())
    }

    /// The next choice in place of this move: the first of its variations, or the variation after the one that it begins.
    /// Where there is none, the first variation of the move that comes next, so that one key enters all of them.
    pub fn next_choice(&mut self) -> bool {
        self.step(|_, node| {
            let sibling = || {
                let (owner, start) = (replaced_by(node)?, node.parent()?);
                owner
                    .variations()
                    .skip_while(|other| other.id() != start.id())
                    .skip(1)
                    .find_map(|start| start.next())
            };
            first_variation(node).or_else(sibling).or_else(|| first_variation(node.next()?))
        })
    }

    /// The choice before this one: at last the move that has the variations.
    pub fn previous_choice(&mut self) -> bool {
        self.step(|_, node| {
            let (owner, start) = (replaced_by(node)?, node.parent()?);
            let before = owner.variations().take_while(|other| other.id() != start.id());
            before.filter_map(|start| start.next()).last().or(Some(owner))
        })
    }

    /// Out of the variation: the move that it is a variation of.
    pub fn leave(&mut self) -> bool {
        self.step(|_, node| {
            let start = std::iter::successors(Some(node), Node::parent).find(Node::starts_line)?;
            start.parent()?.next()
        })
    }

    /// After so many half-moves of the main line.
    pub fn go_to_ply(&mut self, ply: usize) -> bool {
        match ply.checked_sub(1) {
            None => self.start() || self.here == NodeId::ROOT,
            Some(before) => {
                let to = self.main.get(before).copied();
                to.is_some_and(|to| self.go_to(to) || self.here == to)
            }
        }
    }

    /// After a move of the main line.
    pub fn go_to_move(&mut self, number: u32, color: Color) -> bool {
        let row = self.clocks.rows.iter().find(|row| row.number == number && row.color == color);
        row.map(|row| row.ply as usize).is_some_and(|ply| self.go_to_ply(ply))
    }
}

/// The first move of the first variation of a move that has any move.
fn first_variation(node: Node<'_>) -> Option<Node<'_>> {
    node.variations().find_map(|start| start.next())
}

/// The move that a variation replaces, by the first move of the variation.
fn replaced_by(node: Node<'_>) -> Option<Node<'_>> {
    node.parent().filter(Node::starts_line)?.parent()?.next()
}
