//! Books: lines of moves with codes and names, and the positions that they end in.

use std::collections::hash_map::Entry;
use std::sync::{Arc, LazyLock};

use pgnkit::chess::{Color, Move, PieceKind, Position, Variant};
use pgnkit::openings::Eco;
use pgnkit::{Flow, Game, Ply, Start, Visitor};

use super::{BookError, OpeningName, forms};
use crate::position_key::{KeyMap, key};
use pgnkit_query::movetext;

/// The table of lichess, as it is: rows of its files `a.tsv` to `e.tsv`, one after the other.
const LICHESS: &str = include_str!("lichess.tsv");

/// Lines of moves with codes and names, known by the positions that they end in.
#[derive(Clone, Debug, Default)]
pub struct Book {
    lines: Vec<LineData>,
    /// The moves of all lines.
    moves: Vec<Move>,
    /// Lines by the keys of their last positions.
    by_key: KeyMap<usize>,
    /// A bit for each [`mark`] that a position of the book has: it excludes nearly all others without their keys.
    marks: Vec<u64>,
    /// The least [`left`] of a position.
    least: u32,
}

#[derive(Clone, Debug)]
struct LineData {
    eco: Eco,
    code: Box<str>,
    name: [Box<str>; 3],
    moves: std::ops::Range<usize>,
}

/// A line of a book.
#[derive(Clone, Copy, Debug)]
pub struct Line<'b> {
    book: &'b Book,
    index: usize,
}

/// The opening of a game.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Classified<'b> {
    /// The line that ends in the position.
    pub line: Line<'b>,
    /// Half-moves of the game up to there.
    pub ply: usize,
}

/// Pieces, and pawns that have not moved: what never becomes more in a game.
fn left(position: &Position) -> u32 {
    let pawns = |color, rank: u64| position.pieces(color, PieceKind::Pawn).0 & rank;
    let unmoved = pawns(Color::White, 0xff00) | pawns(Color::Black, 0x00ff_0000_0000_0000);
    position.occupied().len() + unmoved.count_ones()
}

/// Sixteen bits of where the pieces of either side are.
fn mark(position: &Position) -> usize {
    let white = position.color(Color::White).0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let black = position.color(Color::Black).0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    ((white ^ black.rotate_left(31)) >> 48) as usize
}

const MARKS: usize = 1 << 16;

impl Book {
    /// The book that the program has: that of lichess, about 3,800 lines. It is read when it is first asked for, in some milliseconds.
    pub fn lichess() -> Arc<Self> {
        static BOOK: LazyLock<Arc<Book>> =
            LazyLock::new(|| Arc::new(Book::read(LICHESS.as_bytes()).unwrap_or_default()));
        Arc::clone(&BOOK)
    }

    /// Reads a book in one of three formats, recognised by its first line:
    ///
    /// * a table with a tab between its cells, whose first line has `eco`, `name`, and `pgn` or `moves`, as lichess has it;
    /// * games with the tags `ECO`, and `Opening`, `Variation`, `SubVariation`, as the `eco.pgn` of pgn-extract;
    /// * lines as those of `scid.eco`: `B00a "Owen Defence"  1.e4 b6 *`.
    ///
    /// Where two lines end in the same position, the first one counts.
    ///
    /// ```
    /// use pgnkit_collections::eco::Book;
    ///
    /// for text in [
    ///     "eco\tname\tpgn\nB00\tOwen Defense\t1. e4 b6\n",
    ///     "[ECO \"B00\"]\n[Opening \"Owen Defense\"]\n\n1. e4 b6 *\n",
    ///     "# a comment\nB00a \"Owen Defense\"\n  1.e4 b6 *\n",
    /// ] {
    ///     let book = Book::read(text.as_bytes())?;
    ///     let line = book.lines().next().unwrap();
    ///     assert_eq!((line.eco().to_string(), line.name().opening), ("B00".into(), "Owen Defense"));
    ///     assert_eq!(line.movetext(), "1. e4 b6");
    /// }
    /// # Ok::<(), pgnkit_collections::eco::BookError>(())
    /// ```
    ///
    /// # Errors
    /// When it is none of these, or a line has no code or moves that cannot be played.
    pub fn read(text: &[u8]) -> Result<Self, BookError> {
        let mut book = Self { marks: vec![0; MARKS / 64], least: u32::MAX, ..Self::default() };
        forms::read(text, &mut book)?;
        Ok(book)
    }

    /// Adds a line that ends in a position.
    pub(super) fn add(&mut self, eco: Eco, name: OpeningName<'_>, moves: &[Move], last: &Position) {
        if let Entry::Vacant(place) = self.by_key.entry(key(last)) {
            place.insert(self.lines.len());
            let mark = mark(last);
            self.marks[mark / 64] |= 1 << (mark % 64);
            self.least = self.least.min(left(last));
        }
        let start = self.moves.len();
        self.moves.extend_from_slice(moves);
        let name = name.parts().map(Into::into);
        let code = eco.to_string().into();
        self.lines.push(LineData { eco, code, name, moves: start..self.moves.len() });
    }

