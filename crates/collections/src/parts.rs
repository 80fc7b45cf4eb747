//! Work on the parts of a whole, on several threads.

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Results of `work` for the parts of `0..count`, of `size` numbers each, in their order, on so many threads at most; the thread
/// that calls is one of them. Where the system has no thread to give, those that there are do the work.
pub(crate) fn in_parts<T: Send>(
    jobs: NonZeroUsize,
    count: usize,
    size: usize,
    work: impl Fn(Range<usize>) -> T + Sync,
) -> Vec<T> {
    let parts = count.div_ceil(size);
    let part = |number: usize| number * size..count.min((number + 1) * size);
    let jobs = if cfg!(feature = "threads") { jobs.get().min(parts) } else { 1 };
    if jobs <= 1 {
        return (0..parts).map(|number| work(part(number))).collect();
    }
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::with_capacity(parts));
    let run = || {
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= parts {
                return;
            }
            let result = work(part(number));
            results.lock().unwrap_or_else(|poison| poison.into_inner()).push((number, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs {
            if std::thread::Builder::new().name("pgn-part".to_owned()).spawn_scoped(scope, run).is_err() {
                break;
            }
        }
        run();
    });
    let mut results = results.into_inner().unwrap_or_else(|poison| poison.into_inner());
    results.sort_unstable_by_key(|(number, _)| *number);
    results.into_iter().map(|(_, result)| result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_whole_and_in_order() {
        for (jobs, count, size) in
            [(1, 10, 3), (2, 10, 3), (8, 10, 3), (3, 0, 5), (3, 5, 5), (4, 1_000, 1), (2, 7, 100)]
        {
            let parts =
                in_parts(NonZeroUsize::new(jobs).unwrap(), count, size, |part| part.collect::<Vec<_>>());
            assert_eq!(parts.len(), count.div_ceil(size));
            assert!(parts.iter().all(|part| part.len() <= size && !part.is_empty()));
            assert_eq!(parts.concat(), (0..count).collect::<Vec<_>>(), "{jobs} {count} {size}");
        }
    }

    #[test]
    #[should_panic(expected = "the third")]
    fn a_panic_is_passed_on() {
        in_parts(NonZeroUsize::MIN, 10, 1, |part| assert!(part.start != 2, "the third"));
    }
}
