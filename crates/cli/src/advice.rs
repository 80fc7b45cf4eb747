//! Suggestions for a word that is not a subcommand.

use std::path::Path;

use clap::error::{ContextKind, ContextValue};
use pgnkit_archive::input;

/// Other words for what `pgn` does.
const WORDS: &[(&str, &str)] = &[
    ("lint", "check"),
    ("validate", "check"),
    ("verify", "check"),
    ("fix", "check --fix"),
    ("repair", "check --fix"),
    ("format", "fmt"),
    ("clean", "fmt"),
    ("export", "convert"),
    ("json", "convert --to json"),
    ("csv", "convert --to csv"),
    ("perft", "epd perft"),
    ("sort", "epd sort"),
    ("time", "clocks"),
];

/// Advice about an unknown subcommand: it may be a file, or another word for a command.
pub(crate) fn of(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    if let Some((_, command)) = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)) {
        return Some(format!("that is `pgn {command}`"));
    }
    let is_file = Path::new(word).exists() || input::by_file_name(word).is_some();
    is_file.then(|| format!("to check games: `pgn check {word}`; to format them: `pgn fmt {word}`"))
}
