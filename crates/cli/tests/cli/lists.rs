//! Lists in documents that the code knows better: each is compared with what it lists.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use regex_lite::Regex;

use crate::rig::pgn;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn names_in(directory: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(directory)).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// The subcommands, as the help lists them.
fn commands() -> Vec<String> {
    let help = pgn(&["--help"], "").status(0);
    let lines = help.out().lines().skip_while(|line| *line != "Commands:").skip(1);
    let names = lines.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    names.map(|line| line.trim_start().split(' ').next().unwrap().to_owned()).collect()
}

/// The page of a command. `index.html` is that of README.md.
fn page_of(command: &str) -> &str {
    match command {
        "find" | "index" | "serve" => "explorer",
        _ => command,
    }
}

#[test]
fn every_command_has_a_page_and_is_listed() {
    let (list, summary) = (read("docs/README.md"), read("docs/SUMMARY.md"));
    let commands = commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        if ["completions", "man", "help"].contains(&command.as_str()) {
            assert!(list.contains(&format!("pgn {command}")), "docs/README.md lacks {command}");
            continue;
        }
        let page = format!("({}.md)", page_of(&command));
        assert!(list.contains(&format!("pgn {command}`]{page}")), "docs/README.md lacks {command}");
        assert!(summary.contains(&page), "docs/SUMMARY.md lacks {command}");
        assert!(root().join(format!("docs/{}.md", page_of(&command))).exists(), "docs of {command}");
    }
    // The list itself, and the checklist of those who release.
    let unlisted = ["SUMMARY.md", "releasing.md"];
    for page in
        names_in("docs").into_iter().filter(|name| name.ends_with(".md") && !unlisted.contains(&&**name))
    {
        assert!(summary.contains(&format!("({page})")), "docs/SUMMARY.md lacks {page}");
    }
}

#[test]
fn every_crate_is_in_the_lists_of_crates() {
    let (architecture, library) = (read("ARCHITECTURE.md"), read("docs/library.md"));
    for name in names_in("crates") {
        assert!(architecture.contains(&format!("`crates/{name}`")), "ARCHITECTURE.md lacks {name}");
        let manifest = read(&format!("crates/{name}/Cargo.toml"));
        let package = Regex::new("(?m)^name = \"(.+)\"$").unwrap().captures(&manifest).unwrap()[1].to_owned();
        // Workspaces of their own are programs.
        if !manifest.contains("\n[workspace]") && package != "pgnkit" {
            assert!(library.contains(&format!("`{package}`")), "docs/library.md lacks {package}");
        }
    }
}

#[test]
fn every_feature_is_in_the_table_of_its_crate() {
    let mut count = 0;
    for name in ["archive", "query", "collections"] {
        let (manifest, page) =
            (read(&format!("crates/{name}/Cargo.toml")), read(&format!("crates/{name}/src/lib.rs")));
        let features = manifest.split("[features]\n").nth(1).unwrap().split("\n[").next().unwrap();
        let features =
            features.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once(" = "));
        for (feature, _) in features.filter(|(feature, _)| *feature != "default") {
            let is_row = |line: &str| line.starts_with("//! |") && line.contains(&format!("`{feature}`"));
            assert!(page.lines().any(is_row), "{name}: {feature}");
            count += 1;
        }
    }
    assert!(count > 18, "{count}");
}

/// Forms of input and output are in the page of formats, and offered by the options.
#[test]
fn every_form_is_in_the_page_of_formats() {
    let page = read("docs/formats.md").to_lowercase();
    let (from, to) = (pgn(&["help", "options"], "").status(0), pgn(&["convert", "--help"], "").status(0));
    for input in pgnkit_archive::input::INPUTS {
        assert!(
            page.contains(&format!("| {}", input.name())) || page.contains(input.name()),
            "{}",
            input.name()
        );
        assert!(from.out().contains(&format!("- {}", input.name())), "--from {}", input.name());
    }
    for output in pgnkit_archive::output::OUTPUTS {
        assert!(to.out().contains(&format!("- {}", output.name)), "--to {}", output.name);
    }
}

