//! Books of ChessBase (`.ctg`): pages of positions, each with its moves and the games that came to it.
//!
//! A position is there once, with White to move: one in which Black moves has its colours exchanged, and one without rights to castle
//! and with the king on the files a to d is turned over. The files `.cto` and `.ctb` beside it are an index, which nobody needs who reads all.

use std::collections::{HashSet, VecDeque};

use pgnkit::chess::{Bitboard, CastlingSide, Color, Piece, PieceKind, Position, Setup, Square};

use super::{Book, BookBuilder, BookMove, Damage, Reason};
use crate::chessbase::{Board, QUOTATION, Step, square};

/// Length of a page in bytes. The first one is a header.
pub const PAGE_LEN: usize = 4096;
/// Numbers of games with a position after its moves.
const NUMBERS_LEN: usize = 33;
/// The recommendation to avoid a position, and marks of moves that are mistakes.
const AVOID: u8 = 64;
const MISTAKES: [u8; 2] = [2, 4];
/// Bits of a mark that are a glyph.
const NAG: u8 = 31;

/// Whether a file is such a book: pages, of which the first has whole positions.
pub fn begins(bytes: &[u8]) -> bool {
    let page = bytes.get(PAGE_LEN..2 * PAGE_LEN).filter(|_| bytes.len().is_multiple_of(PAGE_LEN));
    page.is_some_and(|page| {
        let (count, used) = counts(page);
        let mut at = 4;
        let whole = (0..count).all(|_| {
            let record = Record::parse(page, at, used);
            record.inspect(|record| at = record.end).is_some()
        });
        count > 0 && whole && at == used
    })
}

/// Number of positions of a page, and of bytes that are used.
fn counts(page: &[u8]) -> (usize, usize) {
    let number = |at: usize| usize::from(u16::from_be_bytes([page[at], page[at + 1]]));
    (number(0), number(2).min(page.len()))
}

/// A position of a page.
#[derive(Clone, Copy, Debug)]
struct Record<'a> {
    signature: &'a [u8],
    /// Pairs of a move and its mark.
    moves: &'a [u8],
    numbers: &'a [u8],
    end: usize,
}

impl<'a> Record<'a> {
    fn parse(page: &'a [u8], at: usize, used: usize) -> Option<Self> {
        let page = page.get(..used)?;
        let length = usize::from(page.get(at)? & 31);
        let signature = page.get(at..at + length).filter(|signature| signature.len() > 1)?;
        let moves_at = at + length;
        let moves_length = usize::from(*page.get(moves_at)?);
        let moves = page.get(moves_at + 1..moves_at + moves_length.max(1))?;
        let numbers_at = moves_at + moves_length.max(1);
        let numbers = page.get(numbers_at..numbers_at + NUMBERS_LEN)?;
        Some(Self { signature, moves, numbers, end: numbers_at + NUMBERS_LEN })
    }

    /// Games that came to the position, 0 where it is to be avoided.
    fn weight(&self) -> u64 {
        if self.numbers[30] & AVOID != 0 {
            return 0;
        }
        u64::from(u32::from_be_bytes([0, self.numbers[0], self.numbers[1], self.numbers[2]])).max(1)
    }
}

/// Reads a book: its moves by position, the weight of each that of the position it leads to. Takes memory for all positions.
pub fn read(bytes: &[u8], damage: &mut dyn FnMut(Damage)) -> Book<'static> {
    let pages = Pages::read(bytes, damage);
    let mut builder = BookBuilder::new();
    let mut is_used = vec![false; pages.places.len()];
    let mut visited = HashSet::from([Position::START.polyglot_key()]);
    let mut open = VecDeque::from([Position::START]);
    while let Some(position) = open.pop_front() {
        let View { key, turn, .. } = View::of(&position);
        let Some(found) = pages.find(key) else { continue };
        is_used[found] = true;
        pages.moves(found, &position, turn, &mut builder, damage, &mut |after| {
            if visited.insert(after.polyglot_key()) {
                open.push_back(after);
            }
        });
    }
    // Positions that no moves of the book lead to: their colours are not known, and they stay as they are written.
    for (found, _) in is_used.iter().enumerate().filter(|(_, is_used)| !**is_used) {
        if let Some(position) = pages.position(found) {
            pages.moves(found, &position, Turn::default(), &mut builder, damage, &mut |_| {});
        }
    }
    Book::of_bytes(builder.finish())
}

