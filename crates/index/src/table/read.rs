//! Reading a table: by key, or from its beginning to its end.

use std::fs::File;
use std::sync::Arc;

use crate::read_at::read_at;

use super::{FOOT, HEAD, MAGIC, Part, SUM, TableError, numbers};

/// A table that is open. All threads can read it at the same time.
#[derive(Debug)]
pub struct Table {
    file: Arc<File>,
    /// The place of its first byte in the file.
    base: u64,
    /// First keys of the blocks, and the places where they begin; one more place is the end of the last block.
    keys: Vec<u64>,
    places: Vec<u64>,
    entries: u64,
    /// Bytes of the list of blocks.
    fences: u64,
}

impl Table {
    /// Opens a table of values of a kind, and checks its head, its list of blocks and its end. Blocks are checked when they are read;
    /// [`check`](Self::check) reads all.
    ///
    /// # Errors
    /// When it is no table, of another version or of other values, or damaged.
    pub fn open(file: File, values: [u8; 4]) -> Result<Self, TableError> {
        let length = file.metadata()?.len();
        Self::within(Arc::new(file), 0, length, values)
    }

    /// The same of a table that is a part of a file: its first byte, and its length.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn within(file: Arc<File>, base: u64, length: u64, values: [u8; 4]) -> Result<Self, TableError> {
        if length < HEAD as u64 {
            return Err(TableError::NotATable);
        }
        if base.checked_add(length).is_none_or(|end| file.metadata().is_ok_and(|file| file.len() < end)) {
            return Err(TableError::Damaged(Part::Foot));
        }
        let read = |out: &mut [u8], at: u64| read_at(&file, out, base + at);
        let mut head = [0; HEAD];
        read(&mut head, 0)?;
        let [name @ .., version] = MAGIC;
        if !head.starts_with(&name) {
            return Err(TableError::NotATable);
        }
        let content = numbers::checked(&head).ok_or(TableError::Damaged(Part::Head))?;
        match content {
            [_, _, _, _, _, _, _, found, ..] if *found != version => return Err(TableError::Version(*found)),
            [.., a, b, c, d] if [*a, *b, *c, *d] != values => {
                return Err(TableError::Values([*a, *b, *c, *d]));
            }
            _ => {}
        }
        let damaged = || TableError::Damaged(Part::Foot);
        let foot_at = length.checked_sub(FOOT as u64).filter(|at| *at >= HEAD as u64).ok_or_else(damaged)?;
        let mut foot = [0; FOOT];
        read(&mut foot, foot_at)?;
        let foot = numbers::checked(&foot).ok_or_else(damaged)?;
        let [fences_at, fences_length, blocks, entries] =
            [0, 8, 16, 24].map(|place| numbers::at(foot, place));
        if fences_at.checked_add(fences_length) != Some(foot_at) || fences_at < HEAD as u64 {
            return Err(damaged());
        }
        let mut fences = vec![0; fences_length as usize];
        read(&mut fences, fences_at)?;
        let damaged = || TableError::Damaged(Part::Fences);
        if foot.get(32..36) != Some(&crc32fast::hash(&fences).to_le_bytes()) {
            return Err(damaged());
        }
        let (keys, places) = read_fences(&fences, blocks).ok_or_else(damaged)?;
        if places.last() != Some(&fences_at) {
            return Err(damaged());
        }
        Ok(Self { file, base, keys, places, entries, fences: fences_length })
    }

    /// The number of entries.
    pub fn len(&self) -> u64 {
        self.entries
    }

    /// Whether it has no entry.
    pub fn is_empty(&self) -> bool {
        self.entries == 0
    }

    /// The bytes that it takes.
    pub(crate) fn bytes(&self) -> u64 {
        let blocks = self.places.last().copied().unwrap_or(0);
        blocks + self.fences + FOOT as u64
    }

    /// The number of blocks.
    pub fn blocks(&self) -> u64 {
        self.keys.len() as u64
    }

    /// Puts the value of a key in the place of what `value` holds, and says whether there is one.
    ///
    /// Takes the time of a binary search over the blocks and of reading one of them.
    ///
    /// # Errors
    /// When the block cannot be read, or is damaged.
    pub fn get(&self, key: u64, value: &mut Vec<u8>) -> Result<bool, TableError> {
        let Some(block) = self.keys.partition_point(|first| *first <= key).checked_sub(1) else {
            return Ok(false);
        };
        // The block is read to the place where the value is expected, and left there.
        self.read_block(block, value)?;
        let mut entries = BlockEntries::new(self.keys[block], value);
        let found = loop {
            match entries.next().ok_or(TableError::Damaged(Part::Block(block as u64)))? {
                Some((found, _)) if found < key => {}
                Some((found, range)) if found == key => break Some(range),
                _ => break None,
            }
        };
        let Some(range) = found else {
            value.clear();
            return Ok(false);
        };
        value.truncate(range.end);
        value.drain(..range.start);
        Ok(true)
    }

    /// All entries, in order.
    pub fn entries(&self) -> Entries<'_> {
        Entries { table: self, next_block: 0, block: Vec::new(), at: 0, key: 0 }
    }

    /// Reads every block.
    ///
    /// # Errors
    /// The first block that is damaged or cannot be read; and the end, if the number of entries is another one.
    pub fn check(&self) -> Result<(), TableError> {
        let mut entries = self.entries();
        let mut count = 0_u64;
        while entries.next_entry()?.is_some() {
            count += 1;
        }
        if count == self.entries { Ok(()) } else { Err(TableError::Damaged(Part::Foot)) }
    }

    /// The content of a block, checked.
    fn read_block(&self, block: usize, out: &mut Vec<u8>) -> Result<(), TableError> {
        let (start, end) = (self.places[block], self.places[block + 1]);
        out.clear();
        out.resize((end - start) as usize, 0);
        read_at(&self.file, out, self.base + start)?;
        let content = numbers::checked(out).ok_or(TableError::Damaged(Part::Block(block as u64)))?.len();
        out.truncate(content);
        Ok(())
    }
}

