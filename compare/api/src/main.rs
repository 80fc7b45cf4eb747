//! Public items of the published libraries, kept as lists that a change must change with them.
//!
//! `api DIRECTORY JSON…` compares `DIRECTORY/CRATE.txt` with what rustdoc wrote of each crate; with `--bless` before it the
//! lists are written. Implementations that the compiler derives for every type are left out.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs};

use public_api::Builder;

fn list(json: &Path) -> Result<String, String> {
    let api = Builder::from_rustdoc_json(json)
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build()
        .map_err(|error| format!("{}: {error}", json.display()))?;
    Ok(api.items().map(|item| format!("{item}\n")).collect())
}

fn print_difference(kept: &str, new: &str) {
    let [kept, new]: [BTreeSet<&str>; 2] = [kept, new].map(|text| text.lines().collect());
    kept.difference(&new).for_each(|gone| println!("- {gone}"));
    new.difference(&kept).for_each(|come| println!("+ {come}"));
}

fn run() -> Result<bool, String> {
    let mut arguments: Vec<_> = env::args_os().skip(1).collect();
    let bless = arguments.first().is_some_and(|first| first == "--bless");
    arguments.drain(..usize::from(bless));
    let mut paths = arguments.into_iter().map(PathBuf::from);
    let directory = paths.next().ok_or("usage: api [--bless] DIRECTORY JSON…")?;
    let mut is_same = true;
    for json in paths {
        let name = json.file_stem().unwrap_or_default().to_string_lossy().replace('_', "-");
        let path = directory.join(format!("{name}.txt"));
        let new = list(&json)?;
        if bless {
            fs::write(&path, new).map_err(|error| format!("{}: {error}", path.display()))?;
            continue;
        }
        let kept = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        if kept != new {
            println!("{}:", path.display());
            print_difference(&kept, &new);
            is_same = false;
        }
    }
    Ok(is_same)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            println!(
                "the public items have changed: if so meant, run the command again with --bless, and say it in CHANGELOG.md"
            );
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("api: {error}");
            ExitCode::from(2)
        }
    }
}
