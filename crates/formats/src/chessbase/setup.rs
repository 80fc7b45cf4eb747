//! Start positions.

use pgnkit::chess::{Bitboard, CastlingSide, ChessMode, Color, Piece, PieceKind, Position, Setup, Square};

use super::Reason;
use super::board::{Board, square};
use super::bytes::be;

/// Length of a start position, and with the squares of Chess960, in bytes.
const LEN: usize = 28;
const LEN_960: usize = 36;

/// Codes of pieces from 1 on.
pub(super) const PIECES: [PieceKind; 6] = [
    PieceKind::King,
    PieceKind::Queen,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Pawn,
];

/// The start of a game: the position, and the pieces with their numbers.
pub(super) struct OwnStart {
    pub(super) position: Position,
    pub(super) board: Board,
    /// Length in bytes.
    pub(super) len: usize,
}

impl OwnStart {
    pub(super) fn usual() -> Self {
        let position = Position::START;
        Self { position, board: Board::new(&position), len: 0 }
    }
}

/// Reads a start position from the beginning of some bytes.
pub(super) fn read(
    bytes: &[u8],
    mode: ChessMode,
    warn: &mut dyn FnMut(usize, Reason),
) -> Result<OwnStart, Reason> {
    let len = if mode == ChessMode::Chess960 { LEN_960 } else { LEN };
    let Some(bytes) = bytes.get(..len) else { return Err(Reason::Short("the start position")) };
    let mut setup = Setup::new();
    let turn = if bytes[1] & 0x10 == 0 { Color::White } else { Color::Black };
    setup.turn(turn).fullmove_number(u32::from(bytes[3]).max(1));
    put_pieces(&bytes[4..LEN], &mut setup)?;
    // Rights and the en passant square are left out if they cannot be; pieces must be right.
    let plain = setup.position().map_err(Reason::Setup)?;
    let mut rooks = Bitboard::EMPTY;
    for (bit, color, side) in RIGHTS {
        if bytes[2] >> bit & 1 == 0 {
            continue;
        }
        let rook = match mode {
            ChessMode::Chess960 => rook_960(bytes, color, side),
            _ => usual_rook(&plain, color, side),
        };
        let with = rook.map(|rook| rooks | rook.bit());
        match with.filter(|with| setup.castling(*with).position().is_ok()) {
            Some(with) => rooks = with,
            None => warn(2, Reason::SetupValue("castling right")),
        }
    }
    setup.castling(rooks);
    if let Some(file) = (bytes[1] & 0xf).checked_sub(1) {
        let rank = if turn == Color::White { 5 } else { 2 };
        let passed = (file < 8).then(|| square(file * 8 + rank));
        if passed.is_none() || setup.en_passant(passed).position().is_err() {
            setup.en_passant(None);
            warn(1, Reason::SetupValue("en passant square"));
        }
    }
    let position = setup.position().map_err(Reason::Setup)?;
    let mut board = Board::new(&position);
    if mode == ChessMode::Chess960 {
        for (_, color, side) in RIGHTS {
            board.set_rook(color, side, rook_960(bytes, color, side));
        }
    }
    Ok(OwnStart { position, board, len })
}

/// Bits of castling rights.
const RIGHTS: [(u8, Color, CastlingSide); 4] = [
    (0, Color::White, CastlingSide::Queen),
    (1, Color::White, CastlingSide::King),
    (2, Color::Black, CastlingSide::Queen),
    (3, Color::Black, CastlingSide::King),
];

/// The rook on its usual square, if the king is on his.
fn usual_rook(position: &Position, color: Color, side: CastlingSide) -> Option<Square> {
    let rank = if color == Color::White { 0 } else { 7 };
    let file = if side == CastlingSide::King { 7 } else { 0 };
    (position.king(color) == square(4 * 8 + rank)).then(|| square(file * 8 + rank))
}

/// The rook of Chess960 by its square after the pieces: those of the kings come first.
fn rook_960(bytes: &[u8], color: Color, side: CastlingSide) -> Option<Square> {
    let at = LEN + 2 + 2 * color.index() + usize::from(side == CastlingSide::Queen);
    bytes.get(at).filter(|index| **index < 64).map(|index| square(*index))
}

/// A stream of bits: 0 is an empty square, 1 a piece of four bits more.
fn put_pieces(bytes: &[u8], setup: &mut Setup) -> Result<(), Reason> {
    let mut at = 0;
    let mut bits = |count: usize| {
        let word = be(bytes, at / 8, 2).or_else(|| be(bytes, at / 8, 1).map(|byte| byte << 8))?;
        let bits = word >> (16 - count - at % 8) & ((1 << count) - 1);
        at += count;
        Some(bits as usize)
    };
    for index in 0..64 {
        let short = Reason::Short("the pieces of the start position");
        if bits(1).ok_or(short.clone())? == 0 {
            continue;
        }
        let code = bits(4).ok_or(short)?;
        let color = if code & 8 == 0 { Color::White } else { Color::Black };
        let kind = (code & 7).checked_sub(1).and_then(|at| PIECES.get(at)).copied();
        setup.put(square(index), Piece { color, kind: kind.ok_or(Reason::SetupValue("piece"))? });
    }
    Ok(())
}
