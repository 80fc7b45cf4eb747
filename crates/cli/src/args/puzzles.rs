//! The options of `pgn puzzles`.

use clap::Args;
use pgnkit_puzzles::{PuzzleForm, THEMES};

use super::choices::one_of;
use super::engine::{EngineArgs, SearchArgs};
use super::{CommonArgs, OutputArgs};

const AFTER_HELP: &str = "\
The evaluations in the games say where one side was suddenly winning; the engine
finds the solution there, in which each move must be the only good one, and
searches it once more within twice the limit. Each thread has its own engine.

Examples:
  pgn puzzles --engine stockfish games.pgn -o puzzles.pgn
  pgn puzzles --engine stockfish --nodes 3M --hash 128 a.pgn.zst
  pgn puzzles --engine stockfish --themes fork,skewer games.pgn -o forks.csv
  pgn puzzles --engine stockfish --min-moves 1 --to epd games.pgn

Exit status: 0 no error, 1 games with errors or positions without a result of
the engine, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct PuzzlesArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Format of the puzzles [default: by the name of -o, or else pgn]
    #[arg(long, value_parser = one_of(&PuzzleForm::ALL, PuzzleForm::name, |form| Some(form.summary())), value_name = "FORMAT")]
    pub(crate) to: Option<PuzzleForm>,

    /// Leave out solutions with fewer moves of the solver
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub(crate) min_moves: u16,

    /// End solutions after so many moves of the solver, and leave out longer mates
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u16).range(1..=50))]
    pub(crate) max_moves: u16,

    /// Only puzzles with one of these themes, as fork,mateIn2; the page of the manual has all
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = parse_theme)]
    pub(crate) themes: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

fn parse_theme(text: &str) -> Result<String, String> {
    let theme = THEMES.iter().find(|theme| theme.name.eq_ignore_ascii_case(text));
    theme.map(|theme| theme.name.to_owned()).ok_or_else(|| {
        let names: Vec<&str> = THEMES.iter().map(|theme| theme.name).collect();
        format!("expected one of {}", names.join(", "))
    })
}
