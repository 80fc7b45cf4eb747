//! The moves of a game as words in lines: each paragraph is a line of play, indented by its depth.

use pgnkit::NodeId;
use pgnkit_view::{Item, Sheet};

use crate::text;

/// Variations deeper than this are indented no further.
const DEEPEST: u16 = 8;
/// Columns for each depth.
const INDENT: u16 = 2;

/// What a word is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Move,
    Number,
    Comment,
    /// Movetext that could not be played.
    Unread,
    /// A parenthesis of a variation.
    Bracket,
    Result,
}

/// A word, which is not broken unless it is longer than a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word {
    /// Where it begins in the text; it ends where the next one begins.
    start: usize,
    /// The move that it belongs to.
    pub(crate) node: NodeId,
    pub(crate) kind: Kind,
    /// Variations around it.
    pub(crate) depth: u16,
    /// Whether a paragraph begins with it.
    begins: bool,
    /// Whether there is no space before it.
    glued: bool,
    columns: u16,
    /// Columns up to the next space: words without one between them stay together.
    together: u16,
    /// Its place, once lines are broken.
    line: u32,
    pub(crate) column: u16,
}

/// The moves of a game in lines.
#[derive(Debug, Default)]
pub(crate) struct Paragraphs {
    text: String,
    words: Vec<Word>,
    /// The first word of each line.
    lines: Vec<usize>,
    /// The words of moves by the indices of their nodes.
    moves: Vec<u32>,
    width: u16,
    ascii: bool,
}

impl Paragraphs {
    /// The words of a game. They have no places yet.
    pub(crate) fn of(sheet: &Sheet<'_>, ascii: bool) -> Self {
        let mut all = Self { ascii, ..Self::default() };
        let mut at = Place { node: NodeId::ROOT, depth: 0, begins: true, glued: false };
        for item in sheet.items() {
            match item {
                Item::Move(printed) => {
                    at.node = printed.node.id();
                    if let Some(number) = &printed.number {
                        all.add(number, Kind::Number, &mut at);
                        // `1.e4`, as most magazines print it.
                        at.glued = true;
                    }
                    let index = at.node.index();
                    if all.moves.len() <= index {
                        all.moves.resize(index + 1, u32::MAX);
                    }
                    all.moves[index] = u32::try_from(all.words.len()).unwrap_or(u32::MAX);
                    all.add(&printed.with_signs(), Kind::Move, &mut at);
                }
                Item::Comment(comment) => all.add_words(&comment, Kind::Comment, &mut at),
                Item::Unread(unread) => all.add_words(unread, Kind::Unread, &mut at),
                Item::BeginVariation => {
                    (at.depth, at.begins) = (at.depth.saturating_add(1), true);
                    all.add("(", Kind::Bracket, &mut at);
                    at.glued = true;
                }
                Item::EndVariation => {
                    (at.glued, at.begins) = (true, false);
                    all.add(")", Kind::Bracket, &mut at);
                    (at.depth, at.begins) = (at.depth.saturating_sub(1), true);
                }
                Item::Result(result) => {
                    at.begins |= all.words.is_empty();
                    all.add(result.as_str(), Kind::Result, &mut at);
                }
                _ => {}
            }
        }
        for index in (1..all.words.len()).rev() {
            let Word { glued, begins, together, .. } = all.words[index];
            if glued && !begins {
                let before = &mut all.words[index - 1].together;
                *before = before.saturating_add(together);
            }
        }
        all
    }

    fn add_words(&mut self, text: &str, kind: Kind, at: &mut Place) {
        text.split_ascii_whitespace().for_each(|word| self.add(word, kind, at));
    }

    fn add(&mut self, text: &str, kind: Kind, at: &mut Place) {
        let shown = if self.ascii { text::ascii(text) } else { text::shown(text) };
        let columns = u16::try_from(text::columns(&shown)).unwrap_or(u16::MAX);
        self.words.push(Word {
            start: self.text.len(),
            node: at.node,
            kind,
            depth: at.depth,
            begins: at.begins,
            glued: at.glued,
            columns,
            together: columns,
            line: 0,
            column: 0,
        });
        self.text.push_str(&shown);
        (at.begins, at.glued) = (false, false);
    }

    /// Breaks lines at so many columns; nothing happens where they are already. Takes linear time.
    pub(crate) fn wrap(&mut self, width: u16) {
        if self.width == width {
            return;
        }
        self.width = width;
        self.lines.clear();
        let mut column = 0_u16;
        for index in 0..self.words.len() {
            let word = &mut self.words[index];
            let indent = (INDENT * word.depth.min(DEEPEST)).min(width / 2);
            let space = u16::from(!word.glued);
            let is_full = column.saturating_add(space).saturating_add(word.together) > width;
            if word.begins || self.lines.is_empty() || (is_full && !word.glued) {
                self.lines.push(index);
                // A paragraph's further lines go in line with its first.
                column = indent;
            } else {
                column = column.saturating_add(space);
            }
            word.line = u32::try_from(self.lines.len() - 1).unwrap_or(u32::MAX);
            word.column = column;
            column = column.saturating_add(word.columns);
        }
    }

    /// The number of lines.
    pub(crate) fn lines(&self) -> usize {
        self.lines.len()
    }

    /// The words of a line with their texts.
    pub(crate) fn line(&self, line: usize) -> impl Iterator<Item = (&Word, &str)> {
        let start = self.lines.get(line).copied().unwrap_or(self.words.len());
        let end = self.lines.get(line + 1).copied().unwrap_or(self.words.len());
        (start..end).map(|index| {
            let end = self.words.get(index + 1).map_or(self.text.len(), |next| next.start);
            (&self.words[index], &self.text[self.words[index].start..end])
        })
    }

    /// The line that a move is in; the first one for the start of the game.
    pub(crate) fn line_of(&self, node: NodeId) -> usize {
        let word = self.moves.get(node.index()).and_then(|word| self.words.get(*word as usize));
        word.map_or(0, |word| word.line as usize)
    }

    /// The move that is shown at a column of a line.
    pub(crate) fn at(&self, line: usize, column: u16) -> Option<NodeId> {
        let covers = |word: &Word| (word.column..word.column.saturating_add(word.columns)).contains(&column);
        self.line(line).find(|(word, _)| covers(word)).map(|(word, _)| word.node)
    }
}

/// Where the next word is.
struct Place {
    node: NodeId,
    depth: u16,
    begins: bool,
    glued: bool,
}
