//! Suites as a task of a run over their records.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use pgnkit::epd::{Epd, RecordFormat};
use pgnkit::syntax::{Code, Diagnostic, Sink, Span};
use pgnkit_archive::Account;
use pgnkit_archive::input::{Content, EntryBuf, InputFormat, Kind, PositionLine, Target};
use pgnkit_archive::task::{At, Task};

use super::goal::Goal;
use super::outcome::{Outcome, Verdict};
use super::record::annotate;
use super::row::SuiteRow;
use crate::evaluator::Evaluator;
use crate::query::Query;

/// Has the positions of records searched, by one engine or by several, one after the other.
#[derive(Clone, Debug)]
pub struct RunSuite {
    /// The sources of evaluations, with an engine each.
    pub evaluators: Vec<Arc<Evaluator>>,
    /// The form in which records are written, with the analysis of the first engine in them; `None` if they are not.
    pub writes: Option<RecordFormat>,
    /// Counts for those who wait.
    pub progress: Arc<SuiteProgress>,
}

/// Counts of records that are done.
#[derive(Debug, Default)]
pub struct SuiteProgress {
    records: AtomicU64,
    solved: AtomicU64,
}

impl SuiteProgress {
    /// Records that are done, and how many of them the first engine has solved.
    #[must_use]
    pub fn done(&self) -> (u64, u64) {
        (self.records.load(Ordering::Relaxed), self.solved.load(Ordering::Relaxed))
    }
}

/// The memory of a thread that runs a suite.
#[derive(Debug, Default)]
pub struct SuiteScratch {
    buffer: EntryBuf,
    tested: Option<(Goal, Vec<Outcome>)>,
}

/// The records of a block.
#[derive(Debug, Default)]
pub struct TestedRecords {
    /// Those that give a position, with their numbers in the block.
    pub rows: Vec<SuiteRow>,
    /// All records as they are written.
    pub text: Vec<u8>,
}

impl RunSuite {
    fn outcome(&self, at: usize, query: &Query, goal: &Goal, sink: &mut dyn Sink) -> Outcome {
        let reason = match self.evaluators[at].ask(query).wait() {
            Ok(Some(evaluated)) => {
                let outcome = Outcome::of(goal, &evaluated);
                if outcome.verdict != Verdict::Failed {
                    return outcome;
                }
                "the engine gave no move".to_owned()
            }
            Ok(None) => "there is no engine".to_owned(),
            Err(error) => error.to_string(),
        };
        if sink.wants(Code::UnanalysedPosition) {
            let which =
                if self.evaluators.len() > 1 { format!(" by engine {}", at + 1) } else { String::new() };
            let text = format!("no evaluation of the position{which}: {reason}");
            sink.report(Diagnostic::new(Code::UnanalysedPosition, Span::default(), text));
        }
        Outcome::failed()
    }
}

impl Task for RunSuite {
    type Scratch<'t> = SuiteScratch;
    type Out = TestedRecords;

    fn scratch(&self) -> SuiteScratch {
        SuiteScratch::default()
    }

    fn target<'s>(&self, scratch: &'s mut SuiteScratch, _format: &dyn InputFormat) -> Target<'s> {
        Target::Build(&mut scratch.buffer)
    }

    fn accepts(&self, format: &dyn InputFormat) -> Result<(), &'static str> {
        format.holds().must_be(Kind::Positions)
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn look(&self, scratch: &mut SuiteScratch, at: &At<'_>, sink: &mut dyn Sink) {
        scratch.tested = None;
        let Some(epd) = record(&scratch.buffer, at).and_then(|record| record.epd) else { return };
        let (goal, query) = (Goal::of(epd), Query::of(&epd.position()));
        let outcomes = (0..self.evaluators.len()).map(|at| self.outcome(at, &query, &goal, sink)).collect();
        scratch.tested = Some((goal, outcomes));
    }

    fn take(&self, scratch: &mut SuiteScratch, at: &At<'_>, out: &mut TestedRecords, account: &mut Account) {
        let Some(record) = record(&scratch.buffer, at) else { return };
        let tested = scratch.tested.take();
        if let Some(format) = self.writes {
            account.written += 1;
            let mut annotated: Option<Epd> = record.epd.cloned();
            if let (Some(epd), Some(first)) =
                (&mut annotated, tested.as_ref().and_then(|(_, outcomes)| outcomes.first()))
            {
                annotate(epd, first);
            }
            let mut line = record;
            line.epd = annotated.as_ref();
            line.write(format, &mut out.text);
        }
        let (Some(epd), Some((goal, outcomes))) = (record.epd, tested) else { return };
        let failed = outcomes.iter().any(|outcome| outcome.verdict == Verdict::Failed);
        let solved = outcomes.first().is_some_and(|outcome| outcome.verdict == Verdict::Solved);
        self.progress.records.fetch_add(1, Ordering::Relaxed);
        self.progress.solved.fetch_add(u64::from(solved), Ordering::Relaxed);
        account.tally("positions", &[("analysed", u64::from(!failed)), ("failed", u64::from(failed))]);
        out.rows.push(SuiteRow::of(at.number, epd, &goal, outcomes));
    }
}

fn record<'e>(buffer: &'e EntryBuf, at: &At<'e>) -> Option<PositionLine<'e>> {
    match at.entry(buffer).content {
        Content::Position(record) => Some(record),
        _ => None,
    }
}
