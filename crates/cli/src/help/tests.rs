//! The help of every command, and the options of all of them side by side.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use clap::{Arg, ArgAction, Command, CommandFactory};

use crate::args::Cli;

use super::{common, is_common, whole, with_examples};

/// Longest help of a command, in lines.
const LINES: usize = 60;

/// Names whose value differs between commands although the option means the same.
const OTHER_VALUES: [(&str, &str); 5] = [
    ("output", "split writes many files and names them by a pattern"),
    ("tags", "fmt knows STR and all beside names"),
    ("ply", "a picture is of one position"),
    ("resume", "an index is kept in pieces of some games, an analysis by positions"),
    ("level", "an index has levels of parts, and findings have levels of severity"),
];

/// All commands, also those of commands, with their names without `pgn`.
fn commands() -> Vec<(String, Command)> {
    let all = whole();
    let mut found: Vec<(String, Command)> =
        all.get_subcommands().map(|sub| (sub.get_name().to_owned(), sub.clone())).collect();
    let mut done = 0;
    while let Some((name, command)) = found.get(done) {
        let below = command.get_subcommands().filter(|sub| sub.get_name() != "help");
        let below: Vec<_> = below.map(|sub| (format!("{name} {}", sub.get_name()), sub.clone())).collect();
        done += 1;
        found.splice(done..done, below);
    }
    found
}

fn options(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|arg| arg.get_long().is_some() && !arg.is_hide_set())
}

#[test]
fn help_of_every_command_fits_a_page_and_has_its_options_and_examples() {
    for (name, command) in commands() {
        let text = with_examples(command.clone()).render_help().to_string();
        let lines = text.lines().count();
        assert!(lines <= LINES, "pgn help {name}: {lines} lines\n{text}");
        let wide = text.lines().find(|line| line.chars().count() > 80);
        assert_eq!(wide, None, "pgn help {name}");
        for option in options(&command).filter(|option| !option.is_hide_short_help_set()) {
            let option = option.get_long().unwrap_or_default();
            assert!(text.contains(&format!("--{option}")), "pgn help {name}: --{option}");
        }
        if command.get_arguments().any(is_common) {
            assert!(text.contains("pgn help options"), "{name}");
            assert!(text.contains("Examples:\n"), "{name}");
        }
    }
}

#[test]
fn common_options_are_explained_once() {
    let text = common().render_long_help().to_string();
    for (name, command) in commands() {
        let full = command.clone().render_long_help().to_string();
        for option in command.get_arguments().filter(|arg| is_common(arg)) {
            let long = format!("--{}", option.get_long().unwrap_or_default());
            assert!(text.contains(&long), "{name}: {long} is not among the common options");
            let explained = format!("{}", option.get_help().expect("each option is explained"));
            let beginning: String = explained.split(' ').take(4).collect::<Vec<_>>().join(" ");
            assert!(!full.contains(&beginning), "pgn {name} --help explains {long} again");
        }
    }
}

/// The start of the program is a good part of a short run.
#[test]
fn options_are_made_when_their_command_is_called() {
    let mut all = Cli::command();
    let names = |all: &Command| -> Vec<String> {
        let made = all.get_subcommands().filter(|command| command.get_arguments().count() > 2);
        made.map(|command| command.get_name().to_owned()).collect()
    };
    assert_eq!(names(&all), [""; 0]);
    assert!(all.try_get_matches_from_mut(["pgn", "check", "games.pgn"]).is_ok());
    assert_eq!(names(&all), ["check"]);
}

/// A name has one kind of value in all commands: none, or one that is called alike.
#[test]
fn one_name_of_an_option_has_one_kind_of_value() {
    let mut kinds: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for (name, command) in commands() {
        for option in options(&command) {
            let long = option.get_long().unwrap_or_default().to_owned();
            kinds.entry(long).or_default().push((value(option), name.clone()));
        }
    }
    let is_excused = |option: &str| OTHER_VALUES.iter().any(|(name, _)| *name == option);
    kinds.retain(|option, uses| uses.iter().any(|(value, _)| *value != uses[0].0) != is_excused(option));
    assert!(kinds.is_empty(), "{kinds:#?}");
}

/// A new name must not be an old name of something else in the same command, nor a short one.
#[test]
fn old_names_are_not_shown() {
    for (name, command) in commands() {
        let text = command.clone().render_long_help().to_string();
        for option in command.get_arguments() {
            assert_eq!(option.get_visible_aliases().unwrap_or_default(), [""; 0], "{name}");
            for old in option.get_all_aliases().unwrap_or_default() {
                assert!(!text.contains(&format!("--{old} <")), "pgn {name} --help shows --{old}");
            }
        }
    }
}

fn value(option: &Arg) -> String {
    match option.get_action() {
        ArgAction::Set | ArgAction::Append => {
            let names = option.get_value_names().unwrap_or_default();
            names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        }
        _ => String::new(),
    }
}

/// docs/options.md has the options of all commands in one table. `PGN_BLESS=1` writes it anew.
#[test]
fn the_table_of_options_is_that_of_the_commands() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/options.md");
    let Ok(page) = fs::read_to_string(&path) else { return }; // a package has no docs
    let (begin, end) = ("<!-- options -->\n", "<!-- /options -->\n");
    let (head, rest) = page.split_once(begin).expect("the table has a beginning");
    let (table, foot) = rest.split_once(end).expect("the table has an end");
    let made = table_of_options();
    if std::env::var_os("PGN_BLESS").is_some() {
        fs::write(&path, format!("{head}{begin}{made}{end}{foot}")).unwrap();
    } else {
        assert_eq!(table, made, "PGN_BLESS=1 cargo test -p pgnkit-cli options writes docs/options.md anew");
    }
}

fn table_of_options() -> String {
    // By name, value and meaning.
    let mut rows: BTreeMap<(String, String, String), Vec<String>> = BTreeMap::new();
    for (name, command) in commands() {
        for option in options(&command).filter(|option| option.get_long() != Some("help")) {
            let long = option.get_long().unwrap_or_default();
            let letter = option.get_short().map(|letter| format!(", `-{letter}`")).unwrap_or_default();
            let meaning = option.get_help().map(ToString::to_string).unwrap_or_default();
            let value = value(option);
            let value = if value.is_empty() { String::new() } else { format!(" {value}") };
            let key = (long.to_owned(), format!("`--{long}{value}`{letter}"), meaning);
            let users = if is_common(option) { "every command".to_owned() } else { name.clone() };
            let row = rows.entry(key).or_default();
            if !row.contains(&users) {
                row.push(users);
            }
        }
    }
    let mut text = "| option | meaning | commands |\n| --- | --- | --- |\n".to_owned();
    for ((_, option, meaning), users) in rows {
        let users = users.join(", ");
        text += &format!("| {} | {} | {users} |\n", escaped(&option), escaped(&meaning));
    }
    text
}

/// Bars and angle brackets would be columns and elements.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('<', "&lt;")
}