    /// The lines, in the order of the book.
    pub fn lines(&self) -> impl ExactSizeIterator<Item = Line<'_>> {
        (0..self.lines.len()).map(|index| Line { book: self, index })
    }

    /// A line by its number, from 0.
    pub fn line(&self, index: usize) -> Option<Line<'_>> {
        (index < self.lines.len()).then_some(Line { book: self, index })
    }

    /// The line that ends in a position.
    #[inline]
    pub fn find(&self, position: &Position) -> Option<Line<'_>> {
        let mark = mark(position);
        let may_have_it = self.marks.get(mark / 64).is_some_and(|marks| marks >> (mark % 64) & 1 != 0);
        if may_have_it { self.find_by_key(position) } else { None }
    }

    #[inline(never)]
    fn find_by_key(&self, position: &Position) -> Option<Line<'_>> {
        if position.variant() != Variant::Standard {
            return None;
        }
        let index = *self.by_key.get(&key(position))?;
        Some(Line { book: self, index })
    }

    /// The opening of a game: the last position of its main line that the book has. `None` for games of variants, too.
    ///
    /// ```
    /// use pgnkit_collections::eco::Book;
    ///
    /// let game: pgnkit::Game = "1. d4 Nf6 2. c4 c5 3. d5 e6 4. Nc3 a6 *".parse()?;
    /// let book = Book::lichess();
    /// let opening = book.classify(&game).unwrap();
    /// assert_eq!(opening.line.to_string(), "A60 Benoni Defense: Modern Variation");
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn classify(&self, game: &Game) -> Option<Classified<'_>> {
        let mut classifier = Classifier::new(self);
        classifier.begin(game.start());
        for played in game.mainline_with_positions() {
            if !classifier.play(&played.after) {
                break;
            }
        }
        classifier.opening()
    }
}

/// Looks for the last known position of a game, as the game is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Classifier<'b> {
    book: &'b Book,
    last: Option<Classified<'b>>,
    ply: usize,
    /// Whether a further position may be in the book.
    may_follow: bool,
}

impl<'b> Classifier<'b> {
    pub(crate) fn new(book: &'b Book) -> Self {
        Self { book, last: None, ply: 0, may_follow: false }
    }

    /// A game begins.
    fn begin(&mut self, start: &Start) {
        self.may_follow = start.is_known && start.position.variant() == Variant::Standard;
        self.ply = 0;
        let line = self.book.find(&start.position).filter(|_| self.may_follow);
        self.last = line.map(|line| Classified { line, ply: 0 });
    }

    /// The game comes to a position; false when no further one may be in the book.
    fn play(&mut self, position: &Position) -> bool {
        self.ply += 1;
        // Only captures and pawn moves make it less, and they reset the clock.
        if position.halfmove_clock() == 0 {
            self.may_follow &= left(position) >= self.book.least;
        }
        if self.may_follow
            && let Some(line) = self.book.find(position)
        {
            self.last = Some(Classified { line, ply: self.ply });
        }
        self.may_follow
    }

    /// The opening of the game read last.
    pub(crate) fn opening(&self) -> Option<Classified<'b>> {
        self.last
    }
}

impl Visitor for Classifier<'_> {
    fn start(&mut self, start: &Start) -> Flow {
        self.begin(start);
        Flow::Continue
    }

    fn play(&mut self, ply: Ply<'_>) -> Flow {
        if self.may_follow && ply.depth == 0 {
            self.play(ply.after);
        }
        Flow::Continue
    }
}

impl<'b> Line<'b> {
    fn data(&self) -> &'b LineData {
        &self.book.lines[self.index]
    }

    /// Its number in the book, from 0.
    pub fn index(&self) -> usize {
        self.index
    }

    /// Its code.
    pub fn eco(&self) -> Eco {
        self.data().eco
    }

    /// The same as text.
    pub(super) fn code(&self) -> &'b str {
        &self.data().code
    }

    /// Its name; all parts are empty where the book has none.
    pub fn name(&self) -> OpeningName<'b> {
        OpeningName::of_parts(self.data().name.each_ref().map(|part| &**part))
    }

    /// Its moves, from the usual initial position.
    pub fn moves(&self) -> &'b [Move] {
        &self.book.moves[self.data().moves.clone()]
    }

    /// Its moves as text: `1. e4 b6`.
    pub fn movetext(&self) -> String {
        movetext::write(Position::START, self.moves())
    }
}

/// Code and name.
impl std::fmt::Display for Line<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (eco, name) = (self.eco(), self.name());
        if name == OpeningName::default() { write!(f, "{eco}") } else { write!(f, "{eco} {name}") }
    }
}
