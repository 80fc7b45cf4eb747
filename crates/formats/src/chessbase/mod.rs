//! The classic databases of ChessBase: files of one stem, of which each game has a part in several.
//!
//! - `.cbh` has a [`Header`] and records of one size, a [`HeaderRecord`] for each game or text: who played, when, the result,
//!   and places in other files. `.cbj` has more of it, an [`ExtraHeader`].
//! - `.cbg` has the moves. [`moves_range`] gives the place of a record by its first bytes, so that a program can read it and
//!   nothing else of the file; [`moves_of`] takes it from a file in memory.
//! - `.cba` has the annotations, in the same way: [`annotations_range`], [`annotations_of`].
//! - `.cbp`, `.cbt`, `.cbc`, `.cbs`, `.cbe` and `.cbl` have names, [`Entities`]; each may be missing.
//!
//! [`GameReader`] decodes a game of these parts.
//!
//! ```no_run
//! use pgnkit::GameBuilder;
//! use pgnkit_formats::chessbase::{
//!     Entities, EntityKind, GameReader, GameRecord, Header, HeaderRecord, annotations_of, moves_of,
//! };
//!
//! let [headers, moves, annotations] = ["base.cbh", "base.cbg", "base.cba"].map(|name| std::fs::read(name).unwrap());
//! let mut names = Entities::new();
//! names.read(EntityKind::Player, std::fs::read("base.cbp")?)?;
//! let header = Header::parse(&headers)?;
//! let (mut reader, mut builder) = (GameReader::new(), GameBuilder::new());
//! for number in 1..=header.records(headers.len() as u64) {
//!     let HeaderRecord::Game(game) = HeaderRecord::parse(&headers[header.record(number)])? else { continue };
//!     let moves_at = game.moves_at(None, moves.len() as u64);
//!     let annotations = match game.annotations_at(None, annotations.len() as u64) {
//!         Some(at) => annotations_of(&annotations, at)?,
//!         None => &[],
//!     };
//!     let moves = moves_of(&moves, moves_at)?;
//!     let record = GameRecord { number, header: &game, extra: None, names: &names, moves, moves_at, annotations };
//!     reader.read_into(&record, &mut builder, &mut |damage| eprintln!("{damage}"));
//!     println!("{}", builder.game());
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Moves are read in the modes 0, 4, 5 and 10, the last of which is Chess960; nearly all games are in mode 0. Names and texts
//! that are UTF-8 are read as that, and others in the [`CodePage`] of [`Entities`]. Signs and figurines in texts become
//! characters of Unicode, and values of annotations commands in comments, such as `[%csl Gd4]`. What PGN has no place for is
//! counted, game by game and type by type: [`Reason::NotKept`].

mod board;
mod bytes;
mod code_page;
mod damage;
mod entities;
mod header;
mod moves;
mod nation;
mod notes;
mod read;
mod setup;
mod tables;
mod tags;
mod text;

pub(crate) use board::{Board, Step, square};
pub use code_page::CodePage;
pub use damage::{Damage, File, Reason};
pub use entities::{Entities, EntityKind, Player, Source, Team, Tournament};
pub use header::{CbDate, ExtraHeader, Extras, GameHeader, Header, HeaderRecord, TextHeader, begins_headers};
pub use read::{
    ANNOTATIONS_HEAD, GameReader, GameRecord, MOVES_HEAD, annotations_of, annotations_range, moves_of,
    moves_range, text_title,
};
pub(crate) use tables::QUOTATION;
