//! The command `pgn-conformance`.

mod args;

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use pgn_conformance::{
    Command, Known, Options, Pending, Report, Suite, html, insert_markdown, lint, load, markdown, run,
};

/// Exit status: something failed.
const FAILED: u8 = 1;
/// Exit status: what is needed cannot be used.
const UNUSABLE: u8 = 2;

fn main() -> ExitCode {
    let done = match args::Cli::parse().command {
        args::Command::Run(args) => command_run(&args),
        args::Command::Lint(args) => command_lint(&args),
        args::Command::List(args) => command_list(&args),
        args::Command::Matrix(args) => command_matrix(&args),
    };
    match done {
        Ok(status) => ExitCode::from(status),
        Err(why) => {
            eprintln!("pgn-conformance: {why}");
            ExitCode::from(UNUSABLE)
        }
    }
}

fn command_run(args: &args::Run) -> Result<u8, String> {
    let suite = suite(&args.suite.dir)?;
    chosen(&suite, &args.areas, &args.cases)?;
    let pending =
        args.pending.as_deref().map(|file| of(file, Pending::load(file))).transpose()?.unwrap_or_default();
    let known = args.known.as_deref().map(|file| {
        // There is nothing to be known before the first run.
        let none = args.bless && !file.exists();
        Ok::<_, String>((file, if none { Known::default() } else { of(file, Known::load(file))? }))
    });
    let known = known.transpose()?;

    let (program, arguments) = args.adapter.split_first().ok_or("no adapter")?;
    let adapter =
        Command::new(program, arguments.iter().cloned()).time_limit(Duration::from_secs(args.timeout));
    of(Path::new(program), adapter.check())?;
    let file_stem = || Path::new(program).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let options = Options {
        strict: args.strict,
        jobs: args.jobs,
        areas: args.areas.clone(),
        cases: args.cases.clone(),
        pending,
        name: args.name.clone().unwrap_or_else(file_stem),
    };
    let report = run(&suite, &adapter, &options);
    if let Some(file) = &args.json {
        of(file, fs::write(file, report.to_json()))?;
    }
    if args.quiet {
        print(report.tables())?;
    } else {
        print(&report)?;
    }

    let mut untrue = options.pending.stale(&report);
    let mut failed = report.failures().next().is_some();
    if let Some((file, known)) = known {
        if args.bless {
            of(file, fs::write(file, known.renewed(&report, &suite).to_text()))?;
        } else {
            untrue.extend(known.changes(&report, &suite));
        }
        failed = false;
    }
    for line in &untrue {
        print(format_args!("{line}\n"))?;
    }
    Ok(if failed || !untrue.is_empty() { FAILED } else { 0 })
}

fn command_lint(args: &args::Lint) -> Result<u8, String> {
    let findings = lint(&args.suite.dir, &args.areas);
    for problem in &findings.problems {
        print(format_args!("{problem}\n"))?;
    }
    for advice in &findings.advice {
        print(format_args!("advice: {advice}\n"))?;
    }
    let (problems, advice) = (findings.problems.len(), findings.advice.len());
    eprintln!("{problems} problems, {advice} pieces of advice");
    Ok(if problems > 0 { FAILED } else { 0 })
}

fn command_list(args: &args::List) -> Result<u8, String> {
    let suite = suite(&args.suite.dir)?;
    chosen(&suite, &args.areas, &[])?;
    for case in suite.cases.iter().filter(|case| args.areas.is_empty() || args.areas.contains(&case.area)) {
        let file = &case.file;
        print(format_args!(
            "{}\t{}\t{}\t{}\n",
            case.id(),
            file.class,
            file.requirements.join(" "),
            file.purpose
        ))?;
    }
    Ok(0)
}

fn command_matrix(args: &args::Matrix) -> Result<u8, String> {
    let suite = suite(&args.suite.dir)?;
    let results = args.results.iter().map(|file| of(file, Report::from_json(&of(file, fs::read(file))?)));
    let results = results.collect::<Result<Vec<_>, _>>()?;
    if let Some(file) = &args.html {
        of(file, fs::write(file, html(&suite, &results)))?;
    }
    if let Some(file) = &args.markdown {
        let text = of(file, fs::read_to_string(file))?;
        of(file, fs::write(file, of(file, insert_markdown(&text, &markdown(&results)))?))?;
    }
    Ok(0)
}

fn suite(dir: &Path) -> Result<Suite, String> {
    load(dir).map_err(|problems| {
        let lines: Vec<_> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
        format!("{} is not in order:{}", dir.display(), lines.concat())
    })
}

/// Selected cases must exist, so that a misprint does not make a run that tests nothing.
fn chosen(suite: &Suite, areas: &[String], cases: &[String]) -> Result<(), String> {
    if let Some(area) = areas.iter().find(|area| suite.cases.iter().all(|case| case.area != **area)) {
        return Err(format!("there is no case in the area {area:?}"));
    }
    match cases.iter().find(|id| suite.cases.iter().all(|case| case.id() != **id)) {
        Some(case) => Err(format!("there is no case {case:?}")),
        None => Ok(()),
    }
}

/// Names the file in an error.
fn of<T, E: Display>(file: &Path, result: Result<T, E>) -> Result<T, String> {
    result.map_err(|error| format!("{}: {error}", file.display()))
}

/// Prints to standard output; who closes it early wants no more.
fn print(text: impl Display) -> Result<(), String> {
    match write!(io::stdout(), "{text}").and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| format!("standard output: {error}")),
    }
}
