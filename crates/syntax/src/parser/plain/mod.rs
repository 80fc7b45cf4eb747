//! A shortcut for the commonest text by far: plain moves one after the other, with the numbers they should have.
//!
//! It examines a few machine words instead of single characters, and accepts a text only as a whole; all other text is
//! left to [`Parser::next_event`], which reads the accepted text in the same way.

mod clock;
mod event;
mod number;
mod window;

pub use number::NumberText;

use super::{Parser, Section};
use crate::{Sink, Span};
use window::{Window, is_mark, is_plain_space};

/// Next item of plain movetext.
#[derive(Clone, Copy, Debug)]
pub enum Plain {
    /// A word in the place of a move.
    Word(PlainWord),
    /// The brace that opens a comment.
    Comment {
        /// Whether the comment begins as an exact clock does.
        may_be_clock: bool,
    },
}

/// A word in the place of a move, with white space around it.
#[derive(Clone, Copy, Debug)]
pub struct PlainWord {
    /// Its first eight bytes, the first one lowest; what follows the word is part of them.
    pub bytes: u64,
    /// Its span.
    pub start: usize,
    /// Its length without a mark, 0 to 7 bytes.
    pub length: usize,
    /// `+`, `#` or the white space after it.
    pub next: u8,
}

impl PlainWord {
    /// Its span, including the mark.
    #[inline(always)]
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.length + usize::from(is_mark(self.next)))
    }
}

/// A place in plain movetext, followed by white space. It is a quickly accessible copy of the [`Parser`]'s place.
#[derive(Clone, Copy, Debug)]
pub struct PlainCursor<'a> {
    bytes: &'a [u8],
    pos: usize,
}

impl<'a> PlainCursor<'a> {
    /// The next item, if it is a brace comment or a word of up to seven characters; the word may be preceded by the
    /// number `expected`, for a move of White or not.
    #[inline(always)]
    pub fn peek(&self, expected: &NumberText, white: bool) -> Option<Plain> {
        let window = Window::at(self.bytes, self.pos)?;
        let mut at = 1;
        let mut bytes = window.load(at);
        // Line ends of two characters, and lines that end with a space.
        if bytes as u8 <= b' ' && is_plain_space(bytes as u8) {
            at = 2;
            bytes = window.load(at);
        }
        if white && let Some(length) = expected.length_in(bytes) {
            at += length;
            bytes = window.load(at);
        } else if bytes as u8 == b'{' {
            return Some(Plain::Comment { may_be_clock: clock::may_be_clock(bytes) });
        } else if !white
            && (bytes as u8) <= b'9'
            && let Some(length) = expected.dotted_length_in(bytes)
        {
            at += length;
            bytes = window.load(at);
        }
        window.word(at, bytes, self.pos + at).map(Plain::Word)
    }

    /// Whether there is plain white space here, as required by [`peek`](Self::peek).
    #[inline(always)]
    pub fn is_at_space(&self) -> bool {
        self.bytes.get(self.pos).is_some_and(|&byte| is_plain_space(byte))
    }

    /// Moves after the comment that was found, if it is nothing but `[%clk d:dd:dd]`, perhaps with a space on either side;
    /// returns its text.
    #[inline(always)]
    pub fn take_exact_clock(&mut self) -> Option<Span> {
        let window = Window::at(self.bytes, self.pos)?;
        let at = if window.byte(1) == b'{' { 1 } else { 2 };
        let text = clock::exact_clock(window, at, self.pos)?;
        self.pos = text.end + 1;
        Some(text)
    }

    /// Moves after a word that was examined.
    #[inline(always)]
    pub fn take(&mut self, word: &PlainWord) {
        self.pos = word.span().end;
    }
}

