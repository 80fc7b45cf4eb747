//! A writer of bases: moves, annotations, headers and names.

use pgnkit::chess::{CastlingSide, ChessMode, Color, Move, PieceKind, Position, Square};
use pgnkit::{Game, Node};

use super::tables::bytes_of_codes;

/// The files of a base.
#[derive(Clone, Default)]
pub(crate) struct Files {
    pub(crate) headers: Vec<u8>,
    pub(crate) moves: Vec<u8>,
    pub(crate) annotations: Vec<u8>,
    pub(crate) extras: Vec<u8>,
    /// Players, tournaments, annotators, sources, teams, titles of games, each empty if there is none.
    pub(crate) names: [Vec<u8>; 6],
    pub(crate) ends: Vec<u8>,
}

impl Files {
    /// A base without games: the headers of its files.
    pub(crate) fn new() -> Self {
        let mut headers = vec![0, 0, 0x2c, 0, 46, 1];
        headers.resize(46, 0);
        let mut moves = vec![0, 26];
        moves.resize(26, 0);
        Self { headers, annotations: moves.clone(), moves, ..Self::default() }
    }

    /// Adds a game; its header has the offsets, and what `fill` writes into it.
    pub(crate) fn push(&mut self, moves: &[u8], annotations: &[u8], fill: impl FnOnce(&mut [u8])) {
        let mut header = vec![0; 46];
        header[0] = 1;
        // No result.
        header[27] = 3;
        header[1..5].copy_from_slice(&(self.moves.len() as u32).to_be_bytes());
        if !annotations.is_empty() {
            header[5..9].copy_from_slice(&(self.annotations.len() as u32).to_be_bytes());
        }
        fill(&mut header);
        self.headers.extend_from_slice(&header);
        self.moves.extend_from_slice(moves);
        self.annotations.extend_from_slice(annotations);
    }

    /// Adds a game with its moves, comments and glyphs.
    pub(crate) fn push_game(&mut self, game: &Game, mode: u8) {
        let (moves, annotations) = encode(game, mode);
        self.push(&moves, &annotations, |_| {});
    }
}

/// The record of some moves, with a start position if the bytes of it are not empty.
pub(crate) fn moves_record(mode: u8, setup: &[u8], moves: &[u8]) -> Vec<u8> {
    let size = (4 + setup.len() + moves.len()) as u32;
    let mut record = size.to_be_bytes().to_vec();
    record[0] = mode | if setup.is_empty() { 0 } else { 0x40 };
    record.extend_from_slice(setup);
    record.extend_from_slice(moves);
    record
}

/// A record of annotations: places, types and data.
pub(crate) fn annotations_record(annotations: &[(i32, u8, Vec<u8>)]) -> Vec<u8> {
    let mut record = vec![0, 0, 1, 1, 0, 0x0e, 0x0e];
    record.extend_from_slice(&(annotations.len() as u32 + 1).to_be_bytes()[1..]);
    record.extend_from_slice(&[0; 4]);
    for (place, kind, data) in annotations {
        record.extend_from_slice(&place.to_be_bytes()[1..]);
        record.push(*kind);
        record.extend_from_slice(&(data.len() as u16 + 6).to_be_bytes());
        record.extend_from_slice(data);
    }
    let size = record.len() as u32;
    record[10..14].copy_from_slice(&size.to_be_bytes());
    record
}

/// The data of a text in all languages.
pub(crate) fn text(text: &[u8]) -> Vec<u8> {
    [&[0, 0], text].concat()
}

/// A file of names with records of that much data.
pub(crate) fn names_file(data_len: usize, records: &[Vec<u8>]) -> Vec<u8> {
    let mut file = Vec::new();
    for number in
        [records.len() as u32, 0, 1_234_567_890, data_len as u32, u32::MAX, records.len() as u32, 4, 0]
    {
        file.extend_from_slice(&number.to_le_bytes());
    }
    for record in records {
        file.extend_from_slice(&[0xff; 8]);
        file.push(0);
        file.extend_from_slice(record);
        file.resize(file.len() + data_len - record.len(), 0);
    }
    file
}

