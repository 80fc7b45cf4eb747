//! The options of `pgn book show`.

use std::path::PathBuf;

use clap::Args;

use crate::args::{OutputPath, TreeForm};

const AFTER_HELP: &str = "\
Each move has its weight, and its share of the weights of the position in
percent: an engine plays it so often. A move to a position that is shown
elsewhere has = and the moves to that place.

Examples:
  pgn book show book.bin                        first moves
  pgn book show book.bin --moves '1. e4 c5'     answers to the Sicilian
  pgn book show book.bin --depth 4
  pgn book show book.bin --report pgn -o book.pgn    all of it, as one game
  pgn book show libra.abk                       a book of Arena

Exit status: 0 the book is whole, 1 it is damaged, 2 it cannot be read.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct BookShowArgs {
    /// The book: of Polyglot (.bin), Arena (.abk) or ChessBase (.ctg), perhaps compressed; - is standard input
    #[arg(value_name = "BOOK")]
    pub(crate) book: PathBuf,

    /// Begin with this position
    #[arg(long, conflicts_with = "moves")]
    pub(crate) fen: Option<String>,

    /// Begin with the position after these moves
    #[arg(long)]
    pub(crate) moves: Option<String>,

    /// Half-moves after that position [default: 1, as a game 400]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=400))]
    pub(crate) depth: Option<u16>,

    /// Format of the moves
    #[arg(long, alias = "to", value_enum, value_name = "FORMAT", default_value_t = TreeForm::Text)]
    pub(crate) report: TreeForm,

    /// Write to FILE, replaced only when everything is done
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<OutputPath>,
}
