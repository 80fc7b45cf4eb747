//! Names of players, events and sites: the spellings of each, with the evidence that they are one.
//!
//! [`Survey`] is the task that gathers spellings on all cores, [`Book`] keeps them with what is known of each, and
//! [`Book::groups`] says which are one and how it is best written.
//!
//! ```
//! # use std::ops::ControlFlow;
//! # use std::sync::Arc;
//! use pgnkit_collections::names::{Book, Subject, Survey};
//! # use pgnkit_archive::{FindingFilter, Input, RunEvent, RunInput, RunOptions, run};
//!
//! let text = "[White \"Tal, Mikhail\"]\n\n1. e4 *\n\n[White \"TAL, Mikhail\"]\n\n1. d4 *\n";
//! let input = RunInput::new(Input::from_reader("games.pgn", text.as_bytes())?, Arc::new(FindingFilter::default()));
//! let mut book = Book::default();
//! let survey = Survey::new(&[Subject::Player]);
//! let _ = run::run([Ok(input)], &survey, &RunOptions::default(), |event| {
//!     if let RunEvent::Entries(_, _, done) = event {
//!         book.push(done.value);
//!     }
//!     ControlFlow::<()>::Continue(())
//! })?;
//! let groups = book.groups();
//! assert_eq!(groups[0].proposed, "Tal, Mikhail");
//! assert_eq!(groups[0].spellings.len(), 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! * **Memory is bounded by the spellings**, not by the games: of opponents, places and games each has only some hashes, always the
//!   smallest, so that those of two spellings can be compared.
//! * **Names alone decide little.** [`Evidence`] has the weights; what contradicts a group is in [`Book::groups`].
//! * **A name that fits two others is doubtful** unless the evidence is far better for one of them.

mod candidates;
mod evidence;
mod families;
#[cfg(feature = "fide")]
pub mod fide;
mod groups;
mod item;
mod nations;
mod order;
mod profile;
mod proposal;
#[cfg(feature = "report")]
mod report;
mod rounds;
mod smallest;
mod survey;
mod titled;

pub use evidence::{DOUBTFUL_POINTS, Evidence, REQUIRED_POINTS};
pub use groups::{Doubt, Group, Groups, Link, Listed, Spelling};
pub use nations::{NationCount, NationKind};
pub use proposal::Reason;
#[cfg(feature = "report")]
pub use report::{TABLE_HEAD, append_nation, append_row, list_head, nations_head};
pub use survey::{BlockSpellings, Book, Subject, Survey};