/// Fields of fixed length, one after another.
pub(crate) fn fields(fields: &[(&[u8], usize)]) -> Vec<u8> {
    let mut data = Vec::new();
    for (text, length) in fields {
        data.extend_from_slice(text);
        data.resize(data.len() + length - text.len(), 0);
    }
    data
}

/// The number of a square up the files.
pub(crate) fn number(square: Square) -> u8 {
    let index = square.index() as u8;
    index % 8 * 8 + index / 8
}

/// The bytes of a start position; with the squares of kings and rooks for Chess960.
pub(crate) fn setup(position: &Position, mode: ChessMode) -> Vec<u8> {
    let mut bytes = vec![1, 0, 0, position.fullmove_number() as u8];
    if let Some(square) = position.ep_square() {
        bytes[1] |= number(square) / 8 + 1;
    }
    bytes[1] |= if position.turn() == Color::Black { 0x10 } else { 0 };
    let sides = [
        (Color::White, CastlingSide::Queen),
        (Color::White, CastlingSide::King),
        (Color::Black, CastlingSide::Queen),
        (Color::Black, CastlingSide::King),
    ];
    for (bit, (color, side)) in sides.into_iter().enumerate() {
        bytes[2] |= u8::from(position.castling_rook(color, side).is_some()) << bit;
    }
    let mut bits = Vec::new();
    for at in 0..64_u8 {
        match position.piece_at(Square::new(at % 8 * 8 + at / 8).unwrap()) {
            None => bits.push(0),
            Some(piece) => {
                let kind = match piece.kind {
                    PieceKind::King => 1,
                    PieceKind::Queen => 2,
                    PieceKind::Knight => 3,
                    PieceKind::Bishop => 4,
                    PieceKind::Rook => 5,
                    PieceKind::Pawn => 6,
                };
                let color = u8::from(piece.color == Color::Black);
                bits.extend([1, color, kind >> 2, kind >> 1 & 1, kind & 1]);
            }
        }
    }
    bits.resize(24 * 8, 0);
    bytes.extend(bits.chunks(8).map(|bits| bits.iter().fold(0, |byte, bit| byte << 1 | bit)));
    if mode == ChessMode::Chess960 {
        let rook = |color, side| position.castling_rook(color, side).map_or(0xff, number);
        bytes.extend([number(position.king(Color::White)), number(position.king(Color::Black))]);
        bytes.extend([rook(Color::White, CastlingSide::King), rook(Color::White, CastlingSide::Queen)]);
        bytes.extend([rook(Color::Black, CastlingSide::King), rook(Color::Black, CastlingSide::Queen)]);
        bytes.extend([0, 0]);
    }
    bytes
}

/// Writes codes as the bytes of a mode.
pub(crate) struct Codes {
    mode: u8,
    bytes_of_codes: [u8; 256],
    moves: u8,
    pub(crate) bytes: Vec<u8>,
}

impl Codes {
    pub(crate) fn new(mode: u8) -> Self {
        Self { mode, bytes_of_codes: bytes_of_codes(mode), moves: 0, bytes: Vec::new() }
    }

    fn put(&mut self, code: u8) {
        let byte = if self.mode < 4 {
            self.bytes_of_codes[usize::from(code)].wrapping_add(self.moves)
        } else {
            self.bytes_of_codes[usize::from(code.wrapping_add(self.moves))]
        };
        self.bytes.push(byte);
    }

    /// A mark.
    pub(crate) fn mark(&mut self, code: u8) {
        self.put(code);
    }

    /// The code of a move, and what belongs to it.
    pub(crate) fn mv(&mut self, codes: &[u8]) {
        codes.iter().for_each(|code| self.put(*code));
        self.moves = self.moves.wrapping_add(1);
    }
}

/// The numbers of pieces.
#[derive(Clone)]
struct Numbers {
    /// By colour and kind; of pawns by their number for ever.
    lists: [[Vec<Option<Square>>; 6]; 2],
}

