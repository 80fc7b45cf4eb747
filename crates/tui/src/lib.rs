//! Chess games in the terminal: a list with search as one types, boards, moves with variations, comments, clocks and
//! evaluations.
//!
//! [`run`] is the whole program. What it is made of can be used and tested without a terminal: a [`Library`] lists the games
//! of files in the background and reads single ones again, [`App`] is the state that keys and mouse change, and
//! [`draw`] makes the cells of a screen of it.
//!
//! ```
//! use pgnkit_tui::{App, Look, draw};
//! use ratatui_core::buffer::Buffer;
//! use ratatui_core::layout::Rect;
//!
//! let app = App::new("games.pgn", Look::default(), (80, 24));
//! let mut screen = Buffer::empty(Rect::new(0, 0, 80, 24));
//! draw(&app, &mut screen);
//! assert_eq!(screen[(1, 0)].symbol(), "g");
//! ```

#![forbid(unsafe_code)]

mod analysis;
mod app;
#[cfg(feature = "engines")]
mod engine;
mod explorer;
mod game;
mod library;
mod list;
mod options;
mod terminal;
mod text;
mod ui;

pub use analysis::{Analysis, EngineLine, EngineReport};
pub use app::{Action, App, BINDINGS, Binding, Colors, Effect, Key, Look, MOUSE, Part, action};
#[cfg(feature = "engines")]
pub use engine::{EngineOptions, Follower};
pub use explorer::{Explored, ExploredMove, Explorer};
pub use game::OpenGame;
pub use library::{Library, ReadError, State};
pub use list::{Field, GameList, Place, Search};
pub use options::Options;
pub use terminal::{RunError, interrupt, run};
pub use ui::{draw, key_table};

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
