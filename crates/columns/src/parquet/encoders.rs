//! Threads that encode columns.
//!
//! A column is worked on by one thread at a time, which takes all that has come for it; whoever must wait for the threads works as
//! they do meanwhile. Without threads the caller therefore does everything at once, on the same path.

use std::any::Any;
use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{FieldRef, Schema};
use parquet::arrow::arrow_writer::{ArrowColumnChunk, ArrowColumnWriter, compute_leaves};

/// Bytes of arrays that may wait for the threads, over all files.
const MAX_WAITING_BYTES: usize = 64 << 20;

/// Threads that encode the columns of Parquet files. Files may share them.
pub struct Encoders {
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
    max_waiting_bytes: usize,
}

impl fmt::Debug for Encoders {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Encoders").field("threads", &self.threads.len()).finish_non_exhaustive()
    }
}

struct Shared {
    // Nothing that can panic runs with the lock held.
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    columns: BTreeMap<u64, Column>,
    next: u64,
    /// Columns with something to do that nobody works on.
    ready: VecDeque<u64>,
    /// Bytes of the arrays that wait or are being worked on.
    waiting_bytes: usize,
    is_over: bool,
}

/// A column of a row group.
struct Column {
    field: FieldRef,
    arrays: Vec<ArrayRef>,
    /// Whether no more arrays come.
    is_whole: bool,
    progress: Progress,
}

enum Progress {
    /// Nobody works on it. It is in the queue if it has arrays or is whole.
    Resting(Vec<ArrowColumnWriter>),
    /// Somebody does.
    Taken,
    Done(Vec<ArrowColumnChunk>),
    Failed(String),
}

impl Encoders {
    /// So many threads, the caller among them. Fewer, if the system has no more.
    pub fn new(jobs: usize) -> Self {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new() });
        let spawn = |_| {
            let shared = shared.clone();
            thread::Builder::new().name("encoder".to_owned()).spawn(move || shared.work()).ok()
        };
        let threads: Vec<_> = (1..jobs).map_while(spawn).collect();
        let max_waiting_bytes = if threads.is_empty() { 0 } else { MAX_WAITING_BYTES };
        Self { shared, threads, max_waiting_bytes }
    }

    /// Begins a row group; each leaf comes with the number of its column.
    pub(super) fn begin(
        self: &Arc<Self>,
        schema: &Schema,
        leaves: impl Iterator<Item = (ArrowColumnWriter, usize)>,
    ) -> RowGroup {
        let mut writers: Vec<Vec<ArrowColumnWriter>> = schema.fields().iter().map(|_| Vec::new()).collect();
        for (writer, column) in leaves {
            writers[column].push(writer);
        }
        let mut state = self.shared.lock();
        let first = state.next;
        for (field, writers) in schema.fields().iter().zip(writers) {
            let progress = Progress::Resting(writers);
            let column = Column { field: field.clone(), arrays: Vec::new(), is_whole: false, progress };
            let id = state.next;
            state.columns.insert(id, column);
            state.next += 1;
        }
        let ids = first..state.next;
        drop(state);
        RowGroup { encoders: self.clone(), ids, rows: 0, bytes: 0 }
    }
}

