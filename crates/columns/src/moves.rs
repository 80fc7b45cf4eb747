//! Moves as bytes: mostly one a half-move, without a board or a list of legal moves to be made for them.
//!
//! A byte is the square that the piece goes to (six bits, a1 = 0, h8 = 63) and, in the two upper bits, which of the own pieces that can
//! go there it is: pawns first, then knights, bishops, rooks, queens, the king, each from a1 to h8. Pins and checks do not count. Castling goes to the
//! square of the rook, a null move to that of the own king.
//!
//! - Where the upper bits are 3, a byte follows: below 128 it is the number of the piece less 3; otherwise, less 128, the length of the move in UCI,
//!   which follows (drops, null moves without a king, and whatever else has no number).
//! - After a promotion the letter of the piece follows, in lower case.
//! - A game from another start begins with 0, the length of a text (in seven bits a byte, the lowest first, the highest bit set but in the last), and the
//!   text: the name of the variant, `;` and the FEN.
//!
//! Squares of pieces repeat in openings, and the first pieces are most often those that move, which general compressors make good use of: a game of lichess takes
//! about 45 bytes in a column under zstd.

use std::fmt;
use std::hint::black_box;

use pgnkit::Start;
use pgnkit::chess::fen::{self, EnPassant};
use pgnkit::chess::variant::TagVariant;
use pgnkit::chess::{Bitboard, ChessMode, Color, Move, PieceKind, Position, Square, Variant, attacks};

const ESCAPE: u8 = 3;
const TEXT: u8 = 0x80;

/// Appends the start of a game, where it is not the usual one.
pub fn push_start(start: &Start, out: &mut Vec<u8>) {
    if start.position == Position::START && start.mode == ChessMode::Standard {
        return;
    }
    let variant = start.position.variant();
    let name = match (variant, start.mode) {
        (Variant::Standard, ChessMode::Chess960) => "Chess960".to_owned(),
        (_, ChessMode::Chess960) => format!("{}960", variant.name()),
        _ => variant.name().to_owned(),
    };
    let text = format!("{name};{}", start.position.fen(EnPassant::Always).as_str());
    out.push(0);
    let mut length = text.len();
    while length >= 0x80 {
        out.push(length as u8 | 0x80);
        length >>= 7;
    }
    out.push(length as u8);
    out.extend_from_slice(text.as_bytes());
}

/// Appends a legal move in a position.
#[inline]
pub fn push(position: &Position, mv: Move, out: &mut Vec<u8>) {
    // One test for all of them.
    if mv.is_drop() | mv.is_null() | mv.is_castling() | mv.promotion().is_some() {
        return push_rare(position, mv, out);
    }
    match pieces_before(position, mv) {
        Some(Bitboard::EMPTY) => out.push(mv.to().index() as u8),
        before => push_numbered(position, mv, before, out),
    }
}

#[cold]
fn push_rare(position: &Position, mv: Move, out: &mut Vec<u8>) {
    if mv.is_drop() {
        push_text(mv, out);
    } else if mv.is_null() {
        match king(position) {
            Some(king) => out.push(king.index() as u8),
            None => push_text(mv, out),
        }
    } else if mv.is_castling() {
        out.push(mv.to().index() as u8);
    } else {
        let before = pieces_before(position, mv);
        push_numbered(position, mv, before, out);
        out.extend(mv.promotion().filter(|_| before.is_some()).map(|kind| kind.letter() as u8 | 0x20));
    }
}

/// Appends a move with the number of its piece.
#[inline(never)]
fn push_numbered(position: &Position, mv: Move, before: Option<Bitboard>, out: &mut Vec<u8>) {
    let Some(before) = before else { return push_text(mv, out) };
    let to = mv.to();
    let number = reaching(to, before, position.occupied()).count() as u8;
    if number < ESCAPE {
        out.push(to.index() as u8 | number << 6);
    } else {
        out.extend_from_slice(&[to.index() as u8 | ESCAPE << 6, number - ESCAPE]);
    }
}

