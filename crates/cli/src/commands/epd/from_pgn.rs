//! `pgn epd from-pgn`: writes the positions of games as records.

use pgnkit::epd::{Positions, RecordOptions};
use pgnkit_archive::Kind;
use pgnkit_archive::output::PositionLines;
use pgnkit_archive::task::Rewrite;

use crate::args::EpdFromPgnArgs;
use crate::commands::convert;
use crate::run::{Run, Status};

pub(crate) fn run(args: &EpdFromPgnArgs) -> Status {
    let positions = if args.is_final { Positions::Final } else { Positions::Every(args.every) };
    let records = RecordOptions::default()
        .positions(positions)
        .opcodes(args.opcodes.0.iter().cloned())
        .pv_plies(args.pv_plies);
    let task = Rewrite::new(Box::new(PositionLines::epd(records)));
    let Some(run) = Run::new(&args.common, args.letters.from_lang) else { return Status::Failed };
    convert::write(run, &task, args.output.as_deref(), |run| run.inputs_of(Kind::Games))
}
