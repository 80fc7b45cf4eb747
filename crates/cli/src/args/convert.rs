//! The options of `pgn convert`.

use clap::Args;
use pgnkit::PieceLetters;

use super::CommonArgs;
use super::letters::LettersParser;

const AFTER_HELP: &str = "\
Examples:
  pgn convert games.pgn -o games.json.gz        all of each game, one a line
  pgn convert games.pgn -o t.csv --rows games --tags all
  pgn convert --to san --lang de games.pgn      German piece letters
  pgn convert --from json games.jsonl --to pgn  and back
  pgn convert games.pgn.zst -o games.parquet    columns for DuckDB, polars, Spark
  pgn convert games.pgn.zst -o lichess --partition year,month
  pgn convert games.pgn -o games.parquet --lossless && pgn fmt games.parquet

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ConvertArgs {
    /// Write to FILE (.gz .zst .xz .bz2: compressed)
    ///
    /// It is replaced only when everything is done.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<super::OutputPath>,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    /// Piece letters that are read: a language, as de, or auto [default: en]
    ///
    /// With auto a game that is not English is read in the letters that make all moves of its main line legal.
    #[arg(long, value_name = "XX|auto", value_parser = LettersParser, hide_possible_values = true, help_heading = "Common options")]
    pub(crate) from_lang: Option<PieceLetters>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