/// The king of the side to move, which it has not in every variant; where there are several, the first.
fn king(position: &Position) -> Option<Square> {
    position.pieces(position.turn(), PieceKind::King).into_iter().next()
}

#[cold]
fn push_text(mv: Move, out: &mut Vec<u8>) {
    let text = mv.to_uci(ChessMode::Chess960);
    out.extend_from_slice(&[ESCAPE << 6, TEXT | text.as_bytes().len() as u8]);
    out.extend_from_slice(text.as_bytes());
}

/// Own pieces of a kind that can go to a square as far as the board says.
fn candidates(position: &Position, kind: PieceKind, to: Square) -> Bitboard {
    let (us, occupied) = (position.turn(), position.occupied());
    let origins = match kind {
        PieceKind::Pawn => takers(position, to) | steppers(us, to, occupied),
        PieceKind::Knight => attacks::knight(to),
        PieceKind::Bishop => diagonals(to),
        PieceKind::Rook => lines(to),
        PieceKind::Queen => diagonals(to) | lines(to),
        PieceKind::King => attacks::king(to),
    };
    reaching(to, position.pieces(us, kind) & origins, occupied).collect()
}

/// The squares with nothing between them and another on their line, if they have one. A piece or two are looked at: the tables of sliders
/// are far larger than what stays in a cache beside everything else.
#[inline]
fn reaching(to: Square, origins: Bitboard, occupied: Bitboard) -> impl Iterator<Item = Square> {
    origins.into_iter().filter(move |from| !attacks::between(*from, to).intersects(occupied))
}

/// The squares from which a pawn can take on this one.
#[inline]
fn takers(position: &Position, to: Square) -> Bitboard {
    let passed = position.ep_square().map_or(Bitboard::EMPTY, Square::bit);
    let takes = (position.occupied() | passed).contains(to);
    Bitboard(attacks::pawn(!position.turn(), to).0 & u64::from(takes).wrapping_neg())
}

/// The squares from which a pawn can step on this one.
#[inline]
fn steppers(us: Color, to: Square, occupied: Bitboard) -> Bitboard {
    let (free, is_white) = (!occupied.0, us == Color::White);
    let back = |squares: u64| if is_white { squares >> 8 } else { squares << 8 };
    let fourth = if is_white { 0xff << 24 } else { 0xff << 32 };
    let to = to.bit().0 & free;
    Bitboard(back(to) | back(back(to & fourth) & free))
}

/// Own pieces that are numbered before the one that moves, and that nothing but one in the way can keep from the square that it goes to; `None`
/// for a pawn that the rules of a variant let go farther.
///
/// There are seldom any, and kinds of pieces come as they like: all are asked without a branch, several at once with vector instructions.
#[inline(always)]
fn pieces_before(position: &Position, mv: Move) -> Option<Bitboard> {
    let (from, to) = (mv.from(), mv.to());
    // Otherwise the compiler makes a copy of all of this for each kind, and a jump to it that processors cannot foresee.
    let moved = black_box(mv.kind());
    let us = position.turn();
    let passed = position.ep_square().map_or(Bitboard::EMPTY, Square::bit);
    let is = |set: Bitboard| usize::from(set.contains(to));
    let pawns = PAWN_ORIGINS[us as usize][is(position.occupied())][is(passed)][to.index()];
    let (origins, whole) = (&ORIGINS[to.index()].0, &EARLIER[moved as usize].0);
    // All ones unless it is a pawn.
    let is_piece = whole[PieceKind::Pawn as usize];
    if !Bitboard(pawns | is_piece).contains(from) {
        return None;
    }
    let mut before = 0;
    for kind in PieceKind::ALL {
        before |= position.kind(kind).0 & origins[kind as usize] & whole[kind as usize];
    }
    // Of its own kind those before it.
    let lower = from.bit().0 - 1;
    before |= position.kind(moved).0 & origins[moved as usize] & lower;
    before |= position.kind(PieceKind::Pawn).0 & pawns & (is_piece | lower);
    Some(Bitboard(before) & position.color(us))
}

