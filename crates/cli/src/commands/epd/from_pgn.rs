//! `pgn epd from-pgn`: writes the positions of games as records.

use pgnkit::epd::{Positions, RecordOptions};

use crate::args::{EpdFromPgnArgs, OutputFormat};
use crate::commands::convert::{Converter, convert};
use crate::run::Status;

pub(crate) fn run(args: &EpdFromPgnArgs) -> Status {
    let positions = if args.is_final { Positions::Final } else { Positions::Every(args.every) };
    let from = RecordOptions::default()
        .positions(positions)
        .opcodes(args.opcodes.0.iter().cloned())
        .pv_plies(args.pv_plies);
    let converter = Converter::new(OutputFormat::Epd, from).letters(args.letters.lang.unwrap_or_default());
    convert(&converter, &args.common, args.output.as_deref(), |run| run.inputs_of_games().collect())
}
