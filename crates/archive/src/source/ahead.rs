//! Pipes read ahead on a thread of their own, so that it is known when one has nothing more to give for now.

use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::BoxRead;

/// Bytes that are read at a time: as many as a pipe holds.
const PIECE_BYTES: usize = 64 << 10;

/// Pieces that wait to be taken.
const MOST_PIECES: usize = 4;

/// Time without a byte after which a pipe counts as waiting. A program that writes a file into a pipe never pauses so long as a rule, and
/// nobody who looks on notices it.
const PATIENCE: Duration = Duration::from_millis(50);

/// A pipe that is read ahead. The thread begins with the first read, and ends with the pipe, or with the first piece that nobody is there for.
pub(crate) struct ReadAhead {
    /// The pipe, as long as nothing was read.
    pipe: Option<BoxRead>,
    shared: Arc<Shared>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    pieces: VecDeque<Vec<u8>>,
    /// Bytes of the first piece that were taken.
    taken: usize,
    /// Time of the last piece; none before the first read.
    last: Option<Instant>,
    failed: Option<io::Error>,
    is_over: bool,
    /// Whether nobody reads on.
    is_left: bool,
}

impl Shared {
    /// Nothing that can panic runs with the lock held.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(&self, state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        self.changed.wait(state).unwrap_or_else(PoisonError::into_inner)
    }

    /// Fills the queue until the pipe ends.
    fn fill(&self, mut pipe: BoxRead) {
        let mut buffer = vec![0; PIECE_BYTES];
        loop {
            let got = match pipe.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                got => got.map(|got| got.min(buffer.len())),
            };
            let mut state = self.lock();
            while state.pieces.len() >= MOST_PIECES && !state.is_left {
                state = self.wait(state);
            }
            match got {
                Ok(0) => state.is_over = true,
                Ok(got) => state.pieces.push_back(buffer[..got].to_vec()),
                Err(error) => (state.failed, state.is_over) = (Some(error), true),
            }
            state.last = Some(Instant::now());
            self.changed.notify_all();
            if state.is_over || state.is_left {
                return;
            }
        }
    }
}

impl ReadAhead {
    pub(crate) fn new(pipe: BoxRead) -> Self {
        Self { pipe: Some(pipe), shared: Arc::default() }
    }

    /// A look at whether it waits, for those who read it through other readers.
    pub(crate) fn waiting(&self) -> Waiting {
        Waiting(Arc::clone(&self.shared))
    }
}

impl Read for ReadAhead {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if let Some(pipe) = self.pipe.take() {
            let shared = Arc::clone(&self.shared);
            shared.lock().last = Some(Instant::now());
            thread::Builder::new().name("pgn-pipe".to_owned()).spawn(move || shared.fill(pipe))?;
        }
        let mut state = self.shared.lock();
        while state.pieces.is_empty() && !state.is_over {
            state = self.shared.wait(state);
        }
        let State { pieces, taken, failed, .. } = &mut *state;
        let Some(piece) = pieces.front() else { return failed.take().map_or(Ok(0), Err) };
        let rest = &piece[*taken..];
        let count = rest.len().min(output.len());
        output[..count].copy_from_slice(&rest[..count]);
        *taken += count;
        if *taken == piece.len() {
            pieces.pop_front();
            *taken = 0;
            self.shared.changed.notify_all();
        }
        Ok(count)
    }
}

impl Drop for ReadAhead {
    fn drop(&mut self) {
        self.shared.lock().is_left = true;
        self.shared.changed.notify_all();
    }
}

/// Whether a pipe has anything to give.
#[derive(Clone)]
pub(crate) struct Waiting(Arc<Shared>);

impl Waiting {
    /// Whether everything that came has been taken, and nothing more for a while. It waits for the rest of that while.
    pub(crate) fn is_waiting(&self) -> bool {
        let mut state = self.0.lock();
        loop {
            let Some(last) = state.last else { return false };
            if !state.pieces.is_empty() || state.is_over {
                return false;
            }
            let Some(left) = PATIENCE.checked_sub(last.elapsed()).filter(|left| !left.is_zero()) else {
                return true;
            };
            state = self.0.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}

impl fmt::Debug for Waiting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waiting").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, channel};

    /// A pipe whose other end the test holds.
    struct Pipe(Receiver<io::Result<Vec<u8>>>);

    impl Read for Pipe {
        fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
            let Ok(piece) = self.0.recv() else { return Ok(0) };
            let piece = piece?;
            output[..piece.len()].copy_from_slice(&piece);
            Ok(piece.len())
        }
    }

    #[test]
    fn a_pipe_waits_when_all_that_came_has_been_taken() {
        let (sender, receiver) = channel();
        let mut pipe = ReadAhead::new(Box::new(Pipe(receiver)));
        let waiting = pipe.waiting();
        assert!(!waiting.is_waiting(), "nobody has read");
        sender.send(Ok(b"abc".to_vec())).unwrap();
        let mut two = [0; 2];
        assert_eq!(pipe.read(&mut two).unwrap(), 2);
        assert!(!waiting.is_waiting(), "a byte is left");
        assert_eq!(pipe.read(&mut two).unwrap(), 1);
        assert!(waiting.is_waiting());
        sender.send(Ok(b"d".to_vec())).unwrap();
        assert_eq!(pipe.read(&mut two).unwrap(), 1);
        sender.send(Err(io::Error::other("broken"))).unwrap();
        assert_eq!(pipe.read(&mut two).unwrap_err().to_string(), "broken");
        assert!(!waiting.is_waiting(), "it is over");
        assert_eq!(pipe.read(&mut two).unwrap(), 0);
    }

    #[test]
    fn all_of_a_pipe_is_read_in_its_order_however_slow_the_reader_is() {
        let bytes: Vec<u8> = (0..1_000_000_u32).map(|at| (at / 7) as u8).collect();
        let mut pipe = ReadAhead::new(Box::new(io::Cursor::new(bytes.clone())));
        let mut read = Vec::new();
        let mut buffer = [0; 977];
        loop {
            match pipe.read(&mut buffer).unwrap() {
                0 => break,
                got => read.extend_from_slice(&buffer[..got]),
            }
        }
        assert!(read == bytes);
    }

    #[test]
    fn the_thread_ends_when_nobody_reads_on() {
        let mut pipe = ReadAhead::new(Box::new(io::repeat(b'x')));
        let shared = Arc::clone(&pipe.shared);
        assert_eq!(pipe.read(&mut [0; 1]).unwrap(), 1);
        drop(pipe);
        while Arc::strong_count(&shared) > 1 {
            thread::yield_now();
        }
    }
}