impl Numbers {
    fn new(position: &Position) -> Self {
        let mut lists: [[Vec<Option<Square>>; 6]; 2] = Default::default();
        for at in 0..64_u8 {
            let square = Square::new(at % 8 * 8 + at / 8).unwrap();
            let Some(piece) = position.piece_at(square) else { continue };
            let list = &mut lists[piece.color.index()][piece.kind.index()];
            if list.len() < most(piece.kind) {
                list.push(Some(square));
            }
        }
        Self { lists }
    }

    fn number(&self, color: Color, kind: PieceKind, square: Square) -> Option<usize> {
        self.lists[color.index()][kind.index()].iter().position(|known| *known == Some(square))
    }

    fn remove(&mut self, color: Color, kind: PieceKind, square: Square) {
        let Some(at) = self.number(color, kind, square) else { return };
        let list = &mut self.lists[color.index()][kind.index()];
        if kind == PieceKind::Pawn {
            list[at] = None;
        } else {
            list.remove(at);
        }
    }

    fn shift(&mut self, color: Color, kind: PieceKind, from: Square, to: Square) {
        if let Some(at) = self.number(color, kind, from) {
            self.lists[color.index()][kind.index()][at] = Some(to);
        }
    }

    fn play(&mut self, mv: Move, before: &Position) {
        let us = before.turn();
        if mv.is_null() {
            return;
        }
        if mv.is_castling() {
            let rank = mv.from().index() / 8 * 8;
            let file = if mv.is_king_side_castling() { 5 } else { 3 };
            self.shift(us, PieceKind::Rook, mv.to(), Square::new((rank + file) as u8).unwrap());
            self.shift(us, PieceKind::King, mv.from(), mv.destination());
            return;
        }
        if mv.is_en_passant() {
            let taken = Square::new((mv.from().index() / 8 * 8 + mv.to().index() % 8) as u8).unwrap();
            self.remove(!us, PieceKind::Pawn, taken);
        } else if let Some(piece) = before.piece_at(mv.to()) {
            self.remove(piece.color, piece.kind, mv.to());
        }
        match mv.promotion() {
            Some(kind) => {
                self.remove(us, PieceKind::Pawn, mv.from());
                let list = &mut self.lists[us.index()][kind.index()];
                if list.len() < 3 {
                    list.push(Some(mv.to()));
                }
            }
            None => self.shift(us, mv.kind(), mv.from(), mv.to()),
        }
    }
}

fn most(kind: PieceKind) -> usize {
    match kind {
        PieceKind::Pawn => 8,
        PieceKind::King => 1,
        _ => 3,
    }
}

/// The codes of a move.
fn codes_of(mv: Move, position: &Position, numbers: &Numbers, mode: u8) -> Vec<u8> {
    if mv.is_null() {
        return vec![0];
    }
    if mv.is_castling() {
        if mode == 10 {
            let to = number(mv.destination());
            return two_bytes(to, to, 0);
        }
        return vec![if mv.is_king_side_castling() { 9 } else { 10 }];
    }
    let (from, to) = (number(mv.from()), number(mv.to()));
    let known = numbers.number(position.turn(), mv.kind(), mv.from());
    let (Some(piece), None) = (known, mv.promotion()) else {
        let kinds = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
        let promotion = kinds.iter().position(|kind| mv.promotion() == Some(*kind)).unwrap_or(0);
        return two_bytes(from, to, promotion as u16);
    };
    let (files, ranks) = ((to / 8) as i8 - (from / 8) as i8, (to % 8) as i8 - (from % 8) as i8);
    let step = |table: &[(i8, i8)]| table.iter().position(|step| *step == (files, ranks)).unwrap() as u8;
    let away = |steps: i8| (steps & 7) as u8 - 1;
    let line = || match (files, ranks) {
        (0, ranks) => away(ranks),
        (files, 0) => 7 + away(files),
        (files, ranks) if files == ranks => 14 + away(files),
        (files, _) => 21 + away(files),
    };
    vec![match mv.kind() {
        PieceKind::King => 1 + step(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]),
        PieceKind::Queen => [11, 143, 171][piece] + line(),
        PieceKind::Rook => [39, 53, 199][piece] + line(),
        PieceKind::Bishop => [67, 81, 213][piece] + line() - 14,
        PieceKind::Knight => {
            let steps = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];
            [95, 103, 227][piece] + step(&steps)
        }
        PieceKind::Pawn => {
            let forward = if position.turn() == Color::White { 1 } else { -1 };
            let step = match (files * forward, ranks * forward) {
                (0, 1) => 0,
                (0, _) => 1,
                (1, _) => 2,
                _ => 3,
            };
            111 + 4 * piece as u8 + step
        }
    }]
}

