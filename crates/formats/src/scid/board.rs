//! A position with the numbers of its pieces, by which moves are coded.

use pgnkit::chess::{CastlingSide, Color, Move, PieceKind, Position, Square};

use super::Reason;
use super::bytes::Cursor;

/// A position and the numbers of its pieces, by which moves are decoded.
#[derive(Clone, Copy, Debug)]
pub(super) struct Board {
    position: Position,
    numbers: Numbers,
}

/// The pieces of both sides by number, all that is needed to encode legal moves. The king has 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers {
    sides: [Pieces; 2],
    /// The number of the piece on each square that has one.
    on: [u8; 64],
}

#[derive(Clone, Copy, Debug)]
struct Pieces {
    squares: [Square; 16],
    count: u8,
}

/// Steps of the king for its codes from 1 on.
const KING: [i8; 8] = [-9, -8, -7, -1, 1, 7, 8, 9];
const QUEEN_SIDE: u8 = 9;
const KING_SIDE: u8 = 10;
/// Steps of the knight for its codes from 1 on.
const KNIGHT: [i8; 8] = [-17, -15, -10, -6, 6, 10, 15, 17];
const DOUBLE_STEP: u8 = 15;
/// Pieces that pawns become, for each three codes.
const PROMOTIONS: [Option<PieceKind>; 5] =
    [None, Some(PieceKind::Queen), Some(PieceKind::Rook), Some(PieceKind::Bishop), Some(PieceKind::Knight)];

impl Pieces {
    const EMPTY: Self = Self { squares: [Square::A1; 16], count: 0 };

    fn all(&self) -> &[Square] {
        &self.squares[..usize::from(self.count)]
    }

    fn push(&mut self, square: Square) -> Option<()> {
        *self.squares.get_mut(usize::from(self.count))? = square;
        self.count += 1;
        Some(())
    }
}

fn square(index: u8) -> Square {
    Square::new(index & 63).unwrap_or(Square::A1)
}

/// A square that many numbers away, if it is on the board.
fn away(from: Square, by: i8) -> Option<Square> {
    u8::try_from(from.index() as i16 + i16::from(by)).ok().and_then(Square::new)
}

impl Board {
    /// The usual start.
    pub(super) fn start() -> Self {
        Self { position: Position::START, numbers: Numbers::start() }
    }

    /// Another start; `None` if a side has more pieces than there are numbers.
    pub(super) fn new(position: Position) -> Option<Self> {
        Some(Self { position, numbers: Numbers::new(&position)? })
    }

    pub(super) fn position(&self) -> &Position {
        &self.position
    }

    /// The move of a byte, and of the one after it if that is needed.
    #[inline]
    pub(super) fn decode(&self, byte: u8, cursor: &mut Cursor<'_>) -> Result<Move, Reason> {
        let (number, code) = (byte >> 4, byte & 15);
        let us = self.position.turn();
        let Some(&from) = self.numbers.sides[us.index()].all().get(usize::from(number)) else {
            return Err(Reason::NoPiece(number));
        };
        let kind = self.position.kind_at(from).ok_or(Reason::NoPiece(number))?;
        if kind == PieceKind::King {
            return self.decode_king(from, code);
        }
        let file = from.index() as i8 % 8;
        let mut promotion = None;
        let to = match kind {
            PieceKind::Pawn => {
                let (step, becomes) =
                    if code == DOUBLE_STEP { (16, 0) } else { (7 + code as i8 % 3, usize::from(code) / 3) };
                promotion = PROMOTIONS[becomes];
                away(from, if us == Color::White { step } else { -step })
            }
            PieceKind::Knight => {
                let step = usize::from(code).checked_sub(1).and_then(|at| KNIGHT.get(at));
                away(from, *step.ok_or(Reason::Code(code))?)
            }
            PieceKind::Bishop => {
                let files = (code & 7) as i8 - file;
                away(from, if code & 8 == 0 { 9 * files } else { -7 * files })
            }
            PieceKind::Queen if code == file as u8 => {
                let byte = cursor.byte().ok_or(Reason::Short("the move of a queen"))?;
                Some(byte.checked_sub(64).and_then(Square::new).ok_or(Reason::Code(byte))?)
            }
            _ if code < 8 => Some(square((from.index() as u8 & !7) | code)),
            _ => Some(square(((code - 8) * 8) | file as u8)),
        };
        let to = to.ok_or(Reason::Illegal)?;
        self.position.find_move(from, to, promotion).ok_or(Reason::Illegal)
    }

    fn decode_king(&self, from: Square, code: u8) -> Result<Move, Reason> {
        let position = &self.position;
        match code {
            0 => Some(Move::NULL).filter(|mv| position.is_legal(*mv)).ok_or(Reason::Illegal),
            QUEEN_SIDE | KING_SIDE => {
                let side = if code == KING_SIDE { CastlingSide::King } else { CastlingSide::Queen };
                let rook = position.castling_rook(position.turn(), side);
                rook.and_then(|rook| position.find_move(from, rook, None)).ok_or(Reason::Illegal)
            }
            _ => {
                let step = *KING.get(usize::from(code) - 1).ok_or(Reason::Code(code))?;
                // A step on a rook of its own is no castling.
                away(from, step)
                    .and_then(|to| position.find_move(from, to, None))
                    .filter(|mv| !mv.is_castling())
                    .ok_or(Reason::Illegal)
            }
        }
    }

