//! Reading: by position, or from the beginning to the end.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use pgnkit_chess::{Move, Position, Variant};

use super::{HEAD, MOST_ENTRY, OeError, OeFault, OeHead, OeMove, entry, key_bytes};
use crate::read_at::read_at;
use crate::table::numbers;

/// Bytes between two entries whose places are known.
const STRETCH: u64 = 4096;

/// A file of counts that is open. All threads can read it at the same time.
#[derive(Debug)]
pub struct OeFile {
    file: File,
    head: OeHead,
    /// The first key, the place and the number of the first entry of each stretch.
    stretches: Vec<(Key, u64, u64)>,
    length: u64,
    moves: u64,
}

/// The bytes of a key, and zeros.
type Key = [u8; 12];

/// A position with its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OeEntry {
    /// The bytes of its key.
    pub key: Vec<u8>,
    /// Its moves, in the order of the file.
    pub moves: Vec<OeMove>,
}

impl OeFile {
    /// Opens a file, and reads all of it once.
    ///
    /// Takes time in proportion to its length, and memory of 32 bytes for each 4 KiB of it.
    ///
    /// # Errors
    /// When it cannot be read, is no such file, or an entry is none.
    pub fn open(path: &Path) -> Result<Self, OeError> {
        Self::of(File::open(path)?)
    }

    /// The same of an open file.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn of(file: File) -> Result<Self, OeError> {
        let length = file.metadata()?.len();
        let mut scan = Scan::new(file)?;
        let (mut stretches, mut moves) = (Vec::new(), 0);
        while let Some((key, place)) = scan.next()? {
            moves += scan.moves.len() as u64;
            if stretches.last().is_none_or(|(_, before, _)| place - before >= STRETCH) {
                stretches.push((key, place, scan.number));
            }
        }
        let (head, file) = (scan.head, scan.reader.into_inner());
        Ok(Self { file, head, stretches, length, moves })
    }

    /// The content of its first bytes.
    #[must_use]
    pub fn head(&self) -> &OeHead {
        &self.head
    }

    /// The number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        u64::from(self.head.entries)
    }

    /// The number of moves of all positions.
    #[must_use]
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The number of bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.length
    }

    /// The moves that were played in a position, the most played first; of equal ones the one that is first by its squares. `None` if the file does not
    /// have the position, as none of a variant.
    ///
    /// Takes a read of some 4 KiB.
    ///
    /// # Errors
    /// When the file cannot be read, or has a move that the position does not have. Keys of fewer than eight bytes may be those of other positions: then the
    /// file does not have the position.
    pub fn get(&self, position: &Position) -> Result<Option<Vec<(Move, OeMove)>>, OeError> {
        if position.variant() != Variant::Standard {
            return Ok(None);
        }
        let size = usize::from(self.head.key_size);
        let wanted = &key_bytes(position)[..size.min(8)];
        // Of keys that are longer the rest is not known, so that an equal one may be the first of its stretch.
        let after = self.stretches.partition_point(|(key, ..)| key[..wanted.len()] < *wanted);
        let first = after.saturating_sub(1);
        let Some((_, start, number)) = self.stretches.get(first).copied() else { return Ok(None) };
        let end = self.stretches.get(after + 1).map_or(self.length, |(_, place, _)| *place);
        let mut bytes = vec![0; (end - start) as usize];
        read_at(&self.file, &mut bytes, start)?;
        let (mut rest, mut number) = (&bytes[..], number);
        while !rest.is_empty() {
            let place = start + (bytes.len() - rest.len()) as u64;
            let wrong = |fault| OeError::Entry { number, byte: place, fault };
            let length = numbers::take(&mut rest).and_then(|length| usize::try_from(length).ok());
            let (content, after) = length
                .and_then(|length| rest.split_at_checked(length))
                .filter(|(content, _)| content.len() > size)
                .ok_or_else(|| wrong(OeFault::Number))?;
            rest = after;
            let (key, mut moves) = content.split_at(size);
            if &key[..wanted.len()] == wanted {
                let mut found = Vec::new();
                while !moves.is_empty() {
                    let one = entry::take(&self.head, &mut moves).map_err(wrong)?;
                    match one.legal(position) {
                        Some(mv) => found.push((mv, one)),
                        None if size < 8 => return Ok(None),
                        None => return Err(wrong(OeFault::Illegal(one.squares))),
                    }
                }
                found.sort_by_key(|(_, one)| (std::cmp::Reverse(one.games()), one.squares));
                return Ok(Some(found));
            }
            if key > wanted {
                break;
            }
            number += 1;
        }
        Ok(None)
    }

    /// All entries, in order. The file is read anew, at the places of this reader alone.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn entries(&self) -> Result<OeEntries, OeError> {
        let mut file = self.file.try_clone()?;
        file.seek(SeekFrom::Start(0))?;
        Ok(OeEntries(Scan::new(file)?))
    }
}

