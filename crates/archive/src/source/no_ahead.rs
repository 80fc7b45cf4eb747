//! Pipes where there are no threads: none is known to wait.

use std::io::{self, Read};

use super::BoxRead;

pub(crate) struct ReadAhead(BoxRead);

impl ReadAhead {
    pub(crate) fn new(pipe: BoxRead) -> Self {
        Self(pipe)
    }

    pub(crate) fn waiting(&self) -> Waiting {
        Waiting
    }
}

impl Read for ReadAhead {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        self.0.read(output)
    }
}

#[derive(Clone, Debug)]
pub(crate) struct Waiting;

impl Waiting {
    pub(crate) fn is_waiting(&self) -> bool {
        false
    }
}
