//! Many games of any form: read, checked, changed and written on all cores, in order.
//!
//! ```
//! # let directory = tempfile::tempdir()?;
//! # let path = directory.path().join("games.pgn");
//! # std::fs::write(&path, "[White \"Tal\"]\n\n1. e4 e5 1-0\n\n[White \"Fine\"]\n\n1. d4 1-0\n")?;
//! use std::collections::BTreeMap;
//!
//! let mut results = BTreeMap::<String, u64>::new();
//! pgnkit_archive::open(&path)?.for_each(|read| {
//!     *results.entry(read.game.result().to_string()).or_default() += 1;
//! })?;
//! assert_eq!(results["1-0"], 2);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`open`] is the simple way in: files, directories, standard input, compressed or not, in any form of [`input`]. Behind
//! it are rooms that can be used alone, from the bytes upwards:
//!
//! * [`source`] opens files, directories, archives and standard input and gives decompressed bytes.
//! * [`blocks`] cuts bytes into blocks that start where a game very probably starts.
//! * [`pipeline`] runs a worker over the blocks of many streams on several threads and hands the results on in order.
//! * [`input`] has the forms that can be read, one file each: PGN, PGC, EPD, FEN, JSON, Parquet, Arrow.
//! * [`step`] has changes to games on their way, one file each: annotations, clocks.
//! * [`output`] has the forms that can be written, one file each.
//! * [`task`] is the work done with each entry: check, rewrite, compare, collect.
//! * [`run()`](run::run) puts these together: a task over inputs, with findings, account, rejects and what becomes of
//!   entries with errors.
//! * [`sort`] puts games in the collating sequence of the standard or another order, whatever memory there is.
//! * [`split`] divides games among files that are named by what they are.
//! * [`dedup`] finds games that are there more than once.
//! * [`diff`] says what has become of the games of one collection in another one.
//! * [`repertoire`] joins games into one with variations.
//! * [`edit`] changes tags, results, comments and variations in the bytes of games.
//! * [`eco`] says the openings of games by their positions, and sets their tags.
//! * [`tree`] counts the moves that were played in a position and after it.
//! * [`stats`] counts games by result, length, year, rating, opening and player, and makes the crosstables of events.
//! * [`names`] finds the spellings of players, events and sites, and proposes one of each.
//! * [`columns`] has what can be asked of a game by name: tags as dates, numbers and rounds, and what the moves say.
//! * [`condition`] chooses games by an expression over these, in SQL.
//! * [`filter`] tests such a condition on all games, and gives those of which it is true.
//! * [`headers`] reads the tags of games and where they are, for lists.
//! * [`report`] shows findings: text, one line each, JSON, SARIF, GitHub.
//! * [`files`] writes a file so that it is either the whole new one or still the old one.
//!
//! # Crate features
//!
//! All but `columns` are on by default. A form that is left out is in no list of [`input`] and [`output`].
//!
//! | feature | what it adds | costs |
//! | --- | --- | --- |
//! | `gzip`, `bzip2`, `zip` | files compressed so, read and (but for zip) written | decoders in Rust |
//! | `xz`, `zstd` | files compressed so | a C compiler |
//! | `encodings` | character sets other than UTF-8, UTF-16 and ISO 8859-1 | encoding_rs, oem_cp |
//! | `ignore` | walks that heed `.gitignore` and `.ignore` | ignore, regex-automata |
//! | `epd` | EPD and FEN as inputs and outputs | code |
//! | `json` | games as JSON; the times of moves as rows of JSON or CSV | json-event-parser, serde_json |
//! | `pgc` | the binary coding as input and output | code |
//! | `report` | `report`: findings shown | annotate-snippets, serde_json |
//! | `fide` | `names::fide`: the federation's lists of players | quick-xml |
//! | `conditions` | `condition`: games chosen by a condition in SQL | sqlparser, regex-automata |
//! | `eco` | `eco`: openings by position | a table of 390 kB |
//! | `stats` | `stats`: tables, crosstables and plots of what games are | `eco`, serde_json |
//! | `columns` | Parquet and Arrow as inputs and outputs | arrow, parquet |
//! | `threads` | work on all cores; without it everything is done on the calling thread | code |
//!
//! Nothing here prints, and nothing panics because of what it reads: failures are values that name the input and say
//! what failed.

// What only some features need is not marked piece by piece; the build with all of them shows what is dead.
#![cfg_attr(
    not(all(
        feature = "epd",
        feature = "json",
        feature = "pgc",
        feature = "report",
        feature = "fide",
        feature = "conditions",
        feature = "stats",
        feature = "threads"
    )),
    allow(dead_code, unused_imports)
)]

mod account;
pub mod blocks;
pub mod columns;
#[cfg(feature = "conditions")]
pub mod condition;
pub mod dedup;
pub mod diff;
#[cfg(feature = "eco")]
pub mod eco;
pub mod edit;
mod entries;
mod evidence;
pub mod files;
#[cfg(feature = "conditions")]
pub mod filter;
mod findings;
mod fingerprint;
mod fixing;
mod games;
pub mod headers;
pub mod input;
mod list_form;
mod mark;
mod movetext;
pub mod names;
mod only;
pub mod output;
mod paths;
mod performance;
pub mod pipeline;
mod places;
mod position_key;
pub mod repertoire;
#[cfg(feature = "report")]
pub mod report;
mod roster;
pub mod run;
pub mod sort;
pub mod source;
mod spelling;
pub mod split;
#[cfg(feature = "stats")]
pub mod stats;
pub mod step;
pub mod task;
pub mod tree;

pub use account::{Account, Fixable, Tally};
pub use blocks::{Block, Blocks};
pub use entries::{Done, OnError};
pub use files::{
    AtomicDirectory, AtomicFile, Output, PackedFile, Place, PreparedFile, Stamp, is_broken_pipe,
    is_changed_meanwhile, output_refusal,
};
#[cfg(feature = "report")]
pub use findings::{Baseline, BaselineError};
pub use findings::{Detail, EntryOf, Finding, FindingFilter, KnownFindings, MainLine, Title};
pub use fixing::{FixedBlock, Fixing, Shift, Unified};
pub use games::{CollectGames, CollectingGames, Collection, Games, ReadGame, check, from_reader, open};
pub use input::{Entry, InputFormat, Kind};
pub use list_form::ListForm;
pub use mark::MARK;
pub use output::{OutputFormat, OutputOptions};
pub use pgnkit::diagnostics::{Selection, SelectionLayer, Selector};
pub use run::{InputError, OpenInput, RunEvent, RunInput, RunOptions};
pub use source::{Compression, Input, Inputs, Source, SourceError};
pub use task::Task;

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
