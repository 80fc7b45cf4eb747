//! The time of each move: for people a table, for programs rows with one set of columns.

mod rows;
mod table;

use std::borrow::Cow;

use pgnkit::Game;
use pgnkit::clocks::Clocks;

use crate::account::Account;
use crate::input::{Content, Entry};

pub use rows::{ClocksCsv, ClocksJson};
pub use table::ClockTable;

fn as_game(entry: Entry<'_>) -> Cow<'_, Game> {
    match entry.content {
        Content::Game(game) => Cow::Borrowed(game),
        Content::Position(position) => Cow::Owned(position.to_game()),
    }
}

fn count_contradictions(clocks: &Clocks, account: &mut Account) {
    account.tally("times", &[("in contradiction", clocks.contradictions.len() as u64)]);
}
