//! Texts that are kept once, however many games have them.

use std::hash::BuildHasher as _;

use hashbrown::{DefaultHashBuilder, HashTable};
use memchr::memmem::Finder;

/// Bytes of a text that are kept. More than this is never seen in a list, and a file must not fill the memory with one tag.
const LONGEST: usize = 200;
/// Texts are put in lower case and searched in pieces of about this size, which stay in the cache of the processor.
const PIECE: usize = 1 << 15;
/// The end of each text. Words that are searched for have no white space, so that none is found across texts.
const END: u8 = b'\n';

/// A table of texts. The first one, 0, is empty.
#[derive(Debug)]
pub(crate) struct Texts {
    bytes: Vec<u8>,
    /// The end of each text in `bytes`.
    ends: Vec<u32>,
    /// Texts whose lower case is not that of ASCII: their numbers, in order.
    other: Vec<u32>,
    /// These in lower case.
    lower: Vec<String>,
    known: HashTable<u32>,
    hasher: DefaultHashBuilder,
}

impl Default for Texts {
    fn default() -> Self {
        Self {
            bytes: vec![END],
            ends: vec![0],
            other: Vec::new(),
            lower: Vec::new(),
            known: HashTable::new(),
            hasher: DefaultHashBuilder::default(),
        }
    }
}

impl Texts {
    /// The number of a text, which is added if it is new.
    pub(crate) fn number(&mut self, text: &str) -> u32 {
        let text = beginning(text, LONGEST);
        if text.is_empty() {
            return 0;
        }
        let hash = self.hasher.hash_one(text.as_bytes());
        let Self { bytes, ends, known, hasher, .. } = self;
        if let Some(number) = known.find(hash, |number| slice(bytes, ends, *number) == text.as_bytes()) {
            return *number;
        }
        let (Ok(number), Ok(end)) = (u32::try_from(ends.len()), u32::try_from(bytes.len() + text.len()))
        else {
            // After four gigabytes of different texts a list has no more of them.
            return 0;
        };
        bytes.extend_from_slice(text.as_bytes());
        bytes.push(END);
        ends.push(end);
        known.insert_unique(hash, number, |number| hasher.hash_one(slice(bytes, ends, *number)));
        if !text.is_ascii() {
            let lower = lower(text);
            if lower != text.to_ascii_lowercase() {
                self.other.push(number);
                self.lower.push(lower);
            }
        }
        number
    }

    /// The text of a number.
    pub(crate) fn text(&self, number: u32) -> &str {
        std::str::from_utf8(slice(&self.bytes, &self.ends, number)).unwrap_or_default()
    }

    /// How many texts there are.
    pub(crate) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Gives back the memory that is only needed to add texts.
    pub(crate) fn seal(&mut self) {
        self.known = HashTable::new();
        self.bytes.shrink_to_fit();
        self.ends.shrink_to_fit();
    }

    /// Memory in bytes.
    pub(crate) fn allocated_bytes(&self) -> usize {
        self.bytes.capacity()
            + 4 * (self.ends.capacity() + self.other.capacity())
            + self.lower.iter().map(|text| text.capacity() + size_of::<String>()).sum::<usize>()
            + 5 * self.known.capacity()
    }

    /// Marks the texts that have words in them, each by its bit; at most eight words, in lower case. Texts that have
    /// marks already are left out. Whether any text is marked.
    pub(crate) fn mark(&self, words: &[String], marks: &mut Vec<u8>) {
        let first = marks.len();
        marks.resize(self.len(), 0);
        let finders: Vec<Finder<'_>> = words.iter().map(Finder::new).collect();
        let mut piece = Vec::with_capacity(2 * PIECE);
        let mut number = first;
        while number < self.len() {
            let start = start(&self.ends, number);
            let next = self.ends.partition_point(|end| (*end as usize) < start + PIECE).max(number + 1);
            let end = self.ends[next - 1] as usize + 1;
            piece.clear();
            piece.extend_from_slice(&self.bytes[start..end]);
            piece.make_ascii_lowercase();
            for (bit, finder) in finders.iter().enumerate() {
                let mut at = 0;
                let mut owner = number;
                while let Some(found) = piece.get(at..).and_then(|rest| finder.find(rest)) {
                    let place = start + at + found;
                    // Step by step: short words are in nearly every text.
                    while (self.ends[owner] as usize) < place {
                        owner += 1;
                    }
                    marks[owner] |= 1 << bit;
                    at = self.ends[owner] as usize + 1 - start;
                }
            }
            number = next;
        }
        let from = self.other.partition_point(|number| (*number as usize) < first);
        for (number, lower) in self.other[from..].iter().zip(&self.lower[from..]) {
            for (bit, finder) in finders.iter().enumerate() {
                marks[*number as usize] |= u8::from(finder.find(lower.as_bytes()).is_some()) << bit;
            }
        }
    }
}

fn start(ends: &[u32], number: usize) -> usize {
    number.checked_sub(1).map_or(0, |before| ends[before] as usize + 1)
}

fn slice<'b>(bytes: &'b [u8], ends: &[u32], number: u32) -> &'b [u8] {
    let number = number as usize;
    &bytes[start(ends, number)..ends[number] as usize]
}

/// The beginning of a text, whole characters of so many bytes at most.
fn beginning(text: &str, bytes: usize) -> &str {
    let end = (0..=bytes.min(text.len())).rev().find(|at| text.is_char_boundary(*at));
    &text[..end.unwrap_or(0)]
}

/// A text in lower case, letter by letter: what follows a letter changes nothing, so that a search can be narrowed.
pub(super) fn lower(text: &str) -> String {
    text.chars().flat_map(char::to_lowercase).collect()
}
