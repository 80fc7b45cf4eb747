//! Pieces with numbers, by which moves are coded. Whether a move is legal is not asked here.

use pgnkit::chess::{CastlingSide, Color, PieceKind, Position, Square};

/// The square with a number that goes up the files, a1, a2 to h8.
pub(crate) fn square(index: u8) -> Square {
    Square::new((index & 7) << 3 | (index >> 3 & 7)).unwrap_or(Square::A1)
}

/// The number of a square that goes up the files.
fn index(square: Square) -> u8 {
    let index = square.index() as u8;
    (index & 7) << 3 | index >> 3
}

/// A step of a game, as it is coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    /// A null move.
    Null,
    /// Castling.
    Castle(CastlingSide),
    /// Any other move.
    Plain { from: Square, to: Square, promotion: Option<PieceKind> },
}

/// Pieces on squares, and the numbers of them. Squares go up the files.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// 0 is empty; else the kind of the piece from 1 on, and 8 for Black.
    squares: [u8; 64],
    lists: [Lists; 2],
    turn: Color,
    /// Squares of the rooks that castle, by colour and side.
    rooks: [[u8; 2]; 2],
}

/// Squares of the pieces of a side by kind and number; [`NONE`] is no piece.
#[derive(Clone, Copy, Debug)]
struct Lists {
    king: u8,
    pawns: [u8; 8],
    /// Knights, bishops, rooks and queens.
    pieces: [[u8; 3]; 4],
}

const NONE: u8 = 255;
const BLACK: u8 = 8;

fn piece(kind: PieceKind, color: Color) -> u8 {
    kind.index() as u8 + 1 + if color == Color::Black { BLACK } else { 0 }
}

const fn side_index(side: CastlingSide) -> usize {
    match side {
        CastlingSide::King => 0,
        CastlingSide::Queen => 1,
    }
}

/// The place of a kind among the lists of pieces.
fn list_of(kind: PieceKind) -> Option<usize> {
    match kind {
        PieceKind::Knight => Some(0),
        PieceKind::Bishop => Some(1),
        PieceKind::Rook => Some(2),
        PieceKind::Queen => Some(3),
        PieceKind::King | PieceKind::Pawn => None,
    }
}

impl Lists {
    const EMPTY: Self = Self { king: NONE, pawns: [NONE; 8], pieces: [[NONE; 3]; 4] };

    fn of(&mut self, kind: PieceKind) -> &mut [u8] {
        match list_of(kind) {
            Some(list) => &mut self.pieces[list],
            None if kind == PieceKind::Pawn => &mut self.pawns,
            None => std::slice::from_mut(&mut self.king),
        }
    }

    /// Gives a piece the next number, if there is one.
    fn push(&mut self, kind: PieceKind, at: u8) {
        if let Some(free) = self.of(kind).iter_mut().find(|known| **known == NONE) {
            *free = at;
        }
    }

    /// A piece that is gone leaves its number to the next one; the number of a pawn is free for ever.
    fn remove(&mut self, kind: PieceKind, at: u8) {
        let list = self.of(kind);
        if let Some(number) = list.iter().position(|known| *known == at) {
            if kind != PieceKind::Pawn {
                list.copy_within(number + 1.., number);
            }
            if let Some(last) = if kind == PieceKind::Pawn { list.get_mut(number) } else { list.last_mut() } {
                *last = NONE;
            }
        }
    }

    fn replace(&mut self, kind: PieceKind, from: u8, to: u8) {
        if let Some(known) = self.of(kind).iter_mut().find(|known| **known == from) {
            *known = to;
        }
    }
}

impl Board {
    pub(crate) fn new(position: &Position) -> Self {
        let mut board = Self {
            squares: [0; 64],
            lists: [Lists::EMPTY; 2],
            turn: position.turn(),
            rooks: [[7 * 8, 0], [7 * 8 + 7, 7]],
        };
        for at in 0..64 {
            let Some(found) = position.piece_at(square(at)) else { continue };
            board.squares[usize::from(at)] = piece(found.kind, found.color);
            board.lists[found.color.index()].push(found.kind, at);
        }
        board
    }

    /// Sets the rook with which a side castles.
    pub(super) fn set_rook(&mut self, color: Color, side: CastlingSide, rook: Option<Square>) {
        self.rooks[color.index()][side_index(side)] = rook.map_or(NONE, index);
    }

    fn at(&self, square: u8) -> u8 {
        self.squares[usize::from(square & 63)]
    }

