//! Small boards for terminals.

use std::fmt::Write as _;

/// Drawing style of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardForm {
    /// Letters, capitals for White.
    Ascii,
    /// Figurines.
    Unicode,
}

/// The board of a FEN, eight lines with White at the bottom, and one with the files.
pub(super) fn board(fen: &str, form: BoardForm) -> String {
    let placement = fen.split(' ').next().unwrap_or_default();
    let mut text = String::new();
    for (rank, row) in (1..=8).rev().zip(placement.split('/')) {
        let _ = write!(text, "{rank} ");
        for c in row.chars() {
            match c.to_digit(10) {
                Some(empty) => text.push_str(&" .".repeat(empty as usize)),
                None => text.extend([' ', shown(c, form)]),
            }
        }
        text.push('\n');
    }
    text.push_str("   a b c d e f g h");
    text
}

fn shown(piece: char, form: BoardForm) -> char {
    if form == BoardForm::Ascii {
        return piece;
    }
    match piece {
        'K' => '♔',
        'Q' => '♕',
        'R' => '♖',
        'B' => '♗',
        'N' => '♘',
        'P' => '♙',
        'k' => '♚',
        'q' => '♛',
        'r' => '♜',
        'b' => '♝',
        'n' => '♞',
        'p' => '♟',
        other => other,
    }
}
