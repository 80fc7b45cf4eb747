//! `pgn epd to-pgn`: writes each record as a game.

use pgnkit::epd::RecordOptions;

use crate::args::{EpdToPgnArgs, OutputFormat};
use crate::commands::convert::{Converter, convert};
use crate::run::Status;

pub(crate) fn run(args: &EpdToPgnArgs) -> Status {
    let converter = Converter::new(OutputFormat::Pgn, RecordOptions::default());
    convert(&converter, &args.common, args.output.as_deref(), |run| run.inputs_of_records().collect())
}
