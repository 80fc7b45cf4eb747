//! A few machine words of text, looked at at once.

use super::PlainWord;
use crate::scan::{HIGH, ONES};

/// White space twice, a number with three periods and a space, eight bytes for the move, its mark, and the white space
/// after it; also, a place below 16 must begin a whole machine word.
const SIZE: usize = 32;

/// The text from some place on.
#[derive(Clone, Copy)]
pub(super) struct Window<'a>(&'a [u8; SIZE]);

impl<'a> Window<'a> {
    /// `None` near the end of the text.
    #[inline(always)]
    pub(super) fn at(bytes: &'a [u8], pos: usize) -> Option<Self> {
        Some(Self(bytes.get(pos..)?.first_chunk()?))
    }

    /// The byte at `at`, below 32.
    #[inline(always)]
    pub(super) fn byte(self, at: usize) -> u8 {
        self.0[at & (SIZE - 1)]
    }

    /// Eight bytes from `at` on, below 16, the first one lowest.
    #[inline(always)]
    pub(super) fn load(self, at: usize) -> u64 {
        let at = at & 15;
        let mut bytes = [0; 8];
        bytes.copy_from_slice(&self.0[at..at + 8]);
        u64::from_le_bytes(bytes)
    }

    /// A possible move at `at`, below 16, whose first bytes are `bytes` and which is at `start` in the text; `None` if
    /// it is too long or not followed by plain white space.
    #[inline(always)]
    pub(super) fn word(self, at: usize, bytes: u64, start: usize) -> Option<PlainWord> {
        // The first byte up to `+`: white space, marks, and what else ends a symbol. A byte from 0x80 on may count as
        // one, too: it is no mark and no space, so it is not taken for an end.
        let low = bytes.wrapping_sub(ONES * 0x2c) & HIGH;
        let bits = low.trailing_zeros() & 56;
        let (length, next) = (bits as usize / 8, (bytes >> bits) as u8);
        let end = at + length + usize::from(is_mark(next));
        // What follows may belong to castling: `O-O -O`.
        if bytes as u8 == b'O' && matches!(self.byte(end + 1), b' ' | b'\t' | b'-' | 0x80..) {
            return None;
        }
        is_plain_space(self.byte(end)).then_some(PlainWord { bytes, start, length, next })
    }
}

/// `+` and `#`, whose codes differ in one bit.
#[inline(always)]
pub(super) fn is_mark(byte: u8) -> bool {
    byte | 8 == b'+'
}

/// White space between moves.
#[inline(always)]
pub(super) fn is_plain_space(byte: u8) -> bool {
    PLAIN_SPACE[usize::from(byte)]
}

static PLAIN_SPACE: [bool; 256] = {
    let mut table = [false; 256];
    table[b' ' as usize] = true;
    table[b'\n' as usize] = true;
    table[b'\r' as usize] = true;
    table
};
