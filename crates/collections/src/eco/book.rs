//! Books: lines of moves with codes and names, and the positions that they end in.

use std::collections::hash_map::Entry;
use std::sync::{Arc, LazyLock, OnceLock};

use pgnkit::chess::{Color, Move, PieceKind, Position, Variant};
use pgnkit::openings::Eco;
use pgnkit::{Flow, Game, Ply, Start, Visitor};

use super::{BookError, OpeningName, forms};
use crate::position_key::{KeyMap, key};
use pgnkit_query::movetext;

/// The table of lichess, as it is: rows of its files `a.tsv` to `e.tsv`, one after the other.
const LICHESS: &str = include_str!("lichess.tsv");

/// The [`End`] of each of its lines, so that their moves need not be read. A test makes it.
const LICHESS_ENDS: &[u8] = include_bytes!("lichess.ends");

/// Lines of moves with codes and names, known by the positions that they end in.
#[derive(Clone, Debug, Default)]
pub struct Book {
    lines: Vec<LineData>,
    /// The names of all lines, one after the other.
    names: String,
    /// Those of the program's own book are read when they are first asked for.
    moves: OnceLock<LineMoves>,
    /// Lines by the keys of their last positions.
    by_key: KeyMap<u32>,
    /// A bit for each [`mark`] that a position of the book has: it excludes nearly all others without their keys.
    marks: Vec<u64>,
    /// The least [`left`] of a position.
    least: u8,
    /// A bit for each set of [`unmoved`] pawns that a position of the book has, or that has more pawns than one of the book.
    unmoved: Vec<u64>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct LineData {
    eco: Eco,
    code: [u8; 3],
    /// Between these are the parts of its name, among the names of all.
    name: [u32; 4],
}

/// The moves of all lines, one after the other, and where each line ends there.
#[derive(Clone, Debug, Default)]
struct LineMoves {
    moves: Vec<Move>,
    ends: Vec<usize>,
}

/// The position that a line ends in, as far as a book knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct End {
    key: u64,
    mark: u16,
    unmoved: u16,
    left: u8,
}

impl End {
    /// Bytes of one.
    const LEN: usize = 13;

    fn of(position: &Position) -> Self {
        let unmoved = unmoved(position);
        Self { key: key(position), mark: mark(position), unmoved, left: left(position, unmoved) }
    }