    /// The step of a code that is one of a piece with a number.
    #[inline]
    pub(crate) fn decode(&self, code: u8) -> Option<Step> {
        if let (king, 9 | 10) = (self.lists[self.turn.index()].king, code) {
            let side = if code == 9 { CastlingSide::King } else { CastlingSide::Queen };
            return (king != NONE).then_some(Step::Castle(side));
        }
        let Code { kind, number, file, rank } = CODES[usize::from(code)]?;
        let lists = &self.lists[self.turn.index()];
        let from = match kind {
            PieceKind::King => lists.king,
            PieceKind::Pawn => lists.pawns[usize::from(number)],
            _ => list_of(kind).map_or(NONE, |list| lists.pieces[list][usize::from(number)]),
        };
        if from == NONE {
            return None;
        }
        // Pawns of Black go down, and their right is the left of White.
        let sign = if kind == PieceKind::Pawn && self.turn == Color::Black { -1 } else { 1 };
        let (file, rank) = ((from >> 3) as i8 + sign * file, (from & 7) as i8 + sign * rank);
        let to = (file & 7) << 3 | (rank & 7);
        Some(Step::Plain { from: square(from), to: square(to as u8), promotion: None })
    }

    /// The step between two squares; `None` if there is no piece of the side to move. What is in the bits for a promotion
    /// counts for pawns that get there.
    pub(super) fn between(&self, from: u8, to: u8, promotion: u8) -> Option<Step> {
        const PROMOTIONS: [PieceKind; 4] =
            [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
        let (from, to) = (from & 63, to & 63);
        let king = self.lists[self.turn.index()].king;
        let back = if self.turn == Color::White { 0 } else { 7 };
        let castling = match to {
            to if to == 6 * 8 + back => Some(CastlingSide::King),
            to if to == 2 * 8 + back => Some(CastlingSide::Queen),
            _ => None,
        };
        if let Some(side) = castling
            && (from == to || (from == king && from == 4 * 8 + back))
        {
            return Some(Step::Castle(side));
        }
        let found = self.at(from);
        if found == 0 || (found & BLACK != 0) != (self.turn == Color::Black) {
            return None;
        }
        let promotes = found & !BLACK == piece(PieceKind::Pawn, Color::White) && matches!(to & 7, 0 | 7);
        let promotion = promotes.then(|| PROMOTIONS[usize::from(promotion & 3)]);
        Some(Step::Plain { from: square(from), to: square(to), promotion })
    }

    fn take_off(&mut self, at: u8) {
        let found = std::mem::take(&mut self.squares[usize::from(at & 63)]);
        if let Some(kind) = PieceKind::ALL.get(usize::from((found & !BLACK).wrapping_sub(1))) {
            self.lists[usize::from(found & BLACK != 0)].remove(*kind, at);
        }
    }

    /// Plays a step, legal or not.
    #[inline]
    pub(super) fn play(&mut self, step: Step) {
        let us = self.turn;
        match step {
            Step::Null => {}
            Step::Castle(side) => self.castle(side),
            Step::Plain { from, to, promotion } => {
                let (from, to) = (index(from), index(to));
                let moved = std::mem::take(&mut self.squares[usize::from(from)]);
                let is_pawn = moved & !BLACK == piece(PieceKind::Pawn, Color::White);
                // A pawn that takes nothing where it goes takes in passing.
                let victim = if is_pawn && self.at(to) == 0 { (to & !7) | (from & 7) } else { to };
                if victim != from && self.at(victim) != 0 {
                    self.take_off(victim);
                }
                self.squares[usize::from(to)] = moved;
                let kind = PieceKind::ALL.get(usize::from((moved & !BLACK).wrapping_sub(1))).copied();
                if let Some(kind) = kind {
                    self.arrive(kind, from, to, promotion);
                }
            }
        }
        self.turn = !us;
    }

    /// Gives the piece its new place among the numbers, and a pawn that gets to the end another kind.
    #[inline]
    fn arrive(&mut self, kind: PieceKind, from: u8, to: u8, promotion: Option<PieceKind>) {
        let us = self.turn;
        let lists = &mut self.lists[us.index()];
        if kind != PieceKind::Pawn {
            lists.replace(kind, from, to);
            return;
        }
        match promotion {
            Some(promotion) => {
                lists.remove(PieceKind::Pawn, from);
                lists.push(promotion, to);
                self.squares[usize::from(to)] = piece(promotion, us);
            }
            None => lists.replace(PieceKind::Pawn, from, to),
        }
    }

    fn castle(&mut self, side: CastlingSide) {
        let us = self.turn;
        let back = if us == Color::White { 0 } else { 7 };
        let rook = self.rooks[us.index()][side_index(side)];
        let (king_to, rook_to) = match side {
            CastlingSide::King => (6 * 8 + back, 5 * 8 + back),
            CastlingSide::Queen => (2 * 8 + back, 3 * 8 + back),
        };
        let lists = &mut self.lists[us.index()];
        let king = std::mem::replace(&mut lists.king, king_to);
        if king != NONE {
            self.squares[usize::from(king)] = 0;
        }
        if rook != NONE && self.squares[usize::from(rook & 63)] == piece(PieceKind::Rook, us) {
            self.squares[usize::from(rook)] = 0;
            lists.replace(PieceKind::Rook, rook, rook_to);
            self.squares[usize::from(rook_to)] = piece(PieceKind::Rook, us);
        }
        self.squares[usize::from(king_to)] = piece(PieceKind::King, us);
    }
}

/// A piece with its number, and its step in files and ranks, over the edge to the other one.
#[derive(Clone, Copy)]
struct Code {
    kind: PieceKind,
    number: u8,
    file: i8,
    rank: i8,
}

/// The codes of pieces by number. Castling, the null move and marks are none.
static CODES: [Option<Code>; 256] = codes();

const fn codes() -> [Option<Code>; 256] {
    const KING: [(i8, i8); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    const KNIGHT: [(i8, i8); 8] = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
    const PAWN: [(i8, i8); 4] = [(0, 1), (0, 2), (1, 1), (-1, 1)];
    const UP: (i8, i8) = (0, 1);
    const RIGHT: (i8, i8) = (1, 0);
    const UP_RIGHT: (i8, i8) = (1, 1);
    const DOWN_RIGHT: (i8, i8) = (1, -1);
    const QUEEN: [(i8, i8); 4] = [UP, RIGHT, UP_RIGHT, DOWN_RIGHT];
    const ROOK: [(i8, i8); 2] = [UP, RIGHT];
    const BISHOP: [(i8, i8); 2] = [UP_RIGHT, DOWN_RIGHT];
    let mut codes = [None; 256];
    put_steps(&mut codes, 1, PieceKind::King, 0, &KING);
    put_lines(&mut codes, 11, PieceKind::Queen, 0, &QUEEN);
    put_lines(&mut codes, 39, PieceKind::Rook, 0, &ROOK);
    put_lines(&mut codes, 53, PieceKind::Rook, 1, &ROOK);
    put_lines(&mut codes, 67, PieceKind::Bishop, 0, &BISHOP);
    put_lines(&mut codes, 81, PieceKind::Bishop, 1, &BISHOP);
    put_steps(&mut codes, 95, PieceKind::Knight, 0, &KNIGHT);
    put_steps(&mut codes, 103, PieceKind::Knight, 1, &KNIGHT);
    let mut pawn = 0;
    while pawn < 8 {
        put_steps(&mut codes, 111 + 4 * pawn, PieceKind::Pawn, pawn as u8, &PAWN);
        pawn += 1;
    }
    put_lines(&mut codes, 143, PieceKind::Queen, 1, &QUEEN);
    put_lines(&mut codes, 171, PieceKind::Queen, 2, &QUEEN);
    put_lines(&mut codes, 199, PieceKind::Rook, 2, &ROOK);
    put_lines(&mut codes, 213, PieceKind::Bishop, 2, &BISHOP);
    put_steps(&mut codes, 227, PieceKind::Knight, 2, &KNIGHT);
    codes
}

const fn put_steps(
    codes: &mut [Option<Code>; 256],
    first: usize,
    kind: PieceKind,
    number: u8,
    steps: &[(i8, i8)],
) {
    let mut at = 0;
    while at < steps.len() {
        let (file, rank) = steps[at];
        codes[first + at] = Some(Code { kind, number, file, rank });
        at += 1;
    }
}

const fn put_lines(
    codes: &mut [Option<Code>; 256],
    first: usize,
    kind: PieceKind,
    number: u8,
    directions: &[(i8, i8)],
) {
    let mut at = 0;
    while at < directions.len() * 7 {
        let ((file, rank), length) = (directions[at / 7], at as i8 % 7 + 1);
        codes[first + at] = Some(Code { kind, number, file: file * length, rank: rank * length });
        at += 1;
    }
}
