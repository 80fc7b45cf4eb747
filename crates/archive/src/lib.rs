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
//! * [`input`] has the forms that can be read, one file each: PGN, PGC, EPD, FEN, JSON, Parquet, Arrow, databases
//!   of other programs, games of sites, logs of servers.
//! * [`step`] has changes to games on their way, one file each: annotations, clocks.
//! * [`output`] has the forms that can be written, one file each.
//! * [`task`] is the work done with each entry: check, rewrite, compare, collect.
//! * [`run()`](run::run) puts these together: a task over inputs, with findings, account, rejects and what becomes of
//!   entries with errors.
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
//! | `databases` | databases of Scid as inputs and outputs; those of ChessBase, and logs of chess servers, as inputs | pgnkit-formats |
//! | `index` | indexes of games as inputs | pgnkit-index, a C compiler |
//! | `sites` | games of lichess and chess.com as inputs | pgnkit-formats, serde_json |
//! | `report` | `report`: findings shown | annotate-snippets, serde_json |
//! | `columns` | Parquet and Arrow as inputs and outputs | arrow, parquet |
//! | `threads` | work on all cores; without it everything is done on the calling thread | code |
//!
//! Conditions on games are in `pgnkit-query`; jobs that need many games at once, such as sorting and looking for duplicates, in
//! `pgnkit-collections`.
//!
//! Nothing here prints, and nothing panics because of what it reads: failures are values that name the input and say
//! what failed.

// What only some features need is not marked piece by piece; the build with all of them shows what is dead.
#![cfg_attr(
    not(all(
        feature = "epd",
        feature = "index",
        feature = "json",
        feature = "pgc",
        feature = "report",
        feature = "threads"
    )),
    allow(dead_code, unused_imports)
)]

mod account;
pub mod blocks;
mod entries;
mod entry;
pub mod files;
mod findings;
mod fixing;
mod games;
pub mod headers;
pub mod input;
pub mod inputs;
mod mark;
pub mod origin;
pub mod output;
mod paths;
pub mod pipeline;
#[cfg(feature = "report")]
pub mod report;
pub mod run;
mod select;
mod size;
pub mod source;
mod stamp;
pub mod step;
pub mod task;

pub use account::{Account, Fixable, Tally};
pub use blocks::{Block, Blocks};
pub use entries::OnError;
pub use entry::{Kind, MainLine, Title};
pub use files::{
    AtomicDirectory, AtomicFile, Output, PackedFile, Parts, Place, PreparedFile, Stamp, is_broken_pipe,
    is_changed_meanwhile, output_refusal,
};
#[cfg(feature = "report")]
pub use findings::{Baseline, BaselineError};
pub use findings::{Detail, Done, EntryOf, Finding, FindingFilter, KnownFindings};
pub use fixing::{FixedBlock, Fixing, Shift, Unified};
pub use games::{CollectGames, CollectingGames, Collection, Games, ReadGame, check, from_reader, open};
pub use input::{Entry, InputFormat};
pub use inputs::{Input, Inputs};
pub use mark::MARK;
pub use output::{OutputFormat, OutputOptions};
pub use pgnkit::diagnostics::{Selection, SelectionLayer, Selector};
pub use run::{InputError, OpenInput, RunEvent, RunInput, RunOptions};
pub use select::{EntryFilter, EntryNumbers, EntryNumbersError, EntrySelection, EntryTester};
pub use size::parse_size;
pub use source::{Compression, Source, SourceError};
pub use task::Task;

/// What other crates of this workspace need of the rooms here. Semantic versioning does not hold for it.
#[doc(hidden)]
pub mod internals {
    pub use crate::blocks::{LineCounter, begins_tag_pair};
    pub use crate::entries::of_text;
    pub use crate::files::{Lock, lock};
    pub use crate::input::pgn;
    pub use crate::mark::without_marks;
    pub use crate::output::{ROSTER, field};
}

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
