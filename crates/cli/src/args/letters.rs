//! The languages of piece letters.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Args, Command};
use pgnkit::PieceLetters;
use pgnkit::chess::san::Language;

/// The option of commands that write only English piece letters.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct LettersArgs {
    /// Piece letters that are read: a language, as de, or auto [default: en]
    ///
    /// Languages are cs da nl en et fi fr de hu is it no pl pt ro ru es sv. With auto a game that is not English is read in
    /// the letters that make all moves of its main line legal.
    #[arg(long, value_name = "XX|auto", value_parser = LettersParser, hide_possible_values = true, help_heading = "Common options")]
    pub(crate) from_lang: Option<PieceLetters>,
}

/// Reads a language or `auto`, and lists the languages for completions.
#[derive(Clone)]
pub(super) struct LettersParser;

impl TypedValueParser for LettersParser {
    type Value = PieceLetters;

    fn parse_ref(
        &self,
        command: &Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<PieceLetters, clap::Error> {
        parse_letters.parse_ref(command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let codes = "cs da nl en et fi fr de hu is it no pl pt ro ru es sv auto".split(' ');
        Some(Box::new(codes.map(PossibleValue::new)))
    }
}

/// A language by its code, or `auto`.
fn parse_letters(text: &str) -> Result<PieceLetters, String> {
    if text.eq_ignore_ascii_case("auto") {
        return Ok(PieceLetters::Detected);
    }
    parse_language(text).map(PieceLetters::Of).map_err(|error| format!("{error}, or auto"))
}

/// A language by its code.
pub(super) fn parse_language(text: &str) -> Result<Language, String> {
    text.parse().map_err(|error: pgnkit::chess::san::UnknownLanguage| error.to_string())
}
