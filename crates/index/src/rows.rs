//! The value of a position in the table of an index: the games that have it, and the moves they go on with.
//!
//! Games are numbered in the order of their moves, so that those that share their first moves are a *run*, and those of them that go on with the same
//! move a part of it. A position has a run for each way by which two games or more, or one alone, come to it.

use crate::table::numbers;

/// A run of games that come to a position by the same moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    /// The number of the first game.
    pub(crate) start: u64,
    /// Whether these games come to the position once more, and are counted there: they are taken away from a count.
    pub(crate) is_counted_again: bool,
    /// Games that end here; they are the first.
    pub(crate) ended: u64,
    /// [Codes](crate::code) of the moves, and the games that go on with each, in the order of the games.
    pub(crate) moves: Vec<(u32, u64)>,
}

impl Run {
    /// The number of its games.
    pub(crate) fn len(&self) -> u64 {
        self.moves.iter().fold(self.ended, |sum, (_, games)| sum.saturating_add(*games))
    }

    /// Appends all but the start: the number of moves with two bits for what is rare, then each.
    pub(crate) fn put(&self, out: &mut Vec<u8>) {
        let bits = u64::from(self.ended > 0) | u64::from(self.is_counted_again) << 1;
        numbers::put((self.moves.len() as u64) << 2 | bits, out);
        if self.ended > 0 {
            numbers::put(self.ended, out);
        }
        for (code, games) in &self.moves {
            numbers::put(u64::from(*code), out);
            numbers::put(*games, out);
        }
    }

    /// Takes a run without its start off the beginning.
    fn take(&mut self, bytes: &mut &[u8]) -> Option<()> {
        let head = numbers::take(bytes)?;
        self.is_counted_again = head & 2 != 0;
        self.ended = if head & 1 != 0 { numbers::take(bytes)? } else { 0 };
        self.moves.clear();
        for _ in 0..head >> 2 {
            self.moves.push((u32::try_from(numbers::take(bytes)?).ok()?, numbers::take(bytes)?));
        }
        Some(())
    }
}

/// Appends the place where a run starts, after one that started there, and the run.
pub(crate) fn put_run(before: u64, start: u64, run: &[u8], out: &mut Vec<u8>) {
    numbers::put(start - before, out);
    out.extend_from_slice(run);
}

/// The runs of a value.
#[derive(Clone, Debug)]
pub(crate) struct Runs<'v> {
    bytes: &'v [u8],
    start: u64,
}

impl<'v> Runs<'v> {
    pub(crate) fn new(bytes: &'v [u8]) -> Self {
        Self { bytes, start: 0 }
    }

    /// Puts the next run in the place of another; whether there is one. `None` if the bytes are no runs.
    pub(crate) fn next_into(&mut self, run: &mut Run) -> Option<bool> {
        if self.bytes.is_empty() {
            return Some(false);
        }
        self.start = self.start.checked_add(numbers::take(&mut self.bytes)?)?;
        run.start = self.start;
        run.take(&mut self.bytes)?;
        run.start.checked_add(run.len())?;
        Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_come_back() {
        let runs = [
            Run { start: 0, is_counted_again: false, ended: 0, moves: vec![(7, 1), (9, 200)] },
            Run { start: 300, is_counted_again: true, ended: 0, moves: vec![(1, 3)] },
            Run { start: 300, is_counted_again: false, ended: 2, moves: vec![] },
        ];
        let (mut bytes, mut before) = (Vec::new(), 0);
        for run in &runs {
            let mut content = Vec::new();
            run.put(&mut content);
            put_run(before, run.start, &content, &mut bytes);
            before = run.start;
        }
        let (mut reader, mut run) = (Runs::new(&bytes), Run::default());
        for expected in &runs {
            assert_eq!(reader.next_into(&mut run), Some(true));
            assert_eq!(run, *expected);
        }
        assert_eq!(reader.next_into(&mut run), Some(false));
        for cut in 1..bytes.len() {
            let mut reader = Runs::new(&bytes[..cut]);
            while reader.next_into(&mut run) == Some(true) {}
        }
    }
}
