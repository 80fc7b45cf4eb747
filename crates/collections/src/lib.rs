//! Jobs over many games, of any size: each is a [`Task`](pgnkit_archive::Task) that
//! [`run`](pgnkit_archive::run::run) takes through inputs, and what is made of its results.
//!
//! * [`sort`] puts games in the collating sequence of the standard or another order, whatever memory there is.
//! * [`split`] divides games among files that are named by what they are.
//! * [`dedup`] finds games that are there more than once.
//! * [`diff`] says what has become of the games of one collection in another one.
//! * [`repertoire`] joins games into one with variations.
//! * [`edit`] changes tags, results, comments and variations in the bytes of games.
//! * [`eco`] says the openings of games by their positions, and sets their tags.
//! * [`engine_book`] makes opening books of engines, and goes through them.
//! * [`tree`] counts the moves that were played in a position and after it.
//! * [`stats`] counts games by result, length, year, rating, opening and player, and makes the crosstables of events.
//! * [`names`] finds the spellings of players, events and sites, and proposes one of each.
//! * [`position_index`] gathers games for an index of their positions.
//! * [`filter`] tests a condition on all games, and gives those of which it is true.
//!
//! # Crate features
//!
//! All are on by default.
//!
//! | feature | what it adds | costs |
//! | --- | --- | --- |
//! | `conditions` | `filter`; games chosen by a condition; orders and texts by expressions | sqlparser, regex-automata |
//! | `eco` | `eco`: openings by position | a table of 390 kB |
//! | `fide` | `names::fide`: the federation's lists of players | quick-xml |
//! | `index` | `position_index`: games by their positions | pgnkit-index, zstd |
//! | `report` | trees and duplicates as JSON | serde_json |
//! | `stats` | `stats`: tables, crosstables and plots of what games are | `eco`, serde_json |
//! | `threads` | sorting on a second thread | code |
//! | `zstd` | temporary files are compressed | a C compiler |
//!
//! Nothing here prints, and nothing panics because of what it reads.

// What only some features need is not marked piece by piece; the build with all of them shows what is dead.
#![cfg_attr(
    not(all(
        feature = "conditions",
        feature = "fide",
        feature = "index",
        feature = "report",
        feature = "stats",
        feature = "threads",
        feature = "zstd"
    )),
    allow(dead_code, unused_imports)
)]

pub mod dedup;
pub mod diff;
#[cfg(feature = "eco")]
pub mod eco;
pub mod edit;
pub mod engine_book;
mod evidence;
#[cfg(feature = "conditions")]
pub mod filter;
mod fingerprint;
mod list_form;
pub mod names;
mod parts;
mod performance;
mod places;
#[cfg(feature = "index")]
pub mod position_index;
mod position_key;
pub mod repertoire;
mod roster;
pub mod sort;
pub mod split;
#[cfg(feature = "stats")]
pub mod stats;
pub mod tree;

pub use list_form::ListForm;
pub use performance::performance;
pub use pgnkit::judgement;

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
