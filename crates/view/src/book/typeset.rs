//! The paragraphs of a game, whatever they are written in.

use pgnkit::chess::Color;

use crate::{Diagram, Item, PrintedMove, Sheet};

/// A comment of the main line with more characters is a paragraph of its own.
const LONG_COMMENT: usize = 80;

/// What a paragraph holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Paragraph {
    /// Moves of the main line, and short comments.
    Main,
    /// A long comment on the main line.
    Comment,
    /// A variation of the main line, with those inside it in parentheses.
    Variation,
}

/// A piece of a paragraph, without the space before it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece<'a> {
    /// A move with its number and signs.
    Move(&'a PrintedMove<'a>),
    /// A comment.
    Comment(&'a str),
    /// Movetext that was not read.
    Unread(&'a str),
    /// A variation inside another one begins.
    Open,
    /// It is over.
    Close,
    /// The end of the game.
    Result(&'a str),
}

/// A writer of paragraphs. They are not inside one another, and boards are between them.
pub(super) trait Pen {
    fn begin(&mut self, paragraph: Paragraph);
    fn end(&mut self, paragraph: Paragraph);
    /// The text so far.
    fn source(&mut self) -> &mut String;
    /// A word that is not broken.
    fn word(&mut self, word: &str);
    fn comment(&mut self, text: &str, paragraph: Paragraph);
    fn unread(&mut self, words: &str);
    /// A board, with the move before it.
    fn board(&mut self, diagram: &Diagram, caption: Option<&str>);

    /// A space in source, where a line break is one: lines are such that editors can show them.
    fn space(&mut self) {
        let source = self.source();
        let line = source.len() - source.rfind('\n').map_or(0, |at| at + 1);
        source.push(if line > 100 { '\n' } else { ' ' });
    }

    /// A space at which no line ends.
    fn hard_space(&mut self) {
        self.source().push('~');
    }

    fn piece(&mut self, piece: Piece<'_>, paragraph: Paragraph) {
        match piece {
            Piece::Move(mv) => {
                let (word, signs) = words(mv);
                self.word(&word);
                for sign in signs {
                    self.hard_space();
                    self.word(sign);
                }
            }
            Piece::Comment(comment) => self.comment(comment, paragraph),
            Piece::Unread(words) => self.unread(words),
            Piece::Open => self.source().push('('),
            Piece::Close => self.source().push(')'),
            Piece::Result(result) => self.word(result),
        }
    }
}

/// Writes the moves of a game.
pub(super) fn typeset(sheet: &Sheet<'_>, result: &str, pen: &mut dyn Pen) {
    let mut setter = Setter { pen, paragraph: None, is_open: false };
    let mut depth = 0_usize;
    let mut last = None;
    let mut items = sheet.items().peekable();
    while let Some(item) = items.next() {
        match item {
            Item::Move(mv) => {
                let wanted = if depth == 0 { Paragraph::Main } else { Paragraph::Variation };
                setter.put(Piece::Move(&mv), wanted);
                last = Some(caption(&mv));
            }
            Item::Comment(text) => {
                let wanted = match depth {
                    0 if setter.paragraph == Some(Paragraph::Main) && !is_long(&text) => Paragraph::Main,
                    0 => Paragraph::Comment,
                    _ => Paragraph::Variation,
                };
                setter.put(Piece::Comment(&text), wanted);
            }
            Item::Unread(text) => {
                let wanted = if depth == 0 { Paragraph::Main } else { Paragraph::Variation };
                setter.put(Piece::Unread(text), wanted);
            }
            Item::Board(diagram) => {
                // The result is with the moves, and not alone after the last board.
                if depth == 0 && items.next_if(|item| matches!(item, Item::Result(_))).is_some() {
                    setter.put(Piece::Result(result), Paragraph::Main);
                }
                setter.end();
                setter.pen.board(&diagram, last.as_deref());
            }
            Item::BeginVariation => {
                depth += 1;
                last = None;
                if depth == 1 {
                    setter.end();
                } else {
                    setter.put(Piece::Open, Paragraph::Variation);
                }
            }
            Item::EndVariation => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    setter.end();
                } else {
                    setter.put(Piece::Close, Paragraph::Variation);
                }
            }
            Item::Result(_) => setter.put(Piece::Result(result), Paragraph::Main),
        }
    }
    setter.end();
}

/// `after 12...Nf6`
fn caption(mv: &PrintedMove<'_>) -> String {
    let dots = if mv.before.turn() == Color::White { "." } else { "..." };
    format!("after {}{dots}{}", mv.before.fullmove_number(), mv.text)
}

