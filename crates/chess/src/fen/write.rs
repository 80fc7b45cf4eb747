//! Writing.

use core::fmt;

use super::{castling, extra};
use crate::board::{Color, PieceKind, Square};
use crate::position::Position;
use crate::variant;

/// Rule for naming the en passant square in a FEN.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum EnPassant {
    /// After every double push, as section 16.1.3.4 demands.
    #[default]
    Always,
    /// Only when a legal en passant capture exists, as much of today's software writes.
    Legal,
}

/// The text of a FEN or EPD position, always ASCII; see [`Position::fen`].
#[derive(Clone, Copy)]
pub struct FenText {
    bytes: [u8; Self::CAPACITY],
    len: usize,
}

impl FenText {
    /// Above the longest possible text: 71 for the board, 66 for promoted pieces and pockets, 18 rights, 2 for the en passant
    /// square, 3 for checks, two clocks of 10 digits, spaces.
    const CAPACITY: usize = 192;

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        core::str::from_utf8(self.as_bytes()).unwrap_or_default()
    }

    /// The text as bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.len).unwrap_or_default()
    }

    pub(super) fn put(&mut self, byte: u8) {
        if let Some(slot) = self.bytes.get_mut(self.len) {
            *slot = byte;
            self.len += 1;
        }
    }

    fn put_number(&mut self, number: u32) {
        let mut digits = [0; 10];
        let (mut rest, mut count) = (number, 0);
        for digit in &mut digits {
            *digit = b'0' + (rest % 10) as u8;
            (rest, count) = (rest / 10, count + 1);
            if rest == 0 {
                break;
            }
        }
        for digit in digits.iter().take(count).rev() {
            self.put(*digit);
        }
    }

    fn put_placement(&mut self, position: &Position) {
        // Compiled twice, so that boards without promoted pieces are not asked about them.
        if position.promoted().is_empty() {
            self.put_board::<false>(position);
        } else {
            self.put_board::<true>(position);
        }
    }

    #[inline(always)]
    fn put_board<const MARKS: bool>(&mut self, position: &Position) {
        let mut board = [0u8; 64];
        for kind in PieceKind::ALL {
            for square in position.kind(kind) {
                let white = position.color(Color::White).contains(square);
                let letter = kind.letter() as u8;
                board[square.index()] = if white { letter } else { letter.to_ascii_lowercase() };
            }
        }
        let promoted = position.promoted();
        for (i, rank) in board.chunks_exact(8).enumerate().rev() {
            let mut empty = 0;
            for (file, &piece) in rank.iter().enumerate() {
                if piece == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    self.put(b'0' + empty);
                    empty = 0;
                }
                self.put(piece);
                if MARKS && promoted.0 >> (8 * i + file) & 1 != 0 {
                    self.put(b'~');
                }
            }
            if empty > 0 {
                self.put(b'0' + empty);
            }
            if i > 0 {
                self.put(b'/');
            }
        }
    }
}

impl fmt::Display for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for FenText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Position {
    /// The FEN of the position (section 16.1). Castling rights of Chess960 positions are written as
    /// X-FEN: `KQkq`, or the file letter of a rook that is not the outermost.
    ///
    /// ```
    /// use pgnkit_chess::{Position, fen::EnPassant};
    /// let next = Position::START.after(Position::START.parse_uci(b"e2e4").unwrap());
    /// assert!(next.fen(EnPassant::Always).as_str().ends_with(" b KQkq e3 0 1"));
    /// assert!(next.fen(EnPassant::Legal).as_str().ends_with(" b KQkq - 0 1"));
    /// ```
    #[must_use]
    pub fn fen(&self, en_passant: EnPassant) -> FenText {
        let mut text = self.epd(en_passant);
        text.put(b' ');
        text.put_number(self.halfmoves);
        text.put(b' ');
        text.put_number(self.fullmove_number());
        text
    }

    /// The first four fields of the FEN, with which an EPD record begins (section 16.2.3); in Three-check the checks
    /// still to give are one more.
    #[must_use]
    pub fn epd(&self, en_passant: EnPassant) -> FenText {
        let mut text = FenText { bytes: [0; FenText::CAPACITY], len: 0 };
        text.put_placement(self);
        extra::write_pocket(self, &mut text);
        text.put(b' ');
        text.put(self.turn().letter() as u8);
        text.put(b' ');
        castling::write(self, |byte| text.put(byte));
        text.put(b' ');
        match self.ep_square().filter(|_| en_passant == EnPassant::Always || self.has_legal_en_passant()) {
            Some(square) => square.name().into_iter().for_each(|byte| text.put(byte)),
            None => text.put(b'-'),
        }
        extra::write_checks(self, &mut text);
        text
    }

    /// Whether the side to move has a legal en passant capture.
    #[must_use]
    pub fn has_legal_en_passant(&self) -> bool {
        if !self.is_standard() {
            return variant::find(self, |mv| mv.is_en_passant()).is_some();
        }
        self.en_passant_captors()
            .into_iter()
            .any(|from| self.ep_square().is_some_and(|to: Square| self.is_safe_en_passant(from, to)))
    }
}
