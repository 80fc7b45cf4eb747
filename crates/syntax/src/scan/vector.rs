//! Blocks of a text in one step, by the vector instructions that every processor of x86-64 has.
//!
//! A loop over words finds the first special byte, too, but how often it turns differs from text to text, and a processor that
//! has guessed wrong loses more time than a whole block takes.
#![allow(unsafe_code)]

use core::arch::x86_64::{
    __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cmpgt_epi8, _mm_max_epu8, _mm_min_epu8, _mm_movemask_epi8,
    _mm_or_si128, _mm_set_epi64x, _mm_set1_epi8, _mm_subs_epu8,
};

use super::plain::PLAIN_IN_COMMENT;

/// Bytes that are looked for.
#[derive(Clone, Copy)]
enum Wanted {
    /// All that are not [plain in a comment](PLAIN_IN_COMMENT).
    SpecialInComment,
    /// Quotes, backslashes, and all but printing ASCII.
    SpecialInString,
    /// All but letters, digits and the underscore.
    OutsideName,
    Space,
    /// One of two bytes.
    Either(u8, u8),
    /// All but letters, digits and signs of moves, and white space ([`is_of_moves`](super::is_of_moves)).
    OutsideMoves,
}

/// Sixteen bytes in a vector, the first one lowest.
#[target_feature(enable = "sse2")]
#[inline]
fn vector(bytes: &[u8; 16]) -> __m128i {
    let [low, high] = [0, 8].map(|at| {
        let word = bytes[at..].first_chunk();
        word.map_or(0, |word| i64::from_le_bytes(*word))
    });
    _mm_set_epi64x(high, low)
}

/// A bit for each of sixteen bytes, the first one lowest: whether it is wanted.
#[inline(always)]
fn marks(wanted: Wanted, bytes: &[u8; 16]) -> u64 {
    // SAFETY: SSE2 is a part of x86-64.
    u64::from(unsafe { sse2_marks(wanted, bytes) })
}

/// The same. What is wanted is known wherever this is inlined.
#[target_feature(enable = "sse2")]
#[inline]
fn sse2_marks(wanted: Wanted, bytes: &[u8; 16]) -> u16 {
    let bytes = vector(bytes);
    let all = |byte: u8| _mm_set1_epi8(byte as i8);
    let is = |byte: u8| _mm_cmpeq_epi8(bytes, all(byte));
    let is_in = |bytes: __m128i, first: u8, last: u8| {
        // Moved so that those in the range are the lowest of all numbers with a sign.
        let moved = _mm_add_epi8(bytes, all(0x80u8.wrapping_sub(first)));
        _mm_cmpgt_epi8(all(0x80u8.wrapping_add(last - first + 1)), moved)
    };
    let marks = |marks| _mm_movemask_epi8(marks) as u16;
    match wanted {
        Wanted::SpecialInComment => !marks(is_in(bytes, PLAIN_IN_COMMENT.start, PLAIN_IN_COMMENT.end - 1)),
        Wanted::SpecialInString => {
            // Those from 0x80 on are below zero.
            let odd = _mm_or_si128(_mm_cmpgt_epi8(all(b' '), bytes), is(0x7f));
            marks(_mm_or_si128(odd, _mm_or_si128(is(b'"'), is(b'\\'))))
        }
        Wanted::OutsideName => {
            let letters = is_in(_mm_or_si128(bytes, all(0x20)), b'a', b'z');
            !marks(_mm_or_si128(_mm_or_si128(letters, is(b'_')), is_in(bytes, b'0', b'9')))
        }
        Wanted::Space => marks(is(b' ')),
        Wanted::Either(first, second) => marks(_mm_or_si128(is(first), is(second))),
        Wanted::OutsideMoves => {
            let any = |one, other| _mm_or_si128(one, other);
            // Bytes that differ in one bit are compared at once.
            let are = |bit: u8, byte: u8| _mm_cmpeq_epi8(_mm_or_si128(bytes, all(bit)), all(byte));
            let words = any(is_in(_mm_or_si128(bytes, all(0x20)), b'a', b'z'), is_in(bytes, b'0', b'9'));
            let signs = any(any(are(0x08, b'+'), are(0x02, b'?')), any(is(b'.'), is(b'$')));
            let space = any(any(are(0x01, b'!'), are(0x04, b'\r')), is(b'\n'));
            !marks(any(any(words, signs), space))
        }
    }
}

