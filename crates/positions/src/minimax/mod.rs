//! Scores of a book of positions, worked back from its leaves: what BOOKUP called backsolving.
//!
//! A [`Book`] takes records: a position, and perhaps its evaluation as the EPD operation `ce` has it (section
//! 16.2.5.6): in centipawns, from the view of the side to move, beyond ±32,000 a mate. [`Book::solve`] finds the moves
//! that lead from one position of the book to another, and gives every position the score it has when both sides choose
//! the best of these moves. Read *the book* below wherever a game could go on outside it: moves to other positions do
//! not count.
//!
//! ```
//! use pgnkit_positions::minimax::{Book, Options, Origin};
//! use pgnkit_chess::{Position, san};
//! use std::sync::atomic::AtomicBool;
//!
//! let after = |moves: &[&str]| {
//!     moves.iter().fold(Position::START, |position, text| {
//!         position.after(san::read(&position, text.as_bytes()).unwrap().mv)
//!     })
//! };
//! let mut book = Book::new();
//! book.push(&after(&[]), None);
//! book.push(&after(&["e4"]), None);
//! book.push(&after(&["e4", "e5"]), Some(30)); // the side to move is White
//! book.push(&after(&["e4", "c5"]), Some(25));
//! book.push(&after(&["f3"]), Some(40)); // Black
//!
//! let solution = book.solve(&Options::default(), &AtomicBool::new(false)).unwrap();
//! let start = solution.verdict(0).unwrap();
//! assert_eq!((start.ce, start.origin), (Some(25), Origin::Moves));
//! let line: Vec<String> = solution.line(0).map(|mv| mv.to_uci(Default::default()).to_string()).collect();
//! assert_eq!(line, ["e2e4", "c7c5"]);
//! assert_eq!(solution.statistics().moves, 4);
//! ```
//!
//! # What is a position, and what a leaf
//!
//! * Positions are the same when they are so under the repetition rule, so lines that transpose meet. Clocks do not
//!   count. Positions are compared [as a whole](pgnkit_chess::PackedPosition), not by keys that might collide.
//! * Records of one position are one position, with the first evaluation that one of them has. This is all that depends
//!   on the order of the records, and [`Statistics::conflicts`] names those that say otherwise.
//! * A leaf is a position without a move to another one of the book. It has its own evaluation. A leaf without one has
//!   the score of the rules where the game is over there ([`Origin::Board`]), else it is unknown. From a position that
//!   is dead for lack of material no move is looked for: the game is over.
//! * Unknown positions are not chosen. A position all of whose moves lead to unknown ones is like a leaf.
//! * With [`InnerScores::Keep`] every evaluation of a record is kept, as if its position were a leaf.
//! * −32767 says that a position is illegal (section 16.2.5.6), and so is no evaluation; nor is what the range
//!   excludes.
//!
//! # Scores
//!
//! The score of any other position is the best that one of its moves has: the negated score of the position it leads
//! to. A mate gets further away by a ply with each move back. The longest `ce` can say is a mate in 765 plies; longer
//! ones are compared as they are, written as the longest, and counted in [`Statistics::long_mates`].
//!
//! # Cycles
//!
//! Moves can lead back to a position. To play on for ever is worth a draw, 0, to both: that is what repetition comes
//! to. So a score is what both sides can force in this game, and it is well defined: nothing depends on where one
//! begins. Who is better leaves the cycle, and mates found through a cycle are as short as can be forced. A draw that
//! would be something else if playing on for ever were not a draw is a [`Origin::Repetition`].
//!
//! # Best moves
//!
//! Among the moves with the best score it is the first in the ASCII order of SAN. One that stays in a cycle is passed
//! over, though, when the side to move can force the score without repetition and the move comes no nearer to that. So
//! lines end, and at a position that has the score; only a draw by repetition can go round, and there the line stops
//! before it comes to a position again.
//!
//! # Cost
//!
//! Finding the moves takes most of the time; it is linear and shared among [`Options::jobs`] threads, and the result is
//! the same for any number. The rest is linear but for a sort of the leaves. Nothing recurs on the depth of the book. A
//! million positions of games take about two and a half seconds of one processor. At most about 60 bytes a record, the
//! book's own 34 among them, and 10 bytes a move between its positions are needed at any time.

mod book;
mod chunks;
mod cycles;
mod failure;
mod forced;
mod graph;
mod index;
mod known;
mod options;
mod score;
mod solution;
mod statistics;
mod stop;
#[cfg(test)]
mod tests;

pub use book::Book;
pub use failure::SolveError;
pub use options::{InnerScores, Options};
pub use solution::{Origin, Solution, Verdict};
pub use statistics::Statistics;
