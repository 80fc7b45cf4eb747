//! A game as lines.

use std::collections::VecDeque;

use super::board::{self, BoardStyle};
use super::fill::Fill;
use super::line::{Line, Role, width};
use super::table::{Table, clock_text, put_move};
use super::{heading, plot};
use crate::plot::EvaluationPlot;
use crate::sheet::ascii;
use crate::{Heading, Item, Items, PrintedMove, Sheet};

/// The longest lines of text: longer ones are hard to read. Score sheets use the whole width.
const MAX_TEXT: usize = 100;
/// The longest variation or comment that stays in the line of the moves.
const MAX_INLINE: usize = 60;
/// Columns by which comments and variations are set in.
const INDENT: usize = 3;

/// A game as lines of styled text, as a magazine prints it.
///
/// The main line runs through paragraphs. Short comments follow their moves, and so do short variations, in parentheses;
/// longer ones are paragraphs of their own, set in below the move that they belong to. A game with clocks or evaluations is
/// a score sheet instead: a row for two moves, broken by comments and variations.
///
/// ```
/// use pgnkit_view::{Layout, Sheet};
///
/// let game: pgnkit::Game = "[White \"Tal\"]\n\n1. e4 e5 (1... c5 {sharper}) 2. Nf3 1-0".parse()?;
/// let lines = Layout::new(Sheet::new(&game)).width(40).lines();
/// let text: Vec<String> = lines.iter().map(ToString::to_string).collect();
/// assert_eq!(text[0], "Tal – ?                              1-0");
/// assert_eq!(text[2..], ["1. e4 e5 (1... c5 sharper) 2. Nf3 1-0"]);
/// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Layout<'g> {
    sheet: Sheet<'g>,
    width: usize,
    clocks: bool,
    scores: bool,
    squares: bool,
}

impl<'g> Layout<'g> {
    /// A sheet in 80 columns, with clocks and evaluations, and boards of letters or figurines.
    pub fn new(sheet: Sheet<'g>) -> Self {
        Self { sheet, width: 80, clocks: true, scores: true, squares: false }
    }

    /// The number of columns; at least 20. Text uses at most 100 of them.
    pub fn width(self, width: usize) -> Self {
        Self { width: width.max(20), ..self }
    }

    /// Whether clocks are shown.
    pub fn clocks(self, shown: bool) -> Self {
        Self { clocks: shown, ..self }
    }

    /// Whether evaluations are shown: beside the moves, and as a plot above them.
    pub fn scores(self, shown: bool) -> Self {
        Self { scores: shown, ..self }
    }

    /// Whether boards have squares, which whoever shows them gives colours to.
    pub fn squares(self, squares: bool) -> Self {
        Self { squares, ..self }
    }

    /// The lines.
    ///
    /// Takes time and memory in the length of the game.
    pub fn lines(&self) -> Vec<Line> {
        let columns = self.width.min(MAX_TEXT);
        let mut fill = Fill::new(columns);
        let heading = self.sheet.heading();
        heading::put(&mut fill, &heading, columns, self.sheet.is_ascii());
        if let Some(plot) = self.scores.then(|| EvaluationPlot::of(self.sheet.game)).flatten() {
            plot::lines(&plot, columns, self.sheet.is_ascii()).into_iter().for_each(|line| fill.whole(line));
            fill.blank();
        }
        let body = Body {
            layout: self,
            items: Ahead { items: self.sheet.items(), read: VecDeque::new() },
            fill,
            max_inline: MAX_INLINE.min(columns * 3 / 4),
            table: Table::of(&self.sheet, self.clocks, self.scores, self.width),
            depth: 0,
            is_inline: false,
            opening: "",
            after_block: true,
        };
        body.run(&heading)
    }
}

/// The lines below the heading.
struct Body<'l, 'g> {
    layout: &'l Layout<'g>,
    items: Ahead<'g>,
    fill: Fill,
    max_inline: usize,
    /// The score sheet, if the main line is one.
    table: Option<Table>,
    /// Variations that are open as paragraphs.
    depth: usize,
    /// Whether a variation is open in the line.
    is_inline: bool,
    /// What is put before the next word.
    opening: &'static str,
    /// Whether the next move begins a paragraph.
    after_block: bool,
}

