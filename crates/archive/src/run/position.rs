use std::fmt;
use std::str::FromStr;

use super::OpenInput;
use crate::findings::Done;
use crate::input::Access;
use crate::output::Numbers;

/// A place in a run: after entries that were worked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct RunPosition {
    /// The input, by its place among those of the run, from 0.
    pub input: usize,
    /// Bytes of it that were worked, decompressed; of a form that has records their number.
    pub offset: u64,
    /// The numbers of the entries before.
    pub numbers: Numbers,
}

impl RunPosition {
    /// Goes on to the place after entries that were worked, with what an event says of them.
    pub fn advance<T>(&mut self, open: &OpenInput, numbers: Numbers, done: &Done<T>) {
        let before = if self.input == open.index { self.offset } else { 0 };
        let read = done.account.read();
        self.input = open.index;
        self.numbers.before_in_run = numbers.before_in_run + read;
        self.numbers.before_in_input = numbers.before_in_input + read;
        self.offset = match open.format.access() {
            Access::Stream(_) => before + done.account.bytes,
            Access::Records(_) => self.numbers.before_in_input,
        };
    }
}

/// Four numbers, for a journal: `input offset before_in_input before_in_run`.
impl fmt::Display for RunPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { input, offset, numbers } = self;
        write!(f, "{input} {offset} {} {}", numbers.before_in_input, numbers.before_in_run)
    }
}

impl FromStr for RunPosition {
    type Err = RunPositionError;

    fn from_str(text: &str) -> Result<Self, RunPositionError> {
        let numbers: Result<Vec<u64>, _> = text.split(' ').map(str::parse).collect();
        let Ok(&[input, offset, before_in_input, before_in_run]) = numbers.as_deref() else {
            return Err(RunPositionError);
        };
        let input = usize::try_from(input).map_err(|_| RunPositionError)?;
        Ok(Self { input, offset, numbers: Numbers { before_in_run, before_in_input } })
    }
}

/// A text is no position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RunPositionError;

impl fmt::Display for RunPositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected four numbers, as 0 1024 3 3")
    }
}

impl std::error::Error for RunPositionError {}