/// The squares from which pawns can go to a square, if nothing is in their way: by their colour, by whether it is occupied, and whether a pawn has just
/// passed it.
static PAWN_ORIGINS: [[[[u64; 64]; 2]; 2]; 2] = {
    let mut table = [[[[0; 64]; 2]; 2]; 2];
    let mut pair: usize = 0;
    while pair < 64 * 64 {
        let (to, from) = (pair / 64, pair % 64);
        let (files, ranks) = ((to % 8).abs_diff(from % 8), (to / 8).abs_diff(from / 8));
        let us = (to < from) as usize;
        let is_double = files == 0 && ranks == 2 && to / 8 == 3 + us;
        let (steps, takes) = (files == 0 && ranks == 1 || is_double, files == 1 && ranks == 1);
        let mut case = 0;
        while case < 4 {
            let (is_occupied, is_passed) = (case / 2, case % 2);
            if steps && is_occupied == 0 || takes && case > 0 {
                table[us][is_occupied][is_passed][to] |= 1 << from;
            }
            case += 1;
        }
        pair += 1;
    }
    table
};

/// A set for each kind of piece, aligned for vector instructions.
#[repr(align(64))]
struct ByKind([u64; 8]);

/// The squares from which a piece can go to a square, by kind: of an empty board, and none for pawns.
static ORIGINS: [ByKind; 64] = {
    let mut table = [const { ByKind([0; 8]) }; 64];
    let mut pair: usize = 0;
    while pair < 64 * 64 {
        let (to, from) = (pair / 64, pair % 64);
        let (files, ranks) = ((to % 8).abs_diff(from % 8), (to / 8).abs_diff(from / 8));
        let (straight, diagonal) = (files == 0 || ranks == 0, files == ranks);
        let goes = [
            (PieceKind::Knight, files * ranks == 2),
            (PieceKind::Bishop, diagonal),
            (PieceKind::Rook, straight),
            (PieceKind::Queen, straight || diagonal),
            (PieceKind::King, files <= 1 && ranks <= 1),
        ];
        let mut at = 0;
        while at < goes.len() {
            if goes[at].1 && from != to {
                table[to].0[goes[at].0 as usize] |= 1 << from;
            }
            at += 1;
        }
        pair += 1;
    }
    table
};

/// For each kind: all squares for the kinds before it.
static EARLIER: [ByKind; 6] = {
    let mut table = [const { ByKind([0; 8]) }; 6];
    let mut kind = 0;
    while kind < table.len() {
        let mut before = 0;
        while before < kind {
            table[kind].0[before] = u64::MAX;
            before += 1;
        }
        kind += 1;
    }
    table
};

/// The squares on the rank and the file of a square, without it.
#[inline]
fn lines(square: Square) -> Bitboard {
    let (file, rank) = (square.index() % 8, square.index() / 8);
    Bitboard((0x0101_0101_0101_0101 << file) ^ (0xff << (8 * rank)))
}

/// The squares on the diagonals of a square, without it.
#[inline]
fn diagonals(square: Square) -> Bitboard {
    static DIAGONALS: [u64; 64] = {
        let mut table = [0; 64];
        let mut pair: usize = 0;
        while pair < 64 * 64 {
            let (one, other) = (pair / 64, pair % 64);
            let (files, ranks) = ((one % 8).abs_diff(other % 8), (one / 8).abs_diff(other / 8));
            if one != other && files == ranks {
                table[one] |= 1 << other;
            }
            pair += 1;
        }
        table
    };
    Bitboard(DIAGONALS[square.index()])
}

/// Bytes that are no moves of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MovesError {
    /// The byte, from 0.
    pub at: usize,
    /// What is wrong with it.
    pub reason: &'static str,
}

impl fmt::Display for MovesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} at byte {}", self.reason, self.at)
    }
}

impl std::error::Error for MovesError {}

