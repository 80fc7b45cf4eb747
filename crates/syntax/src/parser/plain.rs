//! A shortcut for the commonest text by far: plain moves one after the other, with the numbers they should have.
//!
//! It looks at a few machine words instead of one character after the other, and takes nothing unless all of it is as
//! expected; whatever else stands there is left to [`Parser::next_event`], which reads the same text to the same end.

use super::{Parser, Section};
use crate::{Sink, Span};

/// How many bytes are looked at: white space, number, periods, white space, and eight for the move.
const WINDOW: usize = 24;

/// The text of a move number up to its first period, kept up to date without division.
#[derive(Clone, Copy, Debug)]
pub struct NumberText {
    /// Digits and period, the first character in the lowest byte.
    text: u64,
    mask: u64,
    length: u32,
}

impl NumberText {
    /// The text of `number`. Numbers over 999 give a text that is never found: they are left to the general way.
    pub fn new(number: u32) -> Self {
        let mut text = u64::from(b'.');
        let mut rest = number;
        let mut length = 1;
        loop {
            text = (text << 8) | (u64::from(b'0') + u64::from(rest % 10));
            rest /= 10;
            length += 1;
            if rest == 0 {
                break;
            }
        }
        if length > 4 {
            return Self { text: u64::MAX, mask: 0, length: 0 };
        }
        Self { text, mask: u64::MAX >> (64 - 8 * length), length }
    }

    /// The text of the number after this one, which is `number`.
    #[inline(always)]
    pub fn advance(&mut self, number: u32) {
        let last_digit = self.length.wrapping_sub(2).wrapping_mul(8);
        let next = self.text.wrapping_add(1 << (last_digit & 63));
        if next >> (last_digit & 63) & 0xff > u64::from(b'9') {
            *self = Self::new(number);
        } else {
            self.text = next;
        }
    }
}

/// A word where a move may stand, not yet taken.
#[derive(Clone, Copy, Debug)]
pub struct PlainWord {
    /// Its first eight bytes, the first one lowest; what follows the word is part of them.
    pub bytes: u64,
    /// Where it stands.
    pub start: usize,
    /// How many bytes it has, 0 to 7.
    pub length: usize,
}

impl PlainWord {
    /// Where it stands.
    #[inline]
    pub fn span(&self) -> Span {
        Span::new(self.start, self.start + self.length)
    }
}

impl Parser<'_> {
    /// The next word of the movetext, up to seven characters, when nothing stands before it but white space and the
    /// number `expected`. Nothing is taken.
    #[inline(always)]
    pub fn peek_plain_word(&self, expected: &NumberText) -> Option<PlainWord> {
        let window: &[u8; WINDOW] = self.bytes.get(self.pos..)?.first_chunk()?;
        if self.section != Section::Movetext {
            return None;
        }
        // Where something stands between moves repeats itself, so these branches are easily predicted.
        let mut at = 0;
        while at < 4 && matches!(window[at], b' ' | b'\n' | b'\r') {
            at += 1;
        }
        let mut bytes = load(window, at);
        if window[at & 15].is_ascii_digit() {
            if bytes & expected.mask != expected.text {
                return None;
            }
            at += expected.length as usize;
            if window[at & 15] == b'.' {
                at += 1 + usize::from(window[(at + 1) & 15] == b'.');
            }
            at += usize::from(matches!(window[at & 15], b' ' | b'\n'));
            bytes = load(window, at);
        }
        // The first byte below `+`: white space and what else ends a symbol, but also `#`, which does not.
        const ONES: u64 = u64::MAX / 255;
        let low = bytes.wrapping_sub(ONES * 0x2b) & !bytes & (ONES * 0x80);
        let length = low.trailing_zeros() as usize / 8;
        if length == 8 || bytes >> (8 * length) & 0xff == u64::from(b'#') {
            return None;
        }
        Some(PlainWord { bytes, start: self.pos + at, length })
    }

    /// Takes the word that was looked at.
    #[inline(always)]
    pub fn take_plain_word(&mut self, word: &PlainWord) {
        let end = word.start + word.length;
        self.pos = end;
        self.token_end = end;
    }

    /// The text of the next token when it is a brace comment after at most one space. It is taken.
    #[inline(always)]
    pub fn take_plain_comment<S: Sink + ?Sized>(&mut self, sink: &mut S) -> Option<Span> {
        let space = match self.bytes.get(self.pos..) {
            Some([b' ', b'{', ..]) => 1,
            Some([b'{', ..]) => 0,
            _ => return None,
        };
        if self.section != Section::Movetext {
            return None;
        }
        self.pos += space;
        Some(self.brace_comment(sink))
    }
}

/// Eight bytes of the window, the first one lowest.
#[inline(always)]
fn load(window: &[u8; WINDOW], at: usize) -> u64 {
    let at = at & 15;
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&window[at..at + 8]);
    u64::from_le_bytes(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_texts_count() {
        let mut counted = NumberText::new(1);
        for number in 2..1000 {
            counted.advance(number);
            let made = NumberText::new(number);
            assert_eq!(
                (counted.text, counted.mask, counted.length),
                (made.text, made.mask, made.length),
                "{number}"
            );
        }
        for number in 1000..200_000 {
            counted.advance(number);
            assert!(counted.mask == 0 && counted.text != 0, "{number} is never found");
        }
    }

    #[test]
    fn only_plain_words_are_seen() {
        for (text, number, word) in [
            ("1. e4 ", 1, Some("e4")),
            (" 1.e4 ", 1, Some("e4")),
            ("\n12. Nf3\n", 12, Some("Nf3")),
            (" 12... Nf3 ", 12, Some("Nf3")),
            (" Nf3 ", 12, Some("Nf3")),
            (" Nf3)", 12, Some("Nf3")),
            (" Nf3! ", 12, Some("Nf3")),
            (" Qa6xb7# ", 1, None),
            (" Qh4# ", 1, None),
            (" 13. Nf3 ", 12, None),
            ("  Nf3 ", 1, Some("Nf3")),
            (" \r\n1. Nf3 ", 1, Some("Nf3")),
            (" 1. .. e5 ", 1, Some("..")),
            (" {comment} ", 1, None),
        ] {
            let padded = format!("*{text}{}", " ".repeat(WINDOW));
            let mut parser = Parser::new(padded.as_bytes());
            parser.section = Section::Movetext;
            parser.pos = 1;
            let seen = parser.peek_plain_word(&NumberText::new(number));
            assert_eq!(seen.map(|word| word.span().text(padded.as_bytes())), word, "{text:?}");
        }
    }
}
