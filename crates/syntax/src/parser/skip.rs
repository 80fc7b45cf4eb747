//! Going past moves without looking at them.

use super::{Parser, Section};
use crate::scan::{IS_OF_MOVES, first_outside_moves, is_of_moves, is_space};

/// How many bytes are looked at together.
const STEP: usize = 32;

impl Parser<'_> {
    /// Goes past moves, move numbers, annotations and words that are none of them, up to a word that needs a closer look: a comment, a parenthesis, a
    /// termination marker, the next tag section or anything unusual. What is passed gives no events and no diagnostics;
    /// apart from that, [`next_event`](Self::next_event) reads on as if it had read them. Games that are only to be passed
    /// over take a fraction of the time so.
    ///
    /// ```
    /// use pgnkit_syntax::{Event, Ignore, Parser, Span};
    /// let mut parser = Parser::new(b"1. e4 e5 2. Nf3 {open} Nc6 1-0");
    /// parser.next_event(&mut Ignore); // the first token of the game
    /// parser.skip_moves();
    /// assert_eq!(parser.next_event(&mut Ignore), Some(Event::Comment(Span::new(17, 21))));
    /// parser.skip_moves();
    /// assert!(matches!(parser.next_event(&mut Ignore), Some(Event::Termination { .. })));
    /// ```
    pub fn skip_moves(&mut self) {
        self.skip_moves_here();
    }

    /// The same, to be compiled with the instructions of the caller.
    #[doc(hidden)]
    #[inline(always)]
    pub fn skip_moves_here(&mut self) {
        if self.section != Section::Movetext || self.pos < self.looked_at {
            return;
        }
        let rest = self.bytes.get(self.pos..).unwrap_or_default();
        let mut length = 0;
        loop {
            length += loop {
                let Some(chunk) = rest[length..].first_chunk::<STEP>() else {
                    let last = &rest[length..];
                    break last.iter().take_while(|&&byte| IS_OF_MOVES[usize::from(byte)]).count();
                };
                // All of them: that is quicker than to stop at the first one that is not.
                if !chunk.iter().fold(true, |all, &byte| all & is_of_moves(byte)) {
                    break first_outside_moves(chunk).unwrap_or(STEP);
                }
                length += STEP;
            };
            // The hyphens of castling are in no other word.
            match rest.get(length.wrapping_sub(1)..) {
                Some([b'O', b'-', b'O', ..]) => length += 2,
                _ => break,
            }
        }
        // A word of any length is looked at once, whatever number of tokens it turns out to be.
        self.looked_at = self.pos + length;
        let passed = match rest.get(length) {
            // They end any word that is made of such bytes.
            None | Some(b'{' | b')') => &rest[..length],
            // The word may be more than a move.
            Some(byte) => {
                let words = without_last_word(&rest[..length]);
                // The dash of a marker with blanks inside: `1 - 0`.
                let is_dash = matches!(byte, b'-' | b':' | 0x80..);
                if is_dash && words.len() == length {
                    without_last_word(words.trim_ascii_end())
                } else {
                    words
                }
            }
        };
        let token_end = passed.trim_ascii_end().len();
        if token_end > 0 {
            self.token_end = self.pos + token_end;
            self.number_gap = usize::MAX;
        }
        self.pos += passed.len();
    }
}

fn without_last_word(bytes: &[u8]) -> &[u8] {
    let word = bytes.iter().rev().take_while(|byte| !is_space(**byte)).count();
    &bytes[..bytes.len() - word]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Ignore};
    use alloc::format;
    use alloc::vec::Vec;

    /// The events that skipping leaves: those that begin or end something.
    fn landmarks(text: &[u8], skips: bool) -> Vec<Event> {
        let mut parser = Parser::new(text);
        let mut events = Vec::new();
        while let Some(event) = parser.next_event(&mut Ignore) {
            if !matches!(
                event,
                Event::Move(_) | Event::MoveNumber { .. } | Event::Nag { .. } | Event::Unread(_)
            ) {
                events.push(event);
            }
            if skips {
                parser.skip_moves();
            }
        }
        events
    }

    #[track_caller]
    fn check(text: &[u8]) {
        assert_eq!(landmarks(text, true), landmarks(text, false), "{}", text.escape_ascii());
    }

    #[test]
    fn what_is_passed_ends_nothing() {
        for text in [
            "1. e4 e5 1-0",
            "1. e4 e5 1-0 1. d4 0-1",
            "1. e4\ne5 *",
            "1. e4 (1. d4 d5 (1... Nf6) 2. c4) e5 2. Nf3 {a comment} Nc6 $1 3. Bb5!? a6 1/2-1/2\n\n[A \"b\"]\n\n*",
            "1.e4 e5 2.O-O O-O-O 1/2",
            "1. e8(Q) e1/Q 1:0",
            "1. e4 e5\n%escape\n2. Nf3 \u{bd}-\u{bd}",
            "1. e4 e5;1-0\n1-0",
            "1. e4 e5}1-0",
            "1. exd6 e.p. Nf3#1-0",
            "1. e4 O-1 2. d4",
            "1. e4 (1. d4",
            "1. e4 (1. d4 1-0",
            "1. e4 e5   ",
            "1. e4 e5\n\n[A \"b\"]\n1. d4",
            "1. e4 e5 [A \"b\"] 1. d4",
            "1. e4 \"1-0\" <1-0> e5 0-1",
            "1. e4 e5 12",
            "1. e4 e5 1 - 0 2. d4",
            "1. e4 e5 O \u{2013} 1",
            "1. e4 e5 2. Nf31-0 2. d4",
            "1. e4 e5 2. Nf31/2-1/2 2. d4",
            "1. e4 e5 1/2 - 1/2 1. d4",
            "1. e4 e5 2. O-O O-O-O 3. O-O+ O-O-O# 1-0",
            "1. e4 O-O0-1 2. d4",
            "1. e4 O-O-1 2. d4",
            "1. e4 O-O - 1 2. d4",
            "1. e4 O-O - O 2. d4",
            "1. e4 O-O:1 2. d4",
            "1. e4 O-O \u{2013} 1 2. d4",
            "1. e4 O - O-O 2. d4",
            "1. e4 0-1O-O 2. d4",
            "1. e4 1-O-O 2. d4",
            "1. e4 1/2-1/2O-O 2. d4",
            "1. e4 O-O1/2 2. d4",
            "1. e4 O-O-O-O-O-1 2. d4",
        ] {
            check(text.as_bytes());
        }
    }

    #[test]
    fn skipping_comes_to_the_same_in_any_text() {
        // Every combination of some parts that matter, up to four of them.
        const PARTS: [&str; 23] = [
            "e4",
            " ",
            "1",
            ".",
            "-",
            "0-1",
            "*",
            "(",
            ")",
            "{x}",
            "{",
            ";",
            "\n",
            "\n\n[A \"\"]",
            "O",
            "O-O",
            "/2",
            "$3",
            "!",
            "%",
            "\u{bd}",
            "Nf3 Nf6 Bb5 a6 Ba4 Nf6 ",
            "[",
        ];
        for index in 0..PARTS.len().pow(4) {
            let parts = [0, 1, 2, 3].map(|at: u32| PARTS[index / PARTS.len().pow(at) % PARTS.len()]);
            check(format!("1. e4 {}", parts.concat()).as_bytes());
        }
    }
}
