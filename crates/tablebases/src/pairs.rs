//! Values in blocks of symbols, of which each is one value or two other symbols.
//!
//! A block has symbols in a canonical code of up to 32 bits. Symbols were made by joining the most frequent pairs, and a value is
//! found by its number: an index names a block near by, a table has the number of values of each block, and each symbol has the
//! number of its values.

use crate::code::{Bits, Code};
use crate::cursor::Cursor;
use crate::error::Fault;
use crate::source::Source;
use crate::symbols::{MAX_SYMBOLS, Symbol, read_symbols};

const HEAD: Fault = Fault::Damaged("head");
const SYMBOLS: Fault = Fault::Damaged("list of symbols");
const BLOCK: Fault = Fault::Damaged("data");

/// The bytes of an entry of the index: the number of a block, and a number of values.
const INDEX_ENTRY: u64 = 6;

/// The values of one side and, with pawns, one file.
#[derive(Debug)]
pub(crate) enum Pairs {
    /// All boards have the same.
    Constant(u16),
    Coded(Box<Coded>),
}

#[derive(Debug)]
pub(crate) struct Coded {
    /// The number of bytes of a block is a power of 2; the exponent.
    block_bits: u8,
    /// The number of values for each entry of the index likewise.
    span_bits: u8,
    /// The number of blocks with bytes; a few more may be in the table of sizes.
    blocks: u32,
    sizes: u32,
    entries: u64,
    code: Code,
    symbols: Vec<Symbol>,
    index_at: u64,
    sizes_at: u64,
    data_at: u64,
}

impl Pairs {
    /// Reads the head of the values of `boards` boards, and its flags.
    pub(crate) fn read(
        cursor: &mut Cursor<'_>,
        boards: u64,
        has_constant: bool,
    ) -> Result<(Self, u8), Fault> {
        let flags = cursor.u8("head")?;
        if flags & 0x80 != 0 {
            let value = cursor.u8("head")?;
            return Ok((Self::Constant(if has_constant { value.into() } else { 0 }), flags));
        }
        let head = cursor.bytes(9, "head")?;
        let [block_bits, span_bits, more_sizes] = [head[0], head[1], head[2]];
        let blocks = u32::from_le_bytes([head[3], head[4], head[5], head[6]]);
        let sizes = blocks.checked_add(more_sizes.into()).ok_or(HEAD)?;
        let [longest, shortest] = [head[7], head[8]];
        if !(1..=16).contains(&block_bits)
            || !(1..=31).contains(&span_bits)
            || shortest == 0
            || longest > 32
            || shortest > longest
        {
            return Err(HEAD);
        }
        let code = Code::read(cursor, shortest, longest)?;
        let count = usize::from(cursor.u16("list of symbols")?);
        if count >= MAX_SYMBOLS {
            return Err(SYMBOLS);
        }
        let bytes = cursor.bytes(3 * count + count % 2, "list of symbols")?;
        let symbols = read_symbols(&bytes[..3 * count])?;
        let entries = boards.div_ceil(1 << span_bits);
        let coded = Coded {
            block_bits,
            span_bits,
            blocks,
            sizes,
            entries,
            code,
            symbols,
            index_at: 0,
            sizes_at: 0,
            data_at: 0,
        };
        Ok((Self::Coded(Box::new(coded)), flags))
    }

    /// Goes over the index, and keeps its place.
    pub(crate) fn place_index(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Self::Coded(coded) = self {
            coded.index_at = cursor.skip(coded.entries.saturating_mul(INDEX_ENTRY))?;
        }
        Ok(())
    }

    /// Goes over the numbers of values of blocks, and keeps their place.
    pub(crate) fn place_sizes(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Self::Coded(coded) = self {
            coded.sizes_at = cursor.skip(2 * u64::from(coded.sizes))?;
        }
        Ok(())
    }

    /// Goes over the blocks, and keeps their place.
    pub(crate) fn place_data(&mut self, cursor: &mut Cursor<'_>) -> Result<(), Fault> {
        if let Self::Coded(coded) = self {
            cursor.align(64);
            coded.data_at = cursor.skip(u64::from(coded.blocks) << coded.block_bits)?;
        }
        Ok(())
    }

