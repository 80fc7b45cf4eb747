//! Filling lines with tokens (section 8.2.1).

use pgnkit_chess::Color;
use pgnkit_chess::san::San;
use pgnkit_syntax::internals::last_space_up_to;

use super::ExportLosses;
use super::comment::Words;
use super::out::{Out, copy_padded};
use crate::game::Node;

/// Writes tokens one space apart and starts a new line where the next one would pass the width.
///
/// A token is written first and moved afterwards, by turning the space before it into a newline: what is glued to it
/// later moves with it.
#[derive(Debug)]
pub(super) struct Fill<'o> {
    out: Out<'o>,
    width: usize,
    /// Characters on the current line.
    column: usize,
    /// Beginning of the current token: its column, and its offset. A space is before it, unless it is the first of
    /// its line.
    token_column: usize,
    token: usize,
    /// Beginning of the words of a comment that was written as one token; 0 for none. Before the token, it is out of date.
    words: usize,
    /// The separator before the next token.
    next: Before,
}

/// The separator before a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Before {
    Space,
    /// Nothing: it is the first of the text, or it clings to `(`.
    Nothing,
    /// A line break, come what may.
    LineBreak,
}

/// Move numbers as they are written, with one period: the first character in the second byte, the length in the highest.
/// There is room for a few more, so that the rest of a division by their count needs no division.
static NUMBERS: [u64; 1024] = {
    let mut table = [0; 1024];
    let mut number = 0;
    while number < 1000 {
        let (hundreds, tens, ones) = (number as u64 / 100, number as u64 / 10 % 10, number as u64 % 10);
        let (digits, length) = match number {
            0..10 => (0x2e30 | ones, 2),
            10..100 => (0x2e_3030 | tens | ones << 8, 3),
            _ => (0x2e30_3030 | hundreds | tens << 8 | ones << 16, 4),
        };
        table[number] = digits << 8 | length << LENGTH;
        number += 1;
    }
    table
};

const LENGTH: u32 = 56;

/// Half-moves from here on have no number in [`NUMBERS`].
const END_OF_NUMBERS: u32 = 2 * 1000;

/// The number before the move after so many half-moves, below [`END_OF_NUMBERS`], with room for a separator before it; and
/// its length.
#[inline(always)]
fn number_token(ply: u32) -> (u64, usize) {
    let (number, length) = white_number_token(ply);
    if ply & 1 == 0 { (number, length) } else { (number | 0x2e2e << (8 * length + 8), length + 2) }
}

/// The same for a move of White.
#[inline(always)]
fn white_number_token(ply: u32) -> (u64, usize) {
    let entry = NUMBERS[(ply / 2) as usize % NUMBERS.len()];
    (entry, (entry >> LENGTH) as usize)
}

impl<'o> Fill<'o> {
    /// Starts at the beginning of a line.
    pub(super) fn new(out: Out<'o>, width: usize) -> Self {
        Self { out, width, column: 0, token_column: 0, token: 0, words: 0, next: Before::Nothing }
    }

