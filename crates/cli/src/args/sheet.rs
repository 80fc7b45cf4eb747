//! The options of every command that prints games for people.

use clap::Args;
use pgnkit::Notation;
use pgnkit::chess::san::Language;

use super::letters::parse_language;

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct SheetArgs {
    /// Chess symbols for pieces in moves
    #[arg(long, conflicts_with = "lang")]
    pub(crate) figurine: bool,

    /// The language of the piece letters in moves, as de [default: en]
    ///
    /// Languages are cs da nl en et fi fr de hu is it no pl pt ro ru es sv.
    #[arg(long, value_name = "XX", value_parser = parse_language)]
    pub(crate) lang: Option<Language>,

    /// Words for all signs but ! ? !! ?? !? ?! and the most usual ones
    #[arg(long)]
    pub(crate) few_signs: bool,

    /// Leave out comments
    #[arg(long)]
    pub(crate) no_comments: bool,

    /// Leave out variations
    #[arg(long)]
    pub(crate) no_variations: bool,
}

impl SheetArgs {
    /// The notation of moves: figurines, or else the letters of a language.
    pub(crate) fn notation(self) -> Notation {
        if self.figurine { Notation::Figurine } else { Notation::San(self.lang.unwrap_or_default()) }
    }
}
