//! Sorted games in a temporary file.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek as _, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::batch::{Place, Record};
use super::chunk::Chunk;

/// Bytes read or written at a time.
const BUFFER_BYTES: usize = 64 << 10;

/// Low memory for each run that is read counts more than compression.
#[cfg(feature = "zstd")]
const LEVEL: i32 = 1;
#[cfg(feature = "zstd")]
const WINDOW_LOG: u32 = 18;

/// A file without a name, with runs one after the other. The system removes it when it is closed, and so however
/// the process ends.
#[derive(Debug)]
pub(super) struct RunFile {
    file: File,
    directory: PathBuf,
    runs: Vec<Range<u64>>,
    end: u64,
}

impl RunFile {
    pub(super) fn create(directory: &Path) -> io::Result<Self> {
        let directory = directory.to_owned();
        let file = tempfile::tempfile_in(&directory)
            .map_err(|cause| failed(&directory, "cannot make a temporary file there", cause))?;
        Ok(Self { file, directory, runs: Vec::new(), end: 0 })
    }

    pub(super) fn count(&self) -> usize {
        self.runs.len()
    }

    /// Begins a run, which [`RunWriter::finish`] ends.
    pub(super) fn begin(&mut self) -> io::Result<RunWriter<'_>> {
        let Self { file, directory, runs, end } = self;
        // Reading of an earlier run may have moved the position.
        let result = (&*file).seek(SeekFrom::Start(*end)).and_then(|_| encoder(&*file));
        let encoder = result.map_err(|cause| failed(directory, WRITING, cause))?;
        Ok(RunWriter { encoder, file, directory, runs, end })
    }

    /// Writes a run.
    pub(super) fn write_run(&mut self, chunk: &Chunk) -> io::Result<()> {
        let mut run = self.begin()?;
        for (record, place) in chunk.iter() {
            run.write(&record, place)?;
        }
        run.finish()
    }

    /// A reader of a run. Several may read in turns.
    pub(super) fn read(&self, run: usize) -> io::Result<RunReader<'_>> {
        let reader = PartReader { file: &self.file, place: self.runs[run].clone() };
        let decoder = decoder(reader).map_err(|cause| failed(&self.directory, READING, cause))?;
        let mut reader = RunReader { decoder, directory: &self.directory, record: Vec::new(), place: None };
        reader.advance()?;
        Ok(reader)
    }
}

const WRITING: &str = "cannot write temporary data there";
const READING: &str = "cannot read temporary data there";

fn failed(directory: &Path, action: &str, cause: io::Error) -> io::Error {
    io::Error::new(cause.kind(), format!("{}: {action}: {}", directory.display(), without_path(&cause)))
}

/// The text of an error without the name of a file that the user does not know.
fn without_path(error: &io::Error) -> io::Error {
    error.raw_os_error().map_or_else(|| io::Error::from(error.kind()), io::Error::from_raw_os_error)
}

#[cfg(feature = "zstd")]
type Encoder<'f> = zstd::stream::write::Encoder<'static, BufWriter<&'f File>>;
#[cfg(not(feature = "zstd"))]
type Encoder<'f> = BufWriter<&'f File>;

#[cfg(feature = "zstd")]
fn encoder(file: &File) -> io::Result<Encoder<'_>> {
    let mut encoder = zstd::stream::write::Encoder::new(BufWriter::with_capacity(BUFFER_BYTES, file), LEVEL)?;
    encoder.window_log(WINDOW_LOG)?;
    Ok(encoder)
}

#[cfg(not(feature = "zstd"))]
fn encoder(file: &File) -> io::Result<Encoder<'_>> {
    Ok(BufWriter::with_capacity(BUFFER_BYTES, file))
}

#[cfg(feature = "zstd")]
fn end(encoder: Encoder<'_>) -> io::Result<BufWriter<&File>> {
    encoder.finish()
}

#[cfg(not(feature = "zstd"))]
fn end(encoder: Encoder<'_>) -> io::Result<BufWriter<&File>> {
    Ok(encoder)
}

#[cfg(feature = "zstd")]
type Decoder<'f> = BufReader<zstd::stream::read::Decoder<'static, BufReader<PartReader<'f>>>>;
#[cfg(not(feature = "zstd"))]
type Decoder<'f> = BufReader<PartReader<'f>>;

