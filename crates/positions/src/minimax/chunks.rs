//! Work shared out among threads, chunk by chunk.

use super::SolveError;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

/// A few milliseconds of work.
const CHUNK: usize = 1 << 10;

/// Calls `work` on the chunks of `0..len`, on several threads, and returns the results in the order of the chunks.
///
/// # Errors
///
/// When `stop` has been set before all was done.
pub(super) fn map<T: Send>(
    len: usize,
    jobs: NonZeroUsize,
    stop: &AtomicBool,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Result<Vec<T>, SolveError> {
    let next = AtomicUsize::new(0);
    let share = || {
        let mut done = Vec::new();
        while !stop.load(Ordering::Relaxed) {
            let chunk = next.fetch_add(1, Ordering::Relaxed);
            let start = chunk.saturating_mul(CHUNK);
            if start >= len {
                break;
            }
            done.push((chunk, work(start..len.min(start + CHUNK))));
        }
        done
    };
    let helpers = jobs.get().min(len.div_ceil(CHUNK)).saturating_sub(1);
    let mut done = thread::scope(|scope| {
        // Fewer threads do the same, only slower: one that the system does not give is done without.
        let threads: Vec<_> = (0..helpers)
            .map_while(|_| {
                thread::Builder::new().name("pgn-minimax".to_owned()).spawn_scoped(scope, share).ok()
            })
            .collect();
        let mut done = share();
        for thread in threads {
            match thread.join() {
                Ok(more) => done.extend(more),
                Err(panic) => resume_unwind(panic),
            }
        }
        done
    });
    if stop.load(Ordering::Relaxed) {
        return Err(SolveError::Stopped);
    }
    done.sort_unstable_by_key(|(chunk, _)| *chunk);
    Ok(done.into_iter().map(|(_, result)| result).collect())
}
