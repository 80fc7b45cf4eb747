//! Statistics: how games end, how long they are, when they were played, by whom, how strong, and with which openings.
//!
//! [`GatherStats`] counts games of a block, [`Stats`] has the sums, and [`Stats::table`] makes tables of them, which
//! [`Table::append`] writes for people, as comma-separated values, or as JSON; [`Stats::screen`] is what there is to know at a
//! glance, and [`Table::plot`] draws a table. [`crosstable`] has the tables of events.
//!
//! * **Every game counts**, with or without errors, by what is known of it (decision A-188). What is not known is a row of its own.
//! * **Players are spellings**: two of them are two players, until `pgn names` and `pgn edit` make them one.
//! * **Memory** grows with the different players, openings and groups, not with the games.
//!
//! ```
//! use pgnkit_collections::ListForm;
//! use pgnkit_collections::eco::Book;
//! use pgnkit_collections::stats::{GatherStats, Subject};
//!
//! let text = b"[White \"Tal\"]\n[Black \"Fine\"]\n\n1. e4 e5 1-0\n\n[White \"Fine\"]\n[Black \"Tal\"]\n\n1. d4 1/2-1/2\n";
//! let book = Book::lichess();
//! let stats = GatherStats::new(book.clone(), &[Subject::Players]).of_text(text);
//! let mut table = String::new();
//! stats.table(Subject::Players, &book).append(ListForm::Text, &mut table);
//! assert_eq!(table, "\
//! player  games  +  =  -  score  perf  Elo  opp  years
//! Fine        2  0  1  1   25.0     -    -    -      -
//! Tal         2  1  1  0   75.0     -    -    -      -
//! ");
//! # Ok::<(), pgnkit_collections::eco::BookError>(())
//! ```

mod accuracy;
mod annotated;
mod counts;
pub mod crosstable;
mod ending;
mod game;
mod gather;
mod group;
mod key;
mod plot;
mod screen;
mod table;
mod tables;

pub use counts::Stats;
pub use ending::Ending;
pub use gather::{Counting, GatherStats};
pub use table::{Table, UnknownColumn};
pub use tables::Subject;
