//! Blocks of a text, for processors without code of their own.
//!
//! Blocks are tested as a whole for being plain, without an early exit, so that compilers generate vector code. If a block is not
//! plain, words of eight bytes are used to find the place.

use super::plain::{PLAIN_IN_COMMENT, plain_in_comment, plain_in_string};
use super::{is_in_name, is_of_moves};

/// Place of the first byte that is not plain in a comment. The length is a multiple of 16.
#[inline(always)]
pub(super) fn first_in_comment<const LENGTH: usize>(block: &[u8; LENGTH]) -> Option<usize> {
    if is_plain_in_comment(block) { None } else { Some(plain_in_comment(block)) }
}

/// Whether all of a block is plain in a comment.
#[inline(always)]
fn is_plain_in_comment<const LENGTH: usize>(block: &[u8; LENGTH]) -> bool {
    const WIDTH: u8 = PLAIN_IN_COMMENT.end - PLAIN_IN_COMMENT.start;
    let mut most = [0u8; 16];
    for lanes in block.as_chunks::<16>().0 {
        for (most, byte) in most.iter_mut().zip(lanes) {
            *most = (*most).max(byte.wrapping_sub(PLAIN_IN_COMMENT.start));
        }
    }
    most.iter().fold(true, |all, &most| all & (most < WIDTH))
}

/// Place of the first byte that is not plain in a string.
#[inline(always)]
pub(super) fn first_in_string<const LENGTH: usize>(block: &[u8; LENGTH]) -> Option<usize> {
    Some(plain_in_string(block)).filter(|at| *at < LENGTH)
}

/// Place of the first of sixteen bytes that no tag name has.
#[inline(always)]
pub(super) fn first_outside_name(bytes: &[u8; 16]) -> Option<usize> {
    bytes.iter().position(|byte| !is_in_name(*byte))
}

/// A bit for each byte of a block that is one of two, that of the first byte lowest.
#[inline(always)]
pub(super) fn marks_of_either(first: u8, second: u8, block: &[u8; 64]) -> u64 {
    let is_either = |byte: &u8| u64::from((*byte == first) | (*byte == second));
    block.iter().rev().fold(0, |all, byte| all << 1 | is_either(byte))
}

/// Place of the last of sixteen bytes that is a space.
#[inline(always)]
pub(super) fn last_space(bytes: &[u8; 16]) -> Option<usize> {
    bytes.iter().rposition(|byte| *byte == b' ')
}

/// Place of the first byte that no move, number, annotation or white space has.
#[inline(always)]
pub(crate) fn first_outside_moves(block: &[u8; 32]) -> Option<usize> {
    block.iter().position(|byte| !is_of_moves(*byte))
}

/// Whether a text has bytes that are not plain in a comment, or neighbouring spaces.
pub(super) fn is_odd_long_comment(text: &[u8]) -> bool {
    let pairs = text.iter().zip(text.iter().skip(1)).fold(false, |any, pair| any | (pair == (&b' ', &b' ')));
    plain_in_comment(text) < text.len() || pairs
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::super::vector;
    use super::*;
    use alloc::vec;

    #[test]
    fn vectors_see_what_is_seen_byte_by_byte() {
        for byte in 0..=255 {
            for at in 0..64 {
                let mut block = [b'x'; 64];
                block[at] = byte;
                assert_eq!(vector::first_in_comment(&block), first_in_comment(&block), "{byte} at {at}");
                assert_eq!(vector::first_in_string(&block), first_in_string(&block), "{byte} at {at}");
                assert_eq!(
                    vector::first_outside_name(block.first_chunk().unwrap()),
                    first_outside_name(block.first_chunk().unwrap()),
                    "{byte} at {at}"
                );
                for (first, second) in [(b',', b'='), (byte, 0), (b'x', byte)] {
                    let expected = marks_of_either(first, second, &block);
                    assert_eq!(vector::marks_of_either(first, second, &block), expected, "{byte} at {at}");
                }
                let last = block.last_chunk().unwrap();
                assert_eq!(vector::last_space(last), last_space(last), "{byte} at {at}");
                assert_eq!(
                    vector::first_outside_moves(block.first_chunk().unwrap()),
                    first_outside_moves(block.first_chunk().unwrap()),
                    "{byte} at {at}"
                );
                // The last of two is not the first.
                block[63] = b'"';
                assert_eq!(vector::first_in_string(&block), first_in_string(&block), "{byte} at {at}");
            }
        }
        for length in 17..70 {
            for at in 0..length {
                for bytes in [&b"  "[..], b" ", b"{", b"z", b"\x1f", b"\xff", b"|", b"~", b" x "] {
                    let mut text = vec![b'x'; length];
                    let end = length.min(at + bytes.len());
                    text[at..end].copy_from_slice(&bytes[..end - at]);
                    let expected = is_odd_long_comment(&text);
                    assert_eq!(vector::is_odd_long_comment(&text), expected, "{bytes:?} at {at} of {length}");
                }
            }
        }
    }
}