    /// Those that a text of bytes holds.
    fn each(bytes: &[u8]) -> impl Iterator<Item = Self> {
        bytes.as_chunks::<{ Self::LEN }>().0.iter().map(|bytes| {
            let [a, b, c, d, e, f, g, h, i, j, k, l, left] = *bytes;
            let key = u64::from_le_bytes([a, b, c, d, e, f, g, h]);
            let [mark, unmoved] = [[i, j], [k, l]].map(u16::from_le_bytes);
            Self { key, mark, unmoved, left }
        })
    }
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

/// A bit for each pawn that has not moved. None comes back in a game.
#[inline]
fn unmoved(position: &Position) -> u16 {
    let pawns = |color, rank: u32| position.pieces(color, PieceKind::Pawn).0 >> (8 * rank) & 0xff;
    (pawns(Color::White, 1) | pawns(Color::Black, 6) << 8) as u16
}

/// Pieces, and pawns that have not moved, which are counted twice so: neither become more in a game.
#[inline]
fn left(position: &Position, unmoved: u16) -> u8 {
    (position.occupied().len() + unmoved.count_ones()) as u8
}

/// Sixteen bits of where the pieces of either side are.
fn mark(position: &Position) -> u16 {
    let white = position.color(Color::White).0.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let black = position.color(Color::Black).0.wrapping_mul(0xc2b2_ae3d_27d4_eb4f);
    ((white ^ black.rotate_left(31)) >> 48) as u16
}

/// Sets of sixteen bits: as many bits in words.
const WORDS: usize = (1 << 16) / 64;

/// Whether a set of sixteen bits is among these.
#[inline]
fn has(sets: &[u64], set: u16) -> bool {
    sets.get(usize::from(set / 64)).is_some_and(|word| word >> (set % 64) & 1 != 0)
}

/// Adds all that have more bits than one of them.
fn add_larger(sets: &mut [u64]) {
    const WITHOUT: [u64; 6] = [
        0x5555_5555_5555_5555,
        0x3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff,
    ];
    for word in &mut *sets {
        for (bit, without) in WITHOUT.into_iter().enumerate() {
            *word |= (*word & without) << (1 << bit);
        }
    }
    for bit in 0..10 {
        for words in sets.chunks_exact_mut(2 << bit) {
            let (without, with) = words.split_at_mut(1 << bit);
            without.iter().zip(with).for_each(|(without, with)| *with |= without);
        }
    }
}

/// A code as text.
fn code(eco: Eco) -> [u8; 3] {
    let [volume, tens, ones] =
        [eco.index() / 100, eco.index() / 10 % 10, eco.index() % 10].map(|part| part as u8);
    [b'A' + volume, b'0' + tens, b'0' + ones]
}

impl Book {
    /// The book that the program has: that of lichess, about 3,800 lines. It is read when it is first asked for, in less than a millisecond.
    pub fn lichess() -> Arc<Self> {
        static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
            let mut book = Book { moves: OnceLock::new(), ..Book::empty() };
            let lines = LICHESS_ENDS.len() / End::LEN;
            book.lines.reserve(lines);
            book.by_key.reserve(lines);
            book.names.reserve(LICHESS.len() / 2);
            let is_read = forms::read_known_table(LICHESS, End::each(LICHESS_ENDS), &mut book);
            add_larger(&mut book.unmoved);
            // A test says that it can be.
            debug_assert_eq!(is_read, Ok(()));
            Arc::new(book)
        });
        Arc::clone(&BOOK)
    }

    fn empty() -> Self {
        let moves = OnceLock::from(LineMoves::default());
        let [marks, unmoved] = [(); 2].map(|()| vec![0; WORDS]);
        Self { moves, marks, least: u8::MAX, unmoved, ..Self::default() }
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
        let mut book = Self::empty();
        forms::read(text, &mut book)?;
        add_larger(&mut book.unmoved);
        Ok(book)
    }

    /// Adds a line that ends in a position.
    pub(super) fn add(&mut self, eco: Eco, name: OpeningName<'_>, moves: &[Move], last: &Position) {
        self.add_known(eco, name, End::of(last));
        if let Some(all) = self.moves.get_mut() {
            all.moves.extend_from_slice(moves);
            all.ends.push(all.moves.len());
        }
    }

    /// Adds a line of which the moves are not asked for yet.
    pub(super) fn add_known(&mut self, eco: Eco, name: OpeningName<'_>, end: End) {
        if let Entry::Vacant(place) = self.by_key.entry(end.key) {
            place.insert(self.lines.len() as u32);
            for (sets, set) in [(&mut self.marks, end.mark), (&mut self.unmoved, end.unmoved)] {
                sets[usize::from(set / 64)] |= 1 << (set % 64);
            }
            self.least = self.least.min(end.left);
        }
        let mut bounds = [self.names.len() as u32; 4];
        for (part, bound) in name.parts().into_iter().zip(&mut bounds[1..]) {
            self.names.push_str(part);
            *bound = self.names.len() as u32;
        }
        self.lines.push(LineData { eco, code: code(eco), name: bounds });
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
        if self.may_have(position) { self.find_by_key(position) } else { None }
    }

    /// Whether a position may be in the book; it is not for most that are not.
    #[inline]
    fn may_have(&self, position: &Position) -> bool {
        has(&self.marks, mark(position))
    }

    /// Whether a position after this one may be in the book.
    #[inline]
    fn may_follow(&self, position: &Position) -> bool {
        let unmoved = unmoved(position);
        has(&self.unmoved, unmoved) && left(position, unmoved) >= self.least
    }

    #[inline(never)]
    fn find_by_key(&self, position: &Position) -> Option<Line<'_>> {
        if position.variant() != Variant::Standard {
            return None;
        }
        let index = *self.by_key.get(&key(position))?;
        Some(Line { book: self, index: index as usize })
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

/// Candidates of one game that are kept: a game may go to and fro.
const MAX_CANDIDATES: usize = 64;

/// Looks for the last known position of a game, as the game is read.
#[derive(Clone, Debug)]
pub(crate) struct Classifier<'b> {
    book: &'b Book,
    /// The positions that the book [may have](Book::may_have), and their half-moves. Only the last one that it has is asked for, so
    /// they are looked for from the end.
    candidates: Vec<(usize, Position)>,
    ply: usize,
    /// Whether a further position may be in the book.
    may_follow: bool,
}

impl<'b> Classifier<'b> {
    pub(crate) fn new(book: &'b Book) -> Self {
        Self { book, candidates: Vec::new(), ply: 0, may_follow: false }
    }

    /// A game begins.
    fn begin(&mut self, start: &Start) {
        self.may_follow = start.is_known && start.position.variant() == Variant::Standard;
        self.ply = 0;
        self.candidates.clear();
        self.note(&start.position);
    }

    /// The game comes to a position; false when no further one may be in the book.
    #[inline(always)]
    fn play(&mut self, position: &Position) -> bool {
        self.ply += 1;
        // Only captures and pawn moves take something away, and they reset the clock.
        if position.halfmove_clock() == 0 {
            self.may_follow &= self.book.may_follow(position);
        }
        self.note(position);
        self.may_follow
    }

    #[inline]
    fn note(&mut self, position: &Position) {
        if self.may_follow && self.book.may_have(position) {
            if self.candidates.len() == MAX_CANDIDATES {
                self.settle();
            }
            self.candidates.push((self.ply, *position));
        }
    }

