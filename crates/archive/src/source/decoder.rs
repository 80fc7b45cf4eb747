//! A reader of decompressed bytes over a [`Codec`], for any number of members one after the other.

use super::codec::{Codec, Flow};
use super::error::{DecodeFailure, SourceErrorKind};
use std::io::{self, BufRead, Read};

/// Decodes member after member until the input ends.
///
/// A failure is reported only after every byte decoded before it, and then on every further call.
pub(crate) struct Decoder<R, C> {
    input: R,
    codec: C,
    inside: bool,
    members: u64,
    offset: u64,
    idle_steps: u8,
    failed: Option<DecodeFailure>,
}

impl<R: BufRead, C: Codec> Decoder<R, C> {
    pub(crate) fn new(input: R, codec: C) -> Self {
        // The input has been recognised by its first bytes, or is an entry of an archive: a member must be there.
        Decoder { input, codec, inside: true, members: 1, offset: 0, idle_steps: 0, failed: None }
    }

    fn fail(&mut self, kind: SourceErrorKind, text: &str) {
        let (what, members, offset) = (self.codec.what(), self.members, self.offset);
        let text = format!("{text}, in {what} {members}, near compressed byte {offset}");
        self.failed = Some(DecodeFailure { kind, text });
    }

    /// Looks for another member; false when the input is at its end.
    fn next_member(&mut self) -> io::Result<bool> {
        loop {
            let buffer = self.input.fill_buf()?;
            if buffer.is_empty() {
                return Ok(false);
            }
            // xz allows padding by zero bytes, tapes and disk images add it to anything: no data are lost with them.
            let zeros = buffer.iter().take_while(|byte| **byte == 0).count();
            if zeros == 0 {
                self.codec.restart()?;
                self.inside = true;
                self.members += 1;
                return Ok(true);
            }
            self.input.consume(zeros);
            self.offset += zeros as u64;
        }
    }
}

impl<R: BufRead, C: Codec> Read for Decoder<R, C> {
    fn read(&mut self, output: &mut [u8]) -> io::Result<usize> {
        if output.is_empty() {
            return Ok(0);
        }
        loop {
            if let Some(failure) = &self.failed {
                return Err(failure.clone().into_io());
            }
            if !self.inside && !self.next_member()? {
                return Ok(0);
            }
            let buffer = self.input.fill_buf()?;
            let at_end = buffer.is_empty();
            let step = self.codec.step(buffer, output);
            self.input.consume(step.consumed);
            self.offset += step.consumed as u64;
            let idle = step.consumed == 0 && step.produced == 0;
            self.idle_steps = if idle { self.idle_steps.saturating_add(1) } else { 0 };
            match step.outcome {
                Ok(Flow::End) => self.inside = false,
                Ok(Flow::More) if idle && at_end => {
                    self.fail(SourceErrorKind::Truncated, "the data end too early")
                }
                // No codec does this; a loop without end would be worse than an error.
                Ok(Flow::More) if self.idle_steps > 2 => self.fail(SourceErrorKind::Corrupt, "no progress"),
                Ok(Flow::More) => {}
                Err(text) => self.fail(SourceErrorKind::Corrupt, &text),
            }
            if step.produced > 0 {
                return Ok(step.produced);
            }
        }
    }
}
