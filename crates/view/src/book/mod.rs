//! Games as a printed bulletin: Typst and LaTeX source, EPUB.
//!
//! A [`Book`] has the options. [`Book::chapter`] sets one game, so that games can be set on all cores; [`Book::begin`] gives the
//! [`Binding`] that writes chapters one after another, then tables and indexes.

#[cfg(feature = "epub")]
mod epub;
#[cfg(test)]
mod hostile;
mod index;
mod latex;
mod typeset;
mod typst;

use std::io::{self, Write};

use pgnkit::chess::fen::EnPassant;
use pgnkit::chess::san::Language;
use pgnkit::chess::{Color, Position};
use pgnkit::{Game, Notation};

use crate::plot::EvaluationPlot;
use crate::{Boards, Heading, Sheet, Theme};
use index::{Entry, Index};

/// What a book is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BookForm {
    /// Source of Typst 0.13 or later. It needs no package and no file beside it.
    Typst,
    /// Source of LaTeX, for pdfLaTeX with the packages chessboard and chessfss.
    Latex,
    /// EPUB 3.
    #[cfg(feature = "epub")]
    Epub,
}

/// The size of pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 148 by 210 mm.
    A5,
    /// 8.5 by 11 inches.
    Letter,
}

/// Games as a printed bulletin: the options.
///
/// ```
/// use pgnkit::Game;
/// use pgnkit_view::book::{Book, BookForm};
///
/// let game: Game = "[White \"Tal\"]\n[Black \"Fine\"]\n\n1. e4 {#1 move} e5 1/2-1/2".parse()?;
/// let mut book = Book::new(BookForm::Typst);
/// book.title = "A bulletin".to_owned();
/// let mut binding = book.begin(Vec::new())?;
/// binding.add(&book.chapter(&game, None))?;
/// let text = String::from_utf8(binding.finish(&[])?)?;
/// assert!(text.contains("1\\.e4 #c[\\#1 move] 1\\.\\.\\.e5"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Book {
    /// What it is written in.
    pub form: BookForm,
    /// The title. Without one there is no title page.
    pub title: String,
    /// Who has made it; nobody if empty.
    pub author: String,
    /// The size of pages; of no meaning in EPUB.
    pub paper: Paper,
    /// One column or two; of no meaning in EPUB.
    pub columns: u8,
    /// The notation of moves.
    pub notation: Notation,
    /// The language of comments: for hyphens and screen readers.
    pub language: Language,
    /// The places of boards.
    pub boards: Boards,
    /// The colours of boards; LaTeX has its own.
    pub theme: Theme,
    /// The colour at the bottom of boards, except where a game asks for the other one, by its tag Orientation or beside a move.
    pub bottom: Color,
    /// Whether comments are printed.
    pub comments: bool,
    /// Whether variations are printed.
    pub variations: bool,
    /// Whether only the signs are used that every reader knows; see [`Sheet::few_signs`].
    pub few_signs: bool,
    /// Whether games that have evaluations have a plot of them; see [`EvaluationPlot`].
    pub eval_plot: bool,
    /// Whether there are contents, and indexes of players and openings.
    pub index: bool,
}

/// An opening that is not in the tags of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Its code: `C69`.
    pub eco: String,
    /// Its name.
    pub name: String,
}

/// A game that is set, as a part of a book.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// What contents and indexes say of it.
    entry: Entry,
    /// Its text after its number.
    text: String,
    /// Characters that the form of the book cannot show.
    replaced: u64,
    #[cfg(feature = "epub")]
    has_boards: bool,
}

impl Chapter {
    fn new(entry: Entry, text: String) -> Self {
        Self {
            entry,
            text,
            replaced: 0,
            #[cfg(feature = "epub")]
            has_boards: false,
        }
    }

    /// Characters that the form of the book cannot show. In LaTeX letters of other alphabets are written in Latin ones, and other
    /// characters become `?`.
    pub fn replaced_characters(&self) -> u64 {
        self.replaced
    }
}

/// A table between games and indexes, such as the crosstable of an event.
#[derive(Clone, Debug, Default)]
pub struct BookTable {
    /// What it is of.
    pub title: String,
    /// The heads of its columns, each with whether its cells begin at the left.
    pub columns: Vec<(String, bool)>,
    /// Cells, row by row.
    pub rows: Vec<Vec<String>>,
    /// What is said below it.
    pub notes: Vec<String>,
}

impl Book {
    /// A book in two columns on A4, without a title, in English, with boards where games ask for them.
    pub fn new(form: BookForm) -> Self {
        Self {
            form,
            title: String::new(),
            author: String::new(),
            paper: Paper::A4,
            columns: 2,
            notation: Notation::SAN,
            language: Language::English,
            boards: Boards::default(),
            theme: match form {
                #[cfg(feature = "epub")]
                BookForm::Epub => Theme::Brown,
                _ => Theme::Print,
            },
            bottom: Color::White,
            comments: true,
            variations: true,
            few_signs: false,
            eval_plot: false,
            index: true,
        }
    }