    /// The output, once all is written.
    pub(super) fn finish(self) -> Out<'o> {
        self.out
    }

    /// A token of ASCII characters.
    pub(super) fn word(&mut self, word: &[u8]) {
        self.begin();
        self.put(word, word.len());
    }

    /// Moves to after a token of this length and the separator before it, which is returned: the line goes on if
    /// there is room. The line must not be empty.
    #[inline(always)]
    fn separate(&mut self, length: usize) -> u64 {
        let end = self.column + 1 + length;
        let fits = end <= self.width;
        self.column = if fits { end } else { length };
        self.token_column = self.column - length;
        u64::from(if fits { b' ' } else { b'\n' })
    }

    /// Writes a move, and those that follow it as long as nothing comes between them; returns the last. `ply` counts
    /// half-moves from White's move 0 up to it. Black's number is written before the first where `needs_number` says so.
    #[inline(always)]
    pub(super) fn moves<'g>(&mut self, first: Node<'g>, ply: &mut u32, needs_number: bool) -> Node<'g> {
        if self.next != Before::Space || *ply >= END_OF_NUMBERS {
            self.unusual_move(first.san(), *ply, needs_number);
            return first;
        }
        // What changes with every move is kept in registers.
        let (width, mut column) = (self.width, self.column);
        let (mut node, mut count, mut needs_number) = (first, *ply, needs_number);
        let mut separate = |length: usize| {
            let end = column + 1 + length;
            let fits = end <= width;
            column = if fits { end } else { length };
            if fits { u64::from(b' ') } else { u64::from(b'\n') }
        };
        let mut out = self.out.room_ahead();
        let mut room = out.len();
        let length = loop {
            let Some(place) = out.first_chunk_mut::<16>() else {
                let written = room - out.len();
                self.out.advance(written);
                out = self.out.room_ahead();
                room = out.len();
                continue;
            };
            // A separator and a token are one store; what is too much of it is overwritten by the next.
            let mut at = 0;
            if count & 1 == 0 || needs_number {
                let (token, length) = number_token(count);
                place[..8].copy_from_slice(&(token | separate(length)).to_le_bytes());
                at = length + 1;
                needs_number = false;
            }
            let (text, length) = node.san().to_word();
            let token = text << 8 | separate(length);
            place[at & 7..][..8].copy_from_slice(&token.to_le_bytes());
            out = out.get_mut(at + 1 + length..).unwrap_or_default();
            if node.has_company() || count + 1 >= END_OF_NUMBERS {
                break length;
            }
            let Some(next) = node.next() else { break length };
            (node, count) = (next, count + 1);
        };
        let written = room - out.len();
        self.out.advance(written);
        self.column = column;
        self.token = self.out.len() - length;
        self.token_column = column - length;
        *ply = count;
        node
    }

    /// Writes one move of `turn`, as [`moves`](Self::moves) does.
    #[inline(always)]
    pub(super) fn plain_move(&mut self, san: San, turn: Color, ply: u32, needs_number: bool) {
        if self.next != Before::Space || ply >= END_OF_NUMBERS {
            self.unusual_move(san, ply, needs_number);
        } else if turn == Color::Black && needs_number {
            self.numbered_move(san, number_token(ply));
        } else {
            self.next_move(san, turn, ply);
        }
    }

    /// The same after another move.
    #[inline(always)]
    pub(super) fn next_move(&mut self, san: San, turn: Color, ply: u32) {
        match turn {
            Color::White if ply >= END_OF_NUMBERS => self.unusual_move(san, ply, false),
            Color::White => self.numbered_move(san, white_number_token(ply)),
            Color::Black => {
                let (text, length) = san.to_word();
                let token = text << 8 | self.separate(length);
                *self.out.room() = token.to_le_bytes();
                self.advance_token(1 + length, length);
            }
        }
    }

    /// Writes a move with its number.
    #[inline(always)]
    fn numbered_move(&mut self, san: San, (number, number_length): (u64, usize)) {
        let number = number | self.separate(number_length);
        let (text, length) = san.to_word();
        let token = text << 8 | self.separate(length);
        let place = self.out.room::<16>();
        place[..8].copy_from_slice(&number.to_le_bytes());
        place[(number_length + 1) & 7..][..8].copy_from_slice(&token.to_le_bytes());
        self.advance_token(number_length + 2 + length, length);
    }

    /// Moves after a token, of which the last `length` bytes are the text.
    #[inline(always)]
    fn advance_token(&mut self, written: usize, length: usize) {
        self.out.advance(written);
        self.token = self.out.len() - length;
    }

    /// A move that is the first of its line of play, or has a high number.
    #[inline(never)]
    fn unusual_move(&mut self, san: San, ply: u32, needs_number: bool) {
        let number = ply / 2;
        if ply & 1 == 0 && ply < END_OF_NUMBERS {
            let entry = NUMBERS[number as usize % NUMBERS.len()];
            let text = entry.to_le_bytes();
            self.word(text.get(1..=(entry >> LENGTH) as usize).unwrap_or_default());
        } else if ply & 1 == 0 {
            self.word(format!("{number}.").as_bytes());
        } else if needs_number {
            self.word(format!("{number}...").as_bytes());
        }
        let (text, length) = san.to_word();
        self.word(text.to_le_bytes().get(..length).unwrap_or_default());
    }

    /// A move in any notation, with its number where one is due.
    pub(super) fn spelled_move(&mut self, text: &str, ply: u32, needs_number: bool) {
        if ply & 1 == 0 {
            self.word(format!("{}.", ply / 2).as_bytes());
        } else if needs_number {
            self.word(format!("{}...", ply / 2).as_bytes());
        }
        self.begin();
        self.put(text.as_bytes(), text.chars().count());
    }

    /// A numeric annotation glyph.
    pub(super) fn nag(&mut self, nag: u8) {
        let [hundreds, tens, ones] = [nag / 100, nag / 10 % 10, nag % 10].map(|digit| b'0' + digit);
        match nag {
            0..10 => self.word(&[b'$', ones]),
            10..100 => self.word(&[b'$', tens, ones]),
            _ => self.word(&[b'$', hundreds, tens, ones]),
        }
    }

    /// `(`, to which the next token clings.
    pub(super) fn open(&mut self) {
        self.begin();
        self.put(b"(", 1);
        self.next = Before::Nothing;
    }

    /// Starts a token.
    #[inline]
    pub(super) fn begin(&mut self) {
        match self.next {
            Before::Space => {
                self.out.put(b" ");
                self.column += 1;
            }
            Before::Nothing if self.column > 0 => return,
            Before::Nothing => {}
            Before::LineBreak => self.break_line(),
        }
        self.token = self.out.len();
        self.token_column = self.column;
    }

    /// Appends to the current token, or to the first of a line when the last one had to end.
    pub(super) fn glue(&mut self, text: &[u8]) {
        if self.next == Before::LineBreak {
            self.break_line();
        }
        self.put(text, text.len());
    }

    /// Appends to the current token text that is `columns` characters wide.
    #[inline]
    pub(super) fn put(&mut self, text: &[u8], columns: usize) {
        self.out.put(text);
        self.column += columns;
        self.next = if self.column > 0 { Before::Space } else { Before::Nothing };
        if self.column > self.width {
            self.wrap();
        }
    }

    /// Moves the current token to a new line, unless it is the first of its line.
    #[inline(never)]
    fn wrap(&mut self) {
        if self.words != 0 && self.words >= self.token {
            self.begin_at_last_word();
        }
        if self.token_column != 0 {
            self.out.break_at(self.token - 1);
            self.column -= self.token_column;
            self.token_column = 0;
        }
    }

    /// Makes the last word of a comment that was written at once the current token, with what is glued to it.
    #[cold]
    fn begin_at_last_word(&mut self) {
        let text = self.out.written(self.words);
        let mut words = Words::new(text);
        let mut last = 0;
        while let Some(word) = words.next() {
            if !super::comment::clings(word) {
                last = words.rest().len() + word.len();
            }
        }
        // The first word is where the token begins anyway.
        if last != 0 && last < text.len() {
            self.token = self.out.len() - last;
            self.token_column = self.column - last;
        }
        self.words = 0;
    }

    /// Columns that are left for a token after the space before it; `None` where none would be there.
    #[inline(always)]
    fn room_after_space(&self) -> Option<usize> {
        if self.next == Before::Space { Some(self.width.saturating_sub(self.column + 1)) } else { None }
    }

    /// Writes a comment in braces: the first `length` bytes of `text`, ASCII, one space between its words. False when
    /// this is not the place for it, or there is no room.
    #[inline]
    pub(super) fn short_comment(&mut self, text: &[u8], length: usize) -> bool {
        let fits = self.room_after_space().is_some_and(|room| length + 2 <= room);
        let is_written = fits && self.unbroken_comment(text, length);
        if is_written {
            self.words = self.token + 1;
        }
        is_written
    }

    /// As [`short_comment`](Self::short_comment), for one that is a single word and has a line of its own if it must.
    pub(super) fn comment_of_one_word(&mut self, text: &[u8], length: usize) -> bool {
        self.next == Before::Space && self.unbroken_comment(text, length)
    }

    /// Writes a comment in braces that is `[%clk d:dd:dd]`, which `text` begins with. False when this is not the place for it,
    /// or too near the end of the text.
    #[inline(always)]
    pub(super) fn exact_clock(&mut self, text: &[u8]) -> bool {
        const END: usize = "{[%clk 0:00:00]".len();
        let Some(text) = text.first_chunk::<16>().filter(|_| self.next == Before::Space) else {
            return false;
        };
        let separator = self.separate(END + 1) as u8;
        let to = self.out.room::<18>();
        to[..2].copy_from_slice(&[separator, b'{']);
        to[2..].copy_from_slice(text);
        to[1 + END] = b'}';
        self.out.advance(END + 2);
        self.token = self.out.len() - (END + 1);
        self.words = 0;
        true
    }

    #[inline(always)]
    fn unbroken_comment(&mut self, text: &[u8], length: usize) -> bool {
        let Some(text) = text.first_chunk::<64>().filter(|_| length <= 64) else { return false };
        let separator = self.separate(length + 2) as u8;
        let to = self.out.room::<68>();
        to[..2].copy_from_slice(&[separator, b'{']);
        if let Some(to) = to[2..].first_chunk_mut() {
            copy_padded(text, length, to);
        }
        to[2 + length] = b'}';
        self.out.advance(length + 3);
        self.token = self.out.len() - (length + 2);
        self.words = 0;
        true
    }

    /// Writes a comment in braces, as many lines as it takes: ASCII, one space between words, which all may begin a
    /// line. False when this is not the place for it.
    pub(super) fn long_comment(&mut self, text: &[u8]) -> bool {
        if self.next != Before::Space {
            return false;
        }
        // Written at once; then some of its spaces become line breaks. Places are counted from the space before the brace, which
        // may become one, too.
        let start = self.out.len();
        self.out.put(b" {");
        self.out.put(text);
        self.out.put(b"}");
        let end = text.len() + 3;
        // Where the line begins, and the bytes that fit on it from there on.
        let (mut line, mut room) = (0, self.width.saturating_sub(self.column));
        while end - line > room {
            // What is before it fits. The text has no space before its first word.
            let fitting = line + room;
            let last =
                last_space_up_to(text, fitting.saturating_sub(1)).map(|at| at + 2).filter(|at| *at > line);
            let space = match last {
                Some(space) => space,
                None if line == 0 => 0,
                // Not even one word fits: it passes the width.
                None => match memchr::memchr(b' ', text.get(fitting - 1..).unwrap_or_default()) {
                    Some(at) => fitting + 1 + at,
                    None => break,
                },
            };
            self.out.break_at(start + space);
            (line, room) = (space + 1, self.width);
        }
        let is_first = line < 2;
        (self.token_column, line) = if line == 0 { (self.column + 1, 1) } else { (0, line) };
        self.token = start + line;
        self.words = self.token + usize::from(is_first);
        self.column = self.token_column + end - line;
        true
    }

    /// A token that runs to the end of its line.
    pub(super) fn last_of_line(&mut self, token: &str) {
        self.begin();
        self.put(token.as_bytes(), token.chars().count());
        self.next = Before::LineBreak;
    }

    /// A line of its own.
    pub(super) fn line(&mut self, line: &str) {
        if self.column > 0 {
            self.break_line();
        }
        self.next = Before::Nothing;
        self.last_of_line(line);
    }

    pub(super) fn losses(&mut self) -> &mut ExportLosses {
        &mut self.out.losses
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    fn break_line(&mut self) {
        self.out.put(b"\n");
        self.column = 0;
        self.token_column = 0;
        self.token = self.out.len();
        self.next = Before::Nothing;
    }
}
