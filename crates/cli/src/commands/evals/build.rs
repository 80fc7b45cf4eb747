//! `pgn evals build`: lichess's lines become a file of sorted blocks.

use pgnkit_archive::Kind;
use pgnkit_archive::input::{EvaluationLines, InputFormat as _};
use pgnkit_evals::{Detail, EvalsBuilder, EvalsError};

use super::task::GatherEvaluations;
use crate::args::{CommonArgs, EvalsBuildArgs, OnError};
use crate::run::inputs::with_first_errors;
use crate::run::{Destination, Errors, Event, Run, Status, Stop, refused};

pub(super) fn run(args: EvalsBuildArgs) -> Status {
    let EvalsBuildArgs { output, lines, pv_plies, memory, mut common } = args;
    if let Some(message) = memory.refusal().or_else(|| refusal(&common)) {
        return refused(&message);
    }
    common.from = Some(&EvaluationLines);
    // Nothing of a line without an evaluation can be kept.
    if common.on_error != Some(OnError::Stop) {
        common.on_error = Some(OnError::Drop);
    }
    let task = GatherEvaluations { kept: Detail::default().with_lines(lines).with_moves(pv_plies) };
    let (memory, folder) = memory.limits();
    Run::with(&common, None, |run| {
        let mut out = Destination::create(Some(&output))?;
        let mut builder = EvalsBuilder::new(&folder, memory);
        let mut errors = Errors::default();
        let inputs = with_first_errors(run.inputs_of(Kind::Positions));
        let gathered = run.all(inputs, &task, |_, event| {
            if let Event::Entries(input, numbers, done) = event {
                errors.show(&input.name, numbers, &done);
                builder.add(&done.value).map_err(stop)?;
            }
            Ok(())
        });
        let result = gathered.and_then(|()| {
            let built = builder.finish(&mut out).map_err(stop)?;
            run.ledger.account.tally("evals", &[("positions", built.positions)]);
            Ok(())
        });
        out.finish(run, result)
    })
}

/// Why the inputs cannot be read so, if they cannot.
fn refusal(common: &CommonArgs) -> Option<String> {
    let from = common.from.filter(|from| from.name() != EvaluationLines.name())?;
    Some(format!("--from {}: only {} has evaluations", from.name(), EvaluationLines.name()))
}

fn stop(error: EvalsError) -> Stop {
    match error {
        EvalsError::Io(error) => error.into(),
        error => std::io::Error::other(error).into(),
    }
}
