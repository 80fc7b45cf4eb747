//! The items of a sheet, one after another.

use std::collections::VecDeque;

use pgnkit::annotations::Annotations;
use pgnkit::chess::{Color, Position};
use pgnkit::clocks::{Clocks, Origin, Row};
use pgnkit::command::{ClockTime, Score};
use pgnkit::{Node, Notation, Note, Outcome, PlayedMove, Step, Walk};

use super::sign::{Printed, Sign};
use super::{Sheet, ascii};
use crate::Diagram;
use crate::diagram::LastMove;

/// An item of a [`Sheet`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Item<'g> {
    /// A move.
    Move(Box<PrintedMove<'g>>),
    /// A comment; it follows what it is about. White space is normalised.
    Comment(String),
    /// Movetext that could not be played, word for word.
    Unread(&'g str),
    /// A board.
    Board(Box<Diagram>),
    /// A variation of the last move of this line begins.
    BeginVariation,
    /// The variation is over.
    EndVariation,
    /// The end of the game.
    Result(Outcome),
}

/// A move as it is printed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PrintedMove<'g> {
    /// The place after the move.
    pub node: Node<'g>,
    /// The position before it; of no meaning in a game whose rules are unknown.
    pub before: Position,
    /// The position after it; of no meaning in a game whose rules are unknown.
    pub after: Position,
    /// Number of variations that it is inside of.
    pub depth: usize,
    /// Half-moves from the start of the game up to and with this one.
    pub ply: usize,
    /// The move number, `12.` or `12...`, if it is printed: with each move of White, and with Black's where a line begins
    /// or goes on after a comment, a board or a variation.
    pub number: Option<String>,
    /// The move.
    pub text: String,
    /// The signs after it, in the order of their numbers.
    pub signs: Vec<Sign>,
    /// Time left on the player's clock after the move, as comments give it.
    pub clock: Option<ClockTime>,
    /// Time used for the move: given, or computed from clocks that are given.
    pub used: Option<ClockTime>,
    /// An engine's evaluation, for White.
    pub score: Option<Score>,
}

impl PrintedMove<'_> {
    /// The move with its signs: `Nf3!? ±`.
    pub fn with_signs(&self) -> String {
        let mut text = self.text.clone();
        for (at, sign) in self.signs.iter().enumerate() {
            if at > 0 || !sign.is_suffix() {
                text.push(' ');
            }
            text.push_str(&sign.text);
        }
        text
    }

    /// The evaluation in pawns or moves to mate, for White: `+0.31`, `#-3`.
    pub fn score_text(&self) -> Option<String> {
        self.score.map(|score| match score {
            Score::Pawns(pawns) => format!("{pawns:+.2}"),
            Score::Mate(moves) => format!("#{moves}"),
        })
    }
}

/// Iterator over the items of a sheet; see [`Sheet::items`].
#[derive(Clone, Debug)]
pub struct Items<'g> {
    sheet: Sheet<'g>,
    walk: Walk<'g>,
    /// What comes before the next step of the walk.
    ready: VecDeque<Item<'g>>,
    /// Times of the main line.
    clocks: Clocks,
    /// Half-moves before the place, in each of the lines that the walk is in.
    plies: Vec<usize>,
    /// Whether the next move has its number even if it is Black's.
    numbered: bool,
    /// Whether the result has been given.
    is_over: bool,
}

impl<'g> Items<'g> {
    pub(super) fn new(sheet: Sheet<'g>) -> Self {
        let game = sheet.game;
        let mut items = Self {
            walk: game.walk(),
            ready: VecDeque::new(),
            clocks: Clocks::of(game),
            plies: vec![0],
            numbered: true,
            is_over: false,
            sheet,
        };
        let root = game.root();
        items.notes(&root);
        items.board(&root, game.start().position, game.start().position, Some(0));
        items
    }

    fn step(&mut self, step: Step<'g>) {
        match step {
            Step::Move(played) => self.played(played),
            Step::BeginVariation { start, position } => {
                if !self.sheet.variations {
                    self.walk.skip_variation();
                    return;
                }
                let before = self.plies.last().map_or(0, |ply| ply.saturating_sub(1));
                self.plies.push(before);
                self.ready.push_back(Item::BeginVariation);
                self.numbered = true;
                self.notes(&start);
                self.board(&start, position, position, None);
            }
            Step::EndVariation { .. } if self.sheet.variations => {
                self.plies.pop();
                self.ready.push_back(Item::EndVariation);
                self.numbered = true;
            }
            _ => {}
        }
    }

