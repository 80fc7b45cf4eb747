//! The way to the workers: so many at work, so many in the queue, and nobody else.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Lets so many through at a time, and so many wait.
#[derive(Debug)]
pub(crate) struct Gate {
    /// Those at work and in the queue.
    places: Arc<Semaphore>,
    workers: Arc<Semaphore>,
    wait: Duration,
}

/// A worker's place, which is free again when it is dropped.
#[derive(Debug)]
pub(crate) struct Pass {
    _place: OwnedSemaphorePermit,
    _worker: OwnedSemaphorePermit,
}

impl Gate {
    pub(crate) fn new(workers: usize, queue: usize, wait: Duration) -> Self {
        let workers = workers.clamp(1, Semaphore::MAX_PERMITS / 2);
        let places = workers + queue.min(Semaphore::MAX_PERMITS / 2);
        Self { places: Semaphore::new(places).into(), workers: Semaphore::new(workers).into(), wait }
    }

    /// Waits for a worker; `None` if the queue is full, or it takes too long.
    pub(crate) async fn enter(&self) -> Option<Pass> {
        let place = self.places.clone().try_acquire_owned().ok()?;
        let worker = timeout(self.wait, self.workers.clone().acquire_owned()).await.ok()?.ok()?;
        Some(Pass { _place: place, _worker: worker })
    }
}
