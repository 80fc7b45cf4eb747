//! The matrix of programs and cases as a page.

use crate::report::Report;
use crate::suite::Suite;

/// The page.
pub fn matrix(_suite: &Suite, _reports: &[Report]) -> String {
    String::new()
}
