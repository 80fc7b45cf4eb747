//! Chess games and opening books in the formats of other programs: decoders from bytes to a [`Visitor`](pgnkit::Visitor) or a
//! [`GameBuilder`](pgnkit::GameBuilder), and encoders.
//!
//! - [`scid`]: the databases of Scid, versions 4 and 5 and, for reading, version 3.
//! - [`chessbase`]: the databases of ChessBase, and [`cbv`], the archives in which they are mailed.
//! - [`ics`]: logs and mails of internet chess servers.
//! - [`sites`]: games of lichess and chess.com, as their interfaces give them.
//! - [`book`]: opening books of engines, Polyglot's and Arena's.
//!
//! A decoder is given slices and keeps nothing of them; it opens no file and starts no thread, so that a program can map
//! its files, read a part of them or have them sent. Damage is reported as values with the number of the record and the
//! place in the file, and what is not damaged is read on. No input panics, memory is a constant times the length of the
//! input, and so is time.

pub mod book;
pub mod cbv;
pub mod chessbase;
pub mod ics;
mod pgn_text;
pub mod scid;
#[cfg(feature = "sites")]
pub mod sites;

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
