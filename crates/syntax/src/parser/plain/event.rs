//! The events of plain movetext.

use super::window::{Window, is_plain_space};
use crate::parser::Parser;
use crate::scan::{CLASS, Class, HIGH, ONES, is_symbol_or_nul};
use crate::{Event, Span};

impl Parser<'_> {
    /// The next event of movetext when it is a move, a move number or a brace comment in its usual form, after at most
    /// one character of white space. The general way comes to the same event.
    #[inline(always)]
    pub(in crate::parser) fn plain_event(&mut self) -> Option<Event> {
        let window = Window::at(self.bytes, self.pos)?;
        let mut at = usize::from(is_plain_space(window.byte(0)));
        let mut bytes = window.load(at);
        match CLASS[usize::from(bytes as u8)] {
            Class::Letter => {}
            Class::Digit => {
                let digits = digits(bytes)?;
                let following = bytes >> (8 * digits);
                let periods =
                    if following as u32 & 0xff_ffff == u32::from_le_bytes(*b"...\0") { 3 } else { 1 };
                // A move must follow: other white space could be followed by more periods.
                let end = at + digits + periods;
                let next = end + usize::from(is_plain_space(window.byte(end)));
                if following as u8 != b'.' || CLASS[usize::from(window.byte(next))] != Class::Letter {
                    return None;
                }
                if self.numbers {
                    let (span, number) = (Span::new(self.pos + at, self.pos + end), value(bytes, digits));
                    return Some(
                        self.token(span.end, Event::MoveNumber { span, number, periods: periods as u32 }),
                    );
                }
                at = next;
                bytes = window.load(at);
            }
            Class::Brace => {
                return self.plain_comment_event(self.pos + at);
            }
            _ => return None,
        }
        let word = window.word(at, bytes, self.pos + at)?;
        is_plain_move(bytes, word.length).then(|| self.token(word.span().end, Event::Move(word.span())))
    }

    #[inline(never)]
    fn plain_comment_event(&mut self, at: usize) -> Option<Event> {
        self.plain_comment(at).ok().map(Event::Comment)
    }
}

/// Whether the first `length` bytes, which begin with a letter, are symbol characters and end in a square, or castle.
#[inline(always)]
fn is_plain_move(bytes: u64, length: usize) -> bool {
    if !(2..=6).contains(&length) {
        return false;
    }
    let top = bytes << (64 - 8 * length);
    let square = ((top >> 48) as u32).wrapping_sub(0x3161);
    // Bytes between the letter and the square, up to three; the others are 0.
    let between = (bytes >> 8) & ((1 << (8 * (length.max(3) - 3))) - 1);
    let [a, b, c, ..] = between.to_le_bytes();
    let is_castling = || {
        let text = bytes & (u64::MAX >> (64 - 8 * length));
        text == u64::from_le_bytes(*b"O-O\0\0\0\0\0") || text == u64::from_le_bytes(*b"O-O-O\0\0\0")
    };
    if square & 0xf8f8 == 0 {
        is_symbol_or_nul(a) & is_symbol_or_nul(b) & is_symbol_or_nul(c)
    } else {
        is_castling()
    }
}

/// Number of digits at the beginning of `bytes`, one to four.
#[inline(always)]
fn digits(bytes: u64) -> Option<usize> {
    // The first that is none has its high bit set.
    let digits = bytes ^ (ONES * 0x30);
    let other = (digits.wrapping_add(ONES * 0x76) | digits) & HIGH;
    let count = other.trailing_zeros() as usize / 8;
    (count <= 4).then_some(count)
}

/// The value of the first `count` digits, one to four.
#[inline(always)]
fn value(bytes: u64, count: usize) -> u32 {
    // At the top of four bytes, zeros before them; then tens to ones, and hundreds to those.
    let digits = bytes ^ (ONES * 0x30);
    let four = (digits << ((64 - 8 * count as u32) & 63)) >> 32;
    let pairs = (four.wrapping_mul(10) + (four >> 8)) & 0x00ff_00ff;
    ((pairs & 0xff) * 100 + (pairs >> 16)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Collect;
    use crate::parser::Section;
    use alloc::format;
    use alloc::string::String;

    type Seen = (Option<Event>, usize, usize);

    fn parser(text: &[u8], numbers: bool) -> Parser<'_> {
        Parser { section: Section::Movetext, numbers, ..Parser::new(text) }
    }

    /// The event that the general way gives, and where it leaves the parser.
    fn general(text: &[u8], numbers: bool) -> Seen {
        let mut parser = parser(text, numbers);
        let event = parser.movetext(&mut Collect::default());
        (event, parser.pos, parser.token_end)
    }

    fn plain(text: &[u8], numbers: bool) -> Option<Seen> {
        let mut parser = parser(text, numbers);
        let event = parser.plain_event()?;
        Some((Some(event), parser.pos, parser.token_end))
    }

    #[test]
    fn what_is_plain_is_seen() {
        for text in
            ["e4", " Nf3", "\nexd5", " Nbd7+", " Qa1xb2#", " O-O", " O-O-O+", " 1.", " 12...", "\n1234. Nf3"]
        {
            let padded = format!("{text} Nf3 {}", " ".repeat(32));
            for numbers in [true, false] {
                let seen = plain(padded.as_bytes(), numbers);
                assert_eq!(seen, Some(general(padded.as_bytes(), numbers)), "{text:?}");
            }
        }
        for text in [
            "",
            " ",
            "  e4",
            " 1-0",
            " e4!",
            " 12345.",
            " 1. .. e5",
            " 1 e4",
            " e4(",
            " 1/2-1/2",
            " Qa1xb2=Q",
            " O-O -O",
            " O-O  -O",
            " O-O \u{2013}O",
        ] {
            let padded = format!("{text}{}", " ".repeat(32));
            assert_eq!(plain(padded.as_bytes(), true), None, "{text:?}");
        }
    }

    #[test]
    fn both_ways_come_to_the_same() {
        // Every combination of some characters that matter, up to four of them, in front of some that may follow.
        const ALPHABET: &[u8] = b"aeNOKx48019=-+#. \n.(/!{\xc3\xa9@\t\r_:q";
        let following =
            ["", " ", "\n", "e4 ", ". e4", "... e4 ", "xe4 ", "-O ", "O -O ", "+", "#\r\n", "\u{a0}"];
        let mut seen = 0;
        for index in 0..ALPHABET.len().pow(4) {
            let mut rest = index;
            let mut start = [0; 4];
            for byte in &mut start {
                *byte = ALPHABET[rest % ALPHABET.len()];
                rest /= ALPHABET.len();
            }
            let following = following[index % following.len()];
            let text = [&start[..], following.as_bytes(), &[b' '; 32]].concat();
            let numbers = index % 2 == 0;
            if let Some(plain) = plain(&text, numbers) {
                assert_eq!(plain, general(&text, numbers), "{:?}", String::from_utf8_lossy(&text));
                seen += 1;
            }
        }
        assert!(seen > 1000, "{seen}");
    }
}
