//! The options of `pgn evals`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use super::{CommonArgs, MemoryArgs, OutputPath};

const AFTER_HELP: &str = "\
lichess gives the evaluations of some 320 million positions away, as lines of JSON
(https://database.lichess.org/#evals). As a file of pgn evals they take some 15
bytes a position, and each is found at once.

Examples:
  pgn evals build lichess_db_eval.jsonl.zst -o lichess.evals   once
  pgn evals get 'e4 c5 Nf3' --evals lichess.evals
  pgn serve games.idx --evals lichess.evals      for browsers and programs

Exit status: 0 no error, 1 some lines or positions have no evaluation, 2 the
command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct EvalsArgs {
    #[command(subcommand)]
    pub(crate) command: EvalsCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum EvalsCommand {
    /// Make a file of evaluations from lichess's lines
    Build(Box<EvalsBuildArgs>),
    /// Show what is known of positions
    Get(EvalsGetArgs),
    /// Read all of a file of evaluations, and say what it has
    Check(EvalsCheckArgs),
}

const AFTER_BUILD: &str = "\
Each line has a position and its evaluations, of which the deepest is taken; so it
is if several lines or files have the position. Score, depth and nodes are exact.
A line that is no evaluation is reported with its number, and left out.

Examples:
  pgn evals build lichess_db_eval.jsonl.zst -o lichess.evals
  pgn evals build --lines 3 --pv-plies 8 evals.jsonl -o deep.evals
  pgn evals build --memory 4G --limit 1000000 evals.jsonl.zst -o some.evals

Exit status: 0 no error, 1 some lines are no evaluations, 2 the command itself
failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_BUILD)]
pub(crate) struct EvalsBuildArgs {
    /// Write the evaluations to FILE, replaced only when everything is done
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: OutputPath,

    /// Lines of moves that are kept of a position, at the most
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) lines: u8,

    /// Moves that are kept of a line, at the most
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..))]
    pub(crate) pv_plies: u8,

    #[command(flatten)]
    pub(crate) memory: MemoryArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

const AFTER_GET: &str = "\
Scores are for White, in pawns; #3 is a mate by White in 3 moves, #-3 one by Black.
JSON has them in hundredths of a pawn, in the form of lichess's cloud evaluations.

Examples:
  pgn evals get 'e4 c5 Nf3' --evals lichess.evals
  pgn evals get '8/8/8/8/8/5k2/7q/5K2 b - - 0 1' --evals lichess.evals
  pgn evals get --report json 'd4' 'e4' --evals lichess.evals

Exit status: 0 all positions have one, 1 some have none, 2 the command itself
failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_GET)]
pub(crate) struct EvalsGetArgs {
    /// Positions in FEN, or the moves to them, as 'e4 c5 Nf3'
    #[arg(value_name = "FEN|MOVES", required = true)]
    pub(crate) positions: Vec<String>,

    /// The evaluations, as pgn evals build makes them
    #[arg(long, value_name = "FILE")]
    pub(crate) evals: PathBuf,

    /// Format of the evaluations
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = EvalsReport::Text)]
    pub(crate) report: EvalsReport,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum EvalsReport {
    /// Lines for people
    Text,
    /// A JSON object for each position, one a line
    Json,
}

const AFTER_CHECK: &str = "\
Each block that is damaged is named; the others can be read all the same.

Example:
  pgn evals check lichess.evals

Exit status: 0 every byte is as it was written, 2 it is not, or cannot be read.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_CHECK)]
pub(crate) struct EvalsCheckArgs {
    /// The evaluations
    #[arg(value_name = "FILE")]
    pub(crate) evals: PathBuf,
}