    /// The value of a board, 12 bits. Three reads of the file, rarely four.
    pub(crate) fn value(&self, source: &Source, board: u64) -> Result<u16, Fault> {
        match self {
            Self::Constant(value) => Ok(*value),
            Self::Coded(coded) => coded.value(source, board),
        }
    }
}

impl Coded {
    fn value(&self, source: &Source, board: u64) -> Result<u16, Fault> {
        let span = 1_i64 << self.span_bits;
        let entry = board >> self.span_bits;
        if entry >= self.entries {
            return Err(Fault::Damaged("index"));
        }
        let mut bytes = [0; INDEX_ENTRY as usize];
        source.read(self.index_at + entry * INDEX_ENTRY, &mut bytes).map_err(Fault::reading("index"))?;
        let [b0, b1, b2, b3, b4, b5] = bytes;
        let block = u32::from_le_bytes([b0, b1, b2, b3]);
        // The entry is for the board in the middle of its span. Both numbers are small.
        let in_span = (board & ((1 << self.span_bits) - 1)) as i64;
        let (block, place) =
            self.find_block(source, block, in_span - span / 2 + i64::from(u16::from_le_bytes([b4, b5])))?;

        // Two bytes for each value are the most that a block has, at 1 bit for 256 of them far more: never more than the block.
        let mut bytes = vec![0; 1 << self.block_bits];
        if block >= self.blocks {
            return Err(Fault::Damaged("index"));
        }
        source
            .read(self.data_at + (u64::from(block) << self.block_bits), &mut bytes)
            .map_err(Fault::reading("data"))?;
        self.decode(&bytes, place)
    }

    /// The block that has a value, and its place there, from its distance to the first value of `block`.
    fn find_block(&self, source: &Source, mut block: u32, mut place: i64) -> Result<(u32, u32), Fault> {
        /// Most values are in the block of the index or beside it.
        const AT_ONCE: u32 = 32;
        const PART: Fault = Fault::Damaged("table of blocks");
        let mut buffer = [0; 2 * AT_ONCE as usize];
        // The blocks whose sizes are in the buffer.
        let mut loaded = 0..0;
        loop {
            if place < 0 {
                block = block.checked_sub(1).ok_or(PART)?;
            }
            if block >= self.sizes {
                return Err(PART);
            }
            if !loaded.contains(&block) {
                let first = if place < 0 { (block + 1).saturating_sub(AT_ONCE) } else { block };
                loaded = first..first.saturating_add(AT_ONCE).min(self.sizes);
                let bytes = &mut buffer[..2 * loaded.len()];
                source
                    .read(self.sizes_at + 2 * u64::from(first), bytes)
                    .map_err(Fault::reading("table of blocks"))?;
            }
            let at = 2 * (block - loaded.start) as usize;
            let values = i64::from(u16::from_le_bytes([buffer[at], buffer[at + 1]])) + 1;
            if place < 0 {
                place += values;
                if place >= 0 {
                    // Less than 65,536.
                    return Ok((block, place as u32));
                }
            } else if place < values {
                return Ok((block, place as u32));
            } else {
                place -= values;
                block += 1;
            }
        }
    }

    /// The value at a place of a block.
    fn decode(&self, block: &[u8], mut place: u32) -> Result<u16, Fault> {
        let mut bits = Bits { bytes: block, at: 0 };
        let mut symbol = loop {
            let number = self.code.symbol(&mut bits)?;
            let symbol = self.symbols.get(usize::from(number)).ok_or(BLOCK)?;
            match place.checked_sub(u32::from(symbol.more) + 1) {
                None => break symbol,
                Some(rest) => place = rest,
            }
        };
        // Each half has fewer values than its symbol.
        while !symbol.is_value() {
            let left = self.symbols.get(usize::from(symbol.left)).ok_or(BLOCK)?;
            symbol = match place.checked_sub(u32::from(left.more) + 1) {
                None => left,
                Some(rest) => {
                    place = rest;
                    self.symbols.get(usize::from(symbol.right)).ok_or(BLOCK)?
                }
            };
        }
        Ok(symbol.left)
    }
}
