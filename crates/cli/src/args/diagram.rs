//! The options of `pgn diagram`.

use std::path::PathBuf;
use std::time::Duration;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, ValueEnum};
use pgnkit::chess::Color;
use pgnkit::command::Mark;
use pgnkit_archive::InputFormat;
use pgnkit_view::{PieceSet, Theme, parse_mark};

const AFTER_HELP: &str = "\
The last move, a check, and the squares and arrows in the comments of that move
are shown. Without -o the picture goes to standard output; where that is a
terminal, as text. A GIF or APNG shows a whole game, with bars for names, clocks
and in the end the points.

Examples:
  pgn diagram games.pgn -o end.svg              the end of the first game
  pgn diagram --game 3 --move 12b games.pgn     after Black's 12th move
  pgn diagram 'R6R/8/8/3k4/8/8/8/4K3 b - - 0 1' --theme print -o mate.svg
  pgn diagram --ply 0 --arrow e2e4 --square e4:red games.pgn > start.svg
  pgn diagram games.pgn --size 720 -o end.png
  pgn diagram games.pgn --move 10-20b --delay 0.5 -o attack.gif

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

    /// The position after so many half-moves of the main line; a GIF ends there, or shows N-M [default: all]
    #[arg(long, value_name = "N", value_parser = parse_plies)]
    pub(crate) ply: Option<Part<usize>>,

    /// The position after a move of it: 12 or 12w is White's, 12b or 12... Black's; a GIF ends there, or shows 5-12b
    #[arg(long = "move", value_name = "MOVE", conflicts_with = "ply", value_parser = parse_moves)]
    pub(crate) after: Option<Part<MoveNumber>>,

    /// Black at the bottom
    #[arg(long)]
    pub(crate) flip: bool,

    /// brown, blue, green, grey, contrast, or print, which is black and white [default: brown]
    #[arg(long, value_name = "NAME", value_parser = themes(), hide_possible_values = true)]
    pub(crate) theme: Option<Theme>,

    /// staunton, or discs with letters [default: staunton]
    #[arg(long, value_name = "NAME", value_parser = piece_sets(), hide_possible_values = true)]
    pub(crate) pieces: Option<PieceSet>,

    /// The height in pixels, from 16 to 8192; bars are not counted [default: 400]
    #[arg(long, value_name = "PIXELS", value_parser = clap::value_parser!(u32).range(16..=8192))]
    pub(crate) size: Option<u32>,

    /// Arrows, as e2e4 or g1f3:red,b8c6:blue; green without a colour
    #[arg(long, value_name = "MARK", value_delimiter = ',', action = ArgAction::Append, value_parser = parse_arrow)]
    pub(crate) arrow: Vec<Mark>,

    /// Coloured squares, as e4 or e4:yellow,d5:red
    #[arg(long, value_name = "MARK", value_delimiter = ',', action = ArgAction::Append, value_parser = parse_square)]
    pub(crate) square: Vec<Mark>,

    /// Seconds for each position of a GIF or APNG; the last one has 3 if that is more [default: 0.8]
    #[arg(long, value_name = "SECONDS", value_parser = parse_delay)]
    pub(crate) delay: Option<Duration>,

    /// Do not begin a GIF or APNG again after its end
    #[arg(long)]
    pub(crate) no_loop: bool,

    /// Leave out the bars with names, clocks and points
    #[arg(long)]
    pub(crate) no_bars: bool,

    /// Title of the picture, for screen readers and when pointed at [default: players and move]
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

    /// svg, png, gif, apng or text [default: by the name of the output]
    #[arg(long, value_name = "FORMAT", value_enum, hide_possible_values = true, ignore_case = true)]
    pub(crate) to: Option<PictureForm>,

    /// Write to FILE, replaced only when everything is done: .svg, .png, .gif, .apng or .txt; also .svg.gz and the like
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<super::OutputPath>,

    #[command(flatten)]
    pub(crate) letters: super::LettersArgs,

    /// Format of the input [default: by name, or else by content]
    #[arg(
        long,
        value_parser = super::formats::inputs(),
        value_name = "FORMAT",
        ignore_case = true,
        help_heading = "Common options"
    )]
    pub(crate) from: Option<&'static dyn InputFormat>,
}

