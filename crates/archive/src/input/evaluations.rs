//! Evaluations of positions as lichess gives them: records of JSON, each of which becomes one of EPD.

use pgnkit::epd::{Reader, RecordFormat};
use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit_formats::sites::lichess;

use super::sites::{AtRecord, next_line};
use super::{
    Access, EntryReader, InputFormat, Kind, PositionLine, ReadOptions, Sniff, StreamFormat, Target,
    append_line, first_line,
};
use crate::blocks::{BlockView, SplitPoints};
use crate::entry::Title;

/// Evaluations of positions of lichess in JSON, one a line.
#[derive(Clone, Copy, Debug)]
pub struct LichessEvaluations;

impl InputFormat for LichessEvaluations {
    fn name(&self) -> &'static str {
        "lichess-evals"
    }

    fn summary(&self) -> &'static str {
        "Evaluations of lichess as JSON: positions, with the deepest one"
    }

    /// That of JSON, which says nothing: the content decides.
    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn holds(&self) -> Kind {
        Kind::Positions
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        if first_line(head).is_some_and(lichess::begins_evaluation) { Sniff::Certain } else { Sniff::No }
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        Err("it holds evaluations as lichess gives them, which are no EPD")
    }

    fn title(&self, _entry: &[u8]) -> Title {
        Title::default()
    }

    fn append_reject(&self, _stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        append_line(entry, out);
    }
}

impl StreamFormat for LichessEvaluations {
    fn split(&self) -> SplitPoints {
        SplitPoints::Lines
    }

    fn open<'b>(&self, block: &BlockView<'b>, _options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        Box::new(Records::new(block.bytes, false))
    }
}

/// The same lines, for a task that reads them itself: nothing is looked at in a line that is only checked. In no list of forms; who has
/// such a task names it.
#[derive(Clone, Copy, Debug)]
pub struct EvaluationLines;

impl InputFormat for EvaluationLines {
    fn name(&self) -> &'static str {
        LichessEvaluations.name()
    }

    fn summary(&self) -> &'static str {
        LichessEvaluations.summary()
    }

    fn extensions(&self) -> &'static [&'static str] {
        LichessEvaluations.extensions()
    }

    fn holds(&self) -> Kind {
        LichessEvaluations.holds()
    }

    fn sniff(&self, head: &[u8]) -> Sniff {
        LichessEvaluations.sniff(head)
    }

    fn access(&self) -> Access<'_> {
        Access::Stream(self)
    }

    fn rewritable(&self) -> Result<(), &'static str> {
        LichessEvaluations.rewritable()
    }

    fn title(&self, entry: &[u8]) -> Title {
        LichessEvaluations.title(entry)
    }

    fn append_reject(&self, stretch: &[u8], entry: &[u8], out: &mut Vec<u8>) {
        LichessEvaluations.append_reject(stretch, entry, out);
    }
}

impl StreamFormat for EvaluationLines {
    fn split(&self) -> SplitPoints {
        SplitPoints::Lines
    }

    fn open<'b>(&self, block: &BlockView<'b>, _options: &ReadOptions) -> Box<dyn EntryReader + 'b> {
        Box::new(Records::new(block.bytes, true))
    }
}

/// Reads the lines of a block.
struct Records<'b> {
    bytes: &'b [u8],
    at: usize,
    saved: usize,
    /// The EPD of the last line.
    text: String,
    /// Whether the last line gave no position.
    is_lost: bool,
    /// Whether a line that is only checked is left to the task.
    leaves_checks: bool,
}

impl<'b> Records<'b> {
    fn new(bytes: &'b [u8], leaves_checks: bool) -> Self {
        Self { bytes, at: 0, saved: 0, text: String::new(), is_lost: false, leaves_checks }
    }
}

impl EntryReader for Records<'_> {
    fn read(&mut self, target: Target<'_>, sink: &mut dyn Sink) -> Option<Span> {
        let found = next_line(&self.bytes[self.at..])?;
        let span = Span::new(self.at + found.start, self.at + found.end);
        self.at = span.end;
        self.text.clear();
        if self.leaves_checks && matches!(target, Target::Check(_)) {
            self.is_lost = false;
            return Some(span);
        }
        let sink = &mut AtRecord { record: span, sink };
        let converted = lichess::evaluation(span.of(self.bytes), &mut self.text);
        self.is_lost = converted.is_err();
        match converted {
            Ok(0) => {}
            Ok(count) => {
                let text = format!(
                    "expected one line of moves, which a record of EPD has; {count} more are left out"
                );
                sink.report(Diagnostic::new(Code::ContentLeftOut, span, text));
            }
            Err(error) => {
                sink.report(Diagnostic::new(Code::DamagedRecord, span, error.to_string()));
                return Some(span);
            }
        }
        let record = Reader::new(self.text.as_bytes()).read_record(sink);
        let to_game = || {
            let epd = record.as_ref().and_then(|record| record.epd.as_ref());
            PositionLine { epd, line: span.of(self.bytes), format: RecordFormat::Epd }.to_game()
        };
        match target {
            Target::Export(exporter) => *exporter.builder().game_mut() = to_game(),
            Target::Visit(visitor) => _ = to_game().visit(span, visitor),
            Target::Build(buffer) => buffer.record = record,
            // Reading has said all there is to say.
            Target::Check(_) => {}
        }
        Some(span)
    }

    fn consumed(&self) -> usize {
        self.at
    }

    fn save(&mut self) {
        self.saved = self.at;
    }

    fn restore(&mut self) {
        self.at = self.saved;
    }

    fn lost(&self) -> u64 {
        u64::from(self.is_lost)
    }
}
