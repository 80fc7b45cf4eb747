//! Reading and writing Portable Game Notation by the standard.
//!
//! pgnkit reads any PGN file, validates every move, reports exactly what is wrong and where, and writes canonical
//! export format: identical bytes however the input was formatted.
//!
//! # One game
//!
//! ```
//! use pgnkit::Game;
//!
//! let game: Game = "[White \"Fischer\"]\n1.e4 e5 2.Nf3! Nc6 1-0".parse()?;
//! assert_eq!(game.tag("White"), Some("Fischer"));
//! assert_eq!(game.ply_count(), 4);
//! print!("{game}");
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```
//!
//! # Many games, and what is wrong with them
//!
//! Nothing is lost silently: text that cannot be read literally is reported to a [`Sink`](syntax::Sink), which may keep
//! nothing, the first error, or everything. Reading always continues.
//!
//! ```
//! use pgnkit::{GameBuilder, Replayer, syntax::Collect};
//!
//! let text = b"1. e4 e5 2. Ke3 Nc6 *  1. d4 d5 *";
//! let mut diagnostics = Collect::default();
//! let mut replayer = Replayer::new(text);
//! let mut builder = GameBuilder::new();
//! while replayer.read_into(&mut builder, &mut diagnostics).is_some() {
//!     print!("{}", builder.game());
//! }
//! let illegal = &diagnostics[0];
//! assert_eq!(illegal.code.name(), "illegal-move");
//! assert_eq!(illegal.span.text(text), "Ke3");
//! ```
//!
//! Every code has a page, [`Code::page`](syntax::Code::page), that says what is wrong, why it matters, and how to fix
//! it; docs/diagnostics.md in the repository has all pages.
//!
//! Many diagnostics offer a [`Fix`](syntax::Fix). A [`Fixer`] applies them to the original bytes, and changes nothing
//! else:
//!
//! ```
//! let fixed = pgnkit::Fixer::new().fix(b"1.e4 e7e5   2.Nf3 {as it is} 1/2");
//! assert_eq!(fixed.text, &b"1.e4 e5   2.Nf3 {as it is} 1/2-1/2"[..]);
//! ```
//!
//! # Edits that keep every other byte
//!
//! [`edit`] changes tags, comments, annotations and results in the text itself, so that layout, spelling and encoding
//! stay:
//!
//! ```
//! let text = b"[White \"Carlsen,M\"]\n\n1.e4   e7-e5 *\n";
//! let edited = pgnkit::edit::edit_games(text, |game| game.set_tag("White", "Carlsen, Magnus"));
//! assert_eq!(edited.text, &b"[White \"Carlsen, Magnus\"]\n\n1.e4   e7-e5 *\n"[..]);
//! ```
//!
//! A [`Feed`] takes bytes as they come, and gives games as they complete.
//!
//! # Four layers
//!
//! | layer | what it gives | what it costs |
//! | --- | --- | --- |
//! | [`games`] | slices of whole games | a scan |
//! | [`RawGame`] | tags and events with spans, undecoded | a scan |
//! | [`Replayer`] | moves and positions, legality checked, to a [`Visitor`] | about 220 instructions a move |
//! | [`Game`] | everything, owned, to be edited and written | memory |
//!
//! All of them use one parser. They are built on two crates that can be used alone: [`chess`], the rules, and
//! [`syntax`], the text.
//!
//! # Walking the tree
//!
//! ```
//! use pgnkit::Game;
//!
//! let game: Game = "1. e4 e5 (1... c5 2. Nf3 {open}) (1... e6) 2. Nf3 *".parse()?;
//! let e5 = game.mainline().nth(1).unwrap();
//! let replies: Vec<String> = e5
//!     .variations()
//!     .map(|start| start.following().map(|node| node.san().to_string()).collect::<Vec<_>>().join(" "))
//!     .collect();
//! assert_eq!(replies, ["c5 Nf3", "e6"]);
//! # Ok::<(), pgnkit::syntax::Diagnostic>(())
//! ```
//!
//! [`Game::walk`] gives all moves with their positions, [`Game::mainline_with_positions`] those of the main line, in linear
//! time.
//!
//! # Making and changing games
//!
//! A [`Cursor`] adds moves, comments and annotations and keeps its position. [`Game`] has the edits of a tree: lines added,
//! removed, promoted and merged, tags, comments, annotations, clocks and evaluations set. What is refused is an error with a
//! reason, and leaves the game as it was.
//!
//! ```
//! use pgnkit::{Game, NodeId};
//!
//! let mut game = Game::new();
//! game.set_tag("White", "Morphy, Paul")?;
//! let mut cursor = game.cursor(NodeId::ROOT)?;
//! for san in ["e4", "e5", "Nf3", "d6"] {
//!     cursor.push_san(san)?;
//! }
//! cursor.comment("Philidor's defence");
//! let error = cursor.push_san("Nf3").unwrap_err();
//! assert_eq!(error.to_string(), "illegal move: no knight can reach f3");
//! assert!(game.to_string().ends_with("1. e4 e5 2. Nf3 d6 {Philidor's defence} *\n\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Export format
//!
//! [`Export`] writes full export format, [`Export::reduced`] the minimum every program can produce (section 3.2.4).
//! Lines have at most 79 columns, tags are in roster and ASCII order, moves are canonical SAN. [`Exporter`] writes the same
//! while it reads, faster since most games need no tree.
//!
//! For display and for other programs moves can be written in another [`Notation`]: with the piece letters of a
//! [`Language`](chess::san::Language), with figurines, as coordinates. Other letters are read where
//! [`Replayer::letters`] says so. [`nag`] has the meanings of annotations, and the signs for them.
//!
//! # Crate features
//!
//! | feature | what it adds | by default | costs |
//! | --- | --- | --- | --- |
//! | `epd` | `epd`: records of positions, and games made of them | yes | code |
//! | `pgc` | `pgc`: the binary coding of games | yes | code |
//! | `openings` | `openings::classify`, and the check of the ECO tag against the moves | yes | a table of 30 kB |
//! | `json` | `json`: games as JSON, and back | no | json-event-parser |
//! | `render` | `render`: diagnostics shown to people | no | annotate-snippets |

