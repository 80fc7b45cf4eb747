//! Opening books of engines: Polyglot's, read and written, Arena's and ChessBase's, read.
//!
//! A book says which moves an engine may play in a position and how often. In one of Polyglot (`.bin`) an [`Entry`] is a
//! move in the position of a key, and a [`Book`] all of them, in the order of the keys. One of [Arena](abk) is a tree of
//! moves from the usual start, one of [ChessBase](ctg) pages of positions. [`read`] takes any of them and gives a [`Book`], [`BookForm`] says which it
//! is; a [`BookBuilder`] makes one of moves with weights, and joins books.
//!
//! ```
//! use pgnkit::chess::Position;
//! use pgnkit_formats::book::{self, BookBuilder, BookMove};
//!
//! let start = Position::START;
//! let mut builder = BookBuilder::new();
//! for (text, weight) in [("d2d4", 1), ("e2e4", 3)] {
//!     let mv = start.parse_uci(text.as_bytes()).unwrap();
//!     builder.push(start.polyglot_key(), BookMove::of(mv).unwrap(), weight, 0);
//! }
//! let bytes = builder.finish();
//!
//! let book = book::read(&bytes, &mut |damage| panic!("{damage}"));
//! let moves = book.of(&start).map(|entry| (start.san(entry.mv.find(&start).unwrap()).to_string(), entry.weight));
//! assert_eq!(moves.collect::<Vec<_>>(), [("e4".to_owned(), 3), ("d4".to_owned(), 1)]);
//! ```

pub mod abk;
mod build;
pub mod ctg;
mod damage;
mod entry;
mod form;
mod polyglot;

pub use build::BookBuilder;
pub use damage::{Damage, Reason};
pub use entry::{BookMove, Entry};
pub use form::BookForm;
pub use polyglot::{Book, Entries};

/// Reads a book of any form; the content decides which it is. Where there is a name, [`BookForm::of`] takes it into account.
///
/// The weight of a move in books of Arena and ChessBase is the number of games with it, and 0 where the book says that it is not to be played.
pub fn read<'a>(bytes: &'a [u8], damage: &mut dyn FnMut(Damage)) -> Book<'a> {
    BookForm::of("", bytes).read(bytes, damage)
}