    /// Sets a game. What the tags do not say of the opening is taken from `opening`, its name only where the codes agree.
    pub fn chapter(&self, game: &Game, opening: Option<&Opening>) -> Chapter {
        let sheet = Sheet::new(game)
            .notation(self.notation)
            .boards(self.boards.clone())
            .comments(self.comments)
            .variations(self.variations)
            .few_signs(self.few_signs);
        let sheet = if self.bottom == Color::Black { sheet.bottom(Color::Black) } else { sheet };
        let mut heading = sheet.heading();
        if let (None, Some(opening)) = (&heading.opening, opening) {
            let eco = heading.eco.get_or_insert_with(|| opening.eco.clone());
            if *eco == opening.eco && !opening.name.is_empty() {
                heading.opening = Some(opening.name.clone());
            }
        }
        let plot = self.eval_plot.then(|| EvaluationPlot::of(game)).flatten();
        match self.form {
            BookForm::Typst => typst::chapter(self, &sheet, &heading, plot.as_ref()),
            BookForm::Latex => latex::chapter(&sheet, &heading, plot.as_ref()),
            #[cfg(feature = "epub")]
            BookForm::Epub => epub::chapter(self, &sheet, &heading, plot.as_ref()),
        }
    }

    /// Begins the book.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn begin<W: Write>(&self, out: W) -> io::Result<Binding<W>> {
        let out = match self.form {
            BookForm::Typst => {
                let mut out = out;
                typst::begin(self, &mut out)?;
                Bound::Text(out)
            }
            BookForm::Latex => {
                let mut out = out;
                latex::begin(self, &mut out)?;
                Bound::Text(out)
            }
            #[cfg(feature = "epub")]
            BookForm::Epub => Bound::Epub(epub::Package::begin(self, out)?),
        };
        Ok(Binding { book: self.clone(), out, count: 0, index: Index::default() })
    }
}

/// What chapters are written into.
#[derive(Debug)]
enum Bound<W> {
    Text(W),
    #[cfg(feature = "epub")]
    Epub(epub::Package<W>),
}

/// A book being written. Chapters are written as they come; in memory are only the entries of contents and indexes.
#[derive(Debug)]
pub struct Binding<W> {
    book: Book,
    out: Bound<W>,
    count: u64,
    index: Index,
}

impl<W: Write> Binding<W> {
    /// Writes a chapter that was made with the same options.
    ///
    /// # Errors
    /// When it cannot be written, or an EPUB has more than 65,000 games, which its directory has no room for.
    pub fn add(&mut self, chapter: &Chapter) -> io::Result<()> {
        self.count += 1;
        if self.book.index {
            self.index.add(self.count, &chapter.entry);
        }
        match &mut self.out {
            Bound::Text(out) if self.book.form == BookForm::Latex => latex::add(self.count, chapter, out),
            Bound::Text(out) => typst::add(self.count, chapter, out),
            #[cfg(feature = "epub")]
            Bound::Epub(package) => package.add(self.count, chapter),
        }
    }

    /// Writes tables and indexes, and gives back the output.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn finish(self, tables: &[BookTable]) -> io::Result<W> {
        let Self { book, out, index, .. } = self;
        match out {
            Bound::Text(mut out) => {
                match book.form {
                    BookForm::Latex => latex::finish(&book, tables, &index, &mut out)?,
                    _ => typst::finish(&book, tables, &index, &mut out)?,
                }
                Ok(out)
            }
            #[cfg(feature = "epub")]
            Bound::Epub(package) => package.finish(&book, tables, &index),
        }
    }
}

/// The lines below the names of a game: occasion, opening, and what else is to be known.
fn details(heading: &Heading) -> Vec<String> {
    let opening = match (&heading.eco, &heading.opening) {
        (Some(eco), Some(name)) => Some(format!("{eco} {name}")),
        (eco, name) => eco.clone().or_else(|| name.clone()),
    };
    let variant = heading.variant.as_ref().map(|variant| format!("Variant: {variant}"));
    let annotator = heading.annotator.as_ref().map(|name| format!("Annotated by {name}"));
    [heading.occasion(), opening, variant, annotator].into_iter().flatten().collect()
}

/// The first field of FEN, without what only some variants have.
fn placement(position: &Position) -> String {
    let fen = position.fen(EnPassant::Legal).to_string();
    let rows = fen.split(' ').next().unwrap_or_default();
    // Pieces in hand come last, in brackets; promoted pieces have a mark.
    rows.chars().take_while(|c| *c != '[').filter(|c| *c != '~').collect()
}
