//! `pgn check`: says what is wrong with games.

use std::io::Write as _;

use pgnkit::Replayer;
use pgnkit::syntax::{Severity, Span};
use pgnkit_archive::Output;

use crate::args::{CheckArgs, Deny};
use crate::render::{Renderer, stdout_is_styled};
use crate::run::{Account, Findings, Job, Run, Status, Stop, Wanted, Worker};

/// Reads games and keeps nothing of them.
struct Checker;

impl Worker for Checker {
    type State = ();

    fn read(
        &self,
        replayer: &mut Replayer<'_>,
        _state: &mut (),
        findings: &mut Findings<'_>,
    ) -> Option<Span> {
        replayer.read_game(&mut (), findings).map(|end| end.span)
    }

    fn write(&self, _state: &mut (), _out: &mut Vec<u8>, _account: &mut Account) {}
}

pub(crate) fn run(args: &CheckArgs) -> Status {
    let Some(mut run) = Run::new(&args.common) else { return Status::Failed };
    let denied = match args.deny {
        None => Severity::Error,
        Some(Deny::Warnings) => Severity::Warning,
        Some(Deny::Notes) => Severity::Note,
    };
    let shown = if args.notes { Severity::Note } else { denied.min(Severity::Warning) };
    let max_per_game = if args.max_per_game == 0 { usize::MAX } else { args.max_per_game };
    let wanted = Wanted { counted: shown, shown, denied, max_per_game, max_per_block: usize::MAX };
    let job = Job {
        worker: &Checker,
        wanted,
        on_error: args.common.on_error,
        rejects: args.common.rejects.is_some(),
    };
    let renderer = Renderer::new(args.format, stdout_is_styled(args.common.color));
    let mut out = Output::stdout();
    let mut stop = None;
    for input in run.inputs() {
        let before = run.account.games;
        let outcome = run.input(input, &job, |name, account, result| {
            for finding in &result.findings {
                let game = account.games - before + finding.game + 1;
                renderer.write(&mut out, name, game, finding)?;
            }
            // What was found is shown at once: a big file takes a while, and nobody waits for a full buffer.
            if !result.findings.is_empty() {
                out.flush()?;
            }
            Ok(())
        });
        if let Err(found) = outcome {
            stop = Some(found);
            break;
        }
    }
    if let Err(error) = out.finish() {
        stop.get_or_insert(Stop::from(error));
    }
    run.finish(stop.as_ref())
}
