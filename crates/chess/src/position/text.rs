//! Positions as text: FEN, and a board for people.

use core::fmt;
use core::str::FromStr;

use super::Position;
use crate::board::{Color, File, Piece, PieceKind, Rank, Square};
use crate::fen::{self, EnPassant, FenError};

/// The FEN as the standard has it (section 16.1): [`Position::fen`] with [`EnPassant::Always`].
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.fen(EnPassant::Always), f)
    }
}

/// Reads a FEN of standard chess as [`fen::parse`] does, which also says what it forgave; [`fen::parse_variant`] reads those
/// of variants.
impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Self, FenError> {
        fen::parse(text.as_bytes()).map(|fen| fen.position)
    }
}

impl Position {
    /// The board as text for people: eight lines, the eighth rank first, without a line break at the end.
    ///
    /// ```
    /// use pgnkit_chess::{Color, Position};
    ///
    /// let board = Position::START.board();
    /// assert!(board.to_string().starts_with("r n b q k b n r\np p p p p p p p\n. . . . . . . .\n"));
    /// assert!(board.figurines().seen_by(Color::Black).to_string().starts_with("♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖\n"));
    /// assert!(board.coordinates().to_string().ends_with("1 R N B Q K B N R\n  a b c d e f g h"));
    /// ```
    #[must_use]
    pub const fn board(&self) -> BoardText<'_> {
        BoardText { position: self, figurines: false, coordinates: false, bottom: Color::White }
    }
}

/// The board of a position as text; see [`Position::board`].
#[derive(Clone, Copy)]
pub struct BoardText<'p> {
    position: &'p Position,
    figurines: bool,
    coordinates: bool,
    bottom: Color,
}

impl BoardText<'_> {
    /// With chess symbols in place of letters: `♞`.
    #[must_use]
    pub const fn figurines(mut self) -> Self {
        self.figurines = true;
        self
    }

    /// With the ranks before the lines, and a line with the files after them.
    #[must_use]
    pub const fn coordinates(mut self) -> Self {
        self.coordinates = true;
        self
    }

    /// With this colour at the bottom; White unless said.
    #[must_use]
    pub const fn seen_by(mut self, color: Color) -> Self {
        self.bottom = color;
        self
    }

    fn symbol(&self, square: Square) -> char {
        match self.position.piece_at(square) {
            None => '.',
            Some(piece) if self.figurines => figurine(piece),
            Some(piece) => piece.letter(),
        }
    }
}

const fn figurine(piece: Piece) -> char {
    match (piece.color, piece.kind) {
        (Color::White, PieceKind::Pawn) => '♙',
        (Color::White, PieceKind::Knight) => '♘',
        (Color::White, PieceKind::Bishop) => '♗',
        (Color::White, PieceKind::Rook) => '♖',
        (Color::White, PieceKind::Queen) => '♕',
        (Color::White, PieceKind::King) => '♔',
        (Color::Black, PieceKind::Pawn) => '♟',
        (Color::Black, PieceKind::Knight) => '♞',
        (Color::Black, PieceKind::Bishop) => '♝',
        (Color::Black, PieceKind::Rook) => '♜',
        (Color::Black, PieceKind::Queen) => '♛',
        (Color::Black, PieceKind::King) => '♚',
    }
}

impl fmt::Display for BoardText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut ranks, mut files) = (Rank::ALL, File::ALL);
        match self.bottom {
            Color::White => ranks.reverse(),
            Color::Black => files.reverse(),
        }
        for (line, rank) in ranks.into_iter().enumerate() {
            if line > 0 {
                f.write_str("\n")?;
            }
            if self.coordinates {
                write!(f, "{rank} ")?;
            }
            for (column, file) in files.into_iter().enumerate() {
                let space = if column > 0 { " " } else { "" };
                write!(f, "{space}{}", self.symbol(Square::at(file, rank)))?;
            }
        }
        if self.coordinates {
            f.write_str("\n ")?;
            for file in files {
                write!(f, " {file}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for BoardText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BoardText({})", self.position)
    }
}
