//! Suggestions for a word that is not a subcommand, and for an option of another one.

use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use pgnkit_archive::input;

use crate::args::PACKAGES;
use crate::help;

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

/// Longest list of values that helps in an error; the words of conditions are some dozens.
const VALUES: usize = 24;

/// Takes out of an error what helps nobody: the tip to write `-- -i` for a file of that name, and lists of values that
/// fill the screen.
pub(crate) fn shorten(error: &mut clap::Error) {
    if error.kind() == ErrorKind::UnknownArgument && of_other_commands(error).is_some() {
        error.remove(ContextKind::Suggested);
    }
    if let Some(ContextValue::StyledStrs(tips)) = error.get(ContextKind::Suggested)
        && tips.iter().any(|tip| tip.to_string().starts_with("to pass "))
    {
        error.remove(ContextKind::Suggested);
    }
    if let Some(ContextValue::Strings(values)) = error.get(ContextKind::ValidValue)
        && values.len() > VALUES
    {
        error.remove(ContextKind::ValidValue);
    }
}

/// Commands that have an option which this one has not.
fn of_other_commands(error: &clap::Error) -> Option<String> {
    let Some(ContextValue::String(argument)) = error.get(ContextKind::InvalidArg) else { return None };
    let all = help::whole();
    let has = |option: &clap::Arg| match argument.strip_prefix("--") {
        Some(long) => option.get_long() == Some(long),
        None => option.get_short().is_some_and(|letter| *argument == format!("-{letter}")),
    };
    let have =
        |command: &&clap::Command| command.get_arguments().any(|option| !option.is_hide_set() && has(option));
    let names: Vec<String> =
        all.get_subcommands().filter(have).map(|command| format!("pgn {}", command.get_name())).collect();
    (!names.is_empty()).then(|| format!("{argument} is an option of {}", names.join(", ")))
}

/// The way to a feature of the library that an error names: this program is built without it.
pub(crate) fn of_feature(error: &str) -> Option<String> {
    let (_, feature) = error.split_once("without the feature `")?;
    let (feature, _) = feature.split_once('`')?;
    Some(format!("all released packages have it ({PACKAGES}); for cargo: --features {feature}"))
}

/// Advice about an unknown subcommand: it may be a file, or another word for a command; and about an option of another
/// command.
pub(crate) fn of(error: &clap::Error) -> Option<String> {
    if error.kind() == ErrorKind::UnknownArgument {
        return of_other_commands(error);
    }
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidSubcommand) else { return None };
    if let Some((_, command)) = WORDS.iter().find(|(known, _)| known.eq_ignore_ascii_case(word)) {
        return Some(format!("that is `pgn {command}`"));
    }
    let is_file = Path::new(word).exists() || input::by_file_name(word).is_some();
    is_file.then(|| format!("to check games: `pgn check {word}`; to format them: `pgn fmt {word}`"))
}

#[cfg(test)]
mod tests {
    use super::of_feature;

    #[test]
    fn a_feature_that_is_missing_is_in_packages() {
        let advice = of_feature("a.pgn.xz: unsupported compression: built without the feature `xz`").unwrap();
        assert!(advice.starts_with("all released packages have it (pgnkit-cli of pip, "), "{advice}");
        assert!(advice.ends_with("; for cargo: --features xz"), "{advice}");
        assert_eq!(of_feature("a.pgn: cannot open"), None);
    }
}
