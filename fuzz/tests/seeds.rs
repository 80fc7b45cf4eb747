//! All seeds through every target, and what was found once through its own.

use std::fs;
use std::path::{Path, PathBuf};

use pgnkit_fuzz::{TARGETS, edit, feed, fix, fmt, json, pgc, reader, san};

/// Files are read up to here, as the targets would be given them at most.
const LONGEST: usize = 4096;

fn files(directory: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(directory) else { return Vec::new() };
    let mut files = Vec::new();
    for entry in entries.map(|entry| entry.expect("a readable directory").path()) {
        if entry.is_dir() { files.extend(self::files(&entry)) } else { files.push(entry) }
    }
    files.sort();
    files
}

fn read(path: &Path) -> Vec<u8> {
    let mut bytes = fs::read(path).expect("a readable file");
    bytes.truncate(LONGEST);
    bytes
}

#[test]
fn seeds_hold() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let seeds = ["examples", "conformance/cases"].iter().flat_map(|directory| files(&root.join(directory)));
    for path in seeds {
        println!("{}", path.display());
        let seed = read(&path);
        for (_, check) in TARGETS {
            check(&seed);
        }
        fmt::check_all(&seed);
        fix::check_all(&seed);
        pgc::check_all(&seed);
        json::check_all(&seed);
    }
}

#[test]
fn what_was_found_once_holds() {
    for (target, check) in TARGETS {
        for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("regressions").join(target)) {
            println!("{}", path.display());
            let input = read(&path);
            check(&input);
            match target {
                "edit" => edit::check_all(&input),
                "feed" => feed::check_all(&input),
                "fmt" => fmt::check_all(&input),
                "fix" => fix::check_all(&input),
                "json" => json::check_all(&input),
                "pgc" => pgc::check_all(&input),
                "reader" => reader::check_all(&input),
                "san" => san::check_all(&input),
                _ => {}
            }
        }
    }
}
