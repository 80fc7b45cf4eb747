//! `pgn evals`: ready evaluations of positions.

mod build;
mod get;
mod task;

use std::path::Path;

use pgnkit::render::safe;
use pgnkit_evals::{Evals, EvalsError};

use crate::args::{EvalsArgs, EvalsCheckArgs, EvalsCommand};
use crate::run::{Status, complain, print, refused};

pub(crate) fn run(args: EvalsArgs) -> Status {
    match args.command {
        EvalsCommand::Build(args) => build::run(*args),
        EvalsCommand::Get(args) => get::run(&args),
        EvalsCommand::Check(args) => check(&args),
    }
}

/// Opens a file of evaluations; the message says why it cannot be.
pub(super) fn open(path: &Path) -> Result<Evals, String> {
    Evals::open(path).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &EvalsError) -> String {
    format!("{}: {error}", path.display())
}

fn check(args: &EvalsCheckArgs) -> Status {
    let path = &args.evals;
    let evals = match open(path) {
        Ok(evals) => evals,
        Err(message) => return refused(&message),
    };
    let summary = match evals.check(|damage| complain(&named(path, damage))) {
        Ok(summary) => summary,
        Err(error) => return refused(&named(path, &error)),
    };
    if summary.damaged > 0 {
        return Status::Failed;
    }
    let each = evals.bytes() as f64 / summary.positions.max(1) as f64;
    let text = format!(
        "{}: {} positions, {} lines of moves, {} moves, depths up to {}\n{} bytes in {} block{}, {each:.1} a position\n",
        safe(&path.display().to_string()),
        summary.positions,
        summary.lines,
        summary.moves,
        summary.deepest,
        evals.bytes(),
        evals.blocks(),
        if evals.blocks() == 1 { "" } else { "s" },
    );
    print(text.as_bytes())
}
