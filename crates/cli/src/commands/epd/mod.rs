//! `pgn epd`: work with records of positions.

use crate::args::{CommonArgs, EpdArgs, EpdCommand, InputFormat};
use crate::run::Status;

pub(crate) fn run(args: EpdArgs) -> Status {
    match args.command {
        EpdCommand::Check(mut args) => {
            expect_records(&mut args.common);
            super::check::run(&args)
        }
        EpdCommand::Fmt(mut args) => {
            expect_records(&mut args.common);
            super::fmt::run(&args)
        }
    }
}

/// Whatever does not say what it holds holds EPD.
fn expect_records(common: &mut CommonArgs) {
    common.usual = Some(InputFormat::Epd);
}
