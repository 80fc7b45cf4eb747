//! The options of `pgn show`.

use std::path::PathBuf;

use clap::{ArgAction, Args};
use pgnkit::PieceLetters;
use pgnkit_archive::InputFormat;
use pgnkit_config::ShowTheme;

#[cfg(feature = "engines")]
use super::EngineArgs;
use super::choices::choices;
use super::diagram::{MoveNumber, parse_move};
use super::letters::LettersParser;
use super::{ColorWhen, SelectArgs, SheetArgs};

const AFTER_HELP: &str = "\
A file with several games is listed; --games 3 shows one of them, --all shows all.
On a terminal the output goes through PGN_PAGER, PAGER or `less -FRX`.
pgn.toml may have these options in its table [show].

Examples:
  pgn show games.pgn                      the game, or a list of the games
  pgn show --games 212 games.pgn.zst      a game with its notes and boards
  pgn show --every 20 --final games.pgn   more boards
  pgn show --plain --all games.pgn | grep Nxf7
  pgn show -I games.pgn.zst               a list with search, boards, keys

Exit status: 0 done, 1 a game that was shown has errors, 2 the command itself
failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ShowArgs {
    /// Files with games or positions, or directories; none or - is standard input
    #[arg(value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,

    /// Look at games in the terminal: list, search, boards; ? shows the keys
    #[arg(short = 'I', long, conflicts_with_all = ["all", "plain", "only", "limit"])]
    pub(crate) interactive: bool,

    #[command(flatten)]
    pub(crate) select: SelectArgs,

    /// All games, one after the other
    #[arg(long, conflicts_with = "games")]
    pub(crate) all: bool,

    /// Boards after so many half-moves of the main line, as 0,24
    #[arg(long, value_name = "N", value_delimiter = ',', action = ArgAction::Append)]
    pub(crate) ply: Vec<usize>,

    /// Boards after moves of the main line: 12 or 12w is White's, 12b or 12... Black's
    #[arg(long = "move", value_name = "MOVE", value_delimiter = ',', action = ArgAction::Append, value_parser = parse_move)]
    pub(crate) after: Vec<MoveNumber>,

    /// A board after every N half-moves of the main line
    #[arg(long, value_name = "N")]
    pub(crate) every: Option<usize>,

    /// With --interactive: the index whose moves are shown at x
    #[cfg(feature = "index")]
    #[arg(long, value_name = "FILE", requires = "interactive")]
    pub(crate) index: Option<PathBuf>,

    #[cfg(feature = "engines")]
    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    /// A board at the end of the main line
    #[arg(long = "final")]
    pub(crate) at_end: bool,

    /// No boards, not even where the game asks for one
    #[arg(long)]
    pub(crate) no_boards: bool,

    /// Black at the bottom of boards
    #[arg(long)]
    pub(crate) flip: bool,

    /// Colours for a dark or a light terminal, or plain: without colours [default: dark]
    #[arg(long, value_parser = choices::<ShowTheme>(), value_name = "NAME", hide_possible_values = true)]
    pub(crate) theme: Option<ShowTheme>,

    #[command(flatten)]
    pub(crate) sheet: SheetArgs,

    /// Nothing but ASCII, with ? for other characters
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Comments word for word, with their commands
    #[arg(long)]
    pub(crate) commands: bool,

    /// Leave out clocks
    #[arg(long)]
    pub(crate) no_clocks: bool,

    /// Leave out evaluations and their plot
    #[arg(long)]
    pub(crate) no_evals: bool,

    /// Columns of the output [default: those of the terminal, or 80]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..))]
    pub(crate) width: Option<u16>,

    /// Tag pairs and the moves in one line, for other programs
    #[arg(long)]
    pub(crate) plain: bool,

    /// Write to the terminal directly
    #[arg(long)]
    pub(crate) no_pager: bool,

    /// Piece letters that are read: a language, as de, or auto [default: en]
    #[arg(long, value_name = "XX|auto", value_parser = LettersParser, hide_possible_values = true, help_heading = "Common options")]
    pub(crate) from_lang: Option<PieceLetters>,

    /// Format of the input [default: by name, or else by content]
    #[arg(
        long,
        value_parser = super::formats::inputs(),
        value_name = "FORMAT",
        ignore_case = true,
        help_heading = "Common options"
    )]
    pub(crate) from: Option<&'static dyn InputFormat>,

    /// Use colours
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = ColorWhen::Auto, help_heading = "Common options")]
    pub(crate) color: ColorWhen,
}
