//! Test suites: records of EPD that say which move an engine should find, and what became of that.

mod goal;
mod outcome;
mod points;
mod record;
mod report;
mod row;
mod significance;
mod summary;
mod task;

pub use goal::Goal;
pub use outcome::{Outcome, Verdict};
pub use points::Points;
pub use record::annotate;
pub use report::{SuiteReport, TestedEngine};
pub use row::{SuiteResult, SuiteRow};
pub use significance::sign_test;
pub use summary::{Comparison, Summary, Sums};
pub use task::{RunSuite, SuiteProgress, SuiteScratch, TestedRecords};

#[cfg(test)]
mod tests {
    use pgnkit::epd::{Epd, Reader};
    use pgnkit::syntax::Ignore;

    /// The record of a line, whatever is wrong with it.
    pub(super) fn read(line: &str) -> Epd {
        Reader::new(line.as_bytes()).read_record(&mut Ignore).and_then(|record| record.epd).unwrap()
    }
}