/// The positions of a book by key.
struct Pages<'a> {
    bytes: &'a [u8],
    /// Keys with the offsets of their records and the numbers of these in the file, in the order of the keys.
    places: Vec<(u64, u32, u32)>,
}

impl<'a> Pages<'a> {
    fn read(bytes: &'a [u8], damage: &mut dyn FnMut(Damage)) -> Self {
        let mut places = Vec::new();
        let mut number = 0;
        for (page_at, page) in bytes.chunks_exact(PAGE_LEN).enumerate().skip(1) {
            let (count, used) = counts(page);
            let mut at = 4;
            for left in (1..=count).rev() {
                let Some(record) = Record::parse(page, at, used) else {
                    damage(Damage::new(number, Reason::PageEnds(left)));
                    break;
                };
                match position_of(record.signature).map(|position| View::of(&position).key) {
                    Some(key) => places.push((key, (page_at * PAGE_LEN + at) as u32, number as u32)),
                    None => damage(Damage::new(number, Reason::NoPosition)),
                }
                at = record.end;
                number += 1;
            }
        }
        let rest = bytes.len() % PAGE_LEN;
        if rest > 0 {
            damage(Damage::new(number, Reason::PartOfPage(rest)));
        }
        places.sort_unstable();
        places.dedup_by_key(|(key, ..)| *key);
        Self { bytes, places }
    }

    fn find(&self, key: u64) -> Option<usize> {
        self.places.binary_search_by_key(&key, |(key, ..)| *key).ok()
    }

    fn record(&self, found: usize) -> Option<Record<'a>> {
        let at = self.places[found].1 as usize;
        let (page_at, at) = (at - at % PAGE_LEN, at % PAGE_LEN);
        let page = self.bytes.get(page_at..page_at + PAGE_LEN)?;
        Record::parse(page, at, counts(page).1)
    }

    /// The position as it is written: with White to move.
    fn position(&self, found: usize) -> Option<Position> {
        position_of(self.record(found)?.signature)
    }

    /// Adds the moves of a position, which is written turned so; the positions after them go to `visit`.
    fn moves(
        &self,
        found: usize,
        position: &Position,
        turn: Turn,
        builder: &mut BookBuilder,
        damage: &mut dyn FnMut(Damage),
        visit: &mut dyn FnMut(Position),
    ) {
        let (Some(record), Some(written)) = (self.record(found), self.position(found)) else { return };
        let board = Board::new(&written);
        for pair in record.moves.chunks_exact(2) {
            let step = board.decode(QUOTATION[usize::from(pair[0])]);
            let Some(written) = step.and_then(|step| book_move(&written, step, turn)) else {
                damage(Damage::new(self.places[found].2 as usize, Reason::NoMove));
                continue;
            };
            let Some(mv) = written.find(position) else {
                damage(Damage::new(self.places[found].2 as usize, Reason::Illegal(written)));
                continue;
            };
            let after = position.after(mv);
            let next = self.find(View::of(&after).key).and_then(|next| self.record(next));
            let weight =
                if MISTAKES.contains(&(pair[1] & NAG)) { 0 } else { next.map_or(1, |next| next.weight()) };
            if let Some(mv) = BookMove::of(mv) {
                builder.push(position.polyglot_key(), mv, weight, 0);
            }
            if next.is_some() {
                visit(after);
            }
        }
    }
}

