//! Many games: where the bytes come from, how they are cut, shared out and written back.
//!
//! Four rooms, each usable alone, none of which parses PGN:
//!
//! * [`source`] opens files, directories, archives and standard input and gives decompressed bytes. The form of
//!   compression is known by content, never by name.
//! * [`blocks`] cuts a byte stream into blocks that start where a game very probably starts.
//! * [`pipeline`] runs a worker over the blocks on several threads and hands the results on in input order, the same
//!   for every number of threads and every block size.
//! * [`output`] writes a file so that it is either the whole new one or still the old one.
//!
//! ```
//! use pgnkit_archive::pipeline::{self, Options, BlockOutcome};
//! use std::ops::ControlFlow;
//!
//! let pgn = "[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 *\n";
//! let mut games = 0;
//! let end = pipeline::process(
//!     pgn.as_bytes(),
//!     &Options::default(),
//!     || (),
//!     |block, _state| {
//!         let found = block.bytes.windows(8).filter(|window| window == b"[Event \"").count();
//!         BlockOutcome::new(found, block.bytes.len())
//!     },
//!     |found| {
//!         games += found;
//!         ControlFlow::<()>::Continue(())
//!     },
//! )?;
//! assert!(end.is_continue());
//! assert_eq!(games, 2);
//! # Ok::<(), std::io::Error>(())
//! ```
//!
//! Nothing here prints, and nothing panics because of what it reads: failures are values that name the file and say
//! what failed.

pub mod blocks;
pub mod output;
pub mod pipeline;
pub mod source;

pub use blocks::{Block, Blocks};
pub use output::{AtomicFile, Output, is_broken_pipe};
pub use source::{Compression, Input, Inputs, Source, SourceError};
