//! `pgn epd`: work with records of positions.

mod from_pgn;
mod holder;
mod merge;
mod minimax;
mod perft;
mod sort;
mod to_pgn;

use crate::args::{CommonArgs, EpdArgs, EpdCommand, InputFormat};
use crate::run::Status;

pub(crate) fn run(args: EpdArgs) -> Status {
    match args.command {
        EpdCommand::Check(mut args) => {
            expect(InputFormat::Epd, &mut args.common);
            super::check::run(&args)
        }
        EpdCommand::Fmt(mut args) => {
            expect(InputFormat::Epd, &mut args.common);
            super::fmt::run(&args)
        }
        EpdCommand::Sort(mut args) => {
            expect(InputFormat::Epd, &mut args.common);
            sort::run(&args)
        }
        EpdCommand::Merge(mut args) => {
            expect(InputFormat::Epd, &mut args.common);
            merge::run(&args)
        }
        EpdCommand::FromPgn(mut args) => {
            expect(InputFormat::Pgn, &mut args.common);
            from_pgn::run(&args)
        }
        EpdCommand::Perft(mut args) => {
            expect(InputFormat::Epd, &mut args.common);
            perft::run(&args)
        }
        EpdCommand::Minimax(mut args) => {
            expect(InputFormat::Epd, &mut args.common);
            minimax::run(&args)
        }
        EpdCommand::ToPgn(mut args) => {
            expect(InputFormat::Epd, &mut args.common);
            to_pgn::run(&args)
        }
    }
}

/// Whatever does not say what it holds holds this.
fn expect(format: InputFormat, common: &mut CommonArgs) {
    common.usual = Some(format);
}
