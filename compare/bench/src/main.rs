//! Speed and memory of pgnkit and the command `pgn` beside other programs.
//!
//! `bench [--rounds N] [--profile release|dist|both] [--pgn PATH] [--only WORK] [--big] [--csv PATH]` builds the command in a
//! profile of the product, prepares its data, checks that all contenders see the same games, times them in turns in fresh
//! processes, and prints medians, ratios and goals. See `compare/README.md`.

mod boards;
mod child;
mod cycles;
mod data;
mod floors;
mod readers;
mod report;
mod suite;

use std::io;
use std::path::PathBuf;
use std::process::{Command, ExitCode};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == "--child" => child::main(rest),
        _ => run(arguments),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bench: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: Vec<String>) -> io::Result<()> {
    let (mut rounds, mut pgn, mut only, mut big, mut csv) = (7, None, None, false, None);
    let mut profiles = &PROFILES[..1];
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
        match argument.as_str() {
            "--rounds" => rounds = value()?.parse::<usize>().map_err(io::Error::other)?.max(1),
            "--profile" => profiles = parse_profiles(&value()?)?,
            "--pgn" => pgn = Some(PathBuf::from(value()?)),
            "--only" => only = Some(value()?),
            "--csv" => csv = Some(PathBuf::from(value()?)),
            "--big" => big = true,
            _ => return Err(io::Error::other(format!("unknown argument {argument}"))),
        }
    }
    let mut builds = Vec::new();
    for &(profile, ours) in profiles {
        let command = pgn.clone().map_or_else(|| build_product(profile), Ok)?.canonicalize()?;
        let library = if ours == "release" { std::env::current_exe()? } else { build_self(ours)? };
        builds.push((profile, command, library));
    }
    let run = circumstances();
    let data = data::prepare()?;
    let mut rows = Vec::new();
    for (profile, pgn, library) in builds {
        println!("\nprofile {profile}: {}", pgn.display());
        let profile = profile.to_owned();
        let library = child::Library(library);
        let mut suite = suite::Suite { profile, rounds, pgn, library, only: only.clone(), big, rows };
        suite.run(&data)?;
        rows = suite.rows;
    }
    println!("{}", report::table(&rows));
    println!("{}", suite::stages(&rows));
    println!("{}", report::summary(&rows));
    let csv = csv.unwrap_or_else(|| corpus::compare_folder().join("data/bench.csv"));
    std::fs::write(&csv, report::csv(&rows, &run))?;
    println!("written to {}", csv.display());
    Ok(())
}

/// The profiles of the product, and those of this workspace that build our library in the same way. Peers are always in
/// this program as it was started, built with all that the compiler can do.
const PROFILES: [(&str, &str); 2] = [("release", "as-released"), ("dist", "release")];

fn parse_profiles(name: &str) -> io::Result<&'static [(&'static str, &'static str)]> {
    match name {
        "both" => Ok(&PROFILES),
        _ => PROFILES
            .chunks(1)
            .find(|one| one[0].0 == name)
            .ok_or_else(|| io::Error::other(format!("no profile {name}: release, dist or both"))),
    }
}

fn build_product(profile: &str) -> io::Result<PathBuf> {
    corpus::build(profile, "pgnkit-cli", &corpus::compare_folder().join("../Cargo.toml"))
}

fn build_self(profile: &str) -> io::Result<PathBuf> {
    corpus::build(profile, "bench", &corpus::compare_folder().join("Cargo.toml"))
}

/// What everything runs on, and of which day and commit it is. Says what makes times mean little.
fn circumstances() -> report::Circumstances {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let machine = format!("{}, {cores} cores", model.map_or("unknown processor", |(_, name)| name));
    println!("{machine}");
    let load = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let load = load.split(' ').next().and_then(|load| load.parse::<f64>().ok()).unwrap_or_default();
    if load > 0.5 {
        println!("the load is {load}: times mean something only from a machine that does nothing else");
    }
    if cores < 2 {
        println!("one core only: what is said of two cores means nothing here");
    }
    let said = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(corpus::compare_folder()).output();
        output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default()
    };
    let date = said("date", &["+%Y-%m-%d"]);
    report::Circumstances { machine, date, commit: said("git", &["rev-parse", "--short", "HEAD"]) }
}