    fn played(&mut self, played: PlayedMove<'g>) {
        let PlayedMove { node, before, after, .. } = played;
        let depth = self.plies.len() - 1;
        let ply = self.plies.last().map_or(1, |ply| ply + 1);
        if let Some(last) = self.plies.last_mut() {
            *last = ply;
        }
        let (number, text) = match node.unchecked() {
            Some(words) => (None, self.words(words)),
            None => (self.number(&before), self.text(&node)),
        };
        let said = node.annotations();
        let row = self.clocks.rows.get(ply - 1).filter(|row| row.node == node.id());
        let given = said.clock.map(|clock| clock.time);
        let color = before.turn();
        let mut printed = PrintedMove {
            node,
            before,
            after,
            depth,
            ply,
            number,
            text,
            signs: Vec::new(),
            clock: given,
            used: row.and_then(used).or(said.move_time.map(|used| used.time)),
            score: row.map_or_else(|| said.evaluation.and_then(|said| said.for_white(color)), Row::score),
        };
        self.numbered = false;
        let at = self.ready.len();
        printed.signs = self.signs(&node);
        self.board(&node, before, after, (depth == 0).then_some(ply));
        self.notes(&node);
        self.ready.insert(at, Item::Move(Box::new(printed)));
    }

    /// The number of the next move, if it is printed.
    fn number(&self, before: &Position) -> Option<String> {
        (self.numbered || before.turn() == Color::White).then(|| move_number(before))
    }

    fn text(&self, node: &Node<'_>) -> String {
        let notation = match self.sheet.notation {
            Notation::Figurine if self.sheet.ascii => Notation::SAN,
            notation => notation,
        };
        let text = notation.text(node.mv(), node.san(), self.sheet.game.start().mode);
        if self.sheet.ascii { ascii(&text) } else { text }
    }

    fn signs(&self, node: &Node<'_>) -> Vec<Sign> {
        let sign = |nag| match self.sheet.printed(nag) {
            Printed::Sign(sign) => Some(sign),
            _ => None,
        };
        sorted_nags(node).into_iter().filter_map(sign).collect()
    }

    /// Everything that is said of a place: glyphs without a sign, comments, what was not read.
    fn notes(&mut self, node: &Node<'g>) {
        let before = self.ready.len();
        for nag in sorted_nags(node) {
            match self.sheet.printed(nag) {
                Printed::Words(words) => self.ready.push_back(Item::Comment(words.to_owned())),
                Printed::Sign(sign) if node.starts_line() => {
                    self.ready.push_back(Item::Comment(sign.text.into_owned()));
                }
                _ => {}
            }
        }
        for note in node.notes() {
            match note {
                Note::Comment(comment) if self.sheet.comments => {
                    let text = self.comment(comment);
                    if !text.is_empty() {
                        self.ready.push_back(Item::Comment(text));
                    }
                }
                Note::Unread(text) => self.ready.push_back(Item::Unread(text)),
                _ => {}
            }
        }
        self.numbered |= self.ready.len() > before;
    }

    fn comment(&self, comment: &str) -> String {
        match self.sheet.commands {
            true => self.words(comment),
            false => self.words(&Annotations::read([comment]).text),
        }
    }

    /// The words of a text.
    fn words(&self, text: &str) -> String {
        let text = text.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        if self.sheet.ascii { ascii(&text) } else { text }
    }

    /// The board after a place, if one is printed there.
    fn board(&mut self, node: &Node<'g>, before: Position, position: Position, ply: Option<usize>) {
        let sheet = &self.sheet;
        if !sheet.game.start().is_known {
            return;
        }
        let Some(bottom) = sheet.boards.at(node, ply, sheet.bottom) else { return };
        let mut diagram = Diagram::new(position);
        diagram.bottom = bottom;
        diagram.last_move = LastMove::of(node.mv());
        diagram.marks = node.annotations().marks;
        if !node.starts_line() {
            diagram.title = format!("After {} {}", move_number(&before), node.san());
        }
        self.ready.push_back(Item::Board(Box::new(diagram)));
        self.numbered = true;
    }
}

/// `12.` for White's move, `12...` for Black's.
fn move_number(before: &Position) -> String {
    let dots = if before.turn() == Color::White { "." } else { "..." };
    format!("{}{dots}", before.fullmove_number())
}

/// Time used for a move, unless it is only known that the game began.
fn used(row: &Row) -> Option<ClockTime> {
    row.used.filter(|used| used.origin != Origin::Start).map(|used| used.time)
}

fn sorted_nags(node: &Node<'_>) -> Vec<pgnkit::nag::Nag> {
    let mut nags: Vec<_> = node.nags().map(pgnkit::nag::Nag).collect();
    nags.sort_unstable();
    nags
}

impl<'g> Iterator for Items<'g> {
    type Item = Item<'g>;

    fn next(&mut self) -> Option<Item<'g>> {
        loop {
            if let Some(item) = self.ready.pop_front() {
                return Some(item);
            }
            match self.walk.next() {
                Some(step) => self.step(step),
                None if self.is_over => return None,
                None => {
                    self.is_over = true;
                    return Some(Item::Result(self.sheet.game.result()));
                }
            }
        }
    }
}
