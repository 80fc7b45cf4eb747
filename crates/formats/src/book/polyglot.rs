//! A book of Polyglot: entries in the order of their keys.

use std::borrow::Cow;

use pgnkit::chess::Position;

use super::{Damage, Entry, Reason};

/// Beginning of the text of a header.
const HEADER: &[u8] = b"@PG@";

/// A book of Polyglot in memory.
#[derive(Clone, Debug, Default)]
pub struct Book<'a> {
    /// Whole entries in the order of their keys.
    bytes: Cow<'a, [u8]>,
}

impl<'a> Book<'a> {
    /// Reads a file. If its keys are out of order, that is damage, and the book is a copy with its entries in order.
    pub fn read(bytes: &'a [u8], damage: &mut dyn FnMut(Damage)) -> Self {
        let rest = bytes.len() % Entry::LEN;
        let bytes = &bytes[..bytes.len() - rest];
        let (mut before, mut is_sorted) = (0, true);
        for (number, entry) in Entries::new(bytes).enumerate() {
            if entry.key < before {
                is_sorted = false;
                damage(Damage::new(number, Reason::Unsorted));
            }
            before = entry.key;
        }
        if rest > 0 {
            damage(Damage::new(bytes.len() / Entry::LEN, Reason::Short(rest)));
        }
        if is_sorted {
            return Self { bytes: Cow::Borrowed(bytes) };
        }
        let mut entries: Vec<Entry> = Entries::new(bytes).collect();
        entries.sort_by_key(|entry| entry.key);
        Self::of_bytes(entries.into_iter().flat_map(Entry::to_bytes).collect())
    }

    pub(super) fn of_bytes(bytes: Vec<u8>) -> Self {
        Self { bytes: Cow::Owned(bytes) }
    }

    /// The book with bytes of its own.
    pub fn into_owned(self) -> Book<'static> {
        Book { bytes: Cow::Owned(self.bytes.into_owned()) }
    }

    /// The bytes of the book in the order of its keys.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Number of entries, with those of a header.
    pub fn len(&self) -> usize {
        self.bytes.len() / Entry::LEN
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// All entries in the order of their keys, with those of a header.
    pub fn entries(&self) -> Entries<'_> {
        Entries::new(&self.bytes)
    }

    /// The entries of a position by its key, in the order of the file: usually the greatest weight first.
    pub fn of_key(&self, key: u64) -> Entries<'_> {
        let chunks = self.bytes.as_chunks().0;
        let start = chunks.partition_point(|chunk| key_of(chunk) < key);
        let rest = &chunks[start..];
        // There are few of a key.
        let count = rest.iter().take_while(|chunk| key_of(chunk) == key).count();
        Entries { chunks: rest[..count].iter() }
    }

    /// The entries of a position.
    pub fn of(&self, position: &Position) -> impl Iterator<Item = Entry> + '_ {
        self.of_key(position.polyglot_key()).filter(|entry| !entry.is_header())
    }

    /// Whether there is a move in the position of the key.
    pub fn has_key(&self, key: u64) -> bool {
        let chunks = self.bytes.as_chunks().0;
        key != 0 && chunks.binary_search_by_key(&key, key_of).is_ok()
    }

    /// The text of a header: lines with name, variant and others, as some programs write them. It is in the eight bytes
    /// after the key of entries whose key is 0.
    pub fn header(&self) -> Option<String> {
        let entries = self.of_key(0).map(Entry::to_bytes);
        let text: Vec<u8> = entries.flat_map(|bytes| bytes.into_iter().skip(8)).collect();
        let end = memchr::memchr(0, &text).unwrap_or(text.len());
        text.starts_with(HEADER).then(|| String::from_utf8_lossy(&text[..end]).into_owned())
    }
}

fn key_of(entry: &[u8; Entry::LEN]) -> u64 {
    Entry::parse(entry).key
}

/// Entries one after the other.
#[derive(Clone, Debug)]
pub struct Entries<'a> {
    chunks: std::slice::Iter<'a, [u8; Entry::LEN]>,
}

impl<'a> Entries<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { chunks: bytes.as_chunks().0.iter() }
    }
}

impl Iterator for Entries<'_> {
    type Item = Entry;

    fn next(&mut self) -> Option<Entry> {
        self.chunks.next().map(Entry::parse)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.chunks.size_hint()
    }
}

impl ExactSizeIterator for Entries<'_> {}
