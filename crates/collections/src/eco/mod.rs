//! Openings of games, by position: code and names of the last position of the main line that a book knows.
//!
//! [`Book::lichess`] is the table of [lichess-org/chess-openings](https://github.com/lichess-org/chess-openings), which is in the
//! public domain (CC0); [`Book::read`] reads others. [`SetOpening`] writes tags, in the bytes of games, as one of several edits or, in
//! [`SetOpenings`], alone; [`ClassifyGames`] only says what it finds: the line of each game, or tags that say something else.
//!
//! * **By position.** Whichever moves lead there, it is the same opening. The whole main line counts: the last position that the book
//!   has may come late, by a loss of tempo. Games that begin from a set-up position are looked for likewise.
//! * **Standard chess only**, with Chess960: in variants the same moves are another opening, and such games stay as they are.
//! * **A code has a letter and two digits** (section 9.4.1); extensions that a book has are left out.
//! * **Names are in three tags** (section 9.3), or the whole in one, as lichess has it ([`OpeningTags`], decision A-186).
//!
//! ```
//! use pgnkit_collections::eco::{Book, OpeningTags, SetOpening};
//! use pgnkit_collections::edit::EditGames;
//!
//! let task = EditGames::new(vec![Box::new(SetOpening::new(Book::lichess(), OpeningTags::Standard))]);
//! let edited = task.edit_text(b"[White \"Tal\"]\n\n1.Nf3  c5 2.e4 *\n");
//! assert_eq!(
//!     edited.fixed.text.escape_ascii().to_string(),
//!     r#"[White \"Tal\"]\n[ECO \"B27\"]\n[Opening \"Sicilian Defense\"]\n\n1.Nf3  c5 2.e4 *\n"#
//! );
//! ```

mod book;
mod classify;
mod forms;
mod name;
mod set;
mod tags;

pub(crate) use book::Classifier;
pub use book::{Book, Classified, Line};
pub use classify::{ClassifiedGame, ClassifiedGames, ClassifyGames, FoundLine};
pub use forms::BookError;
pub use name::OpeningName;
pub use set::SetOpenings;
pub use tags::{Contradiction, OpeningTags, SetOpening};
