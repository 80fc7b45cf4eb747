//! Pages: parts of a file that are compressed, under a check sum, and read by their number.

use std::fs::File;
use std::io::Write;

use super::{CountingWriter, Part, PartName};
use crate::error::{IndexError, Place};
use crate::read_at::read_at;
use crate::table::numbers;

/// Compression that reads fast; higher levels save three parts in a hundred.
const LEVEL: i32 = 3;
/// Bytes of a page at most, by which a damaged list is known: 1 GiB.
const LONGEST: u64 = 1 << 30;

/// A compressed byte stands for no more than so many: four bytes for a block of 128 KiB.
const MOST_PARTS: u64 = 1 << 15;

/// Writes pages, which may lie among those of other parts.
pub(crate) struct PageWriter {
    compressor: zstd::bulk::Compressor<'static>,
    /// Offset, bytes in the file, and bytes of the content.
    pages: Vec<(u64, u64, u64)>,
}

impl std::fmt::Debug for PageWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageWriter").field("pages", &self.pages.len()).finish_non_exhaustive()
    }
}

impl PageWriter {
    pub(crate) fn new() -> Result<Self, IndexError> {
        Ok(Self { compressor: zstd::bulk::Compressor::new(LEVEL)?, pages: Vec::new() })
    }

    pub(crate) fn push<W: Write>(
        &mut self,
        content: &[u8],
        out: &mut CountingWriter<W>,
    ) -> Result<(), IndexError> {
        if content.len() as u64 > LONGEST {
            return Err(IndexError::TooLong);
        }
        let mut page = self.compressor.compress(content)?;
        let sum = crc32fast::hash(&page);
        page.extend_from_slice(&sum.to_le_bytes());
        self.pages.push((out.written, page.len() as u64, content.len() as u64));
        out.write_all(&page)?;
        Ok(())
    }

    /// Writes the list of the pages, and says where it is. For each page it has the bytes since the page before, and the lengths of the page in the
    /// file and in memory.
    pub(crate) fn finish<W: Write>(self, out: &mut CountingWriter<W>) -> Result<Part, IndexError> {
        let (mut list, mut end) = (Vec::new(), 0);
        numbers::put(self.pages.len() as u64, &mut list);
        for (at, length, content) in self.pages {
            for number in [at - end, length, content] {
                numbers::put(number, &mut list);
            }
            end = at + length;
        }
        out.write_checked(&list)
    }
}

/// Memory for those who read many pages.
pub(crate) struct Unpacker {
    decompressor: zstd::bulk::Decompressor<'static>,
    page: Vec<u8>,
}

impl Unpacker {
    pub(crate) fn new() -> Result<Self, IndexError> {
        Ok(Self { decompressor: zstd::bulk::Decompressor::new()?, page: Vec::new() })
    }
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").finish_non_exhaustive()
    }
}

/// The pages of a part.
#[derive(Clone, Debug)]
pub(crate) struct Pages {
    name: PartName,
    base: u64,
    pages: Vec<(u64, u64, u64)>,
}

impl Pages {
    /// Reads the list of pages of a part. `base` is where its segment begins.
    pub(crate) fn open(file: &File, base: u64, list: Part, name: PartName) -> Result<Self, IndexError> {
        let damaged = || IndexError::Damaged(Place::List(name.text()));
        let bytes = list.read_checked(file, base).map_err(|error| error.unwrap_or_else(damaged))?;
        let pages = read_list(&bytes).ok_or_else(damaged)?;
        Ok(Self { name, base, pages })
    }

    /// Those of a part that has none.
    pub(crate) fn empty(name: PartName) -> Self {
        Self { name, base: 0, pages: Vec::new() }
    }

    /// Bytes of all pages in the file.
    pub(crate) fn bytes(&self) -> u64 {
        self.pages.iter().map(|(_, length, _)| length).sum()
    }

    /// The number of pages.
    pub(crate) fn len(&self) -> usize {
        self.pages.len()
    }

    /// The length of the content of a page, as the list has it.
    pub(crate) fn content(&self, number: usize) -> Option<u64> {
        self.pages.get(number).map(|(_, _, content)| *content)
    }

    /// Puts the content of a page in the place of what `out` holds.
    pub(crate) fn read(&self, file: &File, number: usize, out: &mut Vec<u8>) -> Result<(), IndexError> {
        self.read_with(&mut Unpacker::new()?, file, number, out)
    }

    /// The same for those who read many pages.
    pub(crate) fn read_with(
        &self,
        unpacker: &mut Unpacker,
        file: &File,
        number: usize,
        out: &mut Vec<u8>,
    ) -> Result<(), IndexError> {
        let damaged = || IndexError::Damaged(Place::Page(self.name.text(), number as u64));
        let &(at, length, content) = self.pages.get(number).ok_or_else(damaged)?;
        unpacker.page.resize(length as usize, 0);
        read_at(file, &mut unpacker.page, self.base + at)?;
        let compressed = numbers::checked(&unpacker.page).ok_or_else(damaged)?;
        out.clear();
        out.reserve(content as usize);
        unpacker.decompressor.decompress_to_buffer(compressed, out).map_err(|_| damaged())?;
        if out.len() as u64 == content { Ok(()) } else { Err(damaged()) }
    }

    pub(crate) fn damaged(&self, number: usize) -> IndexError {
        IndexError::Damaged(Place::Page(self.name.text(), number as u64))
    }
}

fn read_list(mut bytes: &[u8]) -> Option<Vec<(u64, u64, u64)>> {
    let count = numbers::take(&mut bytes)?;
    let mut end = 0_u64;
    let mut pages = Vec::new();
    for _ in 0..count {
        let at = end.checked_add(numbers::take(&mut bytes)?)?;
        let length = numbers::take(&mut bytes).filter(|length| *length <= LONGEST)?;
        let most = LONGEST.min(length.saturating_mul(MOST_PARTS));
        let content = numbers::take(&mut bytes).filter(|content| *content <= most)?;
        end = at.checked_add(length)?;
        pages.push((at, length, content));
    }
    bytes.is_empty().then_some(pages)
}