fn two_bytes(from: u8, to: u8, promotion: u16) -> Vec<u8> {
    let word = u16::from(from) | u16::from(to) << 6 | promotion << 12;
    [&[235], &word.to_be_bytes()[..]].concat()
}

/// The records of a game.
pub(crate) fn encode(game: &Game, mode: u8) -> (Vec<u8>, Vec<u8>) {
    let start = game.start();
    let mut codes = Codes::new(mode);
    let mut annotations = Vec::new();
    let root = game.root();
    notes(&root, -1, &mut annotations);
    let mut count = 0;
    let numbers = Numbers::new(&start.position);
    line(root, start.position, numbers, &mut codes, &mut count, &mut annotations);
    if mode != 5 {
        codes.mark(255);
    }
    let chess_mode = if mode == 10 { ChessMode::Chess960 } else { ChessMode::Standard };
    let setup = if start.set_up || mode == 10 { setup(&start.position, chess_mode) } else { Vec::new() };
    let annotations = if annotations.is_empty() { Vec::new() } else { annotations_record(&annotations) };
    (moves_record(mode, &setup, &codes.bytes), annotations)
}

/// The moves after a node: that of the line, then the alternatives, each with what follows it.
fn line(
    node: Node<'_>,
    position: Position,
    numbers: Numbers,
    codes: &mut Codes,
    count: &mut i32,
    annotations: &mut Vec<(i32, u8, Vec<u8>)>,
) {
    let children: Vec<Node<'_>> = node.children().collect();
    for (at, child) in children.iter().enumerate() {
        let has_next = at + 1 < children.len();
        let mv = child.mv();
        if codes.mode == 5 {
            let mut word = words(mv) | if has_next { 0x8000 } else { 0 };
            if child.children().next().is_none() {
                word |= 0x4000;
            }
            codes.mv(&word.to_be_bytes());
        } else {
            if has_next {
                codes.mark(254);
            }
            codes.mv(&codes_of(mv, &position, &numbers, codes.mode));
        }
        notes(child, *count, annotations);
        *count += 1;
        let mut after = numbers.clone();
        after.play(mv, &position);
        line(*child, position.after(mv), after, codes, count, annotations);
        if codes.mode != 5 && has_next {
            codes.mark(255);
        }
    }
}

fn words(mv: Move) -> u16 {
    if mv.is_null() {
        return 0;
    }
    let kinds = [PieceKind::Queen, PieceKind::Rook, PieceKind::Bishop, PieceKind::Knight];
    let promotion = kinds.iter().position(|kind| mv.promotion() == Some(*kind)).unwrap_or(0) as u16;
    let to = if mv.is_castling() { mv.destination() } else { mv.to() };
    u16::from(number(mv.from())) | u16::from(number(to)) << 6 | promotion << 12
}

fn notes(node: &Node<'_>, place: i32, annotations: &mut Vec<(i32, u8, Vec<u8>)>) {
    let nags: Vec<u8> = node.nags().collect();
    if !nags.is_empty() {
        annotations.push((place, 3, nags));
    }
    for comment in node.comments() {
        annotations.push((place, 2, text(comment.as_bytes())));
    }
}
