//! Pages: parts of a file that are compressed, under a check sum, and read by their number.

use std::fs::File;
use std::io::Write;
use std::sync::Arc;

use zstd::bulk::{Compressor, Decompressor};
use zstd::dict::DecoderDictionary;

use super::{CountingWriter, Part, PartName};
use crate::error::{IndexError, Place};
use crate::read_at::read_at;
use crate::table::numbers;

/// Compression that reads fast; higher levels save three parts in a hundred.
const LEVEL: i32 = 3;
/// That of texts, of which it saves ten.
const LEVEL_WITH_DICTIONARY: i32 = 6;
/// Bytes of the first pages that a dictionary is made of, of each so many, and the part of them that it has; its length, at the least and at the most.
const SAMPLE: usize = 8 << 20;
const SAMPLE_OF_A_PAGE: usize = 64 << 10;
const DICTIONARY_PART: usize = 16;
const DICTIONARY: std::ops::RangeInclusive<usize> = 4 << 10..=110 << 10;
/// Bytes of a page at most, by which a damaged list is known: 1 GiB.
const LONGEST: u64 = 1 << 30;

/// A compressed byte stands for no more than so many: four bytes for a block of 128 KiB.
const MOST_PARTS: u64 = 1 << 15;

/// Writes pages, which may lie among those of other parts.
pub(crate) struct PageWriter {
    compressor: Compressor<'static>,
    /// Offset, bytes in the file, and bytes of the content.
    pages: Vec<(u64, u64, u64)>,
    /// The first pages, as long as there is no dictionary and one will be made of them.
    sample: Option<Vec<Vec<u8>>>,
    dictionary: Vec<u8>,
}

impl std::fmt::Debug for PageWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PageWriter").field("pages", &self.pages.len()).finish_non_exhaustive()
    }
}

impl PageWriter {
    pub(crate) fn new() -> Result<Self, IndexError> {
        Ok(Self {
            compressor: Compressor::new(LEVEL)?,
            pages: Vec::new(),
            sample: None,
            dictionary: Vec::new(),
        })
    }

    /// Writes pages that have the same words: what the first ones have in common is a dictionary for all of them.
    pub(crate) fn with_dictionary() -> Result<Self, IndexError> {
        let compressor = Compressor::new(LEVEL_WITH_DICTIONARY)?;
        Ok(Self { compressor, sample: Some(Vec::new()), ..Self::new()? })
    }

    pub(crate) fn push<W: Write>(
        &mut self,
        content: &[u8],
        out: &mut CountingWriter<W>,
    ) -> Result<(), IndexError> {
        if content.len() as u64 > LONGEST {
            return Err(IndexError::TooLong);
        }
        let Some(sample) = &mut self.sample else { return self.write(content, out) };
        sample.push(content.to_vec());
        if sample.iter().map(Vec::len).sum::<usize>() >= SAMPLE { self.end_sample(out) } else { Ok(()) }
    }

    /// Makes the dictionary of the first pages, if it is worth its bytes, and writes them.
    fn end_sample<W: Write>(&mut self, out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        let pages = self.sample.take().unwrap_or_default();
        let samples: Vec<&[u8]> =
            pages.iter().map(|page| &page[..page.len().min(SAMPLE_OF_A_PAGE)]).collect();
        let length = samples.iter().map(|sample| sample.len()).sum::<usize>() / DICTIONARY_PART;
        if length >= *DICTIONARY.start() {
            // Of pages that have nothing in common none is made.
            if let Ok(made) = zstd::dict::from_samples(&samples, length.min(*DICTIONARY.end())) {
                self.compressor.set_dictionary(LEVEL_WITH_DICTIONARY, &made)?;
                self.dictionary = made;
            }
        }
        pages.iter().try_for_each(|page| self.write(page, out))
    }

    fn write<W: Write>(&mut self, content: &[u8], out: &mut CountingWriter<W>) -> Result<(), IndexError> {
        let mut page = self.compressor.compress(content)?;
        let sum = crc32fast::hash(&page);
        page.extend_from_slice(&sum.to_le_bytes());
        self.pages.push((out.written, page.len() as u64, content.len() as u64));
        out.write_all(&page)?;
        Ok(())
    }

    /// Writes the list of the pages, and says where it is. It has the dictionary after its length, the number of pages, and for each page the bytes
    /// since the page before, and the lengths of the page in the file and in memory.
    pub(crate) fn finish<W: Write>(mut self, out: &mut CountingWriter<W>) -> Result<Part, IndexError> {
        self.end_sample(out)?;
        let (mut list, mut end) = (Vec::new(), 0);
        numbers::put(self.dictionary.len() as u64, &mut list);
        list.extend_from_slice(&self.dictionary);
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
pub(crate) struct Unpacker<'p> {
    decompressor: Decompressor<'p>,
    page: Vec<u8>,
}

impl std::fmt::Debug for Unpacker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Unpacker").finish_non_exhaustive()
    }
}

