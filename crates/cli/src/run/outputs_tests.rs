//! All options of all commands, as clap has them: what is an output is never an input, nor another output.

use std::any::TypeId;
use std::fs;
use std::path::PathBuf;

use clap::{Arg, Command, CommandFactory};
use pgnkit_collections::split::Pattern;

use super::refusal;
use crate::args::{Cli, OutputDirectory, OutputPath};

/// Whether a path is only read. An option that is none of these and no output has to be put here or be given a type of `args/paths.rs`.
fn is_input(id: &str) -> bool {
    matches!(id, "files" | "source" | "against" | "fide" | "names" | "set_from")
        || matches!(id, "book" | "books" | "engine_book" | "config" | "index" | "evals" | "tablebases")
}

/// All commands with what they are called.
fn commands() -> Vec<(Vec<String>, Command)> {
    let mut all = vec![(Vec::new(), crate::help::whole())];
    let mut done = 0;
    while let Some((name, command)) = all.get(done) {
        let inner = command.get_subcommands().filter(|inner| inner.get_name() != "help").cloned();
        let inner: Vec<_> =
            inner.map(|inner| ([name.clone(), vec![inner.get_name().to_owned()]].concat(), inner)).collect();
        done += 1;
        all.extend(inner);
    }
    // A command that does nothing without one of its subcommands has no options.
    all.retain(|(_, command)| !command.is_subcommand_required_set());
    all
}

fn is_of<T: 'static>(arg: &Arg) -> bool {
    arg.get_value_parser().type_id() == TypeId::of::<T>()
}

/// What a command needs besides, and switches that make an option an output.
fn besides(name: &[String], arg: &Arg) -> Vec<&'static str> {
    match (name[0].as_str(), arg.get_id().as_str()) {
        ("filter", _) => vec!["Result = '1-0'"],
        ("find", _) => vec!["e4"],
        ("puzzles", _) => vec!["--engine", "engine"],
        (_, "baseline") => vec!["--update-baseline"],
        ("convert", _) => vec!["--to", "pgn"],
        ("book", _) if name.len() == 1 => vec!["--to", "typst"],
        ("index", "rejects") if name.len() > 1 => vec!["--index", "-"],
        ("book" | "evals" | "index", "rejects") => vec!["--output", "-"],
        _ => Vec::new(),
    }
}

fn refused(args: &[&str]) -> Option<String> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(args).unwrap_or_else(|error| panic!("{args:?}: {error}"));
    refusal(&command, &matches)
}

#[test]
fn every_path_is_an_input_or_an_output() {
    let mut outputs = 0;
    for (name, command) in commands() {
        for arg in command.get_arguments() {
            let id = arg.get_id().as_str();
            let takes_path = arg.get_value_names().is_some_and(|names| {
                names.iter().any(|name| matches!(name.as_str(), "FILE" | "DIR" | "PATTERN" | "FEN|FILE"))
            });
            outputs += usize::from(is_of::<OutputPath>(arg) || is_of::<OutputDirectory>(arg));
            assert!(!is_of::<PathBuf>(arg) || is_input(id), "{name:?} {id}: is it read or written?");
            if takes_path && id != "stdin_filename" {
                let known = is_of::<PathBuf>(arg)
                    || is_of::<OutputPath>(arg)
                    || is_of::<OutputDirectory>(arg)
                    || is_of::<crate::args::TempDirectory>(arg)
                    || is_of::<Pattern>(arg);
                assert!(known, "{name:?} {id}: a path of no type of paths");
            }
        }
    }
    assert!(outputs > 40, "{outputs}");
}