/// The format of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PictureForm {
    Svg,
    Png,
    Gif,
    Apng,
    Text,
}

impl PictureForm {
    /// Its name as an option.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Svg => "svg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Apng => "apng",
            Self::Text => "text",
        }
    }

    /// Its name in a sentence.
    pub(crate) const fn label(self) -> &'static str {
        match self {
            Self::Svg => "SVG",
            Self::Png => "PNG",
            Self::Gif => "GIF",
            Self::Apng => "APNG",
            Self::Text => "text",
        }
    }

    /// The format of a file extension in lower case.
    pub(crate) fn of_ending(ending: &str) -> Option<Self> {
        match ending {
            "svg" => Some(Self::Svg),
            "png" => Some(Self::Png),
            "gif" => Some(Self::Gif),
            "apng" => Some(Self::Apng),
            "txt" => Some(Self::Text),
            _ => None,
        }
    }

    /// Whether it shows more than one position.
    pub(crate) const fn is_moving(self) -> bool {
        matches!(self, Self::Gif | Self::Apng)
    }

    /// Whether it is no text.
    pub(crate) const fn is_binary(self) -> bool {
        matches!(self, Self::Png | Self::Gif | Self::Apng)
    }
}

/// A place in a game, or a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Part<T> {
    /// The first that is played; `None` for a place.
    pub(crate) from: Option<T>,
    /// The place, or the last that is played; `None` for all the rest.
    pub(crate) to: Option<T>,
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

/// Reads `12`, `5-12` or `5-`.
fn parse_part<T>(text: &str, read: impl Fn(&str) -> Result<T, String>) -> Result<Part<T>, String> {
    let Some((from, to)) = text.split_once(['-', '–']) else {
        return Ok(Part { from: None, to: Some(read(text)?) });
    };
    let to = if to.is_empty() { None } else { Some(read(to)?) };
    Ok(Part { from: Some(read(from)?), to })
}

fn parse_plies(text: &str) -> Result<Part<usize>, String> {
    parse_part(text, |number| number.parse().map_err(|_| "expected a number, as 12 or 5-12".to_owned()))
}

fn parse_moves(text: &str) -> Result<Part<MoveNumber>, String> {
    parse_part(text, parse_move)
}

/// The longest delay that GIF and APNG have, in seconds.
const LONGEST_DELAY: f64 = 655.35;

fn parse_delay(text: &str) -> Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "expected a number of seconds, as 0.5".to_owned())?;
    if (0.02..=LONGEST_DELAY).contains(&seconds) {
        return Ok(Duration::from_secs_f64(seconds));
    }
    Err(format!("expected 0.02 to {LONGEST_DELAY} seconds"))
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

pub(super) fn themes() -> impl TypedValueParser<Value = Theme> {
    PossibleValuesParser::new(Theme::ALL.map(|theme| PossibleValue::new(theme.name())))
        .try_map(|name| name.parse::<Theme>())
}

pub(super) fn piece_sets() -> impl TypedValueParser<Value = PieceSet> {
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
        let white = |number| MoveNumber { number, color: Color::White };
        let black = MoveNumber { number: 12, color: Color::Black };
        for (text, expected) in [
            ("12b", Some((None, Some(black)))),
            ("5-12b", Some((Some(white(5)), Some(black)))),
            ("5–12...", Some((Some(white(5)), Some(black)))),
            ("5-", Some((Some(white(5)), None))),
            ("-5", None),
            ("5-6-7", None),
        ] {
            let read = parse_moves(text).ok().map(|part| (part.from, part.to));
            assert_eq!(read, expected, "{text}");
        }
        for (text, expected) in
            [("0.5", Some(500)), ("2", Some(2000)), ("0.01", None), ("656", None), ("NaN", None)]
        {
            assert_eq!(parse_delay(text).ok().map(|delay| delay.as_millis()), expected, "{text}");
        }
    }
}