/// A bit for each byte of a block, the first one lowest. The length is a multiple of 16, and 64 at the most.
#[inline(always)]
fn all_marks<const LENGTH: usize>(wanted: Wanted, block: &[u8; LENGTH]) -> u64 {
    let lanes = block.as_chunks().0.iter().enumerate();
    lanes.fold(0, |all, (index, lanes)| all | marks(wanted, lanes) << (16 * index))
}

/// Place of the first byte of a block that is wanted.
#[inline(always)]
fn first<const LENGTH: usize>(wanted: Wanted, block: &[u8; LENGTH]) -> Option<usize> {
    let all = all_marks(wanted, block);
    if all == 0 { None } else { Some(all.trailing_zeros() as usize) }
}

/// A bit for each byte of a block that is one of two, that of the first byte lowest.
#[inline(always)]
pub(super) fn marks_of_either(first: u8, second: u8, block: &[u8; 64]) -> u64 {
    all_marks(Wanted::Either(first, second), block)
}

/// Place of the last of sixteen bytes that is a space.
#[inline(always)]
pub(super) fn last_space(bytes: &[u8; 16]) -> Option<usize> {
    Some(marks(Wanted::Space, bytes).checked_ilog2()? as usize)
}

/// Place of the first byte that is not plain in a comment.
#[inline(always)]
pub(super) fn first_in_comment<const LENGTH: usize>(block: &[u8; LENGTH]) -> Option<usize> {
    first(Wanted::SpecialInComment, block)
}

/// Place of the first byte that is not plain in a string.
#[inline(always)]
pub(super) fn first_in_string<const LENGTH: usize>(block: &[u8; LENGTH]) -> Option<usize> {
    first(Wanted::SpecialInString, block)
}

/// Place of the first of sixteen bytes that no tag name has.
#[inline(always)]
pub(super) fn first_outside_name(bytes: &[u8; 16]) -> Option<usize> {
    first(Wanted::OutsideName, bytes)
}

/// Place of the first byte that no move, number, annotation or white space has.
#[inline(always)]
pub(crate) fn first_outside_moves(block: &[u8; 32]) -> Option<usize> {
    first(Wanted::OutsideMoves, block)
}

/// Whether a text of more than 16 bytes has such as are not plain in a comment, or neighbouring spaces.
pub(super) fn is_odd_long_comment(text: &[u8]) -> bool {
    // SAFETY: SSE2 is a part of x86-64.
    unsafe { sse2_is_odd_long_comment(text) }
}

#[target_feature(enable = "sse2")]
fn sse2_is_odd_long_comment(text: &[u8]) -> bool {
    let Some((_, nexts)) = text.split_first() else { return false };
    let all = |byte: u8| _mm_set1_epi8(byte as i8);
    let (mut least, mut most, mut pairs) = (all(0xff), all(0), all(0));
    let mut look = |bytes: &[u8; 16], next: &[u8; 16]| {
        let (bytes, next) = (vector(bytes), vector(next));
        least = _mm_min_epu8(least, bytes);
        most = _mm_max_epu8(most, bytes);
        // Two are spaces if the greater one is, or one of them is odd anyway.
        pairs = _mm_or_si128(pairs, _mm_cmpeq_epi8(_mm_max_epu8(bytes, next), all(b' ')));
    };
    for (bytes, next) in text.as_chunks().0.iter().zip(nexts.as_chunks().0) {
        look(bytes, next);
    }
    // Some of the last bytes and pairs are seen once more.
    if let Some(last) = text.last_chunk::<17>()
        && let (Some(bytes), Some(next)) = (last.first_chunk(), last.last_chunk())
    {
        look(bytes, next);
        let next = vector(next);
        least = _mm_min_epu8(least, next);
        most = _mm_max_epu8(most, next);
    }
    // What is left of a difference that does not go below 0.
    let below = _mm_subs_epu8(all(PLAIN_IN_COMMENT.start), least);
    let above = _mm_subs_epu8(most, all(PLAIN_IN_COMMENT.end - 1));
    let odd = _mm_or_si128(pairs, _mm_or_si128(below, above));
    _mm_movemask_epi8(_mm_cmpeq_epi8(odd, all(0))) != 0xffff
}
