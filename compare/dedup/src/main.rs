//! Duplicates planted in real games.
//!
//! `dedup [--pgn PROGRAM] [--keep] [--details] [PATH]...` takes games that are all different, adds copies of some of them, changed as
//! collections change games, and pairs of games that only look like copies; and lets `pgn dedup` find them. It prints precision
//! and recall, and fails below 0.999 and 0.99. With `--keep` the collection stays in
//! `compare/data/planted.pgn`; with `--details` the copies that were not found are shown.
//!
//! `dedup --large N FILE` writes a collection of N games, made by varying names and lines of real ones, a twentieth of them copies.

mod game;
mod large;
mod names;
mod planted;
mod random;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use game::Plain;
use planted::Origin;

/// What must be reached.
const PRECISION: f64 = 0.999;
const RECALL: f64 = 0.99;

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("dedup: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> io::Result<bool> {
    let (mut program, mut keep, mut details, mut large, mut paths) = (None, false, false, None, Vec::new());
    let mut arguments = std::env::args_os().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.to_str() {
            Some("--pgn") => program = arguments.next().map(PathBuf::from),
            Some("--keep") => keep = true,
            Some("--details") => details = true,
            Some("--large") => {
                let number = arguments.next().and_then(|number| number.to_str()?.parse::<u64>().ok());
                large = Some(number.ok_or_else(|| io::Error::other("--large needs a number"))?);
            }
            _ => paths.push(PathBuf::from(argument)),
        }
    }
    let target = if large.is_some() { paths.pop() } else { None };
    if paths.is_empty() {
        let folders = ["games", "lichess"].map(|name| corpus::default_folder().join(name));
        paths.extend(folders.into_iter().filter(|folder| folder.is_dir()));
        if paths.is_empty() {
            println!("dedup: skipped, no corpus at {}", corpus::default_folder().display());
            return Ok(true);
        }
    }
    let mut games = Vec::new();
    for file in corpus::find(&paths)?.unwrap_or_default() {
        game::read(&file.read()?, &mut games);
    }
    if let Some(number) = large {
        let target = target.ok_or_else(|| io::Error::other("--large needs a file to write"))?;
        return large::write(&games, number, &target).map(|()| true);
    }
    let program = program.map_or_else(corpus::build_pgn, Ok)?;
    let games = game::different(games);
    let collection = planted::plant(&games);
    let data = corpus::compare_folder().join("data");
    fs::create_dir_all(&data)?;
    let path = data.join("planted.pgn");
    write(&path, collection.iter().map(|(game, _)| game))?;
    let origins: Vec<Origin> = collection.iter().map(|(_, origin)| *origin).collect();
    let (result, missed) = judge(&program, &path, &origins)?;
    if details {
        for copy in missed {
            let real =
                origins.iter().position(|origin| origin.game == origins[copy].game && !origin.kind.is_copy());
            let mut text = format!("missed, {}\n", origins[copy].kind.name());
            real.into_iter().chain([copy]).for_each(|at| collection[at].0.append(&mut text));
            print!("{text}");
        }
    }
    if !keep {
        fs::remove_file(&path)?;
    }
    Ok(result)
}

fn write<'g>(path: &Path, games: impl Iterator<Item = &'g Plain>) -> io::Result<()> {
    let mut out = io::BufWriter::new(fs::File::create(path)?);
    let mut text = String::new();
    for game in games {
        text.clear();
        game.append(&mut text);
        out.write_all(text.as_bytes())?;
    }
    out.flush()
}

/// Runs the command, and compares what it finds with what was planted; gives the copies that were not found, too.
fn judge(program: &Path, path: &Path, origins: &[Origin]) -> io::Result<(bool, Vec<usize>)> {
    let output = Command::new(program).args(["dedup", "--list", "--report", "json"]).arg(path).output()?;
    eprint!("{}", String::from_utf8_lossy(&output.stderr));
    let mut found = vec![false; origins.len()];
    let (mut right, mut wrong) = (0_u64, 0_u64);
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let pair: serde_json::Value = serde_json::from_str(line)?;
        let number = |name: &str| pair[name]["game"].as_u64().map_or(0, |number| number as usize - 1);
        let (one, other) = (number("duplicate"), number("kept"));
        if origins[one].game == origins[other].game {
            right += 1;
            // Whichever of the two was left out.
            let copy = if origins[one].kind.is_copy() { one } else { other };
            found[copy] = true;
        } else {
            wrong += 1;
            if wrong <= 20 {
                println!("not one, {} and {}: {line}", origins[one].kind.name(), origins[other].kind.name());
            }
        }
    }
    let mut kinds: BTreeMap<&str, (u64, u64)> = BTreeMap::new();
    for (origin, found) in origins.iter().zip(&found).filter(|(origin, _)| origin.kind.is_copy()) {
        let counts = kinds.entry(origin.kind.name()).or_default();
        counts.0 += 1;
        counts.1 += u64::from(*found);
    }
    println!("{:<40}{:>10}{:>10}{:>10}", "planted", "copies", "found", "recall");
    let mut all = (0, 0);
    for (name, (copies, found)) in &kinds {
        println!("{name:<40}{copies:>10}{found:>10}{:>10.4}", *found as f64 / *copies as f64);
        all = (all.0 + copies, all.1 + found);
    }
    let near = origins.iter().filter(|origin| origin.kind.is_near_miss()).count();
    let recall = all.1 as f64 / all.0 as f64;
    let precision = right as f64 / (right + wrong) as f64;
    println!("{:<40}{:>10}{:>10}{recall:>10.4}", "all", all.0, all.1);
    println!(
        "games {}, near misses {near}, pairs found {}, wrong {wrong}: precision {precision:.4}",
        origins.len(),
        right + wrong
    );
    let missed = (0..origins.len()).filter(|at| origins[*at].kind.is_copy() && !found[*at]);
    Ok((precision >= PRECISION && recall >= RECALL, missed.collect()))
}
