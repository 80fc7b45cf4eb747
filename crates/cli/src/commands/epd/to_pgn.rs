//! `pgn epd to-pgn`: writes each record as a game.

use pgnkit::epd::FromGame;

use crate::args::{EpdToPgnArgs, OutputFormat};
use crate::commands::convert::{Converter, convert};
use crate::run::Status;

pub(crate) fn run(args: &EpdToPgnArgs) -> Status {
    let converter = Converter { to: OutputFormat::Pgn, from: FromGame::default(), annotations: None };
    convert(&converter, &args.common, args.output.as_deref(), |run| run.inputs_of_records().collect())
}
