//! Chess positions and games shown: diagrams as SVG and as text, pages of HTML.
//!
//! A [`Diagram`] says what is shown: a position, the move that led to it, marked squares and arrows. [`Diagram::svg`] and
//! [`Diagram::text`] draw it. A [`Sheet`] is a game as it is printed, an [`HtmlPage`] a page of games. Nothing here reads files or prints.
//!
//! ```
//! use pgnkit::chess::Position;
//! use pgnkit_view::{Diagram, PieceSet, Theme};
//!
//! let diagram = Diagram::new(Position::START);
//! let picture = diagram.svg().theme(Theme::Print).pieces(PieceSet::Discs).to_string();
//! assert!(picture.len() < 15_000);
//! ```

#![forbid(unsafe_code)]

mod diagram;
mod html;
mod markup;
mod sheet;
mod svg;
mod text;

pub use diagram::{Diagram, LastMove, ParseMarkError, parse_mark};
pub use html::HtmlPage;
pub use sheet::{Boards, Heading, Item, Items, Player, PrintedMove, Sheet, Sign};
pub use svg::{PieceSet, Svg, Theme, UnknownName};
pub use text::BoardText;

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
