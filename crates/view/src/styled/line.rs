//! Lines of spans.

use std::fmt;

use pgnkit::command::MarkColor;
use unicode_width::UnicodeWidthChar as _;

use super::safe::clean;

/// The part that a piece of text has in what is shown. Which colour that is, is up to who shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// Blanks, and text without a role of its own.
    Plain,
    /// A player, or the name of a position.
    Player,
    /// A result.
    Result,
    /// Event, opening, time control and the like.
    Detail,
    /// A number: of a move, of a game.
    Number,
    /// A move of the main line.
    Move,
    /// A move of a variation.
    Variation,
    /// A sign that praises a move: `!`, `!!`, `!?`.
    Good,
    /// A sign that blames a move: `?`, `??`, `?!`.
    Bad,
    /// Any other sign.
    Sign,
    /// A comment.
    Comment,
    /// Time left, or used.
    Clock,
    /// An engine's evaluation.
    Score,
    /// Movetext that could not be read.
    Unread,
    /// A board of letters or figurines; what is written beside squares.
    Board,
    /// A square, when boards have squares.
    Square(SquareRole),
}

/// What there is to see on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct SquareRole {
    /// Whether it is a light square.
    pub light: bool,
    /// Whether the last move left it or came to it.
    pub last_move: bool,
    /// Whether the king on it is in check.
    pub check: bool,
    /// The colour in which it is marked.
    pub mark: Option<MarkColor>,
}

impl SquareRole {
    pub(super) fn new(light: bool) -> Self {
        Self { light, last_move: false, check: false, mark: None }
    }
}

/// A stretch of a line with one role.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Span {
    /// Its role.
    pub role: Role,
    /// Its text: nothing in it is obeyed by a terminal, and nothing turns the direction of writing.
    pub text: String,
}

/// A line of styled text. As text it is that of its spans.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Its spans in order.
    pub spans: Vec<Span>,
    width: usize,
}

impl Line {
    /// A line of one span.
    pub fn of(role: Role, text: &str) -> Self {
        let mut line = Self::default();
        line.push(role, text);
        line
    }

    /// Number of columns that it takes on a terminal.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.spans.is_empty()
    }

    /// Appends a text, made safe.
    pub(super) fn push(&mut self, role: Role, text: &str) {
        let text = clean(text);
        if text.is_empty() {
            return;
        }
        self.width += width(&text);
        match self.spans.last_mut() {
            Some(last) if last.role == role => last.text.push_str(&text),
            _ => self.spans.push(Span { role, text: text.into_owned() }),
        }
    }

    /// Appends another line.
    pub(super) fn append(&mut self, line: Self) {
        for span in line.spans {
            self.push(span.role, &span.text);
        }
    }

    /// Appends blanks up to a column.
    pub(super) fn pad(&mut self, column: usize) {
        self.push(Role::Plain, &" ".repeat(column.saturating_sub(self.width)));
    }

    /// The same without blanks at its end.
    pub(super) fn trimmed(mut self) -> Self {
        while let Some(last) = self.spans.last_mut() {
            let kept = last.text.trim_end_matches(' ').len();
            self.width -= last.text.len() - kept;
            last.text.truncate(kept);
            if kept > 0 {
                break;
            }
            self.spans.pop();
        }
        self
    }

    /// Appends a text that ends at a column, or as soon after it as possible.
    pub(super) fn push_right(&mut self, role: Role, text: &str, column: usize) {
        self.pad(column.saturating_sub(width(&clean(text))));
        self.push(role, text);
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spans.iter().try_for_each(|span| f.write_str(&span.text))
    }
}

/// Number of columns of a text that is safe.
pub(super) fn width(text: &str) -> usize {
    if text.is_ascii() { text.len() } else { text.chars().map(char_width).sum() }
}

/// Number of columns of a character.
pub(super) fn char_width(c: char) -> usize {
    c.width().unwrap_or(0)
}

/// The beginning of a text in at most so many columns; what is cut ends in an ellipsis.
pub(super) fn truncated(text: &str, columns: usize, ascii: bool) -> String {
    let text = clean(text);
    if width(&text) <= columns {
        return text.into_owned();
    }
    let ellipsis = if ascii { "..." } else { "…" };
    let room = columns.saturating_sub(width(ellipsis));
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += char_width(*c);
        used > room
    });
    let kept = end.map_or(&*text, |(at, _)| &text[..at]);
    format!("{}{ellipsis}", kept.trim_end())
}
