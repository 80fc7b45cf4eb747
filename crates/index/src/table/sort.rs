//! Records in the order of their keys, however many there are: sorted in memory, and in a temporary file what does not fit.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::numbers;

/// Bytes that are read of each run at a time.
const BUFFER: usize = 128 << 10;
/// Runs that are merged at a time: more would take more memory than they save.
const MOST_RUNS: usize = 256;

/// Sorts records by their keys, bytewise; those with the same key stay in the order in which they came.
///
/// Memory is bounded: what does not fit goes to temporary files, which the system removes however the process ends.
#[derive(Debug)]
pub struct Sorter {
    folder: PathBuf,
    memory: usize,
    bytes: Vec<u8>,
    places: Vec<Place>,
    runs: Vec<File>,
}

/// A record in memory.
#[derive(Clone, Copy, Debug)]
struct Place {
    /// The first bytes of its key, by which most are told apart.
    head: u64,
    start: usize,
    key: u32,
    value: u32,
}

impl Place {
    fn key<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        &bytes[self.start..self.start + self.key as usize]
    }

    fn value<'b>(&self, bytes: &'b [u8]) -> &'b [u8] {
        let start = self.start + self.key as usize;
        &bytes[start..start + self.value as usize]
    }
}

fn head(key: &[u8]) -> u64 {
    let mut head = [0; 8];
    let length = key.len().min(8);
    head[..length].copy_from_slice(&key[..length]);
    u64::from_be_bytes(head)
}

impl Sorter {
    /// Sorts with so many bytes of memory, 64 KiB at least, and temporary files in a folder.
    pub fn new(folder: &Path, memory: usize) -> Self {
        let memory = memory.max(1 << 16);
        Self { folder: folder.to_owned(), memory, bytes: Vec::new(), places: Vec::new(), runs: Vec::new() }
    }

    /// Adds a record; key and value are shorter than 4 GiB each.
    ///
    /// # Errors
    /// When one of them is longer, or a temporary file cannot be written.
    pub fn push(&mut self, key: &[u8], value: &[u8]) -> io::Result<()> {
        let (Ok(key_len), Ok(value_len)) = (u32::try_from(key.len()), u32::try_from(value.len())) else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "a record of more than 4 GiB"));
        };
        let needed = key.len() + value.len() + size_of::<Place>();
        if !self.places.is_empty() && self.used() + needed > self.memory {
            self.spill()?;
        }
        let place = Place { head: head(key), start: self.bytes.len(), key: key_len, value: value_len };
        self.bytes.extend_from_slice(key);
        self.bytes.extend_from_slice(value);
        self.places.push(place);
        Ok(())
    }

    fn used(&self) -> usize {
        self.bytes.len() + self.places.len() * size_of::<Place>()
    }

    fn sort(&mut self) {
        let bytes = &self.bytes;
        self.places.sort_by(|one, other| {
            one.head.cmp(&other.head).then_with(|| one.key(bytes).cmp(other.key(bytes)))
        });
    }

    /// Writes what is in memory, sorted, to a temporary file of its own, which the system removes however the process ends.
    fn spill(&mut self) -> io::Result<()> {
        self.sort();
        let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(&self.folder)?);
        let mut lengths = Vec::new();
        for place in &self.places {
            lengths.clear();
            numbers::put(place.key.into(), &mut lengths);
            numbers::put(place.value.into(), &mut lengths);
            out.write_all(&lengths)?;
            out.write_all(place.key(&self.bytes))?;
            out.write_all(place.value(&self.bytes))?;
        }
        self.end_run(out)?;
        self.bytes.clear();
        self.places.clear();
        Ok(())
    }

    fn end_run(&mut self, out: BufWriter<File>) -> io::Result<()> {
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        self.runs.push(file);
        if self.runs.len() < MOST_RUNS {
            return Ok(());
        }
        let runs = std::mem::take(&mut self.runs);
        let mut merge = SortedRecords::new(runs.into_iter().map(Run::of_file).collect())?;
        let mut out = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(&self.folder)?);
        let mut lengths = Vec::new();
        while let Some((key, value)) = merge.next_record()? {
            lengths.clear();
            numbers::put(key.len() as u64, &mut lengths);
            numbers::put(value.len() as u64, &mut lengths);
            out.write_all(&lengths)?;
            out.write_all(key)?;
            out.write_all(value)?;
        }
        let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        self.runs.push(file);
        Ok(())
    }

    /// All records in order.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn finish(self) -> io::Result<SortedRecords> {
        SortedRecords::new(self.into_runs())
    }

    /// The records of some sorters together, in order; of equal keys those of the earlier sorter are first.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn finish_all(sorters: impl IntoIterator<Item = Self>) -> io::Result<SortedRecords> {
        SortedRecords::new(sorters.into_iter().flat_map(Self::into_runs).collect())
    }

    /// The runs of which each is in order.
    fn into_runs(mut self) -> Vec<Run> {
        self.sort();
        let Self { bytes, places, runs, .. } = self;
        let mut runs: Vec<Run> = runs.into_iter().map(Run::of_file).collect();
        runs.push(Run { source: Source::Memory { bytes, places, next: 0 }, value: Vec::new() });
        runs
    }
}