/// The sources of a folder, with their paths from the root.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut folders = vec![folder.to_owned()];
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for name in names_in(&folder) {
            let path = format!("{folder}/{name}");
            match path.ends_with(".rs") {
                true => sources.push((path.clone(), read(&path))),
                false if root().join(&path).is_dir() => folders.push(path),
                false => {}
            }
        }
    }
    sources
}

/// Most files that a subcommand may be in: options, work, tests and its page, and what lists them.
const FILES_OF_COMMAND: usize = 8;

/// CONTRIBUTING.md, "Add a subcommand". The pages that list all commands are checked above.
#[test]
fn a_subcommand_is_in_few_files() {
    let sources = [sources("crates/cli/src"), sources("crates/cli/tests/cli")].concat();
    // The folder of files that are a command's own, or the first part of their names.
    let own = Regex::new(r"^crates/cli/(src/args|src/commands|tests/cli)/([a-z]+)[./_]").unwrap();
    let shared = ["mod", "main", "help"];
    for command in commands() {
        if ["help", "sql", "completions"].contains(&command.as_str()) {
            continue; // no options of their own
        }
        let mut letters = command.chars();
        let title: String = letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect();
        let named = Regex::new(&format!(
            r#"\b{title}Args\b|\bCommand::{title}\b|\bmod {command};|(?m)^\s+\(?"{command}", ?("--|$)"#
        ));
        let named = named.unwrap();
        let mut files = BTreeSet::from([format!("docs/{}.md", page_of(&command))]);
        for (path, text) in &sources {
            match own.captures(path) {
                Some(place) if place[2] == command => _ = files.insert(format!("{}/{command}", &place[1])),
                // Files of another command: it may share options or work with this one.
                Some(place) if !shared.contains(&&place[2]) => {}
                _ if named.is_match(text) => _ = files.insert(path.clone()),
                _ => {}
            }
        }
        assert!(files.len() >= 4, "{command}: {files:?}");
        assert!(files.len() <= FILES_OF_COMMAND, "{command}: {files:#?}");
    }
}

/// The files of the crates that name something, without tests.
fn files_with(word: &str, folders: &[&str]) -> Vec<String> {
    let word = Regex::new(word).unwrap();
    let sources = folders.iter().flat_map(|folder| sources(folder));
    let mut found: Vec<String> =
        sources.filter(|(_, text)| word.is_match(text)).map(|(path, _)| path).collect();
    found.sort();
    found
}

/// CONTRIBUTING.md, "To add …, touch …": the file of a form, and the list that has its name.
#[test]
fn a_text_form_is_one_file_and_one_word() {
    for (form, file) in [
        (r"&Pgc\b|\bstruct Pgc\b", "input/pgc.rs"),
        (r"\bJsonLines\b", "output/json.rs"),
        (r"\bPgcFile\b", "output/pgc.rs"),
    ] {
        let folder = file.split('/').next().unwrap();
        let mut expected =
            [format!("crates/archive/src/{folder}/mod.rs"), format!("crates/archive/src/{file}")];
        expected.sort();
        assert_eq!(files_with(form, &["crates/archive/src", "crates/cli/src"]), expected);
    }
}

/// CONTRIBUTING.md, "To add …, touch …": a fact is an entry, and as a column another one.
#[test]
fn a_column_is_one_entry() {
    let folders = ["archive", "cli", "collections", "columns", "facts", "query", "sql"];
    let folders = folders.map(|name| format!("crates/{name}/src"));
    let folders: Vec<&str> =
        folders.iter().map(String::as_str).filter(|name| root().join(name).exists()).collect();
    for column in ["round_number", "elo_min", "elo_max", "elo_diff"] {
        let expected = ["crates/columns/src/schema.rs", "crates/facts/src/games.rs"];
        assert_eq!(files_with(&format!("\"{column}\""), &folders), expected);
    }
}