/// Keys and places of the blocks; `None` if the bytes are no such list.
fn read_fences(mut bytes: &[u8], blocks: u64) -> Option<(Vec<u64>, Vec<u64>)> {
    // Each takes two bytes at least.
    let count = usize::try_from(blocks).ok().filter(|count| *count <= bytes.len() / 2)?;
    let mut keys = Vec::with_capacity(count);
    let mut places = Vec::with_capacity(count + 1);
    let (mut key, mut place) = (0_u64, HEAD as u64);
    places.push(place);
    for number in 0..count {
        let step = numbers::take(&mut bytes)?;
        if step == 0 && number > 0 {
            return None;
        }
        key = key.checked_add(step)?;
        let length = numbers::take(&mut bytes).filter(|length| *length > SUM as u64)?;
        place = place.checked_add(length)?;
        keys.push(key);
        places.push(place);
    }
    bytes.is_empty().then_some((keys, places))
}

/// The entries of a block.
struct BlockEntries<'b> {
    bytes: &'b [u8],
    at: usize,
    key: u64,
}

impl<'b> BlockEntries<'b> {
    fn new(first: u64, bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, key: first }
    }

    /// The next key, and the place of its value; the inner `None` is the end. `None` if the bytes are no entry.
    #[inline]
    #[allow(clippy::option_option, reason = "the end and damage are different")]
    fn next(&mut self) -> Option<Option<(u64, std::ops::Range<usize>)>> {
        let mut rest = self.bytes.get(self.at..)?;
        if rest.is_empty() {
            return Some(None);
        }
        let step = numbers::take(&mut rest)?;
        let length = usize::try_from(numbers::take(&mut rest)?).ok()?;
        let start = self.bytes.len() - rest.len();
        let end = start.checked_add(length).filter(|end| *end <= self.bytes.len())?;
        self.key = self.key.checked_add(step)?;
        self.at = end;
        Some(Some((self.key, start..end)))
    }
}

/// All entries of a table, in order.
#[derive(Debug)]
pub struct Entries<'t> {
    table: &'t Table,
    next_block: usize,
    block: Vec<u8>,
    at: usize,
    key: u64,
}

impl Entries<'_> {
    /// The next key and its value.
    ///
    /// # Errors
    /// When its block is damaged or cannot be read. The next call goes on with the block after it.
    pub fn next_entry(&mut self) -> Result<Option<(u64, &[u8])>, TableError> {
        while self.at == self.block.len() {
            let block = self.next_block;
            let Some(first) = self.table.keys.get(block) else { return Ok(None) };
            (self.next_block, self.at, self.key) = (block + 1, 0, *first);
            if let Err(error) = self.table.read_block(block, &mut self.block) {
                self.block.clear();
                return Err(error);
            }
        }
        let mut entries = BlockEntries { bytes: &self.block, at: self.at, key: self.key };
        let found = entries.next().flatten();
        (self.at, self.key) = (entries.at, entries.key);
        match found {
            Some((key, range)) => Ok(Some((key, &self.block[range]))),
            None => {
                self.at = 0;
                self.block.clear();
                Err(TableError::Damaged(Part::Block(self.next_block as u64 - 1)))
            }
        }
    }
}