/// Runs that become one sequence.
#[derive(Debug)]
pub struct SortedRecords {
    runs: Vec<Run>,
    /// The runs that have a record, by its key; of equal keys the earlier run is first.
    heads: BinaryHeap<Reverse<(Vec<u8>, usize)>>,
    /// Whether the first record was given.
    is_given: bool,
}

impl SortedRecords {
    fn new(mut runs: Vec<Run>) -> io::Result<Self> {
        let mut heads = BinaryHeap::with_capacity(runs.len());
        for (number, run) in runs.iter_mut().enumerate() {
            let mut key = Vec::new();
            if run.advance(&mut key)? {
                heads.push(Reverse((key, number)));
            }
        }
        Ok(Self { runs, heads, is_given: false })
    }

    /// The next key and value.
    ///
    /// # Errors
    /// When a temporary file cannot be read.
    pub fn next_record(&mut self) -> io::Result<Option<(&[u8], &[u8])>> {
        if std::mem::replace(&mut self.is_given, true)
            && let Some(mut first) = self.heads.peek_mut()
        {
            let Reverse((key, number)) = &mut *first;
            if !self.runs[*number].advance(key)? {
                PeekMut::pop(first);
            }
        }
        let Some(Reverse((key, number))) = self.heads.peek() else { return Ok(None) };
        Ok(Some((key, &self.runs[*number].value)))
    }
}

/// Records in order, and the value of the last one that was read.
#[derive(Debug)]
struct Run {
    source: Source,
    value: Vec<u8>,
}

#[derive(Debug)]
enum Source {
    Memory { bytes: Vec<u8>, places: Vec<Place>, next: usize },
    File(BufReader<File>),
}

impl Run {
    fn of_file(file: File) -> Self {
        Self { source: Source::File(BufReader::with_capacity(BUFFER, file)), value: Vec::new() }
    }

    /// Reads the next record, its key in the place of another; whether there is one.
    fn advance(&mut self, key: &mut Vec<u8>) -> io::Result<bool> {
        match &mut self.source {
            Source::Memory { bytes, places, next } => {
                let Some(place) = places.get(*next) else { return Ok(false) };
                *next += 1;
                key.clear();
                key.extend_from_slice(place.key(bytes));
                self.value.clear();
                self.value.extend_from_slice(place.value(bytes));
            }
            Source::File(reader) => {
                let Some(key_len) = length(reader)? else { return Ok(false) };
                let value_len = length(reader)?.ok_or(io::ErrorKind::UnexpectedEof)?;
                read_into(reader, key_len, key)?;
                read_into(reader, value_len, &mut self.value)?;
            }
        }
        Ok(true)
    }
}

/// A varint; `None` at the end.
fn length(reader: &mut impl Read) -> io::Result<Option<usize>> {
    let (mut number, mut shift) = (0_usize, 0);
    loop {
        let mut byte = [0];
        if reader.read(&mut byte)? == 0 {
            return if shift == 0 { Ok(None) } else { Err(io::ErrorKind::UnexpectedEof.into()) };
        }
        number |= usize::from(byte[0] & 0x7f) << shift;
        if byte[0] & 0x80 == 0 {
            return Ok(Some(number));
        }
        shift += 7;
    }
}

fn read_into(reader: &mut impl Read, length: usize, out: &mut Vec<u8>) -> io::Result<()> {
    out.resize(length, 0);
    reader.read_exact(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_come_in_order_with_and_without_files() {
        let mut state = 12345_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state >> 33
        };
        let mut records: Vec<(Vec<u8>, Vec<u8>)> = (0..20_000_u32)
            .map(|number| {
                let key = (0..random() % 12).map(|_| (random() % 3) as u8).collect();
                (key, number.to_le_bytes().to_vec())
            })
            .collect();
        let sorted = |memory: usize| {
            let mut sorter = Sorter::new(&std::env::temp_dir(), memory);
            for (key, value) in &records {
                sorter.push(key, value).unwrap();
            }
            let runs = sorter.runs.len();
            let (mut sorted, mut all) = (sorter.finish().unwrap(), Vec::new());
            while let Some((key, value)) = sorted.next_record().unwrap() {
                all.push((key.to_vec(), value.to_vec()));
            }
            (runs, all)
        };
        let (in_files, in_memory) = (sorted(1), sorted(1 << 30));
        assert!(in_files.0 > 3 && in_memory.0 == 0, "{} runs", in_files.0);
        records.sort_by(|one, other| one.0.cmp(&other.0));
        assert_eq!(in_memory.1, records);
        assert_eq!(in_files.1, records);
    }
}
