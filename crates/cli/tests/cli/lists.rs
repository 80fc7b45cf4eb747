//! Lists in documents that the code knows better: each is compared with what it lists.

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
        let page = format!("({command}.md)");
        assert!(list.contains(&page), "docs/README.md lacks {command}");
        assert!(summary.contains(&page), "docs/SUMMARY.md lacks {command}");
        assert!(root().join(format!("docs/{command}.md")).exists(), "docs/{command}.md");
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
