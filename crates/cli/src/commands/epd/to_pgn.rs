//! `pgn epd to-pgn`: writes each record as a game.

use pgnkit_archive::Kind;
use pgnkit_archive::output::PgnText;
use pgnkit_archive::task::Rewrite;

use crate::args::EpdToPgnArgs;
use crate::commands::convert;
use crate::run::{Run, Status};

pub(crate) fn run(args: &EpdToPgnArgs) -> Status {
    let task = Rewrite::new(Box::new(PgnText::default()));
    let Some(run) = Run::new(&args.common, None) else { return Status::Failed };
    convert::write(run, &task, args.output.as_deref(), |run| run.inputs_of(Kind::Positions))
}
