//! The options of `pgn analyse`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use pgnkit::chess::Color;
use pgnkit_analysis::Players;

use super::engine::{ENGINE, EngineArgs, SearchArgs};
use super::suite::SuiteArgs;
use super::{CommonArgs, FormArgs, OutputPath};

const AFTER_HELP: &str = "\
Each position of the main line gets a score ([%eval 0.17], for White), and moves that
lose much are judged as lichess judges them: ?! ? ??, with the better line. With
--engine none the scores that are in the games are judged. Results of --nodes and
--depth are the same again, however many engines are at work.

Examples:
  pgn analyse --engine stockfish --nodes 1M games.pgn -o analysed.pgn
  pgn analyse --engine stockfish --depth 18 -j 4 --cache my.cache -i games.pgn
  pgn analyse --engine none --tags accuracy,acpl lichess.pgn -o judged.pgn
  pgn analyse --engine stockfish --only 'Tal' --skip-book --until-won 6 tal.pgn
  pgn analyse --engine stockfish --multipv 5 games.pgn -o candidates.csv
  pgn analyse --evals lichess.evals games.pgn
  pgn analyse --epd suite.epd --engine stockfish --nodes 1M

Exit status: 0 no error, 1 the games have errors, or positions could not be
analysed, 2 the command itself failed.";

const WRITTEN: &str = "What is written";

#[derive(Args, Debug)]
#[command(
    after_long_help = AFTER_HELP,
    mut_arg("tags", |arg| arg
        .help("Tags that are set: accuracy, acpl, annotator")
        .long_help("Tags that are set: accuracy (WhiteAccuracy and BlackAccuracy, in percent), acpl (WhiteACPL and BlackACPL, the average loss in centipawns), annotator (Annotator, the engine with its limit, where there is none)")
        .help_heading(WRITTEN)),
    mut_arg("engine", |arg| arg
        .help("Command of a UCI engine; none judges scores that are there")
        .long_help("The engine that analyses, as a command; none judges scores that are in the games [default: that of the user's settings]\n\nIt speaks UCI. The command is split at blanks, except in quotes; nothing is run by a shell.")),
    mut_arg("to", |arg| arg
        .help("Format of the games; csv, parquet and arrow: a row for each move and candidate [default: by the name of -o]"))
)]
pub(crate) struct AnalyseArgs {
    #[command(flatten)]
    pub(crate) engine: EngineArgs,

    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Lines of each position
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=500), help_heading = ENGINE)]
    pub(crate) multipv: u16,

    /// Keep analyses in FILE, and take those there
    #[arg(long, value_name = "FILE", help_heading = ENGINE)]
    pub(crate) cache: Option<OutputPath>,

    /// Go on where a killed run stopped
    ///
    /// Analyses are kept beside -o until it is complete.
    #[arg(long, requires = "output", conflicts_with_all = ["cache", "in_place"], help_heading = ENGINE)]
    pub(crate) resume: bool,

    /// Ready evaluations, which are asked first
    ///
    /// A file of pgn evals build.
    #[arg(long, value_name = "FILE", help_heading = ENGINE)]
    pub(crate) evals: Option<PathBuf>,

    /// Directories of Syzygy tablebases
    ///
    /// Moves that change the outcome of the game are marked; the directories are separated by commas.
    #[arg(long, value_name = "DIR,…", value_delimiter = ',', help_heading = ENGINE)]
    pub(crate) tablebases: Vec<PathBuf>,

    /// Report results that differ from tablebases
    ///
    /// They stay as they are.
    #[arg(long, requires = "tablebases", help_heading = ENGINE)]
    pub(crate) adjudicate: bool,

    #[command(flatten)]
    pub(crate) suite: SuiteArgs,

    #[command(flatten)]
    pub(crate) scope: ScopeArgs,

    /// Marks of moves
    #[arg(long, value_enum, value_name = "STYLE", default_value_t = MarkStyle::Lichess, help_heading = WRITTEN)]
    pub(crate) style: MarkStyle,

    /// Half-moves of better lines [default: 14]
    ///
    /// At the most; 0 for none, which is the default with nags.
    #[arg(long, value_name = "N", help_heading = WRITTEN)]
    pub(crate) line: Option<u16>,

    /// Depths with the scores: [%eval 0.17,22]
    #[arg(long, help_heading = WRITTEN)]
    pub(crate) with_depth: bool,

    /// Rule by which losses are judged
    #[arg(long, value_enum, value_name = "RULE", default_value_t = RuleName::Site, help_heading = WRITTEN, hide_short_help = true)]
    pub(crate) rule: RuleName,

    /// Write to FILE, replaced only when everything is done; compressed if it ends in .gz, .zst, .xz or .bz2
    #[arg(short, long, value_name = "FILE", conflicts_with = "in_place")]
    pub(crate) output: Option<OutputPath>,

    /// Write each file into itself
    #[arg(short, long, requires = "files", conflicts_with_all = super::SELECT)]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) form: FormArgs,

    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// The moves that are judged.
