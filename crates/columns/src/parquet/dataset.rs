//! Many Parquet files in the directories of a partitioned table.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{fmt, mem};

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use arrow_select::concat::concat_batches;

use super::{Encoders, Options, Writer};
use crate::partition::METADATA;

/// Bytes of rows that wait, over all files, until the longest row group of them is written.
const MAX_WAITING_BYTES: usize = 512 << 20;

/// More files than any reader makes use of; each takes some memory.
const MAX_FILES: usize = 4096;

/// Batches of fewer rows are put together: many small ones would take more memory than their rows.
const SMALL_BATCH: usize = 4096;

/// Writes a file `part-0.parquet` for each partition. Rows wait as they are until there are enough for a row group: only one is encoded at
/// a time, by all threads, so that memory does not grow with the number of partitions. No file is held open.
pub struct Dataset {
    root: PathBuf,
    schema: SchemaRef,
    options: Options,
    encoders: Arc<Encoders>,
    parts: BTreeMap<String, Part>,
    waiting_bytes: usize,
    max_waiting_bytes: usize,
    max_files: usize,
}

impl fmt::Debug for Dataset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Dataset")
            .field("root", &self.root)
            .field("files", &self.parts.len())
            .finish_non_exhaustive()
    }
}

struct Part {
    path: PathBuf,
    writer: Writer,
    waiting: Vec<RecordBatch>,
    rows: usize,
    bytes: usize,
}

impl Dataset {
    /// Writes below a directory, which is there, rows of this schema; `jobs` threads encode them.
    pub fn new(root: impl Into<PathBuf>, schema: SchemaRef, options: Options, jobs: usize) -> Self {
        Self {
            root: root.into(),
            schema,
            options,
            encoders: Arc::new(Encoders::new(jobs)),
            parts: BTreeMap::new(),
            waiting_bytes: 0,
            max_waiting_bytes: MAX_WAITING_BYTES,
            max_files: MAX_FILES,
        }
    }

    /// Keeps no more than so many bytes of rows waiting.
    #[must_use]
    pub fn max_waiting_bytes(self, max_waiting_bytes: usize) -> Self {
        Self { max_waiting_bytes, ..self }
    }

    /// Writes no more than so many files; 4096 unless said otherwise.
    #[must_use]
    pub fn max_files(self, max_files: usize) -> Self {
        Self { max_files, ..self }
    }

    /// Files so far.
    pub fn files(&self) -> usize {
        self.parts.len()
    }

    /// Writes rows of a partition, whose name is that of [`Partitioning::divide`](crate::Partitioning::divide).
    ///
    /// # Errors
    /// When there are too many partitions, a file cannot be made or written, or a column cannot be encoded.
    pub fn write(&mut self, partition: &str, batch: RecordBatch) -> io::Result<()> {
        let Self { root, schema, options, encoders, parts, max_files, .. } = self;
        if !parts.contains_key(partition) {
            if parts.len() >= *max_files {
                let text = format!(
                    "there are more than {max_files} partitions; divide rows by columns with fewer values"
                );
                return Err(io::Error::other(text));
            }
            let path = make_file(root, partition)?;
            // A file that is moved elsewhere still knows what its directories were.
            let mut metadata = schema.metadata().clone();
            metadata.insert(METADATA.to_owned(), partition.to_owned());
            let of_part = Arc::new(Schema::new_with_metadata(schema.fields().clone(), metadata));
            let writer = Writer::new(of_part, options, encoders)?;
            parts.insert(partition.to_owned(), Part { path, writer, waiting: Vec::new(), rows: 0, bytes: 0 });
        }
        let row_group_rows = options.row_group_rows.max(1);
        let Some(part) = parts.get_mut(partition) else { return Ok(()) };
        self.waiting_bytes -= part.bytes;
        part.push(batch)?;
        while part.rows >= row_group_rows {
            part.write_row_group(row_group_rows)?;
        }
        self.waiting_bytes += part.bytes;
        while self.waiting_bytes > self.max_waiting_bytes {
            let Some(fullest) = parts.values_mut().max_by_key(|part| part.bytes) else { break };
            self.waiting_bytes -= fullest.bytes;
            fullest.write_row_group(usize::MAX)?;
        }
        Ok(())
    }

    /// Ends all files.
    ///
    /// # Errors
    /// As for [`write`](Self::write).
    pub fn finish(&mut self) -> io::Result<()> {
        for part in self.parts.values_mut() {
            part.write_row_group(usize::MAX)?;
            part.append(|writer, file| writer.finish(file).and_then(|()| file.sync_data()))?;
        }
        self.waiting_bytes = 0;
        Ok(())
    }
}

impl Part {
    fn push(&mut self, batch: RecordBatch) -> io::Result<()> {
        self.waiting.push(batch);
        while let [.., one, other] = &self.waiting[..]
            && one.num_rows() <= 2 * other.num_rows()
            && one.num_rows() + other.num_rows() <= SMALL_BATCH
        {
            let both = concat_batches(one.schema_ref(), [one, other]).map_err(io::Error::other)?;
            self.waiting.truncate(self.waiting.len() - 2);
            self.waiting.push(both);
        }
        self.count();
        Ok(())
    }

    fn count(&mut self) {
        self.rows = self.waiting.iter().map(RecordBatch::num_rows).sum();
        self.bytes = self.waiting.iter().map(RecordBatch::get_array_memory_size).sum();
    }

    /// Writes the first rows that wait, as one row group.
    fn write_row_group(&mut self, most_rows: usize) -> io::Result<()> {
        let mut waiting = mem::take(&mut self.waiting).into_iter();
        let mut rows = Vec::new();
        let mut room = most_rows;
        for batch in waiting.by_ref() {
            let length = batch.num_rows().min(room);
            rows.push(batch.slice(0, length));
            room -= length;
            if length < batch.num_rows() {
                self.waiting.push(batch.slice(length, batch.num_rows() - length));
                break;
            }
        }
        self.waiting.extend(waiting);
        self.count();
        if rows.is_empty() {
            return Ok(());
        }
        self.append(|writer, file| {
            rows.into_iter().try_for_each(|batch| writer.write(&batch, file))?;
            writer.flush(file)
        })
    }

    fn append(&mut self, write: impl FnOnce(&mut Writer, &mut File) -> io::Result<()>) -> io::Result<()> {
        let Self { path, writer, .. } = self;
        let mut file = OpenOptions::new().append(true).open(&*path).map_err(|error| named(path, error))?;
        write(writer, &mut file).map_err(|error| named(path, error))
    }
}

/// The most bytes of the name of a directory, in all file systems that are in use.
const MAX_NAME_BYTES: usize = 255;

fn make_file(root: &Path, partition: &str) -> io::Result<PathBuf> {
    if let Some(name) = partition.split('/').find(|name| name.len() > MAX_NAME_BYTES) {
        let shown: String = name.chars().take(24).collect();
        let text = format!(
            "`{shown}…` is too long for the name of a directory: {} bytes, and it has at most {MAX_NAME_BYTES}",
            name.len()
        );
        return Err(io::Error::new(io::ErrorKind::InvalidFilename, text));
    }
    let directory = root.join(partition);
    fs::create_dir_all(&directory).map_err(|error| named(&directory, error))?;
    let path = directory.join("part-0.parquet");
    // Not there before: otherwise the file system takes two names for one.
    File::create_new(&path).map_err(|error| named(&path, error))?;
    Ok(path)
}

fn named(path: &Path, error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
