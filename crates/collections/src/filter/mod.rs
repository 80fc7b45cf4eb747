//! The games of which a condition is true.
//!
//! [`Filter`] is the task: it [tests](pgnkit_query::condition) games while they are read, and gathers those that match as they stand in the
//! input. [`Choice`] says, in the order of the input, which of them are given: by number, and how many.
//!
//! * **Bytes stay**, as in [`sort`](crate::sort); [`Filter::formatted`] gives games in export format.
//! * **Games with errors are tested like all others.** What they have is looked at; whether something comes in moves that could
//!   not be read is not known, which is neither true nor false.
//! * **What does not decide is not read**, unless [`Filter::reading_on`] asks for it: errors in it are not found.
//!
//! ```
//! use std::ops::ControlFlow;
//! use std::sync::Arc;
//!
//! use pgnkit_collections::filter::Filter;
//! use pgnkit_collections::sort::Stream;
//! use pgnkit_archive::{FindingFilter, Input, RunEvent, RunInput, RunOptions, run};
//!
//! let games = "[White \"Tal\"]\n\n1.e4 *\n\n[White \"Fine\"]\n\n1.d4 *\n";
//! let input = RunInput::new(Input::from_reader("games", games.as_bytes())?, Arc::new(FindingFilter::default()));
//! let task = Filter::new("white <> 'Tal'".parse()?);
//! let (mut stream, mut chosen) = (Stream::new(Default::default()), Vec::new());
//! let mut write = |text: &[u8]| std::io::Write::write_all(&mut chosen, text);
//! let flow = run::run([Ok(input)], &task, &RunOptions::default(), |event| {
//!     let RunEvent::Entries(_, _, done) = event else { return ControlFlow::Continue(()) };
//!     let all = 0..done.value.games.len();
//!     let result = all.into_iter().try_for_each(|at| stream.take(&done.value.gathered, at, &mut write));
//!     result.map_or_else(ControlFlow::Break, ControlFlow::Continue)
//! })?;
//! assert!(flow.is_continue());
//! stream.finish(&mut write)?;
//! assert_eq!(chosen, b"[White \"Fine\"]\n\n1.d4 *\n\n");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod choice;
mod tags;
mod task;

pub use choice::Choice;
pub use tags::UnknownTags;
pub use task::{Filter, Filtered, Filtering, Tested};
