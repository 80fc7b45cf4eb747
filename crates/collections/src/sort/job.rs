//! Sorting on another thread, while more comes.

use std::io;

use super::batch::{Batch, Comparison};
use super::chunk::Chunk;
use super::runs::RunFile;

/// Games to be sorted, and written to a file if there is one.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) batches: Vec<Batch>,
    pub(super) comparison: Comparison,
    pub(super) file: Option<RunFile>,
}

/// The games after sorting.
#[derive(Debug)]
pub(super) enum JobResult {
    Sorted(Chunk),
    Written(RunFile),
}

impl Work {
    fn run(self) -> io::Result<JobResult> {
        let Self { batches, comparison, file } = self;
        let chunk = Chunk::sort(batches, comparison);
        match file {
            None => Ok(JobResult::Sorted(chunk)),
            Some(mut file) => {
                file.write_run(&chunk)?;
                Ok(JobResult::Written(file))
            }
        }
    }
}

/// Work under way.
#[derive(Debug)]
pub(super) enum Job {
    #[cfg(feature = "threads")]
    Thread(std::thread::JoinHandle<io::Result<JobResult>>),
    #[cfg(not(feature = "threads"))]
    Done(Box<JobResult>),
}

impl Job {
    #[cfg(feature = "threads")]
    pub(super) fn start(work: Work) -> io::Result<Self> {
        let thread = std::thread::Builder::new().name("pgn-sorter".to_owned());
        thread.spawn(|| work.run()).map(Self::Thread)
    }

    #[cfg(not(feature = "threads"))]
    pub(super) fn start(work: Work) -> io::Result<Self> {
        work.run().map(Box::new).map(Self::Done)
    }

    pub(super) fn wait(self) -> io::Result<JobResult> {
        match self {
            #[cfg(feature = "threads")]
            Self::Thread(thread) => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            #[cfg(not(feature = "threads"))]
            Self::Done(done) => Ok(*done),
        }
    }
}
