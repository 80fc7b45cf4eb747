//! The task that takes evaluations from their lines, on any thread.

use pgnkit::Checker;
use pgnkit::chess::Position;
use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit_archive::Account;
use pgnkit_archive::input::{InputFormat, Target};
use pgnkit_archive::task::{At, Task};
use pgnkit_evals::{Detail, EvalsBatch, Evaluation, read_line};

/// Gathers evaluations, as far as they are kept.
pub(super) struct GatherEvaluations {
    pub(super) kept: Detail,
}

/// Memory of a thread.
pub(super) struct Line {
    checker: Checker,
    /// The content of the last line, unless it is no evaluation.
    found: Option<(Position, Evaluation)>,
}

impl Task for GatherEvaluations {
    type Scratch<'t> = Line;
    type Out = EvalsBatch;

    fn scratch(&self) -> Line {
        Line { checker: Checker::new(), found: None }
    }

    fn target<'s>(&self, line: &'s mut Line, _format: &dyn InputFormat) -> Target<'s> {
        Target::Check(&mut line.checker)
    }

    fn look(&self, line: &mut Line, at: &At<'_>, sink: &mut dyn Sink) {
        line.found = match read_line(at.span.of(at.block.bytes), self.kept) {
            Ok(found) => Some(found),
            Err(error) => {
                // The first sign of it is enough to be shown.
                let first = Span::new(at.span.start, at.span.start + 1);
                sink.report(Diagnostic::new(Code::DamagedRecord, first, error.to_string()));
                None
            }
        };
    }

    fn take(&self, line: &mut Line, _at: &At<'_>, out: &mut EvalsBatch, _account: &mut Account) {
        if let Some((position, evaluation)) = line.found.take() {
            out.push(&position, &evaluation);
        }
    }
}