// What only some features need is not marked piece by piece; the build with all of them shows what is dead.
#![cfg_attr(
    not(all(feature = "epd", feature = "pgc", feature = "openings", feature = "json", feature = "render")),
    allow(dead_code, unused_imports)
)]

pub mod annotations;
mod bytes;
mod check;
pub mod clocks;
pub mod command;
pub mod edit;
#[cfg(feature = "epd")]
pub mod epd;
mod feed;
mod file_names;
mod fix;
mod game;
mod instructions;
#[cfg(feature = "json")]
pub mod json;
pub mod judgement;
pub mod nag;
mod natural;
pub mod openings;
mod parse;
#[cfg(feature = "pgc")]
pub mod pgc;
mod read;
pub mod render;
#[cfg(feature = "serde")]
mod serde;
mod terminal;
mod unchecked;
mod unread;
mod values;
mod write;

pub use pgnkit_chess as chess;
pub use pgnkit_diagnostics as diagnostics;
pub use pgnkit_syntax as syntax;

pub use check::Checker;
pub use edit::apply;
pub use feed::{Feed, FeedGame};
pub use fix::{Change, Fixed, Fixer};
pub use game::{
    Claims, Cursor, EditError, Game, GameBuilder, GameMerger, IllegalMoveError, Lines, Merged, Node, NodeId,
    Nodes, Note, PlayedMove, PlayedMoves, Plies, Step, TagError, Walk,
};
pub use parse::{ParseGames, Parsed, check_games, parse_games};
pub use pgnkit_syntax::Outcome;
pub use read::{
    EndOfGame, Extent, Flow, Games, PieceLetters, Ply, RawGame, Replayer, Start, Text, Variation, Visitor,
    canonical_tag_name, games,
};
pub use values::{
    Date, Nation, ParseClockError, ParseDateError, ParseRatingError, ParseRoundError, ParseTimeControlError,
    ParseTimeError, Rating, Round, RunningClock, TimeControl, TimeOfDay, TimeStage, split_values,
};
pub use write::{
    Export, ExportLosses, Exporter, LongAlgebraicStyle, MAX_WIDTH, Notation, TagSelection, to_crlf, to_latin1,
};

/// What the other crates need; semantic versioning does not hold here.
#[doc(hidden)]
pub mod internals {
    pub use crate::game::Assembler;
    pub use crate::natural::natural_order;
    pub use crate::read::TagNames;
    pub use crate::unchecked::word as unchecked_word;

    pub mod file_names {
        pub use crate::file_names::{component, is_impossible, part};
    }
}

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
