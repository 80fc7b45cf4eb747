//! Instructions that the hot paths take, counted by callgrind, so that a slowdown is seen without a clock.
//!
//! `instructions` counts and compares with `compare/instructions.tsv`; the exit status is 1 when a count has left its
//! bounds. `--bless` writes the file anew, `--only WORK` counts only works whose name begins so, `--pgn PATH` takes
//! that command instead of building it, `--make-sample` writes `engine.pgn` anew. `--branches` prints branches and how many of them
//! are mispredicted for the works of texts, and compares with nothing. See `compare/README.md`.

mod count;
mod record;
mod sample;
mod work;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use record::{Record, Row};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let done = match arguments.split_first() {
        Some((first, rest)) if first == "--child" => work::main(rest).map(|()| true),
        Some((first, [])) if first == "--make-sample" => sample::make().map(|()| true),
        _ => run(arguments),
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("instructions: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(arguments: Vec<String>) -> io::Result<bool> {
    let (mut bless, mut only, mut pgn, mut branches) = (false, String::new(), None, false);
    let mut arguments = arguments.into_iter();
    while let Some(argument) = arguments.next() {
        let mut value =
            || arguments.next().ok_or_else(|| io::Error::other(format!("{argument} needs a value")));
        match argument.as_str() {
            "--bless" => bless = true,
            "--branches" => branches = true,
            "--only" => only = value()?,
            "--pgn" => pgn = Some(PathBuf::from(value()?)),
            _ => return Err(io::Error::other(format!("unknown argument {argument}"))),
        }
    }
    let Some(valgrind) = version("valgrind", &["--version"]) else {
        return Err(io::Error::other("valgrind is not installed: nothing is counted"));
    };
    // Code chosen at run time depends on the processor; counts of another one are not comparable.
    if !count::processor_fits()? {
        println!(
            "instructions: skipped, under valgrind this processor is not x86-64 with AVX2 and without AVX-512"
        );
        return Ok(true);
    }
    let pgn = pgn.map_or_else(corpus::build_pgn, Ok)?;
    if branches {
        return print_branches(&only, &pgn).map(|()| true);
    }
    let rustc = version("rustc", &["--version"]).unwrap_or_else(|| "rustc unknown".to_owned());
    let head = version("git", &["rev-parse", "--short", "HEAD"]).unwrap_or_else(|| "no commit".to_owned());
    let taken_with = format!("{rustc}, {valgrind}, on top of {head}");
    let path = corpus::compare_folder().join("instructions.tsv");
    let record = Record::read(&path)?;

    println!("{:<12} {:<8} {:>12} {:>12} {:>9}", "work", "data", "recorded", "now", "change");
    let mut good = true;
    let mut counted = Vec::new();
    for (work, data, unit) in count::all().filter(|(work, ..)| work.name().starts_with(&only)) {
        let (instructions, units) = count::count(work, data, &pgn)?;
        let row = Row {
            work: work.name().to_owned(),
            data: data.to_owned(),
            unit: unit.to_owned(),
            instructions,
            units,
        };
        let judged = record.judge(row);
        println!("{judged}");
        good &= bless || judged.is_good();
        counted.push(judged);
    }
    if bless {
        record.renewed(counted, only.is_empty()).write(&path, &taken_with)?;
        println!("written to {}", path.display());
    } else if !good {
        eprintln!("\nRecorded with {}; counted with {taken_with}.", record.taken_with);
        eprintln!(
            "When the change is meant, or only the compiler is another: look at every line, then run with --bless."
        );
    }
    Ok(good)
}

/// A table in Markdown, for docs/performance.md.
fn print_branches(only: &str, pgn: &Path) -> io::Result<()> {
    println!(
        "| work | data | instructions | conditional branches | mispredicted | indirect branches | mispredicted |"
    );
    println!("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
    let texts = count::all().filter(|(work, ..)| work.is_of_text() && work.name().starts_with(only));
    for (work, data, _) in texts {
        let counted = count::branches(work, data, pgn)?;
        let of = |count: u64| count as f64 / counted.units.max(1) as f64;
        println!(
            "| {} | {data} | {:.0} | {:.1} | {:.2} | {:.2} | {:.2} |",
            work.name(),
            of(counted.instructions),
            of(counted.conditional),
            of(counted.conditional_missed),
            of(counted.indirect),
            of(counted.indirect_missed),
        );
    }
    Ok(())
}

/// The first line that a program says.
fn version(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).current_dir(corpus::compare_folder()).output().ok()?;
    let said = String::from_utf8_lossy(&output.stdout);
    said.lines().next().filter(|_| output.status.success()).map(str::to_owned)
}
