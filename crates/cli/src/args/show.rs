//! The options of `pgn show`.

use std::path::PathBuf;

use clap::Args;
use pgnkit::chess::san::Language;
use pgnkit_archive::InputFormat;
use pgnkit_view::Theme;

const AFTER_HELP: &str = "\
Examples:
  pgn show -I games.pgn.zst                  the list of games, then one of them
  pgn show -I --game 3 --ply 30 games.pgn    a game, from a place on

Exit status: 0 done, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ShowArgs {
    /// Files or directories with games or positions; none or - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Look at games in the terminal: list, search, boards; ? shows the keys
    #[arg(short = 'I', long)]
    pub(crate) interactive: bool,

    /// The game, by its number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: Option<u64>,

    /// The place after so many half-moves of the main line
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,

    /// Black at the bottom
    #[arg(long)]
    pub(crate) flip: bool,

    /// brown, blue, green, grey, contrast, or print, which is black and white
    #[arg(long, value_name = "NAME", default_value = Theme::default().name(), value_parser = super::diagram::themes(), hide_possible_values = true)]
    pub(crate) theme: Theme,

    /// Letters and signs of ASCII alone
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Piece letters that are shown: a language, as de [default: figurines]
    #[arg(long, value_name = "XX", value_parser = super::letters::parse_language)]
    pub(crate) lang: Option<Language>,

    /// pgn, pgc, epd, fen or json [default: by name, or else by content]
    #[arg(
        long,
        value_parser = super::formats::inputs(),
        value_name = "FORMAT",
        hide_possible_values = true,
        ignore_case = true,
        help_heading = "Common options"
    )]
    pub(crate) from: Option<&'static dyn InputFormat>,
}
