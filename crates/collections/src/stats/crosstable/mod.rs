//! Crosstables: who has met whom in an event, with what result.
//!
//! [`GatherEvents`] takes from games what a table needs, [`Events`] has them all, and [`Events::each`] gives the events one after
//! another, in the order in which they begin in the input: each makes its [`Table`](super::Table).
//!
//! * **An event** is what has the same Event, Site and EventDate; addresses of sites of the internet are left out, and what
//!   was played months apart are two events (decision A-191). [`GatherEvents::by`] says it otherwise.
//! * **Every game counts** that two players have. Points of rounds that are not in the input are not known.
//! * **Memory** grows with the games: about a hundred bytes for each, and for the largest event three hundred more for each and a
//!   kilobyte for each player: [`Events::memory`].
//!
//! ```
//! use pgnkit_collections::ListForm;
//! use pgnkit_collections::stats::crosstable::GatherEvents;
//!
//! let game = |white, black, result| format!("[Event \"Riga\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n\n{result}\n\n");
//! let games = [game("Tal", "Fine", "1-0"), game("Fine", "Keres", "1/2-1/2"), game("Keres", "Tal", "0-1")].concat();
//! let events = GatherEvents::new().of_text(games.as_bytes());
//! let mut table = String::new();
//! events.each(|event| {
//!     event.table(None).append(ListForm::Text, &mut table);
//!     Ok::<(), ()>(())
//! }).unwrap();
//! assert_eq!(table, "\
//! ##  player  1  2  3  points    SB
//! 1  Tal     ■  1  1     2.0  1.00
//! 2  Fine    0  ■  ½     0.5  0.25
//! 3  Keres   0  ½  ■     0.5  0.25
//! ");
//! ```

mod entrants;
mod events;
mod gather;
mod layout;
mod split;

pub use events::{Event, Events};
pub use gather::{GatherEvents, GatherScratch};
pub use layout::Layout;
