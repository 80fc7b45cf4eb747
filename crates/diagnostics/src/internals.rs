//! Classes of bytes and characters that fixes need and the parser shares. For the crates of this workspace only: semantic versioning
//! does not hold here.

pub use crate::diagnostic::quoted_up_to;
pub use crate::encoding::decode_char;

/// Whether a byte may be inside a symbol: `A-Z a-z 0-9 _ + # = : -` (section 7).
#[inline]
pub const fn is_symbol(byte: u8) -> bool {
    matches!(byte, b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'+' | b'#' | b'=' | b':' | b'-')
}

/// White space of import format (section 7).
#[inline]
pub const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0x0b)
}

/// A byte that ends a line, alone or as one of two.
#[inline]
pub const fn is_newline(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}
