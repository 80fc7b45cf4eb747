//! The time of each move: for people a table, for programs rows with one set of columns.

#[cfg(feature = "json")]
mod rows;
mod table;

use pgnkit::clocks::Clocks;

use crate::account::Account;

#[cfg(feature = "json")]
pub use rows::{ClocksCsv, ClocksJson};
pub use table::ClockTable;

fn count_contradictions(clocks: &Clocks, account: &mut Account) {
    account.tally("times", &[("in contradiction", clocks.contradictions.len() as u64)]);
}
