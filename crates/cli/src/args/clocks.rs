//! The options of `pgn clocks`.

use clap::{Args, ValueEnum};
use pgnkit_collections::ListForm;

use super::CommonArgs;
use super::list_form::list_form;

const AFTER_HELP: &str = "\
The moves of the main line are shown: clock, time used, time used in the game,
score. Times that are in no comment are computed from the others and from the
tags TimeControl, WhiteClock and BlackClock; in a table they are marked ~.
It reads clk, egt, emt and mct, [%timestamp] of chess.com, and comments
of cutechess and TCEC ({+0.31/14 2.1s}, {mt=1500, tl=58500, wv=0.27}).

Examples:
  pgn clocks game.pgn                   a table of each game
  pgn clocks --report json games.pgn    one object for each half-move
  pgn clocks -o times.csv games.pgn     a table for spreadsheets
  pgn clocks --add emt -i games.pgn     time used after each move
  pgn clocks --add clk --replace a.pgn  clocks anew, from the times used

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct ClocksArgs {
    /// Write the games, with this time after each move where it can be computed; all other bytes of comments stay
    #[arg(long, value_enum, value_name = "TIME")]
    pub(crate) add: Option<AddedTime>,

    /// Replace times that are there already by computed ones; otherwise they are kept
    #[arg(long, requires = "add")]
    pub(crate) replace: bool,

    /// Format of the times: text is a table of each game [default: text, or by the name of -o]
    #[arg(long, value_parser = list_form(), value_name = "FORMAT", conflicts_with = "add")]
    pub(crate) report: Option<ListForm>,

    /// The old name of `--report text`.
    #[arg(long, hide = true, conflicts_with_all = ["json", "csv", "add", "report"])]
    pub(crate) table: bool,

    /// The old name of `--report json`.
    #[arg(long, hide = true, conflicts_with_all = ["csv", "add", "report"])]
    pub(crate) json: bool,

    /// The old name of `--report csv`.
    #[arg(long, hide = true, conflicts_with_all = ["add", "report"])]
    pub(crate) csv: bool,

    /// Write to FILE, replaced only when everything is done; .csv and .json imply the format, .gz, .zst, .xz and .bz2 compress
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<super::OutputPath>,

    /// Change the files in place
    #[arg(short, long, requires = "add", requires = "files", conflicts_with_all = super::SELECT)]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) form: super::FormArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

impl ClocksArgs {
    /// Takes over what the old names of `--report` say.
    pub(crate) fn take_old_names(&mut self) {
        let old = [(self.table, ListForm::Text), (self.json, ListForm::Json), (self.csv, ListForm::Csv)];
        let given = old.into_iter().find_map(|(is_given, form)| is_given.then_some(form));
        self.report = self.report.or(given);
    }
}

/// A time that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AddedTime {
    /// Time used for the move
    Emt,
    /// Time left after the move, to the next time control
    Clk,
    /// Time used in the game
    Egt,
}
