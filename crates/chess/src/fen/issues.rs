//! Deviations in a FEN that a lenient reader accepts.

use crate::bitset::flag_set;

flag_set! {
    /// The deviations from section 16.1 that [`parse`](super::parse) accepted.
    ///
    /// ```
    /// use pgnkit_chess::fen::{self, FenIssues};
    /// let fen = fen::parse(b"4k3/8/8/8/8/8/8/4K3 W - -").unwrap();
    /// assert!(fen.issues.contains(FenIssues::COLOR_CASE | FenIssues::MISSING_CLOCKS));
    /// ```
    FenIssues: u32 {
        /// No castling field; read as `-`.
        MISSING_CASTLING = "the castling field is missing";
        /// No en passant field; read as `-`.
        MISSING_EN_PASSANT = "the en passant field is missing";
        /// One or both clocks missing; read as `0 1`.
        MISSING_CLOCKS = "the halfmove clock or the fullmove number is missing";
        /// White space before or after the text, several spaces between fields, or other blanks: white space, `_`, blanks of
        /// Unicode.
        EXTRA_SPACES = "the fields are not separated by single spaces";
        /// Text after the sixth field, ignored.
        TRAILING_TEXT = "text after the sixth field";
        /// Two digits in a row, such as `44` for `8` (section 16.1.3.1).
        SPLIT_DIGITS = "adjacent digits for one run of empty squares";
        /// `W` or `B` for the active colour (section 16.1.3.2).
        COLOR_CASE = "the active colour is in upper case";
        /// Castling letters not in the order `KQkq` (section 16.1.3.3).
        CASTLING_ORDER = "the castling letters are not in the order `KQkq`";
        /// A castling letter given twice.
        CASTLING_REPEATED = "a castling letter is repeated";
        /// A castling right without its king and rook in place, removed.
        CASTLING_IMPOSSIBLE = "a castling right without king and rook in place was removed";
        /// File letters in the castling field (Shredder-FEN, X-FEN).
        CASTLING_FILES = "file letters in the castling field";
        /// King or rook are on squares from which castling is possible in Chess960 only.
        CASTLING_CHESS960 = "castling rights of a Chess960 position";
        /// An en passant square on the wrong rank for the side to move (section 16.1.3.4), removed.
        EN_PASSANT_RANK = "the en passant square is on the wrong rank and was removed";
        /// An en passant square that no pawn can just have passed over, removed.
        EN_PASSANT_IMPOSSIBLE = "no pawn can have passed over the en passant square, which was removed";
        /// An en passant square with an upper-case file letter.
        EN_PASSANT_CASE = "the en passant square is in upper case";
        /// A fullmove number 0, read as 1 (section 16.1.3.6).
        FULLMOVE_ZERO = "the fullmove number is 0";
        /// `-` for a clock, read as `0` or `1`.
        CLOCK_DASH = "`-` instead of a clock";
        /// A number with superfluous zeros or a plus sign.
        CLOCK_SPELLING = "superfluous zeros or a sign in a clock";
        /// A positive halfmove clock although a pawn just advanced two squares, kept.
        CLOCK_CONTRADICTS_EN_PASSANT = "the halfmove clock is not 0 although a pawn just moved";
        /// `;`, `.` or `,` behind a field, left out.
        PUNCTUATION = "punctuation behind a field";
        /// A `/` after the last rank, left out.
        NINTH_SLASH = "a `/` after the last rank";
        /// Another dash, or two of them, instead of `-`.
        OTHER_DASH = "another dash than `-`";
        /// More than sixteen pieces or eight pawns of one colour, kept.
        TOO_MANY_PIECES = "more than 16 pieces or 8 pawns of one colour";
    }
}
