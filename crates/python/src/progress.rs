//! How far reading is, said to a bar such as that of tqdm.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pgnkit_archive::source;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Bytes read, as files have them.
#[derive(Default)]
pub(crate) struct Read {
    before: AtomicU64,
    now: Mutex<Option<source::Progress>>,
}

impl Read {
    /// The next input begins.
    pub(crate) fn begin(&self, progress: source::Progress) {
        let mut now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = now.replace(progress) {
            self.before.fetch_add(last.stored_bytes_read(), Ordering::Relaxed);
        }
    }

    fn bytes(&self) -> u64 {
        let now = self.now.lock().unwrap_or_else(PoisonError::into_inner);
        self.before.load(Ordering::Relaxed) + now.as_ref().map_or(0, source::Progress::stored_bytes_read)
    }
}

/// A bar with `update` and `close`.
pub(crate) struct Bar {
    bar: Py<PyAny>,
    read: Arc<Read>,
    shown: AtomicU64,
}

impl Bar {
    /// Makes a bar: `True` is tqdm, anything else is called as tqdm is.
    pub(crate) fn new(given: &Bound<'_, PyAny>, total: Option<u64>, read: Arc<Read>) -> PyResult<Self> {
        let py = given.py();
        let make = if given.is(pyo3::types::PyBool::new(py, true).as_any()) {
            py.import("tqdm.auto")?.getattr("tqdm")?
        } else {
            given.clone()
        };
        let options = PyDict::new(py);
        options.set_item("total", total)?;
        options.set_item("unit", "B")?;
        options.set_item("unit_scale", true)?;
        Ok(Self { bar: make.call((), Some(&options))?.unbind(), read, shown: AtomicU64::new(0) })
    }

    /// Shows how far reading is.
    pub(crate) fn update(&self, py: Python<'_>, is_over: bool) -> PyResult<()> {
        let bytes = self.read.bytes();
        let new = bytes.saturating_sub(self.shown.swap(bytes, Ordering::Relaxed));
        if new > 0 {
            self.bar.call_method1(py, "update", (new,))?;
        }
        if is_over {
            self.bar.call_method0(py, "close")?;
        }
        Ok(())
    }
}