/// Reads moves back, each checked against the rules.
///
/// ```
/// use pgnkit_columns::moves::{self, Moves};
///
/// let game: pgnkit::Game = "1. e4 e5 2. Nf3 *".parse()?;
/// let mut bytes = Vec::new();
/// let mut position = game.start().position;
/// for node in game.mainline() {
///     moves::push(&position, node.mv(), &mut bytes);
///     position.play(node.mv());
/// }
/// assert_eq!(bytes.len(), 3);
/// let read: Vec<_> = Moves::new(&bytes)?.collect::<Result<_, _>>()?;
/// assert_eq!(read, game.mainline().map(|node| node.mv()).collect::<Vec<_>>());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Moves<'b> {
    bytes: &'b [u8],
    at: usize,
    position: Position,
    mode: ChessMode,
    failed: bool,
}

impl<'b> Moves<'b> {
    /// The moves of a game, with its start.
    ///
    /// # Errors
    /// When the start is none.
    pub fn new(bytes: &'b [u8]) -> Result<Self, MovesError> {
        let mut moves = Self::from_position(Position::START, ChessMode::Standard, bytes);
        if bytes.first() == Some(&0) {
            moves.read_start().ok_or(MovesError { at: 0, reason: "expected the start of a game" })?;
        }
        Ok(moves)
    }

    /// Moves from a position that is known: those of a variation.
    pub fn from_position(position: Position, mode: ChessMode, bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, position, mode, failed: false }
    }

    /// The position before the next move.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The mode of castling.
    pub fn mode(&self) -> ChessMode {
        self.mode
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.bytes.get(self.at)?;
        self.at += 1;
        Some(byte)
    }

    fn text(&mut self, length: usize) -> Option<&'b [u8]> {
        let text = self.bytes.get(self.at..self.at.checked_add(length)?)?;
        self.at += length;
        Some(text)
    }

    fn read_start(&mut self) -> Option<()> {
        self.byte()?;
        let (mut length, mut shift) = (0_usize, 0);
        loop {
            let byte = self.byte()?;
            length |= usize::from(byte & 0x7f).checked_shl(shift)?;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
            if shift > 21 {
                return None;
            }
        }
        let text = std::str::from_utf8(self.text(length)?).ok()?;
        let (name, board) = text.split_once(';')?;
        let meant = TagVariant::from_name(name)?;
        self.position = fen::parse_variant(board.as_bytes(), meant.variant, None).ok()?.position;
        self.mode = if self.position.needs_chess960() { ChessMode::Chess960 } else { meant.mode };
        Some(())
    }

    fn read(&mut self) -> Option<Move> {
        let byte = self.byte()?;
        let (position, us) = (self.position, self.position.turn());
        let to = Square::new(byte & 63)?;
        let mut number = byte >> 6;
        if number == ESCAPE {
            match self.byte()? {
                length @ TEXT.. => {
                    let text = self.text(usize::from(length & !TEXT))?;
                    return position.parse_uci(text);
                }
                more => number += more,
            }
        }
        if position.color(us).contains(to) {
            if king(&position) == Some(to) {
                return position.is_legal(Move::NULL).then_some(Move::NULL);
            }
            return position.find_move(position.king(us), to, None).filter(|mv| mv.is_castling());
        }
        let mut left = u32::from(number);
        for kind in PieceKind::ALL {
            let those = candidates(&position, kind, to);
            if left >= those.len() {
                left -= those.len();
                continue;
            }
            let from = those.into_iter().nth(left as usize)?;
            let is_last = matches!(to.index() / 8, 0 | 7);
            let promotion = if kind == PieceKind::Pawn && is_last {
                Some(PieceKind::from_letter(self.byte()?.to_ascii_uppercase())?)
            } else {
                None
            };
            return position.find_move(from, to, promotion);
        }
        None
    }
}

impl Iterator for Moves<'_> {
    type Item = Result<Move, MovesError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed || self.at >= self.bytes.len() {
            return None;
        }
        let at = self.at;
        match self.read() {
            Some(mv) => {
                self.position.play(mv);
                Some(Ok(mv))
            }
            None => {
                self.failed = true;
                Some(Err(MovesError { at, reason: "expected a legal move" }))
            }
        }
    }
}
