//! The command line.

use std::ffi::OsString;
use std::num::NonZero;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Puts programs that read or write Portable Game Notation to the PGN conformance suite.
#[derive(Debug, Parser)]
#[command(version, max_term_width = 100)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Run(Run),
    Lint(Lint),
    List(List),
    Matrix(Matrix),
}

/// Put a program to the cases.
///
/// Prints each case that did not pass with the reasons, then tables by area and by class. Exit status: 0 nothing failed, 1 something
/// failed or a list does not tell the truth, 2 the suite, a list or the adapter cannot be used.
#[derive(Debug, Args)]
pub struct Run {
    #[command(flatten)]
    pub suite: Suite,
    /// The expectation must be met in every member and every kind of diagnostic, whatever the class
    #[arg(long)]
    pub strict: bool,
    /// Requests at a time [default: as many as there are processors]
    #[arg(long, value_name = "N")]
    pub jobs: Option<NonZero<usize>>,
    /// Seconds an adapter has for each request
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=86400))]
    pub timeout: u64,
    /// Only cases of this area
    #[arg(long = "area", value_name = "AREA")]
    pub areas: Vec<String>,
    /// Only this case
    #[arg(long = "case", value_name = "AREA/NAME")]
    pub cases: Vec<String>,
    /// Table of parts that the program has not built: part, tab, reason
    #[arg(long, value_name = "FILE")]
    pub pending: Option<PathBuf>,
    /// Table of the verdicts of a former run; only changes are failures
    #[arg(long, value_name = "FILE")]
    pub known: Option<PathBuf>,
    /// Write the table of --known anew
    #[arg(long, requires = "known")]
    pub bless: bool,
    /// Name of the program in the report [default: the name of the adapter's file]
    #[arg(long)]
    pub name: Option<String>,
    /// Write the verdicts as JSON
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Print only the tables and what the lists are wrong about
    #[arg(long, short)]
    pub quiet: bool,
    /// The adapter and its first arguments
    #[arg(last = true, required = true, value_name = "ADAPTER")]
    pub adapter: Vec<OsString>,
}

/// Look for what is wrong with the suite itself.
///
/// Exit status: 0 nothing, 1 problems. Advice does not count.
#[derive(Debug, Args)]
pub struct Lint {
    #[command(flatten)]
    pub suite: Suite,
    /// Only cases of this area; the coverage of the requirements is not looked at
    #[arg(long = "area", value_name = "AREA")]
    pub areas: Vec<String>,
}

/// List the cases: name, class, requirements, purpose, separated by tabs.
#[derive(Debug, Args)]
pub struct List {
    #[command(flatten)]
    pub suite: Suite,
    /// Only cases of this area
    #[arg(long = "area", value_name = "AREA")]
    pub areas: Vec<String>,
}

/// Show results of several programs side by side.
#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("output").required(true).multiple(true).args(["html", "markdown"]))]
pub struct Matrix {
    #[command(flatten)]
    pub suite: Suite,
    /// Write a page with every case
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Put the summary between <!-- matrix --> and <!-- /matrix --> of this file
    #[arg(long, value_name = "FILE")]
    pub markdown: Option<PathBuf>,
    /// What `run --json` has written
    #[arg(required = true, value_name = "RESULT.json")]
    pub results: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Suite {
    /// The folder of the suite, which holds cases/ and the tables
    #[arg(long = "cases", value_name = "DIR", default_value = "conformance")]
    pub dir: PathBuf,
}
