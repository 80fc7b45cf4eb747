//! Findings for people and programs: one file for each format.
//!
//! ```
//! use pgnkit_archive::report::{Report, ReportFormat};
//! use pgnkit_archive::{Detail, FindingFilter, Selection, check};
//!
//! let filter = FindingFilter::all(Selection::default(), Detail::Excerpts);
//! let findings = check(b"1. e4 e5 2. Ke3 *", &filter);
//! let mut report = Report::new(ReportFormat::Concise);
//! report.input("game.pgn", 0);
//! let mut out = Vec::new();
//! report.write(&mut out, &findings[0])?;
//! assert!(out.starts_with(b"game.pgn:1:13: error[PGN-C001] illegal-move: "));
//! # Ok::<(), std::io::Error>(())
//! ```

mod concise;
mod github;
mod json;
mod sarif;
pub mod statistics;
mod text;

use std::io::{self, Write};

use pgnkit::render::BoardForm;

use crate::findings::{Detail, Finding};

pub use json::to_writer as write_json;
use pgnkit::render::safe;

/// A format of findings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ReportFormat {
    /// The line with a caret, for people.
    #[default]
    Text,
    /// One line for each finding.
    Concise,
    /// One JSON object a line.
    Json,
    /// SARIF 2.1.0, for tools that show results of analyses.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
}

impl ReportFormat {
    /// The detail that this format shows of a finding besides its place.
    pub fn detail(self) -> Detail {
        match self {
            Self::Text => Detail::Excerpts,
            Self::Concise | Self::Github => Detail::Place,
            Self::Json | Self::Sarif => Detail::Plies,
        }
    }
}

/// Writes findings in one of the formats, as they come.
#[derive(Debug)]
pub struct Report {
    format: Format,
    /// Entries of the input before the findings that come next.
    entries_before: u64,
    name: String,
}

#[derive(Debug)]
enum Format {
    Text(pgnkit::render::Renderer),
    Concise(bool),
    Json,
    Sarif(sarif::Log),
    Github,
}

/// The place of a finding in a table, where that is where it is.
fn row(number: Option<u64>, finding: &Finding) -> Option<String> {
    let record = format!("{} {}", finding.record_name?, number?);
    Some(finding.ply.map_or_else(|| record.clone(), |ply| format!("{record}, ply {ply}")))
}

/// Facts that are known when all findings are written.
#[derive(Clone, Copy, Debug, Default)]
pub struct Closing {
    /// Diagnostics that were counted and not shown.
    pub hidden: u64,
    /// Inputs that could not be read, or not to their end.
    pub failures: usize,
}

impl Report {
    /// A report without colours and boards.
    pub fn new(format: ReportFormat) -> Self {
        Self::styled(format, false, None)
    }

    /// A report in colours if wanted, and with the board of illegal moves; lines of one finding have only colours, and the other formats neither.
    pub fn styled(format: ReportFormat, styled: bool, board: Option<BoardForm>) -> Self {
        let format = match format {
            ReportFormat::Text => {
                let renderer = pgnkit::render::Renderer::new().styled(styled);
                Format::Text(board.map_or(renderer, |form| renderer.board(form)))
            }
            ReportFormat::Concise => Format::Concise(styled),
            ReportFormat::Json => Format::Json,
            ReportFormat::Sarif => Format::Sarif(sarif::Log::default()),
            ReportFormat::Github => Format::Github,
        };
        Self { format, entries_before: 0, name: String::new() }
    }

    /// With lines of the text cut to so many columns of a terminal.
    #[must_use]
    pub fn width(mut self, columns: Option<usize>) -> Self {
        if let Format::Text(renderer) = &mut self.format {
            *renderer = renderer.width(columns);
        }
        self
    }

    /// With the address of the pages of diagnostics, in which `{code}` and `{name}` stand for those of each; SARIF links them.
    #[must_use]
    pub fn pages(mut self, address: Option<String>) -> Self {
        if let Format::Sarif(log) = &mut self.format {
            log.pages = address;
        }
        self
    }

    /// Writes what comes before the first finding.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn begin(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match &mut self.format {
            Format::Sarif(log) => log.begin(out),
            _ => Ok(()),
        }
    }

    /// Says that the findings that come next are of the input called `name`, and how many entries of it are before their
    /// block.
    pub fn input(&mut self, name: &str, entries_before: u64) {
        if self.name != name {
            name.clone_into(&mut self.name);
        }
        self.entries_before = entries_before;
    }

    /// Writes one finding.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn write(&mut self, out: &mut dyn Write, finding: &Finding) -> io::Result<()> {
        let name = self.name.as_str();
        let number = finding.entry.as_ref().map(|entry| self.entries_before + entry.before + 1);
        match &mut self.format {
            Format::Text(renderer) => text::write(out, renderer, name, number, finding),
            Format::Concise(styled) => concise::write(out, *styled, name, number, finding),
            Format::Json => json::write(out, name, number, finding),
            Format::Sarif(log) => log.write(out, name, number, finding),
            Format::Github => github::write(out, name, number, finding),
        }
    }

    /// Writes what comes after the last finding.
    ///
    /// # Errors
    /// Those of `out`.
    pub fn finish(&mut self, out: &mut dyn Write, closing: Closing) -> io::Result<()> {
        match &mut self.format {
            Format::Sarif(log) => log.finish(out, closing),
            Format::Github => github::finish(out, closing),
            _ => Ok(()),
        }
    }
}
