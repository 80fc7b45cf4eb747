//! Diagnostics of chess games as text: what can be wrong, where it is, and how to fix it.
//!
//! This crate knows no grammar and no rules; the crates that read report with it.
//!
//! * [`Code`] names each kind of fault, with its [`Severity`] at each [`Level`], the section of the standard and a page
//!   that explains it; [`CodeSet`] is a set of them.
//! * [`Diagnostic`] is one fault, plain data with the [`Span`] of bytes it is about, and perhaps a [`Fix`].
//! * [`Sink`] takes diagnostics, and says by code which it wants.
//! * [`LineIndex`] turns offsets into lines and columns, [`Encoding`] bytes into characters.
//!
//! Works without `std`, with an allocator; the feature `std`, on by default, lets `memchr` use the best instructions of
//! the processor.
//!
//! ```
//! use pgnkit_diagnostics::{Code, Collect, Diagnostic, LineIndex, Location, Sink, Span, quoted};
//!
//! let text = b"1. e4\ne9 *";
//! let span = Span::new(6, 8);
//! let mut sink = Collect::default();
//! if sink.wants(Code::StrayWord) {
//!     let message = format!("expected a move, found {}", quoted(span.of(text)));
//!     sink.report(Diagnostic::new(Code::StrayWord, span, message));
//! }
//! assert_eq!(sink[0].message, "expected a move, found `e9`");
//! let place = LineIndex::new(text, Location::START).locate(sink[0].span.start);
//! assert_eq!((place.line, place.column), (2, 1));
//! ```

#![no_std]

extern crate alloc;

mod code;
mod diagnostic;
mod encoding;
mod fix;
#[doc(hidden)]
pub mod internals;
mod level;
mod located;
mod location;
mod selection;
#[cfg(feature = "serde")]
mod serde;
mod span;
mod suppression;

pub use code::{Area, Code, CodeSet};
pub use diagnostic::{
    Applicability, Collect, Diagnostic, Edit, First, Fix, Ignore, Label, Severity, Sink, quoted,
};
pub use encoding::Encoding;
pub(crate) use encoding::decode_char;
pub use level::{AtLevel, Level};
pub use located::Located;
pub use location::{LineIndex, Location};
pub use selection::{Selection, SelectionLayer, Selector, UnknownSelectorError};
pub use span::Span;
pub use suppression::{Suppression, SuppressionFault, SuppressionScope};

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
