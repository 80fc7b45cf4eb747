//! The options of `pgn find`.

use clap::Args;

use super::ChosenArgs;

const AFTER_HELP: &str = "\
A position is found by whatever moves it comes; the side to move and the rights
count. Without -o, --to, --fmt, --tag-match and --count each game is a line: file,
number, players, event, date, result, and the move after which the position is
there.

Examples:
  pgn find 'e4 c5 Nf3 d6 d4' games.pgn
  pgn find 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3' a.pgn
  pgn find --index games.idx 'd4 Nf6 c4 e6 g3'           at once
  pgn find --index games.idx 'e4 c5 c3' -o alapin.pgn
  pgn find --index games.idx 'e4 c5 c3' --to csv --tag-match

Exit status: 0 no error, also where no game has it; 1 the games have errors;
2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct FindArgs {
    /// A position in FEN, or the moves to it, as 'e4 c5 Nf3'
    #[arg(value_name = "FEN|MOVES")]
    pub(crate) position: String,

    /// Search variations, too
    #[arg(long)]
    pub(crate) variations: bool,

    #[command(flatten)]
    pub(crate) chosen: ChosenArgs,
}
