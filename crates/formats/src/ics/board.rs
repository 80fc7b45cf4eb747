//! Boards of style 12.

use pgnkit::chess::File;
use pgnkit::chess::{Bitboard, Color, Piece, PieceKind, Position, Rank, Setup, Square, Variant};

use super::about::{milliseconds, number, words};

/// A line of style 12, field by field as far as games need it.
#[derive(Clone, Debug)]
pub(super) struct Board<'l> {
    /// The squares from a8 to h1.
    squares: [u8; 64],
    turn: Color,
    /// File of a pawn that has just made a double step.
    double_step: Option<u8>,
    /// King's and queen's side of White, of Black.
    castling: [bool; 4],
    halfmoves: u32,
    pub(super) game: u32,
    pub(super) names: [&'l [u8]; 2],
    /// Whether the game is examined, so that it goes back and forth.
    pub(super) is_examined: bool,
    pub(super) time: (u32, u32),
    /// Time left of White and Black in milliseconds, if it is not negative.
    pub(super) clocks: [Option<u64>; 2],
    /// Half-moves since the first move of the game.
    pub(super) ply: u32,
    /// The last move in SAN, if there is one.
    pub(super) san: Option<&'l [u8]>,
    /// Time of the last move in milliseconds.
    pub(super) took: Option<u64>,
}

/// Pieces that can be dropped, of White and Black: `<b1> game 5 white [PN] black [QR]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Holdings {
    pub(super) game: u32,
    counts: [[u8; 5]; 2],
}

const DROPPED: [PieceKind; 5] =
    [PieceKind::Pawn, PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen];

/// Games have fewer moves.
const MAX_MOVES: u32 = 100_000;

fn signed(word: &[u8]) -> Option<i64> {
    match word.strip_prefix(b"-") {
        Some(digits) => Some(-i64::from(number(digits)?)),
        None => Some(i64::from(number(word)?)),
    }
}

impl<'l> Board<'l> {
    pub(super) fn parse(line: &'l [u8]) -> Option<Self> {
        let mut fields = words(line.strip_prefix(b"<12> ")?);
        let mut squares = [b'-'; 64];
        for rank in squares.chunks_exact_mut(8) {
            let field = fields.next().filter(|field| field.len() == 8)?;
            if !field.iter().all(|byte| b"-PNBRQKpnbrqk".contains(byte)) {
                return None;
            }
            rank.copy_from_slice(field);
        }
        let turn = match fields.next()? {
            b"W" => Color::White,
            b"B" => Color::Black,
            _ => return None,
        };
        let double_step = u8::try_from(signed(fields.next()?)?).ok().filter(|file| *file < 8);
        let mut castling = [false; 4];
        for right in &mut castling {
            *right = fields.next()? == b"1";
        }
        let halfmoves = number(fields.next()?)?;
        let game = number(fields.next()?)?;
        let names = [fields.next()?, fields.next()?];
        let relation = signed(fields.next()?)?;
        let time = (number(fields.next()?)?, number(fields.next()?)?);
        // The material of both sides.
        fields.next()?;
        fields.next()?;
        let clocks = [signed(fields.next()?)?, signed(fields.next()?)?];
        let move_number = number(fields.next()?).filter(|number| (1..MAX_MOVES).contains(number))?;
        fields.next()?;
        let took = fields.next()?;
        let took = took.strip_prefix(b"(").and_then(|took| took.strip_suffix(b")")).unwrap_or(took);
        let san = Some(fields.next()?).filter(|san| *san != b"none");
        // Whether the board is turned.
        fields.next()?;
        let unit = if took.contains(&b'.') { 1 } else { 1000 };
        Some(Self {
            squares,
            turn,
            double_step,
            castling,
            halfmoves,
            game,
            names,
            is_examined: relation.abs() == 2,
            time,
            clocks: clocks.map(|clock| u64::try_from(clock).ok().map(|clock| clock * unit)),
            ply: 2 * (move_number - 1) + u32::from(turn == Color::Black),
            san,
            took: milliseconds(took),
        })
    }

    /// The time left of the side that has moved.
    pub(super) fn clock_of_mover(&self) -> Option<u64> {
        self.clocks[usize::from(self.turn == Color::White)]
    }

    /// Whether the position has these pieces and this side to move.
    pub(super) fn is_of(&self, position: &Position) -> bool {
        self.turn == position.turn()
            && self
                .squares
                .iter()
                .zip(squares())
                .all(|(&letter, square)| Piece::from_letter(letter) == position.piece_at(square))
    }

