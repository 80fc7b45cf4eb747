//! The databases of Scid: three files of one stem, an index (`.si4`), names (`.sn4`) and games (`.sg4`).
//!
//! - The index has a [`Header`] and records of one size, an [`IndexEntry`] for each game: who played, when, the result,
//!   and the place of the game in the third file.
//! - [`Names`] are those of players, events, sites and rounds; entries have their numbers.
//! - A game is a *blob*: other tags, perhaps a start position, moves of one byte with marks for variations, glyphs and
//!   comments, and the texts of the comments. [`GameReader`] decodes one.
//! - [`Encoder`] makes the three files of games.
//!
//! Reading a database:
//!
//! ```
//! use pgnkit::{Game, GameBuilder};
//! use pgnkit_formats::scid::{Encoder, GameReader, GameRecord, Header, IndexEntry, Names, begins_index};
//!
//! # let mut encoder = Encoder::new();
//! # for text in ["[White \"Tal\"]\n\n1. e4 e5 *", "[White \"Fischer\"]\n\n1. d4 d5 1-0"] {
//! #     encoder.push(&text.parse::<Game>().unwrap())?;
//! # }
//! # let files = encoder.finish();
//! # let (index, names, games) = (&files.index[..], &files.names[..], &files.games[..]);
//! assert!(begins_index(index));
//! let header = Header::parse(index)?;
//! let names = Names::parse(names, &mut |damage| eprintln!("{damage}"))?;
//! let (mut reader, mut builder, mut whites) = (GameReader::new(), GameBuilder::new(), Vec::new());
//! for number in 0..header.games {
//!     let Some(bytes) = index.get(header.record(number)) else { break };
//!     let entry = IndexEntry::parse(bytes, header.version)?;
//!     if entry.flags.contains(pgnkit_formats::scid::Flags::DELETED) {
//!         continue;
//!     }
//!     let record = GameRecord { number: number + 1, entry: &entry, names: &names, blob: entry.blob(games)? };
//!     reader.read_into(&record, &mut builder, &mut |damage| eprintln!("{damage}"));
//!     whites.push(builder.game().tag("White").unwrap_or_default().to_owned());
//! }
//! assert_eq!(whites, ["Tal", "Fischer"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Of version 3 (`.si3`) and 5 (`.si5`) the same can be read, and 4 and 5 are written. Text that is UTF-8 is read as that, and all other text as Windows-1252, each
//! name and each comment for itself.

mod blob;
mod board;
mod bytes;
mod damage;
mod date;
mod eco;
mod encode;
mod entry;
mod flags;
mod header;
mod names;
mod names_encoder;
mod read;
mod summary;
mod tags;

pub use damage::{Damage, File, Reason};
pub use date::ScidDate;
pub use eco::ScidEco;
pub use encode::{EncodeError, EncodedGame, Encoder, Files, encode_game};
pub use entry::{IndexEntry, ScidRating};
pub use flags::Flags;
pub use header::{Header, Version, begins_index};
pub use names::{NameKind, Names};
pub use read::{GameReader, GameRecord};

/// Length of the blocks of the file of games, in bytes: no game crosses the end of one.
const BLOCK: usize = 1 << 17;
