//! Opening books of engines: made of games, and gone through.
//!
//! [`GatherMoves`] takes moves of games with the positions that they are played in, [`MoveCounts`] counts them, and
//! [`MoveCounts::to_book`] gives the bytes of a book of Polyglot. [`walk`] goes through a book from a position, the
//! greatest weight first, and [`to_game`] makes a game of it.
//!
//! * **A move has two points for each win and one for each draw** of the side that moves, and one for a game without a
//!   result. A move without points is not in the book. So weighs the program `polyglot`, and the bytes are the same.
//! * **Counts have 15 bits.** When a move is in 16384 games, the counts of all moves of its position are halved, as that
//!   program does. Results depend on the order of games, and not on threads.
//! * **The main line counts**, from wherever the game starts. Games with errors and games of variants do not.
//!
//! ```
//! use pgnkit::chess::Position;
//! use pgnkit_collections::engine_book::{BookOptions, GatherMoves, MoveCounts};
//!
//! let text = b"1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n\n1. e4 c5 1-0\n";
//! let mut counts = MoveCounts::default();
//! counts.add(&GatherMoves::default().of_text(text));
//! let bytes = counts.to_book(&BookOptions::default());
//! let book = pgnkit_formats::book::read(&bytes, &mut |damage| panic!("{damage}"));
//! let moves: Vec<_> = book.of(&Position::START).map(|entry| (entry.mv.to_string(), entry.weight)).collect();
//! assert_eq!(moves, [("e2e4".to_owned(), 4), ("d2d4".to_owned(), 1)]);
//! ```

mod counts;
mod gather;
mod report;
mod walk;

pub use counts::{BookOptions, MoveCounts};
pub use gather::{GatherMoves, Moves};
#[cfg(feature = "report")]
pub use report::json_row;
pub use report::{comment, percent_of, to_game};
pub use walk::{Row, walk};
