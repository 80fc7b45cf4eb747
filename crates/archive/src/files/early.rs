//! A temporary file whose bytes go to the disk while more are written: large ones need not be waited for at the end.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use tempfile::NamedTempFile;

/// After so many bytes they are sent to the disk.
const STEP: usize = 4 << 20;

/// A temporary file under construction.
#[derive(Debug)]
pub(super) struct Temporary {
    file: NamedTempFile,
    /// Bytes written since the last step.
    pending: usize,
    syncing: Option<Syncing>,
}

/// A thread that sends to the disk what was written so far, when it is asked to.
#[derive(Debug)]
struct Syncing {
    ask: SyncSender<()>,
    thread: JoinHandle<io::Result<()>>,
}

impl Temporary {
    pub(super) fn new(file: NamedTempFile) -> Self {
        Self { file, pending: 0, syncing: None }
    }

    pub(super) fn path(&self) -> &Path {
        self.file.path()
    }

    /// The file, with all of its bytes on the disk.
    ///
    /// # Errors
    /// Those of all bytes: the system reports an error only once, perhaps to the thread.
    pub(super) fn synced(self) -> io::Result<NamedTempFile> {
        if let Some(Syncing { ask, thread }) = self.syncing {
            drop(ask);
            thread
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("the thread that wrote to it has panicked")))?;
        }
        self.file.as_file().sync_all()?;
        Ok(self.file)
    }

    #[cold]
    fn step(&mut self) {
        self.pending = 0;
        // Other systems have more to do for this, such as emptying the cache of the disk.
        if self.syncing.is_none() && cfg!(target_os = "linux") {
            self.syncing = self.file.as_file().try_clone().ok().and_then(Syncing::start);
        }
        if let Some(syncing) = &self.syncing {
            // One that is asked for already will include these bytes.
            let _ = syncing.ask.try_send(());
        }
    }
}

impl Syncing {
    /// `None` where no thread can be had: then all is done at the end.
    fn start(file: File) -> Option<Self> {
        let (ask, asked) = sync_channel(1);
        let work = move || asked.iter().try_for_each(|()| file.sync_data());
        Some(Self { ask, thread: thread::Builder::new().spawn(work).ok()? })
    }
}

impl Write for Temporary {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // Not by its own method, whose errors name it.
        let written = self.file.as_file_mut().write(bytes)?;
        self.pending += written;
        if self.pending >= STEP {
            self.step();
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}