#[derive(Args, Clone, Debug)]
pub(crate) struct ScopeArgs {
    /// Only moves of white, black, or a player
    ///
    /// A player has any spelling of the name.
    #[arg(long = "only", id = "only-player", value_name = "WHO", value_parser = parse_players, hide_possible_values = true, help_heading = SCOPE)]
    pub(crate) players: Option<Players>,

    /// Only from this half-move on
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true, value_parser = clap::value_parser!(u32).range(1..), help_heading = SCOPE)]
    pub(crate) from_ply: u32,

    /// Only until a side is ahead by so much
    ///
    /// Pawns; a mate is more than any number.
    #[arg(long, value_name = "PAWNS", value_parser = parse_pawns, help_heading = SCOPE)]
    pub(crate) until_won: Option<u32>,

    /// Only after the last named opening
    #[arg(long, help_heading = SCOPE)]
    pub(crate) skip_book: bool,

    /// Engines get all moves of the game with each position
    ///
    /// Scores of some engines depend on how long the game is (GNU Chess, Toga). Otherwise they get the moves since the last capture or move of a pawn, and a position of several games is searched once.
    #[arg(long, help_heading = SCOPE, hide_short_help = true)]
    pub(crate) whole_game: bool,

    /// Scores in the games stay
    ///
    /// Their positions are not searched.
    #[arg(long, help_heading = SCOPE)]
    pub(crate) keep_existing: bool,
}

const SCOPE: &str = "Moves";

/// Marks of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MarkStyle {
    /// Scores, glyphs, a comment and the better line
    Lichess,
    /// Scores and glyphs
    Nags,
    /// Scores
    None,
}

/// A rule by which losses are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum RuleName {
    /// By chances, as the site, its API and studies
    Site,
    /// By centipawns, as the monthly files of games
    Files,
}

fn parse_pawns(text: &str) -> Result<u32, String> {
    let pawns: f64 = text.parse().map_err(|_| "expected pawns, as 6 or 2.5".to_owned())?;
    let centipawns = (pawns * 100.0).round();
    if (1.0..=1e6).contains(&centipawns) {
        Ok(centipawns as u32)
    } else {
        Err("expected pawns from 0.01 to 10000".to_owned())
    }
}

fn parse_players(text: &str) -> Result<Players, String> {
    if text.eq_ignore_ascii_case("white") {
        Ok(Players::Side(Color::White))
    } else if text.eq_ignore_ascii_case("black") {
        Ok(Players::Side(Color::Black))
    } else if text.chars().any(char::is_alphabetic) {
        Ok(Players::Named(text.to_owned()))
    } else {
        Err("expected white, black, or a name".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pawns() {
        assert_eq!((parse_pawns("6"), parse_pawns("2.5")), (Ok(600), Ok(250)));
        for text in ["", "0", "-3", "nan", "1e9"] {
            assert!(parse_pawns(text).is_err(), "{text}");
        }
    }
}
