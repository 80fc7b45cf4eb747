//! Puts programs that read or write Portable Game Notation to the PGN conformance suite.
//!
//! A [`Suite`] is loaded from its folder and [`run`] on an [`Adapter`]: a program ([`Command`]) or a function of this process
//! ([`InProcess`]). The [`Report`] holds a [`Verdict`] for each case. The form of the cases and the protocol of adapters are
//! described in the README of the suite.
//!
//! ```no_run
//! use pgn_conformance::{InProcess, Options, load, run};
//!
//! let suite = load("conformance".as_ref()).unwrap();
//! let adapter = InProcess(|arguments: &[String], _input: &[u8]| match arguments[0].as_str() {
//!     "read" => (0, br#"{"diagnostics": []}"#.to_vec()),
//!     _ => (20, Vec::new()),
//! });
//! let report = run(&suite, &adapter, &Options { strict: true, ..Options::default() });
//! assert_eq!(report.failures().count(), 0, "{report}");
//! ```

mod adapter;
mod case;
mod compare;
mod expect;
mod json;
mod lint;
mod lists;
mod report;
mod request;
mod run;
mod suite;
#[cfg(test)]
mod testing;
mod tsv;
mod verdict;

pub use adapter::{Adapter, Answer, Command, InProcess};
pub use case::{AREAS, Case, Class, Part};
pub use expect::{
    CommandText, Comment, Diagnostic, EmbeddedCommand, Expect, Game, Move, Operand, Operation, Record, Tag,
    Variation,
};
pub use lint::{Findings, lint};
pub use lists::{Known, Pending};
pub use report::html::matrix as html;
pub use report::markdown::{insert as insert_markdown, matrix as markdown};
pub use report::{Report, Tested};
pub use request::{Format, Request, Wanted};
pub use run::{Options, run};
pub use suite::{Problem, Suite, load};
pub use verdict::Verdict;
