//! Games that come as JSON, one a line.

use pgnkit::GameBuilder;
use pgnkit::json::Reader;
use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit_archive::pipeline::{BlockOutcome, BlockView};

use super::{BlockResult, Building, Content, Findings, Job, Mended, Worker};
use crate::args::OnError;

/// Whether a line begins with an object of JSON. A comment of PGN may begin with a quote, too.
pub(super) fn begins_object(line: &[u8]) -> bool {
    let [b'{', rest @ ..] = line.trim_ascii_start() else { return false };
    match rest.trim_ascii_start() {
        [b'}', rest @ ..] => rest.trim_ascii().is_empty(),
        [b'"', rest @ ..] => {
            let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric() && *byte != b'_');
            let behind = end.and_then(|end| rest[end..].strip_prefix(b"\""));
            behind.is_some_and(|behind| behind.trim_ascii_start().starts_with(b":"))
        }
        _ => false,
    }
}

impl<W: Worker> Job<'_, W> {
    /// Lines are whole in every block.
    pub(super) fn read_json(&self, block: &BlockView<'_>, state: &mut W::State) -> BlockOutcome<BlockResult> {
        let mut reader = Reader::new(block.bytes);
        let mut findings = Findings::new(block, Content::Json, &self.wanted);
        let mut result = BlockResult::default();
        let mut looked_at = GameBuilder::new();
        while !findings.is_full() {
            let end = match self.worker.building(state) {
                Some(building) => {
                    building.read(&mut findings, |builder, sink| Some(reader.read_into(builder, sink)?.span))
                }
                None => reader.read_into(&mut looked_at, &mut findings).map(|end| end.span),
            };
            let Some(span) = end else {
                findings.end_of_text();
                break;
            };
            self.worker.look(state, span, &mut findings);
            let clean = findings.end_of_game(span);
            result.account.games += 1;
            if !clean {
                if self.rejects {
                    result.rejects.extend_from_slice(span.of(block.bytes));
                    result.rejects.push(b'\n');
                }
                match self.unclean(&mut result) {
                    OnError::Keep => {}
                    OnError::Drop => continue,
                    OnError::Stop => break,
                }
            }
            self.worker.write(state, &mut result.out, &mut result.account);
        }
        let consumed = reader.consumed();
        let paused = consumed < block.bytes.len();
        // Nothing is mended in JSON.
        result.mended = self.fixing.as_ref().map(|_| Mended::same(&block.bytes[..consumed]));
        self.worked(block, result, findings, consumed, paused)
    }
}

impl Building {
    /// Reads a game, and keeps what is wrong with it, with places in the input.
    pub(crate) fn read(
        &mut self,
        findings: &mut Findings<'_>,
        read: impl FnOnce(&mut GameBuilder, &mut Keeping<'_, '_, '_>) -> Option<Span>,
    ) -> Option<Span> {
        self.located.clear();
        let mut found = Vec::new();
        let span = read(&mut self.builder, &mut Keeping { found: &mut found, findings })?;
        if let Some(first) = found.iter().map(|diagnostic| diagnostic.span.start).min() {
            self.located = findings.located(found, first.min(span.start));
        }
        Some(span)
    }
}

/// Keeps what is reported, and passes it on.
pub(crate) struct Keeping<'k, 'f, 'b> {
    found: &'k mut Vec<Diagnostic>,
    findings: &'f mut Findings<'b>,
}

impl Sink for Keeping<'_, '_, '_> {
    #[inline]
    fn wants(&self, code: Code) -> bool {
        self.findings.wants(code)
    }

    fn report(&mut self, diagnostic: Diagnostic) {
        self.found.push(diagnostic.clone());
        self.findings.report(diagnostic);
    }
}