    /// The position, if it can be played from by the rules of a variant. Rights that its pieces cannot have are left out, and pockets are
    /// empty.
    pub(super) fn position(&self, variant: Variant) -> Option<Position> {
        let mut setup = Setup::new();
        setup.variant(variant).turn(self.turn).halfmove_clock(self.halfmoves);
        setup.fullmove_number(self.ply / 2 + 1);
        for (&letter, square) in self.squares.iter().zip(squares()) {
            if let Some(piece) = Piece::from_letter(letter) {
                setup.put(square, piece);
            }
        }
        let mut rights = Bitboard::EMPTY;
        for (at, color) in Color::ALL.into_iter().enumerate() {
            let back_rank = if color == Color::White { Rank::ALL[0] } else { Rank::ALL[7] };
            let on_rank = |kind| {
                let wanted = Piece { color, kind };
                File::ALL.into_iter().filter(move |file| {
                    self.squares[index(Square::at(*file, back_rank))] == wanted.letter() as u8
                })
            };
            let Some(king) = on_rank(PieceKind::King).next() else { continue };
            // The rook that is nearest to the corner.
            let sides = [
                on_rank(PieceKind::Rook).rfind(|rook| *rook > king),
                on_rank(PieceKind::Rook).find(|rook| *rook < king),
            ];
            for (side, rook) in sides.into_iter().enumerate() {
                if let Some(rook) = rook.filter(|_| self.castling[2 * at + side]) {
                    rights |= Square::at(rook, back_rank).bit();
                }
            }
        }
        if !matches!(variant, Variant::Antichess | Variant::Suicide) {
            setup.castling(rights);
        }
        if let Some(file) = self.double_step.and_then(File::new) {
            let rank = if self.turn == Color::White { Rank::ALL[5] } else { Rank::ALL[2] };
            setup.en_passant(Some(Square::at(file, rank)));
            if let Ok(position) = setup.position() {
                return Some(position);
            }
            setup.en_passant(None);
        }
        setup.position().ok()
    }
}

/// The squares from a8 to h1.
fn squares() -> impl Iterator<Item = Square> {
    Rank::ALL.into_iter().rev().flat_map(|rank| File::ALL.into_iter().map(move |file| Square::at(file, rank)))
}

/// The place of a square in the order of a board.
fn index(square: Square) -> usize {
    usize::from(7 - square.rank().index()) * 8 + usize::from(square.file().index())
}

impl Holdings {
    pub(super) fn parse(line: &[u8]) -> Option<Self> {
        let mut fields = words(line.strip_prefix(b"<b1> game ")?);
        let game = number(fields.next()?)?;
        let mut counts = [[0_u8; 5]; 2];
        for (name, counts) in [&b"white"[..], b"black"].into_iter().zip(&mut counts) {
            let letters = (fields.next()? == name).then(|| fields.next())??;
            for letter in letters.strip_prefix(b"[")?.strip_suffix(b"]")? {
                let kind = PieceKind::from_letter(letter.to_ascii_uppercase())?;
                let at = DROPPED.iter().position(|dropped| *dropped == kind)?;
                counts[at] = (counts[at] + 1).min(16);
            }
        }
        Some(Self { game, counts })
    }

    /// The position with these pockets, by the rules of Crazyhouse.
    pub(super) fn with(&self, position: &Position) -> Option<Position> {
        let mut setup = Setup::new();
        setup.variant(Variant::Crazyhouse).turn(position.turn()).halfmove_clock(position.halfmove_clock());
        setup.fullmove_number(position.fullmove_number());
        for square in squares() {
            if let Some(piece) = position.piece_at(square) {
                setup.put(square, piece);
            }
        }
        setup.castling(position.castling_rooks()).en_passant(position.ep_square());
        for (color, counts) in Color::ALL.into_iter().zip(self.counts) {
            for (kind, count) in DROPPED.into_iter().zip(counts) {
                setup.pocket(color, kind, count);
            }
        }
        setup.position().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields() {
        let line = b"<12> r-bq-rk- pp-nppbp -----np- --pp---- ---P---- --PBPN-- PP-N-PPP R-BQR-K- B -1 0 0 0 0 2 2 bbbb Simpan -2 3 0 39 39 177810 171259 8 R/f1-e1 (0:00.023) Re1 0 0 0";
        let board = Board::parse(line).unwrap();
        assert_eq!((board.game, board.names), (2, [&b"bbbb"[..], b"Simpan"]));
        assert_eq!((board.ply, board.san, board.took), (15, Some(&b"Re1"[..]), Some(23)));
        assert_eq!((board.clock_of_mover(), board.is_examined), (Some(177_810), true));
        let position = board.position(Variant::Standard).unwrap();
        assert_eq!(
            position.to_string(),
            "r1bq1rk1/pp1nppbp/5np1/2pp4/3P4/2PBPN2/PP1N1PPP/R1BQR1K1 b - - 2 8"
        );
        assert!(board.is_of(&position));
    }

    #[test]
    fn rights() {
        let line = b"<12> rnbqkb-r pppppppp -----n-- -------- ----P--- -------- PPPPKPPP RNBQ-BNR B 4 1 1 1 1 0 7 a b 1 2 12 39 39 -1 122 2 K/e1-e2 (0:06) Ke2 0 1 123";
        let board = Board::parse(line).unwrap();
        assert_eq!(board.clocks, [None, Some(122_000)]);
        let fen = board.position(Variant::Standard).unwrap().to_string();
        // White's king has moved; the pawn on e4 may have come from e2 or not, and so it is taken as the server says.
        assert_eq!(fen, "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPPKPPP/RNBQ1BNR b kq - 0 2");
    }
}
