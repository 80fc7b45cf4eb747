//! Sorting: games of any number and size, in the collating sequence of the standard or in another [`Order`].
//!
//! [`GatherGames`] is the task that gives each game its key, on all cores; [`Sorter`] takes what it gathers and gives the
//! texts of the games in order.
//!
//! * **Bytes stay.** A game is written with its original bytes, those with errors like all others; only forms that are
//!   not PGN are written in export format, and all where [`GatherGames::formatted`] asks for it.
//! * **Text outside games** goes with the game after it (decision A-120): comments and escape lines between games, too. What
//!   comes after the last game of an input comes after the last game of the output. The escape lines that
//!   speak of a whole file (`%pgn-check ignore-file`) come first. Byte order marks go, but for that of a file that is
//!   [rewritten in place](GatherGames::in_place), if all of it is UTF-8 (decision A-02).
//! * **Empty lines** between games are one each; line ends are those that were there.
//! * **The order is stable and total.** The same input gives the same bytes, whatever the number of threads, the size
//!   of blocks and of memory.
//! * **Memory is bounded.** Games that do not fit are written sorted to a temporary file, compressed, and merged from there.
//!   That file has no name: the system takes it back however the process ends.
//! * **A game stays a game.** One without an end may run into another one than the one it was before: it then gets its marker, after
//!   a brace where a comment is open, and keeps all its other bytes. Only where that does not help, one of the two is written in
//!   export format. Both are counted ([`SortCounts`]).

mod batch;
mod chunk;
mod gather;
mod job;
mod layout;
mod merge;
mod order;
mod runs;
mod seam;
mod sorter;
mod stream;
mod writer;

pub use batch::Batch;
pub use gather::{GatherGames, GatherScratch};
pub use order::{Order, OrderError};
pub use sorter::{Fate, Piece, SortCounts, SortOptions, SortedGames, Sorter};
pub use stream::Stream;
