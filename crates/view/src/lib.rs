//! Chess games and positions shown: diagrams as SVG, PNG and text, games as styled text, moving pictures, pages and books.
//!
//! A [`Diagram`] says what is shown of a position: the move that led to it, marked squares, arrows. [`Diagram::svg`] and
//! [`Diagram::text`] draw it. A [`Sheet`] is a game as it is printed; [`Layout`] makes lines of styled text of it, an [`HtmlPage`] a page,
//! a [`book`] a bulletin. With the feature `raster` `Diagram::png` draws pixels, and an `Animation` is a game as a moving picture. Nothing
//! here reads files or prints.
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

pub mod book;
mod diagram;
mod html;
mod markup;
mod plot;
#[cfg(feature = "raster")]
mod raster;
mod sheet;
mod styled;
mod svg;
mod text;

pub use diagram::{Diagram, LastMove, ParseMarkError, parse_mark};
pub use html::HtmlPage;
pub use plot::{EvaluationPlot, PlottedError};
#[cfg(feature = "raster")]
pub use raster::{Animation, NoPositions, Png};
pub use sheet::{Boards, Heading, Item, Items, Player, PrintedMove, Sheet, Sign, orientation};
pub use styled::{Layout, Line, Role, Span, SquareRole, game_line};
#[cfg(feature = "epd")]
pub use styled::{RecordLayout, record_line};
pub use svg::{PieceSet, Svg, Theme, UnknownName};
pub use text::BoardText;

/// The example of README.md.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