#[test]
fn no_output_takes_the_place_of_something_else() {
    let dir = tempfile::tempdir().unwrap();
    let at = |name: &str| dir.path().join(name);
    let text = |name: &str| at(name).to_str().unwrap().to_owned();
    fs::create_dir_all(at("walked/below")).unwrap();
    fs::create_dir_all(at("out")).unwrap();
    for name in ["a.pgn", "walked/b.pgn", "other.pgn"] {
        fs::write(at(name), "1. e4 *\n").unwrap();
    }
    let mut input_names = vec![text("a.pgn"), text("./a.pgn"), text("walked/../a.pgn")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("a.pgn", at("link.pgn")).unwrap();
        std::os::unix::fs::symlink("walked", at("linked")).unwrap();
        fs::hard_link(at("a.pgn"), at("hard.pgn")).unwrap();
        fs::hard_link(at("walked/b.pgn"), at("twin.pgn")).unwrap();
        input_names.extend([text("link.pgn"), text("hard.pgn"), text("linked/../a.pgn")]);
    }
    let mut in_directory = vec![
        text("walked/b.pgn"),
        text("walked/new.pgn"),
        text("walked/below/new.pgn.zst"),
        text("walked/./below/../new"),
        text("walked/not/yet/new.pgn"),
    ];
    if cfg!(unix) {
        in_directory.extend([text("linked/new.pgn"), text("twin.pgn")]);
    }
    let free = [
        text("new.pgn"),
        text("other.pgn"),
        text("out/new.pgn"),
        text("walked/.new.pgn"),
        text("walked/n.svg"),
    ];
    let mut count = 0;
    for (name, command) in commands() {
        let has_input =
            command.get_positionals().find(|arg| ["files", "source"].contains(&arg.get_id().as_str()));
        let Some(input) = has_input else { continue };
        let walks = input.get_id() == "files";
        for arg in command.get_arguments().filter(|arg| is_of::<OutputPath>(arg)) {
            let option = format!("--{}", arg.get_long().unwrap());
            let run = |option: &[&str], output: &str, input: &str| {
                let name: Vec<&str> = name.iter().map(String::as_str).collect();
                let inputs = if name == ["diff"] { vec![input, input] } else { vec![input] };
                refused(&[&["pgn"][..], &name, &besides_of(&name, arg), option, &[output], &inputs].concat())
            };
            for output in &input_names {
                let found = run(&[&option], output, &text("a.pgn"));
                assert!(
                    found.as_ref().is_some_and(|found| found.contains("it is an input")),
                    "{name:?} {option} {output}: {found:?}"
                );
                count += 1;
            }
            for output in in_directory.iter().filter(|_| walks) {
                let found = run(&[&option], output, &text("walked"));
                assert!(found.is_some(), "{name:?} {option} {output}");
                count += 1;
            }
            for output in &free {
                let found = run(&[&option], output, &text("walked"));
                assert_eq!(found, None, "{name:?} {option} {output}");
            }
            if command.get_arguments().any(|arg| arg.get_id() == "rejects") && option != "--rejects" {
                for [one, other] in [["new.pgn", "./out/../new.pgn"], ["other.pgn", "other.pgn"]] {
                    let found = run(&["--rejects", &text(one), &option], &text(other), &text("a.pgn"));
                    assert!(
                        found.as_ref().is_some_and(|found| found.contains("too")),
                        "{name:?} {option}: {found:?}"
                    );
                    count += 1;
                }
            }
        }
    }
    assert!(count > 400, "{count}");
}

fn besides_of<'a>(name: &[&str], arg: &Arg) -> Vec<&'a str> {
    besides(&name.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>(), arg)
}

#[test]
fn what_is_written_in_place_is_read_for_nothing_else() {
    let dir = tempfile::tempdir().unwrap();
    let text = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    fs::write(dir.path().join("a.pgn"), "1. e4 *\n").unwrap();
    fs::write(dir.path().join("b.pgn"), "1. e4 *\n").unwrap();
    let (a, b, all) = (text("a.pgn"), text("b.pgn"), text(""));
    for (args, is_refused) in [
        (&["dedup", "-i", "--against", &a, &a][..], true),
        (&["dedup", "-i", "--against", &a, &all], true),
        (&["dedup", "-i", "--against", &all, &a], true),
        (&["dedup", "-i", "--against", &a, &b], false),
        (&["edit", "-i", "--names", &a, &a], true),
        (&["eco", "-i", "--book", &a, &a], true),
        (&["check", "--fix", "--config", &a, &a], true),
        (&["check", "--fix", "--rejects", &a, &a], true),
    ] {
        let found = refused(&[&["pgn"], args].concat());
        assert_eq!(found.is_some(), is_refused, "{args:?} {found:?}");
    }
}

#[test]
fn ignored_places_in_directories_are_free() {
    let dir = tempfile::tempdir().unwrap();
    fs::create_dir_all(dir.path().join("built")).unwrap();
    fs::write(dir.path().join("a.pgn"), "1. e4 *\n").unwrap();
    fs::write(dir.path().join(".ignore"), "built/\n").unwrap();
    fs::write(dir.path().join("pgn.toml"), "exclude = [\"all.pgn\"]\n").unwrap();
    let text = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    for (name, is_refused) in [("built/new.pgn", false), ("all.pgn", false), ("new.pgn", true)] {
        let run = |more: &[&str]| refused(&[&["pgn", "merge", "-o", &text(name), &text("")], more].concat());
        assert_eq!(run(&[]).is_some(), is_refused, "{name}");
        assert!(run(&["--no-ignore"]).is_some(), "{name}");
    }
}