/// All entries of a file, in order.
#[derive(Debug)]
pub struct OeEntries(Scan);

impl OeEntries {
    /// The next entry.
    ///
    /// # Errors
    /// When it is none, or cannot be read.
    pub fn next_entry(&mut self) -> Result<Option<OeEntry>, OeError> {
        let size = usize::from(self.0.head.key_size);
        let found = self.0.next()?;
        Ok(found.map(|(key, _)| OeEntry { key: key[..size].to_vec(), moves: self.0.moves.clone() }))
    }
}

/// Entries that are read one after the other, and checked.
#[derive(Debug)]
struct Scan {
    reader: BufReader<File>,
    head: OeHead,
    /// The place of the next byte.
    at: u64,
    /// The number of the entry that was read last, its key and its moves.
    number: u64,
    key: Key,
    moves: Vec<OeMove>,
    content: Vec<u8>,
}

impl Scan {
    fn new(file: File) -> Result<Self, OeError> {
        let mut reader = BufReader::with_capacity(1 << 17, file);
        let mut head = [0; HEAD];
        let read = fill(&mut reader, &mut head)?;
        if read < HEAD {
            return Err(if super::is_oe(&head) { OeError::Head } else { OeError::NotOe });
        }
        let head = OeHead::read(&head)?;
        let (moves, content) = (Vec::new(), Vec::new());
        Ok(Self { reader, head, at: HEAD as u64, number: 0, key: Key::default(), moves, content })
    }

    fn next(&mut self) -> Result<Option<(Key, u64)>, OeError> {
        let (place, number) = (self.at, self.number + 1);
        let wrong = |byte, fault| OeError::Entry { number, byte, fault };
        if self.number == u64::from(self.head.entries) {
            let rest = std::io::copy(&mut self.reader, &mut std::io::sink())?;
            return if rest == 0 { Ok(None) } else { Err(wrong(place, OeFault::Rest(rest))) };
        }
        let size = usize::from(self.head.key_size);
        let length = self.length(number)?;
        // A move takes three bytes at least.
        if length > MOST_ENTRY || length < size as u64 + 3 {
            return Err(wrong(place, OeFault::Length(length)));
        }
        let start = self.at;
        self.content.resize(length as usize, 0);
        let read = fill(&mut self.reader, &mut self.content)?;
        self.at += read as u64;
        if read < self.content.len() {
            return Err(wrong(self.at, OeFault::Cut));
        }
        let (bytes, mut rest) = self.content.split_at(size);
        let mut key = Key::default();
        key[..size].copy_from_slice(bytes);
        if self.number > 0 && key <= self.key {
            return Err(wrong(start, OeFault::Order));
        }
        self.moves.clear();
        let mut games = 0_u64;
        while !rest.is_empty() {
            let byte = start + (self.content.len() - rest.len()) as u64;
            let one = entry::take(&self.head, &mut rest).map_err(|fault| wrong(byte, fault))?;
            let all = one.results.iter().try_fold(games, |sum, games| sum.checked_add(*games));
            games = all.ok_or_else(|| wrong(byte, OeFault::Results))?;
            self.moves.push(one);
        }
        (self.key, self.number) = (key, number);
        Ok(Some((key, place)))
    }

    /// The length of the next entry.
    fn length(&mut self, number: u64) -> Result<u64, OeError> {
        let mut bytes = Vec::with_capacity(10);
        loop {
            let mut byte = [0];
            if fill(&mut self.reader, &mut byte)? == 0 {
                return Err(OeError::Entry { number, byte: self.at, fault: OeFault::Cut });
            }
            bytes.push(byte[0]);
            self.at += 1;
            if byte[0] & 0x80 == 0 || bytes.len() == 10 {
                let place = self.at - bytes.len() as u64;
                let wrong = || OeError::Entry { number, byte: place, fault: OeFault::Number };
                return numbers::take(&mut &bytes[..]).ok_or_else(wrong);
            }
        }
    }
}

/// Reads until the bytes are full, or the file ends; says how many there were.
fn fill(reader: &mut impl Read, out: &mut [u8]) -> Result<usize, OeError> {
    let mut filled = 0;
    while filled < out.len() {
        match reader.read(&mut out[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(filled)
}
