//! The options of `pgn html`.

use clap::Args;
use pgnkit::PieceLetters;
use pgnkit_view::{PieceSet, Theme};

use super::diagram::{piece_sets, themes};
use super::letters::LettersParser;
use super::{CommonArgs, SheetArgs};

const AFTER_HELP: &str = "\
The page is one file and needs no network. It can be read without scripts; with
them it has a board, a list with search, keys (? shows them), and the phone.
games.html#game=3&ply=12 is a place in it; &embed leaves out list and title.

Examples:
  pgn html games.pgn -o games.html
  pgn html --title 'City championship' --figurine *.pgn -o games.html
  pgn filter --where \"White = 'Tal'\" games.pgn | pgn html -o tal.html
  pgn html --fragment games.pgn > viewer.html    an element for your own page

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct HtmlArgs {
    /// The title [default: the name of the file]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Boards in brown, blue, green, grey, contrast, or print, which is black and white
    #[arg(long, value_name = "NAME", default_value = Theme::default().name(), value_parser = themes(), hide_possible_values = true)]
    pub(crate) theme: Theme,

    /// staunton, or discs with letters
    #[arg(long, value_name = "NAME", default_value = PieceSet::default().name(), value_parser = piece_sets(), hide_possible_values = true)]
    pub(crate) pieces: PieceSet,

    /// Black at the bottom
    #[arg(long)]
    pub(crate) flip: bool,

    #[command(flatten)]
    pub(crate) sheet: SheetArgs,

    /// Leave out clocks
    #[arg(long)]
    pub(crate) no_clocks: bool,

    /// Leave out evaluations and their plot
    #[arg(long)]
    pub(crate) no_evals: bool,

    /// An element, pgn-viewer, for a page of your own, in place of a page
    #[arg(long)]
    pub(crate) fragment: bool,

    /// At most N games on the page; a page of more is refused
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    pub(crate) max_games: u64,

    #[command(flatten)]
    pub(crate) output: super::OutputArgs,

    /// Piece letters that are read: a language, as de, or auto [default: en]
    ///
    /// With auto a game that is not English is read in the letters that make all moves of its main line legal.
    #[arg(long, value_name = "XX|auto", value_parser = LettersParser, hide_possible_values = true, help_heading = "Common options")]
    pub(crate) from_lang: Option<PieceLetters>,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}
