//! The options of `pgn epd from-pgn`.

use std::num::NonZeroUsize;

use clap::Args;
use pgnkit::epd::{Opcode, RecordOptions};

use crate::args::{CommonArgs, LettersArgs};

const AFTER_HELP: &str = "\
Examples:
  pgn epd from-pgn --final games.pgn       the last position of each game
  pgn epd from-pgn --every 10 -o book.epd games.pgn

Exit status: 0 no error, 1 there are errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EpdFromPgnArgs {
    /// Only the position at the start and after every N plies
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN, value_parser = parse_plies)]
    pub(crate) every: NonZeroUsize,

    /// Only the last position of each game; of one that cannot be read whole, the last that is known
    #[arg(long = "final", conflicts_with = "every")]
    pub(crate) is_final: bool,

    /// Opcodes written for a position: bm (what the first variation to a move with ?, ?? or ?! has instead), c0 (comments),
    /// ce ([%eval]), dm (a mate by [%eval]), eco, fmvn, hmvc, id (players, event, round, date, move), nic, pv (the moves played from here on), sm (the next of them), v0 to v2 (Opening, Variation, SubVariation), or
    /// all
    #[arg(long, value_name = "A,B,…|all", default_value = "fmvn,hmvc,id,sm", value_parser = parse_opcodes)]
    pub(crate) opcodes: Opcodes,

    /// The most moves of a pv, up to 600
    #[arg(long, value_name = "N", default_value_t = RecordOptions::PV_PLIES, value_parser = parse_pv_plies)]
    pub(crate) pv_plies: usize,

    #[command(flatten)]
    pub(crate) output: crate::args::OutputArgs,

    #[command(flatten)]
    pub(crate) letters: LettersArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

fn parse_pv_plies(text: &str) -> Result<usize, String> {
    let most = RecordOptions::MAX_PV_PLIES;
    text.parse()
        .ok()
        .filter(|plies| *plies <= most)
        .ok_or_else(|| format!("expected a number from 0 to {most}"))
}

/// A list in one argument.
#[derive(Clone, Debug)]
pub(crate) struct Opcodes(pub(crate) Vec<Opcode>);

fn parse_plies(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "expected a number of plies from 1".to_owned())
}

fn parse_opcodes(text: &str) -> Result<Opcodes, String> {
    if text == "all" {
        return Ok(Opcodes(RecordOptions::OPCODES.to_vec()));
    }
    let opcode = |name: &str| {
        RecordOptions::OPCODES.into_iter().find(|opcode| opcode.as_str() == name).ok_or_else(|| {
            let names = RecordOptions::OPCODES.map(|opcode| opcode.to_string()).join(", ");
            format!("expected some of {names}, found `{name}`")
        })
    };
    text.split(',').map(|name| opcode(name.trim())).collect::<Result<_, _>>().map(Opcodes)
}
