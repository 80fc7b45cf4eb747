//! The options of `pgn book`, and a file for those of each subcommand.

mod make;
mod merge;
mod show;

use clap::{Args, Subcommand, ValueEnum};
use pgnkit::PieceLetters;
use pgnkit_view::Theme;

use super::SheetArgs;
use super::diagram::themes;
use super::letters::LettersParser;

pub(crate) use make::BookMakeArgs;
pub(crate) use merge::BookMergeArgs;
pub(crate) use show::BookShowArgs;

const AFTER_HELP: &str = "\
Games are in the order of the input: `pgn sort` changes it. Typst source needs
no package and no other file; LaTeX source needs the package chessboard. PDF is
made of the Typst source by the program pgn-pdf, beside pgn or in PATH.
The subcommands are about another kind of book: the opening books of engines.

Examples:
  pgn book games.pgn -o book.typ                 then: typst compile book.typ
  pgn book --title 'Riga 1959' --columns 1 riga.pgn -o riga.pdf
  pgn book --figurine --every 20 --paper a5 games.pgn -o book.tex
  pgn sort --by date games.pgn | pgn book --lang de -o buch.epub
  pgn book make games.pgn -o book.bin            an opening book for engines

Exit status: 0 no error, 1 the games have errors, 2 the command itself failed.";

#[derive(Args, Debug)]
#[command(after_long_help = AFTER_HELP, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct BookArgs {
    #[command(subcommand)]
    pub(crate) command: Option<BookCommand>,

    /// Write to FILE, replaced only when everything is done: .typ, .tex, .epub or .pdf
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<super::OutputPath>,

    /// typst, latex, epub or pdf [default: by the extension of -o]
    #[arg(
        long,
        value_enum,
        value_name = "FORMAT",
        hide_possible_values = true,
        required_unless_present = "output"
    )]
    pub(crate) to: Option<BookTo>,

    /// The title; without one there is no title page
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) title: String,

    /// Author of the book
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    pub(crate) author: String,

    /// The paper, except in EPUB [default: a4]
    #[arg(long, value_enum, value_name = "SIZE")]
    pub(crate) paper: Option<PaperSize>,

    /// One or two columns on a page, except in EPUB [default: 2]
    #[arg(long, alias = "columns", value_name = "N", value_parser = clap::value_parser!(u8).range(1..=2))]
    pub(crate) page_columns: Option<u8>,

    #[command(flatten)]
    pub(crate) sheet: SheetArgs,

    /// A board after each so many half-moves of the main line
    #[arg(long, value_name = "N", value_parser = parse_count)]
    pub(crate) every: Option<usize>,

    /// Boards after these numbers of half-moves; 0 is before the first
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    pub(crate) ply: Vec<usize>,

    /// A board at the end of each game
    #[arg(long = "final")]
    pub(crate) at_end: bool,

    /// No boards where games ask for them, by $220 or [%diagram]
    #[arg(long)]
    pub(crate) no_marked: bool,

    /// Black at the bottom of boards
    #[arg(long)]
    pub(crate) flip: bool,

    /// Colours of boards, except in LaTeX: brown, blue, green, grey, contrast or print [default: print, in EPUB brown]
    #[arg(long, value_name = "NAME", value_parser = themes(), hide_possible_values = true)]
    pub(crate) theme: Option<Theme>,

    /// A plot of evaluations in each game that has them
    #[arg(long)]
    pub(crate) eval_plot: bool,

    /// Leave out the contents and the indexes of players and openings
    #[arg(long)]
    pub(crate) no_index: bool,

    /// Leave out the crosstable, which there is when all games are of one event
    #[arg(long)]
    pub(crate) no_crosstable: bool,

    /// Piece letters that are read: a language, as de, or auto [default: en]
    #[arg(long, value_name = "XX|auto", value_parser = LettersParser, hide_possible_values = true, help_heading = "Common options")]
    pub(crate) from_lang: Option<PieceLetters>,

    #[command(flatten)]
    pub(crate) common: super::CommonArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BookCommand {
    /// Make an opening book for engines, of games: Polyglot's .bin
    Make(Box<BookMakeArgs>),
    /// Show the moves of an opening book
    Show(BookShowArgs),
    /// Join opening books into one
    ///
    /// The weights of a move that several books have are added up; where 16 bits do not hold a sum, all weights of the
    /// position are made smaller. The greatest weight comes first.
    Merge(BookMergeArgs),
}

/// The format of a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum BookTo {
    Typst,
    Latex,
    Epub,
    Pdf,
}

impl BookTo {
    /// The extension of its files, without a dot.
    pub(crate) const fn ending(self) -> &'static str {
        match self {
            Self::Typst => "typ",
            Self::Latex => "tex",
            Self::Epub => "epub",
            Self::Pdf => "pdf",
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PaperSize {
    A4,
    A5,
    Letter,
}

fn parse_count(text: &str) -> Result<usize, String> {
    text.parse().ok().filter(|count| *count > 0).ok_or_else(|| "expected a number from 1".to_owned())
}