    /// Keeps the last of the candidates that the book has.
    #[cold]
    fn settle(&mut self) {
        let last =
            self.candidates.iter().rposition(|(_, position)| self.book.find_by_key(position).is_some());
        self.candidates.truncate(last.map_or(0, |last| last + 1));
        self.candidates.drain(..last.unwrap_or_default());
    }

    /// The opening of the game read last.
    pub(crate) fn opening(&self) -> Option<Classified<'b>> {
        self.candidates.iter().rev().find_map(|&(ply, ref position)| {
            let line = self.book.find_by_key(position)?;
            Some(Classified { line, ply })
        })
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
        if self.may_follow { Flow::Continue } else { Flow::Finish }
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
        str::from_utf8(&self.data().code).unwrap_or_default()
    }

    /// Whether it has a name, which begins with that of the opening.
    pub(super) fn has_name(&self) -> bool {
        let [start, end, ..] = self.data().name;
        start < end
    }

    /// Its name; all parts are empty where the book has none.
    pub fn name(&self) -> OpeningName<'b> {
        let [a, b, c, d] = self.data().name.map(|at| at as usize);
        OpeningName::of_parts([(a, b), (b, c), (c, d)].map(|(start, end)| &self.book.names[start..end]))
    }

    /// Its moves, from the usual initial position.
    pub fn moves(&self) -> &'b [Move] {
        let read =
            || Book::read(LICHESS.as_bytes()).unwrap_or_default().moves.into_inner().unwrap_or_default();
        let LineMoves { moves, ends } = self.book.moves.get_or_init(read);
        let start = self.index.checked_sub(1).map_or(0, |before| ends[before]);
        &moves[start..ends[self.index]]
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_of_the_program_is_what_its_table_says() {
        let mut ends = Vec::new();
        let read = Book::read(LICHESS.as_bytes()).unwrap();
        for line in read.lines() {
            let mut last = Position::START;
            line.moves().iter().for_each(|mv| last.play(*mv));
            let End { key, mark, unmoved, left } = End::of(&last);
            ends.extend_from_slice(&key.to_le_bytes());
            ends.extend_from_slice(&mark.to_le_bytes());
            ends.extend_from_slice(&unmoved.to_le_bytes());
            ends.push(left);
        }
        if std::env::var_os("PGN_BLESS").is_some() {
            let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/eco/lichess.ends");
            return std::fs::write(path, ends).unwrap();
        }
        let advice = "PGN_BLESS=1 cargo test -p pgnkit-collections the_book_of_the_program writes src/eco/lichess.ends anew";
        assert!(ends == LICHESS_ENDS, "{advice}");
        let known = Book::lichess();
        let Book { lines, names, by_key, marks, least, unmoved, .. } = &*known;
        assert_eq!((lines, names, by_key), (&read.lines, &read.names, &read.by_key));
        assert_eq!((marks, least, unmoved), (&read.marks, &read.least, &read.unmoved));
        assert!(known.moves.get().is_none());
        assert!(known.lines().map(|line| line.moves()).eq(read.lines().map(|line| line.moves())));
    }

    #[test]
    fn larger_sets_are_added() {
        let some = [0x0000_u16, 0x8001, 0x0123, 0x7ff0, 0xfffe].map(|set| (set, set.count_ones()));
        for (set, bits) in some {
            let mut sets = vec![0; WORDS];
            sets[usize::from(set / 64)] |= 1 << (set % 64);
            add_larger(&mut sets);
            assert!((0..=u16::MAX).all(|other| has(&sets, other) == (other & set == set)), "{set:#x}");
            assert_eq!(sets.iter().map(|word| word.count_ones()).sum::<u32>(), 1 << (16 - bits));
        }
    }

    #[test]
    fn many_candidates_are_as_few() {
        let book = Book::lichess();
        for (rounds, end, ply) in
            [(1, "", 4), (1, "e4 c5 Nc3", 7), (99, "", 396), (99, "d4 Nf6 c4 e6 a4 a5 h4 h5", 400)]
        {
            let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(rounds) + end;
            let game: Game = format!("{moves} *").parse().unwrap();
            let last = game
                .mainline_with_positions()
                .enumerate()
                .filter_map(|(at, played)| Some((at + 1, book.find(&played.after)?.index())));
            let last = last.last();
            let found = book.classify(&game).map(|found| (found.ply, found.line.index()));
            assert_eq!(found, last);
            assert!(last.is_some_and(|last| last.0 <= ply), "{last:?}");
        }
    }

    #[test]
    fn codes_are_those_that_are_displayed() {
        let codes = (0..500).filter_map(Eco::from_index);
        assert!(codes.map(|eco| (code(eco), eco.to_string())).all(|(code, text)| code == *text.as_bytes()));
    }
}