/// The pages of a part.
#[derive(Clone)]
pub(crate) struct Pages {
    name: PartName,
    base: u64,
    pages: Vec<(u64, u64, u64)>,
    dictionary: Option<Arc<DecoderDictionary<'static>>>,
}

impl std::fmt::Debug for Pages {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Pages")
            .field("name", &self.name)
            .field("pages", &self.pages.len())
            .finish_non_exhaustive()
    }
}

impl Pages {
    /// Reads the list of pages of a part. `base` is where its segment begins.
    pub(crate) fn open(file: &File, base: u64, list: Part, name: PartName) -> Result<Self, IndexError> {
        let damaged = || IndexError::Damaged(Place::List(name.text()));
        let bytes = list.read_checked(file, base).map_err(|error| error.unwrap_or_else(damaged))?;
        let mut rest = &bytes[..];
        let dictionary = take_dictionary(&mut rest).ok_or_else(damaged)?;
        let pages = read_list(rest).ok_or_else(damaged)?;
        let dictionary = (!dictionary.is_empty()).then(|| Arc::new(DecoderDictionary::copy(dictionary)));
        Ok(Self { name, base, pages, dictionary })
    }

    /// Those of a part that has none.
    pub(crate) fn empty(name: PartName) -> Self {
        Self { name, base: 0, pages: Vec::new(), dictionary: None }
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
        self.read_with(&mut self.unpacker()?, file, number, out)
    }

    /// Memory for reading many of its pages.
    pub(crate) fn unpacker(&self) -> Result<Unpacker<'_>, IndexError> {
        let decompressor = match &self.dictionary {
            Some(dictionary) => Decompressor::with_prepared_dictionary(dictionary)?,
            None => Decompressor::new()?,
        };
        Ok(Unpacker { decompressor, page: Vec::new() })
    }

    /// The same with what was made for it.
    pub(crate) fn read_with(
        &self,
        unpacker: &mut Unpacker<'_>,
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

fn take_dictionary<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(numbers::take(bytes)?).ok()?;
    let (dictionary, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(dictionary)
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of words that most have in common.
    fn pages(count: u32) -> Vec<Vec<u8>> {
        let mut state = 1_u32;
        let mut random = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            state >> 16
        };
        let words: Vec<String> = (0..2000).map(|_| format!("{:x} of {:x}", random(), random())).collect();
        let mut page = || (0..60).flat_map(|_| words[random() as usize % words.len()].bytes()).collect();
        (0..count).map(|_| page()).collect()
    }

    fn written(mut writer: PageWriter, pages: &[Vec<u8>]) -> (File, Part, u64) {
        let mut out = CountingWriter::new(tempfile::tempfile().unwrap());
        pages.iter().for_each(|page| writer.push(page, &mut out).unwrap());
        let list = writer.finish(&mut out).unwrap();
        let length = out.written;
        (out.into_inner(), list, length)
    }

    #[test]
    fn pages_come_back_with_and_without_a_dictionary() {
        // None, too few for a dictionary, some, and more than it is made of.
        for count in [0, 20, 2_000, 12_000] {
            let pages = pages(count);
            let (_, _, plain) = written(PageWriter::new().unwrap(), &pages);
            let (file, list, length) = written(PageWriter::with_dictionary().unwrap(), &pages);
            let read = Pages::open(&file, 0, list, PartName::Texts).unwrap();
            assert_eq!((read.len(), read.dictionary.is_some()), (pages.len(), count > 20));
            assert!(count < 2_000 || length * 10 < plain * 8, "{count}: {length} of {plain}");
            let (mut unpacker, mut out) = (read.unpacker().unwrap(), Vec::new());
            for (number, page) in pages.iter().enumerate().rev() {
                read.read_with(&mut unpacker, &file, number, &mut out).unwrap();
                assert_eq!(out, *page);
            }
            assert!(read.read(&file, pages.len(), &mut out).is_err());
        }
    }

    #[test]
    fn a_wrong_dictionary_is_damage() {
        let (file, list, _) = written(PageWriter::with_dictionary().unwrap(), &pages(2_000));
        let mut read = Pages::open(&file, 0, list, PartName::Texts).unwrap();
        let mut out = Vec::new();
        for dictionary in [None, Some(Arc::new(DecoderDictionary::copy(b"something else")))] {
            read.dictionary = dictionary;
            let error = read.read(&file, 7, &mut out).unwrap_err();
            assert!(matches!(error, IndexError::Damaged(Place::Page("texts", 7))), "{error}");
        }
        assert!(read_list(&[5, 1]).is_none() && take_dictionary(&mut &[5, 1][..]).is_none());
    }
}
