//! The tree of openings: which moves were played in a position, how often, by whom and with what success.
//!
//! [`GatherLines`] takes the moves of games after a position, [`OpeningTree`] counts them, and [`OpeningTree::each`] goes through it, the
//! most played move first. [`TextForm`] shows that to people,
//! [`OpeningTree::to_game`] makes a game of it.
//!
//! * **Positions are joined** that are equal by the rule of repetition after the same number of half-moves, whichever moves led there
//!   (decision A-187): what follows is given once.
//! * **The main line counts**, from the first time that a game comes to the position. Games with errors and games of variants do not.
//! * **Memory has a limit.** Where it is reached, the tree becomes less deep, as [`OpeningTree::depth`] says; whatever it has is exact.
//!
//! ```
//! use pgnkit::chess::Position;
//! use pgnkit_collections::tree::{GatherLines, OpeningTree};
//!
//! let text = b"1. e4 e5 1-0\n\n1. d4 d5 1/2-1/2\n\n1. e4 c5 0-1\n";
//! let mut tree = OpeningTree::new(Position::START, 1);
//! tree.add(0, 0, &GatherLines::new(Position::START, 1).of_text(text));
//! let mut moves = Vec::new();
//! tree.each(1, |row| {
//!     moves.push((row.numbered(), row.stats.games()));
//!     Ok::<(), ()>(())
//! })
//! .unwrap();
//! assert_eq!(moves, [("1. e4".to_owned(), 2), ("1. d4".to_owned(), 1)]);
//! ```

mod batch;
mod gather;
#[cfg(feature = "index")]
mod indexed;
mod level;
mod report;
mod root;
mod rows;
mod stats;
mod table;

pub use batch::Batch;
pub use gather::{GatherLines, Lines};
#[cfg(feature = "report")]
pub use report::json_row;
pub use report::{TextForm, comment};
pub use root::Root;
pub use rows::{Row, Rows};
pub use stats::{Example, Stats};
pub use table::OpeningTree;