#[cfg(feature = "zstd")]
fn decoder(reader: PartReader<'_>) -> io::Result<Decoder<'_>> {
    let reader = BufReader::with_capacity(BUFFER_BYTES, reader);
    let decoder = zstd::stream::read::Decoder::with_buffer(reader)?;
    Ok(BufReader::with_capacity(BUFFER_BYTES, decoder))
}

#[cfg(not(feature = "zstd"))]
fn decoder(reader: PartReader<'_>) -> io::Result<Decoder<'_>> {
    Ok(BufReader::with_capacity(BUFFER_BYTES, reader))
}

/// A part of a file. The place is set before each reading, since others read the same file.
struct PartReader<'f> {
    file: &'f File,
    place: Range<u64>,
}

impl Read for PartReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = usize::try_from(self.place.end - self.place.start).unwrap_or(usize::MAX);
        let wanted = buffer.len().min(left);
        if wanted == 0 {
            return Ok(0);
        }
        // All readers share one file, and so its position: another one may have moved it. Buffers keep this rare.
        self.file.seek(SeekFrom::Start(self.place.start))?;
        let count = self.file.read(&mut buffer[..wanted])?;
        self.place.start += count as u64;
        Ok(count)
    }
}

/// Writes a run.
pub(super) struct RunWriter<'f> {
    encoder: Encoder<'f>,
    file: &'f File,
    directory: &'f Path,
    runs: &'f mut Vec<Range<u64>>,
    end: &'f mut u64,
}

impl RunWriter<'_> {
    pub(super) fn write(&mut self, record: &Record<'_>, place: &Place) -> io::Result<()> {
        // Relative to the record, since each is read back into a buffer of its own.
        let place = place.alone();
        let numbers = [
            place.key_end,
            place.text_start,
            place.end,
            place.movetext.start,
            place.movetext.end,
            usize::from(place.closed) | usize::from(place.is_cut) << 1,
        ];
        let numbers = numbers.map(|number| number as u64).into_iter().chain([place.number]);
        let mut head = [0; HEAD_BYTES];
        for (field, number) in head.chunks_exact_mut(8).zip(numbers) {
            field.copy_from_slice(&number.to_le_bytes());
        }
        let result = self.encoder.write_all(&head).and_then(|()| self.encoder.write_all(record.bytes));
        result.map_err(|cause| failed(self.directory, WRITING, cause))
    }

    pub(super) fn finish(self) -> io::Result<()> {
        let Self { encoder, mut file, directory, runs, end: end_of_file } = self;
        let result = end(encoder).and_then(|mut writer| writer.flush()).and_then(|()| file.stream_position());
        let end = result.map_err(|cause| failed(directory, WRITING, cause))?;
        runs.push(*end_of_file..end);
        *end_of_file = end;
        Ok(())
    }
}

/// Seven numbers before each record: the places in it, whether it is closed and its movetext cut, and its own.
const HEAD_BYTES: usize = 7 * 8;

/// Reads a run, a record at a time.
pub(super) struct RunReader<'f> {
    decoder: Decoder<'f>,
    directory: &'f Path,
    record: Vec<u8>,
    place: Option<Place>,
}

impl RunReader<'_> {
    /// The record that was read last; `None` at the end.
    pub(super) fn record(&self) -> Option<(Record<'_>, &Place)> {
        let place = self.place.as_ref()?;
        Some((place.of(&self.record), place))
    }

    /// Reads the next record.
    pub(super) fn advance(&mut self) -> io::Result<()> {
        self.place = self.next().map_err(|cause| failed(self.directory, READING, cause))?;
        Ok(())
    }

    fn next(&mut self) -> io::Result<Option<Place>> {
        let mut head = [0; HEAD_BYTES];
        // `read_exact` alone could not distinguish the end of the run from a record that is cut off.
        let first = self.decoder.read(&mut head)?;
        if first == 0 {
            return Ok(None);
        }
        self.decoder.read_exact(&mut head[first..])?;
        let mut numbers = [0; 7];
        for (number, field) in numbers.iter_mut().zip(head.chunks_exact(8)) {
            let field = u64::from_le_bytes(field.try_into().unwrap_or_default());
            *number = usize::try_from(field).map_err(|_| io::ErrorKind::InvalidData)?;
        }
        let [key_end, text_start, end, movetext_start, movetext_end, flags, number] = numbers;
        self.record.resize(end, 0);
        self.decoder.read_exact(&mut self.record)?;
        let place = Place {
            start: 0,
            key_end,
            text_start,
            end,
            movetext: movetext_start..movetext_end,
            is_cut: flags & 2 != 0,
            closed: flags & 1 != 0,
            number: number as u64,
        };
        // The ranges index the record without further checks: a file that was changed in between must not make them panic.
        let is_whole = key_end <= text_start
            && text_start <= end
            && movetext_start <= movetext_end
            && movetext_end <= end;
        if is_whole { Ok(Some(place)) } else { Err(io::ErrorKind::InvalidData.into()) }
    }
}
