//! Values in blocks of symbols, of which each is one value or two other symbols.
//!
//! A block has symbols in a canonical code of up to 32 bits. Symbols were made by joining the most frequent pairs, and a value is
//! found by its number: an index names a block near by, a table has the number of values of each block, and each symbol has the
//! number of its values.

use crate::error::Fault;
use crate::source::Source;

const HEAD: Fault = Fault::Damaged("head");
const SYMBOLS: Fault = Fault::Damaged("list of symbols");
const BLOCK: Fault = Fault::Damaged("data");

/// The bytes of an entry of the index: the number of a block, and a number of values.
const INDEX_ENTRY: u64 = 6;
/// The right half of a symbol that is a value.
const NO_RIGHT: u16 = 0xfff;
/// Symbols are numbered by twelve bits.
const MAX_SYMBOLS: usize = 4096;

/// A sequential reader of the head of a file.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    pub(crate) source: &'a Source,
    pub(crate) at: u64,
}

impl Cursor<'_> {
    pub(crate) fn bytes(&mut self, len: usize, part: &'static str) -> Result<Vec<u8>, Fault> {
        // Never more than the file has, whatever its numbers say.
        if self.source.len().saturating_sub(self.at) < len as u64 {
            return Err(Fault::Damaged(part));
        }
        let mut bytes = vec![0; len];
        self.source.read(self.at, &mut bytes).map_err(Fault::reading(part))?;
        self.at += len as u64;
        Ok(bytes)
    }

    pub(crate) fn u8(&mut self, part: &'static str) -> Result<u8, Fault> {
        Ok(self.bytes(1, part)?[0])
    }

    pub(crate) fn u16(&mut self, part: &'static str) -> Result<u16, Fault> {
        let bytes = self.bytes(2, part)?;
        Ok(u16::from_le_bytes([bytes[0], bytes[1]]))
    }

    /// Goes on at a multiple of `step`.
    pub(crate) fn align(&mut self, step: u64) {
        self.at = self.at.next_multiple_of(step);
    }

    /// Goes over `len` bytes, and returns the place where they begin.
    pub(crate) fn skip(&mut self, len: u64) -> Result<u64, Fault> {
        let start = self.at;
        self.at =
            start.checked_add(len).filter(|end| *end <= self.source.len()).ok_or(Fault::Damaged("end"))?;
        Ok(start)
    }
}

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

#[derive(Clone, Copy, Debug)]
struct Symbol {
    left: u16,
    right: u16,
    /// The number of its values, less 1.
    more: u8,
}

impl Symbol {
    fn is_value(self) -> bool {
        self.right == NO_RIGHT
    }
}

/// A canonical code: longer codes are smaller numbers.
#[derive(Debug)]
struct Code {
    shortest: u8,
    /// For each length the smallest code as the high bits of 64.
    bases: Vec<u64>,
    /// For each length the symbol of that code.
    symbols: Vec<u16>,
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

/// The bits of a block, highest first.
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
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
    fn read(cursor: &mut Cursor<'_>, shortest: u8, longest: u8) -> Result<Self, Fault> {
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

    fn symbol(&self, bits: &mut Bits<'_>) -> Result<u16, Fault> {
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

/// Symbols from three bytes each. That each is made of others and not of itself, at no depth, is checked here.
fn read_symbols(bytes: &[u8]) -> Result<Vec<Symbol>, Fault> {
    let halves = |three: &[u8]| {
        let [low, middle, high] = [three[0], three[1], three[2]].map(u16::from);
        Symbol { left: (middle & 15) << 8 | low, right: high << 4 | middle >> 4, more: 0 }
    };
    let mut symbols: Vec<Symbol> = bytes.chunks_exact(3).map(halves).collect();
    #[derive(Clone, Copy, PartialEq)]
    enum State {
        New,
        Open,
        Counted,
    }
    let mut states: Vec<State> =
        symbols.iter().map(|symbol| if symbol.is_value() { State::Counted } else { State::New }).collect();
    let mut open = Vec::new();
    for start in 0..symbols.len() {
        if states[start] == State::New {
            open.push(start);
        }
        while let Some(&number) = open.last() {
            let symbol = symbols[number];
            let halves = [symbol.left, symbol.right].map(usize::from);
            if halves.iter().any(|half| *half >= symbols.len()) {
                return Err(SYMBOLS);
            }
            if states[number] == State::Counted {
                open.pop();
                continue;
            }
            if states[number] == State::New {
                states[number] = State::Open;
                open.extend(halves.iter().filter(|half| states[**half] == State::New));
                continue;
            }
            if halves.iter().any(|half| states[*half] != State::Counted) {
                return Err(SYMBOLS);
            }
            let more = halves.iter().map(|half| u32::from(symbols[*half].more)).sum::<u32>() + 1;
            symbols[number].more = u8::try_from(more).map_err(|_| SYMBOLS)?;
            states[number] = State::Counted;
            open.pop();
        }
    }
    Ok(symbols)
}
