//! The text of Portable Game Notation.
//!
//! This crate knows what PGN *looks like* (sections 4 to 8.2 of the standard) and nothing of what the moves mean.
//! [`Parser`] turns bytes into [`Event`]s with [`Span`]s, reads the lax import format with every leniency that real
//! files need, reports each departure to a [`Sink`], and always finds the next game again. It allocates nothing per
//! token, never panics, and never recurses.
//!
//! ```
//! use pgnkit_syntax::{Collect, Event, Parser};
//!
//! let text = b"[Event \"x\"]\n\n1. e4 {best by test} e5 (1... c5!) *\n";
//! let mut diagnostics = Collect::default();
//! let mut parser = Parser::new(text);
//! let mut moves = Vec::new();
//! while let Some(event) = parser.next_event(&mut diagnostics) {
//!     if let Event::Move(span) = event {
//!         moves.push(span.text(text));
//!     }
//! }
//! assert_eq!(moves, ["e4", "e5", "c5"]);
//! assert!(diagnostics.is_empty());
//! ```
//!
//! [`Code::page`] explains a [`Code`]; docs/diagnostics.md in the repository has all pages.
//!
//! Works without `std`, with an allocator; the feature `std`, on by default, lets `memchr` use the best instructions of
//! the processor.
//!
//! Not included are legality, the check of move numbers, and everything about files: see `pgnkit-chess`, `pgnkit` and
//! `pgnkit-archive`.

#![no_std]

extern crate alloc;

mod event;
#[doc(hidden)]
pub mod internals;
mod parser;
mod scan;
mod tag;

pub use pgnkit_diagnostics::{
    Applicability, Area, AtLevel, Code, CodeSet, Collect, Diagnostic, Edit, Encoding, First, Fix, Ignore,
    Label, Level, LineIndex, Location, Severity, Sink, Span, quoted,
};

pub(crate) use pgnkit_diagnostics::internals::decode_char;

pub use event::{Event, Outcome, ParseOutcomeError};
pub use parser::{MoveWords, Parser, StartContext, UNREAD_MARK};
pub use tag::RawTag;

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