impl<'g> Body<'_, 'g> {
    fn run(mut self, heading: &Heading) -> Vec<Line> {
        while let Some(item) = self.items.next() {
            match item {
                Item::Move(mv) => self.mv(&mv),
                Item::Comment(text) => self.comment(&text),
                Item::Unread(text) => self.unread(text),
                Item::Board(diagram) => {
                    self.block();
                    self.fill.blank();
                    let style = BoardStyle {
                        squares: self.layout.squares,
                        ascii: self.layout.sheet.is_ascii(),
                        indent: self.indent() + INDENT,
                    };
                    board::lines(&diagram, style).into_iter().for_each(|line| self.fill.whole(line));
                    self.fill.blank();
                }
                Item::BeginVariation => self.begin_variation(),
                Item::EndVariation if self.is_inline => {
                    self.is_inline = false;
                    self.fill.add(Role::Variation, ")");
                }
                Item::EndVariation => {
                    self.depth -= 1;
                    self.after_block = true;
                }
                Item::Result(_) => {
                    self.put_table();
                    self.paragraph_after_block();
                    self.fill.word(Role::Result, &heading.result);
                }
            }
        }
        self.fill.finish()
    }

    fn indent(&self) -> usize {
        (self.depth * INDENT).min(self.layout.width / 3)
    }

    /// Whether what comes next belongs to the main line of a score sheet.
    fn in_table(&self) -> bool {
        self.table.is_some() && self.depth == 0 && !self.is_inline
    }

    fn put_table(&mut self) {
        if let Some(table) = &mut self.table {
            table.put(&mut self.fill, self.layout.width);
            self.after_block |= self.depth == 0;
        }
    }

    /// Ends whatever is in the line, for something with lines of its own.
    fn block(&mut self) {
        self.put_table();
        self.fill.paragraph(self.indent());
        self.after_block = true;
    }

    fn paragraph_after_block(&mut self) {
        if std::mem::take(&mut self.after_block) {
            self.fill.paragraph(self.indent());
        }
    }

    fn word(&mut self, role: Role, text: &str) {
        match std::mem::take(&mut self.opening) {
            "" => self.fill.word(role, text),
            opening => {
                self.fill.word(Role::Variation, opening);
                self.fill.add(role, text);
            }
        }
    }

    fn words(&mut self, role: Role, text: &str) {
        text.split_ascii_whitespace().for_each(|word| self.word(role, word));
    }

    fn mv(&mut self, mv: &PrintedMove<'_>) {
        if self.in_table() {
            if let Some(table) = &mut self.table {
                table.enter(mv);
            }
            return;
        }
        self.paragraph_after_block();
        match &mv.number {
            Some(number) => {
                self.word(Role::Number, number);
                self.fill.add(Role::Number, " ");
            }
            None => self.word(Role::Number, ""),
        }
        let mut line = Line::default();
        put_move(&mut line, mv);
        line.spans.into_iter().for_each(|span| self.fill.add(span.role, &span.text));
        if let Some(clock) = clock_text(mv).filter(|_| self.layout.clocks) {
            self.fill.word(Role::Clock, &clock);
        }
        if let Some(score) = mv.score_text().filter(|_| self.layout.scores) {
            self.fill.word(Role::Score, &score);
        }
    }

    fn comment(&mut self, text: &str) {
        let is_short = width(text) <= self.max_inline;
        if self.is_inline || self.depth > 0 || (is_short && self.table.is_none()) {
            self.paragraph_after_block();
            return self.words(Role::Comment, text);
        }
        self.block();
        self.fill.paragraph(self.indent() + INDENT);
        self.fill.words(Role::Comment, text);
    }

    fn unread(&mut self, text: &str) {
        self.block();
        self.fill.hang(self.indent() + INDENT);
        self.fill.words(Role::Unread, "Not read:");
        match self.layout.sheet.is_ascii() {
            true => self.fill.words(Role::Unread, &ascii(text)),
            false => self.fill.words(Role::Unread, text),
        }
    }

    fn begin_variation(&mut self) {
        // After a long one even a short one is a paragraph, or else it would begin one of the main line.
        let may_be_inline = !self.in_table() && !self.after_block;
        if may_be_inline && self.items.begins_short_variation(self.max_inline) {
            self.is_inline = true;
            self.opening = "(";
            return;
        }
        self.put_table();
        self.depth += 1;
        self.after_block = true;
    }
}

/// Items that can be looked at before their turn.
struct Ahead<'g> {
    items: Items<'g>,
    read: VecDeque<Item<'g>>,
}

impl<'g> Ahead<'g> {
    fn next(&mut self) -> Option<Item<'g>> {
        self.read.pop_front().or_else(|| self.items.next())
    }

    /// Whether the variation that has just begun has nothing but moves and comments, in at most so many columns. Looks at
    /// no more items than that, so that it takes linear time.
    fn begins_short_variation(&mut self, columns: usize) -> bool {
        let mut used = 2;
        for at in 0.. {
            if self.read.len() <= at {
                let Some(item) = self.items.next() else { return false };
                self.read.push_back(item);
            }
            used += match &self.read[at] {
                Item::EndVariation => return true,
                Item::Move(mv) => {
                    width(&mv.with_signs()) + mv.number.as_ref().map_or(0, |number| number.len() + 1) + 1
                }
                Item::Comment(text) => width(text) + 1,
                _ => return false,
            };
            if used > columns {
                return false;
            }
        }
        false
    }
}