/// The move of a step, of which the squares are turned.
fn book_move(written: &Position, step: Step, turn: Turn) -> Option<BookMove> {
    match step {
        Step::Null => None,
        Step::Castle(side) => {
            let (from, to) = match side {
                CastlingSide::King => (Square::E1, Square::H1),
                CastlingSide::Queen => (Square::E1, Square::A1),
            };
            Some(BookMove::new(turn.square(from), turn.square(to), None))
        }
        Step::Plain { from, to, .. } => {
            let is_pawn = written.piece_at(from).is_some_and(|piece| piece.kind == PieceKind::Pawn);
            let promotion = (is_pawn && to.index() >= 56).then_some(PieceKind::Queen);
            Some(BookMove::new(turn.square(from), turn.square(to), promotion))
        }
    }
}

/// The way in which a position is turned to be written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Turn {
    ranks: bool,
    files: bool,
}

impl Turn {
    fn square(self, square: Square) -> Square {
        let bits = if self.ranks { 56 } else { 0 } | if self.files { 7 } else { 0 };
        Square::new(square.index() as u8 ^ bits).unwrap_or(square)
    }
}

/// A position as books have it.
struct View {
    /// Key of the position that is written.
    key: u64,
    turn: Turn,
}

impl View {
    fn of(position: &Position) -> Self {
        let ranks = position.turn() == Color::Black;
        let upright = if ranks { position.mirrored() } else { *position };
        let king = upright.king(Color::White).index() % 8;
        let turn = Turn { ranks, files: upright.castling_rooks().is_empty() && king < 4 };
        let turned = turn.files.then(|| turned_files(&upright)).flatten();
        Self { key: turned.unwrap_or(upright).polyglot_key(), turn }
    }
}

/// A position without rights to castle, with the files turned over.
fn turned_files(position: &Position) -> Option<Position> {
    let turn = Turn { ranks: false, files: true };
    let mut setup = Setup::new();
    for square in position.occupied() {
        setup.put(turn.square(square), position.piece_at(square)?);
    }
    setup.en_passant(position.ep_square().map(|square| turn.square(square)));
    setup.position().ok()
}

/// The position of a signature. Bits go from the top; the squares are a1, a2 to h8.
fn position_of(signature: &[u8]) -> Option<Position> {
    const HAS_EN_PASSANT: u8 = 1 << 5;
    const HAS_CASTLING: u8 = 1 << 6;
    /// The rooks of the rights to castle from the lowest bit on.
    const ROOKS: [Square; 4] = [Square::A1, Square::H1, Square::A8, Square::H8];
    let (head, bits) = signature.split_first()?;
    let mut setup = Setup::new();
    let mut at = 0;
    for number in 0..64 {
        if let Some(piece) = piece(bits, &mut at)? {
            setup.put(square(number), piece);
        }
    }
    // They end with the last byte.
    let mut flags = *bits.last()?;
    if head & HAS_CASTLING != 0 {
        let rooks = ROOKS.into_iter().enumerate().filter(|(bit, _)| flags >> bit & 1 == 1);
        setup.castling(rooks.fold(Bitboard::EMPTY, |rooks, (_, rook)| rooks | rook.bit()));
        flags >>= 4;
    }
    if head & HAS_EN_PASSANT != 0 {
        setup.en_passant(Square::new(5 * 8 + (flags & 7)));
    }
    setup.position().ok()
}

/// The piece on the next square, if there is one; `None` if the bits end or are none of the code.
fn piece(bits: &[u8], at: &mut usize) -> Option<Option<Piece>> {
    let mut bit = || {
        let byte = *bits.get(*at / 8)?;
        *at += 1;
        Some(byte >> (7 - (*at - 1) % 8) & 1 == 1)
    };
    if !bit()? {
        return Some(None);
    }
    let kind = if bit()? {
        PieceKind::Pawn
    } else {
        match (bit()?, bit()?) {
            (false, true) => PieceKind::Knight,
            (true, false) => PieceKind::Bishop,
            (true, true) => PieceKind::Rook,
            (false, false) if bit()? => PieceKind::Queen,
            (false, false) => PieceKind::King,
        }
    };
    let color = if bit()? { Color::Black } else { Color::White };
    Some(Some(Piece { color, kind }))
}
