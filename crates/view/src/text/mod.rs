//! A diagram as text.

use std::fmt;

use pgnkit::chess::{Color, File, Piece, PieceKind, Rank, Square};

use crate::Diagram;
use crate::diagram::{color_word, turn_sentence};

impl Diagram {
    /// The board as text. The squares of the last move stand in brackets.
    ///
    /// ```
    /// let game: pgnkit::Game = "1. e4 *".parse()?;
    /// let diagram = pgnkit_view::Diagram::of_node(&game.mainline().last().unwrap());
    /// let text = diagram.text().letters().to_string();
    /// assert!(text.contains("\n4 . . . .[P]. . .\n3 . . . . . . . .\n2 P P P P[.]P P P\n"), "{text}");
    /// assert!(text.ends_with("\n  a b c d e f g h\n\nBlack to move. Last move: e2 to e4.\n"), "{text}");
    /// # Ok::<(), pgnkit::diagnostics::Diagnostic>(())
    /// ```
    pub fn text(&self) -> BoardText<'_> {
        BoardText { diagram: self, figurines: true }
    }
}

/// A diagram as text; see [`Diagram::text`].
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct BoardText<'d> {
    diagram: &'d Diagram,
    figurines: bool,
}

impl BoardText<'_> {
    /// With letters in place of figurines, capitals for White; nothing but ASCII.
    pub fn letters(self) -> Self {
        Self { figurines: false, ..self }
    }

    /// The letter or figurine of a piece.
    pub(crate) fn sign(&self, piece: Piece) -> char {
        if !self.figurines {
            return piece.letter();
        }
        let figurines = match piece.color {
            Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
            Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
        };
        figurines[piece.kind.index()]
    }

    fn line(&self, f: &mut impl fmt::Write, rank: Rank, files: &[File]) -> fmt::Result {
        let Diagram { position, last_move, .. } = self.diagram;
        let is_last = |square| last_move.is_some_and(|last| last.squares().any(|of| of == square));
        let mut before = false;
        for (index, file) in files.iter().enumerate() {
            let square = Square::at(*file, rank);
            let bracket = match (before, is_last(square)) {
                (false, false) if index == 0 && !self.diagram.coordinates => "",
                (false, false) => " ",
                (false, true) => "[",
                (true, false) => "]",
                (true, true) => "|",
            };
            before = is_last(square);
            write!(f, "{bracket}{}", position.piece_at(square).map_or('.', |piece| self.sign(piece)))?;
        }
        f.write_str(if before { "]\n" } else { "\n" })
    }

    fn write_board(&self, f: &mut impl fmt::Write) -> fmt::Result {
        let (ranks, files) = self.diagram.rows();
        for rank in ranks {
            if self.diagram.coordinates {
                write!(f, "{rank}")?;
            }
            self.line(f, rank, &files)?;
        }
        if self.diagram.coordinates {
            f.write_str(" ")?;
            files.iter().try_for_each(|file| write!(f, " {file}"))?;
            f.write_str("\n")?;
        }
        Ok(())
    }

    fn write_pocket(&self, f: &mut impl fmt::Write, color: Color) -> fmt::Result {
        let position = &self.diagram.position;
        let mut held = PieceKind::ALL.into_iter().filter(|kind| position.pocket(color, *kind) > 0).peekable();
        if held.peek().is_none() {
            return Ok(());
        }
        write!(f, "{} in hand:", color_word(color))?;
        for kind in held {
            write!(f, " {}{}", position.pocket(color, kind), self.sign(Piece { color, kind }))?;
        }
        f.write_str("\n")
    }

    /// The lines of the board alone.
    pub(crate) fn board(&self) -> String {
        let mut text = String::new();
        let _ = self.write_board(&mut text);
        text
    }

    /// The lines that say what is in hand.
    pub(crate) fn pockets(&self) -> String {
        let mut text = String::new();
        for color in Color::ALL {
            let _ = self.write_pocket(&mut text, color);
        }
        text
    }
}

impl fmt::Display for BoardText<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let diagram = self.diagram;
        self.write_board(f)?;
        f.write_str("\n")?;
        Color::ALL.into_iter().try_for_each(|color| self.write_pocket(f, color))?;
        write!(f, "{}", turn_sentence(&diagram.position, diagram.check))?;
        match diagram.last_move {
            Some(crate::LastMove { from: Some(from), to }) => write!(f, " Last move: {from} to {to}.")?,
            Some(crate::LastMove { from: None, to }) => write!(f, " Last move: put on {to}.")?,
            None => {}
        }
        f.write_str("\n")
    }
}
