//! The rooms of the stream, and that no arrow between them runs up.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The rooms from the top down: each uses those after it only. ARCHITECTURE draws them so.
const ROOMS: &[&str] = &[
    "origin", "games", "run", "headers", "report", "fixing", "entries", "task", "step", "output", "findings",
    "select", "files", "inputs", "account", "input", "pipeline", "blocks", "entry", "source", "stamp",
    "mark", "paths", "size",
];

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let (mut found, mut open) = (Vec::new(), vec![directory.to_owned()]);
    while let Some(directory) = open.pop() {
        for entry in fs::read_dir(directory).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    found
}

/// The rooms that a text names in its code.
fn used(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    let words = code.split("crate::").skip(1);
    words.map(|rest| rest.chars().take_while(|c| c.is_ascii_lowercase() || *c == '_').collect()).collect()
}

#[test]
fn no_room_uses_one_above_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut upwards = Vec::new();
    let mut known = 0;
    for path in rust_files(&src) {
        let name = path.strip_prefix(&src).unwrap().to_string_lossy().replace('\\', "/");
        if name == "lib.rs" || name.contains("tests") {
            continue;
        }
        let room = name.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
        let level = ROOMS.iter().position(|known| *known == room);
        let level = level.unwrap_or_else(|| panic!("{name}: its room is not in the list"));
        for used in used(&fs::read_to_string(&path).unwrap()) {
            known += 1;
            if ROOMS.iter().position(|room| *room == used).is_some_and(|at| at < level) {
                upwards.push(format!("{name} uses {used}"));
            }
        }
    }
    assert!(known > 100, "{known}: uses are not found");
    assert_eq!(upwards, Vec::<String>::new());
}

#[test]
fn a_task_around_a_task_passes_everything_on() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let functions = |file: &str, from: &str| -> BTreeSet<String> {
        let text = fs::read_to_string(src.join(file)).unwrap();
        let begin = text.find(from).unwrap_or_else(|| panic!("{file} has no {from}"));
        let body = text[begin..].split("\n}\n").next().unwrap_or_default();
        let names = body.split("\n    fn ").skip(1);
        names.map(|rest| rest.split(['(', '<']).next().unwrap_or_default().to_owned()).collect()
    };
    let all = functions("task/mod.rs", "pub trait Task");
    assert!(all.len() > 10, "{all:?}");
    assert_eq!(functions("origin.rs", "Task for WithPlaces<T>"), all);
}