    /// Plays a legal move.
    #[inline]
    pub(super) fn play(&mut self, mv: Move) {
        self.numbers.play(mv, self.position.turn());
        self.position.play(mv);
    }
}

impl Numbers {
    fn of_sides(sides: [Pieces; 2]) -> Self {
        let mut on = [0; 64];
        for side in &sides {
            (0..).zip(side.all()).for_each(|(number, square)| on[square.index()] = number);
        }
        Self { sides, on }
    }

    /// The usual start.
    fn start() -> Self {
        let mut sides = [Pieces::EMPTY; 2];
        for (color, (back, pawns)) in [(Color::White, (0, 8)), (Color::Black, (56, 48))] {
            let list = &mut sides[color.index()];
            // The king first, then the others and the pawns from file to file.
            let others = [4, 0, 1, 2, 3, 5, 6, 7].into_iter().map(|file| back + file);
            others.chain(pawns..pawns + 8).for_each(|index| {
                let _ = list.push(square(index));
            });
        }
        Self::of_sides(sides)
    }

    /// Another start; `None` if a side has more pieces than there are numbers.
    fn new(position: &Position) -> Option<Self> {
        let mut sides = [Pieces::EMPTY; 2];
        for rank in (0..8).rev() {
            for file in 0..8 {
                let square = square(rank * 8 + file);
                let Some(piece) = position.piece_at(square) else { continue };
                let list = &mut sides[piece.color.index()];
                list.push(square)?;
                if piece.kind == PieceKind::King {
                    let last = usize::from(list.count) - 1;
                    list.squares.swap(0, last);
                }
            }
        }
        Some(Self::of_sides(sides))
    }

    /// The start of a game by whether it has one of its own.
    pub(super) fn of_start(set_up: bool, position: &Position) -> Option<Self> {
        if set_up { Self::new(position) } else { Some(Self::start()) }
    }

    /// Puts the piece of a side with this number on a square.
    #[inline]
    fn put(&mut self, side: Color, number: u8, square: Square) {
        self.sides[side.index()].squares[usize::from(number & 15)] = square;
        self.on[square.index()] = number;
    }

    /// Takes the piece of a side off its square; the last piece gets its number.
    #[inline]
    fn take(&mut self, side: Color, square: Square) {
        let Pieces { squares, count } = &mut self.sides[side.index()];
        *count = count.saturating_sub(1);
        let (number, last) = (self.on[square.index()], squares[usize::from(*count & 15)]);
        self.put(side, number, last);
    }

    /// Appends a legal move.
    #[inline]
    pub(super) fn encode(&self, mv: Move, out: &mut Vec<u8>) {
        if mv.is_null() {
            return out.push(0);
        }
        if mv.is_castling() {
            return out.push(if mv.is_king_side_castling() { KING_SIDE } else { QUEEN_SIDE });
        }
        let (from, to) = (mv.from().index() as u8, mv.to().index() as u8);
        let step = to as i8 - from as i8;
        let number = self.on[mv.from().index()];
        let of_table =
            |table: &[i8; 8]| table.iter().position(|known| *known == step).unwrap_or_default() as u8 + 1;
        let code = match mv.kind() {
            PieceKind::King => of_table(&KING),
            PieceKind::Knight => of_table(&KNIGHT),
            PieceKind::Pawn if step.abs() == 16 => DOUBLE_STEP,
            PieceKind::Pawn => {
                let becomes = PROMOTIONS.iter().position(|kind| *kind == mv.promotion()).unwrap_or_default();
                becomes as u8 * 3 + (step.unsigned_abs() - 7)
            }
            PieceKind::Bishop => {
                let files = (to % 8) as i8 - (from % 8) as i8;
                (to % 8) | if step == 9 * files { 0 } else { 8 }
            }
            _ if to / 8 == from / 8 => to % 8,
            _ if to % 8 == from % 8 => 8 + to / 8,
            // On a diagonal, a code that would lead nowhere, and the square.
            _ => {
                out.push((number << 4) | (from % 8));
                return out.push(64 + to);
            }
        };
        out.push(number << 4 | code);
    }

    /// Plays a legal move of `us`.
    #[inline]
    pub(super) fn play(&mut self, mv: Move, us: Color) {
        if mv.is_null() {
            return;
        }
        if mv.is_capture() {
            let victim = if mv.is_en_passant() { taken_in_passing(mv) } else { mv.to() };
            self.take(!us, victim);
        }
        if mv.is_castling() {
            // In Chess960 the king can end on the square of the rook: the rook is looked for first.
            let rook = self.on[mv.to().index()];
            self.put(us, 0, mv.destination());
            self.put(us, rook, rook_after(mv));
        } else {
            self.put(us, self.on[mv.from().index()], mv.to());
        }
    }
}

/// The square of the rook after castling.
pub(super) fn rook_after(mv: Move) -> Square {
    square((mv.from().index() as u8 & !7) | if mv.is_king_side_castling() { 5 } else { 3 })
}

/// The square of the pawn that a capture in passing takes.
pub(super) fn taken_in_passing(mv: Move) -> Square {
    square((mv.from().index() as u8 & !7) | (mv.to().index() as u8 & 7))
}