fn is_long(comment: &str) -> bool {
    comment.chars().nth(LONG_COMMENT).is_some()
}

struct Setter<'p> {
    pen: &'p mut dyn Pen,
    paragraph: Option<Paragraph>,
    /// Whether a parenthesis was the last piece, so that no space comes after it.
    is_open: bool,
}

impl Setter<'_> {
    /// Writes a piece into the paragraph that it belongs to.
    fn put(&mut self, piece: Piece<'_>, wanted: Paragraph) {
        if self.paragraph != Some(wanted) {
            self.end();
            self.pen.begin(wanted);
            self.paragraph = Some(wanted);
        } else if !self.is_open && !matches!(piece, Piece::Close) {
            self.pen.space();
        }
        self.is_open = matches!(piece, Piece::Open);
        self.pen.piece(piece, wanted);
    }

    fn end(&mut self) {
        if let Some(paragraph) = self.paragraph.take() {
            self.pen.end(paragraph);
        }
        self.is_open = false;
    }
}

/// A move with its number, `12.Nf3!`, and the signs that are written apart from it: `±`.
fn words<'a>(mv: &'a PrintedMove<'_>) -> (String, impl Iterator<Item = &'a str>) {
    let mut text = mv.number.clone().unwrap_or_default();
    text.push_str(&mv.text);
    let is_glued = |at: usize| at == 0 && mv.signs[at].is_suffix();
    if let Some(sign) = mv.signs.first().filter(|_| is_glued(0)) {
        text.push_str(&sign.text);
    }
    let signs = mv.signs.iter().enumerate().filter(move |(at, _)| !is_glued(*at));
    (text, signs.map(|(_, sign)| &*sign.text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paragraphs as lines, each with the letter of its kind.
    struct Lines(String);

    impl Pen for Lines {
        fn begin(&mut self, paragraph: Paragraph) {
            self.0.push_str(match paragraph {
                Paragraph::Main => "M:",
                Paragraph::Comment => "C:",
                Paragraph::Variation => "V:",
            });
        }

        fn source(&mut self) -> &mut String {
            &mut self.0
        }

        fn space(&mut self) {
            self.0.push(' ');
        }

        fn hard_space(&mut self) {
            self.0.push('_');
        }

        fn word(&mut self, word: &str) {
            self.0.push_str(word);
        }

        fn comment(&mut self, text: &str, _: Paragraph) {
            self.0.push_str(text);
        }

        fn unread(&mut self, words: &str) {
            self.0.push_str(&format!("[{words}]"));
        }

        fn end(&mut self, _: Paragraph) {
            self.0.push('|');
        }

        fn board(&mut self, _: &Diagram, caption: Option<&str>) {
            self.0.push_str(&format!("B:{}|", caption.unwrap_or("-")));
        }
    }

    #[test]
    fn paragraphs() {
        let long = "a ".repeat(LONG_COMMENT / 2) + "b";
        let with_long = format!("1. e4 {{{long}}} e5 *");
        let expected_long = format!("M:1.e4|C:{long}|M:1...e5 *|");
        for (text, expected) in [
            ("*", "M:*|"),
            ("{a} 1. e4 {b} e5 *", "C:a|M:1.e4 b 1...e5 *|"),
            (
                "1. e4 (1. d4 d5 (1... Nf6 {x} (1... f5)) 2. c4) (1. c4) e5 1-0",
                "M:1.e4|V:1.d4 d5 (1...Nf6 x (1...f5)) 2.c4|V:1.c4|M:1...e5 1-0|",
            ),
            (
                "1. e4 $220 e5 (1... c5 $220 2. Nf3) *",
                "M:1.e4|B:after 1.e4|M:1...e5|V:1...c5|B:after 1...c5|V:2.Nf3|M:*|",
            ),
            ("1. e4 $220 *", "M:1.e4 *|B:after 1.e4|"),
            ("1. e4! $16 $36 e5 $14 ({only words} 1... c5) *", "M:1.e4!_±_↑ e5_⩲|V:only words 1...c5|M:*|"),
            ("1. e4 e5 2. Ke4 Nc6 *", "M:1.e4 e5 [2. Ke4 Nc6] *|"),
            (&with_long, &expected_long),
        ] {
            let game = pgnkit::Game::read(text.as_bytes(), &mut pgnkit::diagnostics::Ignore).unwrap();
            let mut lines = Lines(String::new());
            let result = game.result().to_string();
            typeset(&Sheet::new(&game), &result, &mut lines);
            assert_eq!(lines.0, expected, "{text}");
        }
    }
}
