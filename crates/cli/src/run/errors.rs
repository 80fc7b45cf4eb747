//! The first errors of a run, for commands whose business they are not.

use std::io::Write as _;

use pgnkit_archive::output::Numbers;
use pgnkit_archive::report::{Report, ReportFormat};
use pgnkit_archive::{Done, FindingFilter};

/// Errors shown before pointing to `pgn check`.
const SHOWN: usize = 10;

/// Shows the first errors of a run on standard error.
#[derive(Default)]
pub(crate) struct Errors {
    shown: usize,
}

impl Errors {
    /// The findings that a run must gather for it.
    pub(crate) fn filter() -> FindingFilter {
        FindingFilter::errors(SHOWN, SHOWN + 1)
    }

    pub(crate) fn show<T>(&mut self, name: &str, numbers: Numbers, done: &Done<T>) {
        if done.findings.is_empty() {
            return;
        }
        let mut report = Report::new(ReportFormat::Concise);
        report.input(name, numbers.before_in_input);
        let mut stderr = std::io::stderr().lock();
        for finding in &done.findings {
            self.shown += 1;
            if self.shown <= SHOWN {
                let _ = report.write(&mut stderr, finding);
            } else if self.shown == SHOWN + 1 {
                let _ = writeln!(stderr, "… more errors; `pgn check` shows all, with the lines they are in");
            }
        }
    }
}