impl<'a> Parser<'a> {
    /// This place in the movetext, if white space follows.
    #[doc(hidden)]
    #[inline(always)]
    pub fn plain_cursor(&self) -> Option<PlainCursor<'a>> {
        let cursor = PlainCursor { bytes: self.bytes, pos: self.pos };
        (self.section == Section::Movetext && cursor.is_at_space()).then_some(cursor)
    }

    /// Takes everything up to a cursor that came from [`plain_cursor`](Self::plain_cursor).
    #[doc(hidden)]
    #[inline(always)]
    pub fn move_to(&mut self, cursor: &PlainCursor<'a>) {
        if self.pos != cursor.pos {
            self.pos = cursor.pos;
            self.token_end = cursor.pos;
        }
    }

    /// Takes the brace comment found at a cursor, moves the cursor after it, and returns its text.
    #[doc(hidden)]
    #[inline(always)]
    pub fn take_plain_comment(&mut self, cursor: &mut PlainCursor<'a>, sink: &mut dyn Sink) -> Span {
        while cursor.is_at_space() {
            cursor.pos += 1;
        }
        self.pos = cursor.pos;
        let comment = self.brace_comment(sink);
        cursor.pos = self.pos;
        comment
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::format;

    #[test]
    fn only_plain_words_are_seen() {
        let (white, black) = (true, false);
        for (text, number, color, expected) in [
            (" 1. e4 ", 1, white, Some("e4")),
            (" 1.e4 ", 1, white, Some("e4")),
            (" 1.\ne4 ", 1, white, Some("e4")),
            ("\n12. Nf3\n", 12, white, Some("Nf3")),
            (" 1234. Nf3 ", 1234, white, Some("Nf3")),
            (" 9999... Nf3 ", 9999, black, Some("Nf3")),
            (" 9999...Nf3 ", 9999, black, Some("Nf3")),
            (" 9999...\nNf3 ", 9999, black, Some("Nf3")),
            (" 12... Nf3 ", 12, black, Some("Nf3")),
            (" 12... Nf3 ", 12, white, Some("..")),
            (" 12. Nf3 ", 12, black, Some("12.")),
            (" 12345. Nf3 ", 12345, white, Some("12345.")),
            (" 12345... Nf3 ", 12345, black, None),
            (" Nf3 ", 12, white, Some("Nf3")),
            (" Nf3 ", 12, black, Some("Nf3")),
            (" Nf3) ", 12, black, None),
            (" Nf3! ", 12, black, None),
            (" Nf3{x} ", 12, black, Some("Nf3{x}")),
            (" Nf3+ ", 12, black, Some("Nf3+")),
            (" Nf3+! ", 12, black, None),
            (" Nf3++ ", 12, black, None),
            (" Nf3+# ", 12, black, None),
            (" Nf3+x ", 12, black, None),
            (" Qa6xb7# ", 1, black, Some("Qa6xb7#")),
            (" Qa6xb7+\r\n", 1, black, Some("Qa6xb7+")),
            (" Qa6xb7++ ", 1, black, None),
            (" Qh4#\n", 1, black, Some("Qh4#")),
            (" 13. Nf3 ", 12, white, Some("13.")),
            ("  Nf3 ", 1, black, Some("Nf3")),
            (" \n1. Nf3 ", 1, white, Some("Nf3")),
            (" \r\n1. Nf3 ", 1, white, Some("")),
            ("\r\n1. Nf3 ", 1, white, Some("Nf3")),
            (" 1. .. e5 ", 1, white, Some("..")),
            (" {comment} ", 1, white, Some("{")),
            ("\r\n{comment} ", 1, black, Some("{")),
            (" {comment} ", 1, black, Some("{")),
        ] {
            let padded = format!("*{text}{}", " ".repeat(32));
            let mut parser = Parser::new(padded.as_bytes());
            parser.section = Section::Movetext;
            parser.pos = 1;
            let seen = parser.plain_cursor().unwrap().peek(&NumberText::new(number), color);
            let seen = seen.map(|seen| match seen {
                Plain::Comment { .. } => "{",
                Plain::Word(word) => core::str::from_utf8(word.span().of(padded.as_bytes())).unwrap(),
            });
            assert_eq!(seen, expected, "{text:?}");
        }
    }

    #[test]
    fn exact_clocks_are_taken() {
        for (text, expected) in [
            (" {[%clk 0:03:00]} ", Some(("[%clk 0:03:00]", 17))),
            ("\r\n{ [%clk 0:03:00] }", Some((" [%clk 0:03:00] ", 20))),
            (" {[%clk 0:03:00] x}", None),
        ] {
            let padded = format!("{text}{}", " ".repeat(32));
            let mut cursor = PlainCursor { bytes: padded.as_bytes(), pos: 0 };
            let taken = cursor.take_exact_clock().map(|clock| (clock.text(padded.as_bytes()), cursor.pos));
            assert_eq!(taken, expected, "{text:?}");
        }
    }

    #[test]
    fn a_cursor_needs_white_space() {
        for (text, found) in
            [(" e4", true), ("\ne4", true), ("\r\n", true), ("e4", false), ("", false), ("\te4", false)]
        {
            let mut parser = Parser::new(text.as_bytes());
            parser.section = Section::Movetext;
            assert_eq!(parser.plain_cursor().is_some(), found, "{text:?}");
        }
    }
}