impl Drop for Encoders {
    fn drop(&mut self) {
        self.shared.lock().is_over = true;
        self.shared.changed.notify_all();
        for thread in self.threads.drain(..) {
            // Panics of encoders were caught.
            let _ = thread.join();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Works until all is over.
    fn work(&self) {
        let mut state = self.lock();
        while !state.is_over {
            state = self.step(state);
        }
    }

    /// Encodes what has come for the column that is next, or waits for a change.
    fn step<'s>(&'s self, mut state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        let next = state.ready.pop_front();
        let Some((id, column)) = next.and_then(|id| state.columns.get_mut(&id).map(|column| (id, column)))
        else {
            return match next {
                // Its row group was given up.
                Some(_) => state,
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        };
        let Progress::Resting(writers) = std::mem::replace(&mut column.progress, Progress::Taken) else {
            return state;
        };
        let (field, arrays, is_whole) =
            (column.field.clone(), std::mem::take(&mut column.arrays), column.is_whole);
        drop(state);

        let bytes: usize = arrays.iter().map(size).sum();
        let progress = catch_unwind(AssertUnwindSafe(|| encode(&field, arrays, writers, is_whole)))
            .unwrap_or_else(|panic| Progress::Failed(text_of(&*panic)));

        let mut state = self.lock();
        state.waiting_bytes -= bytes;
        if let Some(column) = state.columns.get_mut(&id) {
            column.progress = progress;
            if column.has_work() {
                state.ready.push_back(id);
            } else if let Progress::Failed(_) = column.progress {
                // Nobody would take them.
                state.waiting_bytes -= column.arrays.drain(..).map(|array| size(&array)).sum::<usize>();
            }
        }
        self.changed.notify_all();
        state
    }
}

impl Column {
    fn has_work(&self) -> bool {
        matches!(self.progress, Progress::Resting(_)) && (self.is_whole || !self.arrays.is_empty())
    }
}

fn encode(
    field: &FieldRef,
    arrays: Vec<ArrayRef>,
    mut writers: Vec<ArrowColumnWriter>,
    is_whole: bool,
) -> Progress {
    let mut write = || {
        for array in &arrays {
            for (leaf, writer) in compute_leaves(field, array)?.iter().zip(&mut writers) {
                writer.write(leaf)?;
            }
        }
        Ok(())
    };
    let written = write();
    let progress = match (written, is_whole) {
        (Ok(()), false) => Ok(Progress::Resting(writers)),
        (Ok(()), true) => {
            writers.into_iter().map(ArrowColumnWriter::close).collect::<Result<_, _>>().map(Progress::Done)
        }
        (Err(error), _) => Err(error),
    };
    progress.unwrap_or_else(|error: parquet::errors::ParquetError| Progress::Failed(error.to_string()))
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("panicked").to_owned()
}

/// A row group under construction. Dropped before it is finished, nothing of it remains.
pub(super) struct RowGroup {
    encoders: Arc<Encoders>,
    ids: std::ops::Range<u64>,
    rows: usize,
    bytes: usize,
}

impl RowGroup {
    pub(super) fn rows(&self) -> usize {
        self.rows
    }

    /// Bytes that its rows take in memory.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Hands rows to the encoders, and helps them when too much waits.
    pub(super) fn push(&mut self, batch: &RecordBatch) -> io::Result<()> {
        self.rows += batch.num_rows();
        let Encoders { shared, max_waiting_bytes, .. } = &*self.encoders;
        let sizes: Vec<usize> = batch.columns().iter().map(size).collect();
        let mut state = shared.lock();
        for (id, (array, bytes)) in self.ids.clone().zip(batch.columns().iter().zip(sizes)) {
            let Some(column) = state.columns.get_mut(&id) else { continue };
            if let Progress::Failed(text) = &column.progress {
                return Err(failure(&column.field, text));
            }
            let had_work = column.has_work();
            column.arrays.push(array.clone());
            let is_ready = column.has_work() && !had_work;
            state.waiting_bytes += bytes;
            self.bytes += bytes;
            if is_ready {
                state.ready.push_back(id);
            }
        }
        shared.changed.notify_all();
        while state.waiting_bytes > *max_waiting_bytes {
            state = shared.step(state);
        }
        Ok(())
    }

    /// The chunks of all columns, in their order.
    pub(super) fn finish(self) -> io::Result<Vec<ArrowColumnChunk>> {
        let shared = &self.encoders.shared;
        let mut state = shared.lock();
        for id in self.ids.clone() {
            let Some(column) = state.columns.get_mut(&id) else { continue };
            let had_work = column.has_work();
            column.is_whole = true;
            if column.has_work() && !had_work {
                state.ready.push_back(id);
            }
        }
        shared.changed.notify_all();
        let mut chunks = Vec::new();
        for id in self.ids.clone() {
            while let Some(Column { progress: Progress::Resting(_) | Progress::Taken, .. }) =
                state.columns.get(&id)
            {
                state = shared.step(state);
            }
            match state.columns.remove(&id) {
                Some(Column { progress: Progress::Done(those), .. }) => chunks.extend(those),
                Some(Column { progress: Progress::Failed(text), field, .. }) => {
                    return Err(failure(&field, &text));
                }
                _ => {}
            }
        }
        drop(state);
        Ok(chunks)
    }
}

impl Drop for RowGroup {
    fn drop(&mut self) {
        let mut state = self.encoders.shared.lock();
        for id in self.ids.clone() {
            if let Some(column) = state.columns.remove(&id) {
                state.waiting_bytes -= column.arrays.iter().map(size).sum::<usize>();
            }
        }
    }
}

fn failure(field: &FieldRef, text: &str) -> io::Error {
    io::Error::other(format!("cannot encode the column {}: {text}", field.name()))
}

/// Bytes of the rows of an array, without those of the buffers around them.
fn size(array: &ArrayRef) -> usize {
    // It cannot fail for the types of our columns.
    array.to_data().get_slice_memory_size().unwrap_or_default()
}
