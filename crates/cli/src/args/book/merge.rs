//! The options of `pgn book merge`.

use std::path::PathBuf;

use clap::Args;

use crate::args::OutputPath;

const AFTER_HELP: &str = "\
Examples:
  pgn book merge white.bin black.bin -o both.bin
  pgn book merge libra.abk -o libra.bin              Arena's as Polyglot's

Exit status: 0 the books are whole, 1 one is damaged, 2 one cannot be read.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct BookMergeArgs {
    /// The books: of Polyglot (.bin), Arena (.abk) or ChessBase (.ctg), perhaps compressed; - is standard input
    #[arg(value_name = "BOOK", required = true)]
    pub(crate) books: Vec<PathBuf>,

    /// Write the book to FILE, replaced only when everything is done; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: OutputPath,
}
