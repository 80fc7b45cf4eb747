//! Games that come in binary coding.

use pgnkit::pgc::Reader;
use pgnkit_archive::pipeline::{BlockOutcome, BlockView};

use super::{BlockResult, Content, Findings, Job, Mended, Worker};
use crate::args::OnError;

impl<W: Worker> Job<'_, W> {
    /// Games are whole in every block.
    pub(super) fn read_pgc(&self, block: &BlockView<'_>, state: &mut W::State) -> BlockOutcome<BlockResult> {
        let mut reader = Reader::new(block.bytes);
        let mut findings = Findings::new(block, Content::Pgc, &self.wanted);
        let mut result = BlockResult::default();
        result.out.reserve(self.worker.expected_output(4 * block.bytes.len()));
        let mut paused = false;
        while !paused {
            let start = reader.consumed();
            let Some(span) = self.worker.read_pgc(&mut reader, state, &mut findings) else {
                findings.end_of_text();
                break;
            };
            let end = reader.consumed();
            self.worker.look(state, span, &mut findings);
            let clean = findings.end_of_game(span);
            paused = findings.is_full() && !reader.is_nested();
            result.account.games += 1;
            if !clean {
                if self.rejects {
                    result.rejects.extend_from_slice(&block.bytes[start..end]);
                }
                match self.unclean(&mut result) {
                    OnError::Keep => {}
                    OnError::Drop => continue,
                    OnError::Stop => break,
                }
            }
            self.worker.write(state, &mut result.out, &mut result.account);
        }
        if let Some(unread) = reader.unread().filter(|_| self.rejects) {
            result.rejects.extend_from_slice(unread.of(block.bytes));
        }
        let consumed = if paused { reader.consumed() } else { block.bytes.len() };
        // Nothing is mended in records.
        result.mended = self.fixing.as_ref().map(|_| Mended::same(&block.bytes[..consumed]));
        self.worked(block, result, findings, consumed, paused)
    }
}
