//! The wish to stop, looked at now and then.

use super::SolveError;
use std::sync::atomic::{AtomicBool, Ordering};

/// Number of steps between two checks.
const STEPS: u32 = 1 << 16;

/// Counts steps, so that looking costs nothing.
#[derive(Debug)]
pub(super) struct Stop<'f> {
    flag: &'f AtomicBool,
    steps: u32,
}

impl<'f> Stop<'f> {
    pub(super) fn new(flag: &'f AtomicBool) -> Self {
        Self { flag, steps: 0 }
    }

    /// Called for each small piece of work.
    pub(super) fn step(&mut self) -> Result<(), SolveError> {
        self.steps += 1;
        if self.steps < STEPS {
            return Ok(());
        }
        self.steps = 0;
        if self.flag.load(Ordering::Relaxed) { Err(SolveError::Stopped) } else { Ok(()) }
    }
}
