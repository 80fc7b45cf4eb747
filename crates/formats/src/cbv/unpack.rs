//! Blocks of a packed file.

use super::CbvError;

/// Length of the header of a block.
const BLOCK_HEAD: usize = 4;
/// Flags of a block.
const LZ: u8 = 1;
const HUFFMAN: u8 = 2;
/// The greatest length of a block that is packed by both means; each of the two lengths has two bytes, and a step of a copy
/// of three bytes gives 4,114 at most.
const MOST_OF_BLOCK: usize = 1 << 24;

/// Unpacks a file, whose length according to the list is `len`. No more is made than that and a block, and memory grows with
/// what is unpacked, whatever the length is said to be.
///
/// # Errors
/// When a block is damaged, or the length is another one.
pub fn unpack(packed: &[u8], len: u64) -> Result<Vec<u8>, CbvError> {
    let mut unpacked =
        Vec::with_capacity(usize::try_from(len).unwrap_or(0).min(packed.len().saturating_mul(8)));
    let (mut at, mut halfway) = (0, Vec::new());
    while at < packed.len() {
        let fault = |expected| CbvError::Block { offset: at, expected };
        let head: &[u8; BLOCK_HEAD] =
            packed[at..].first_chunk().ok_or_else(|| fault("the header of a block"))?;
        let length = usize::from(u16::from_le_bytes([head[0], head[1]]));
        let block = packed.get(at + BLOCK_HEAD..at + BLOCK_HEAD + length);
        let block = block.ok_or_else(|| fault("a whole block"))?;
        let (&flags, bytes) = block.split_first().ok_or_else(|| fault("the flags of a block"))?;
        let bytes = if flags & HUFFMAN == 0 {
            bytes
        } else {
            huffman(bytes, &mut halfway).ok_or_else(|| fault("a code of Huffman"))?;
            &halfway
        };
        if flags & LZ == 0 {
            unpacked.extend_from_slice(bytes);
        } else {
            let most = usize::try_from(len).unwrap_or(usize::MAX);
            lz(bytes, &mut unpacked, most).ok_or_else(|| fault("a copy of bytes before it"))?;
        }
        if unpacked.len() as u64 > len {
            break;
        }
        at += BLOCK_HEAD + length;
    }
    if unpacked.len() as u64 != len {
        return Err(CbvError::Length { expected: len, found: unpacked.len() as u64 });
    }
    Ok(unpacked)
}

/// Bits from the highest of each byte.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    /// Bits that are not taken yet, from the highest.
    word: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, word: 0, count: 0 }
    }

    fn fill(&mut self) {
        while self.count <= 56
            && let Some(&byte) = self.bytes.get(self.at)
        {
            self.word |= u64::from(byte) << (56 - self.count);
            self.count += 8;
            self.at += 1;
        }
    }

    /// The next bits without taking them, zeros after the end; at most 16.
    fn peek(&mut self, count: u32) -> usize {
        if self.count < count {
            self.fill();
        }
        if count == 0 { 0 } else { (self.word >> (64 - count)) as usize }
    }

    fn skip(&mut self, count: u32) -> Option<()> {
        self.count = self.count.checked_sub(count)?;
        self.word <<= count;
        Some(())
    }

    fn take(&mut self, count: u32) -> Option<usize> {
        let bits = self.peek(count);
        self.skip(count)?;
        Some(bits)
    }
}

/// The longest code in bits.
const LONGEST: u32 = 15;

/// Unpacks by codes of a table that comes first.
fn huffman(bytes: &[u8], out: &mut Vec<u8>) -> Option<()> {
    let (length, rest) = bytes.split_first_chunk()?;
    let length = u16::from_be_bytes(*length);
    let mut bits = Bits::new(rest);
    // For each of the next bits the byte whose code they begin with, and the length of the code; 0 is none.
    let mut table = vec![(0_u8, 0_u8); 1 << LONGEST];
    for byte in 0..=255 {
        let size = bits.take(4)? as u32;
        let code = bits.take(size)?;
        if size > 0 {
            let first = code << (LONGEST - size);
            table[first..first + (1 << (LONGEST - size))].fill((byte, size as u8));
        }
    }
    out.clear();
    for _ in 0..length {
        let (byte, size) = table[bits.peek(LONGEST)];
        if size == 0 {
            return None;
        }
        bits.skip(size.into())?;
        out.push(byte);
    }
    Some(())
}

/// Unpacks literal bytes, runs and copies, 16 of them after each word of flags.
fn lz(bytes: &[u8], out: &mut Vec<u8>, most: usize) -> Option<()> {
    let start = out.len();
    let most = most.min(start.saturating_add(MOST_OF_BLOCK));
    let mut rest = bytes.iter().copied();
    while let Some(low) = rest.next() {
        let mut flags = u16::from_le_bytes([low, rest.next()?]);
        for _ in 0..16 {
            let is_copy = flags & 0x8000 != 0;
            flags <<= 1;
            let Some(byte) = rest.next() else { return Some(()) };
            if !is_copy {
                out.push(byte);
                continue;
            }
            let (high, low) = (byte >> 4, usize::from(byte & 0xf));
            let mut next = || rest.next().map(usize::from);
            match high {
                0 => {
                    let byte = next()? as u8;
                    out.resize(out.len() + low + 3, byte);
                }
                1 => {
                    let (more, byte) = (next()?, next()? as u8);
                    out.resize(out.len() + low + 16 * more + 19, byte);
                }
                2 => {
                    let (more, length) = (next()?, next()?);
                    copy(out, start, 16 * more + low + 3, length + 16)?;
                }
                length => {
                    let more = next()?;
                    copy(out, start, 16 * more + low + 3, length.into())?;
                }
            }
            if out.len() > most {
                return None;
            }
        }
    }
    Some(())
}

/// Appends bytes from a distance before the end, which may be among those that are appended.
fn copy(out: &mut Vec<u8>, start: usize, distance: usize, length: usize) -> Option<()> {
    let from = out.len().checked_sub(distance).filter(|from| *from >= start)?;
    if distance >= length {
        out.extend_from_within(from..from + length);
    } else {
        for at in from..from + length {
            out.push(out[at]);
        }
    }
    Some(())
}
