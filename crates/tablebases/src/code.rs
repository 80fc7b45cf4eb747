//! The canonical code of the symbols in a block.

use crate::cursor::Cursor;
use crate::error::Fault;

const BLOCK: Fault = Fault::Damaged("data");

/// A canonical code: longer codes are smaller numbers.
#[derive(Debug)]
pub(crate) struct Code {
    shortest: u8,
    /// For each length the smallest code as the high bits of 64.
    bases: Vec<u64>,
    /// For each length the symbol of that code.
    symbols: Vec<u16>,
}

/// The bits of a block, highest first.
pub(crate) struct Bits<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) at: usize,
}

impl Bits<'_> {
    /// The next 64 bits, with zeros after the end.
    fn peek(&self) -> u64 {
        let byte = self.at / 8;
        let mut window = [0; 16];
        let found = self.bytes.get(byte..).unwrap_or_default();
        let len = found.len().min(9);
        window[..len].copy_from_slice(&found[..len]);
        (u128::from_be_bytes(window) << (self.at % 8) >> 64) as u64
    }
}

impl Code {
    pub(crate) fn read(cursor: &mut Cursor<'_>, shortest: u8, longest: u8) -> Result<Self, Fault> {
        let lengths = usize::from(longest - shortest) + 1;
        let bytes = cursor.bytes(2 * lengths, "code")?;
        let symbols: Vec<u16> =
            bytes.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]])).collect();
        const CODE: Fault = Fault::Damaged("code");
        let mut bases = vec![0_u64; lengths];
        // From the longest codes, which begin with 0, to the shortest.
        for length in (0..lengths - 1).rev() {
            let longer =
                (bases[length + 1] + u64::from(symbols[length])).checked_sub(symbols[length + 1].into());
            bases[length] = longer.ok_or(CODE)? / 2;
        }
        for (base, length) in bases.iter_mut().zip(u32::from(shortest)..) {
            // Lengths are 1 to 32.
            if *base >> length != 0 {
                return Err(CODE);
            }
            *base <<= 64 - length;
        }
        Ok(Self { shortest, bases, symbols })
    }

    pub(crate) fn symbol(&self, bits: &mut Bits<'_>) -> Result<u16, Fault> {
        let code = bits.peek();
        // The last base is 0.
        let at = self.bases.iter().position(|base| code >= *base).ok_or(BLOCK)?;
        let length = usize::from(self.shortest) + at;
        bits.at += length;
        if bits.at > 8 * bits.bytes.len() {
            return Err(BLOCK);
        }
        let number = u64::from(self.symbols[at]) + ((code - self.bases[at]) >> (64 - length));
        u16::try_from(number).map_err(|_| BLOCK)
    }
}
