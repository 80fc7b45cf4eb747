//! The options of `pgn diagram`.

use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args};
use pgnkit::chess::Color;
use pgnkit::command::Mark;
use pgnkit_archive::InputFormat;
use pgnkit_view::{PieceSet, Theme, parse_mark};

const AFTER_HELP: &str = "\
The last move, a check, and the squares and arrows in the comments of that move
are shown. Without -o the picture goes to standard output; where that is a
terminal, as text.

Examples:
  pgn diagram games.pgn -o end.svg              the end of the first game
  pgn diagram --game 3 --move 12b games.pgn     after Black's 12th move
  pgn diagram 'R6R/8/8/3k4/8/8/8/4K3 b - - 0 1' --theme print -o mate.svg
  pgn diagram --ply 0 --arrow e2e4 --square e4:red games.pgn > start.svg

Exit status: 0 done, 1 the game has errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP)]
pub(crate) struct DiagramArgs {
    /// A position, or a file with games or positions; none or - is standard input
    #[arg(value_name = "FEN|FILE")]
    pub(crate) source: Option<PathBuf>,

    /// The game, by its number
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) game: u64,

    /// The position after so many half-moves of the main line [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) ply: Option<usize>,

    /// The position after a move of the main line: 12 or 12w is White's, 12b or 12... Black's
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "ply", value_parser = parse_move)]
    pub(crate) after: Option<MoveNumber>,

    /// Black at the bottom
    #[arg(long)]
    pub(crate) flip: bool,

    /// brown, blue, green, grey, contrast, or print, which is black and white [default: brown]
    #[arg(long, value_name = "NAME", value_parser = themes(), hide_possible_values = true)]
    pub(crate) theme: Option<Theme>,

    /// staunton, or discs with letters [default: staunton]
    #[arg(long, value_name = "NAME", value_parser = piece_sets(), hide_possible_values = true)]
    pub(crate) pieces: Option<PieceSet>,

    /// The height in pixels, from 16 to 8192 [default: 400]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub(crate) size: Option<u32>,

    /// Arrows, as e2e4 or g1f3:red,b8c6:blue; green without a colour
    #[arg(long, value_name = "MARK", value_delimiter = ',', action = ArgAction::Append, value_parser = parse_arrow)]
    pub(crate) arrow: Vec<Mark>,

    /// Coloured squares, as e4 or e4:yellow,d5:red
    #[arg(long, value_name = "MARK", value_delimiter = ',', action = ArgAction::Append, value_parser = parse_square)]
    pub(crate) square: Vec<Mark>,

    /// What it is a picture of, for screen readers and when pointed at [default: players and move]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,

    /// Leave out the frame with files, ranks and the side to move
    #[arg(long)]
    pub(crate) no_coordinates: bool,

    /// Do not show the last move
    #[arg(long)]
    pub(crate) no_last_move: bool,

    /// Do not show a check
    #[arg(long)]
    pub(crate) no_check: bool,

    /// Leave out the squares and arrows of comments
    #[arg(long)]
    pub(crate) no_marks: bool,

    /// A board of text in place of a picture
    #[arg(long)]
    pub(crate) text: bool,

    /// The same in letters, capitals for White
    #[arg(long)]
    pub(crate) ascii: bool,

    /// Write to FILE, replaced only when everything is done: .svg or .txt, compressed if .gz, .zst, .xz or .bz2 follows
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

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

/// A move by its number and side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveNumber {
    pub(crate) number: u32,
    pub(crate) color: Color,
}

pub(super) fn parse_move(text: &str) -> Result<MoveNumber, String> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let color = match &text[digits.len()..] {
        "" | "." | "w" | "W" => Color::White,
        "..." | "…" | "b" | "B" => Color::Black,
        _ => return Err("expected a number, as 12 or 12b".to_owned()),
    };
    let number = digits.parse().map_err(|_| "expected a number, as 12 or 12b".to_owned())?;
    Ok(MoveNumber { number, color })
}

fn parse_arrow(text: &str) -> Result<Mark, String> {
    match parse_mark(text) {
        Ok(Mark { to: None, .. }) => Err("expected two squares, as e2e4 or e2e4:red".to_owned()),
        read => read.map_err(|error| error.to_string()),
    }
}

fn parse_square(text: &str) -> Result<Mark, String> {
    match parse_mark(text) {
        Ok(Mark { to: Some(_), .. }) => Err("expected one square, as e4 or e4:red".to_owned()),
        read => read.map_err(|error| error.to_string()),
    }
}

fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(|theme| PossibleValue::new(theme.name())))
        .try_map(|name| name.parse::<Theme>())
}

fn piece_sets() -> impl TypedValueParser<Value = PieceSet> {
    PossibleValuesParser::new(PieceSet::ALL.map(|set| PossibleValue::new(set.name())))
        .try_map(|name| name.parse::<PieceSet>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves() {
        for (text, expected) in [
            ("12", Some((12, Color::White))),
            ("12w", Some((12, Color::White))),
            ("12.", Some((12, Color::White))),
            ("12b", Some((12, Color::Black))),
            ("12B", Some((12, Color::Black))),
            ("12...", Some((12, Color::Black))),
            ("12..", None),
            ("12é", None),
            ("b", None),
            ("", None),
            ("-1", None),
            ("99999999999", None),
        ] {
            let read = parse_move(text).ok().map(|read| (read.number, read.color));
            assert_eq!(read, expected, "{text}");
        }
    }
}
