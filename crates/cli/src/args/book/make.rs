//! The options of `pgn book make`.

use clap::Args;

use crate::args::size::parse_memory;
use crate::args::{CommonArgs, OutputPath};

const AFTER_HELP: &str = "\
A move has two points for each win and one for each draw of the side that moves,
and one for each game without a result; that is its weight. Moves without points
are left out, as are games with errors and games of variants. The bytes are those
of `polyglot make-book`, where its games have no errors.

Examples:
  pgn book make games.pgn.zst -o book.bin
  pgn book make --max-ply 40 --min-games 10 --min-score 40 games.pgn -o book.bin
  pgn book make --where 'white_elo >= 2600 AND black_elo >= 2600' games.pgn -o gm.bin
  pgn book make --only-white --min-games 1 --uniform repertoire.pgn -o white.bin

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct BookMakeArgs {
    /// Write the book to FILE, replaced only when everything is done; - is standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: OutputPath,

    /// Half-moves of a game at the most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) max_ply: u16,

    /// Leave out moves that were played in fewer games
    #[arg(long, alias = "min-game", value_name = "N", default_value_t = 3)]
    pub(crate) min_games: u64,

    /// Leave out moves with a lesser score for the side that moves, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = parse_percent)]
    pub(crate) min_score: f64,

    /// Only moves of White
    #[arg(long)]
    pub(crate) only_white: bool,

    /// Only moves of Black
    #[arg(long, conflicts_with = "only_white")]
    pub(crate) only_black: bool,

    /// Give all moves the weight 1
    #[arg(long)]
    pub(crate) uniform: bool,

    /// Memory for the moves, as 256M or 2G: some 30 bytes for each in each position; where it does not suffice, there is no book
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = parse_memory)]
    pub(crate) memory: usize,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.parse().ok().filter(|percent| (0.0..=100.0).contains(percent));
    percent.ok_or_else(|| "expected a number from 0 to 100".to_owned())
}
