//! Reading and writing big-endian numbers and texts.

/// The rest of a slice, and the place in it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    #[inline]
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let taken = self.rest().get(..length)?;
        self.at += length;
        Some(taken)
    }

    /// A number of that many bytes, four at most.
    pub(super) fn number(&mut self, length: usize) -> Option<u32> {
        let bytes = self.take(length)?;
        Some(bytes.iter().fold(0, |number, &byte| number << 8 | u32::from(byte)))
    }

    /// A number of seven bits a byte, the lowest first.
    pub(super) fn varint(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..63).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    /// A text up to a zero byte, which is passed over; up to the end, and false, if there is none.
    pub(super) fn text(&mut self) -> (&'a [u8], bool) {
        let rest = self.rest();
        let end = memchr::memchr(0, rest);
        self.at += end.map_or(rest.len(), |end| end + 1);
        (&rest[..end.unwrap_or(rest.len())], end.is_some())
    }
}

/// Appends the low bytes of a number, the highest first.
pub(super) fn put(number: u32, length: usize, out: &mut Vec<u8>) {
    out.extend_from_slice(&number.to_be_bytes()[4 - length..]);
}

/// Appends a number with seven bits a byte, the lowest first.
pub(super) fn put_varint(mut number: u64, out: &mut Vec<u8>) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A field of fixed size without what is after its zero byte.
pub(super) fn until_zero(field: &[u8]) -> &[u8] {
    &field[..memchr::memchr(0, field).unwrap_or(field.len())]
}
