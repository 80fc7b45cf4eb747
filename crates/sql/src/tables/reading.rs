//! Games become rows, on all cores.

use std::ops::ControlFlow;
use std::sync::Arc;

use datafusion::arrow::record_batch::RecordBatch;
use datafusion::error::{DataFusionError, Result};
use datafusion::physical_plan::metrics::BaselineMetrics;
use pgnkit::diagnostics::Located;
use pgnkit::syntax::{Ignore, Span};
use pgnkit::{Game, Replayer};
use pgnkit_archive::input::{EntryBuf, InputFormat, Target};
use pgnkit_archive::run::{self, RunEvent, RunInput, RunOptions};
use pgnkit_archive::task::At;
use pgnkit_archive::{Account, FindingFilter, Inputs, Task};
use pgnkit_columns::{Builder, Layout, numbered_from};
use pgnkit_query::condition::{Condition, Tester};
use tokio::sync::mpsc::Sender;

use super::Scan;
use crate::state::State;

/// Reads what a scan says, and sends its rows; ends early when they are no longer wanted.
pub(super) fn read(
    scan: &Scan,
    state: &State,
    out: &Sender<Result<RecordBatch>>,
    metrics: &BaselineMetrics,
) -> Result<()> {
    let task = ReadRows { layout: scan.layout()?, condition: scan.condition()? };
    let filter = Arc::new(FindingFilter::default());
    let inputs = Inputs::new(scan.paths.clone());
    let inputs = inputs.map(|input| Ok(RunInput::new(input?, filter.clone())));
    let options = RunOptions::default().jobs(scan.jobs);
    let mut left = scan.limit.unwrap_or(usize::MAX);
    let flow = run::run(inputs, &task, &options, |event| match event {
        RunEvent::Entries(_, numbers, done) => {
            state.add(&done.account);
            for batch in done.value {
                let batch = numbered_from(batch, numbers.before_in_input);
                let batch = if batch.num_rows() > left { batch.slice(0, left) } else { batch };
                left -= batch.num_rows();
                metrics.record_output(batch.num_rows());
                if out.blocking_send(Ok(batch)).is_err() || left == 0 {
                    return ControlFlow::Break(None);
                }
            }
            if out.is_closed() { ControlFlow::Break(None) } else { ControlFlow::Continue(()) }
        }
        RunEvent::End(_, Err(error)) => ControlFlow::Break(Some(error.into())),
        RunEvent::Failed(error) => ControlFlow::Break(Some(error)),
        RunEvent::Begin(_) | RunEvent::End(_, Ok(())) => ControlFlow::Continue(()),
    })?;
    metrics.done();
    match flow {
        ControlFlow::Break(Some(error)) => Err(DataFusionError::External(Box::new(error))),
        _ => Ok(()),
    }
}

/// The task: games of which a condition is true become rows.
#[derive(Debug)]
struct ReadRows {
    layout: Layout,
    condition: Option<Condition>,
}

/// Memory of a thread.
struct Reading<'t> {
    builder: Builder,
    tester: Option<Tester<'t>>,
    buffer: EntryBuf,
}

/// How a game is read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Its rows are made as it is read.
    Rows,
    /// It is tested as it is read, no further than decides, and read again if it is one of those.
    Test,
    /// As a whole.
    Game,
}

impl ReadRows {
    fn way(&self, builder: &Builder, format: &dyn InputFormat) -> Way {
        match &self.condition {
            // Diagnostics are those of the whole game.
            Some(condition) if format.name() != "pgn" || condition.needs_games() || self.wants_located() => {
                Way::Game
            }
            Some(_) => Way::Test,
            None if builder.needs_game() => Way::Game,
            None => Way::Rows,
        }
    }
}

impl Task for ReadRows {
    type Scratch<'t> = Reading<'t>;
    type Out = Vec<RecordBatch>;

    fn scratch(&self) -> Reading<'_> {
        let tester = self.condition.as_ref().map(Tester::new);
        Reading { builder: Builder::new(&self.layout), tester, buffer: EntryBuf::default() }
    }

    fn target<'s>(&self, scratch: &'s mut Reading<'_>, format: &dyn InputFormat) -> Target<'s> {
        let Reading { builder, tester, buffer } = scratch;
        match (self.way(builder, format), tester) {
            (Way::Rows, _) => Target::Visit(builder.visitor()),
            (Way::Test, Some(tester)) => Target::Visit(tester),
            _ => Target::Build(buffer),
        }
    }

    fn wants_located(&self) -> bool {
        self.layout.has_diagnostics()
    }

    fn take(&self, scratch: &mut Reading<'_>, at: &At<'_>, _out: &mut Self::Out, _account: &mut Account) {
        let Reading { builder, tester, buffer } = scratch;
        let way = self.way(builder, at.format);
        match (way, tester) {
            (Way::Rows, _) => builder.add(at.number, None, at.located),
            (Way::Test, Some(tester)) => {
                if tester.verdict() == Some(true) {
                    let text = at.span.of(at.block.bytes);
                    if builder.needs_game() {
                        if let Some(parsed) = pgnkit::parse_games(text).next() {
                            add(builder, at, &parsed.game, &[]);
                        }
                    } else if Replayer::new(text).read_game(builder.visitor(), &mut Ignore).is_some() {
                        builder.add(at.number, None, &[]);
                    }
                }
            }
            (_, tester) => {
                let entry = at.entry(buffer);
                let game = entry.content.to_game();
                if tester.as_mut().is_none_or(|tester| tester.test_game(&game)) {
                    add(builder, at, &game, entry.located);
                }
            }
        }
    }

    fn end_of_entries(&self, scratch: &mut Reading<'_>, out: &mut Self::Out) {
        // A block is far from what a column can hold.
        if let (false, Ok(batch)) = (scratch.builder.is_empty(), scratch.builder.finish()) {
            out.push(batch);
        }
    }
}

fn add(builder: &mut Builder, at: &At<'_>, game: &Game, located: &[Located]) {
    game.visit(Span::default(), builder.visitor());
    builder.add(at.number, Some(game), located);
}
